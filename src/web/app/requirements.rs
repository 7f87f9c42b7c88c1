//! Requirements of the file, one row each: sorted, filtered, and ignored to see the window change.

use super::chosen::toggle;
use super::findings::words;
use super::labels::{
    certainty_pill, doc_link, evidence_link, message_text, place_link, reason, requirement_name, requirement_text,
};
use super::progress::pending;
use super::sorting::head;
use super::state::{App, Shown};
use super::table_export::{table_export_named, table_export_of};
use super::words::{Arg, t, tr};
use super::{advice, branches, format, html_report, ranges, rich, static_answers, targets, window_table};
use crate::fold::folded;
use crate::report::schema::{Certainty, Finding, Requirement};
use crate::report::what_if::{Ends, Row};
use crate::web::dom::{IntoNode, Node, html};
use crate::web::model::targets::Aimed;
use crate::web::model::targets::effective;
use leptos::prelude::*;
use std::collections::BTreeSet;

/// Rows drawn before "show more".
const STEP: usize = 300;
/// Nodes listed for one requirement.
const MOST_EVIDENCE: usize = 60;

/// Columns of exported requirements. They are not translated: programs read them.
const REQUIREMENT_HEADS: [&str; 7] = ["requirement", "id", "nodes", "releases", "because", "certainty", "source"];
/// Columns of exported findings.
const FINDING_HEADS: [&str; 6] = ["severity", "id", "finding", "advice", "certainty", "source"];

/// Order of the rows.
#[derive(Clone, Copy, PartialEq)]
enum By {
    Subject,
    Count,
    /// Requirements that limit the window first, then those that the fewest releases meet.
    Releases,
    Certainty,
}

/// One row, prepared: sorting and filtering format no text.
#[derive(Clone)]
struct Line {
    index: u32,
    text: String,
    count: u32,
    ends: Ends,
    /// How many releases of the channel meet it.
    good: usize,
    certainty: Certainty,
}

/// Advice and the table, both at once: a table that is there before would move under the pointer.
pub fn requirements(artifact: Shown) -> Node {
    let advice = advice::ask();
    advice::basis(advice);
    let view = move || {
        if advice.with(Option::is_some) { untrack(|| table(artifact.clone(), advice)) } else { pending() }
    };
    view.into_node()
}

