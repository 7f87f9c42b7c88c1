//! Early ends of a run: a time limit, a limit of rounds, Ctrl-C.

use crate::report::schema::Message;
use crate::services::run::Watch;
use crate::services::run::schema::{Failed, FailedKind};
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Why a run was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Why {
    Time,
    Rounds,
    Interrupt,
}

/// The clock of a run, and the limits that are checked before each node. Clones stop together.
#[derive(Clone)]
pub(super) struct Stop {
    start: Instant,
    timeout: Option<Duration>,
    rounds: Option<u64>,
    interrupted: Arc<AtomicBool>,
    why: Rc<Cell<Option<Why>>>,
}

impl Stop {
    /// Starts the clock and listens to Ctrl-C.
    pub(super) fn new(timeout: Option<f64>, rounds: Option<u64>) -> Self {
        let interrupted = Arc::new(AtomicBool::new(false));
        // The second Ctrl-C ends the process at once, because one operator may take long. Without a handler the first
        // one does.
        let shutdown = signal_hook::flag::register_conditional_shutdown;
        let _ = shutdown(signal_hook::consts::SIGINT, super::exit::INTERRUPTED.into(), interrupted.clone());
        let _ = signal_hook::flag::register(signal_hook::consts::SIGINT, interrupted.clone());
        // More than a clock can count means no limit.
        let timeout = timeout.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        Self { start: Instant::now(), timeout, rounds, interrupted, why: Rc::default() }
    }

    /// The sentence for a run that was stopped; other failures stay as they are.
    pub(super) fn explain(&self, failed: Failed) -> Failed {
        let (kind, id, name, value) = match self.why.get() {
            _ if failed.kind != FailedKind::Cancelled => return failed,
            Some(Why::Time) => (
                FailedKind::Cancelled,
                "run-timeout",
                "seconds",
                self.timeout.unwrap_or_default().as_secs_f64().to_string(),
            ),
            Some(Why::Rounds) => {
                (FailedKind::Cancelled, "run-too-many-rounds", "limit", self.rounds.unwrap_or_default().to_string())
            }
            Some(Why::Interrupt) | None => (FailedKind::Interrupted, "run-interrupted", "", String::new()),
        };
        let message = Message::new(id).with(name, value);
        Failed { kind, message, ..failed }
    }
}

impl Watch for Stop {
    fn now(&mut self) -> f64 {
        self.start.elapsed().as_secs_f64()
    }

    fn step(&mut self, _done: usize, _total: usize) -> bool {
        if self.interrupted.load(Ordering::Relaxed) {
            self.why.set(Some(Why::Interrupt));
        } else if self.timeout.is_some_and(|most| self.start.elapsed() > most) {
            self.why.set(Some(Why::Time));
        }
        self.why.get().is_none()
    }

    fn round(&mut self, rounds: u64) {
        if self.rounds.is_some_and(|most| rounds > most) {
            self.why.set(Some(Why::Rounds));
        }
    }
}
