//! Advice about the file, with texts to copy, and configurations for other releases.

use super::copy::copy;
use super::labels::{certainty_pill, doc_link, evidence_link};
use super::rich::{rich, spans};
use super::state::{App, Shown};
use super::summary::target_cell;
use super::table_export::table_export_here;
use super::words::{Arg, has, params, t, tr};
use super::worker;
use crate::services::advice::schema::{Advice, AdviceReport, Basis, Change, Patch};
use crate::web::dom::{IntoNode, Node, html};
use crate::web::protocol::Question;
use leptos::prelude::*;
use std::sync::Arc;

/// Nodes listed with one piece of advice.
const MOST: usize = 5;
/// Changes of a configuration that are shown.
const MOST_CHANGES: usize = 40;

/// The worker's answer; `None` until there is one, empty if it failed.
pub type Advised = RwSignal<Option<Arc<AdviceReport>>>;

/// Advice about the artifact in view.
pub fn ask() -> Advised {
    let app = App::get();
    let index = app.current.get_untracked();
    // The views of a file ask one after another.
    let known = app.advice.get_untracked().filter(|(of, _)| *of == index).map(|(_, known)| known);
    let report = RwSignal::new(known);
    if report.with_untracked(Option::is_none) {
        worker::request(app, Question::Advice { artifact: index }, move |reply| {
            let advice = reply.and_then(Result::ok).and_then(|reply| reply.read().map(Arc::new));
            if let Some(advice) = &advice {
                app.advice.try_set(Some((index, Arc::clone(advice))));
            }
            report.try_set(Some(advice.unwrap_or_default()));
        });
    }
    report
}

/// Shows beside the target's verdict what it rests on, as long as the view that asked is open.
pub fn basis(report: Advised) {
    let app = App::get();
    Effect::new(move |_| app.basis.set(report.with(|report| basis_of(app, report.as_deref()?))));
    // An element that is removed has no page any more whose words would change.
    on_cleanup(move || drop(app.basis.try_set(None)));
}

/// The words for the basis of the target's verdict. The worker's answer is about the usual action, with every requirement.
fn basis_of(app: App, report: &AdviceReport) -> Option<String> {
    let usual = app.action.with(Option::is_none);
    let (row, cell, outcome) = app.rows.with(|rows| app.target.with(|t| target_cell(rows, t.as_ref())))?;
    let place = |release: &str| row.cells.iter().position(|cell| cell.release == release);
    let holds = |basis: &&Basis| {
        basis.channel == row.channel && place(&basis.first) <= Some(cell) && Some(cell) <= place(&basis.last)
    };
    let basis = report.basis.iter().find(holds).filter(|_| usual && outcome.is_good())?;
    let id = if basis.as_far_as_known {
        "as-far-as-known".to_owned()
    } else {
        format!("certainty-{}", basis.certainty.word())
    };
    has(&id).then(|| t(&id))
}

/// The section above the requirements; empty without advice.
pub fn advice(artifact: Shown, report: Advised) -> Node {
    (move || {
        let report = report.get()?;
        if report.steps.is_empty() && report.patches.is_empty() {
            return None;
        }
        let steps = report.steps.iter().map(step).collect::<Node>();
        let patches = report.patches.iter().map(|one| patch(&artifact, one)).collect::<Node>();
        Some(html! { <section class="advice-list" aria-label=t("advice-title")><h2>{t("advice-title")}</h2>{steps}{patches}</section> })
    })
    .into_node()
}

/// The same for a view of a file without requirements, which has no table of them.
pub fn alone(artifact: &Shown) -> Option<Node> {
    artifact.requirements.is_empty().then(|| advice(artifact.clone(), ask()))
}

/// Advice for one requirement; empty for an unknown one.
pub fn about(report: Advised, requirement: u32) -> Option<Node> {
    let report = report.get_untracked()?;
    let advice = report.requirements.iter().find(|advice| advice.requirement == Some(requirement))?;
    Some(html! { <p class="meaning">{words(advice)}</p> })
}

fn words(advice: &Advice) -> Option<Node> {
    let id = format!("advice-{}", advice.message.id);
    has(&id).then(|| spans(&tr(&id, &params(&advice.message))))
}

fn step(advice: &Advice) -> Node {
    let nodes = advice.evidence.iter().take(MOST).cloned().map(|evidence| html! { {evidence_link(evidence)}" " });
    let nodes = nodes.collect::<Node>();
    let more = advice.evidence.len().saturating_sub(MOST);
    let code = advice.snippet.clone();
    let snippet = (!code.is_empty()).then(|| {
        let copied = code.clone();
        html! {
            <div class="why msg snippet"><pre dir="ltr">{code}</pre>{copy(move || copied.clone(), "copy", "advice-copy")}</div>
        }
    });
    html! {
        <article class=format!("finding {}", advice.severity.word()) data-advice=advice.message.id.to_string()>
            <span class="sign note" aria-hidden="true">"→"</span>
            <div>
                <p>{words(advice)}" "{certainty_pill(advice.certainty, advice.source.clone())}</p>
                <p class="where">{nodes}{(more > 0).then(|| tr("and-more", &[("n", more.into())]))}</p>
                {snippet}
                <p>{doc_link(&advice.message.id)}</p>
            </div>
        </article>
    }
}

fn patch(artifact: &Shown, patch: &Patch) -> Node {
    let (config, copied) = (patch.config.clone(), patch.config.clone());
    let changes = patch.changes.iter().take(MOST_CHANGES).map(change).collect::<Node>();
    let more = patch.changes.len().saturating_sub(MOST_CHANGES);
    let left = (!patch.left.is_empty()).then(|| rich("patch-left", &[("left", Arg::Code(patch.left.join(", ")))]));
    // A data URL needs no handle that must be released.
    let address =
        format!("data:application/json;charset=utf-8,{}", String::from(js_sys::encode_uri_component(&config)));
    let name = format!("{}.config.json", artifact.name.rsplit('/').next().unwrap_or_default());
    html! {
        <article class="finding note" data-patch=patch.target.clone()>
            <span class="sign note" aria-hidden="true">"→"</span>
            <div>
                <p>{rich("patch-title", &[("target", Arg::Code(patch.target.clone()))])}" "
                    {t(if patch.lossless { "patch-lossless" } else { "patch-lossy" })}</p>
                {left.map(|left| html! { <p class="advice">{left}</p> })}
                <details>
                    <summary>{tr("patch-changes", &[("n", patch.changes.len().into())])}</summary>
                    {table_export_here("changes")}<div class="scroll-x"><table class="moves"><tbody>{changes}</tbody></table></div>
                    {(more > 0).then(|| html! { <p class="soft">{tr("and-more", &[("n", more.into())])}</p> })}
                </details>
                <p class="buttons">
                    {copy(move || copied.clone(), "patch-copy", "patch-copy")}
                    " "<a class="button" href=address download=name>{t("patch-download")}</a>
                </p>
                <p class="soft"><code>{format!("vintage patch {} --for {} --out …", artifact.name, patch.target)}</code></p>
            </div>
        </article>
    }
}

fn change(change: &Change) -> Node {
    let after = if change.after.is_empty() { "—".to_owned() } else { change.after.clone() };
    html! {
        <tr>
            <td class="name"><code title=change.path.clone()>{change.path.clone()}</code></td>
            <td class="what">{t(&format!("patch-{}", change.message.id))}<br/><code>{change.before.clone()}</code>" → "<code>{after}</code></td>
        </tr>
    }
}
