//! The explorer worker as the page sees it: started when first needed, ended to cancel, restarted after a crash.

use super::host::{self, Reader};
use super::state::{App, Busy, PageFile};
use super::{ahead, words};
use crate::json::{self, Read};
use crate::report::schema::{Artifact, ErrorInfo, Failure, Message};
use crate::web::message::{ANSWER, BLOBS, JOB, JSON};
use crate::web::protocol::{PREPARE, Reply, Request};
use js_sys::{Array, Object, Reflect};
use leptos::prelude::*;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{Blob, MessageEvent};

/// The answer to a request, as JSON; the view that sent it knows its type.
pub struct Answer {
    json: String,
    /// Pieces that came before.
    pieces: Vec<String>,
    /// The requested file.
    pub blob: Option<Blob>,
}

impl Answer {
    /// The answer as the requested type; `None` if it has another type.
    pub fn read<T: Read + Default>(&self) -> Option<T> {
        json::read(&self.json)
    }

    /// Whether it came in pieces.
    pub fn is_in_pieces(&self) -> bool {
        !self.pieces.is_empty()
    }

    /// Its pieces, for [`Self::read`] one by one.
    pub fn pieces(self) -> impl Iterator<Item = Self> {
        let all = self.pieces.into_iter().chain([self.json]);
        all.map(|json| Self { json, pieces: Vec::new(), blob: None })
    }

    /// The answer to a question for text.
    pub fn text(self) -> String {
        self.json
    }
}

/// The answer to a request or an error; `None` when the worker ended.
type Replied = Option<Result<Answer, ErrorInfo>>;

/// Called with the answer to a request.
type OnReply = Box<dyn FnOnce(Replied)>;

/// Called with the progress of long work: bytes read, and the total.
type OnProgress = Rc<dyn Fn(u64, u64)>;

/// Callbacks for messages, a stop with its text (and whether it was the only one with the worker), and an end by others.
type Listeners = (Closure<dyn FnMut(MessageEvent)>, Closure<dyn FnMut(String, bool)>, Closure<dyn FnMut()>);

/// The answer to a question before a view has it.
enum Ahead {
    /// It will come, for the view if it asked meanwhile.
    Asked(Option<OnReply>),
    /// It came.
    Came(Answer),
}

struct Client {
    reader: Reader,
    /// Kept alive with the worker.
    _listeners: Listeners,
}

#[derive(Default)]
struct State {
    client: Option<Client>,
    replies: HashMap<u32, OnReply>,
    progress: HashMap<u32, OnProgress>,
    /// Pieces of answers that are not complete.
    pieces: HashMap<u32, Vec<String>>,
    /// By request, as JSON.
    ahead: HashMap<String, Ahead>,
    last_job: u32,
    /// The job whose report is wanted; older ones are dropped.
    opening: u32,
    /// Whether the worker holds the files of the page.
    loaded: bool,
    /// Whether the element was removed: what still goes on begins no worker.
    left: bool,
}

