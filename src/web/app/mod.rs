//! The page: summary, producer, window and deciding requirements before anything else.
//!
//! Owns: every screen. Must not know: formats, rules, knowledge; it shows a [`crate::report::schema::Report`] and asks
//! the worker for the rest. Each part of the screen is one small file; texts come from [`words`] by id.

mod active;
mod advice;
mod announce;
mod answer_line;
mod bytes_view;
mod chart_table;
mod chips;
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
mod html_report;
mod intake;
mod kept;
mod labels;
mod later;
mod live_region;
mod objects;
mod opening;
mod palette;
mod panes;
mod progress;
mod ranges;
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

pub use state::App;

/// Mounts the page. Called once, when the module is instantiated.
pub fn start() {
    wasm_bindgen_futures::spawn_local(async {
        words::load(fragment::language().or_else(storage::saved_language)).await;
        // Leptos provides the scope of signals; the nodes are our own.
        leptos::mount::mount_to_body(|| {
            if let Some(body) = leptos::prelude::document().body() {
                crate::web::dom::mount(&body, shell::root());
            }
        });
    });
}
