//! The explorer worker: everything that reads files. It answers [`Request`]s one after another and holds the open
//! files; the page never parses anything. Long work ([`long`]) is done in slices between the answers.

mod answers;
mod chunks;
mod long;
mod opened;
mod picture;
mod post;
mod reading;
mod tables;

use super::blob::BlobSource;
use super::message::{BLOBS, JOB, JSON};
use super::protocol::{Lists, RawBytes, Reply, Request};
use crate::artifact::Dropped;
use crate::bytes::{self, Error, Failure, Limits, SharedSource, read_range};
use crate::chunks::{NotLoaded, complete};
use crate::report::schema::{Artifact, ObjectGraph, Report, Variable};
use crate::report::tell;
use answers::Answer;
use js_sys::{Array, Reflect, Uint8Array};
use post::{Port, gone, not_loaded, post, send};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{Blob, MessageEvent};

/// Maximum bytes of a [`Request::Bytes`].
const MOST_BYTES: u32 = 64 << 10;

/// Bytes unpacked at once for [`Request::Extract`].
const PIECE: u64 = 4 << 20;

thread_local! {
    /// Requests that wait for the current one, which may be waiting for its code.
    static WAITING: RefCell<VecDeque<JsValue>> = const { RefCell::new(VecDeque::new()) };
    static AT_WORK: Cell<bool> = const { Cell::new(false) };
}

/// Answers the requests that come from `port`. Called once for an instance of the module.
#[wasm_bindgen]
pub fn listen(port: Port) {
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
    port.set_onmessage(listener.as_ref());
    // The instance listens during its lifetime.
    listener.forget();
    post::set(port);
}

/// Answers a request, or reports that its code could not be fetched.
fn answer(job: u32, answer: Result<Answer, NotLoaded>) {
    match answer {
        Ok(Answer::Json(json)) => post(&Reply::Answer { job }, Some(json), None),
        Ok(Answer::Pieces(pieces)) => {
            let mut pieces = pieces.peekable();
            while let Some(piece) = pieces.next() {
                let reply = if pieces.peek().is_some() { Reply::Piece { job } } else { Reply::Answer { job } };
                post(&reply, Some(piece), None);
            }
        }
        Ok(Answer::Later(work)) => long::add(job, work),
        Ok(Answer::Gone) => send(&gone(job)),
        Err(NotLoaded) => send(&not_loaded(job)),
    }
}

async fn receive(message: &JsValue) {
    let field = |name: &str| Reflect::get(message, &name.into()).unwrap_or_default();
    let job = field(JOB).as_f64().unwrap_or_default() as u32;
    let Some(request) = crate::json::read::<Request>(&field(JSON).as_string().unwrap_or_default()) else { return };
    match request {
        Request::Open { paths, brief } => match sources(paths, message) {
            Ok(dropped) => open_all(job, dropped, brief).await,
            Err(error) => send(&Reply::Failed { job, error: tell::error(&error) }),
        },
        Request::Picture { paths, target, languages, texts } => match sources(paths, message) {
            Ok(dropped) => answer(job, picture::of_files(job, dropped, &target, &languages, &texts).await),
            Err(error) => send(&Reply::Failed { job, error: tell::error(&error) }),
        },
        Request::Cancel => long::cancel(job),
        Request::Ask { question } => {
            answer(job, complete(|| answers::answer(&question)).await);
        }
        Request::Bytes { artifact, file, offset, len } => match file_of(artifact, &file) {
            Some(source) => match raw_bytes(&source, offset, len) {
                Ok(bytes) => answer(job, Ok(serde_json::to_string(&bytes).map_or(Answer::Gone, Answer::Json))),
                Err(error) => send(&Reply::Failed { job, error: tell::error(&error) }),
            },
            None => send(&gone(job)),
        },
        Request::Extract { artifact, file } => match file_of(artifact, &file) {
            Some(source) => match extracted(&source) {
                Ok(blob) => post(&Reply::Answer { job }, None, Some(blob)),
                Err(error) => send(&Reply::Failed { job, error: tell::error(&error) }),
            },
            None => send(&gone(job)),
        },
    }
}

/// Bytes of a file, at most as many as one request may return.
fn raw_bytes(source: &SharedSource, offset: u64, len: u32) -> bytes::Result<RawBytes> {
    let start = offset.min(source.len());
    let end = start.saturating_add(u64::from(len.min(MOST_BYTES))).min(source.len());
    let bytes = read_range(&**source, start..end, &Limits::default())?;
    Ok(RawBytes { offset: start, size: source.len(), hex: hex(&bytes) })
}

/// A file of an open artifact, or any that was dropped: the error of a member may be in its archive.
fn file_of(artifact: usize, file: &str) -> Option<SharedSource> {
    let own = opened::OPENED.with_borrow(|opened| opened.as_ref()?.artifacts.get(artifact)?.source(file));
    let dropped = |file: &str| {
        opened::DROPPED
            .with_borrow(|dropped| dropped.iter().find(|one| one.goes_by(file)).map(|one| one.source.clone()))
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

/// The files of a message, in the order of their paths.
fn sources(paths: Vec<String>, message: &JsValue) -> bytes::Result<Vec<Dropped>> {
    let blobs: Array = Reflect::get(message, &BLOBS.into()).unwrap_or_default().unchecked_into();
    paths
        .into_iter()
        .zip(blobs.iter().map(JsCast::unchecked_into::<Blob>))
        .map(|(path, blob)| {
            let source = Rc::new(BlobSource::new(path.as_str(), blob)?);
            Ok(Dropped { path, source })
        })
        .collect()
}

async fn open_all(job: u32, dropped: Vec<Dropped>, brief: bool) {
    let Ok(mut opened) = reading::read(job, dropped).await else { return send(&not_loaded(job)) };
    // Lent to the reply: a copy would double the memory, and need code that copies every type of the report.
    let mut report = std::mem::take(&mut opened.report);
    let kept = if brief { shorten(&mut report) } else { Vec::new() };
    let lists = kept.iter().map(|(variables, objects)| Lists {
        variables: variables.len(),
        objects: objects.as_ref().map_or(0, |objects| objects.nodes.len()),
    });
    let reply = Reply::Report { job, report, lists: lists.collect() };
    send(&reply);
    if let Reply::Report { report, .. } = reply {
        opened.report = report;
    }
    for (artifact, (variables, objects)) in opened.report.artifacts.iter_mut().zip(kept) {
        (artifact.variables, artifact.object_graph) = (variables, objects);
    }
    opened::OPENED.set(Some(opened));
}

/// Takes the long lists out of a report: reading them took the page longer than everything else of a verdict.
fn shorten(report: &mut Report) -> Vec<(Vec<Variable>, Option<ObjectGraph>)> {
    let take = |artifact: &mut Artifact| (std::mem::take(&mut artifact.variables), artifact.object_graph.take());
    report.artifacts.iter_mut().map(take).collect()
}

fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    text
}
