//! The views below the verdict: tabs, or a list if there is no room for tabs.

use super::later;
use super::restore::restorable;
use super::state::{App, Shown};
use super::words::t;
use crate::report::schema::{Artifact, Kind};
use crate::web::dom::{Node, html};
use crate::web::model::address::View;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};

/// The views that have something to show for an artifact.
pub fn views(artifact: &Artifact) -> Vec<View> {
    View::ALL
        .into_iter()
        .filter(|view| match view {
            View::Requirements => !artifact.requirements.is_empty(),
            View::Contents => {
                !artifact.graphs.is_empty() || !artifact.signatures.is_empty() || !artifact.identity.facts.is_empty()
            }
            // Weights of a TFLite model are listed when the view requests them.
            View::Variables => {
                !artifact.variables.is_empty() || artifact.kind == Kind::Tflite && !artifact.graphs.is_empty()
            }
            View::Objects => artifact.object_graph.is_some(),
            View::Restore => restorable(artifact),
            // With one file the view explains itself.
            View::Compare => artifact.kind != Kind::Unknown,
            View::Bytes => !artifact.files.is_empty(),
            View::Run | View::Delegates => artifact.kind == Kind::Tflite && !artifact.graphs.is_empty(),
            View::Graph => artifact.graphs.iter().any(|g| g.nodes > 0),
        })
        .collect()
}

/// Tabs and the open view.
pub fn tabs(artifact: Shown) -> Node {
    let app = App::get();
    let shown = StoredValue::new(views(&artifact));
    // If this artifact lacks the requested view, its first one is open, but the request is kept.
    let open = Memo::new(move |_| {
        let wanted = app.view.get();
        shown.with_value(|s| if s.contains(&wanted) { wanted } else { s.first().copied().unwrap_or_default() })
    });
    let key = move |event: KeyboardEvent| {
        let all = shown.get_value();
        let now = all.iter().position(|v| *v == open.get_untracked()).unwrap_or(0);
        let forward = if document().document_element().is_some_and(|r| r.get_attribute("dir").as_deref() == Some("rtl"))
        {
            ("ArrowLeft", "ArrowRight")
        } else {
            ("ArrowRight", "ArrowLeft")
        };
        let key = event.key();
        let to = match key.as_str() {
            k if k == forward.0 => (now + 1) % all.len(),
            k if k == forward.1 => (now + all.len() - 1) % all.len(),
            "Home" => 0,
            "End" => all.len() - 1,
            _ => return,
        };
        event.prevent_default();
        app.view.set(all[to]);
        let id = format!("tab-{}", all[to].word());
        if let Some(tab) = document().get_element_by_id(&id) {
            let _ = tab.unchecked_into::<HtmlElement>().focus();
        }
    };
    let choose = move |event| {
        if let Some(view) = View::from_word(&event_target_value(&event)) {
            app.view.set(view);
        }
    };
    html! {
        <div class="tabs" role="tablist" aria-label=t("views") on:keydown=key>
            {shown.get_value().into_iter().map(|v| html! {
                <button role="tab" id=format!("tab-{}", v.word()) aria-controls="panel"
                    aria-selected=move || (open.get() == v).to_string()
                    tabindex=move || if open.get() == v { "0" } else { "-1" }
                    on:click=move |_| app.view.set(v)>{t(&format!("view-{}", v.word()))}</button>
            }).collect::<Node>()}
        </div>
        <div class="tabs-narrow">
            <select aria-label=t("views") on:change=choose>
                {move || shown.get_value().into_iter().map(|v| html! {
                    <option value=v.word() selected=open.get() == v>{t(&format!("view-{}", v.word()))}</option>
                }).collect::<Node>()}
            </select>
        </div>
        <div class="panel" id="panel" role="tabpanel" aria-labelledby=move || format!("tab-{}", open.get().word())>
            {move || {
                let artifact = artifact.clone();
                let open = open.get();
                untrack(|| match open {
                    View::Requirements if artifact.requirements.is_empty() => Node::Nothing,
                    View::Requirements => later::requirements(artifact),
                    View::Graph => later::graph(artifact),
                    View::Contents => later::contents(artifact),
                    View::Variables => later::variables(artifact),
                    View::Objects => later::objects(artifact),
                    View::Restore => later::restore(artifact),
                    View::Compare => later::compare(artifact),
                    View::Delegates => later::delegates(artifact),
                    View::Run => later::run(artifact),
                    View::Bytes => later::bytes(artifact),
                })
            }}
        </div>
    }
}
