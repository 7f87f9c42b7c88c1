//! Many invocations: their times in numbers and as a histogram, and a report to copy.

use super::numbers::ms;
use super::place::place;
use super::profile::by_op;
use super::state::Run;
use crate::services::run::bench::{Spread, histogram};
use crate::services::run::schema::Ran;
use crate::web::app::chart_table::chart_table;
use crate::web::app::copy::copy;
use crate::web::app::format;
use crate::web::app::words::{t, tr};
use crate::web::dom::{IntoNode, Node, html};
use leptos::prelude::*;

/// Bars of the histogram.
const BARS: usize = 24;
/// Minimum number of runs; fewer are only summarized in the line above.
const FEWEST: usize = 5;
/// Operators in the report.
const OPS: usize = 8;

/// The times of the last run, and the button that copies a report of it.
pub fn bench(run: Run) -> Node {
    let shown = move || {
        let ran = run.ran.get()?;
        Some(html! {
            {(ran.invocations_ms.len() >= FEWEST).then(|| spread(&ran.invocations_ms))}
            <p>{copy(move || report(run), "run-copy-report", "run-copy-report")}</p>
        })
    };
    shown.into_node()
}

fn spread(times: &[f64]) -> Node {
    let spread = Spread::of(times);
    let facts = [
        ("run-median", spread.median),
        ("run-p90", spread.p90),
        ("run-min", spread.min),
        ("run-max", spread.max),
        ("run-mean-value", spread.mean),
    ];
    let facts = facts.map(|(name, value)| {
        html! {
            <span class="run-fact">{t(name)}" "<code>{ms(value)}" ms"</code></span>
        }
    });
    let counts = histogram(times, BARS);
    let most = f64::from(counts.iter().copied().max().unwrap_or(1).max(1));
    let bars = counts.iter().map(|count| {
        let size = format!("{:.1}%", f64::from(*count) / most * 100.0);
        html! { <span class:none=*count == 0 style:block-size=size></span> }
    });
    let text = tr(
        "run-histogram",
        &[("count", spread.count.into()), ("min", ms(spread.min).into()), ("max", ms(spread.max).into())],
    );
    html! {
        <p class="soft">{facts.into_iter().collect::<Node>()}</p>
        <div class="run-histogram" role="img" aria-label=text>{bars.collect::<Node>()}</div>
        <p class="run-scale soft"><code>{ms(spread.min)}</code><code>{ms(spread.max)}" ms"</code></p>
        {table(&spread, &counts)}
    }
}

/// The bars as numbers.
fn table(spread: &Spread, counts: &[u32]) -> Node {
    let width = (spread.max - spread.min) / counts.len().max(1) as f64;
    let edge = |bin: usize| format!("{} ms", ms(spread.min + bin as f64 * width));
    let rows = counts.iter().enumerate();
    let rows = rows.map(|(bin, count)| vec![edge(bin), edge(bin + 1), format::number(u64::from(*count))]);
    chart_table(&["chart-from", "chart-to", "chart-count"], rows)
}

/// The last run as text for an issue: names and figures, in the page's language.
fn report(run: Run) -> String {
    let Some(ran) = run.ran.get_untracked() else { return String::new() };
    let spread = Spread::of(&ran.invocations_ms);
    let mut lines = vec![
        format!("Vintage {}", env!("CARGO_PKG_VERSION")),
        format!("{}: {}", t("run-report-model"), run.model_name()),
    ];
    let place = match ran.adapter.as_deref() {
        Some(adapter) => adapter.to_owned(),
        None => place(run, None),
    };
    lines.push(format!("{}: {} ({place})", t("run-backend-name"), ran.backend));
    lines.push(format!("{}: {}", t("run-report-browser"), window().navigator().user_agent().unwrap_or_default()));
    for input in &ran.inputs {
        lines.push(format!("{}: {} {} {:?}", t("run-col-input"), input.name, input.dtype, input.shape));
    }
    lines.push(format!("{}: {}, {}: {}", t("run-invocations"), spread.count, t("run-warmup"), ran.warmup));
    let times = [
        ("run-median", spread.median),
        ("run-p90", spread.p90),
        ("run-min", spread.min),
        ("run-max", spread.max),
        ("run-mean-value", spread.mean),
    ];
    lines.push(times.map(|(name, value)| format!("{} {} ms", t(name), ms(value))).join(", "));
    lines.extend(ops(&ran));
    lines.extend(super::layers::lines(run));
    lines.join("\n")
}

/// The slowest operators.
fn ops(ran: &Ran) -> Vec<String> {
    let ops = by_op(ran);
    let all: f64 = ops.iter().map(|(.., spent)| spent).sum();
    let line = |(op, count, spent): (String, usize, f64)| {
        format!("  {op} × {count}: {} ms ({:.0} %)", ms(spent), spent / all.max(1e-12) * 100.0)
    };
    ops.into_iter().take(OPS).map(line).collect()
}
