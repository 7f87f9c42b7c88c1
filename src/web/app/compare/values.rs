//! Stored values of both sides: read in steps, with a way to cancel.

use super::pair::Pair;
use crate::report::schema::ErrorInfo;
use crate::services::compare::schema::{Comparison, ValuePair, ValueVerdict, Values};
use crate::web::app::findings::error_card;
use crate::web::app::format;
use crate::web::app::state::App;
use crate::web::app::statistics::number_text;
use crate::web::app::virtual_rows::{Sight, gap};
use crate::web::app::words::{t, tr};
use crate::web::app::worker;
use crate::web::dom::{IntoNode, Node, html, keyed};
use crate::web::model::fold::folded;
use crate::web::protocol::Question;
use leptos::prelude::*;
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

/// Name and class of a verdict.
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
            State::Done(values) => table(&values),
        }}
    }
}

fn table(values: &Arc<Values>) -> Node {
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
    let sight = Sight::new();
    let all = values.clone();
    let lines = Memo::new(move |_| {
        let needle = folded(&filter.get());
        let equal = equal.get();
        let has = |text: &str| folded(text).contains(&needle);
        let shown = |value: &ValuePair| {
            (equal || value.verdict != ValueVerdict::Exact) && (has(&value.name) || has(&value.renamed))
        };
        (0..all.values.len()).filter(|index| shown(&all.values[*index])).collect::<Vec<usize>>()
    });
    let rows = values.clone();
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
        </div>
        <div class="scroll-y" tabindex="0" role="region" aria-label=t("compare-values") on:scroll=move |e| sight.scrolled(&e)>
            <table class="changes compared" aria-rowcount=move || lines.with(Vec::len)>
                <thead><tr><th scope="col" class="verdict-is">{t("compare-change")}</th><th scope="col">{t("compare-name")}</th>
                    <th scope="col" class="n">{t("compare-differing")}</th><th scope="col" class="n">{t("compare-largest-is")}</th>
                    <th scope="col">{t("compare-at")}</th><th scope="col">{t("compare-before")}</th><th scope="col">{t("compare-after")}</th>
                </tr></thead>
                <tbody>
                    {move || {
                        let lines = lines.get();
                        let none = lines.is_empty();
                        let range = sight.range(lines.len());
                        let (above, below) = (range.start, lines.len() - range.end);
                        let shown = keyed(lines[range].iter().map(|index| (index, line(&rows.values[*index]))));
                        let empty = if filter.with(String::is_empty) { "compare-all-equal" } else { "filter-none" };
                        html! {
                            {gap(above)}{shown}{gap(below)}
                            {none.then(|| html! { <tr><td colspan="7" class="soft">{t(empty)}</td></tr> })}
                        }
                    }}
                </tbody>
            </table>
        </div>
        {errors.map(error_card).collect::<Node>()}
    }
    .into_node()
}

fn line(value: &ValuePair) -> Node {
    let (sign, class, id) = word(value.verdict);
    let name =
        if value.renamed.is_empty() { value.name.clone() } else { format!("{} → {}", value.name, value.renamed) };
    let incomparable = value.verdict == ValueVerdict::Incomparable;
    let described = |dtype: &str, shape: &[i64]| format!("{dtype} {}", format::shape(shape));
    let (at, difference, a, b) = match &value.largest {
        Some(largest) => {
            let at: Vec<String> = largest.at.iter().map(ToString::to_string).collect();
            let difference = largest.difference.as_ref().map(number_text).unwrap_or_default();
            (format!("[{}]", at.join(", ")), difference, number_text(&largest.a), number_text(&largest.b))
        }
        None if incomparable => {
            let (dtypes, shapes) = (&value.dtypes, &value.shapes);
            (String::new(), String::new(), described(&dtypes.0, &shapes.0), described(&dtypes.1, &shapes.1))
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
            <td class="n">{differing}</td>
            <td class="n"><code>{difference}</code></td>
            <td><code>{at}</code></td>
            <td class="before"><code title=a.clone()>{a.clone()}</code></td>
            <td class="after"><code title=b.clone()>{b.clone()}</code></td>
        </tr>
    }
}