impl State {
    /// Ends the opening `job`; false when another replaced it meanwhile.
    fn finished(&mut self, job: u32) -> bool {
        let wanted = self.opening == job;
        if wanted {
            self.opening = 0;
        }
        wanted
    }
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

fn next_job() -> u32 {
    STATE.with_borrow_mut(|s| {
        s.last_job += 1;
        s.last_job
    })
}

/// Starts the worker before its first request, so that its module loads while the user looks for a file.
pub fn warm_up(app: App) {
    STATE.with_borrow_mut(|s| ensure(s, app));
}

/// Reads files; the report goes to [`App::show`]. A worker that still reads an earlier set is ended first.
pub fn open(app: App, files: Vec<PageFile>) {
    let job = next_job();
    let busy = STATE.with_borrow(|s| s.opening != 0);
    if busy {
        end();
    }
    STATE.with_borrow_mut(|s| {
        s.opening = job;
        // Views that wait get theirs; the others are about files that were there before.
        s.ahead.retain(|_, ahead| matches!(ahead, Ahead::Asked(Some(_))));
    });
    let blobs: Array = files.iter().map(|f| JsValue::from(&f.blob)).collect();
    let paths = files.into_iter().map(|f| f.path).collect();
    post(app, job, &Request::Open { paths, brief: true }, Some(&blobs));
}

/// Sends a request about the open files. After a crash or a cancellation, the worker first gets the files again.
pub fn request(app: App, request: impl Into<Request>, reply: impl FnOnce(Replied) + 'static) {
    ensure_files(app);
    let request = request.into();
    if let Some(reply) = answered_ahead(&request, Box::new(reply)) {
        send(app, next_job(), &request, reply);
    }
}

/// Sends a request that a view will make later: [`request`] then has its answer at once.
pub fn request_ahead(app: App, request: impl Into<Request>) {
    let request = request.into();
    let key = key(&request);
    let is_new = STATE.with_borrow_mut(|s| {
        let is_new = s.loaded && !s.ahead.contains_key(&key);
        if is_new {
            s.ahead.insert(key.clone(), Ahead::Asked(None));
        }
        is_new
    });
    if is_new {
        send(app, next_job(), &request, Box::new(move |answer| came_ahead(&key, answer)));
    }
}

fn key(request: &Request) -> String {
    serde_json::to_string(request).unwrap_or_default()
}

/// Hands out the answer to a request that was made ahead; returns `reply` if there is none and none will come.
fn answered_ahead(request: &Request, reply: OnReply) -> Option<OnReply> {
    STATE.with_borrow_mut(|s| {
        if s.ahead.is_empty() {
            return Some(reply);
        }
        let key = key(request);
        match s.ahead.remove(&key) {
            Some(Ahead::Came(answer)) => {
                // A view has no answer before it has asked.
                leptos::task::spawn_local(async move { reply(Some(Ok(answer))) });
                None
            }
            Some(Ahead::Asked(None)) => {
                s.ahead.insert(key, Ahead::Asked(Some(reply)));
                None
            }
            Some(waits @ Ahead::Asked(Some(_))) => {
                s.ahead.insert(key, waits);
                Some(reply)
            }
            None => Some(reply),
        }
    })
}

/// Keeps the answer to a request that was made ahead, or hands it to the view that waits for it.
fn came_ahead(key: &str, answer: Replied) {
    let waits = STATE.with_borrow_mut(|s| match (s.ahead.remove(key), answer) {
        (Some(Ahead::Asked(Some(reply))), answer) => Some((reply, answer)),
        (Some(Ahead::Asked(None)), Some(Ok(answer))) => {
            s.ahead.insert(key.to_owned(), Ahead::Came(answer));
            None
        }
        _ => None,
    });
    if let Some((reply, answer)) = waits {
        reply(answer);
    }
}

/// Sends a request that is not about a file.
pub fn ask(app: App, request: impl Into<Request>, reply: impl FnOnce(Replied) + 'static) {
    send(app, next_job(), &request.into(), Box::new(reply));
}

/// Like [`request`], for long work; `progress` is called with the bytes done and the total. Returns the job, for
/// [`cancel_job`].
pub fn long_request(
    app: App,
    request: impl Into<Request>,
    progress: impl Fn(u64, u64) + 'static,
    reply: impl FnOnce(Replied) + 'static,
) -> u32 {
    ensure_files(app);
    let job = next_job();
    STATE.with_borrow_mut(|s| drop(s.progress.insert(job, Rc::new(progress))));
    send(app, job, &request.into(), Box::new(reply));
    job
}

fn ensure_files(app: App) {
    if !STATE.with_borrow(|s| s.loaded || s.opening != 0) {
        open(app, app.files.get_untracked());
    }
}

fn send(app: App, job: u32, request: &Request, reply: OnReply) {
    STATE.with_borrow_mut(|s| s.replies.insert(job, reply));
    post(app, job, request, None);
}

/// Cancels long work. The worker confirms it; if it cannot answer any more, nothing waits for it.
pub fn cancel_job(app: App, job: u32) {
    if STATE.with_borrow(|s| s.replies.contains_key(&job)) {
        post(app, job, &Request::Cancel, None);
    }
}

/// Cancels the worker's work: ends it and starts another.
pub fn cancel(app: App) {
    end();
    app.busy.set(None);
    warm_up(app);
}

fn end() {
    let lost = STATE.with_borrow_mut(|s| {
        if let Some(client) = s.client.take() {
            client.reader.terminate();
        }
        s.opening = 0;
        s.loaded = false;
        s.progress.clear();
        s.pieces.clear();
        std::mem::take(&mut s.replies)
    });
    for reply in lost.into_values() {
        reply(None);
    }
    STATE.with_borrow_mut(|s| s.ahead.clear());
}

fn ensure(state: &mut State, app: App) {
    if state.client.is_some() || state.left {
        return;
    }
    let Some(reader) = host::reader() else {
        app.notice(Message::new("worker-missing"));
        return;
    };
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let data = event.data();
        let text =
            |field: &str| Reflect::get(&data, &field.into()).ok().and_then(|v| v.as_string()).unwrap_or_default();
        match json::read(&text(JSON)) {
            Some(Reply::Answer { job }) => {
                let blobs = Reflect::get(&data, &BLOBS.into()).ok().and_then(|v| v.dyn_into::<Array>().ok());
                let blob = blobs.and_then(|blobs| blobs.get(0).dyn_into().ok());
                let pieces = STATE.with_borrow_mut(|s| s.pieces.remove(&job)).unwrap_or_default();
                answer(job, Some(Ok(Answer { json: text(ANSWER), pieces, blob })));
            }
            Some(Reply::Piece { job }) => {
                STATE.with_borrow_mut(|s| s.pieces.entry(job).or_default().push(text(ANSWER)));
            }
            Some(reply) => take(app, reply),
            None => stopped(app, "unreadable message"),
        }
    });
    let on_error = Closure::<dyn FnMut(String, bool)>::new(move |text: String, alone: bool| {
        // What stopped a shared worker may have been for another instance.
        let waits = STATE.with_borrow(|s| s.opening != 0 || !s.replies.is_empty());
        if waits || alone { stopped(app, &text) } else { lost(app) }
    });
    let on_lost = Closure::<dyn FnMut()>::new(move || lost(app));
    reader.set_onmessage(on_message.as_ref());
    reader.set_onerror(on_error.as_ref());
    reader.set_onlost(on_lost.as_ref());
    state.client = Some(Client { reader, _listeners: (on_message, on_error, on_lost) });
}

