//! Finding nodes of the complete graph, also inside closed groups: the worker answers, because only it has the graph. All
//! found nodes are marked in the drawing; the first ones are listed.

use super::edge_choice::CANVAS;
use super::stage::{FoundMarks, Stage};
use crate::graph::{Found, QueryError};
use crate::report::graphs::{FoundNodes, Reveal};
use crate::web::app::active::Active;
use crate::web::app::focus::focus;
use crate::web::app::state::App;
use crate::web::app::words::{Arg, t, tr};
use crate::web::app::worker;
use crate::web::dom::{Node, html};
use crate::web::protocol::Question;
use leptos::prelude::*;
use std::sync::Arc;
use web_sys::KeyboardEvent;

/// Answers listed at once.
const SHOWN: usize = 40;

/// The state of the search in one graph view.
#[derive(Clone, Copy)]
struct Finder {
    app: App,
    stage: Stage,
    artifact: usize,
    which: RwSignal<Option<usize>>,
    reveal: RwSignal<Option<Reveal>>,
    found: RwSignal<FoundNodes>,
    text: RwSignal<String>,
    /// The active option of the list.
    active: Active,
    /// Index among all found nodes of the one shown last.
    shown: RwSignal<Option<usize>>,
    /// Whether the list is open.
    open: RwSignal<bool>,
    /// Whether an answer is on its way.
    waiting: RwSignal<bool>,
    asked: StoredValue<u32>,
}

/// The field, its answers, and the way through them. Choosing one selects it, opening the groups around it.
pub fn finder(stage: Stage, which: RwSignal<Option<usize>>, reveal: RwSignal<Option<Reveal>>, artifact: usize) -> Node {
    let finder = Finder {
        app: App::get(),
        stage,
        artifact,
        which,
        reveal,
        found: RwSignal::default(),
        text: RwSignal::default(),
        active: Active::new("graph-found"),
        shown: RwSignal::new(None),
        open: RwSignal::new(false),
        waiting: RwSignal::new(false),
        asked: StoredValue::new(0),
    };
    // Another graph has other nodes.
    Effect::new(move |before: Option<Option<usize>>| {
        let which = which.get();
        if before.is_some_and(|before| before != which) {
            finder.ask();
        }
        which
    });
    let marks = Memo::new(move |_| finder.marks());
    Effect::new(move |_| stage.found.set(marks.get()));
    finder.view()
}

impl Finder {
    fn ask(self) {
        let text = self.text.get_untracked();
        self.asked.update_value(|n| *n += 1);
        let number = self.asked.get_value();
        self.active.set(0);
        self.shown.set(None);
        if text.trim().is_empty() {
            self.waiting.set(false);
            self.found.set(FoundNodes::default());
            return;
        }
        self.waiting.set(true);
        let graph = self.which.get_untracked();
        let question = Question::Find { artifact: self.artifact, graph, text, from: 0, all: true };
        worker::request(self.app, question, move |reply| {
            if self.asked.try_get_value() != Some(number) {
                return;
            }
            self.waiting.set(false);
            if let Some(answer) = reply.and_then(Result::ok).and_then(|answer| answer.read::<FoundNodes>()) {
                if let Some(error) = &answer.error {
                    self.app.announcement.say(wrong(error));
                }
                self.found.set(answer);
            }
        });
    }

    /// The drawn nodes and groups that show found ones.
    fn marks(self) -> Option<Arc<FoundMarks>> {
        self.found.with(|found| {
            if found.all.is_empty() {
                return None;
            }
            self.stage.scene.with(|scene| {
                let drawing = scene.as_ref()?.0.drawing();
                let shown = found.all.iter().filter_map(|node| drawing.shown_by.get(*node as usize).copied());
                let mut nodes: Vec<u32> = shown.filter(|shown| (*shown as usize) < drawing.nodes.len()).collect();
                nodes.sort_unstable();
                nodes.dedup();
                Some(Arc::new(FoundMarks { nodes }))
            })
        })
    }

    /// Shows a found node, by its index in the list.
    fn choose(self, index: usize) {
        let Some(node) = self.found.with_untracked(|f| f.nodes.get(index).map(|found| found.node)) else { return };
        self.open.set(false);
        self.shown.set(self.found.with_untracked(|f| f.all.iter().position(|all| *all == node)));
        self.show(node);
    }

    fn show(self, node: u32) {
        let (shown, is_drawn) = self.stage.scene.with_untracked(|s| {
            let Some(scene) = s.as_ref().map(|s| &s.0) else { return (None, true) };
            let shown = scene.drawing().shown_by.get(node as usize).copied();
            (shown.filter(|n| scene.node(*n).is_some_and(|n| n.group.is_none())), shown.is_some())
        });
        // Visible already, itself or as part of its reader: no new drawing is needed.
        if let Some(shown) = shown {
            return self.stage.show(shown);
        }
        // Bodies of calls are groups: a drawing without groups leaves them out.
        if !is_drawn {
            self.stage.options.update(|options| options.group = true);
        }
        // A second request for the same node must still be noticed.
        self.reveal.set(None);
        self.reveal.set(Some(Reveal::Node { index: node }));
    }

