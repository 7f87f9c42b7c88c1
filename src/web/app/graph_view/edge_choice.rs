//! The choice among several readers or inputs of a node: a list with the focus, which returns to where it was.

use super::stage::Stage;
use crate::web::app::active::Active;
use crate::web::app::focus::focus;
use crate::web::app::host;
use crate::web::app::words::{Arg, tr};
use crate::web::dom::{Node, NodeRef, html};
use crate::web::model::neighbors::{Group, Neighbor};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};

/// The drawing, for the focus.
pub const CANVAS: &str = ".graph-canvas > canvas";

/// The list of one drawing.
#[derive(Clone, Copy)]
pub struct EdgeChoice {
    stage: Stage,
    /// The offered nodes, and whether they are readers; `None` while it is closed.
    offered: RwSignal<Option<(Vec<Group>, bool)>>,
    active: Active,
    /// The element that had the focus.
    from: StoredValue<Option<HtmlElement>, LocalStorage>,
}

impl EdgeChoice {
    /// A closed list.
    pub fn new(stage: Stage) -> Self {
        Self { stage, offered: RwSignal::new(None), active: Active::new("edge"), from: StoredValue::new_local(None) }
    }

    /// Offers nodes; the first one is active.
    pub fn open(self, groups: Vec<Group>, readers: bool) {
        self.from.set_value(host::focused().and_then(|element| element.dyn_into().ok()));
        self.active.set(0);
        self.offered.set(Some((groups, readers)));
    }

    /// Returns the focus, which closes the list.
    fn leave(self) {
        let from = self.from.try_update_value(Option::take).flatten();
        let returned = from.is_some_and(|from| from.is_connected() && from.focus().is_ok());
        if !returned {
            focus(CANVAS);
        }
        self.offered.set(None);
    }

    fn nodes(self) -> Vec<u32> {
        self.offered.with_untracked(|offered| {
            let groups = offered.iter().flat_map(|(groups, _)| groups);
            groups.flat_map(|group| group.nodes.iter().map(|node| node.node)).collect()
        })
    }

    fn choose(self, index: usize) {
        if let Some(node) = self.nodes().get(index) {
            self.stage.show(*node);
        }
        self.leave();
    }

    fn key(self, event: &KeyboardEvent) {
        match event.key().as_str() {
            "Enter" | " " => self.choose(self.active.index()),
            "Escape" => self.leave(),
            key if self.active.moves(key, self.nodes().len()) => {}
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
    }

    /// The list; nothing while it is closed.
    pub fn view(self) -> Node {
        html! { {move || self.offered.get().map(|(groups, readers)| untrack(|| self.list(&groups, readers)))} }
    }

    fn list(self, groups: &[Group], readers: bool) -> Node {
        let count = groups.iter().map(|group| group.nodes.len()).sum::<usize>();
        let list = NodeRef::new();
        list.on_load(|list: HtmlElement| {
            let _ = list.focus();
        });
        let label = tr(if readers { "edges-readers" } else { "edges-inputs" }, &[("n", Arg::from(count))]);
        let mut index = 0;
        let parts = groups.iter().map(|group| {
            let first = index;
            index += group.nodes.len();
            self.group(group, first, groups.len() > 1)
        });
        html! {
            <div class="edge-choice" role="listbox" tabindex="0" aria-label=label.clone() node_ref=list
                aria-activedescendant=move || self.active.descendant(count)
                on:keydown=move |event| self.key(&event) on:blur=move |_| self.offered.set(None)>
                <p class="soft" aria-hidden="true">{label}</p>
                {parts.collect::<Node>()}
            </div>
        }
    }

    fn group(self, group: &Group, first: usize, several: bool) -> Node {
        let options = group.nodes.iter().enumerate().map(|(i, node)| self.option(first + i, node)).collect::<Node>();
        if !several {
            return options;
        }
        html! { <div role="group" aria-label=group.title.clone()>{options}</div> }
    }

    fn option(self, index: usize, node: &Neighbor) -> Node {
        html! {
            <div role="option" id=self.active.id(index) aria-selected=move || self.active.selected(index)
                // The list keeps the focus, so that it is still open when the button is released.
                on:mousedown=|event| event.prevent_default() on:click=move |_| self.choose(index)>
                <code>{node.title.clone()}</code><code class="soft">{node.about.clone()}</code>
            </div>
        }
    }
}
