//! Long work, one job at a time and each in slices: between two slices the worker handles messages of the page.

use super::answers::{Long, Slice};
use super::post::{gone, post, send, soon};
use crate::web::protocol::Reply;
use std::cell::RefCell;
use std::collections::VecDeque;
use wasm_bindgen_futures::JsFuture;

/// Minimum duration of a slice in milliseconds. A timer sleeps for four, which is an acceptable tenth of the time.
const SLICE: f64 = 40.0;

#[derive(Default)]
struct State {
    waiting: VecDeque<(u32, Long)>,
    /// The current job, until it is done or canceled.
    at_work: Option<u32>,
    /// Whether a task is working on `waiting`.
    driven: bool,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

/// Adds work.
pub fn add(job: u32, work: Long) {
    let driven = STATE.with_borrow_mut(|state| {
        state.waiting.push_back((job, work));
        std::mem::replace(&mut state.driven, true)
    });
    if !driven {
        wasm_bindgen_futures::spawn_local(drive());
    }
}

/// Cancels a job, started or not.
pub fn cancel(job: u32) {
    let found = STATE.with_borrow_mut(|state| {
        let before = state.waiting.len();
        state.waiting.retain(|(waiting, _)| *waiting != job);
        let begun = state.at_work.take_if(|at_work| *at_work == job).is_some();
        begun || state.waiting.len() < before
    });
    if found {
        send(&Reply::Cancelled { job });
    }
}

/// Cancels everything, because other files are opened.
pub fn cancel_all() {
    let jobs = STATE.with_borrow_mut(|state| {
        let mut jobs: Vec<u32> = state.waiting.drain(..).map(|(job, _)| job).collect();
        jobs.extend(state.at_work.take());
        jobs
    });
    for job in jobs {
        send(&Reply::Cancelled { job });
    }
}

async fn drive() {
    loop {
        let next = STATE.with_borrow_mut(|state| {
            let next = state.waiting.pop_front();
            state.at_work = next.as_ref().map(|(job, _)| *job);
            state.driven = next.is_some();
            next
        });
        let Some((job, mut work)) = next else { return };
        loop {
            let began = js_sys::Date::now();
            let slice = loop {
                match work() {
                    Slice::More(_) if js_sys::Date::now() - began < SLICE => {}
                    slice => break slice,
                }
            };
            match slice {
                Slice::More(progress) => {
                    let (done, total) = (progress.done, progress.of);
                    send(&Reply::Progress { job, stage: String::new(), subject: progress.name, done, total });
                    pause().await;
                }
                Slice::Done(Some(answer)) => {
                    post(&Reply::Answer { job }, Some(answer), None);
                    break;
                }
                Slice::Done(None) => {
                    send(&gone(job));
                    break;
                }
            }
            if STATE.with_borrow(|state| state.at_work != Some(job)) {
                break;
            }
        }
    }
}

/// Lets waiting tasks run, including messages.
async fn pause() {
    let timer = js_sys::Promise::new(&mut |resolve, _| {
        soon(&resolve);
    });
    let _ = JsFuture::from(timer).await;
}