    /// Shows the next found node, or the one before.
    fn step(self, back: bool) {
        let count = self.found.with_untracked(|f| f.all.len());
        if count == 0 {
            return;
        }
        let next = match (self.shown.get_untracked(), back) {
            (None, false) => 0,
            (None, true) => count - 1,
            (Some(at), false) => (at + 1) % count,
            (Some(at), true) => (at + count - 1) % count,
        };
        self.open.set(false);
        self.shown.set(Some(next));
        let node = self.found.with_untracked(|f| f.all[next]);
        self.show(node);
    }

    fn key(self, e: &KeyboardEvent) {
        let count = self.found.with_untracked(|f| f.nodes.len().min(SHOWN));
        let open = self.open.get_untracked();
        match e.key().as_str() {
            "ArrowDown" if count > 0 && !open => self.open.set(true),
            "Enter" if open => self.choose(self.active.index()),
            "Enter" => self.step(e.shift_key()),
            "Escape" => {
                self.text.set(String::new());
                self.open.set(false);
                self.ask();
                focus(CANVAS);
            }
            key if open && self.active.moves(key, count) => {}
            _ => return,
        }
        e.prevent_default();
    }

    fn view(self) -> Node {
        let typed = move |e| {
            let wanted = event_target_value(&e);
            self.open.set(!wanted.trim().is_empty());
            self.text.set(wanted);
            self.ask();
        };
        let current = move || self.active.descendant(self.found.with(|found| found.nodes.len()));
        html! {
            <div class="graph-find">
                <input type="search" data-find role="combobox" aria-expanded=move || self.open.get().to_string()
                    aria-controls="graph-found" aria-autocomplete="list" aria-activedescendant=current
                    placeholder=t("drawing-find") aria-label=t("drawing-find") prop:value=move || self.text.get()
                    aria-invalid=move || self.is_wrong().then_some("true")
                    aria-describedby=move || self.is_wrong().then_some("graph-find-wrong")
                    on:input=typed on:keydown=move |e| self.key(&e)/>
                {move || self.way()}
                <div id="graph-found" role="listbox" aria-label=t("drawing-found") class:empty=move || !self.open.get()>
                    {move || self.list()}
                </div>
            </div>
        }
    }

    fn is_wrong(self) -> bool {
        self.found.with(|found| found.error.is_some())
    }

    /// The number of found nodes, with buttons to the one before and the next.
    fn way(self) -> Option<Node> {
        let count = self.found.with(|f| f.all.len());
        if count == 0 {
            return None;
        }
        let text = match self.shown.get() {
            Some(at) => tr("found-at", &[("at", (at + 1).into()), ("n", count.into())]),
            None => tr("found-count", &[("n", Arg::from(count))]),
        };
        Some(html! {
            <span class="graph-way">
                <span class="soft" role="status">{text}</span>
                <button on:click=move |_| self.step(true) aria-label=t("found-before") title=t("found-before")>"↑"</button>
                <button on:click=move |_| self.step(false) aria-label=t("found-next") title=t("found-next")>"↓"</button>
            </span>
        })
    }

    fn list(self) -> Node {
        let waiting = self.waiting.get();
        self.found.with(|FoundNodes { nodes, total, error, .. }| {
            let rows = nodes.iter().take(SHOWN).enumerate().map(|(i, node)| self.option(i, node)).collect::<Node>();
            let more = total.saturating_sub(nodes.len().min(SHOWN));
            let tail = match error {
                Some(error) => Some(wrong(error)),
                None if *total == 0 && waiting => Some(t("found-wait")),
                None if *total == 0 => Some(t("drawing-none")),
                None => (more > 0).then(|| tr("drawing-more", &[("n", more.into())])),
            };
            let id = error.is_some().then_some("graph-find-wrong");
            html! { {rows}{tail.map(|tail| html! { <p class="soft" id=id>{tail}</p> })} }
        })
    }

    fn option(self, index: usize, node: &Found) -> Node {
        let pick = move |_| {
            self.active.set(index);
            self.choose(index);
        };
        html! {
            <div role="option" id=self.active.id(index) aria-selected=move || self.active.selected(index)
                // The focus stays in the field, so that the list is still open when the button is released.
                on:mousedown=|event| event.prevent_default() on:click=pick>
                <code class="n">{node.source}</code><code>{node.op.clone()}</code><code class="soft">{node.name.clone()}</code>
            </div>
        }
    }
}

/// Why a query has no answer, with the wrong part and its place.
fn wrong(error: &QueryError) -> String {
    let args = [("text", error.text.as_str().into()), ("at", (error.at as usize + 1).into())];
    tr(&format!("query-{}", error.problem.word()), &args)
}
