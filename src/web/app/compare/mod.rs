//! The Compare view: compares this file with another open one by meaning.

mod answer;
mod copied;
mod list;
mod missing;
mod pair;
mod releases;
mod value_files;
mod values;

use super::findings::error_card;
use super::labels::kind_word;
use super::opening;
use super::progress::pending;
use super::state::{App, PageFile, Shown};
use super::words::{Arg, t, tr};
use super::worker;
use crate::report::schema::{ErrorInfo, Kind};
use crate::services::compare::schema::Comparison;
use crate::web::dom::{Node, NodeRef, html};
use crate::web::protocol::Question;
use leptos::prelude::*;
pub use list::sign;
use pair::{Drawings, Pair};
use std::sync::Arc;
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

/// Folder of files picked here, so that a `model.tflite` does not replace another.
const BESIDE: &str = "other";

/// The worker's answer.
#[derive(Clone)]
enum Answer {
    Asked,
    Told(Arc<Comparison>, Pair),
    Failed(ErrorInfo),
}

/// The view; `drawings` are those of two files.
pub fn compare(artifact: Shown, drawings: fn(Pair) -> Node) -> Node {
    let app = App::get();
    let index = app.current.get_untracked();
    let others: Vec<(usize, String, Kind)> = app.artifacts.with_untracked(|all| {
        let fit = all.iter().filter(|(i, other)| *i != index && other.kind != Kind::Unknown);
        fit.map(|(i, other)| (*i, other.name.clone(), other.kind)).collect()
    });
    if others.is_empty() {
        return html! {
            <div class="compare">
                <p>{t("compare-alone")}</p>
                <p class="soft">{t("compare-alone-what")}</p>
                <p class="buttons">{picker(app)}</p>
            </div>
        };
    }
    // Files of the same kind come first; the last one is compared with the others.
    let of_kind = others.iter().find(|(_, _, kind)| *kind == artifact.kind).or(others.first());
    let other = RwSignal::new(of_kind.map_or(0, |(i, ..)| *i));
    let swapped = RwSignal::new(of_kind.is_some_and(|(i, ..)| *i > index));
    let answer = RwSignal::new(Answer::Asked);
    let drawings = Drawings { shown: RwSignal::new(false), view: drawings };
    let pair = Memo::new(move |_| if swapped.get() { (index, other.get()) } else { (other.get(), index) });
    Effect::new(move |_| {
        let asked = pair.get();
        answer.set(Answer::Asked);
        worker::request(app, Question::Compare { artifact: asked.0, other: asked.1, values: false }, move |reply| {
            // Another pair was chosen meanwhile: its answer will follow.
            if pair.try_get_untracked() != Some(asked) {
                return;
            }
            match reply {
                Some(Ok(reply)) => {
                    if let Some(comparison) = reply.read::<Comparison>() {
                        answer.set(Answer::Told(Arc::new(comparison), asked));
                    }
                }
                Some(Err(error)) => answer.set(Answer::Failed(error)),
                None => {}
            }
        });
    });
    let options = others
        .into_iter()
        .map(|(i, name, kind)| {
            let text = tr("compare-option", &[("name", Arg::Text(name)), ("kind", Arg::Text(kind_word(kind)))]);
            html! { <option value=i.to_string() selected=other.get_untracked() == i>{text}</option> }
        })
        .collect::<Node>();
    html! {
        <div class="compare">
            <div class="tools">
                <label class="way">{t("compare-with")}" "
                    <select on:change=move |e| { if let Ok(i) = event_target_value(&e).parse() { other.set(i) } }>{options}</select>
                </label>
                <button on:click=move |_| swapped.update(|s| *s = !*s)>{t("compare-swap")}</button>
                {picker(app)}
            </div>
            {move || match answer.get() {
                Answer::Asked => pending(),
                Answer::Failed(error) => error_card(error),
                Answer::Told(comparison, pair) => answer::answer(&comparison, pair, drawings),
            }}
        </div>
    }
}

/// A button that opens more files, beside those of the same name.
fn picker(app: App) -> Node {
    let input = NodeRef::new();
    let take = move |event: web_sys::Event| {
        let Some(input) = event.target().and_then(|t| t.dyn_into::<HtmlInputElement>().ok()) else { return };
        let list = input.files();
        let list = list.iter().flat_map(|list| (0..list.length()).filter_map(|i| list.get(i)));
        let files: Vec<PageFile> =
            list.map(|file| PageFile { path: beside(app, &file.name()), blob: file.into() }).collect();
        app.sources.set(Vec::new());
        opening::add(app, files);
    };
    let press = move |_| {
        if let Some(input) = input.get_untracked::<HtmlInputElement>() {
            input.click();
        }
    };
    html! {
        <button on:click=press>{t("compare-open")}</button>
        <input type="file" multiple hidden tabindex="-1" data-compare aria-label=t("compare-open") node_ref=input on:change=take/>
    }
}

/// An unused path.
fn beside(app: App, name: &str) -> String {
    let taken = |path: &str| app.files.with_untracked(|files| files.iter().any(|file| file.path == path));
    let folder = |number: usize| match number {
        0 => name.to_owned(),
        1 => format!("{BESIDE}/{name}"),
        number => format!("{BESIDE}-{number}/{name}"),
    };
    (0..).map(folder).find(|path| !taken(path)).unwrap_or_default()
}
