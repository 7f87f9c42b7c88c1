//! The user's choices, kept in this browser.

use super::host;
use web_sys::Storage;

fn storage() -> Option<Storage> {
    // A page that embeds the element has a storage of its own, and some refuse it: then choices last as long as the page.
    web_sys::window().filter(|_| host::is_page())?.local_storage().ok().flatten()
}

/// The user's earlier choice under a name.
pub fn saved(name: &str) -> Option<String> {
    storage()?.get_item(&format!("vintage-{name}")).ok().flatten()
}

/// Keeps a choice.
pub fn save(name: &str, value: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(&format!("vintage-{name}"), value);
    }
}

/// The language chosen earlier.
pub fn saved_language() -> Option<String> {
    saved("language")
}
