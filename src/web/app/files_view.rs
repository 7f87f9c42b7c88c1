//! All open files in one table, with their verdicts on the targets, and the releases that load all of them.

use super::format;
use super::labels::{kind_word, pill, sign};
use super::rich::rich;
use super::sorting::head;
use super::state::{App, Shown};
use super::static_answers;
use super::table_export::table_export_of;
use super::targets;
use super::timeline;
use super::virtual_rows::{Sight, gap};
use super::words::{Arg, t, tr};
use crate::fold::folded;
use crate::report::schema::Outcome;
use crate::report::together::together;
use crate::report::what_if::{Row, rows};
use crate::web::dom::{IntoNode, Node, html, keyed};
use crate::web::model::address::View;
use crate::web::model::targets::{Aimed, effective, joint};
use leptos::prelude::*;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Order of the rows.
#[derive(Clone, Copy, PartialEq)]
enum By {
    Name,
    Kind,
    Size,
    Verdict,
    Start,
}

/// A file with what its row shows.
#[derive(Clone)]
struct Line {
    index: usize,
    artifact: Shown,
    kind: String,
    windows: Arc<Vec<Row>>,
    /// The target in `windows`: row and cell.
    target: Option<(usize, usize)>,
    /// All targets with their verdicts; empty while there is one target only.
    set: Vec<Aimed>,
}

impl Line {
    /// The verdict of the target, or over all of them.
    fn outcome(&self) -> Option<Outcome> {
        joint(&self.set).map(|verdict| verdict.outcome).or_else(|| self.main())
    }

    fn main(&self) -> Option<Outcome> {
        self.target.map(|(row, cell)| self.windows[row].cells[cell].outcome)
    }

    /// `tensorflow 2.12.0`, or all targets.
    fn target_name(&self) -> String {
        if !self.set.is_empty() {
            return self.set.iter().map(Aimed::name).collect::<Vec<_>>().join(", ");
        }
        let name = |(row, cell): (usize, usize)| {
            let row = &self.windows[row];
            format!("{} {}", row.channel, row.cells[cell].release)
        };
        self.target.map(name).unwrap_or_default()
    }

    /// First and last release of the target's channel that load the file.
    fn range(&self) -> Option<(String, String)> {
        let row = &self.windows[self.target?.0];
        Some((row.cells[row.start()?].release.clone(), row.cells[row.end()?].release.clone()))
    }

    fn range_text(&self) -> String {
        self.range().map_or_else(|| t("range-none"), |(first, last)| format!("{first} → {last}"))
    }

    fn fields(&self) -> Vec<String> {
        let outcome = || self.outcome().map(|outcome| t(&format!("outcome-{}", outcome.word()))).unwrap_or_default();
        let outcome = joint(&self.set).map_or_else(outcome, targets::joint_text);
        let name = self.artifact.name.clone();
        vec![name, self.kind.clone(), self.artifact.bytes.to_string(), self.target_name(), outcome, self.range_text()]
    }
}

/// The view.
pub fn files() -> Node {
    let app = App::get();
    let filter = RwSignal::new(String::new());
    let order = RwSignal::new((By::Name, false));
    let sight = Sight::filling();
    let windows = Memo::new_with_compare(
        move |_| app.artifacts.with(|all| all.iter().map(windows).collect::<Vec<_>>()),
        |_, _| true,
    );
    let lines = Memo::new_with_compare(
        move |_| {
            let needle = folded(&filter.get());
            let lines = windows.get().into_iter().map(|line| aimed(app, line));
            let has = |line: &Line| {
                needle.is_empty()
                    || folded(&line.artifact.name).contains(&needle)
                    || folded(&line.kind).contains(&needle)
            };
            let mut lines: Vec<Line> = lines.filter(has).collect();
            let (by, down) = order.get();
            crate::order::sort_by(&mut lines, |a, b| {
                let ordering = compare(a, b, by);
                if down { ordering.reverse() } else { ordering }.then(a.index.cmp(&b.index))
            });
            lines
        },
        |_, _| true,
    );
    let body = move || {
        lines.with(|lines| {
            let range = sight.range(lines.len());
            let (above, below) = (range.start, lines.len() - range.end);
            let rows = keyed(lines[range].iter().map(|line| (line.index, entry(app, line))));
            html! { {gap(above)}{rows}{gap(below)} }
        })
    };
    html! {
        <section class="all-files" aria-label=t("view-files")>
            {move || windows.with(|all| common(all))}
            {move || windows.with(|all| on_all(app, all))}
            <div class="tools">
                <input type="search" data-find placeholder=t("filter") aria-label=t("files-filter")
                    on:input=move |e| filter.set(event_target_value(&e))/>
                <span class="soft">{move || tr("files-count", &[("n", lines.with(Vec::len).into())])}</span>
                <span class="end">
                    {static_answers::menu(move || lines.with_untracked(|lines| lines.iter().map(|line| line.artifact.clone()).collect()), false)}
                    {table_export_of("files", move || lines.with_untracked(|lines| table(lines)))}
                </span>
            </div>
            <div class="scroll-y" on:scroll=move |e| sight.scrolled(&e)>
                <table class="files-table" aria-rowcount=move || lines.with(Vec::len)>
                    <thead><tr>
                        {[("col-file", By::Name, ""), ("col-kind", By::Kind, "opt"), ("col-size", By::Size, "n"), ("col-verdict", By::Verdict, ""), ("window", By::Start, "")]
                            .map(|(id, by, class)| head(id, by, by == By::Size, class, None, order))}
                    </tr></thead>
                    <tbody>{body}</tbody>
                </table>
            </div>
        </section>
    }
}

