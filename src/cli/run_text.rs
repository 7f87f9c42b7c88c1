//! A run in plain text: times, outputs with their labels, a second backend.

use super::{Words, table};
use crate::services::run::Number;
use crate::services::run::bench::Spread;
use crate::services::run::schema::{Precision, Ran, Summary};

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
        text += &format!("  median {median:.3} ms, p90 {p90:.3}, min {min:.3}, max {max:.3} of {count} invocations\n");
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
pub(super) fn beside(ran: &Ran) -> String {
    let Some(compared) = &ran.compared else { return String::new() };
    let median = Spread::of(&compared.invocations_ms).median;
    let rows: Vec<Vec<String>> = compared
        .differences
        .iter()
        .map(|report| {
            vec![
                report.name.clone(),
                format!("{} of {} differ", report.different, report.elements),
                format!("by {:.3e}", report.absolute),
                format!("relative {:.3e}", report.relative),
                report.at.map(|at| format!("[{at}] {} / {}", report.first, report.second)).unwrap_or_default(),
            ]
        })
        .collect();
    format!("{} beside it: {median:.3} ms\n{}", compared.backend, table::columns(&rows, 2))
}

/// The quantization error of each layer; empty unless requested.
pub(super) fn quantization(ran: &Ran) -> String {
    if ran.quantization.is_empty() {
        return String::new();
    }
    let rows: Vec<Vec<String>> = ran
        .quantization
        .iter()
        .map(|layer| {
            vec![
                layer.node.to_string(),
                layer.op.clone(),
                format!("rms {:.3e}", layer.rms),
                format!("largest {:.3e}", layer.largest),
                layer.steps.map(|steps| format!("{steps:.1} steps")).unwrap_or_default(),
                layer.relative.map(|relative| format!("{:.2} %", relative * 100.0)).unwrap_or_default(),
                layer.name.clone(),
            ]
        })
        .collect();
    format!("quantization error by layer, against float with the same weights\n{}", table::columns(&rows, 2))
}
