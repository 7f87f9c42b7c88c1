//! The buttons of the first screen and of the list of files that open more.

use super::intake;
use super::state::App;
use super::words::t;
use crate::web::dom::{Node, NodeRef, html};
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

/// Buttons that pick files or a folder.
pub fn pickers(small: bool) -> Node {
    let app = App::get();
    let files = NodeRef::new();
    let folder = NodeRef::new();
    let take = move |event: web_sys::Event| {
        let Some(input) = event.target().and_then(|t| t.dyn_into::<HtmlInputElement>().ok()) else { return };
        if let Some(list) = input.files() {
            intake::picked(app, &list);
        }
        // Picking the same file again must count as a change.
        input.set_value("");
    };
    let press = |input: NodeRef| {
        move |_| {
            if let Some(input) = input.get_untracked::<HtmlInputElement>() {
                input.click();
            }
        }
    };
    html! {
        <span class="pickers">
            <button class=if small { "file drop" } else { "primary" } on:click=press(files)>
                {t(if small { "open-more" } else { "open-files" })}
            </button>
            <button class=if small { "file drop" } else { "" } on:click=press(folder)>{t("open-folder")}</button>
            <input id="pick-files" type="file" multiple hidden tabindex="-1" aria-label=t("open-files") node_ref=files on:change=take/>
            <input id="pick-folder" type="file" webkitdirectory hidden tabindex="-1" aria-label=t("open-folder") node_ref=folder on:change=take/>
        </span>
    }
}
