//! Replies to the page.

use crate::bytes::Failure;
use crate::message::Message;
use crate::report::schema::ErrorInfo;
use crate::web::message::{ANSWER, BLOBS, JSON};
use crate::web::protocol::Reply;
use js_sys::{Array, Object, Reflect};
use wasm_bindgen::prelude::*;
use web_sys::{Blob, DedicatedWorkerGlobalScope};

/// The worker.
pub fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

/// Sends a reply.
pub fn send(reply: &Reply) {
    post(reply, None, None);
}

/// Sends a reply with the JSON of an answer and a blob.
pub fn post(reply: &Reply, answer: Option<String>, blob: Option<Blob>) {
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

/// The answer when the artifact is not open.
pub fn gone(job: u32) -> Reply {
    failed(job, "not-open")
}

/// The answer when its code could not be fetched.
pub fn not_loaded(job: u32) -> Reply {
    failed(job, "part-not-loaded")
}

/// A failure with only an id.
fn failed(job: u32, id: &'static str) -> Reply {
    let detail = Message::new(id);
    let message = detail.id.to_string();
    Reply::Failed { job, error: ErrorInfo { failure: Failure::Unreadable, message, detail, ..ErrorInfo::default() } }
}
