//! The windows of files to keep and to publish: a picture (SVG), a table (Markdown), a badge (SVG); as the terminal prints
//! them.

use super::download::save_text;
use super::state::{App, Shown};
use super::words::{say, t};
use crate::services::window::{badge, markdown, svg};
use crate::web::dom::{Node, NodeRef, html};
use crate::web::model::pictured::windows;
use leptos::prelude::*;
use web_sys::Element;

/// A form of the answer.
#[derive(Clone, Copy)]
enum Form {
    Picture,
    Table,
    Badge,
}

/// The menu that saves the windows of some files; a badge is about one.
pub fn menu(files: impl Fn() -> Vec<Shown> + Copy + 'static, has_badge: bool) -> Node {
    let app = App::get();
    let menu = NodeRef::new();
    let item = move |id: &str, form: Form| {
        let take = move |_| {
            if let Some(menu) = menu.get_untracked::<Element>() {
                let _ = menu.remove_attribute("open");
            }
            save(app, &files(), form);
        };
        html! { <li><button on:click=take>{t(id)}</button></li> }
    };
    html! {
        <details class="menu" node_ref=menu>
            <summary>{t("answers-save")}</summary>
            <ul>
                {item("answers-picture", Form::Picture)}
                {item("answers-table", Form::Table)}
                {has_badge.then(|| item("answers-badge", Form::Badge))}
            </ul>
        </details>
    }
}

fn save(app: App, files: &[Shown], form: Form) {
    let windows = app.target.with_untracked(|target| windows(files.iter().map(|file| &**file), target.as_ref()));
    let name = match files {
        [one] => one.name.rsplit('/').next().unwrap_or_default().to_owned(),
        _ => "files".to_owned(),
    };
    match form {
        Form::Picture => save_text(&format!("{name}.window.svg"), &svg(&windows, &say), "image/svg+xml"),
        Form::Table => save_text(&format!("{name}.window.md"), &markdown(&windows, &say), "text/markdown"),
        Form::Badge => {
            if let Some(badge) = badge(&windows, None, &say) {
                save_text(&format!("{name}.badge.svg"), &badge.svg(), "image/svg+xml");
            }
        }
    }
}
