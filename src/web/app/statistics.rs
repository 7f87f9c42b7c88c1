//! Details of one value: its statistics, a small histogram, the result of its checksum.

use super::chart_table::chart_table;
use super::findings::error_card;
use super::format;
use super::words::{Arg, t, tr};
use crate::services::values::schema::{Check, Histogram, Statistics, Value};
use crate::web::dom::{Node, html};
use serde_json::Value as Json;

/// All details of a value.
pub fn statistics(value: &Value) -> Node {
    let name = if value.label.is_empty() { &value.name } else { &value.label };
    let path = (!value.label.is_empty()).then(|| html! { " "<code class="soft">{value.name.clone()}</code> });
    html! {
        <section class="stats" aria-label=t("values-statistics")>
            <h3><code>{name.clone()}</code>{path}</h3>
            <p class="soft"><code>{value.dtype.clone()}" "{format::shape(&value.shape)}</code>" · "{check_sign(value.check)}</p>
            {found(value)}
        </section>
    }
}

/// The statistics of a value and its error, without its name.
pub fn found(value: &Value) -> Node {
    html! {
        {value.partial.then(|| html! { <p><span class="sign warns" aria-hidden="true">"▲"</span>" "{t("values-partial")}</p> })}
        {value.statistics.as_ref().map(numbers)}
        {value.error.clone().map(error_card)}
    }
}

/// Sign and word of a checksum.
pub fn check_sign(check: Check) -> Node {
    let (sign, class, id) = match check {
        Check::Right => ("✓", "sign loads", "check-right"),
        Check::Wrong => ("✕", "sign refused", "check-wrong"),
        Check::None => ("–", "sign unknown", "check-none"),
        Check::Opaque => ("–", "sign unknown", "check-opaque"),
        Check::Unreadable => ("✕", "sign refused", "check-unreadable"),
    };
    html! { <span class=class><span aria-hidden="true">{sign}" "</span>{t(id)}</span> }
}

fn numbers(numbers_found: &Statistics) -> Node {
    let mut rows = vec![(format!("values-of-{}", numbers_found.of), format::number(numbers_found.count))];
    let mut add = |id: &str, text: Option<String>| rows.extend(text.map(|text| (id.to_owned(), text)));
    add("values-min", numbers_found.min.as_ref().map(number_text));
    add("values-max", numbers_found.max.as_ref().map(number_text));
    add("values-mean", numbers_found.mean.map(real_text));
    add("values-deviation", numbers_found.deviation.map(real_text));
    for (id, count) in [
        ("values-zeros", numbers_found.zeros),
        ("values-nan", numbers_found.nan),
        ("values-positive-infinity", numbers_found.positive_infinity),
        ("values-negative-infinity", numbers_found.negative_infinity),
    ] {
        add(id, (count > 0).then(|| format::number(count)));
    }
    let rows =
        rows.into_iter().map(|(id, text)| html! { <dt>{t(&id)}</dt><dd><code>{text}</code></dd> }).collect::<Node>();
    html! { <div class="stats-body"><dl class="facts-list">{rows}</dl>{numbers_found.histogram.as_ref().map(histogram)}</div> }
}

/// Bars, with a sentence for screen readers, and the numbers as a table.
fn histogram(numbers_found: &Histogram) -> Node {
    const HEIGHT: f64 = 64.0;
    let most = numbers_found.counts.iter().copied().max().unwrap_or(0).max(1);
    let bins = numbers_found.counts.len().max(1);
    let at = numbers_found.counts.iter().position(|count| *count == most).unwrap_or(0);
    let width = if numbers_found.whole { 1.0 } else { (numbers_found.high - numbers_found.low) / bins as f64 };
    let from = numbers_found.low + at as f64 * width;
    let to = if numbers_found.whole { from } else { from + width };
    let text = tr(
        "values-histogram-said",
        &[
            ("bins", bins.into()),
            ("low", Arg::Text(real_text(numbers_found.low))),
            ("high", Arg::Text(real_text(numbers_found.high))),
            ("most", Arg::Number(most as f64)),
            ("from", Arg::Text(real_text(from))),
            ("to", Arg::Text(real_text(to))),
        ],
    );
    let bars = numbers_found.counts.iter().enumerate().filter(|(_, count)| **count > 0).map(|(bin, count)| {
        // A bin that is not empty must be visible.
        let height = (*count as f64 / most as f64 * HEIGHT).max(1.0);
        let y = HEIGHT - height;
        html! { <rect x=(bin * 10).to_string() y=y.to_string() width="9" height=height.to_string()/> }
    });
    html! {
        <figure class="bars" dir="ltr">
            <svg viewBox=format!("0 0 {} {HEIGHT}", bins * 10) preserveAspectRatio="none" role="img" aria-label=text.clone()>
                <title>{text}</title>{bars.collect::<Node>()}
            </svg>
            <figcaption class="soft"><span>{real_text(numbers_found.low)}</span><span>{real_text(numbers_found.high)}</span></figcaption>
        </figure>
        {table(numbers_found, width)}
    }
}

/// The bars as numbers. A bin is a value, or goes from one value up to the next.
fn table(numbers_found: &Histogram, width: f64) -> Node {
    let Histogram { low, high, whole, counts } = numbers_found;
    let last = counts.len().saturating_sub(1);
    let rows = counts.iter().enumerate().map(|(bin, count)| {
        let edge = |bin: usize| real_text(low + bin as f64 * width);
        let mut cells = vec![edge(bin)];
        if !whole {
            cells.push(if bin == last { real_text(*high) } else { edge(bin + 1) });
        }
        cells.push(format::number(*count));
        cells
    });
    let heads: &[&str] =
        if *whole { &["chart-value", "chart-count"] } else { &["chart-from", "chart-to", "chart-count"] };
    chart_table(heads, rows)
}

/// A number with 7 digits, enough for float32.
pub fn real_text(value: f64) -> String {
    // `toPrecision` pads with zeros; the number itself does not.
    let rounded = js_sys::Number::from(value).to_precision(7).ok().and_then(|s| s.as_string());
    let rounded = rounded.and_then(|s| s.parse::<f64>().ok()).unwrap_or(value);
    js_sys::Number::from(rounded).to_string_with_radix(10).ok().and_then(|s| s.as_string()).unwrap_or_default()
}

/// An element of a value.
pub fn number_text(value: &Json) -> String {
    match value {
        Json::Number(n) if !n.is_i64() && !n.is_u64() => real_text(n.as_f64().unwrap_or(f64::NAN)),
        Json::String(s) => s.clone(),
        other => other.to_string(),
    }
}
