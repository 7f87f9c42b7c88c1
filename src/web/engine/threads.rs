//! The threads of this module on isolated pages: workers whose instances share its memory (`static/threads.js`).
//!
//! Owns: the job that they are given, and its address as a number, because nothing else passes from one instance to another.

#![allow(unsafe_code)]

use crate::engine::{Crew, Team, take_parts};
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;

thread_local! {
    /// Number of threads. It belongs to the engine's own thread, although instances share the memory.
    static COUNT: Cell<usize> = const { Cell::new(1) };
}

#[wasm_bindgen]
extern "C" {
    /// Offers the job behind an address to the other threads.
    #[wasm_bindgen(js_namespace = crew)]
    fn open(job: usize);

    /// Counts the parts of the job up that lie in the range of a thread.
    #[wasm_bindgen(js_namespace = crew)]
    fn take(range: usize) -> usize;

    /// Returns when no other thread works on the job.
    #[wasm_bindgen(js_namespace = crew)]
    fn close();
}

/// Says how many threads there are, with this one. Called by `static/threads.js` only, before models are prepared.
#[wasm_bindgen]
pub fn threads(count: usize) {
    COUNT.set(count);
}

/// Number of threads, with this one.
pub(super) fn count() -> usize {
    COUNT.get()
}

/// The threads of this module.
pub(super) fn crew() -> Crew {
    if count() > 1 { Crew::new(Rc::new(Workers)) } else { Crew::default() }
}

/// Work in parts.
pub struct Job<'a> {
    parts: usize,
    threads: usize,
    work: &'a (dyn Fn(usize, usize) + Sync),
}

/// Takes parts of the job behind an address until none is left. Called by `static/thread.js` only, with what [`open`] got.
#[wasm_bindgen]
pub fn help(job: usize, thread: usize) {
    // SAFETY: `Workers::run` keeps the job until `close` returns, which waits for every thread that is in here. What the address
    // refers to is the same in all instances: they have one memory, and equal tables of functions.
    let job = unsafe { &*(job as *const Job<'_>) };
    take_parts(take, job.parts, [thread, job.threads], job.work);
}

struct Workers;

impl Team for Workers {
    fn size(&self) -> usize {
        count()
    }

    fn run(&self, parts: usize, work: &(dyn Fn(usize, usize) + Sync)) {
        let threads = count();
        let job = Job { parts, threads, work };
        open(&raw const job as usize);
        take_parts(take, parts, [0, threads], work);
        close();
    }
}
