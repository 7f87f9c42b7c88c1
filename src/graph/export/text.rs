//! The nodes and edges of a drawing as text for other programs: DOT and Mermaid.

use crate::graph::{Drawing, DrawnNode, EdgeKind, Flow, Role};
use std::fmt::Write;

/// The nodes that are shown: all but open groups, whose content is shown instead. The edges of stubs are in the text.
fn shown(drawing: &Drawing) -> impl Iterator<Item = (usize, &DrawnNode)> {
    let open = |node: &DrawnNode| node.group.as_ref().is_some_and(|group| group.open);
    drawing.nodes.iter().enumerate().filter(move |(_, node)| !open(node) && node.is_content())
}

/// A graph in Graphviz's language.
pub fn dot(drawing: &Drawing) -> String {
    let mut out = String::from("digraph {\n  node [shape=box, fontname=monospace];\n");
    if drawing.flow == Flow::Right {
        out.push_str("  rankdir=LR;\n");
    }
    for (index, node) in shown(drawing) {
        let look = match node.role {
            Role::Input | Role::Output => ", style=rounded",
            Role::Constant => ", style=dashed",
            _ => "",
        };
        let _ = writeln!(out, "  n{index} [label=\"{}\"{look}];", quoted(&node.lines, "\\n"));
    }
    for edge in &drawing.edges {
        let style = if edge.kind == EdgeKind::Data || edge.kind == EdgeKind::Child { "" } else { ", style=dashed" };
        let label = quoted(std::slice::from_ref(&edge.label), "");
        let _ = writeln!(out, "  n{} -> n{} [label=\"{label}\"{style}];", edge.from, edge.to);
    }
    out.push_str("}\n");
    out
}

/// Lines as a quoted string of DOT, joined by `between`.
fn quoted(lines: &[String], between: &str) -> String {
    let lines: Vec<String> = lines.iter().map(|line| line.replace('\\', "\\\\").replace('"', "\\\"")).collect();
    lines.join(between)
}

/// A flowchart in Mermaid's language.
pub fn mermaid(drawing: &Drawing) -> String {
    let direction = if drawing.flow == Flow::Right { "LR" } else { "TD" };
    let mut out = format!("flowchart {direction}\n");
    for (index, node) in shown(drawing) {
        let text = entities(&node.lines.join("\n"));
        let _ = match node.role {
            Role::Input | Role::Output => writeln!(out, "  n{index}([\"{text}\"])"),
            _ => writeln!(out, "  n{index}[\"{text}\"]"),
        };
    }
    for edge in &drawing.edges {
        let arrow = if edge.kind == EdgeKind::Data || edge.kind == EdgeKind::Child { "-->" } else { "-.->" };
        let label = if edge.label.is_empty() { String::new() } else { format!("|\"{}\"|", entities(&edge.label)) };
        let _ = writeln!(out, "  n{} {arrow}{label} n{}", edge.from, edge.to);
    }
    out
}

/// Text in quotes of Mermaid, which reads `#CODE;` as a character.
fn entities(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => out.push_str("<br/>"),
            '"' | '#' | '<' | '>' | '&' | '`' => {
                let _ = write!(out, "#{};", u32::from(c));
            }
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::export::tests::small;

    #[test]
    fn names_are_quoted_as_each_language_wants() {
        let drawing = small();
        assert_eq!(
            dot(&drawing),
            "digraph {\n  node [shape=box, fontname=monospace];\n  n0 [label=\"x\", style=rounded];\n  \
             n1 [label=\"CONV_2D v5\\na <b> & c\\u{1}\"];\n  n2 [label=\"y \\\"1\\\"\", style=rounded];\n  \
             n0 -> n1 [label=\"float32 [1, 2]\"];\n  n1 -> n2 [label=\"\", style=dashed];\n}\n"
                .replace("\\u{1}", "\u{1}")
        );
        assert_eq!(
            mermaid(&drawing),
            "flowchart TD\n  n0([\"x\"])\n  n1[\"CONV_2D v5<br/>a #60;b#62; #38; c\"]\n  n2([\"y #34;1#34;\"])\n  \
             n0 -->|\"float32 [1, 2]\"| n1\n  n1 -.-> n2\n"
        );
    }
}
