//! SVG: the picture as the page draws it, light or dark by the reader's setting, without scripts or fonts of its own.

use crate::graph::{Drawing, DrawnEdge, DrawnNode, EdgeKind, Flow, Role, Stub, Style};
use std::fmt::Write;

/// Space around the drawing.
const MARGIN: f32 = 16.0;

/// Colors by role of the page's style sheet, for both schemes.
const STYLE: &str = "\
svg{color-scheme:light dark;--paper:#fbfaf8;--raised:#fff;--ink:#1d1b20;--soft:#625d68;--line:#dedad5;--edge:#8b8490;\
--variable:#1565c0;--optimizer:#c62828;--slot:#d35f00}\
@media(prefers-color-scheme:dark){svg{--paper:#16151a;--raised:#1e1d23;--ink:#ebe8ee;--soft:#a49fac;--line:#34323b;\
--edge:#76717f;--variable:#64a6f5;--optimizer:#ef6b6b;--slot:#ff9a3d}}\
.paper{fill:var(--paper)}.edge{fill:none;stroke:var(--edge);stroke-width:1.1}.dashed{stroke-dasharray:5 4}\
.head{fill:var(--edge)}.stub{fill:var(--paper);stroke:var(--edge)}.box{fill:var(--raised);stroke:var(--soft)}.port{fill:var(--paper);stroke:var(--ink)}\
.constant{fill:var(--raised);stroke:var(--soft);stroke-dasharray:3 3}.open{fill:var(--raised);fill-opacity:.6;stroke:var(--line)}\
.variable{fill:var(--variable)}.optimizer{fill:var(--optimizer)}.slot{fill:var(--slot)}.object{fill:var(--ink)}\
text{font:11px ui-monospace,'DejaVu Sans Mono',monospace;fill:var(--soft)}.title{font-weight:600;font-size:12px;fill:var(--ink)}\
.label{font-size:10px;text-anchor:middle;paint-order:stroke;stroke:var(--paper);stroke-width:4px;stroke-linejoin:round}\
.within{paint-order:stroke;stroke:var(--raised);stroke-width:4px;stroke-linejoin:round}\
.under{text-anchor:middle;fill:var(--ink)}";

/// A drawing as an SVG file. `part` is left, top, right and bottom of what is wanted, in the drawing's coordinates; all
/// of it without.
pub fn svg(drawing: &Drawing, part: Option<[f32; 4]>) -> String {
    let all = [-MARGIN, -MARGIN, drawing.width + MARGIN, drawing.height + MARGIN];
    let part = part.unwrap_or(all);
    let [left, top, right, bottom] = part;
    let (w, h) = (right - left, bottom - top);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left:.0} {top:.0} {w:.0} {h:.0}\" width=\"{w:.0}\" \
         height=\"{h:.0}\" role=\"img\"><style>{STYLE}</style>"
    );
    let title = if drawing.title.is_empty() { "graph" } else { &drawing.title };
    let _ = write!(out, "<title>{}</title>", escaped(title));
    let _ = write!(out, "<rect class=\"paper\" x=\"{left:.0}\" y=\"{top:.0}\" width=\"{w:.0}\" height=\"{h:.0}\"/>");
    let seen = |[l, t, r, b]: [f32; 4]| l <= right && r >= left && t <= bottom && b >= top;
    let nodes: Vec<&DrawnNode> = drawing.nodes.iter().filter(|n| seen([n.x, n.y, n.x + n.w, n.y + n.h])).collect();
    for node in nodes.iter().filter(|n| n.is_open()) {
        rectangle(&mut out, node, "open", 6.0);
    }
    let edges: Vec<&DrawnEdge> = drawing.edges.iter().filter(|e| seen(around(e))).collect();
    for edge in &edges {
        line(&mut out, edge, drawing.flow);
    }
    for (node, named) in nodes.iter().filter_map(|node| Some((node, node.stub.as_deref()?))) {
        stub(&mut out, node, named, drawing.flow);
    }
    for node in nodes.iter().filter(|node| node.is_content()) {
        match drawing.style {
            Style::Boxes => boxed(&mut out, node),
            Style::Glyphs => glyph(&mut out, node),
        }
    }
    for edge in edges.iter().filter(|e| !e.label.is_empty()) {
        let (x, y) = edge.label_at;
        let _ = write!(out, "<text class=\"label\" x=\"{x:.0}\" y=\"{:.0}\">{}</text>", y + 3.0, escaped(&edge.label));
    }
    out.push_str("</svg>\n");
    out
}

