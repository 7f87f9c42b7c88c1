//! The window: one line per channel on a true time axis. Releases that load the file are on the upper lane as ticks in
//! a band, those that refuse it are crosses on the lower one, so that color is never the only difference.

use super::format::days;
use super::labels::{requirement_text, sign};
use super::rich::{rich, spans};
use super::state::App;
use super::terms::term;
use super::words::{Arg, is_rtl, t, tr};
use crate::report::schema::{Action, Kind, Outcome, loads_means};
use crate::report::what_if::{Cell, Row};
use crate::web::dom::{Node, NodeRef, html};
use crate::web::model::address::Target;
use crate::web::model::targets::{effective, is_final};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent, MouseEvent};

/// Milliseconds of a day.
const DAY: f64 = 86_400_000.0;

/// A position that no line reaches, in pixels: browsers scroll as far as they can.
const BEYOND: i32 = 1_000_000;

/// A release under the pointer or the keyboard: row and index.
type Cursor = RwSignal<Option<(usize, usize)>>;

/// Converts days to percent of the width, from the left.
#[derive(Clone, Copy, PartialEq)]
struct Axis {
    from: i64,
    to: i64,
    today: i64,
    /// Whether time runs to the left.
    mirrored: bool,
}

impl Axis {
    fn of(rows: &[Row]) -> Self {
        let all = rows.iter().flat_map(|r| &r.cells).filter_map(|c| days(&c.date));
        let (from, to) = all.fold((i64::MAX, i64::MIN), |(a, b), d| (a.min(d), b.max(d)));
        let today = (js_sys::Date::now() / DAY) as i64;
        let (from, to) = if from > to { (0, 1) } else { (from - 40, (to + 40).max(from + 2).max(today + 20)) };
        Self { from, to, today, mirrored: is_rtl() }
    }

    fn at(self, date: &str) -> f64 {
        days(date).map_or(0.0, |day| self.on(day))
    }

    fn on(self, day: i64) -> f64 {
        let along = (day - self.from) as f64 / (self.to - self.from) as f64 * 100.0;
        if self.mirrored { 100.0 - along } else { along }
    }

    /// First days of years, with their positions.
    fn years(self) -> Vec<(i64, f64)> {
        // A line at the very end has no room for its number.
        let room = if self.mirrored { 1.0..=100.0 } else { 0.0..=99.0 };
        (1970..2100).map(|y| (y, self.at(&format!("{y}-01-01")))).filter(|(_, x)| room.contains(x)).collect()
    }
}

/// All channels.
pub fn timeline() -> Node {
    let app = App::get();
    let cursor: Cursor = RwSignal::new(None);
    let scroll = NodeRef::new();
    // If the line is wider than the screen, the newest releases are visible first. To read the width here would lay out the
    // whole answer within the task that makes it.
    scroll.on_load(|div: Element| {
        request_animation_frame(move || div.set_scroll_left(if is_rtl() { -BEYOND } else { BEYOND }));
    });
    html! {
        <section class="window" aria-label=t("window")>
            <h2>{term("window", t("loads-in"))}
                {action_choice()}
                {move || app.artifact.with(|a| a.as_ref().and_then(|a| Some((a.kind, a.action?))).map(|(kind, action)| html! {
                    <span class="means">{spans(&t(&loads_means(kind, action)))}</span>
                }))}
                {move || app.dropped.with(|d| (!d.is_empty()).then(|| html! {
                    <span class="what-if">{tr("what-if", &[("n", d.len().into())])}
                        <button on:click=move |_| app.dropped.set(std::collections::BTreeSet::new())>{t("what-if-reset")}</button>
                    </span>
                }))}
            </h2>
            <div class="scroll" node_ref=scroll>
                <div class="lines">
                    {move || {
                        let rows = app.rows.get();
                        if rows.is_empty() {
                            let id = app.artifact.with(|a| match a {
                                Some(a) if a.error.is_some() => "no-window-error",
                                Some(a) if a.kind == Kind::CheckpointState => "no-window-checkpoint-state",
                                _ => "no-window",
                            });
                            return html! { <p class="soft none">{t(id)}</p> };
                        }
                        let axis = Axis::of(&rows);
                        let lines = rows.into_iter().enumerate()
                            .map(|(i, row)| line(i, row, axis, cursor)).collect::<Node>();
                        html! { {lines} {years(axis)} }
                    }}
                </div>
            </div>
            {readout(cursor)}
        </section>
    }
}

