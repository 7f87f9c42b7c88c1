//! The editor of the mapping: variables without a value, unused keys, and the pairs of both.
//!
//! Owns: typing, dragging and undoing of pairs. Must not know: whether a pair is possible, which the answer reports.

use crate::fold::folded;
use crate::restore::Mapped;
use crate::services::restore::mapping::Mapping;
use crate::services::restore::schema::{MappedPair, RestoreReport, TypeOfValue};
use crate::web::app::copy::copy;
use crate::web::app::words::{Arg, t, tr};
use crate::web::app::{focus, format, host};
use crate::web::dom::{Node, html, keyed};
use leptos::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DragEvent, Event};

/// Rows of a list that are shown; the filter finds the others.
const MOST: usize = 200;

/// Suggestions for a variable.
const SUGGESTED: usize = 100;

/// State of the editor, which outlives each answer.
#[derive(Clone, Copy)]
pub struct Editor {
    /// The pairs.
    pub mapping: RwSignal<Vec<Mapping>>,
    /// The key that is being dragged.
    dragged: RwSignal<Option<String>>,
    /// The variable that a key is dragged over.
    over: RwSignal<Option<String>>,
    /// The variable whose field has suggestions.
    suggested: RwSignal<String>,
    filter: RwSignal<String>,
    /// Row of the latest change: its controls are exchanged when the answer arrives.
    changed: RwSignal<Option<usize>>,
}

impl Editor {
    /// Without pairs.
    pub fn new() -> Self {
        Self {
            mapping: RwSignal::new(Vec::new()),
            dragged: RwSignal::new(None),
            over: RwSignal::new(None),
            suggested: RwSignal::new(String::new()),
            filter: RwSignal::new(String::new()),
            changed: RwSignal::new(None),
        }
    }

    /// Maps a variable to a key; replaces its earlier pair.
    fn map(self, row: usize, into: &str, key: &str) {
        let key = key.trim();
        let pair = Mapping { into: into.to_owned(), key: key.to_owned() };
        if key.is_empty() || self.mapping.with_untracked(|pairs| pairs.contains(&pair)) {
            return;
        }
        self.changed.set(Some(row));
        self.mapping.update(|pairs| {
            pairs.retain(|pair| pair.into != into);
            pairs.push(pair);
        });
    }

    fn undo(self, row: usize, into: &str) {
        self.changed.set(Some(row));
        self.mapping.update(|pairs| pairs.retain(|pair| pair.into != into));
    }

    /// Adds the proposed renames.
    pub fn map_all(self, report: &RestoreReport) {
        self.mapping.update(|pairs| {
            let proposed = report.renames.iter();
            pairs.extend(proposed.map(|rename| Mapping { into: rename.missing.clone(), key: rename.found.clone() }));
        });
    }

    /// After an answer: the keyboard goes on in the row that it changed.
    pub fn answered(self) {
        let Some(row) = self.changed.get_untracked() else { return };
        self.changed.set(None);
        let settle = move || {
            if host::focused().is_none() {
                focus::focus(&format!("#map-{row}"));
            }
        };
        set_timeout(settle, Duration::ZERO);
    }
}

/// The editor; `None` if nothing can be mapped.
pub fn editor(report: &Arc<RestoreReport>, editor: Editor) -> Option<Node> {
    let anything = !report.missing.is_empty() && report.unused().next().is_some();
    if !anything && report.mapped.is_empty() {
        return None;
    }
    let objects = report.existing.is_some().then(|| html! { <p class="soft">{t("restore-map-objects")}</p> });
    let (variables, keys, suggestions) = (report.clone(), report.clone(), report.clone());
    Some(html! {
        <section class="mapping">
            <h3>{t("restore-map")}</h3>
            <p class="soft">{t("restore-map-what")}</p>
            {objects}
            <input type="search" data-find placeholder=t("filter") aria-label=t("restore-map-filter")
                on:input=move |e| editor.filter.set(event_target_value(&e))/>
            <div class="mapping-sides">
                <div>
                    <h4 id="map-variables">{t("restore-map-variables")}</h4>
                    <ul aria-labelledby="map-variables">{move || rows(&variables, editor)}</ul>
                </div>
                <div>
                    <h4 id="map-keys">{t("restore-map-keys")}</h4>
                    <ul aria-labelledby="map-keys">{move || unused(&keys, editor)}</ul>
                </div>
            </div>
            <datalist id="map-suggestions">{move || options(&suggestions, &editor.suggested.get())}</datalist>
            {copies(report, editor)}
        </section>
    })
}

/// Variables without a value and mapped ones, in the order of their names: a row stays where it is when it is mapped.
fn rows(report: &Arc<RestoreReport>, editor: Editor) -> Node {
    let needle = folded(&editor.filter.get());
    let mut all: BTreeMap<&str, (Option<&TypeOfValue>, Option<&MappedPair>)> =
        report.missing.iter().map(|missing| (missing.key.as_str(), (missing.value.as_ref(), None))).collect();
    for pair in &report.mapped {
        all.entry(&pair.into).or_default().1 = Some(pair);
    }
    let shown = all.into_iter().enumerate().filter(|(_, (name, _))| folded(name).contains(&needle));
    let shown: Vec<_> = shown.take(MOST + 1).collect();
    let more = (shown.len() > MOST).then(|| html! { <li class="soft">{t("restore-map-more")}</li> });
    let rows = shown.into_iter().take(MOST).map(|(index, (name, (value, pair)))| {
        let controls = match pair {
            Some(pair) => mapped(index, pair, editor),
            None => field(index, name, editor),
        };
        (name.to_owned(), row(index, name, value, controls, editor))
    });
    html! { {keyed(rows)}{more} }
}

