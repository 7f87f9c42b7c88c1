//! Stored values of both sides: read in steps, with a way to cancel.

use super::missing::{Line, Missing, missing};
use super::pair::Pair;
use super::value_files::buttons;
use crate::fold::folded;
use crate::order;
use crate::report::schema::ErrorInfo;
use crate::services::compare::schema::{Comparison, ValuePair, ValueVerdict, Values};
use crate::web::app::findings::error_card;
use crate::web::app::format;
use crate::web::app::sorting::{Order, head};
use crate::web::app::state::App;
use crate::web::app::statistics::number_text;
use crate::web::app::virtual_rows::{Sight, gap};
use crate::web::app::words::{t, tr};
use crate::web::app::worker;
use crate::web::dom::{IntoNode, Node, html, keyed};
use crate::web::protocol::Question;
use leptos::prelude::*;
use std::cmp::Ordering;
use std::sync::Arc;

/// Bytes that are compared without a request.
const AT_ONCE: u64 = 16 << 20;
/// Errors that are shown one by one.
const MOST_ERRORS: usize = 10;

/// Progress of the comparison.
#[derive(Clone, Default)]
enum State {
    #[default]
    No,
    /// Job, bytes done, total bytes.
    At(u32, u64, u64),
    Done(Arc<Values>),
    Failed(ErrorInfo),
}

/// A column that rows are ordered by.
#[derive(Clone, Copy, PartialEq)]
enum By {
    Name,
    Norm,
    Change,
    Largest,
}

/// Sign, class and name of a verdict.
fn word(verdict: ValueVerdict) -> (&'static str, &'static str, &'static str) {
    match verdict {
        ValueVerdict::Exact => ("=", "loads", "compare-exact"),
        ValueVerdict::Close => ("≈", "loads", "compare-close"),
        ValueVerdict::Different => ("≠", "warns", "compare-different-values"),
        ValueVerdict::Incomparable => ("?", "unknown", "compare-incomparable"),
        ValueVerdict::Unreadable => ("✕", "refused", "check-unreadable"),
    }
}

fn start(app: App, state: RwSignal<State>, pair: Pair) {
    let progress = move |done, total| {
        let _ = state.try_update(|now| {
            if let State::At(_, d, of) = now {
                (*d, *of) = (done, total);
            }
        });
    };
    let reply = move |reply: Option<Result<worker::Answer, ErrorInfo>>| {
        let now = match reply {
            Some(Ok(answer)) => answer.read().map_or(State::No, |comparison| State::Done(Arc::new(comparison))),
            Some(Err(error)) => State::Failed(error),
            None => State::No,
        };
        let _ = state.try_set(now);
    };
    let question = Question::Compare { artifact: pair.0, other: pair.1, values: true };
    let job = worker::long_request(app, question, progress, reply);
    state.set(State::At(job, 0, 0));
}

/// The section.
pub fn values(comparison: &Comparison, pair: Pair) -> Node {
    let app = App::get();
    if comparison.values.pairs == 0 {
        return Node::Nothing;
    }
    let state = RwSignal::new(State::No);
    if comparison.values.bytes <= AT_ONCE {
        start(app, state, pair);
    }
    // Cancels the comparison when the view closes.
    on_cleanup(move || {
        if let Some(State::At(job, ..)) = state.try_get_untracked() {
            worker::cancel_job(app, job);
        }
    });
    let (pairs, bytes) = (comparison.values.pairs as usize, comparison.values.bytes);
    let missing = Arc::new(missing(comparison));
    html! {
        <h3>{t("compare-values")}</h3>
        {move || match state.get() {
            State::No => html! {
                <p><button on:click=move |_| start(app, state, pair)>
                    {tr("compare-values-ask", &[("n", pairs.into()), ("size", format::bytes(bytes).into())])}
                </button></p>
            },
            State::At(job, done, total) => {
                let share = if total > 0 { done as f64 / total as f64 } else { 0.0 };
                let percent = (share * 100.0).round();
                html! {
                    <div class="checking" role="status">
                        <progress max="100" value=percent.to_string() aria-label=t("compare-values")></progress>
                        <span>{tr("values-checking", &[("done", format::bytes(done).into()), ("total", format::bytes(total).into())])}</span>
                        <button on:click=move |_| worker::cancel_job(app, job)>{t("cancel")}</button>
                    </div>
                }
            }
            State::Failed(error) => error_card(error),
            State::Done(values) => table(&values, &missing),
        }}
    }
}