/// "Must: restore": the choice of the action; empty if there is only one.
fn action_choice() -> Node {
    let app = App::get();
    let choose = move |event| app.action.set(Action::from_word(&event_target_value(&event)));
    html! {
        {move || {
            let now = app.artifact.with(|a| a.as_ref().and_then(|a| a.action))?;
            let actions = app.actions();
            (actions.len() > 1).then(|| html! {
                <span class="action">{term("action", t("must"))}" "
                    <select data-action aria-label=t("must") on:change=choose>
                        {actions.into_iter().map(|action| html! {
                            <option value=action.word() selected=action == now>{t(&format!("action-{}", action.word()))}</option>
                        }).collect::<Node>()}
                    </select>
                </span>
            })
        }}
    }
}

fn years(axis: Axis) -> Node {
    let years = axis.years();
    let every = if years.len() > 12 { 2 } else { 1 };
    let (side, gap, before) = if axis.mirrored { ("end", "-3", "start") } else { ("start", "3", "end") };
    let today = axis.on(axis.today);
    html! {
        <div class="line axis" aria-hidden="true">
            <span class="name"></span>
            <svg class="time" height="28">
                {years.into_iter().filter(|(y, _)| y % every == 0).map(|(year, x)| html! {
                    <line x1=pc(x) x2=pc(x) y1="0" y2="4" class="grid"/>
                    <text x=pc(x) y="13" dx=gap text-anchor=side>{year}</text>
                }).collect::<Node>()}
                <text x=pc(today) y="25" text-anchor=before class="today">{t("today")}</text>
            </svg>
            <span class="say"></span>
        </div>
    }
}

/// Percent with two digits, by integers: the page uses no other floating-point formatting.
fn pc(x: f64) -> String {
    let hundredths = (x * 100.0).round() as i64;
    format!("{}.{:02}%", hundredths / 100, hundredths % 100)
}

