//! Results of another runtime compared with the reference kernels: the files, and the first operator that differs.

use super::entry::Picked;
use super::inputs::{chosen_all, ends, taken_all};
use super::layers::node_link;
use super::numbers::number;
use super::second::Doing;
use super::state::Run;
use crate::services::run::schema::{Backend, ResultDifference, ResultsReport};
use crate::web::app::chart_table::show_all;
use crate::web::app::labels::message_text;
use crate::web::app::rich::spans;
use crate::web::app::state::Shown;
use crate::web::app::table_export::table_export_here;
use crate::web::app::words::{Arg, t, tr};
use crate::web::dom::{IntoNode, Node, html};
use leptos::prelude::*;

/// Files that hold results.
const ARRAYS: &str = ".npy,.npz";
/// Tensors in the table before the others are asked for.
const MOST: usize = 200;

/// The choice of files, and the comparison.
pub fn other(run: Run, artifact: Shown) -> Node {
    let all = RwSignal::new(false);
    let shown = move || {
        run.ran.get()?;
        let artifact = artifact.clone();
        let pick = move |event: web_sys::Event| take(run, chosen_all(&event));
        let drop_files = move |event: web_sys::Event| take(run, taken_all(&event, |file| ends(&file.name(), ARRAYS)));
        let choose_half = move |event: web_sys::Event| {
            run.other_half.set(event_target_checked(&event));
            compare(run);
        };
        Some(html! {
            <section id="run-results" on:drop=drop_files>
                <h2>{t("run-results")}</h2>
                <p class="soft">{t("run-results-what")}</p>
                <p class="run-tools">
                    <label class="run-file"><span class="run-pick">{t("run-results-files")}</span>
                        <input type="file" class="sr" multiple accept=ARRAYS aria-label=t("run-results-files-label") on:change=pick/></label>
                    <label><input type="checkbox" prop:checked=run.other_half.get_untracked() on:change=choose_half/>" "{t("run-results-half")}</label>
                    {move || matches!(run.other.doing.get(), Doing::Idle).then(|| again(run))}
                </p>
                {move || run.other.shown(|ran| match &ran.results {
                    Some(report) => comparison(run, report, &artifact, all),
                    None => Node::Nothing,
                })}
            </section>
        })
    };
    shown.into_node()
}

/// The files of an earlier comparison, to compare again.
fn again(run: Run) -> Option<Node> {
    let names = run.other_files.with(|files| files.iter().map(|file| file.name.clone()).collect::<Vec<_>>());
    (!names.is_empty()).then(|| {
        html! {
            <button on:click=move |_| compare(run)>{t("run-results-start")}</button>
            <code class="run-name">{names.join(", ")}</code>
        }
    })
}

fn take(run: Run, files: Vec<web_sys::File>) {
    if !files.is_empty() {
        run.other_files.set(files.into_iter().map(Picked::from).collect());
        compare(run);
    }
}

fn compare(run: Run) {
    let files = run.other_files.get_untracked();
    if !files.is_empty() {
        let question = run.ask_results(&files, run.other_half.get_untracked());
        run.ask(run.other, Backend::Reference, question, |_, ran, _| ran);
    }
}

