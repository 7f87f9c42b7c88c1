//! Time and progress of a run, and its end.

use super::post::send;
use crate::report::schema::Message;
use crate::services::run::Watch;
use crate::services::run::schema::{Failed, FailedKind};
use crate::web::run_protocol::RunReply;
use js_sys::Reflect;
use wasm_bindgen::prelude::*;
use web_sys::Performance;

/// The page's clock; reports progress ten times a second.
pub struct Clock {
    performance: Option<Performance>,
    /// Job whose progress is reported; `None` without a listener.
    job: Option<u32>,
    reported: f64,
    /// Nodes done at the last step; then rounds of a loop.
    done: usize,
    rounds: u64,
}

impl Clock {
    /// A clock without progress reports.
    pub fn silent() -> Self {
        Self::new(None)
    }

    /// A clock that reports the progress of a job.
    pub fn new(job: Option<u32>) -> Self {
        Self { performance: performance(), job, reported: 0.0, done: 0, rounds: 0 }
    }
}

/// The clock of this thread, page or worker.
fn performance() -> Option<Performance> {
    Reflect::get(&js_sys::global(), &"performance".into()).ok()?.dyn_into().ok()
}

impl Watch for Clock {
    fn now(&mut self) -> f64 {
        self.performance.as_ref().map_or(0.0, |performance| performance.now() / 1e3)
    }

    fn step(&mut self, done: usize, total: usize) -> bool {
        let Some(job) = self.job else { return true };
        if done != self.done {
            (self.done, self.rounds) = (done, 0);
        }
        let now = self.now();
        if now - self.reported > 0.1 {
            self.reported = now;
            let (done, total, rounds) = (done as u32, total as u32, self.rounds as u32);
            send(&RunReply::Progress { job, done, total, rounds }, &[]);
        }
        true
    }

    fn round(&mut self, rounds: u64) {
        self.rounds = rounds;
    }
}

/// Ends a run after a time.
pub struct Deadline {
    clock: Clock,
    ms: u32,
    /// On the clock.
    end: f64,
}

impl Deadline {
    /// In so many milliseconds from now.
    pub fn after(ms: u32) -> Self {
        let mut clock = Clock::silent();
        let end = clock.now() + f64::from(ms) / 1e3;
        Self { clock, ms, end }
    }

    /// The failure of a run that this has ended; others stay as they are.
    pub fn explain(&self, failed: Failed) -> Failed {
        if failed.kind != FailedKind::Cancelled {
            return failed;
        }
        // From integers: the engine writes no floating-point numbers, whose tables are large.
        let seconds = format!("{}.{:03}", self.ms / 1000, self.ms % 1000);
        let seconds = seconds.trim_end_matches('0').trim_end_matches('.');
        Failed { message: Message::new("run-timeout").with("seconds", seconds), ..failed }
    }
}

impl Watch for Deadline {
    fn now(&mut self) -> f64 {
        self.clock.now()
    }

    fn step(&mut self, _done: usize, _total: usize) -> bool {
        self.now() <= self.end
    }
}