/// A row that takes dragged keys.
fn row(index: usize, name: &str, value: Option<&TypeOfValue>, controls: Node, editor: Editor) -> Node {
    let (target, entered, dropped) = (name.to_owned(), name.to_owned(), name.to_owned());
    let over = move |event: Event| {
        if editor.dragged.with_untracked(Option::is_some) {
            event.prevent_default();
            if editor.over.with_untracked(|over| over.as_ref() != Some(&entered)) {
                editor.over.set(Some(entered.clone()));
            }
        }
    };
    let drop = move |event: Event| {
        editor.over.set(None);
        if let Some(key) = editor.dragged.get_untracked() {
            event.prevent_default();
            editor.dragged.set(None);
            editor.map(index, &dropped, &key);
        }
    };
    html! {
        <li class="map-into" class:over=move || editor.over.with(|over| over.as_ref() == Some(&target))
            on:dragover=over on:drop=drop on:dragleave=move |_| editor.over.set(None)>
            <span><code>{name.to_owned()}</code>" "{value.map(typed)}</span>
            {controls}
        </li>
    }
}

/// The field of a variable without a pair.
fn field(index: usize, name: &str, editor: Editor) -> Node {
    let (focused, picked, changed) = (name.to_owned(), name.to_owned(), name.to_owned());
    // A suggestion that is chosen is complete; typed text is only at the end.
    let input = move |event: Event| {
        let how = js_sys::Reflect::get(&event, &JsValue::from_str("inputType")).ok().and_then(|how| how.as_string());
        if how.as_deref() == Some("insertReplacementText") {
            editor.map(index, &picked, &event_target_value(&event));
        }
    };
    html! {
        <input id=format!("map-{index}") type="text" size="40" dir="ltr" autocomplete="off" spellcheck="false" list="map-suggestions"
            aria-label=tr("restore-map-key-for", &[("name", Arg::from(name.to_owned()))]) placeholder=t("restore-map-key")
            on:focus=move |_| editor.suggested.set(focused.clone()) on:input=input
            on:change=move |e| editor.map(index, &changed, &event_target_value(&e))/>
    }
}

/// A pair, its result, and the way back.
fn mapped(index: usize, pair: &MappedPair, editor: Editor) -> Node {
    let into = pair.into.clone();
    let (sign, class) = match pair.result {
        Mapped::Taken => ("✓", "loads"),
        Mapped::Converted => ("✓", "warns"),
        _ => ("✕", "refused"),
    };
    let why = (pair.result != Mapped::Taken).then(|| t(&format!("restore-map-{}", pair.result)));
    html! {
        <span class="map-pair">
            <span class=format!("sign {class}") aria-hidden="true">{sign}</span>" ← "<code>{pair.key.clone()}</code>" "
            <span class="soft">{why}</span>
        </span>
        <button id=format!("map-{index}") aria-label=tr("restore-map-undo-of", &[("name", Arg::from(pair.into.clone()))])
            on:click=move |_| editor.undo(index, &into)>{t("restore-map-undo")}</button>
    }
}

/// Unused keys, which can be dragged.
fn unused(report: &Arc<RestoreReport>, editor: Editor) -> Node {
    let needle = folded(&editor.filter.get());
    let shown: Vec<_> = report.unused().filter(|(key, _)| folded(key).contains(&needle)).take(MOST + 1).collect();
    let more = (shown.len() > MOST).then(|| html! { <li class="soft">{t("restore-map-more")}</li> });
    let rows = shown.into_iter().take(MOST).map(|(key, value)| {
        let taken = key.to_owned();
        let start = move |event: Event| {
            if let Some(transfer) = event.dyn_ref::<DragEvent>().and_then(DragEvent::data_transfer) {
                let _ = transfer.set_data("text/plain", &taken);
            }
            editor.dragged.set(Some(taken.clone()));
        };
        let row = html! {
            <li class="map-key" draggable="true" on:dragstart=start on:dragend=move |_| editor.dragged.set(None)>
                <code>{key.to_owned()}</code>" "{value.map(typed)}
            </li>
        };
        (key.to_owned(), row)
    });
    html! { {keyed(rows)}{more} }
}

fn options(report: &RestoreReport, name: &str) -> Node {
    let option = |candidate: crate::services::restore::mapping::Candidate<'_>| {
        let value = candidate.value.map(words).unwrap_or_default();
        let label = if candidate.fits { format!("✓ {value}") } else { value };
        html! { <option value=candidate.key.to_owned() label=label></option> }
    };
    report.candidates(name).into_iter().take(SUGGESTED).map(option).collect()
}

fn words(value: &TypeOfValue) -> String {
    format!("{} {}", value.dtype, format::shape(&value.shape))
}

fn typed(value: &TypeOfValue) -> Node {
    html! { <bdi class="soft">{words(value)}</bdi> }
}

/// The mapping in two forms, and the way back from all of it.
fn copies(report: &Arc<RestoreReport>, editor: Editor) -> Option<Node> {
    if report.mapped.is_empty() {
        return None;
    }
    let (json, python) = (report.clone(), report.clone());
    let copies = (!report.mapping_python.is_empty()).then(|| {
        html! {
            {copy(move || python.mapping_python.clone(), "copy-map-python", "copy-map-python")}
            {copy(move || json.mapping_json(), "copy-map-json", "copy-map-json")}
        }
    });
    Some(html! {
        <p class="buttons">
            {copies}
            <button on:click=move |_| editor.mapping.set(Vec::new())>{t("restore-map-clear")}</button>
        </p>
    })
}
