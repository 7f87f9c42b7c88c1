//! The windows of files to keep and to publish: a picture (SVG), a table (Markdown), a badge (SVG); as the terminal prints
//! them.

use super::download::save_text;
use super::state::{App, Shown};
use super::words::{Arg, t, tr};
use crate::report::schema::Window;
use crate::report::what_if::rows;
use crate::services::window::schema::Windows;
use crate::services::window::{Asked, badge, markdown, svg};
use crate::web::dom::{Node, NodeRef, html};
use crate::web::model::targets::effective;
use leptos::prelude::*;
use std::collections::BTreeSet;
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
    let Some(windows) = windows(app, files) else { return };
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

/// The windows of the files, with the release that they must run on.
fn windows(app: App, files: &[Shown]) -> Option<Windows> {
    let all = rows(files.first()?, &BTreeSet::new());
    let target = app.target.with_untracked(|target| effective(&all, target.as_ref()));
    let Some((row, cell)) = target else { return Some(Windows::of(files.iter().map(|file| &**file), None)) };
    let name = (all[row].channel.as_str(), all[row].cells[cell].release.as_str());
    let outcome = |windows: &[Window]| {
        let window = windows.iter().find(|window| window.channel == name.0)?;
        window.verdicts.iter().find(|verdict| verdict.release == name.1).map(|verdict| verdict.outcome)
    };
    // Channels of the page are those of the windows: no package that follows one is a target here.
    let asked = Asked { name, row: name, outcome: &outcome };
    Some(Windows::of(files.iter().map(|file| &**file), Some(asked)))
}

/// A text of the page's language. Counts choose its form, other values stay as they are.
fn say(id: &str, params: &[(&str, &str)]) -> String {
    let arg = |value: &str| match value.parse::<u32>() {
        Ok(number) if number.to_string() == value => Arg::Plain(f64::from(number)),
        _ => Arg::from(value),
    };
    let values: Vec<(&str, Arg)> = params.iter().map(|(name, value)| (*name, arg(value))).collect();
    // Direction marks of the page's formatter: the pictures isolate names themselves.
    tr(id, &values).replace(['\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}'], "")
}
