//! The explorer worker: everything that reads files. It answers [`Request`]s one after the other and holds what was
//! opened last; the page never parses anything. Long work ([`long`]) is done in slices between the answers.

mod chunks;
mod long;

use super::blob::BlobSource;
use super::message::{ANSWER, BLOBS, JSON};
use super::protocol::{RawBytes, Reply, Request};
use crate::artifact::Dropped;
use crate::bytes::{self, Error, Failure, Limits, SharedSource, read_range};
use crate::chunks::{NotLoaded, complete};
use crate::report::schema::{ErrorInfo, Message};
use crate::report::{Opened, Progress, open, tell};
use js_sys::{Array, Object, Reflect, Uint8Array};
use serde::Serialize;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{Blob, DedicatedWorkerGlobalScope, MessageEvent};

/// Bytes of one [`Request::Bytes`] at most.
const MOST_BYTES: u32 = 64 << 10;

/// Bytes unpacked at once for [`Request::Extract`].
const PIECE: u64 = 4 << 20;

thread_local! {
    static OPENED: RefCell<Option<Opened>> = const { RefCell::new(None) };
    /// The files as they were dropped: archives, not their members.
    static DROPPED: RefCell<Vec<Dropped>> = const { RefCell::new(Vec::new()) };
    /// Requests that wait for the one at work, which may be waiting for code of its own.
    static WAITING: RefCell<VecDeque<JsValue>> = const { RefCell::new(VecDeque::new()) };
    static AT_WORK: Cell<bool> = const { Cell::new(false) };
}

/// Starts the worker. Called once, when the module is instantiated.
pub fn start() {
    std::panic::set_hook(Box::new(|info| send(&Reply::Stopped { text: info.to_string() })));
    let listener = Closure::<dyn FnMut(MessageEvent)>::new(|event: MessageEvent| {
        WAITING.with_borrow_mut(|waiting| waiting.push_back(event.data()));
        if !AT_WORK.replace(true) {
            wasm_bindgen_futures::spawn_local(async {
                while let Some(message) = WAITING.with_borrow_mut(VecDeque::pop_front) {
                    receive(&message).await;
                }
                AT_WORK.set(false);
            });
        }
    });
    scope().set_onmessage(Some(listener.as_ref().unchecked_ref()));
    // The worker listens as long as it lives.
    listener.forget();
    send(&Reply::Ready);
}

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

fn send(reply: &Reply) {
    post(reply, None, None);
}

/// What a request asked for; `None` when that is not open.
type Asked<T> = Result<Option<T>, NotLoaded>;

/// Answers a request.
fn answer<T: Serialize>(job: u32, asked: Asked<T>) {
    answer_json(job, asked.map(|value| value.and_then(|value| serde_json::to_string(&value).ok())));
}

/// Answers a request whose answer was written as JSON by the part that gave it.
fn answer_json(job: u32, asked: Asked<String>) {
    match asked {
        Ok(Some(json)) => post(&Reply::Answer { job }, Some(json), None),
        Ok(None) => send(&gone(job)),
        Err(NotLoaded) => send(&not_loaded(job)),
    }
}

fn post(reply: &Reply, answer: Option<String>, blob: Option<Blob>) {
    let message = Object::new();
    if let Ok(json) = serde_json::to_string(reply) {
        let _ = Reflect::set(&message, &JSON.into(), &json.into());
        if let Some(answer) = answer {
            let _ = Reflect::set(&message, &ANSWER.into(), &answer.into());
        }
        if let Some(blob) = blob {
            let _ = Reflect::set(&message, &BLOBS.into(), &Array::of1(&blob));
        }
        let _ = scope().post_message(&message);
    }
}