fn table(artifact: Shown, advice: advice::Advised) -> Node {
    let app = App::get();
    let opened = RwSignal::new(BTreeSet::new());
    let filter = RwSignal::new(String::new());
    let order = RwSignal::new((By::Releases, false));
    let most = RwSignal::new(STEP);
    // The channel of the columns' releases: the target's.
    let row = Memo::new(move |_| {
        app.rows.with(|rows| app.target.with(|t| effective(rows, t.as_ref())).map(|(r, _)| rows[r].clone()))
    });
    let set = Memo::new(move |_| app.rows.with(|rows| targets::aimed(app, rows)));
    let shown = artifact.clone();
    let lines = Memo::new_with_compare(move |_| row.with(|row| prepare(&shown, row.as_ref())), |_, _| true);
    let sorted = move || {
        let needle = folded(&filter.get());
        let mut lines: Vec<Line> =
            lines.get().into_iter().filter(|l| needle.is_empty() || folded(&l.text).contains(&needle)).collect();
        let (by, down) = order.get();
        crate::order::sort_by(&mut lines, |a, b| {
            let ordering = match by {
                By::Subject => a.text.cmp(&b.text),
                By::Count => a.count.cmp(&b.count),
                By::Releases => a.rank().cmp(&b.rank()),
                By::Certainty => a.certainty.cmp(&b.certainty),
            };
            if down { ordering.reverse() } else { ordering }.then(a.index.cmp(&b.index))
        });
        lines
    };
    let total = artifact.requirements.iter().filter(|need| need.counts_in(artifact.action)).count();
    let table = artifact.clone();
    let (exported, found) = (artifact.clone(), artifact.clone());
    let export = move || {
        let head = REQUIREMENT_HEADS.map(str::to_owned).to_vec();
        let of = |line: &Line| cells(line, &exported.requirements[line.index as usize], row.get_untracked().as_ref());
        std::iter::once(head).chain(untrack(sorted).iter().map(of)).collect::<Vec<_>>()
    };
    html! {
        {advice::advice(artifact.clone(), advice)}
        {branches::facts(artifact.clone())}
        <div class="tools">
            <input type="search" data-find placeholder=t("filter") aria-label=t("filter-requirements")
                on:input=move |e| filter.set(event_target_value(&e))/>
            <span class="soft">{tr("count-requirements", &[("n", total.into())])}</span>
            <span class="soft channel">{move || row.with(|r| r.as_ref().map(|r|
                rich::rich("columns-for", &[("channel", Arg::Code(r.channel.clone()))])))}</span>
            <span class="end">
                {table_export_of("requirements", export)}
                {(!found.findings.is_empty()).then(|| table_export_named("findings", "findings-export", move || findings(&found)))}
                {static_answers::menu(move || app.artifact.get_untracked().into_iter().collect(), true)}
                {html_report::button()}
            </span>
        </div>
        <div class="scroll-x">
            <table class="req">
                <thead><tr>
                    <th scope="col" class="tick" title=t("col-counts-long")>{t("col-counts")}</th>
                    {head("col-requirement", By::Subject, false, "", Some("requirement"), order)}
                    {[("col-nodes", By::Count, "n"), ("col-releases", By::Releases, "")]
                        .map(|(id, by, class)| head(id, by, by == By::Count, class, None, order))}
                    <th scope="col" class="opt">{t("col-because")}</th>
                    {head("col-certainty", By::Certainty, false, "opt", Some("certainty"), order)}
                    <th scope="col" class="opt wide">{t("col-source")}</th>
                </tr></thead>
                <tbody>
                    {move || {
                        let lines = sorted();
                        let hidden = lines.len().saturating_sub(most.get());
                        let none = lines.is_empty();
                        let rows = row.with(|row| lines.iter().take(most.get()).map(|line| html! {
                            {entry(line.clone(), table.requirements[line.index as usize].clone(), row.clone(), advice, set, opened)}
                        }).collect::<Node>());
                        html! {
                            {rows}
                            {(hidden > 0).then(|| html! {
                                <tr><td colspan="7"><button on:click=move |_| most.update(|m| *m += STEP)>
                                    {tr("show-more", &[("n", hidden.into())])}</button></td></tr>
                            })}
                            {none.then(|| html! { <tr><td colspan="7" class="soft">{t("filter-none")}</td></tr> })}
                        }
                    }}
                </tbody>
            </table>
        </div>
        {window_table::window_table()}
    }
}

impl Line {
    fn rank(&self) -> (bool, bool, usize) {
        (!self.ends.start, !self.ends.end, self.good)
    }
}

fn prepare(artifact: &Shown, row: Option<&Row>) -> Vec<Line> {
    (0u32..)
        .zip(&artifact.requirements)
        .filter(|(_, requirement)| requirement.counts_in(artifact.action))
        .map(|(index, requirement)| {
            let outcomes = row.and_then(|row| requirement.outcomes(&row.channel));
            Line {
                index,
                text: requirement_text(requirement),
                count: requirement.count,
                ends: row.map(|row| row.ends(index)).unwrap_or_default(),
                good: outcomes.map_or(usize::MAX, |o| o.0.iter().filter(|outcome| outcome.is_good()).count()),
                certainty: requirement.certainty,
            }
        })
        .collect()
}

/// A requirement as the texts of [`REQUIREMENT_HEADS`].
fn cells(line: &Line, requirement: &Requirement, row: Option<&Row>) -> Vec<String> {
    let because = requirement.reason.as_ref().map(|reason| rich::plain(&message_text(reason, "reason-")));
    vec![
        line.text.clone(),
        requirement.id.clone(),
        requirement.count.to_string(),
        ranges::text(requirement, row),
        because.unwrap_or_default(),
        requirement.certainty.word().to_owned(),
        requirement.source.clone(),
    ]
}

