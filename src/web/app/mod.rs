//! The page: summary, producer, window and deciding requirements before anything else.
//!
//! Owns: every screen. Must not know: formats, rules, knowledge; it shows a [`crate::report::schema::Report`] and asks
//! the worker for the rest. Each part of the screen is one small file; texts come from [`words`] by id.

mod active;
mod advice;
mod ahead;
mod announce;
mod answer_line;
mod branches;
mod bytes_view;
mod chart_table;
mod chips;
mod chosen;
mod compare;
mod contents;
mod copy;
mod deciding;
mod delegates;
mod details;
mod download;
mod evolution;
mod files_view;
mod findings;
mod focus;
mod format;
mod fragment;
mod frame;
mod graph_view;
mod header;
mod help;
pub mod host;
mod html_report;
mod intake;
mod kept;
mod labels;
mod later;
mod listen;
mod live_region;
mod objects;
mod opening;
mod palette;
mod panes;
mod pickers;
mod picture;
mod progress;
mod ranges;
mod recents;
mod requirements;
mod restore;
mod rich;
mod run;
mod shell;
mod sorting;
mod state;
mod static_answers;
mod statistics;
mod storage;
mod summary;
mod table_export;
mod targets;
mod terms;
mod timeline;
mod variables;
mod view_list;
mod views;
mod virtual_rows;
mod welcome;
pub mod window_table;
mod words;
mod worker;

pub use host::Host;
pub use state::App;

use std::any::Any;
use std::cell::{Cell, RefCell};
use wasm_bindgen::prelude::wasm_bindgen;

thread_local! {
    /// The state, from the moment when the first screen is made.
    static APP: Cell<Option<App>> = const { Cell::new(None) };
    /// The handle that ends the page when it is dropped.
    static MOUNTED: RefCell<Option<Box<dyn Any>>> = const { RefCell::new(None) };
}

/// Shows the page in its element. Called once for an instance of the module.
#[wasm_bindgen]
pub async fn mount(element: Host) {
    host::set(element);
    words::load(fragment::language().or_else(storage::saved_language)).await;
    // Leptos provides the scope of signals; the nodes are our own.
    let handle = leptos::mount::mount_to(host::root(), || {
        let app = App::new();
        leptos::context::provide_context(app);
        crate::web::dom::mount(&host::root(), shell::root(app));
        APP.set(Some(app));
    });
    MOUNTED.set(Some(Box::new(handle)));
}

/// Ends everything, when the element was removed.
#[wasm_bindgen]
pub fn unmount() {
    APP.set(None);
    if let Some(handle) = MOUNTED.take() {
        worker::leave();
        // A file or a chunk that is being fetched still finds the state that it belongs to.
        let end = move || {
            drop(handle);
            worker::leave();
        };
        leptos::prelude::set_timeout(end, std::time::Duration::from_secs(5));
    }
}

/// Takes the state from the element's address, which has changed.
#[wasm_bindgen]
pub fn follow() {
    if let Some(app) = APP.get() {
        fragment::apply(app);
    }
}

/// Opens `File` objects and entries of dropped folders in place of the open files.
#[wasm_bindgen]
pub fn open(given: Vec<wasm_bindgen::JsValue>) {
    if let Some(app) = APP.get() {
        app.clear();
        intake::given(app, given);
    }
}

/// Fetches what follows most answers, while there is none.
#[wasm_bindgen]
pub async fn rehearse() {
    later::rehearse().await;
}

/// Calls `done` with a text about the open files, or with nothing: the drawing of the file in view as an SVG or, with
/// `report`, the complete report.
#[wasm_bindgen]
pub async fn text(report: bool, done: js_sys::Function) {
    match APP.get() {
        Some(app) => picture::give(app, report, done).await,
        None => drop(done.call0(&wasm_bindgen::JsValue::NULL)),
    }
}