/// Left, top, right and bottom of an edge.
fn around(edge: &DrawnEdge) -> [f32; 4] {
    edge.points.chunks_exact(2).fold([f32::MAX, f32::MAX, f32::MIN, f32::MIN], |b, p| {
        [b[0].min(p[0]), b[1].min(p[1]), b[2].max(p[0]), b[3].max(p[1])]
    })
}

fn line(out: &mut String, edge: &DrawnEdge, flow: Flow) {
    let dashed = if matches!(edge.kind, EdgeKind::Control | EdgeKind::Slot) { " dashed" } else { "" };
    stroke(out, &edge.points, dashed, flow);
    arrow(out, &edge.points, flow);
}

fn stroke(out: &mut String, points: &[f32], dashed: &str, flow: Flow) {
    let [first_x, first_y, rest @ ..] = points else { return };
    let _ = write!(out, "<path class=\"edge{dashed}\" d=\"M{first_x:.0} {first_y:.0}");
    let (mut x, mut y) = (*first_x, *first_y);
    for to in rest.chunks_exact(2) {
        let _ = if x == to[0] || y == to[1] {
            write!(out, "L{:.0} {:.0}", to[0], to[1])
        } else if flow == Flow::Right {
            let middle = (x + to[0]) / 2.0;
            write!(out, "C{middle:.0} {y:.0} {middle:.0} {:.0} {:.0} {:.0}", to[1], to[0], to[1])
        } else {
            let middle = (y + to[1]) / 2.0;
            write!(out, "C{x:.0} {middle:.0} {:.0} {middle:.0} {:.0} {:.0}", to[0], to[0], to[1])
        };
        (x, y) = (to[0], to[1]);
    }
    out.push_str("\"/>");
}

fn arrow(out: &mut String, points: &[f32], flow: Flow) {
    if let [.., before_x, before_y, x, y] = points[..] {
        // Lines arrive along the flow, except loops.
        let aside = if flow == Flow::Right { before_x != x } else { before_y == y };
        let head = if aside {
            let back = x - (x - before_x).signum() * 6.0;
            format!("M{x:.0} {y:.0}L{back:.0} {:.0}V{:.0}Z", y - 3.0, y + 3.0)
        } else {
            let back = y - (y - before_y).signum() * 6.0;
            format!("M{x:.0} {y:.0}L{:.0} {back:.0}H{:.0}Z", x - 3.0, x + 3.0)
        };
        let _ = write!(out, "<path class=\"head\" d=\"{head}\"/>");
    }
}

fn rectangle(out: &mut String, node: &DrawnNode, class: &str, radius: f32) {
    let DrawnNode { x, y, w, h, .. } = node;
    let _ = write!(
        out,
        "<rect class=\"{class}\" x=\"{x:.0}\" y=\"{y:.0}\" width=\"{w:.0}\" height=\"{h:.0}\" rx=\"{radius:.0}\"/>"
    );
}

/// The named end of edges; the number of readers below their source.
fn stub(out: &mut String, node: &DrawnNode, stub: &Stub, flow: Flow) {
    if stub.begins {
        stroke(out, &stub.points, "", flow);
    }
    let _ = write!(out, "<g><title>{}</title>", escaped(&node.name));
    rectangle(out, node, "stub", node.h / 2.0);
    let (x, y) = (node.x + 10.0, node.y + 13.0);
    let sign = if stub.begins { "→" } else { "…" };
    let text = node.lines.first().map_or("", String::as_str);
    let _ = write!(out, "<text x=\"{x:.0}\" y=\"{y:.0}\">{sign} {}</text></g>", escaped(text));
}