/// One channel.
fn line(index: usize, row: Row, axis: Axis, cursor: Cursor) -> Node {
    let app = App::get();
    let row = StoredValue::new(row);
    let target = Memo::new(move |_| {
        app.rows
            .with(|rows| app.target.with(|t| effective(rows, t.as_ref())))
            .filter(|(r, _)| *r == index)
            .map(|(_, c)| c)
    });
    let further = move || app.marked.get().into_iter().filter(move |(r, _)| *r == index).map(|(_, c)| c);
    let here = Memo::new(move |_| cursor.get().filter(|(r, _)| *r == index).map(|(_, c)| c));
    // The keyboard moves in time, as drawn; channels are ordered by branch.
    let by_time = StoredValue::new({
        let mut order: Vec<usize> = (0..row.with_value(|r| r.cells.len())).collect();
        row.with_value(|r| crate::order::sort_by_key(&mut order, |i| (days(&r.cells[*i].date), *i)));
        order
    });
    let pick = move |cell: usize| {
        let (channel, release) = row.with_value(|r| (r.channel.clone(), r.cells[cell].release.clone()));
        app.target.set(Some(Target { channel, release }));
    };
    let nearest = move |event: &MouseEvent| -> Option<usize> {
        let svg = event.current_target()?.dyn_into::<Element>().ok()?;
        let rect = svg.get_bounding_client_rect();
        let x = (f64::from(event.client_x()) - rect.left()) / rect.width() * 100.0;
        row.with_value(|r| {
            let near = |c: &Cell| (axis.at(&c.date) - x).abs();
            (0..r.cells.len()).min_by(|a, b| near(&r.cells[*a]).total_cmp(&near(&r.cells[*b])))
        })
    };
    let key = move |event: KeyboardEvent| {
        let order = by_time.get_value();
        if order.is_empty() {
            return;
        }
        let now = here.get_untracked().or(target.get_untracked()).unwrap_or(order.len() - 1);
        let at = order.iter().position(|i| *i == now).unwrap_or(0);
        let (later, earlier) = if is_rtl() { ("ArrowLeft", "ArrowRight") } else { ("ArrowRight", "ArrowLeft") };
        let to = match event.key().as_str() {
            key if key == later || key == "ArrowUp" => (at + 1).min(order.len() - 1),
            key if key == earlier || key == "ArrowDown" => at.saturating_sub(1),
            "PageUp" => (at + 10).min(order.len() - 1),
            "PageDown" => at.saturating_sub(10),
            "Home" => 0,
            "End" => order.len() - 1,
            "Enter" | " " => {
                event.prevent_default();
                return pick(now);
            }
            "Escape" => return cursor.set(None),
            _ => return,
        };
        event.prevent_default();
        cursor.set(Some((index, order[to])));
    };
    let (name, say, count, drawn) =
        row.with_value(|r| (r.channel.clone(), range_text(r), r.cells.len(), draw(r, axis)));
    let text =
        move || here.get().or(target.get()).map_or_else(String::new, |i| row.with_value(|r| cell_text(&r.cells[i])));
    let date_of = move |i: usize| row.with_value(|r| pc(axis.at(&r.cells[i].date)));
    html! {
        <div class="line" data-channel=name.clone()>
            <span class="name"><code>{name.clone()}</code></span>
            <svg class="time" height="34" role="slider" tabindex="0" aria-label=tr("line-label", &[("channel", name.clone().into())])
                aria-orientation="horizontal" aria-valuemin="0" aria-valuemax=count.saturating_sub(1)
                aria-valuenow=move || here.get().or(target.get()).unwrap_or(0) aria-valuetext=text
                on:mousemove=move |e| if let Some(i) = nearest(&e) { cursor.set(Some((index, i))) }
                on:mouseleave=move |_| cursor.set(None)
                on:click=move |e| if let Some(i) = nearest(&e) { pick(i) }
                on:blur=move |_| cursor.set(None)
                on:keydown=key>
                {drawn}
                {move || target.get().into_iter().chain(further()).map(|i| {
                    let outcome = row.with_value(|r| r.cells[i].outcome);
                    html! {
                        <line x1=date_of(i) x2=date_of(i) y1="0" y2="34" class=format!("you {}", outcome.word())/>
                        <svg x=date_of(i) y="0" class="mark"><path d="M-4 0h8l-4 5z" class=format!("flag {}", outcome.word())/></svg>
                    }
                }).collect::<Node>()}
                {move || here.get().map(|i| html! { <line x1=date_of(i) x2=date_of(i) y1="0" y2="34" class="cursor"/> })}
            </svg>
            <span class="say">{say}</span>
        </div>
    }
}

