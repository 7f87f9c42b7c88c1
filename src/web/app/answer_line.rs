//! The answer as one line, which stays above the work: verdict, target, the first reason, a small timeline.

use super::advice;
use super::labels::{evidence_link, pill, requirement_name};
use super::state::{App, Shown};
use super::summary::{target_cell, target_selects};
use super::targets;
use super::timeline;
use super::words::{Arg, t, tr};
use crate::report::schema::{Severity, What};
use crate::web::dom::{Node, html};
use crate::web::model::address::View;
use leptos::prelude::*;

/// The line.
pub fn answer_line(artifact: &Shown) -> Node {
    let app = App::get();
    advice::basis(advice::ask());
    let shown = artifact.clone();
    let target = Memo::new_with_compare(
        move |_| app.rows.with(|rows| app.target.with(|t| target_cell(rows, t.as_ref()))),
        |_, _| true,
    );
    let because = move || {
        let (row, cell, _) = target.get()?;
        let because = &row.cells[cell].because;
        let first = shown.requirements.get(*because.first()? as usize)?;
        let more = because.len() - 1;
        let node = first.evidence.iter().find(|evidence| evidence.what == What::Node).cloned();
        Some(html! {
            <span class="because">
                {requirement_name(first)}
                {node.map(|node| html! { " " <span class="at">{evidence_link(node)}</span> })}
                {(more > 0).then(|| html! { " " <span class="soft">{tr("and-more", &[("n", more.into())])}</span> })}
            </span>
        })
    };
    let verdict = move || {
        let (row, cell, outcome) = target.get()?;
        let label = tr("line-open", &[("channel", Arg::Text(row.channel.clone()))]);
        Some(html! {
            <span class="answer">{pill(outcome)}</span>
            <span class="soft basis">{move || app.basis.try_get().flatten()}</span>
            <button class="link small-window" aria-label=label.clone() title=label on:click=move |_| app.view.set(View::Window)>
                {timeline::small(&row, cell)}
            </button>
        })
    };
    let several = Memo::new(move |_| app.also.with(Option::is_some));
    let serious = artifact.findings.iter().filter(|finding| finding.severity != Severity::Note).count();
    html! {
        <div class="answer-line" role="group" aria-label=t("summary")>
            <h1 class="sr" tabindex="-1"><code>{artifact.name.clone()}</code></h1>
            <span class="line-target">{target_selects()}</span>
            {verdict}
            {because}
            {move || several.get().then(targets::short)}
            {(serious > 0).then(|| html! {
                <button class="link line-findings" on:click=move |_| app.view.set(View::Window)>
                    {tr("line-findings", &[("n", serious.into())])}
                </button>
            })}
        </div>
    }
}
