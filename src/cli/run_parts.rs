//! What `vintage run` says of a run on the GPU: which nodes ran where and why, and what check mode found.

use super::{Words, table};
use crate::report::run::schema::{Difference, Part, Ran};
use std::collections::BTreeMap;

/// The parts and the check, one block each; empty on other backends.
pub(super) fn text(ran: &Ran, words: &Words) -> String {
    let mut text = String::new();
    // One part is no split.
    if ran.parts.len() > 1 {
        text += &format!("{}\n", count(words, "run-parts", ran.parts.len()));
        let rows: Vec<Vec<String>> = ran.parts.iter().map(|part| row(part, words)).collect();
        text += &table::columns(&rows, 2);
        text += &table::columns(&reasons(&ran.parts, words), 4);
    }
    let Some(check) = &ran.check else { return text };
    let values = [("count", check.ops.to_string()), ("differing", check.differing.to_string())];
    let values = || values.iter().map(|(name, value)| (*name, value.as_str()));
    let sentence = if check.differing == 0 { "run-check-passed" } else { "run-check-failed" };
    text += &format!("{}\n", words.find(sentence, values()).unwrap_or_default());
    let told = [("run-check-first", &check.first), ("run-check-closest", &check.closest)];
    let lines = told.into_iter().filter_map(|(id, difference)| Some(line(id, difference.as_ref()?, words)));
    text + &lines.map(|line| format!("  {line}\n")).collect::<String>()
}

fn count(words: &Words, id: &str, count: usize) -> String {
    words.find(id, [("count", count.to_string().as_str())]).unwrap_or_default()
}

fn row(part: &Part, words: &Words) -> Vec<String> {
    vec![
        words.word(&format!("run-part-{}", part.backend)),
        count(words, "cli-nodes", part.nodes.len()),
        runs(&part.nodes),
    ]
}

/// Indices with runs joined: `0-3, 7`.
fn runs(nodes: &[usize]) -> String {
    let mut sorted = nodes.to_vec();
    sorted.sort_unstable();
    let runs: Vec<String> = sorted
        .chunk_by(|a, b| a + 1 == *b)
        .map(|run| if run.len() == 1 { run[0].to_string() } else { format!("{}-{}", run[0], run[run.len() - 1]) })
        .collect();
    runs.join(", ")
}

/// Operators on the processor and why, most nodes first.
fn reasons(parts: &[Part], words: &Words) -> Vec<Vec<String>> {
    let mut by_reason: BTreeMap<(String, String), usize> = BTreeMap::new();
    for why in parts.iter().flat_map(|part| &part.why) {
        *by_reason.entry((why.op.clone(), words.message("reason-", &why.reason))).or_default() += 1;
    }
    let mut list: Vec<_> = by_reason.into_iter().collect();
    list.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    list.into_iter().map(|((op, reason), count)| vec![format!("{count} {op}"), reason]).collect()
}

fn line(id: &str, difference: &Difference, words: &Words) -> String {
    // Shown, not computed with: six digits say enough.
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

#[cfg(test)]
mod tests {
    use super::runs;

    #[test]
    fn runs_of_nodes_are_joined() {
        assert_eq!(runs(&[3, 0, 1, 2, 7, 9, 10]), "0-3, 7, 9-10");
        assert_eq!(runs(&[]), "");
    }
}
