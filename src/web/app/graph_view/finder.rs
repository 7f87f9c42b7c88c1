//! Search for nodes of the complete graph, also those inside closed groups; the worker searches.

use super::stage::Stage;
use crate::graph::QueryError;
use crate::report::graphs::FoundNodes;
use crate::web::app::active::Active;
use crate::web::app::state::App;
use crate::web::app::words::{t, tr};
use crate::web::app::worker;
use crate::web::dom::{Node, html};
use crate::web::protocol::Question;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};

/// Answers shown at once.
const SHOWN: usize = 40;

/// The field and its answers. Choosing one selects it, opening the groups around it.
pub fn finder(stage: Stage, which: RwSignal<Option<usize>>, reveal: RwSignal<Option<u32>>, artifact: usize) -> Node {
    let app = App::get();
    let found = RwSignal::new(FoundNodes::default());
    let text = RwSignal::new(String::new());
    let active = Active::new("graph-found");
    let open = RwSignal::new(false);
    let asked = StoredValue::new(0u32);
    let ask = move |e| {
        let wanted = event_target_value(&e);
        text.set(wanted.clone());
        open.set(!wanted.trim().is_empty());
        active.set(0);
        asked.update_value(|n| *n += 1);
        let number = asked.get_value();
        if wanted.trim().is_empty() {
            found.set(FoundNodes::default());
            return;
        }
        let graph = which.get_untracked();
        let question = Question::Find { artifact, graph, text: wanted, from: 0, all: false };
        worker::request(app, question, move |reply| {
            if let Some(answer) = reply.and_then(Result::ok).and_then(|answer| answer.read())
                && asked.try_get_value() == Some(number)
            {
                found.set(answer);
            }
        });
    };
    let choose = move |index: usize| {
        let Some(node) = found.with_untracked(|f| f.nodes.get(index).cloned()) else { return };
        open.set(false);
        // Visible already, itself or as part of its reader: no new drawing is needed.
        let shown = stage.scene.with_untracked(|s| {
            let scene = &s.as_ref()?.0;
            let shown = scene.drawing().shown_by.get(node.node as usize).copied()?;
            scene.node(shown).is_some_and(|n| n.group.is_none()).then_some(shown)
        });
        match shown {
            Some(shown) => stage.show(shown),
            None => {
                // A second request for the same node must still be noticed.
                reveal.set(None);
                reveal.set(Some(node.source));
            }
        }
    };
    let key = move |e: KeyboardEvent| {
        let count = found.with_untracked(|f| f.nodes.len().min(SHOWN));
        match e.key().as_str() {
            "ArrowDown" if count > 0 && !open.get_untracked() => open.set(true),
            "Enter" => choose(active.index()),
            "Escape" => {
                text.set(String::new());
                open.set(false);
                found.set(FoundNodes::default());
                if let Some(field) = e.target().and_then(|t| t.dyn_into::<HtmlElement>().ok()) {
                    let _ = field.blur();
                }
            }
            key if active.moves(key, count) => {}
            _ => return,
        }
        e.prevent_default();
    };
    html! {
        <div class="graph-find">
            <input type="search" data-find role="combobox" aria-expanded=move || open.get().to_string()
                aria-controls="graph-found" aria-autocomplete="list"
                aria-activedescendant=move || active.descendant(found.with(|f| f.nodes.len()))
                placeholder=t("drawing-find") aria-label=t("drawing-find") prop:value=move || text.get()
                on:input=ask on:keydown=key/>
            <div id="graph-found" role="listbox" aria-label=t("drawing-found") class:empty=move || !open.get()>
                {move || found.with(|found| answers(found, active, choose))}
            </div>
        </div>
    }
}

/// The nodes that were found, and the number of further ones or the error.
fn answers(found: &FoundNodes, active: Active, choose: impl Fn(usize) + Copy + 'static) -> Node {
    let FoundNodes { nodes, total, error, .. } = found;
    let rows = nodes.iter().take(SHOWN).enumerate().map(|(i, node)| {
        let title = if node.op.is_empty() { String::new() } else { node.op.clone() };
        html! {
            <div role="option" id=active.id(i) aria-selected=move || active.selected(i)
                on:mousedown=move |e| { e.prevent_default(); active.set(i); choose(i); }>
                <code class="n">{node.source}</code><code>{title}</code><code class="soft">{node.name.clone()}</code>
            </div>
        }
    }).collect::<Node>();
    let more = total.saturating_sub(nodes.len().min(SHOWN));
    let tail = if let Some(error) = error {
        Some(wrong(error))
    } else if *total == 0 {
        Some(t("drawing-none"))
    } else {
        (more > 0).then(|| tr("drawing-more", &[("n", more.into())]))
    };
    html! { {rows}{tail.map(|tail| html! { <p class="soft">{tail}</p> })} }
}

/// Why a query has no answer, with the wrong part and its place.
fn wrong(error: &QueryError) -> String {
    let args = [("text", error.text.as_str().into()), ("at", (error.at as usize + 1).into())];
    tr(&format!("query-{}", error.problem.word()), &args)
}