fn post(app: App, job: u32, request: &Request, blobs: Option<&Array>) {
    let message = Object::new();
    let json = serde_json::to_string(request).unwrap_or_default();
    let _ = Reflect::set(&message, &JOB.into(), &job.into());
    let _ = Reflect::set(&message, &JSON.into(), &json.into());
    if let Some(blobs) = blobs {
        let _ = Reflect::set(&message, &BLOBS.into(), blobs);
    }
    STATE.with_borrow_mut(|s| {
        ensure(s, app);
        if let Some(client) = &s.client {
            client.reader.post_message(&message);
        }
    });
}

fn take(app: App, reply: Reply) {
    let opening = STATE.with_borrow(|s| s.opening);
    match reply {
        Reply::Progress { job, stage, subject, done, total } if job == opening => {
            app.busy.set(Some(Busy { stage, subject, done, total }));
        }
        Reply::Progress { job, done, total, .. } => {
            if let Some(progress) = STATE.with_borrow(|s| s.progress.get(&job).cloned()) {
                progress(done, total);
            }
        }
        Reply::Report { job, report, lists } if job == opening => {
            leptos::task::spawn_local(async move {
                words::rest_for(&report).await;
                // Other files were opened meanwhile.
                if STATE.with_borrow_mut(|s| s.finished(job)) {
                    STATE.with_borrow_mut(|s| s.loaded = true);
                    if report.artifacts.first().is_some_and(ahead::prepares) {
                        send(app, next_job(), &Request::Ask { question: PREPARE.to_owned() }, Box::new(drop));
                    }
                    app.show(report, lists);
                }
            });
        }
        Reply::Stopped { text } => stopped(app, &text),
        Reply::Failed { job, error } if job == opening => {
            leptos::task::spawn_local(async move {
                words::rest().await;
                if STATE.with_borrow_mut(|s| s.finished(job)) {
                    app.busy.set(None);
                    app.notice_error(error);
                }
            });
        }
        Reply::Failed { job, error } => answer(job, Some(Err(error))),
        Reply::Cancelled { job } => answer(job, None),
        Reply::Report { .. } | Reply::Piece { .. } | Reply::Answer { .. } => {}
    }
}

/// Hands an answer to the view that waits for it; `None` for work that was given up.
fn answer(job: u32, answer: Replied) {
    let on_reply = STATE.with_borrow_mut(|s| {
        s.progress.remove(&job);
        // Those of an answer were taken before.
        s.pieces.remove(&job);
        s.replies.remove(&job)
    });
    if let Some(on_reply) = on_reply {
        on_reply(answer);
    }
}

/// Another instance has ended the worker: what it was reading is read again; other files when they are asked for.
fn lost(app: App) {
    let was_opening = STATE.with_borrow(|s| s.opening != 0);
    end();
    if was_opening {
        open(app, app.files.get_untracked());
    }
}

/// Ends this instance's part of the worker, which others may still need; all of it if it is in the middle of work.
pub fn leave() {
    let idle = STATE.with_borrow_mut(|s| {
        s.left = true;
        s.client.take_if(|_| s.opening == 0 && s.replies.is_empty())
    });
    match idle {
        Some(client) => client.reader.close(),
        None => end(),
    }
}

/// The worker has crashed: reports it, shows the known files, and starts another.
fn stopped(app: App, text: &str) {
    let was_opening = STATE.with_borrow(|s| s.opening != 0);
    // The panic message comes first, then its trap; one is enough.
    let known = STATE.with_borrow(|s| s.client.is_none());
    end();
    app.busy.set(None);
    if !known {
        app.notice(Message::new("reader-stopped").with("text", text));
    }
    if was_opening && app.artifacts.with_untracked(Vec::is_empty) {
        // Nothing was read yet: keep the files in view, so that nothing seems lost.
        let files = app.files.get_untracked();
        let bytes = files.iter().map(|f| f.blob.size() as u64).sum();
        let name = files.first().map(|f| f.path.clone()).unwrap_or_default();
        let detail = Message::new("reader-stopped").with("text", text);
        let error = ErrorInfo { failure: Failure::Unreadable, detail, ..ErrorInfo::default() };
        let artifact = Artifact {
            name,
            files: files.into_iter().map(|f| f.path).collect(),
            bytes,
            error: Some(error),
            ..Artifact::default()
        };
        let schema = crate::report::schema::SCHEMA;
        let report = crate::report::schema::Report { schema, artifacts: vec![artifact], unused: Vec::new() };
        app.show(report, Vec::new());
        app.notices.set(Vec::new());
    }
}
