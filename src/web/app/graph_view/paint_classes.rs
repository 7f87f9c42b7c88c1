//! Paints the meaning of colors and the results of a search on a drawing: fills, strips of groups, badges, dimmed nodes.

use super::colors::Colors;
use super::paint::{Painting, TEXT_FROM, meets, radius, rect};
use crate::graph::DrawnNode;
use crate::web::model::node_classes::{Colored, Hue, strength};

/// Strength of a fill under text.
const FILL: f64 = 0.3;
/// Height of the strip of a closed group, and radius of a badge, in pixels of the drawing.
const STRIP: f64 = 5.0;
const BADGE: f64 = 8.0;

/// The color and the strength of a hue; `None` for none.
fn color(colors: &Colors, hue: Hue) -> Option<(&str, f64)> {
    match hue {
        Hue::None => None,
        Hue::Outcome(outcome) => Some((&colors.outcomes[outcome as usize], 1.0)),
        Hue::Step(at, of) => Some((&colors.heat, strength(at, of))),
        Hue::Distinct(at) => Some((&colors.classes[at % colors.classes.len()], 1.0)),
    }
}

impl Painting<'_> {
    /// Fills nodes by class, draws the composition of closed groups, and dims nodes of other classes than the chosen. `closed`
    /// are the nodes and closed groups in view, by index in the drawing.
    pub(super) fn classes(&self, closed: &[(usize, &DrawnNode)]) {
        let Some(colored) = self.marks.colored.clone() else { return };
        let c = self.context;
        for (class, look) in colored.looks.iter().enumerate() {
            let Some((fill, strength)) = color(self.colors, look.hue) else { continue };
            c.begin_path();
            let mut some = false;
            for (_, node) in closed.iter().filter(|(at, _)| colored.drawn.class(*at) == Some(class)) {
                some = true;
                self.shape(node, radius(node));
            }
            if some {
                c.set_fill_style_str(fill);
                c.set_global_alpha(FILL * strength);
                c.fill();
            }
        }
        c.set_global_alpha(1.0);
        self.strips(&colored, closed);
        self.dimmed(&colored, closed);
    }

    /// The classes inside a closed group as parts of its lower border.
    fn strips(&self, colored: &Colored, closed: &[(usize, &DrawnNode)]) {
        let c = self.context;
        for (at, node) in closed {
            let parts = colored.drawn.composition(*at as u32);
            let total: u32 = parts.iter().map(|(_, nodes)| nodes).sum();
            let (x, y, w, h) = rect(node);
            let mut from = x;
            for (class, nodes) in parts {
                let width = w * f64::from(*nodes) / f64::from(total.max(1));
                if let Some((fill, strength)) = colored.looks.get(*class).and_then(|look| color(self.colors, look.hue))
                {
                    c.set_global_alpha(strength);
                    c.set_fill_style_str(fill);
                    c.fill_rect(from, y + h - STRIP, width, STRIP);
                }
                from += width;
            }
        }
        c.set_global_alpha(1.0);
    }

    fn dimmed(&self, colored: &Colored, closed: &[(usize, &DrawnNode)]) {
        if colored.drawn.chosen.is_empty() {
            return;
        }
        let c = self.context;
        c.begin_path();
        for (_, node) in closed.iter().filter(|(at, _)| colored.drawn.is_dimmed(*at)) {
            self.shape(node, radius(node));
        }
        c.set_fill_style_str(&self.colors.paper);
        c.set_global_alpha(0.7);
        c.fill();
        c.set_global_alpha(1.0);
    }

    /// The mark of each node's class on its corner, so that color is not needed to distinguish classes. In a group it is
    /// that of its worst outcome, for classes that are outcomes.
    pub(super) fn badges(&self, closed: &[(usize, &DrawnNode)]) {
        let Some(colored) = self.marks.colored.clone().filter(|_| self.camera.zoom >= TEXT_FROM) else { return };
        let c = self.context;
        c.set_font(&format!("600 10px {}", self.colors.mono));
        c.set_text_align("center");
        for (at, node) in closed.iter().filter(|(at, _)| !colored.drawn.is_dimmed(*at)) {
            let inside = colored.drawn.composition(*at as u32).iter().map(|(class, _)| *class);
            let worst = inside
                .rev()
                .find(|class| matches!(colored.looks.get(*class), Some(look) if matches!(look.hue, Hue::Outcome(_))));
            let Some(class) = colored.drawn.class(*at).or(worst) else { continue };
            let Some(look) = colored.looks.get(class).filter(|look| !look.mark.is_empty()) else { continue };
            let (x, y, w, _) = rect(node);
            c.begin_path();
            let _ = c.arc(x + w - 2.0, y + 1.0, BADGE, 0.0, std::f64::consts::TAU);
            c.set_fill_style_str(&self.colors.paper);
            c.fill();
            c.set_line_width(1.5);
            let strong = if let Hue::Step(..) = look.hue {
                &*self.colors.heat
            } else {
                color(self.colors, look.hue).map_or("", |c| c.0)
            };
            c.set_stroke_style_str(strong);
            c.stroke();
            c.set_fill_style_str(&self.colors.ink);
            let _ = c.fill_text_with_max_width(&look.mark, x + w - 2.0, y + 4.5, BADGE * 1.6);
        }
        c.set_text_align("start");
    }

    /// Borders of the nodes and groups that a search found.
    pub(super) fn found(&self, view: [f32; 4]) {
        let Some(found) = &self.marks.found else { return };
        let c = self.context;
        c.begin_path();
        for index in &found.nodes {
            if let Some(node) = self.scene.node(*index).filter(|n| meets([n.x, n.y, n.x + n.w, n.y + n.h], view)) {
                self.shape(node, radius(node));
            }
        }
        c.set_line_width(self.width(4.0));
        c.set_stroke_style_str(&self.colors.found);
        c.stroke();
    }
}
