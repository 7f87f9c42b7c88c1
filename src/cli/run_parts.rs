//! Output of `vintage run` on the GPU: partitions with reasons, and the result of check mode.

use super::{Words, table};
use crate::services::run::schema::{Difference, Part, Ran};
use crate::services::run::{ranges, reasons};

/// The parts and the check, one block each; empty on other backends.
pub(super) fn text(ran: &Ran, words: &Words) -> String {
    let mut text = String::new();
    if let Some(why) = &ran.not_half {
        text += &format!("{}\n", words.message("error-", why));
    }
    // A single part is not a split.
    if ran.parts.len() > 1 {
        text += &format!("{}\n", count(words, "run-parts", ran.parts.len()));
        let rows: Vec<Vec<String>> = ran.parts.iter().flat_map(|part| rows(part, words)).collect();
        text += &table::columns(&rows, 2);
    }
    let Some(check) = &ran.check else { return text };
    let values = [("count", check.ops.to_string()), ("differing", check.differing.to_string())];
    let sentence = if check.differing == 0 { "run-check-passed" } else { "run-check-failed" };
    let sentence = words.find(sentence, values.iter().map(|(name, value)| (*name, value.as_str())));
    text += &format!("{}\n", sentence.unwrap_or_default());
    let report = [("run-check-first", &check.first), ("run-check-closest", &check.closest)];
    let lines = report.into_iter().filter_map(|(id, difference)| Some(line(id, difference.as_ref()?, words)));
    text + &lines.map(|line| format!("  {line}\n")).collect::<String>()
}

fn count(words: &Words, id: &str, count: usize) -> String {
    words.find(id, [("count", count.to_string().as_str())]).unwrap_or_default()
}

/// A part, and a line for each reason.
fn rows(part: &Part, words: &Words) -> Vec<Vec<String>> {
    let backend = words.word(&format!("run-part-{}", part.backend));
    let mut rows = vec![vec![backend, count(words, "cli-nodes", part.nodes.len()), ranges(&part.nodes)]];
    for (nodes, why) in reasons(part) {
        rows.push(vec![String::new(), format!("{nodes} {}", why.op), words.message("reason-", &why.reason)]);
    }
    rows
}

fn line(id: &str, difference: &Difference, words: &Words) -> String {
    // Only for display: four digits are enough.
    let number = |value: Option<f64>| value.map_or_else(|| "∞".to_owned(), |value| format!("{value:.3e}"));
    let values = [
        ("node", difference.node.to_string()),
        ("op", difference.op.clone()),
        ("kernel", if difference.kernel.is_empty() { "-".to_owned() } else { difference.kernel.clone() }),
        ("element", difference.element.to_string()),
        ("got", number(difference.got)),
        ("want", number(difference.want)),
        ("absolute", number(difference.absolute)),
        ("relative", number(difference.relative)),
        ("tolerance", number(Some(difference.tolerance))),
    ];
    words.find(id, values.iter().map(|(name, value)| (*name, value.as_str()))).unwrap_or_default()
}
