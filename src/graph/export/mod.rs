//! A drawing as a file: SVG with its text as text, and the graph for Graphviz (DOT) and Mermaid.
//!
//! Must not know: the screen; the drawing's coordinates are those of the file.

mod svg;
mod text;

pub use svg::svg;
pub use text::{dot, mermaid};

/// More nodes than this are neither drawn well by Graphviz nor accepted by pages that draw Mermaid.
pub const MOST_FOR_TEXT: usize = 500;

#[cfg(test)]
mod tests {
    use crate::graph::{Drawing, DrawnEdge, DrawnNode, EdgeKind, Role};

    /// Input, operator and output, with names that need quoting.
    pub fn small() -> Drawing {
        let node = |y: f32, role, lines: &[&str]| DrawnNode {
            y,
            w: 120.0,
            h: 40.0,
            role,
            lines: lines.iter().map(|line| (*line).to_owned()).collect(),
            ..DrawnNode::default()
        };
        let edge = |from, to, kind, label: &str, y: f32| DrawnEdge {
            from,
            to,
            kind,
            label: label.to_owned(),
            points: vec![60.0, y, 60.0, y + 60.0],
            ..DrawnEdge::default()
        };
        Drawing {
            width: 120.0,
            height: 240.0,
            nodes: vec![
                node(0.0, Role::Input, &["x"]),
                node(100.0, Role::Op, &["CONV_2D v5", "a <b> & c\u{1}"]),
                node(200.0, Role::Output, &["y \"1\""]),
            ],
            edges: vec![edge(0, 1, EdgeKind::Data, "float32 [1, 2]", 40.0), edge(1, 2, EdgeKind::Control, "", 140.0)],
            ..Drawing::default()
        }
    }
}
