//! The active option of a list below a text field: arrow keys move it while the focus stays in the field.

use leptos::prelude::*;
use web_sys::{ScrollIntoViewOptions, ScrollLogicalPosition};

/// Options that a press of Page Up or Page Down skips.
const PAGE: usize = 10;

/// The active option.
#[derive(Clone, Copy)]
pub struct Active {
    at: RwSignal<usize>,
    /// Start of the ids of its options.
    list: &'static str,
}

impl Active {
    /// The first option of a list; `list` begins the ids of its options.
    pub fn new(list: &'static str) -> Self {
        Self { at: RwSignal::new(0), list }
    }

    /// Its index.
    pub fn index(self) -> usize {
        self.at.get_untracked()
    }

    /// Makes another option the active one.
    pub fn set(self, index: usize) {
        self.at.set(index);
    }

    /// Id of an option's element.
    pub fn id(self, index: usize) -> String {
        format!("{}-{index}", self.list)
    }

    /// Value of `aria-selected` of an option.
    pub fn selected(self, index: usize) -> String {
        (self.at.get() == index).to_string()
    }

    /// Value of `aria-activedescendant` of the field.
    pub fn descendant(self, count: usize) -> Option<String> {
        let at = self.at.get();
        (count > 0).then(|| self.id(at))
    }

    /// Moves by a key among `count` options, around the ends with arrows. Returns whether it is such a key.
    pub fn moves(self, key: &str, count: usize) -> bool {
        let Some(last) = count.checked_sub(1) else { return false };
        let now = self.index();
        let to = match key {
            "ArrowDown" => (now + 1) % count,
            "ArrowUp" => (now + last) % count,
            "PageDown" => (now + PAGE).min(last),
            "PageUp" => now.saturating_sub(PAGE),
            _ => return false,
        };
        self.at.set(to);
        if let Some(option) = super::host::find(&format!("#{}", self.id(to))) {
            let options = ScrollIntoViewOptions::new();
            options.set_block(ScrollLogicalPosition::Nearest);
            option.scroll_into_view_with_scroll_into_view_options(&options);
        }
        true
    }
}
