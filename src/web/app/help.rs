//! The help: the terms and signs of the page, its shortcuts, the copies of files that it keeps.

use super::state::App;
use super::storage::save;
use super::words::{t, tr};
use super::{format, kept, labels, view_list};
use crate::report::schema::{Certainty, Outcome};
use crate::web::dom::{Node, NodeRef, html};
use leptos::prelude::*;
use web_sys::HtmlDialogElement;

/// The open help.
pub fn help() -> Node {
    let app = App::get();
    let dialog = NodeRef::new();
    dialog.on_load(move |dialog: HtmlDialogElement| {
        let _ = dialog.show_modal();
    });
    // Digits select up to nine views; with an open file, those of the file.
    let views = Memo::new(move |_| match view_list::of(app).len() {
        0 => 9,
        some => some.min(9),
    });
    let cleared = RwSignal::new(false);
    let keys = [
        ("?", "key-help"),
        ("o", "key-open"),
        ("t", "key-target"),
        ("/", "key-find"),
        ("Ctrl K", "key-palette"),
        ("← →", "key-arrows"),
        ("Enter", "key-enter"),
        ("Alt ↑ ↓", "key-edges"),
        ("Alt ← →", "key-visited"),
        ("D", "key-describe"),
        ("Ctrl Z", "key-undo"),
    ];
    let choose = move |event| {
        let on = event_target_checked(&event);
        app.single_keys.set(on);
        save("single-keys", if on { "on" } else { "off" });
    };
    html! {
        <dialog id="help" node_ref=dialog aria-labelledby="help-title" on:close=move |_| app.help.set(false)>
            <form method="dialog">
                // The focus begins at the top: the button at the end would scroll a small screen past everything.
                <h2 id="help-title" tabindex="-1" autofocus>{t("help-title")}</h2>
                <p>{t("help-what")}</p>
                <p>{t("help-private")}</p>
                <p>{tr("help-kept", &[("size", format::bytes(kept::MOST as u64).into())])}" "
                    <button type="button" on:click=move |_| { kept::clear(); cleared.set(true); }>{t("kept-clear")}</button>
                    " "<span role="status">{move || cleared.get().then(|| t("kept-cleared"))}</span></p>
                <dl class="signs">
                    {[Outcome::Loads, Outcome::Warns, Outcome::Refused, Outcome::Unknown].map(|outcome| html! {
                        <dt>{labels::pill(outcome)}</dt>
                        <dd>{t(&format!("outcome-{}-long", outcome.word()))}</dd>
                    })}
                    {Certainty::ALL.map(|certainty| html! {
                        <dt>{labels::certainty_pill(certainty, String::new())}</dt>
                        <dd>{t(&format!("certainty-{}-long", certainty.word()))}</dd>
                    })}
                </dl>
                <p><a href=labels::doc_address("docs/index.html") target="_blank" rel="noopener">{t("help-docs")}</a></p>
                <h3>{t("help-keys")}</h3>
                <dl class="keys">
                    {keys.map(|(key, id)| html! { <dt><kbd>{key}</kbd></dt><dd>{t(id)}</dd> })}
                    <dt><kbd>{move || format!("1 … {}", views.get())}</kbd></dt><dd>{t("key-views")}</dd>
                </dl>
                <p><label><input type="checkbox" prop:checked=move || app.single_keys.get() on:change=choose/>
                    " "{t("keys-single")}</label></p>
                <button>{t("close")}</button>
            </form>
        </dialog>
    }
}
