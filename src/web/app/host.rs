//! The element that this instance of the page lives in, `<vintage-explorer>`: its part of the document, its address, and
//! the files of the build. `static/host.js` implements it.
//!
//! An instance of the module has one element, so that one that stops leaves the others alone.

use js_sys::Promise;
use std::cell::RefCell;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Document, Element, EventTarget, HtmlElement, ShadowRoot, Worker};

#[wasm_bindgen]
extern "C" {
    /// The element as the module sees it.
    #[derive(Clone)]
    pub type Host;
    /// Whether it is a page of its own: then it has the address, the title and the keys of the document.
    #[wasm_bindgen(method, getter, js_name = isPage)]
    fn is_page(this: &Host) -> bool;
    /// The element within the shadow root that everything is in.
    #[wasm_bindgen(method, getter)]
    fn root(this: &Host) -> HtmlElement;
    /// Where keys, drops and pastes are listened to.
    #[wasm_bindgen(method, getter)]
    fn scope(this: &Host) -> EventTarget;
    #[wasm_bindgen(method, getter, js_name = fetchesAhead)]
    fn fetches_ahead(this: &Host) -> bool;
    /// The theme that the element asks for, by the name that is kept; empty to look like the document around it.
    #[wasm_bindgen(method, getter)]
    fn look(this: &Host) -> String;
    /// The address of a file of the build or of the site.
    #[wasm_bindgen(method)]
    fn file(this: &Host, path: &str) -> String;
    #[wasm_bindgen(method)]
    fn source(this: &Host, url: &str) -> Promise;
    #[wasm_bindgen(method)]
    fn paths(this: &Host, urls: Vec<String>) -> Vec<String>;
    #[wasm_bindgen(method)]
    fn pause(this: &Host, milliseconds: u32) -> Promise;
    /// The wanted state, as a fragment.
    #[wasm_bindgen(method, getter)]
    fn address(this: &Host) -> String;
    /// An address that shows the state at hand.
    #[wasm_bindgen(method, getter)]
    fn link(this: &Host) -> String;
    #[wasm_bindgen(method)]
    fn record(this: &Host, fragment: &str, step: bool);
    #[wasm_bindgen(method)]
    fn report(this: &Host, kind: &str, detail: &JsValue);
    #[wasm_bindgen(method)]
    fn title(this: &Host, text: &str);
    #[wasm_bindgen(method)]
    fn theme(this: &Host, name: &str);
    #[wasm_bindgen(method)]
    fn language(this: &Host, tag: &str, dir: &str);
    #[wasm_bindgen(method)]
    fn style(this: &Host, sheet: &str) -> Promise;
    #[wasm_bindgen(method, catch)]
    fn worker(this: &Host, path: &str, name: &str) -> Result<Worker, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn reader(this: &Host) -> Result<Reader, JsValue>;

    /// The explorer worker, which the elements of a document share: this instance's end of it.
    #[derive(Clone)]
    pub type Reader;
    /// Sends a message.
    #[wasm_bindgen(method, js_name = postMessage)]
    pub fn post_message(this: &Reader, message: &JsValue);
    /// Called with each message event.
    #[wasm_bindgen(method, setter, js_name = onmessage)]
    pub fn set_onmessage(this: &Reader, listener: &JsValue);
    /// Called with the message of a worker that stopped, and whether no other instance has it.
    #[wasm_bindgen(method, setter, js_name = onerror)]
    pub fn set_onerror(this: &Reader, listener: &JsValue);
    /// Called when the worker was ended by another instance.
    #[wasm_bindgen(method, setter, js_name = onlost)]
    pub fn set_onlost(this: &Reader, listener: &JsValue);
    /// Ends the part of the worker that is this instance's, when it has nothing to do.
    #[wasm_bindgen(method)]
    pub fn close(this: &Reader);
    /// Ends the worker's work for this instance, also in the middle of it.
    #[wasm_bindgen(method)]
    pub fn terminate(this: &Reader);
}

thread_local! {
    static HOST: RefCell<Option<Host>> = const { RefCell::new(None) };
}