fn windows((index, artifact): &(usize, Shown)) -> Line {
    let windows = Arc::new(rows(artifact, &BTreeSet::new()));
    Line {
        index: *index,
        artifact: artifact.clone(),
        kind: kind_word(artifact.kind),
        windows,
        target: None,
        set: Vec::new(),
    }
}

/// A line with the targets of the page.
fn aimed(app: App, line: Line) -> Line {
    let set = targets::aimed(app, &line.windows);
    Line { target: app.target.with(|target| effective(&line.windows, target.as_ref())), set, ..line }
}

fn compare(a: &Line, b: &Line, by: By) -> Ordering {
    match by {
        By::Name => a.artifact.name.cmp(&b.artifact.name),
        By::Kind => a.kind.cmp(&b.kind),
        By::Size => a.artifact.bytes.cmp(&b.artifact.bytes),
        By::Verdict => a.outcome().map(Outcome::word).cmp(&b.outcome().map(Outcome::word)),
        By::Start => start(a).cmp(&start(b)),
    }
}

/// Place of the first release that loads the file, in the order of its channel.
fn start(line: &Line) -> Option<usize> {
    line.windows[line.target?.0].start()
}

fn entry(app: App, line: &Line) -> Node {
    let index = line.index;
    let open = move |_| {
        app.select(index);
        app.view.set(View::Window);
    };
    let verdict = match line.outcome() {
        Some(_) if !line.set.is_empty() => {
            let detail = targets::lines(&line.artifact, &line.set);
            let targets = line.set.iter().map(|one| html! {
                <span class=format!("sign {}", one.outcome.word())>{sign(one.outcome)}" "</span><code class="soft">{one.name()}</code>" "
            });
            html! { <span title=detail>{joint(&line.set).map(targets::joint_pill)}" "{targets.collect::<Node>()}</span> }
        }
        Some(outcome) => html! { {pill(outcome)}" "<code class="soft">{line.target_name()}</code> },
        None if line.artifact.error.is_some() => {
            html! { <span class="sign refused">{sign(Outcome::Refused)}" "{t("file-broken")}</span> }
        }
        None => html! { <span class="soft">{t("no-window")}</span> },
    };
    let window = line.target.map(|(row, cell)| {
        html! {
            <span class="small-window">{timeline::small(&line.windows[row], cell)}</span>
            <code>{line.range_text()}</code>
        }
    });
    html! {
        <tr aria-selected=move || (app.current.get() == index).to_string()>
            <td class="name"><button class="link" on:click=open><code>{line.artifact.name.clone()}</code></button></td>
            <td class="opt">{line.kind.clone()}</td>
            <td class="n">{format::bytes(line.artifact.bytes)}</td>
            <td>{verdict}</td>
            <td class="range">{window}</td>
        </tr>
    }
}

/// The table with its head, as text.
fn table(lines: &[Line]) -> Vec<Vec<String>> {
    let head = ["col-file", "col-kind", "col-bytes", "must-run-on", "col-verdict", "window"].map(t).to_vec();
    std::iter::once(head).chain(lines.iter().map(Line::fields)).collect()
}

/// How many files load on all targets; nothing while there is one target only.
fn on_all(app: App, lines: &[Line]) -> Node {
    let verdicts: Vec<_> = lines.iter().filter_map(|line| joint(&targets::aimed(app, &line.windows))).collect();
    let good = verdicts.iter().filter(|verdict| verdict.outcome.is_good()).count();
    let text = verdicts.first().map(|verdict| {
        let args = [("n", good.into()), ("all", verdicts.len().into()), ("of", verdict.of.into())];
        html! { <p class="files-set">{tr("targets-files", &args)}</p> }
    });
    text.into_node()
}

/// The releases that load all files, by channel.
fn common(lines: &[Line]) -> Node {
    let judged: Vec<Vec<Row>> =
        lines.iter().filter(|line| !line.windows.is_empty()).map(|line| Vec::clone(&line.windows)).collect();
    let n = ("n", judged.len().into());
    let rows = together(&judged);
    if rows.is_empty() {
        return html! { <p class="soft">{t("files-no-channel")}</p> };
    }
    let channels = rows.into_iter().map(|row| {
        let channel = ("channel", Arg::Code(row.channel.clone()));
        let said = match (row.start(), row.end()) {
            (Some(first), Some(last)) => {
                let name = |cell: usize| Arg::Code(row.cells[cell].release.clone());
                let id = if row.runs().len() > 1 { "files-all-gaps" } else { "files-all" };
                rich(id, &[channel, ("first", name(first)), ("last", name(last))])
            }
            _ => rich("files-all-none", &[channel]),
        };
        html! { <li>{said}</li> }
    });
    html! {
        <h2>{tr("files-together", &[n])}</h2>
        <ul class="files-together">{channels.collect::<Node>()}</ul>
    }
}
