//! The engine worker as the page sees it: fetched when the user presses Run, ended to cancel.

use crate::services::run::schema::Backend;
use crate::web::app::host;
use crate::web::message::{BLOBS, JSON};
use crate::web::run_protocol::{RunReply, RunRequest};
use js_sys::{Array, Object, Reflect, Uint8Array};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{Blob, ErrorEvent, MessageEvent, Worker};

/// A reply and its files.
pub type OnReply = Rc<dyn Fn(RunReply, Vec<Uint8Array>)>;

/// Callback of the browser for an event.
type Listener<E> = Closure<dyn FnMut(E)>;

/// One engine worker. Dropping it ends the worker.
pub struct Client {
    worker: Worker,
    /// Messages that wait for [`RunReply::Ready`]; `None` after it.
    waiting: Rc<RefCell<Option<Vec<JsValue>>>>,
    _listeners: (Listener<MessageEvent>, Listener<ErrorEvent>),
}

impl Client {
    /// Starts a worker with the module for `backend`; `None` when the browser refuses workers.
    pub fn start(backend: Backend, on_reply: OnReply) -> Option<Self> {
        let kind = if backend == Backend::Gpu { "gpu" } else { "cpu" };
        let url = format!("static/engine.worker.js?backend={kind}");
        let worker = host::worker(&url, "vintage-engine")?;
        let waiting = Rc::new(RefCell::new(Some(Vec::new())));
        let on_message = {
            let (waiting, worker, on_reply) = (waiting.clone(), worker.clone(), on_reply.clone());
            Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
                let data = event.data();
                let text = Reflect::get(&data, &JSON.into()).ok().and_then(|v| v.as_string()).unwrap_or_default();
                let Some(reply) = crate::json::read::<RunReply>(&text) else { return };
                if matches!(reply, RunReply::Ready { .. }) {
                    for message in waiting.take().into_iter().flatten() {
                        let _ = worker.post_message(&message);
                    }
                }
                let blobs = Reflect::get(&data, &BLOBS.into()).ok().and_then(|v| v.dyn_into::<Array>().ok());
                let blobs = blobs.map(|all| all.iter().map(JsCast::unchecked_into).collect()).unwrap_or_default();
                on_reply(reply, blobs);
            })
        };
        let on_error = Closure::<dyn FnMut(ErrorEvent)>::new(move |event: ErrorEvent| {
            event.prevent_default();
            on_reply(RunReply::Stopped { text: event.message() }, Vec::new());
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        Some(Self { worker, waiting, _listeners: (on_message, on_error) })
    }

    /// Sends a request; it waits until the worker listens.
    pub fn post(&self, request: &RunRequest, blobs: &[Blob]) {
        let message = Object::new();
        let json = serde_json::to_string(request).unwrap_or_default();
        let blobs: Array = blobs.iter().map(JsValue::from).collect();
        let _ = Reflect::set(&message, &JSON.into(), &json.into());
        let _ = Reflect::set(&message, &BLOBS.into(), &blobs);
        match &mut *self.waiting.borrow_mut() {
            Some(waiting) => waiting.push(message.into()),
            None => drop(self.worker.post_message(&message)),
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // A message that is on its way must find no listener that is gone.
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}
