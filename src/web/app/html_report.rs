//! The file's verdict as one HTML page without scripts, for an issue, an archive or a printer: windows, deciding
//! requirements, findings, all requirements, and the drawing of the graph.

use super::deciding::deciding;
use super::download::save_text;
use super::findings::findings;
use super::host;
use super::labels::{certainty_pill, pill, reason, requirement_meaning, requirement_name};
use super::picture::drawing;
use super::ranges;
use super::rich::{rich, spans};
use super::state::{App, Shown};
use super::summary::{facts, target_cell};
use super::words::{Arg, fetch_text, t, tr};
use crate::graph::Drawing;
use crate::graph::export::svg;
use crate::report::schema::Requirement;
use crate::report::what_if::Row;
use crate::web::dom::{IntoNode, Node, detached, html};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlAnchorElement};

/// Largest drawing in a report, in nodes: beyond it a picture of all of them shows nothing.
const MOST_DRAWN: usize = 1_500;
/// Largest number of requirements in a report.
const MOST_REQUIREMENTS: usize = 1_000;

/// The button that saves the report of the artifact in view.
pub fn button() -> Node {
    let (app, owner) = (App::get(), Owner::current().unwrap_or_default());
    html! { <button on:click=move |_| save(app, owner.clone()) title=t("report-save-long")>{t("report-save")}</button> }
}

/// Saves the report of the artifact in view, with the drawing of its first graph. `owner` has the context of the page.
fn save(app: App, owner: Owner) {
    let Some(artifact) = app.artifact.get_untracked() else { return };
    let shown = artifact.clone();
    drawing(app, &artifact, move |drawing| {
        owner.with(|| write(app, &shown, drawing.filter(|drawing| drawing.nodes.len() <= MOST_DRAWN)));
    });
}

fn write(app: App, artifact: &Shown, drawing: Option<Drawing>) {
    let name = artifact.name.rsplit('/').next().unwrap_or_default().to_owned();
    let picture = drawing.map(|drawing| svg(&drawing, None)).unwrap_or_default();
    let Some(body) = detached(page(app, artifact), |page| {
        still(page);
        page.inner_html()
    }) else {
        return;
    };
    let root = host::root();
    let of_root = |name: &str| root.get_attribute(name).unwrap_or_default();
    let (language, direction) = (of_root("lang"), of_root("dir"));
    let title = detached(name.clone().into_node(), Element::inner_html).unwrap_or_default();
    leptos::task::spawn_local(async move {
        let style = fetch_text("static/report.css").await.unwrap_or_default();
        let text = format!(
            "<!doctype html>\n<html lang=\"{language}\" dir=\"{direction}\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>{title}</title>\
             <style>{style}</style></head><body>{body}<div class=\"drawing\">{picture}</div></body></html>\n"
        );
        save_text(&format!("{name}.html"), &text, "text/html");
    });
}

/// Replaces what acts by its text, and makes links complete: the report lies elsewhere.
fn still(page: &Element) {
    // Each step takes an element out of what it looks for.
    let next = |selector: &str| page.query_selector(selector).ok().flatten();
    while let Some(unneeded) = next("button.copy, button.mark, input, select") {
        unneeded.remove();
    }
    while let Some(button) = next("button") {
        let Ok(text) = document().create_element("span") else { return };
        text.set_inner_html(&button.inner_html());
        if button.class_list().contains("pill") {
            text.set_class_name("pill");
        }
        if button.replace_with_with_node_1(&text).is_err() {
            return;
        }
    }
    while let Some(link) = next("a[href]:not([rel~=\"external\"])") {
        let link: HtmlAnchorElement = link.unchecked_into();
        link.set_href(&link.href());
        link.set_rel("external");
    }
    while let Some(details) = next("details:not([open])") {
        if details.set_attribute("open", "").is_err() {
            return;
        }
    }
}

/// The content of the report, without the drawing.
fn page(app: App, artifact: &Shown) -> Node {
    let rows = app.rows.get_untracked();
    let target = app.target.with_untracked(|target| target_cell(&rows, target.as_ref()));
    let verdict = target.as_ref().map(|(row, cell, outcome)| {
        let target = Arg::Code(format!("{} {}", row.channel, row.cells[*cell].release));
        html! { <p class="answer">{pill(*outcome)}" "{rich("report-on", &[("target", target)])}</p> }
    });
    let row = target.map(|(row, ..)| row);
    let counted: Vec<&Requirement> =
        artifact.requirements.iter().filter(|one| one.counts_in(artifact.action)).collect();
    let more = counted.len().saturating_sub(MOST_REQUIREMENTS);
    html! {
        <header><h1><code>{artifact.name.clone()}</code></h1><p class="facts">{facts(artifact)}</p>{verdict}</header>
        <section><h2>{t("report-windows")}</h2><table class="windows">{rows.iter().map(window).collect::<Node>()}</table></section>
        {deciding(artifact.clone())}
        {findings(artifact.clone())}
        {(!counted.is_empty()).then(|| html! {
            <section><h2>{tr("count-requirements", &[("n", counted.len().into())])}</h2>
                <table><thead><tr><th>{t("col-requirement")}</th><th class="n">{t("col-nodes")}</th><th>{t("col-releases")}</th>
                    <th>{t("col-because")}</th><th>{t("col-certainty")}</th><th>{t("col-source")}</th></tr></thead>
                    <tbody>{counted.iter().take(MOST_REQUIREMENTS).map(|one| line(one, row.as_ref())).collect::<Node>()}</tbody>
                </table>
                {(more > 0).then(|| html! { <p>{tr("and-more", &[("n", more.into())])}</p> })}
            </section>
        })}
        <footer>{tr("report-made", &[("version", env!("CARGO_PKG_VERSION").into())])}</footer>
    }
}

/// The window of a channel: in words, and a bar with one mark per release.
fn window(row: &Row) -> Node {
    let marks = row.cells.iter().map(|cell| {
        let title = format!("{} {} ({})", cell.release, t(&format!("outcome-{}", cell.outcome.word())), cell.date);
        html! { <i class=cell.outcome.word() title=title></i> }
    });
    html! {
        <tr><th><code>{row.channel.clone()}</code></th><td>{ranges::window(row)}</td>
            <td class="bar" aria-hidden="true">{marks.collect::<Node>()}</td></tr>
    }
}

fn line(one: &Requirement, row: Option<&Row>) -> Node {
    html! {
        <tr><td>{requirement_name(one)}{requirement_meaning(one).map(|text| html! { <p class="soft">{spans(&text)}</p> })}</td>
            <td class="n">{super::format::number(u64::from(one.count))}</td>
            <td>{ranges::ranges(one, row)}{row.map(|row| ranges::exceptions(one, row))}</td>
            <td>{reason(one)}</td><td>{certainty_pill(one.certainty, String::new())}</td><td class="soft">{one.source.clone()}</td></tr>
    }
}
