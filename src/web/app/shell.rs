//! The frame of the page: header with the files, views; drop and paste anywhere; keyboard shortcuts.

use super::focus::{focus, in_field, is_there, keep_focus};
use super::listen::on;
use super::state::App;
use super::words::{self, t};
use super::{
    announce, findings, fragment, frame, header, host, intake, kept, later, progress, view_list, views, welcome, worker,
};
use crate::web::dom::{IntoNode, Node, html};
use crate::web::model::address::View;
use crate::web::model::shortcuts::shortcut;
use leptos::prelude::*;
use web_sys::{ClipboardEvent, DragEvent, Event, KeyboardEvent};

/// The complete page. Its state outlives a change of language, which draws everything again.
pub fn root(app: App) -> Node {
    let redraw = RwSignal::new(0u32);
    Effect::new(move || {
        if let Some(tag) = app.language.get().filter(|tag| *tag != words::language()) {
            leptos::task::spawn_local(async move {
                words::load(Some(tag)).await;
                keep_focus("[data-language]");
                redraw.update(|n| *n += 1);
            });
        }
    });
    fragment::follow(app);
    announce::follow(app);
    frame::follow(app);
    worker::warm_up(app);
    kept::begin(app);
    let over = RwSignal::new(false);
    listen(app, over);
    let all = move || {
        redraw.get();
        untrack(|| page(over))
    };
    all.into_node()
}

fn page(over: RwSignal<bool>) -> Node {
    let app = App::get();
    let empty = Memo::new(move |_| app.artifacts.with(Vec::is_empty));
    let evolution = Memo::new(move |_| app.evolution.with(Option::is_some));
    let open = view_list::open(app);
    // Views other than the answer fill the screen.
    let work = move || !empty.get() && !evolution.get() && open.get() != View::Window;
    html! {
        {header::header()}
        <div class="drop-veil" class:on=move || over.get() aria-hidden="true"><span>{t("drop-here")}</span></div>
        {app.announcement.region()}
        {progress::progress_line()}
        {move || app.palette.get().then(|| untrack(|| later::styled("views", later::palette())))}
        {move || app.help.get().then(|| untrack(later::help))}
        <main id="main" class:work=work>
            {findings::notices()}
            {move || match (evolution.get(), empty.get()) {
                (true, _) => untrack(|| later::styled("views", later::evolution())),
                (false, true) => untrack(welcome::welcome),
                (false, false) => untrack(opened),
            }}
        </main>
    }
}

/// Everything about the artifact in view; built again for another artifact.
fn opened() -> Node {
    let app = App::get();
    (move || app.artifact.get().map(|artifact| untrack(|| views::all(artifact)))).into_node()
}

fn listen(app: App, over: RwSignal<bool>) {
    // A drag that begins in the page has no files: a view takes it, or nothing does.
    let own = StoredValue::new(false);
    on("dragstart", move |_: DragEvent| own.set_value(true));
    on("dragend", move |_: DragEvent| own.set_value(false));
    // Where the element under the pointer has changed, as when the page comes, a browser asks with the first of these alone.
    for kind in ["dragenter", "dragover"] {
        on(kind, move |event: DragEvent| {
            if own.get_value() {
                return;
            }
            event.prevent_default();
            if let Some(transfer) = event.data_transfer() {
                transfer.set_drop_effect("copy");
            }
            over.set(true);
        });
    }
    on("dragleave", move |event: DragEvent| {
        // Leaving the window has no related element.
        if event.related_target().is_none() {
            over.set(false);
        }
    });
    // No pointer moves while files are dragged: the browser has dropped a drag that the page, at work, was late to accept.
    on("pointermove", move |_: Event| {
        if over.get_untracked() {
            over.set(false);
        }
    });
    on("drop", move |event: DragEvent| {
        over.set(false);
        // A view has handled the files.
        if event.default_prevented() || own.get_value() {
            return;
        }
        event.prevent_default();
        if let Some(transfer) = event.data_transfer() {
            intake::dropped(app, &transfer);
        }
    });
    on("paste", move |event: ClipboardEvent| {
        if in_field(&event) {
            return;
        }
        let Some(data) = event.clipboard_data() else { return };
        match data.files() {
            Some(files) if files.length() > 0 => intake::picked(app, &files),
            _ => intake::text_given(app, &data.get_data("text/plain").unwrap_or_default()),
        }
    });
    on("keydown", move |event: KeyboardEvent| pressed(app, &event));
}

fn pressed(app: App, event: &KeyboardEvent) {
    let key = event.key();
    if (event.ctrl_key() || event.meta_key()) && key.eq_ignore_ascii_case("k") {
        event.prevent_default();
        app.palette.set(!is_there("dialog[open]"));
        return;
    }
    // A key that moves the focus must not reach the new element: a select would take the letter as a choice.
    let elsewhere = event.default_prevented() || in_field(event) || is_there("dialog[open]");
    if event.ctrl_key() || event.meta_key() || event.alt_key() || elsewhere {
        return;
    }
    let key = shortcut(&key, &event.code(), event.shift_key(), app.single_keys.get_untracked());
    if key.is_some_and(|key| shortcut_of(app, &key)) {
        event.prevent_default();
    }
}

/// Runs the action of a single key; false for other keys.
fn shortcut_of(app: App, key: &str) -> bool {
    match key {
        "?" => {
            app.help.set(true);
            true
        }
        "/" => {
            if !focus("[data-find]") {
                app.palette.set(true);
            }
            true
        }
        "o" => host::find("#pick-files").map(|input| input.click()).is_some(),
        "t" => focus("[data-target]"),
        "Escape" => {
            app.place.set(None);
            false
        }
        digit => {
            let shown = untrack(|| view_list::of(app));
            let index = digit.parse::<usize>().ok().filter(|n| *n > 0).map(|n| n - 1);
            let view = index.and_then(|i| shown.get(i).copied());
            if let Some(view) = view {
                app.view.set(view);
            }
            view.is_some()
        }
    }
}