/// A node as a box with its lines; of an open group the title.
fn boxed(out: &mut String, node: &DrawnNode) {
    let _ = write!(out, "<g><title>{}</title>", escaped(&node.name));
    match node.role {
        _ if node.is_open() => {}
        Role::Input | Role::Output => rectangle(out, node, "port", (node.h / 2.0).min(14.0)),
        Role::Constant => rectangle(out, node, "constant", 4.0),
        _ => rectangle(out, node, "box", 4.0),
    }
    let (dx, sign) = match &node.group {
        Some(group) => (24.0, if group.open { "▾" } else { "▸" }),
        None => (10.0, ""),
    };
    if !sign.is_empty() {
        let _ = write!(out, "<text class=\"title\" x=\"{:.0}\" y=\"{:.0}\">{sign}</text>", node.x + 8.0, node.y + 18.0);
    }
    let lines = if node.is_open() { 1 } else { node.lines.len() };
    for (i, text) in node.lines.iter().take(lines).enumerate() {
        let class = match i {
            // Edges pass the title of an open group on their way in.
            0 if node.is_open() => " class=\"title within\"",
            0 => " class=\"title\"",
            _ => "",
        };
        let (x, y) = (node.x + dx, node.y + 18.0 + 14.0 * i as f32);
        let _ =
            write!(out, "<text{class} x=\"{x:.0}\" y=\"{y:.0}\"{}>{}</text>", fitted(text, node, dx, i), escaped(text));
    }
    out.push_str("</g>");
}

/// The attribute that keeps a text inside its node. A character of the usual fonts is 0.6 of the size wide.
fn fitted(text: &str, node: &DrawnNode, dx: f32, line: usize) -> String {
    let room = node.w - dx - 4.0;
    let wide = text.chars().count() as f32 * 0.61 * if line == 0 { 12.0 } else { 11.0 };
    if wide > room { format!(" textLength=\"{room:.0}\" lengthAdjust=\"spacingAndGlyphs\"") } else { String::new() }
}

/// An object of a checkpoint: a shape for its role, the name below.
fn glyph(out: &mut String, node: &DrawnNode) {
    let (x, y) = (node.x + node.w / 2.0, node.y + 10.0);
    let _ = write!(out, "<g><title>{}</title>", escaped(&node.name));
    let _ = match node.role {
        Role::Optimizer => {
            write!(
                out,
                "<rect class=\"optimizer\" x=\"{:.0}\" y=\"{:.0}\" width=\"16\" height=\"16\"/>",
                x - 8.0,
                y - 8.0
            )
        }
        Role::SlotVariable => {
            write!(out, "<path class=\"slot\" d=\"M{x:.0} {:.0}l9.5 9.5-9.5 9.5-9.5-9.5z\"/>", y - 9.5)
        }
        Role::Variable => write!(out, "<circle class=\"variable\" cx=\"{x:.0}\" cy=\"{y:.0}\" r=\"8.5\"/>"),
        Role::Root => write!(
            out,
            "<circle class=\"object\" cx=\"{x:.0}\" cy=\"{y:.0}\" r=\"8.5\"/><circle class=\"paper\" cx=\"{x:.0}\" cy=\"{y:.0}\" r=\"3.4\"/>"
        ),
        _ => write!(out, "<circle class=\"object\" cx=\"{x:.0}\" cy=\"{y:.0}\" r=\"8.5\"/>"),
    };
    let text = node.lines.first().map_or("", String::as_str);
    let _ = write!(
        out,
        "<text class=\"under\" x=\"{x:.0}\" y=\"{:.0}\">{}</text></g>",
        node.y + node.h - 4.0,
        escaped(text)
    );
}

/// Text for XML. Control characters have no form there and are left out.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => {}
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
    fn text_is_text_and_what_is_outside_the_part_is_left_out() {
        let drawing = small();
        let all = svg(&drawing, None);
        assert!(all.contains(">CONV_2D v5</text>") && all.contains(">a &lt;b&gt; &amp; c</text>"), "{all}");
        assert!(!all.contains('\u{1}'), "control characters are not XML");
        assert_eq!(all.matches("<g>").count(), 3);
        let part = svg(&drawing, Some([0.0, 0.0, 100.0, 60.0]));
        assert_eq!(part.matches("<g>").count(), 1, "{part}");
        assert!(part.contains("viewBox=\"0 0 100 60\""));
    }
}