/// The releases of a line.
fn draw(row: &Row, axis: Axis) -> Node {
    let questions = questions(row, axis);
    let cells = row.cells.iter().enumerate().map(|(index, cell)| {
        let at = axis.at(&cell.date);
        let x = pc(at);
        // First releases of a branch are drawn larger than their patches.
        let big = cell.release.ends_with(".0") && is_final(&cell.release);
        match cell.outcome {
            Outcome::Loads => {
                let (y1, y2) = if big { ("3", "19") } else { ("8", "14") };
                html! { <line x1=x.clone() x2=x y1=y1 y2=y2 class="rel loads"/> }
            }
            Outcome::Warns => {
                html! { <svg x=x y="11" class="mark"><path d="M0-4 4 3.5H-4z" class="rel warns"/></svg> }
            }
            Outcome::Refused => {
                let (d, class) = if big {
                    ("M-3-3 3 3M3-3-3 3", "rel refused")
                } else {
                    ("M-1.8-1.8 1.8 1.8M1.8-1.8-1.8 1.8", "rel refused patch")
                };
                html! { <svg x=x y="27" class="mark"><path d=d class=class/></svg> }
            }
            Outcome::Unknown if questions.iter().any(|(at, _)| *at == index) => {
                html! { <text x=x y="15" class="query">"?"</text> }
            }
            // A tick would cross the sign.
            Outcome::Unknown if questions.iter().any(|(_, sign)| (sign - at).abs() < QUESTION / 2.5) => Node::Nothing,
            Outcome::Unknown => html! { <line x1=x.clone() x2=x y1="8" y2="14" class="rel unknown"/> },
        }
    });
    html! {
        {axis.years().into_iter().map(|(_, x)| html! { <line x1=pc(x) x2=pc(x) y1="0" y2="34" class="grid"/> }).collect::<Node>()}
        <line x1=pc(axis.on(axis.today)) x2=pc(axis.on(axis.today)) y1="0" y2="34" class="today"/>
        <line x1="0" x2="100%" y1="11" y2="11" class="base"/>
        {bands(row, axis, ("3", "16"))}
        {cells.collect::<Node>()}
    }
}

/// One channel without its releases: the bands that load, and the target.
pub fn small(row: &Row, target: usize) -> Node {
    let axis = Axis::of(std::slice::from_ref(row));
    let (x, outcome) = (pc(axis.at(&row.cells[target].date)), row.cells[target].outcome.word());
    html! {
        <svg class="time" height="20" aria-hidden="true">
            <line x1="0" x2="100%" y1="10" y2="10" class="base"/>
            {bands(row, axis, ("3", "14"))}
            <line x1=x.clone() x2=x y1="0" y2="20" class=format!("you {outcome}")/>
        </svg>
    }
}

/// The ranges of releases that load the file, at a height `y` and `height` px high.
fn bands(row: &Row, axis: Axis, (y, height): (&'static str, &'static str)) -> Node {
    let runs = row.runs().into_iter().map(|(first, last)| {
        // Patches of older branches are later in time: the band ends with the latest date of its run.
        let ends = row.cells[first..=last].iter().map(|c| axis.at(&c.date));
        let (from, to) = ends.fold((f64::MAX, f64::MIN), |(a, b), x| (a.min(x), b.max(x)));
        // Its end is hatched where only pre-releases load the file.
        let day = |cell: &Cell| days(&cell.date).unwrap_or(0);
        let cells = &row.cells[first..=last];
        let finals = cells.iter().filter(|cell| is_final(&cell.release)).map(day).max();
        let end = cells.iter().map(day).max().filter(|end| Some(*end) > finals).zip(finals);
        html! {
            <rect x=pc(from - 0.3) width=pc(to - from + 0.6) y=y height=height rx="2" class="band"/>
            {end.map(|(end, begin)| html! { <line x1=pc(axis.on(begin)) x2=pc(axis.on(end)) y1="11" y2="11" class="pre"/> })}
        }
    });
    runs.collect()
}

/// Share of the width, in percent, that a question mark needs beside the next one.
const QUESTION: f64 = 2.5;

