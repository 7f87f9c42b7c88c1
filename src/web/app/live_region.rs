//! A text that screen readers announce when it changes; of a burst of changes, the last one.

use crate::web::dom::{Node, html};
use crate::web::model::burst::{Burst, Due};
use leptos::prelude::*;
use std::time::Duration;

/// A polite live region.
#[derive(Clone, Copy)]
pub struct LiveRegion {
    shown: RwSignal<String>,
    burst: StoredValue<Burst>,
}

impl Default for LiveRegion {
    fn default() -> Self {
        Self { shown: RwSignal::default(), burst: StoredValue::new(Burst::default()) }
    }
}

impl LiveRegion {
    /// Announces a text, unless another one follows at once.
    pub fn say(self, text: String) {
        let wait = self.burst.try_update_value(|burst| burst.take(text, now())).flatten();
        wait.into_iter().for_each(|wait| self.later(wait));
    }

    fn later(self, wait: f64) {
        let due = move || match self.burst.try_update_value(|burst| burst.due(now())).flatten() {
            Some(Due::Say(text)) => {
                // The view of the region may be closed by now.
                self.shown.try_set(text);
            }
            Some(Due::Wait(more)) => self.later(more),
            None => {}
        };
        set_timeout(due, Duration::from_millis(wait as u64 + 1));
    }

    /// The element, visible to screen readers only.
    pub fn region(self) -> Node {
        html! { <p class="sr" role="status" aria-live="polite">{move || self.shown.get()}</p> }
    }
}

fn now() -> f64 {
    window().performance().map_or(0.0, |performance| performance.now())
}
