//! A run in plain text: times, outputs with their labels, a second backend.

use super::{Words, table};
use crate::services::run::Number;
use crate::services::run::bench::Spread;
use crate::services::run::schema::{OutputDifference, Precision, Ran, Summary};

/// Maximum number of times printed one by one.
const MOST: usize = 10;

/// Backend and duration.
pub(super) fn times(ran: &Ran, words: &Words) -> String {
    let times: Vec<String> = ran.invocations_ms.iter().take(MOST).map(|ms| format!("{ms:.3}")).collect();
    let more = if ran.invocations_ms.len() > MOST { ", …" } else { "" };
    let precision = ran.precision.filter(|&precision| precision != Precision::Float32).map(Precision::word);
    let adapter: Vec<&str> = ran.adapter.as_deref().into_iter().chain(precision).collect();
    let adapter = if adapter.is_empty() { String::new() } else { format!(" ({})", adapter.join(", ")) };
    let cold = if ran.warmup == 0 { format!(" ({})", words.word("cli-run-cold")) } else { String::new() };
    let mut text = format!("{}{adapter}: {}{more} ms{cold}\n", ran.backend, times.join(", "));
    if ran.invocations_ms.len() > 1 {
        let Spread { count, min, median, p90, max, .. } = Spread::of(&ran.invocations_ms);
        let range = [("count", count.to_string()), ("min", format!("{min:.3}")), ("max", format!("{max:.3}"))];
        let range = words.find("run-histogram", range.iter().map(|(name, value)| (*name, value.as_str())));
        let [middle, high] = ["run-median", "run-p90"].map(|id| words.word(id));
        text += &format!("  {middle} {median:.3} ms, {high} {p90:.3}. {}\n", range.unwrap_or_default());
    }
    text
}

/// Each output with its greatest values, or all of them if there are few; NaN and infinite values are counted.
pub(super) fn outputs(ran: &Ran, words: &Words) -> String {
    let row = |result: &Summary| {
        vec![result.name.clone(), result.dtype.clone(), format!("{:?}", result.shape), values(result)]
    };
    let mut text = table::columns(&ran.outputs.iter().map(row).collect::<Vec<_>>(), 2);
    for result in ran.outputs.iter().filter(|result| result.not_finite > 0) {
        let counts = [
            ("name", result.name.clone()),
            ("count", result.not_finite.to_string()),
            ("all", result.shape.iter().product::<usize>().to_string()),
            ("nan", result.nan.to_string()),
            ("infinite", (result.not_finite - result.nan).to_string()),
        ];
        let sentence = words.find("cli-run-not-finite", counts.iter().map(|(name, value)| (*name, value.as_str())));
        text += &format!("{}\n", sentence.unwrap_or_default());
    }
    text
}

/// The values of an output that are printed.
fn values(result: &Summary) -> String {
    if !result.strings.is_empty() {
        let all = result.shape.iter().product::<usize>();
        let more = if all > result.strings.len() { "  …" } else { "" };
        let shown = result.strings.iter().enumerate().map(|(index, text)| format!("[{index}] {text:?}"));
        return shown.collect::<Vec<_>>().join("  ") + more;
    }
    // Only finite values have a greatest one: if some of a few values are not finite, all are shown in order.
    let all = result.not_finite > 0 && result.shape.iter().product::<usize>() == result.first.len();
    let shown: Vec<(usize, Number)> =
        if all { result.first.iter().copied().enumerate().collect() } else { result.top.clone() };
    let label = |index| {
        let place = result.top.iter().position(|(top, _)| *top == index)?;
        result.labels.get(place).filter(|label| !label.is_empty())
    };
    let shown = shown.into_iter().map(|(index, value)| match label(index) {
        Some(label) => format!("[{index}] {label} {value}"),
        None => format!("[{index}] {value}"),
    });
    shown.collect::<Vec<_>>().join("  ")
}

/// The second backend and the differences of its outputs; empty without one.
pub(super) fn beside(ran: &Ran, words: &Words) -> String {
    let Some(compared) = &ran.compared else { return String::new() };
    let median = Spread::of(&compared.invocations_ms).median;
    let rows = compared.differences.iter().map(|report| {
        vec![
            report.name.clone(),
            different(report, words),
            format!("{:.3e}", report.absolute),
            format!("{:.3e}", report.relative),
            report.at.map(|at| format!("[{at}] {} / {}", report.first, report.second)).unwrap_or_default(),
        ]
    });
    let head = ["run-col-output", "run-col-different", "run-col-absolute", "run-col-relative", "run-col-where"];
    let table = table::headed(&head.map(|id| words.word(id)), rows, 2);
    format!("{}: {} {median:.3} ms\n{table}", compared.backend, words.word("run-median"))
}

/// How many values of an output differ.
pub(super) fn different(report: &OutputDifference, words: &Words) -> String {
    let counts = [("different", report.different.to_string()), ("count", report.elements.to_string())];
    words.find("run-different", counts.iter().map(|(name, value)| (*name, value.as_str()))).unwrap_or_default()
}

/// The quantization error of each layer; empty unless requested.
pub(super) fn quantization(ran: &Ran, words: &Words) -> String {
    if ran.quantization.is_empty() {
        return String::new();
    }
    let rows = ran.quantization.iter().map(|layer| {
        vec![
            layer.node.to_string(),
            layer.op.clone(),
            format!("{:.3e}", layer.rms),
            format!("{:.3e}", layer.largest),
            layer.steps.map(|steps| format!("{steps:.1}")).unwrap_or_default(),
            layer.relative.map(|relative| format!("{:.2} %", relative * 100.0)).unwrap_or_default(),
            layer.name.clone(),
        ]
    });
    let head = [
        "run-col-node",
        "run-col-op",
        "run-col-rms",
        "run-col-largest",
        "run-col-steps",
        "run-col-relative",
        "run-col-tensor",
    ];
    format!("{}\n{}", words.word("run-layers"), table::headed(&head.map(|id| words.word(id)), rows, 2))
}
