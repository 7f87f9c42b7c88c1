//! Replies to the page.

use crate::bytes::Failure;
use crate::message::Message;
use crate::report::schema::ErrorInfo;
use crate::web::message::{ANSWER, BLOBS, JSON};
use crate::web::protocol::Reply;
use js_sys::{Array, Object, Reflect};
use std::cell::RefCell;
use wasm_bindgen::prelude::*;
use web_sys::Blob;

#[wasm_bindgen]
extern "C" {
    /// Where requests come from and replies go: a `MessagePort`, or any other object with these two.
    pub type Port;
    /// Called with events that have the message as `data`.
    #[wasm_bindgen(method, setter, js_name = onmessage)]
    pub fn set_onmessage(this: &Port, listener: &JsValue);
    #[wasm_bindgen(method, catch, js_name = postMessage)]
    fn post_message(this: &Port, message: &JsValue) -> Result<(), JsValue>;

    #[wasm_bindgen(js_name = setTimeout)]
    fn set_timeout(callback: &js_sys::Function) -> JsValue;
}

thread_local! {
    static PORT: RefCell<Option<Port>> = const { RefCell::new(None) };
}

/// Sets the port.
pub fn set(port: Port) {
    PORT.set(Some(port));
}

/// Calls back when what waits was done.
pub fn soon(callback: &js_sys::Function) {
    set_timeout(callback);
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
        PORT.with_borrow(|port| {
            let _ = port.as_ref().map(|port| port.post_message(&message));
        });
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
