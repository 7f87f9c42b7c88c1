//! Sets of what is chosen in a list: ticked, opened, picked out.

use leptos::prelude::*;
use std::collections::BTreeSet;

/// Adds an item; removes it if it is there.
pub fn toggle<T: Ord + Send + Sync + 'static>(chosen: RwSignal<BTreeSet<T>>, item: T) {
    chosen.update(|chosen| {
        if !chosen.remove(&item) {
            chosen.insert(item);
        }
    });
}