async fn receive(message: &JsValue) {
    let text = Reflect::get(message, &JSON.into()).ok().and_then(|v| v.as_string()).unwrap_or_default();
    let Some(request) = crate::json::read::<Request>(&text) else { return };
    match request {
        Request::Open { job, paths } => {
            let blobs: Array = Reflect::get(message, &BLOBS.into()).unwrap_or_default().unchecked_into();
            let blobs = blobs.iter().map(JsCast::unchecked_into::<Blob>);
            match sources(paths, blobs) {
                Ok(dropped) => open_all(job, dropped).await,
                Err(error) => send(&Reply::Failed { job, error: tell::error(&error) }),
            }
        }
        Request::Values { job, artifact, variable } => {
            long::add(job, about(|opened| chunks::one_value(opened, artifact, &variable)).await);
        }
        Request::Check { job, artifact } => long::add(job, about(|o| chunks::all_values(o, artifact)).await),
        Request::List { job, artifact } => answer(job, about(|o| chunks::listed(o, artifact)).await),
        Request::Compare { job, artifact, other, values: true } => {
            long::add(job, about(|opened| chunks::comparing_values(opened, artifact, other)).await);
        }
        Request::Compare { job, artifact, other, values: false } => {
            answer_json(job, about(|opened| chunks::comparing(opened, artifact, other)).await);
        }
        Request::Cancel { job } => long::cancel(job),
        Request::Details { job, artifact } => answer(job, about(|o| chunks::details(o, artifact)).await),
        Request::Advise { job, artifact } => answer(job, about(|o| chunks::advising(o, artifact)).await),
        Request::Graph { job, artifact, graph, options, reveal } => {
            answer(job, about(|opened| chunks::drawing(opened, artifact, graph, &options, reveal)).await);
        }
        Request::Find { job, artifact, graph, text } => {
            answer(job, about(|opened| chunks::find(opened, artifact, graph, &text)).await);
        }
        Request::Restore { job, artifact, program } => {
            answer(job, about(|opened| chunks::restoring(opened, artifact, &program).map(Some)).await);
        }
        Request::Delegates { job, artifact } => {
            answer(job, about(|opened| chunks::delegating(opened, artifact).map(Some)).await);
        }
        Request::Evolve { job, plan } => answer(job, complete(|| chunks::evolving(&plan)).await),
        Request::Bytes { job, artifact, file, offset, len } => {
            let Some(source) = file_of(artifact, &file) else { return send(&gone(job)) };
            let start = offset.min(source.len());
            let end = start.saturating_add(u64::from(len.min(MOST_BYTES))).min(source.len());
            match read_range(&*source, start..end, &Limits::default()) {
                Ok(bytes) => answer(job, Ok(Some(RawBytes { offset: start, size: source.len(), hex: hex(&bytes) }))),
                Err(error) => send(&Reply::Failed { job, error: tell::error(&error) }),
            }
        }
        Request::Extract { job, artifact, file } => {
            let Some(source) = file_of(artifact, &file) else { return send(&gone(job)) };
            match extracted(&source) {
                Ok(blob) => post(&Reply::Answer { job }, None, Some(blob)),
                Err(error) => send(&Reply::Failed { job, error: tell::error(&error) }),
            }
        }
    }
}

/// Asks about what is open, once the parts that the question needs are there; `None` when nothing is open.
async fn about<T>(mut ask: impl FnMut(&Opened) -> Result<Option<T>, NotLoaded>) -> Asked<T> {
    complete(|| OPENED.with_borrow(|opened| opened.as_ref().map_or(Ok(None), &mut ask))).await
}

/// A file of an artifact that is open, or any that was dropped: what is wrong with a member may stand in its archive.
fn file_of(artifact: usize, file: &str) -> Option<SharedSource> {
    let own = OPENED.with_borrow(|opened| opened.as_ref()?.artifacts.get(artifact)?.source(file));
    let dropped = |file: &str| {
        DROPPED.with_borrow(|dropped| dropped.iter().find(|one| one.goes_by(file)).map(|one| one.source.clone()))
    };
    own.or_else(|| dropped(file))
}

/// A file as a blob, which the browser may keep on disk: this module holds one piece of it at a time.
fn extracted(source: &SharedSource) -> bytes::Result<Blob> {
    let parts = Array::new();
    let mut piece = vec![0; PIECE.min(source.len()) as usize];
    let mut at = 0;
    while at < source.len() {
        let piece = &mut piece[..PIECE.min(source.len() - at) as usize];
        source.read_at(at, piece)?;
        parts.push(&Uint8Array::from(&*piece));
        at += piece.len() as u64;
    }
    Blob::new_with_u8_array_sequence(&parts)
        .map_err(|_| Error::new(Failure::Unreadable, "blob-unreadable").with("file", source.name()))
}

fn sources(paths: Vec<String>, blobs: impl Iterator<Item = Blob>) -> bytes::Result<Vec<Dropped>> {
    paths
        .into_iter()
        .zip(blobs)
        .map(|(path, blob)| {
            let source = Rc::new(BlobSource::new(path.as_str(), blob)?);
            Ok(Dropped { path, source })
        })
        .collect()
}

async fn open_all(job: u32, dropped: Vec<Dropped>) {
    long::cancel_all();
    // What was open before goes first: two large models need not fit at once.
    OPENED.set(None);
    DROPPED.set(dropped.clone());
    if chunks::for_files(&dropped).await.is_err() {
        return send(&not_loaded(job));
    }
    let opened = complete(|| {
        Ok(open(dropped.clone(), &Limits::default(), &mut |p: Progress| {
            send(&Reply::Progress { job, stage: p.step.to_owned(), subject: p.name, done: p.done, total: p.of });
        }))
    });
    let Ok(mut opened) = opened.await else { return send(&not_loaded(job)) };
    // Lent to the reply: a copy would cost as much memory again, and the code that copies every type of the report.
    let reply = Reply::Report { job, report: std::mem::take(&mut opened.report) };
    send(&reply);
    if let Reply::Report { report, .. } = reply {
        opened.report = report;
    }
    OPENED.set(Some(opened));
}

/// The answer when what was asked about is not open.
fn gone(job: u32) -> Reply {
    failed(job, "not-open")
}

/// The answer when the code for it did not come.
fn not_loaded(job: u32) -> Reply {
    failed(job, "part-not-loaded")
}

/// A failure with nothing to say but its id.
fn failed(job: u32, id: &str) -> Reply {
    let detail = Message { id: id.to_owned(), ..Message::default() };
    let message = detail.id.clone();
    Reply::Failed {
        job,
        error: ErrorInfo { failure: "unreadable".to_owned(), message, detail, ..ErrorInfo::default() },
    }
}

fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    text
}
