//! Replies to the page.

use super::json;
use crate::web::message::{BLOBS, JSON};
use crate::web::run_protocol::RunReply;
use js_sys::{Array, Object, Reflect, Uint8Array};
use wasm_bindgen::prelude::*;
use web_sys::DedicatedWorkerGlobalScope;

/// The worker.
pub fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

/// Sends a reply with the bytes of outputs.
pub fn send(reply: &RunReply, outputs: &[Vec<u8>]) {
    let json = json::text(reply);
    let message = Object::new();
    let blobs: Array = outputs.iter().map(|bytes| JsValue::from(Uint8Array::from(bytes.as_slice()))).collect();
    let _ = Reflect::set(&message, &JSON.into(), &json.into());
    let _ = Reflect::set(&message, &BLOBS.into(), &blobs);
    let _ = scope().post_message(&message);
}
