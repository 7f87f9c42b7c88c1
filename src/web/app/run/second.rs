//! A second worker beside the run: the same model with the inputs of the last run, for further questions about it.

use super::client::Client;
use super::failure::{failure, failure_card};
use super::phase::Steps;
use super::progress::waiting;
use crate::services::run::schema::{Backend, Failed, Ran};
use crate::web::dom::Node;
use crate::web::run_protocol::{RunReply, RunRequest};
use js_sys::Uint8Array;
use leptos::prelude::*;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;
use web_sys::Blob;

/// A request to a worker, with its files.
pub type Asked = (RunRequest, Vec<Blob>);

/// State of the second worker.
#[derive(Clone, Default)]
pub enum Doing {
    /// Not started.
    #[default]
    Idle,
    /// The worker prepares or runs.
    Busy(Steps),
    /// It answered.
    Done(Arc<Ran>),
    /// It failed.
    Failed(Arc<Failed>),
}

/// The second worker. It ends with its answer.
#[derive(Clone, Copy)]
pub struct Second {
    /// Its state.
    pub doing: RwSignal<Doing>,
    client: StoredValue<Rc<RefCell<Option<Client>>>, LocalStorage>,
    /// Number of the question: replies to earlier ones are ignored.
    turn: StoredValue<u32>,
}

impl Second {
    /// Without a worker.
    pub fn new() -> Self {
        Self { doing: RwSignal::default(), client: StoredValue::new_local(Rc::default()), turn: StoredValue::new(0) }
    }

    /// Ends the worker for another question; returns the number of that question.
    pub fn begin(self) -> u32 {
        self.stop(Doing::Busy(Steps::default()));
        self.turn.get_value()
    }

    /// Starts the worker on `backend`, sends it the request to prepare a model, then the question with its blobs.
    pub fn start(
        self,
        backend: Backend,
        load: Asked,
        question: Asked,
        taken: impl Fn(Ran, &[Uint8Array]) -> Ran + 'static,
    ) {
        let turn = self.turn.get_value();
        let take = move |reply, files: Vec<Uint8Array>| {
            if self.turn.try_get_value() == Some(turn) {
                self.take(reply, &question, |ran| taken(ran, &files));
            }
        };
        let client = Client::start(backend, Rc::new(take));
        match &client {
            Some(client) => client.post(&load.0, &load.1),
            None => self.doing.set(Doing::Failed(Arc::new(failure("engine-worker-missing", "")))),
        }
        self.client.with_value(|slot| drop(slot.replace(client)));
    }

    /// Ends the worker.
    pub fn stop(self, doing: Doing) {
        self.turn.update_value(|turn| *turn += 1);
        self.doing.set(doing);
        // Not from within the worker's own message handler, because this ends the worker.
        let client = self.client.with_value(|slot| slot.take());
        set_timeout(move || drop(client), Duration::ZERO);
    }

    fn take(self, reply: RunReply, question: &Asked, taken: impl Fn(Ran) -> Ran) {
        match reply {
            RunReply::Ready { .. } => {}
            RunReply::Progress { done, total, rounds, .. } => {
                self.doing.set(Doing::Busy(Steps { done, total, rounds }))
            }
            RunReply::Loaded { .. } => self.client.with_value(|slot| {
                if let Some(client) = &*slot.borrow() {
                    client.post(&question.0, &question.1);
                }
            }),
            RunReply::Ran { ran, .. } => self.stop(Doing::Done(Arc::new(taken(ran)))),
            RunReply::Failed { failed, .. } => self.stop(Doing::Failed(Arc::new(failed))),
            RunReply::Stopped { text } => self.stop(Doing::Failed(Arc::new(failure("engine-stopped", &text)))),
        }
    }

    /// Progress with a way to cancel, or the error, or the view that `done` builds from the answer.
    pub fn shown(self, done: impl Fn(&Ran) -> Node) -> Node {
        match self.doing.get() {
            Doing::Idle => Node::Nothing,
            Doing::Busy(steps) => waiting(steps, move || self.stop(Doing::Idle)),
            Doing::Done(ran) => done(&ran),
            Doing::Failed(failed) => failure_card(&failed),
        }
    }
}