fn table(values: &Arc<Values>, missing: &Arc<Vec<Missing>>) -> Node {
    let verdicts = [
        ValueVerdict::Exact,
        ValueVerdict::Close,
        ValueVerdict::Different,
        ValueVerdict::Incomparable,
        ValueVerdict::Unreadable,
    ];
    let count = |verdict: ValueVerdict| values.values.iter().filter(|value| value.verdict == verdict).count();
    let counts = verdicts
        .into_iter()
        .filter(|verdict| count(*verdict) > 0)
        .map(|verdict| {
            let (sign, class, id) = word(verdict);
            html! { <li><span class=format!("sign {class}")>{sign}" "{t(id)}</span>": "{format::number(count(verdict) as u64)}</li> }
        })
        .collect::<Node>();
    let filter = RwSignal::new(String::new());
    let equal = RwSignal::new(false);
    // The largest change comes first.
    let order: Order<By> = RwSignal::new((By::Change, true));
    let sight = Sight::new();
    let (all, alone) = (values.clone(), missing.clone());
    let lines = Memo::new(move |_| lines(&all, &alone, &folded(&filter.get()), equal.get(), order.get()));
    let (rows, alone) = (values.clone(), missing.clone());
    let close = tr(
        "compare-close-means",
        &[("relative", values.relative.to_string().into()), ("absolute", values.absolute.to_string().into())],
    );
    let errors = values.values.iter().filter_map(|value| value.error.clone()).take(MOST_ERRORS);
    html! {
        <div class="checked" role="status"><ul>{counts}</ul></div>
        <div class="tools">
            <input type="search" data-find placeholder=t("filter") aria-label=t("compare-filter-values")
                on:input=move |e| filter.set(event_target_value(&e))/>
            <label class="way"><input type="checkbox" on:change=move |_| equal.update(|e| *e = !*e)/>" "{t("compare-equal-too")}</label>
            <span class="soft">{close}</span>
            {buttons(values.clone(), missing.clone(), lines)}
        </div>
        <div class="scroll-y" tabindex="0" role="region" aria-label=t("compare-values") on:scroll=move |e| sight.scrolled(&e)>
            <table class="changes compared" aria-rowcount=move || lines.with(Vec::len)>
                <thead><tr><th scope="col" class="verdict-is">{t("compare-change")}</th>
                    {head("compare-name", By::Name, false, "", None, order)}<th scope="col">{t("compare-types")}</th>
                    <th scope="col" class="n">{t("compare-differing")}</th>
                    {head("compare-norm", By::Norm, true, "n", None, order)}
                    {head("compare-relative", By::Change, true, "n", None, order)}
                    {head("compare-largest-is", By::Largest, true, "n", None, order)}
                    <th scope="col">{t("compare-at")}</th><th scope="col">{t("compare-before")}</th><th scope="col">{t("compare-after")}</th>
                </tr></thead>
                <tbody>
                    {move || {
                        let lines = lines.get();
                        let none = lines.is_empty();
                        let range = sight.range(lines.len());
                        let (above, below) = (range.start, lines.len() - range.end);
                        let shown = keyed(lines[range].iter().map(|at| (format!("{at:?}"), match *at {
                            Line::Pair(index) => line(&rows.values[index]),
                            Line::Missing(index) => alone[index].line(),
                        })));
                        let empty = if filter.with(String::is_empty) { "compare-all-equal" } else { "filter-none" };
                        html! {
                            {gap(above)}{shown}{gap(below)}
                            {none.then(|| html! { <tr><td colspan="10" class="soft">{t(empty)}</td></tr> })}
                        }
                    }}
                </tbody>
            </table>
        </div>
        {errors.map(error_card).collect::<Node>()}
    }
    .into_node()
}