/// All findings of a file as text.
fn findings(artifact: &Shown) -> Vec<Vec<String>> {
    let cells = |finding: &Finding| {
        let (text, advice) = words(&finding.message, "finding-");
        let id = finding.message.id.to_string();
        let (severity, certainty) = (finding.severity.word().to_owned(), finding.certainty.word().to_owned());
        let advice = rich::plain(&advice.unwrap_or_default());
        vec![severity, id, rich::plain(&text), advice, certainty, finding.source.clone()]
    };
    std::iter::once(FINDING_HEADS.map(str::to_owned).to_vec()).chain(artifact.findings.iter().map(cells)).collect()
}

fn entry(
    line: Line,
    requirement: Requirement,
    row: Option<Row>,
    advice: advice::Advised,
    set: Memo<Vec<Aimed>>,
    opened: RwSignal<BTreeSet<u32>>,
) -> Node {
    let app = App::get();
    let index = line.index;
    let open = Memo::new(move |_| opened.with(|all| all.contains(&index)));
    let counts = move || app.dropped.with(|d| !d.contains(&index));
    let releases = ranges::ranges(&requirement, row.as_ref());
    let why = row.as_ref().map(|row| ranges::exceptions(&requirement, row));
    let need = requirement.clone();
    let unmet = move || set.with(|set| targets::unmet_on(set, &need));
    let ends = line.ends;
    let mark = [(ends.start, "sets-start"), (ends.end, "sets-end")].into_iter().filter(|(sets, _)| *sets);
    let marks = mark.map(|(_, id)| html! { " "<span class="pill sets">{t(id)}</span> }).collect::<Node>();
    let label = tr("count-it", &[("requirement", line.text.clone().into())]);
    let name = requirement_name(&requirement);
    let meaning = super::labels::requirement_meaning(&requirement);
    let because = reason(&requirement);
    let (certainty, source) = (requirement.certainty, requirement.source.clone());
    let count = format::number(u64::from(requirement.count));
    let expandable = !requirement.evidence.is_empty();
    html! {
        <tr class:off=move || !counts() class:sets=ends != Ends::default() data-requirement=line.text.clone()>
            <td class="tick"><input type="checkbox" prop:checked=counts aria-label=label on:change=move |_| toggle(app.dropped, index)/></td>
            <td class="name" title=meaning.clone()>{name}{marks}</td>
            <td class="n">
                {if expandable {
                    html! {
                        <button class="link" aria-expanded=move || open.get().to_string() title=t("show-nodes")
                            on:click=move |_| toggle(opened, index)>{count}<span class="caret" aria-hidden="true"></span></button>
                    }
                } else { count.into_node() }}
            </td>
            <td class="ranges">{releases}{why}{unmet}</td>
            <td class="opt">{because}</td>
            <td class="opt">{certainty_pill(certainty, source.clone())}</td>
            <td class="opt wide soft source" title=source.clone()>{source.clone()}</td>
        </tr>
        {move || open.get().then(|| {
            let more = (requirement.count as usize).saturating_sub(requirement.evidence.len().min(MOST_EVIDENCE));
            let items = requirement.evidence.iter().take(MOST_EVIDENCE).cloned().map(|e| {
                let at = e.at.clone();
                html! { <li>{evidence_link(e)}{at.map(|place| html! { " "<span class="soft">{place_link(place)}</span> })}</li> }
            }).collect::<Node>();
            html! {
                <tr class="detail"><td></td><td colspan="6">
                    {meaning.clone().map(|m| html! { <p class="meaning">{m}</p> })}
                    {advice::about(advice, index)}
                    <ul class="evidence">{items}{(more > 0).then(|| html! { <li class="soft">{tr("and-more", &[("n", more.into())])}</li> })}</ul>
                    <p class="soft source">{t("col-source")}": "{requirement.source.clone()}" · "{doc_link(&requirement.id)}</p>
                </td></tr>
            }
        })}
    }
}
