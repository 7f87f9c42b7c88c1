//! The facts behind a release: whether its binary was asked, how many requirements it meets, and what each branch of its
//! channel brought, in words.

use super::host;
use super::rich::rich;
use super::state::{App, Shown};
use super::summary::target_cell;
use super::words::{Arg, t, tr};
use super::worker;
use crate::report::schema::{Certainty, Outcome};
use crate::report::what_if::Row;
use crate::services::branches::schema::{BranchNames, BranchStep, Branches};
use crate::web::dom::{IntoNode, Node, html};
use crate::web::protocol::Question;
use leptos::prelude::*;
use std::sync::Arc;

/// A channel and the worker's answer about it, which may be that it has none.
type Told = RwSignal<Option<(String, Option<Arc<Branches>>)>>;

/// The facts behind the target, folded until they are asked for.
pub fn facts(artifact: Shown) -> Node {
    let app = App::get();
    let open = RwSignal::new(false);
    // A release that is picked in the window opens its facts; one that is chosen from the list above it does not.
    Effect::new(move |before: Option<()>| {
        app.target.track();
        let picked = || host::focused().is_some_and(|element| element.matches(".window .time") == Ok(true));
        if before.is_some() && picked() {
            open.set(true);
        }
    });
    let target = Memo::new(move |_| app.rows.with(|rows| app.target.with(|chosen| target_cell(rows, chosen.as_ref()))));
    let told = told(app, open, target);
    let name = move || {
        target.with(|found| {
            let (row, cell, _) = found.as_ref()?;
            Some(rich("facts-of", &[("release", code(&format!("{} {}", row.channel, row.cells[*cell].release)))]))
        })
    };
    html! {
        <details class="behind" open=move || open.get()>
            <summary on:click=move |event| {
                event.prevent_default();
                open.update(|open| *open = !*open);
            }>{name}</summary>
            {move || open.get().then(|| target.with(|found| {
                let (row, cell, _) = found.as_ref()?;
                let branches = told.with(|told| told.as_ref().and_then(|(_, branches)| branches.clone()));
                Some(html! {
                    {asked(&branches, row, *cell)}
                    {met(&artifact, row, *cell)}
                    {branches.map(|branches| history(&branches, row, *cell))}
                })
            }))}
        </details>
    }
}

/// Asks about the target's channel once it is wanted.
fn told(app: App, open: RwSignal<bool>, target: Memo<Option<(Row, usize, Outcome)>>) -> Told {
    let told: Told = RwSignal::new(None);
    let artifact = app.current.get_untracked();
    let channel = Memo::new(move |_| target.with(|found| found.as_ref().map(|(row, ..)| row.channel.clone())));
    Effect::new(move |_| {
        let Some(channel) = channel.get().filter(|_| open.get()) else { return };
        if told.with_untracked(|told| told.as_ref().is_some_and(|(of, _)| *of == channel)) {
            return;
        }
        told.set(None);
        let question = Question::Branches { artifact, channel: channel.clone() };
        worker::request(app, question, move |reply| {
            let branches = reply.and_then(Result::ok).and_then(|answer| answer.read()).map(Arc::new);
            told.try_set(Some((channel, branches)));
        });
    });
    told
}

fn code(text: &str) -> Arg {
    Arg::Code(text.to_owned())
}

/// Whether the binary of a release was asked, and whose facts it has.
fn asked(branches: &Option<Arc<Branches>>, row: &Row, cell: usize) -> Option<Node> {
    let branches = branches.as_ref()?;
    let release = &row.cells[cell].release;
    let (branch, one) = branches
        .branches
        .iter()
        .find_map(|branch| Some(branch).zip(branch.releases.iter().find(|one| one.release == *release)))?;
    let id = match one.certainty {
        Some(Certainty::Observed) if branches.is_tflite => "facts-asked-tflite",
        Some(Certainty::Observed) => "facts-asked-graph",
        Some(_) => "facts-not-asked",
        None => "facts-none",
    };
    let parts = [("release", code(release)), ("branch", code(&branch.key)), ("n", branch.releases.len().into())];
    Some(html! { <p data-asked=id>{rich(id, &parts)}</p> })
}

/// How many requirements a release meets; the rows below say which, since when and why.
fn met(artifact: &Shown, row: &Row, cell: usize) -> Node {
    let all = artifact.requirements.iter().filter(|need| need.counts_in(artifact.action));
    let good =
        |outcomes: &crate::report::schema::Outcomes| outcomes.0.get(cell).is_some_and(|outcome| outcome.is_good());
    let met = all.clone().filter(|need| need.outcomes(&row.channel).is_some_and(good)).count();
    html! { <p>{tr("facts-met", &[("n", met.into()), ("of", all.count().into())])}</p> }
}

/// The changes of each branch, the newest one first; that of the release is marked.
fn history(branches: &Branches, row: &Row, cell: usize) -> Node {
    let release = &row.cells[cell].release;
    let steps = branches.branches.iter().map(|branch| {
        let here = branch.releases.iter().any(|one| one.release == *release);
        let day = branch.releases.first().map(|one| one.date.chars().take(10).collect::<String>());
        html! {
            <li data-branch=branch.key.clone() aria-current=here.then_some("true")>
                <code>{branch.key.clone()}</code>" "<time class="soft">{day}</time>
                {words(branch, branches.is_tflite)}
            </li>
        }
    });
    html! {
        <h3>{rich("facts-history", &[("channel", code(&row.channel))])}</h3>
        <ol class="branches">{steps.collect::<Node>()}</ol>
    }
}

/// New and removed ops of a branch.
fn words(branch: &BranchStep, tflite: bool) -> Node {
    if branch.ops == 0 {
        return html! { <p class="soft">{t("branch-unknown")}</p> };
    }
    let Some(since) = &branch.since else {
        let counts = [("ops", branch.ops.into()), ("versions", branch.versions.into())];
        return html! { <p>{tr(if tflite { "branch-first-tflite" } else { "branch-first-graph" }, &counts)}</p> };
    };
    let parts =
        [("branch-ops", &branch.new_ops), ("branch-versions", &branch.new_versions), ("branch-gone", &branch.gone)];
    let told: Vec<_> =
        parts.into_iter().filter(|(_, names)| names.count > 0).map(|(id, found)| line(id, found)).collect();
    if told.is_empty() {
        return html! { <p class="soft">{rich("branch-same", &[("branch", code(since))])}</p> };
    }
    told.into_node()
}

/// "2 new operators: **A**, B and 3 more"; what the file requires is strong.
fn line(id: &str, found: &BranchNames) -> Node {
    let names = found.names.iter().enumerate().map(|(at, name)| {
        let name = html! { <code>{name.clone()}</code> };
        let name = if at < found.required {
            html! { <b>{name}</b> }
        } else {
            name
        };
        html! { {(at > 0).then_some(", ")}{name} }
    });
    let more = found.count - found.names.len().min(found.count);
    html! {
        <p>{tr(id, &[("n", found.count.into())])}" "{names.collect::<Node>()}
            {(more > 0).then(|| html! { " "<span class="soft">{tr("and-more", &[("n", more.into())])}</span> })}</p>
    }
}