/// The shown rows in order. Rows without a number come last, and variables that one side lacks before all others.
fn lines(values: &Values, missing: &[Missing], needle: &str, equal: bool, (by, down): (By, bool)) -> Vec<Line> {
    let has = |text: &str| folded(text).contains(needle);
    let shown = |value: &ValuePair| {
        (equal || value.verdict != ValueVerdict::Exact) && (has(&value.name) || has(&value.renamed))
    };
    let mut pairs: Vec<usize> = (0..values.values.len()).filter(|index| shown(&values.values[*index])).collect();
    let number = |index: usize| {
        let value = &values.values[index];
        let largest = value.largest.as_ref().and_then(|largest| largest.difference.as_ref());
        real(match by {
            By::Norm => value.norm.as_ref(),
            By::Change => value.change.as_ref(),
            By::Name | By::Largest => largest,
        })
    };
    order::sort_by(&mut pairs, |a, b| match (by, number(*a), number(*b)) {
        (By::Name, ..) => {
            let order = values.values[*a].name.cmp(&values.values[*b].name);
            if down { order.reverse() } else { order }
        }
        (_, Some(a), Some(b)) if down => b.total_cmp(&a),
        (_, Some(a), Some(b)) => a.total_cmp(&b),
        (_, Some(_), None) => Ordering::Less,
        (_, None, Some(_)) => Ordering::Greater,
        _ => Ordering::Equal,
    });
    let alone = (0..missing.len()).filter(|index| has(&missing[*index].name)).map(Line::Missing);
    alone.chain(pairs.into_iter().map(Line::Pair)).collect()
}

/// A number of the answer, where infinity is a text.
fn real(value: Option<&serde_json::Value>) -> Option<f64> {
    value.and_then(|value| value.as_f64().or_else(|| (value.as_str() == Some("inf")).then_some(f64::INFINITY)))
}

/// Type and shape of a value, or both if they differ.
fn types(value: &ValuePair) -> String {
    let of = |dtype: &str, shape: &[i64]| format!("{dtype} {}", format::shape(shape));
    let (a, b) = (of(&value.dtypes.0, &value.shapes.0), of(&value.dtypes.1, &value.shapes.1));
    if a == b { a } else { format!("{a} → {b}") }
}

fn line(value: &ValuePair) -> Node {
    let (sign, class, id) = word(value.verdict);
    let name =
        if value.renamed.is_empty() { value.name.clone() } else { format!("{} → {}", value.name, value.renamed) };
    let types = types(value);
    let number = |value: &Option<serde_json::Value>| value.as_ref().map(number_text).unwrap_or_default();
    let (at, difference, a, b) = match &value.largest {
        Some(largest) => {
            let at: Vec<String> = largest.at.iter().map(ToString::to_string).collect();
            let difference = largest.difference.as_ref().map(number_text).unwrap_or_default();
            (format!("[{}]", at.join(", ")), difference, number_text(&largest.a), number_text(&largest.b))
        }
        None => Default::default(),
    };
    let differing = match value.differing {
        0 => String::new(),
        some => tr("compare-of", &[("n", format::number(some).into()), ("total", format::number(value.count).into())]),
    };
    let real = value
        .dequantized
        .then(|| html! { " "<span class="pill" title=t("compare-dequantized-why")>{t("compare-dequantized")}</span> });
    html! {
        <tr>
            <td class="verdict-is"><span class=format!("sign {class}")>{sign}" "{t(id)}</span></td>
            <td class="name" title=name.clone()><code>{name}</code>{real}</td>
            <td class="name" title=types.clone()><code>{types}</code></td>
            <td class="n">{differing}</td>
            <td class="n"><code>{number(&value.norm)}</code></td>
            <td class="n"><code>{number(&value.change)}</code></td>
            <td class="n"><code>{difference}</code></td>
            <td><code>{at}</code></td>
            <td class="before"><code title=a.clone()>{a.clone()}</code></td>
            <td class="after"><code title=b.clone()>{b.clone()}</code></td>
        </tr>
    }
}