/// Sets the element; before anything else.
pub fn set(host: Host) {
    HOST.set(Some(host));
}

fn host<T>(with: impl FnOnce(&Host) -> T) -> T {
    HOST.with_borrow(|host| with(host.as_ref().expect("the page is mounted with its element")))
}

/// Whether the element is a page of its own. Only such a page keeps choices and files in the browser.
pub fn is_page() -> bool {
    host(Host::is_page)
}

/// The element within the shadow root that everything is in.
pub fn root() -> HtmlElement {
    host(Host::root)
}

/// Where keys, drops and pastes are listened to: the window of a page of its own, otherwise the element.
pub fn scope() -> EventTarget {
    host(Host::scope)
}

/// Whether code may be fetched before it is needed.
pub fn fetches_ahead() -> bool {
    host(Host::fetches_ahead)
}

/// The theme that the element asks for; empty to look like the document around it.
pub fn look() -> String {
    host(Host::look)
}

/// The address of a file of the build, such as `static/style.css`, or of the site, such as `static/samples/samples.json`.
pub fn file(path: &str) -> String {
    host(|host| host.file(path))
}

/// The response for the address of a file to read.
pub async fn source(url: &str) -> Result<JsValue, JsValue> {
    JsFuture::from(host(|host| host.source(url))).await
}

/// Paths for files behind these addresses that are read together.
pub fn paths(urls: &[String]) -> Vec<String> {
    host(|host| host.paths(urls.to_vec()))
}

/// The time in which the browser displays an answer, in milliseconds.
#[cfg(feature = "split-app")]
pub const DISPLAYED: u32 = 50;

/// Waits, so that the browser has time for other tasks.
pub async fn pause(milliseconds: u32) {
    // It cannot fail.
    let _ = JsFuture::from(host(|host| host.pause(milliseconds))).await;
}

/// The wanted state, as a fragment without `#`.
pub fn address() -> String {
    host(Host::address)
}

/// An address that shows the state at hand.
pub fn link() -> String {
    host(Host::link)
}

/// Reports the state as a fragment; `step` if a visitor may want to go back from it.
pub fn record(fragment: &str, step: bool) {
    host(|host| host.record(fragment, step));
}

/// Reports an answer or an error.
pub fn report(kind: &str, detail: &JsValue) {
    host(|host| host.report(kind, detail));
}

/// Sets the title of a page of its own.
pub fn title(text: &str) {
    host(|host| host.title(text));
}

/// Chooses light, dark, or the system's colors.
pub fn theme(name: &str) {
    host(|host| host.theme(name));
}

/// Sets language and direction of everything in the element.
pub fn language(tag: &str, dir: &str) {
    host(|host| host.language(tag, dir));
}

/// Adds a style sheet of the build, once: false if it cannot be fetched.
pub async fn style(sheet: &str) -> bool {
    let added = host(|host| host.style(sheet));
    JsFuture::from(added).await.is_ok()
}

/// Starts a worker with a script of the build; `None` when the browser refuses.
pub fn worker(path: &str, name: &str) -> Option<Worker> {
    host(|host| host.worker(path, name)).ok()
}

/// This instance's end of the explorer worker; `None` when the browser refuses workers.
pub fn reader() -> Option<Reader> {
    host(Host::reader).ok()
}

/// The first element for a selector.
pub fn find(selector: &str) -> Option<HtmlElement> {
    root().query_selector(selector).ok().flatten()?.dyn_into().ok()
}

/// The element with the focus, if it is in here.
pub fn focused() -> Option<Element> {
    root().get_root_node().dyn_into::<ShadowRoot>().ok()?.active_element()
}

/// The absolute address of one that may be relative to the document.
pub fn complete(address: &str) -> String {
    let base = document().and_then(|document| document.base_uri().ok().flatten()).unwrap_or_default();
    web_sys::Url::new_with_base(address, &base).map_or_else(|_| address.to_owned(), |url| url.href())
}

/// The document around the element.
pub fn document() -> Option<Document> {
    root().owner_document()
}
