//! Text and size of a node. A worker has no screen to measure on, so nodes use a monospaced font whose advance is known
//! within a few percent.

use crate::graph::{Graph, Role, Style};

/// Advance of a character of the title, 12 px bold.
const TITLE_CHAR: f32 = 7.3;
/// Advance of a character of the other lines, 11 px.
const LINE_CHAR: f32 = 6.7;
/// Height of the title line.
const TITLE: f32 = 17.0;
/// Height of the other lines.
const LINE: f32 = 14.0;
/// Longest line, in characters.
const LONGEST: usize = 30;
/// Longest name of a stub, in characters.
const LONGEST_STUB: usize = 20;
/// Height of a stub.
const STUB: f32 = 18.0;
/// Side of the square around a glyph.
pub(super) const GLYPH: f32 = 20.0;

/// Lines and size of a node. `extra` are lines for folded constants.
pub(super) fn node(graph: &Graph, node: u32, extra: &[String]) -> (Vec<String>, f32, f32) {
    if graph.style() == Style::Glyphs {
        let path = graph.name(node);
        let label = match graph.role(node) {
            Role::Root => "root".to_owned(),
            _ => path.rsplit('/').next().unwrap_or_default().to_owned(),
        };
        let label = shorten(&label, LONGEST);
        let w = (columns(&label) as f32 * LINE_CHAR + 6.0).max(GLYPH + 8.0);
        return (vec![label], (w / 2.0).ceil() * 2.0, GLYPH + LINE + 2.0);
    }
    let mut lines = Vec::new();
    let name = graph.name(node);
    let short = short_name(name, graph.version(node) != 0);
    match (graph.op(node), graph.version(node)) {
        ("", _) => lines.push(shorten(short, LONGEST)),
        (op, 0) => lines.push(shorten(op, LONGEST)),
        (op, version) => lines.push(format!("{} v{version}", shorten(op, LONGEST))),
    }
    // A node named after its op shows the name once.
    if !graph.op(node).is_empty() && !short.is_empty() && short != graph.op(node) {
        lines.push(shorten(short, LONGEST));
    }
    if matches!(graph.role(node), Role::Input | Role::Output) {
        lines.extend(graph.attributes(node).take(1).map(|(_, value)| shorten(value, LONGEST)));
    }
    lines.extend(extra.iter().map(|line| shorten(line, LONGEST)));
    let (w, h) = box_size(&lines);
    (lines, w, h)
}

/// The end of a name: its last part, or the last two if they fit (`two`; a layer's name before its activation's). Fused
/// names (`a/b;c/d`) count as their first part.
fn short_name(name: &str, two: bool) -> &str {
    let first = name.split(';').next().unwrap_or(name);
    let last = first.rsplit('/').next().filter(|s| !s.is_empty()).unwrap_or(first);
    let before = first[..first.len() - last.len()].trim_end_matches('/');
    let start = before.rfind('/').map_or(0, |slash| slash + 1);
    if two && first.len() - start <= LONGEST { &first[start..] } else { last }
}

/// Lines and size of a closed group.
pub(super) fn closed_group(label: &str, count: u32) -> (Vec<String>, f32, f32) {
    let lines = vec![shorten(label, LONGEST), count.to_string()];
    let (w, h) = box_size(&lines);
    // Room for the mark of a closed group, and for a word after the number.
    (lines, (w + 22.0).max(112.0), h)
}

/// Lines and size of a stub that names a node.
pub(super) fn stub(graph: &Graph, node: u32) -> (Vec<String>, f32, f32) {
    let short = short_name(graph.name(node), false);
    named(shorten(if short.is_empty() { graph.op(node) } else { short }, LONGEST_STUB), 0)
}

/// Lines and size of a stub with a number of readers; the word for them is the page's.
pub(super) fn counting_stub(readers: u32) -> (Vec<String>, f32, f32) {
    named(readers.to_string(), 9)
}

fn named(line: String, more: usize) -> (Vec<String>, f32, f32) {
    let w = (columns(&line) + more) as f32 * LINE_CHAR + 28.0;
    (vec![line], (w / 2.0).ceil() * 2.0, STUB)
}

/// Width that the head of an open group needs.
pub(super) fn head_width(label: &str) -> f32 {
    columns(&shorten(label, LONGEST)) as f32 * TITLE_CHAR + 40.0
}

fn box_size(lines: &[String]) -> (f32, f32) {
    let title = lines.first().map_or(0, |l| columns(l)) as f32 * TITLE_CHAR;
    let rest = lines.iter().skip(1).map(|l| columns(l)).max().unwrap_or(0) as f32 * LINE_CHAR;
    let w = (title.max(rest) + 20.0).max(56.0);
    let h = 10.0 + TITLE + LINE * lines.len().saturating_sub(1) as f32;
    ((w / 2.0).ceil() * 2.0, h)
}

/// Columns in a monospaced font: two for wide characters (East Asian, emoji).
fn columns(text: &str) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    text.chars().map(|c| if matches!(c as u32, 0x1100..=0x115F | 0x2E80..=0xA4CF | 0xAC00..=0xD7A3 | 0xF900..=0xFAFF | 0xFE30..=0xFE6F | 0xFF00..=0xFF60 | 0x1F300..=0x1FAFF | 0x20000..) { 2 } else { 1 }).sum()
}

/// Removes the middle of a long text, because both ends distinguish names. Control characters are not drawn.
pub(super) fn shorten(text: &str, limit: usize) -> String {
    // Most texts are short and plain.
    if text.len() <= limit && text.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
        return text.to_owned();
    }
    let chars: Vec<char> = text.chars().take(4 * limit.max(1) + 4_000).filter(|c| !c.is_control()).collect();
    if chars.len() <= limit {
        return chars.into_iter().collect();
    }
    let head = limit / 2;
    let tail = limit - head - 1;
    chars[..head].iter().chain(std::iter::once(&'…')).chain(&chars[chars.len() - tail..]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_end_where_they_differ() {
        assert_eq!(short_name("net/Conv1_relu/Relu6;net/bn/add", true), "Conv1_relu/Relu6");
        assert_eq!(short_name("net/Conv1_relu/Relu6", false), "Relu6");
        assert_eq!(short_name("x", true), "x");
        assert_eq!(short_name("", true), "");
        assert_eq!(short_name("a/", true), "a/");
        assert_eq!(short_name("a/a_name_that_is_far_too_long_for_one_line/Relu", true), "Relu");
    }
}
