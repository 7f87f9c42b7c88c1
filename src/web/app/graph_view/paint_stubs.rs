//! Paints the named ends of edges that are not lines.

use super::paint::{Painting, TEXT_FROM, radius, rect};
use crate::graph::{DrawnNode, Stub};
use crate::web::app::words::tr;

impl Painting<'_> {
    /// Names beside readers, numbers of readers below sources, and the lines to these.
    pub(super) fn stubs(&self, visible: &[&DrawnNode]) {
        if visible.is_empty() {
            return;
        }
        let c = self.context;
        let everything = [f32::MIN, f32::MIN, f32::MAX, f32::MAX];
        c.set_line_width(self.width(1.1));
        c.set_stroke_style_str(&self.colors.edge);
        c.begin_path();
        for stub in visible.iter().filter_map(|node| node.stub.as_deref()).filter(|stub| stub.points.len() >= 4) {
            if stub.begins {
                self.line(&stub.points, everything);
            }
        }
        c.stroke();
        c.begin_path();
        visible.iter().for_each(|node| self.shape(node, radius(node)));
        c.set_fill_style_str(&self.colors.paper);
        c.fill();
        c.stroke();
        if self.camera.zoom < TEXT_FROM {
            return;
        }
        c.set_font(&format!("11px {}", self.colors.mono));
        c.set_fill_style_str(&self.colors.soft);
        for (node, stub) in visible.iter().filter_map(|node| Some((node, node.stub.as_deref()?))) {
            let (x, y, w, _) = rect(node);
            let _ = c.fill_text("▸", x + 8.0, y + 13.0);
            let _ = c.fill_text_with_max_width(&text(node, stub), x + 20.0, y + 13.0, w - 28.0);
        }
    }
}

/// The name of the other end, or the number of readers.
fn text(node: &DrawnNode, stub: &Stub) -> String {
    if stub.begins && stub.readers != 1 {
        return tr("stub-readers", &[("n", u64::from(stub.readers).into())]);
    }
    node.lines.first().cloned().unwrap_or_default()
}
