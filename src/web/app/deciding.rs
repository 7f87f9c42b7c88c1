//! Deciding requirements: those at the start and end of the window, the window without each of them, and the message.

use super::copy::copy;
use super::labels::{evidence_link, reason, requirement_name};
use super::rich::rich;
use super::state::{App, Shown};
use super::summary::target_cell;
use super::terms::certainty;
use super::words::{Arg, has, t, tr};
use crate::report::schema::{Outcome, Requirement};
use crate::report::what_if::{Row, rows};
use crate::web::dom::{IntoNode, Node, html};
use leptos::prelude::*;

/// Maximum number of requirements shown at one end; the table has all of them.
const MOST: usize = 4;

/// The section below the timeline.
pub fn deciding(artifact: Shown) -> Node {
    let app = App::get();
    let shown = artifact.clone();
    html! {
        <section class="deciding" aria-label=t("deciding")>
            {move || app.rows.with(|rows| {
                let (row, cell, outcome) = app.target.with(|t| target_cell(rows, t.as_ref()))?;
                Some(ends(&shown, &row, cell, outcome))
            })}
        </section>
        <section class="printing" aria-label=t("printing")>
            {move || app.rows.with(|rows| {
                let (row, cell, _) = app.target.with(|t| target_cell(rows, t.as_ref()))?;
                prints(&row, cell)
            })}
        </section>
    }
}

/// Start and end of one channel's window; without a window, the requirements that rule out the target.
fn ends(artifact: &Shown, row: &Row, cell: usize, outcome: Outcome) -> Node {
    let channel = [("channel", Arg::Code(row.channel.clone()))];
    if row.start().is_none() {
        let id = match outcome {
            Outcome::Unknown => "decides-unknown",
            _ => "decides-none",
        };
        return list(artifact, row, cell, rich(id, &channel), 0);
    }
    let mut parts = Vec::new();
    if let Some(before) = row.before_start() {
        parts.push(list(artifact, row, before, rich("decides-start", &channel), -1));
    }
    if let Some(after) = row.after_end() {
        parts.push(list(artifact, row, after, rich("decides-end", &channel), 1));
    }
    // A refusing release between the two is a hole.
    let inside = row.start().is_some_and(|s| cell > s) && row.end().is_some_and(|e| cell < e);
    if inside && !outcome.is_good() {
        parts.push(list(
            artifact,
            row,
            cell,
            rich("decides-hole", &[("release", Arg::Code(row.cells[cell].release.clone()))]),
            0,
        ));
    }
    if parts.is_empty() {
        return html! { <p class="soft">{rich("decides-nothing", &channel)}</p> };
    }
    parts.into_node()
}

/// The deciding requirements of one release. `end` is -1 for the start of the window, 1 for its end.
fn list(artifact: &Shown, row: &Row, cell: usize, title: Node, end: i8) -> Node {
    let because = row.cells[cell].because.clone();
    let outcome = row.cells[cell].outcome;
    let more = because.len().saturating_sub(MOST);
    let items = because
        .iter()
        .take(MOST)
        .filter_map(|i| artifact.requirements.get(*i as usize).map(|r| (*i, r)))
        .map(|(i, requirement)| one(artifact, row, i, requirement, outcome, end))
        .collect::<Node>();
    html! {
        <h2>{title}</h2>
        <ul class="why-list">
            {items}
            {because.is_empty().then(|| html! { <li class="why unknown"><p>{no_facts(row, cell)}</p></li> })}
            {(more > 0).then(|| html! { <li class="soft more">{tr("decides-more", &[("n", more.into())])}</li> })}
        </ul>
    }
}

/// Reports that no fact covers a release, and the range without facts.
fn no_facts(row: &Row, cell: usize) -> Node {
    let Some((first, last)) = row.without_facts(cell) else { return Node::Nothing };
    let code = |cell: usize| Arg::Code(row.cells[cell].release.clone());
    match (first.checked_sub(1), row.cells.get(last + 1)) {
        (None, None) => rich("no-facts-any", &[]),
        (None, Some(next)) => rich("no-facts-before", &[("release", Arg::Code(next.release.clone()))]),
        (Some(before), None) => rich("no-facts-after", &[("release", code(before))]),
        (Some(_), Some(_)) => rich("no-facts-between", &[("first", code(first)), ("last", code(last))]),
    }
}

fn one(artifact: &Shown, row: &Row, index: u32, requirement: &Requirement, outcome: Outcome, end: i8) -> Node {
    let app = App::get();
    let first = requirement.evidence.first().cloned();
    let more = (requirement.count as usize).saturating_sub(1);
    // For a missing file, the remedy is to add it, not to ignore the requirement.
    let remedy = format!("remedy-{}", requirement.id);
    let action = if has(&remedy) {
        html! { <b class="remedy">{t(&remedy)}</b> }
    } else {
        let ignore = dropping(app, artifact, row, index, end);
        html! { <button class="drop-it" on:click=move |_| app.dropped.update(|d| { d.insert(index); })>{ignore}</button> }
    };
    html! {
        <li class=format!("why {}", outcome.word())>
            <span class="req">{requirement_name(requirement)}</span>
            <span class="because">
                {reason(requirement).map(|r| html! { <span>{r}</span> })}
                {first.map(|e| html! { <span class="at">{evidence_link(e)}</span> })}
                {(more > 0).then(|| html! { <span class="soft">{tr("and-more", &[("n", more.into())])}</span> })}
            </span>
            {certainty(requirement.certainty, requirement.source.clone())}
            {action}
        </li>
    }
}

/// "Without it: 2.2.0 and later".
fn dropping(app: App, artifact: &Shown, row: &Row, index: u32, end: i8) -> Node {
    let mut dropped = app.dropped.get_untracked();
    dropped.insert(index);
    let after = rows(artifact, &dropped).into_iter().find(|r| r.channel == row.channel);
    let moved = after.and_then(|r| {
        let cell = if end > 0 { r.end() } else { r.start() };
        let before = if end > 0 { row.end() } else { row.start() };
        (cell != before).then(|| cell.map(|c| r.cells[c].release.clone())).flatten()
    });
    match moved {
        Some(release) if end > 0 => rich("drop-it-to", &[("release", Arg::Code(release))]),
        Some(release) => rich("drop-it-from", &[("release", Arg::Code(release))]),
        None => rich("drop-it", &[]),
    }
}

/// The target's message, otherwise that of the releases beside the window.
fn prints(row: &Row, cell: usize) -> Option<Node> {
    let beside = [Some(cell), row.before_start(), row.after_end()];
    let found = beside.into_iter().flatten().find(|i| row.cells[*i].prints.is_some());
    let (index, text) = match found {
        Some(index) => (index, row.cells[index].prints.clone()),
        None if row.cells[cell].outcome == Outcome::Refused => (cell, None),
        None => return None,
    };
    let cell = &row.cells[index];
    let name = Arg::Code(format!("{} {}", row.channel, cell.release));
    let body = match text {
        Some(text) => {
            let copied = text.clone();
            html! {
                <div class=format!("why msg {}", cell.outcome.word())>
                    <pre dir="ltr" lang="en">{text}</pre>
                    {copy(move || copied.clone(), "copy", "copy-message")}
                </div>
            }
        }
        None => html! { <div class="why msg unknown"><p>{t("prints-unknown")}</p></div> },
    };
    Some(html! { <h2>{rich("prints", &[("target", name)])}</h2> {body} })
}