fn comparison(run: Run, report: &ResultsReport, artifact: &Shown, all: RwSignal<bool>) -> Node {
    let passed = report.differing == 0;
    let (kind, sign, mark) =
        if passed { ("finding", "sign loads", "✓") } else { ("finding error", "sign refused", "✕") };
    let counts = [("count", report.tensors.len().into()), ("differing", report.differing.into())];
    let first = report.tensors.iter().find(|tensor| tensor.differs);
    let since = first.filter(|first| first.since < first.node);
    let since = since.map(|first| {
        tr("run-results-since", &[("since", Arg::Plain(first.since as f64)), ("node", Arg::Plain(first.node as f64))])
    });
    let headline = match first {
        Some(first) => Some(line("run-results-first", first)),
        None => report.closest().map(|closest| line("run-results-closest", closest)),
    };
    let hints = report.hints().map(|hint| html! { <p>{t(hint)}</p> }).collect::<Node>();
    let skipped = report.skipped_by_reason().map(|(reason, count, names)| {
        let reason = message_text(reason, "error-");
        let values = [("count", count.into()), ("reason", reason.into()), ("names", Arg::Code(names))];
        html! { <p class="soft">{spans(&tr("run-results-skipped", &values))}</p> }
    });
    let listed = if all.get() { report.tensors.len() } else { MOST };
    let more = report.tensors.len().saturating_sub(listed);
    let rows = report.tensors.iter().take(listed).map(|tensor| row(run, tensor, artifact)).collect::<Node>();
    html! {
        <article class=kind id="run-results-compared" data-differing=report.differing role="status">
            <span class=sign aria-hidden="true">{mark}</span>
            <div><p>{tr(if passed { "run-results-passed" } else { "run-results-failed" }, &counts)}</p>
                {headline.map(|text| html! { <p>{spans(&text)}</p> })}
                {since.map(|text| html! { <p>{text}</p> })}{hints}</div>
        </article>
        {table_export_here("results")}<div class="scroll-x"><table class="run-compared">
            <thead><tr><th scope="col"></th><th scope="col" class="n">{t("run-col-node")}</th><th scope="col">{t("run-col-op")}</th>
                <th scope="col" class="n">{t("run-col-different")}</th><th scope="col" class="n">{t("run-col-absolute")}</th>
                <th scope="col" class="n">{t("run-col-allowed")}</th><th scope="col" class="n">{t("run-col-own")}</th>
                <th scope="col" class="n">{t("run-col-other")}</th><th scope="col">{t("run-col-tensor")}</th></tr></thead>
            <tbody>{rows}</tbody>
        </table></div>
        {show_all(all, more)}
        <p class="soft">{t("run-results-note")}</p>
        {skipped.collect::<Node>()}
    }
}

fn row(run: Run, tensor: &ResultDifference, artifact: &Shown) -> Node {
    let ResultDifference { graph, node, op, difference, allowed, differs, reason, .. } = tensor;
    let (sign, mark) = if *differs { ("sign refused", "✕") } else { ("sign loads", "✓") };
    let label = t(if *differs { "run-results-differs" } else { "run-results-agrees" });
    let counts = [("different", difference.different.into()), ("count", difference.elements.into())];
    let different = match reason {
        Some(reason) => message_text(reason, "error-"),
        None => tr("run-different", &counts),
    };
    let value = |value: f64| difference.at.map(|_| html! { <code>{number(value)}</code> });
    html! {
        <tr><td><span class=sign role="img" aria-label=label>{mark}</span></td>
            <td class="n">{node_link(run, artifact, *graph, *node)}</td><td><code>{op.clone()}</code></td>
            <td class="n">{different}</td><td class="n">{value(difference.absolute)}</td>
            <td class="n"><code>{number(*allowed)}</code></td>
            <td class="n">{value(difference.first)}</td><td class="n">{value(difference.second)}</td>
            <th scope="row" title=difference.name.clone()><code>{difference.name.clone()}</code></th></tr>
    }
}

/// A sentence about one tensor.
fn line(id: &str, tensor: &ResultDifference) -> String {
    let ResultDifference { node, op, difference, allowed, reason, .. } = tensor;
    let value = |value: f64| Arg::Code(number(value));
    let id = if reason.is_some() { "run-results-first-shape" } else { id };
    tr(
        id,
        &[
            ("node", Arg::Plain(*node as f64)),
            ("op", Arg::Code(op.clone())),
            ("name", Arg::Code(difference.name.clone())),
            ("element", Arg::Plain(difference.at.unwrap_or(0) as f64)),
            ("own", value(difference.first)),
            ("other", value(difference.second)),
            ("absolute", value(difference.absolute)),
            ("allowed", value(*allowed)),
            ("reason", reason.as_ref().map(|reason| message_text(reason, "error-")).unwrap_or_default().into()),
        ],
    )
}