/// The first releases of unknown branches that are drawn as question marks, with their positions; those too close to
/// the previous one are drawn as ticks, like patches.
fn questions(row: &Row, axis: Axis) -> Vec<(usize, f64)> {
    let first =
        |cell: &Cell| cell.outcome == Outcome::Unknown && cell.release.ends_with(".0") && is_final(&cell.release);
    let mut all: Vec<(i64, usize)> = row
        .cells
        .iter()
        .enumerate()
        .filter(|(_, cell)| first(cell))
        .map(|(i, cell)| (days(&cell.date).unwrap_or(0), i))
        .collect();
    crate::order::sort(&mut all);
    let mut last = f64::MIN;
    all.retain(|(_, index)| {
        let x = axis.at(&row.cells[*index].date);
        let free = (x - last).abs() >= QUESTION;
        if free {
            last = x;
        }
        free
    });
    all.into_iter().map(|(_, index)| (index, axis.at(&row.cells[index].date))).collect()
}

/// The first and last release that load the file, or another text about a complete channel.
fn range_text(row: &Row) -> Node {
    let good = row.good();
    let count = [("good", good.into()), ("all", row.cells.len().into())];
    match (row.start(), row.end()) {
        (Some(first), Some(last)) => {
            let month = |cell: usize| row.cells[cell].date.chars().take(7).collect();
            let dates = span_of(month(first), month(last));
            let (first, last) = (row.cells[first].release.clone(), row.cells[last].release.clone());
            let gaps = row.runs().len() > 1;
            let id = if gaps { "releases-with-gaps" } else { "releases-of" };
            html! { {span_of(first, last)}<span class="soft">{dates}" · "{tr(id, &count)}</span> }
        }
        _ if row.cells.iter().all(|c| c.outcome == Outcome::Unknown) => {
            html! { <span class="verdict unknown"><span aria-hidden="true">"?"</span>{t("range-unknown")}</span> }
        }
        _ => html! {
            <span class="verdict refused"><span aria-hidden="true">"✕"</span>{t("range-none")}</span>
            <span class="soft">{tr("releases-of", &count)}</span>
        },
    }
}

/// `2.4.0 → 2.22.0rc0`, in the direction of the text.
pub fn span_of(first: String, last: String) -> Node {
    match (first == last, is_rtl()) {
        (true, _) => html! { <code>{first}</code> },
        (false, false) => html! { <code>{format!("{first} → {last}")}</code> },
        (false, true) => html! { <span><code>{first}</code>" ← "<code>{last}</code></span> },
    }
}

fn cell_text(cell: &Cell) -> String {
    let outcome = t(&format!("outcome-{}", cell.outcome.word()));
    let args =
        [("release", cell.release.as_str().into()), ("date", cell.date.as_str().into()), ("outcome", outcome.into())];
    tr("cell", &args)
}

/// One line about the release under the cursor, otherwise about the target; always present.
fn readout(cursor: Cursor) -> Node {
    let app = App::get();
    html! {
        <p class="readout">
            {move || app.rows.with(|rows| {
                let target = app.target.with(|t| effective(rows, t.as_ref()));
                let (row, cell) = cursor.get().or(target)?;
                let row = rows.get(row)?;
                let cell = row.cells.get(cell)?;
                let because = app.artifact.with(|a| {
                    let a = a.as_ref()?;
                    let first = a.requirements.get(*cell.because.first()? as usize)?;
                    let more = cell.because.len() - 1;
                    let id = if more == 0 { "because-one" } else { "because-more" };
                    Some(rich(id, &[("requirement", Arg::Code(requirement_text(first))), ("n", more.into())]))
                });
                let word = cell.outcome.word();
                Some(html! {
                    <code>{row.channel.clone()}" "{cell.release.clone()}</code>
                    <time>{cell.date.chars().take(10).collect::<String>()}</time>
                    {(!is_final(&cell.release)).then(|| html! { <span class="soft">{t("pre-release")}</span> })}
                    <span class=format!("sign {word}")>{sign(cell.outcome)}" "{t(&format!("outcome-{word}"))}</span>
                    <span>{because}</span>
                    {cursor.get().is_some().then(|| html! { <span class="soft hint">{t("pick-hint")}</span> })}
                })
            })}
        </p>
    }
}
