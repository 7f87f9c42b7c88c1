//! Undo and redo for changes of the view: open groups and edges, colors, direction, graph, selection.
//!
//! A step is taken when its drawing is on the stage, so that a change and the selection it leads to are one step.

use super::coloring::Meaning;
use super::requests::Drawn;
use super::stage::Item;
use crate::graph::Options;
use crate::report::graphs::Reveal;
use crate::web::app::focus::{in_text, is_there};
use crate::web::app::listen::on;
use crate::web::app::words::t;
use crate::web::dom::{Node, html};
use crate::web::model::undo::Undo;
use leptos::prelude::*;
use web_sys::KeyboardEvent;

/// Ids of the buttons, by which the palette finds them.
pub const UNDO: &str = "undo-view";
pub const REDO: &str = "redo-view";

/// State of a view that steps go back to.
#[derive(Clone, Debug, PartialEq)]
struct State {
    graph: Option<usize>,
    options: Options,
    meaning: Meaning,
    selected: Option<Item>,
}

/// The states of one graph view.
#[derive(Clone, Copy)]
pub struct History {
    drawn: Drawn,
    which: RwSignal<Option<usize>>,
    reveal: RwSignal<Option<Reveal>>,
    meaning: RwSignal<Meaning>,
    states: StoredValue<Undo<State>>,
    /// The graph and the options that a step leads to, until their drawing is on the stage.
    leads_to: StoredValue<Option<(Option<usize>, Options)>>,
    /// Whether there is a state before, and one after the current one.
    steps: RwSignal<(bool, bool)>,
}

impl History {
    /// Follows the changes of a view.
    pub fn new(
        drawn: Drawn,
        which: RwSignal<Option<usize>>,
        reveal: RwSignal<Option<Reveal>>,
        meaning: RwSignal<Meaning>,
    ) -> Self {
        let history = Self {
            drawn,
            which,
            reveal,
            meaning,
            states: StoredValue::new(Undo::default()),
            leads_to: StoredValue::new(None),
            steps: RwSignal::new((false, false)),
        };
        Effect::new(move |_| {
            if let Some(state) = history.state() {
                history.follow(state);
            }
        });
        // Not only in the drawing: also while a tool, or nothing, has the focus.
        on("keydown", move |event: KeyboardEvent| history.key(&event));
        history
    }

    /// The state of the view on the stage.
    fn state(self) -> Option<State> {
        let (graph, options) = self.drawn.shown.get()?;
        let meaning = self.meaning.get();
        let selected = self.drawn.stage.selected.get();
        let selected = selected.and_then(|node| self.drawn.stage.with(|scene| Item::of(scene, node)).flatten());
        Some(State { graph, options, meaning, selected })
    }

    fn follow(self, state: State) {
        let wanted = (self.which.get_untracked(), self.drawn.stage.options.get_untracked());
        match self.leads_to.get_value() {
            Some(leads_to) if leads_to == (state.graph, state.options.clone()) => {
                self.leads_to.set_value(None);
                self.states.update_value(|states| states.correct(state));
            }
            // On its way, unless the user has wished for something else since.
            Some(leads_to) if leads_to == wanted => {}
            _ => {
                self.leads_to.set_value(None);
                self.states.update_value(|states| states.record(state));
            }
        }
        self.steps.set(self.states.with_value(Undo::steps));
    }

    /// Goes a step back or forward, if there is one.
    fn step(self, back: bool) {
        let Some(State { graph, options, meaning, selected }) =
            self.states.try_update_value(|states| states.step(back)).flatten()
        else {
            return;
        };
        let stage = self.drawn.stage;
        self.steps.set(self.states.with_value(Undo::steps));
        self.leads_to.set_value(Some((graph, options.clone())));
        if self.drawn.shown.get_untracked() == Some((graph, options.clone())) {
            let node = selected.and_then(|item| stage.with(|scene| item.shown(scene)).flatten());
            match node {
                Some(node) => stage.show(node),
                None => stage.selected.set(None),
            }
        } else {
            self.drawn.selects.set_value(Some(selected));
            self.reveal.set(None);
            self.which.set(graph);
            stage.options.set(options);
        }
        self.meaning.set(meaning);
    }

    fn key(self, event: &KeyboardEvent) {
        let is_step = (event.ctrl_key() || event.meta_key()) && !event.alt_key() && !in_text(event);
        if !is_step || event.default_prevented() || is_there("dialog[open]") {
            return;
        }
        let key = event.key().to_ascii_lowercase();
        // By position on a keyboard without Latin letters.
        let is = |letter: &str, code: &str| key == letter || (!key.is_ascii() && event.code() == code);
        let back = match (is("z", "KeyZ"), is("y", "KeyY"), event.shift_key()) {
            (true, _, shift) => !shift,
            (_, true, false) => false,
            _ => return,
        };
        self.step(back);
        event.prevent_default();
    }

    /// The two buttons.
    pub fn buttons(self) -> Node {
        let button = move |back: bool, id: &'static str, text: &'static str, path: &'static str| {
            let possible = move || self.steps.with(|steps| if back { steps.0 } else { steps.1 });
            html! {
                <button id=id aria-label=t(text) title=t(text) aria-disabled=move || (!possible()).to_string()
                    on:click=move |_| self.step(back)>
                    <svg class="icon turns" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d=path/></svg>
                </button>
            }
        };
        html! {
            {button(true, UNDO, "undo-view", "M6 3L2 7l4 4M2 7h8a4 4 0 0 1 0 8H7")}
            {button(false, REDO, "redo-view", "M10 3l4 4-4 4M14 7H6a4 4 0 0 0 0 8h3")}
        }
    }
}
