//! The explorer worker: everything that reads files. It answers [`Request`]s one after the other and holds what was
//! opened last; the page never parses anything.

use super::blob::BlobSource;
use super::protocol::{BLOBS, JSON, Reply, Request};
use crate::artifact::Dropped;
use crate::bytes::{Limits, Result, read_range};
use crate::report::schema::{ErrorInfo, Message};
use crate::report::{Opened, Progress, open, tell};
use js_sys::{Array, Object, Reflect};
use std::cell::RefCell;
use std::fmt::Write as _;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{Blob, DedicatedWorkerGlobalScope, MessageEvent};

/// Bytes of one [`Request::Bytes`] at most.
const MOST_BYTES: u32 = 64 << 10;

thread_local! {
    static OPENED: RefCell<Option<Opened>> = const { RefCell::new(None) };
}

/// Starts the worker. Called once by the module's `main`.
pub fn start() {
    std::panic::set_hook(Box::new(|info| send(&Reply::Stopped { text: info.to_string() })));
    let listener = Closure::<dyn FnMut(MessageEvent)>::new(|event: MessageEvent| receive(&event.data()));
    scope().set_onmessage(Some(listener.as_ref().unchecked_ref()));
    // The worker listens as long as it lives.
    listener.forget();
    send(&Reply::Ready);
}

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

fn send(reply: &Reply) {
    let message = Object::new();
    if let Ok(json) = serde_json::to_string(reply) {
        let _ = Reflect::set(&message, &JSON.into(), &json.into());
        let _ = scope().post_message(&message);
    }
}

fn receive(message: &JsValue) {
    let text = Reflect::get(message, &JSON.into()).ok().and_then(|v| v.as_string()).unwrap_or_default();
    let Ok(request) = serde_json::from_str::<Request>(&text) else { return };
    match request {
        Request::Open { job, paths } => {
            let blobs: Array = Reflect::get(message, &BLOBS.into()).unwrap_or_default().unchecked_into();
            let blobs = blobs.iter().map(JsCast::unchecked_into::<Blob>);
            match sources(paths, blobs) {
                Ok(dropped) => open_all(job, dropped),
                Err(error) => send(&Reply::Failed { job, error: tell::error(&error) }),
            }
        }
        Request::Values { job, artifact, variable } => {
            let answer = OPENED.with_borrow(|o| o.as_ref().and_then(|o| o.values(artifact, &variable)));
            send(&answer.map_or_else(|| gone(job), |variable| Reply::Values { job, variable }));
        }
        Request::Graph { job, artifact, graph, options, reveal } => {
            let answer = OPENED.with_borrow(|o| o.as_ref().and_then(|o| o.drawing(artifact, graph, &options, reveal)));
            send(&answer.map_or_else(|| gone(job), |drawing| Reply::Graph { job, drawing }));
        }
        Request::Find { job, artifact, graph, text } => {
            let answer = OPENED.with_borrow(|o| o.as_ref().and_then(|o| o.find(artifact, graph, &text)));
            send(&answer.map_or_else(|| gone(job), |(nodes, total)| Reply::Found { job, nodes, total }));
        }
        Request::Bytes { job, artifact, file, offset, len } => {
            let source = OPENED.with_borrow(|o| {
                let files = &o.as_ref()?.artifacts.get(artifact)?.files;
                files.iter().find(|f| f.path == file || **f.source.name() == *file).map(|f| f.source.clone())
            });
            let Some(source) = source else { return send(&gone(job)) };
            let start = offset.min(source.len());
            let end = start.saturating_add(u64::from(len.min(MOST_BYTES))).min(source.len());
            send(&match read_range(&*source, start..end, &Limits::default()) {
                Ok(bytes) => Reply::Bytes { job, offset: start, size: source.len(), hex: hex(&bytes) },
                Err(error) => Reply::Failed { job, error: tell::error(&error) },
            });
        }
    }
}

fn sources(paths: Vec<String>, blobs: impl Iterator<Item = Blob>) -> Result<Vec<Dropped>> {
    paths
        .into_iter()
        .zip(blobs)
        .map(|(path, blob)| {
            let source = Rc::new(BlobSource::new(path.as_str(), blob)?);
            Ok(Dropped { path, source })
        })
        .collect()
}

fn open_all(job: u32, dropped: Vec<Dropped>) {
    // What was open before goes first: two large models need not fit at once.
    OPENED.set(None);
    let opened = open(dropped, &Limits::default(), &mut |p: Progress| {
        send(&Reply::Progress { job, stage: p.step.to_owned(), subject: p.name, done: p.done, total: p.of });
    });
    send(&Reply::Report { job, report: opened.report.clone() });
    OPENED.set(Some(opened));
}

/// The answer when what was asked about is not open.
fn gone(job: u32) -> Reply {
    let detail = Message { id: "not-open".to_owned(), ..Message::default() };
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
