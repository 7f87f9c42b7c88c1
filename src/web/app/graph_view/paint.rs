//! Paints a scene on a canvas: only the visible part, with the details of the zoom level.

use super::colors::Colors;
use super::stage::FoundMarks;
use crate::graph::{DrawnEdge, DrawnNode, EdgeKind, Flow, Role, Scene, Style};
use crate::web::app::words::tr;
use crate::web::model::camera::{Camera, Size};
use crate::web::model::node_classes::Colored;
use crate::web::model::node_times::NodeTimes;
use js_sys::Array;
use std::sync::Arc;
use web_sys::CanvasRenderingContext2d as Context;

/// Below these zooms the respective detail is left out.
pub(super) const TEXT_FROM: f64 = 0.33;
const LABELS_FROM: f64 = 0.55;
const ROUND_FROM: f64 = 0.4;
const CURVES_FROM: f64 = 0.12;

/// Marked nodes and edges.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// The selected node.
    pub selected: Option<u32>,
    /// The node under the pointer.
    pub hovered: Option<u32>,
    /// Everything upstream and downstream of the selected node; empty when not requested.
    pub path: (Vec<bool>, Vec<bool>),
    /// True when the canvas has the keyboard.
    pub focused: bool,
    /// Times of a run, while they are shown.
    pub heat: Option<Arc<NodeTimes>>,
    /// Classes of the nodes, while colors show them.
    pub colored: Option<Arc<Colored>>,
    /// Nodes that a search found.
    pub found: Option<Arc<FoundMarks>>,
}

/// Everything a painting needs.
pub struct Painting<'a> {
    pub context: &'a Context,
    pub scene: &'a Scene,
    pub camera: Camera,
    pub size: Size,
    pub ratio: f64,
    pub colors: &'a Colors,
    pub marks: &'a Marks,
}

impl Painting<'_> {
    /// Paints everything.
    pub fn paint(&self) {
        let c = self.context;
        let _ = c.set_transform(self.ratio, 0.0, 0.0, self.ratio, 0.0, 0.0);
        c.set_fill_style_str(&self.colors.paper);
        c.fill_rect(0.0, 0.0, self.size.0, self.size.1);
        let k = self.ratio * self.camera.zoom;
        let _ = c.set_transform(k, 0.0, 0.0, k, self.ratio * self.camera.x, self.ratio * self.camera.y);
        let (left, top) = self.camera.drawing(0.0, 0.0);
        let (right, bottom) = self.camera.drawing(self.size.0, self.size.1);
        let view = [left, top, right, bottom];
        // Of a large drawing few nodes are in view, so all of them are looked at only once.
        let nodes = self.scene.drawing().nodes.iter().enumerate();
        let seen: Vec<(usize, &DrawnNode)> =
            nodes.filter(|(_, n)| meets([n.x, n.y, n.x + n.w, n.y + n.h], view)).collect();
        let (visible, stubs): (Vec<&DrawnNode>, Vec<&DrawnNode>) =
            seen.iter().map(|(_, node)| *node).partition(|node| node.is_content());
        let closed: Vec<(usize, &DrawnNode)> = seen.into_iter().filter(|(_, node)| !node.is_open()).collect();
        self.open_groups(&visible);
        self.edges(view);
        self.stubs(&stubs);
        match self.scene.drawing().style {
            Style::Boxes => {
                self.boxes(&visible);
                self.heat(&closed);
                self.classes(&closed);
            }
            Style::Glyphs => self.glyphs(&visible),
        }
        self.found(view);
        if self.camera.zoom >= TEXT_FROM {
            self.texts(&visible);
        }
        if self.camera.zoom >= LABELS_FROM {
            self.labels(view);
        }
        self.badges(&closed);
        self.outline();
    }

    /// A width of `px` CSS pixels, but never thinner on the screen than that at small zooms.
    pub(super) fn width(&self, px: f64) -> f64 {
        px / self.camera.zoom.min(1.0)
    }

    fn open_groups(&self, visible: &[&DrawnNode]) {
        let c = self.context;
        for node in visible.iter().filter(|n| n.is_open()) {
            c.begin_path();
            self.shape(node, 6.0);
            c.set_fill_style_str(&self.colors.raised);
            c.set_global_alpha(0.6);
            c.fill();
            c.set_global_alpha(1.0);
            c.set_line_width(self.width(1.0));
            c.set_stroke_style_str(&self.colors.line);
            c.stroke();
        }
    }

    /// Edges: plain ones in one stroke per kind, then those of the selected node on top.
    #[inline(never)]
    fn edges(&self, view: [f32; 4]) {
        let c = self.context;
        let edges = &self.scene.drawing().edges;
        let tiny = 0.8 / self.camera.zoom as f32;
        let marked = |i: usize, e: &DrawnEdge| {
            let selected = |node: u32| Some(node) == self.marks.selected;
            selected(e.from)
                || selected(e.to)
                || e.stubs.is_some_and(|stubs| selected(stubs.0) || selected(stubs.1))
                || self.marks.path.1.get(i).copied().unwrap_or(false)
        };
        let mut kinds: [Vec<&DrawnEdge>; 4] = Default::default();
        for (i, edge) in edges.iter().enumerate() {
            let b = self.scene.edge_box(i);
            let small = b[2] - b[0] < tiny && b[3] - b[1] < tiny;
            if !small && meets(b, view) {
                kinds[usize::from(is_dashed(edge.kind)) + 2 * usize::from(marked(i, edge))].push(edge);
            }
        }
        let is_right = self.scene.drawing().flow == Flow::Right;
        for (kind, edges) in kinds.into_iter().enumerate().filter(|(_, edges)| !edges.is_empty()) {
            let (dashed, on_top) = (kind % 2 == 1, kind >= 2);
            c.begin_path();
            let mut heads: Vec<(f32, f32, f32)> = Vec::new();
            for edge in edges {
                self.line(&edge.points, view);
                if let [.., x0, y0, x, y] = edge.points[..] {
                    // Lines arrive along the flow, except loops.
                    let aside = if is_right { x0 != x } else { y0 == y };
                    heads.push((x, y, if aside { (x - x0).signum() * 2.0 } else { (y - y0).signum() }));
                }
            }
            let color = if on_top { &self.colors.accent } else { &self.colors.edge };
            c.set_stroke_style_str(color);
            c.set_line_width(self.width(if on_top { 1.8 } else { 1.1 }));
            let dash = Array::new();
            if dashed && self.camera.zoom >= CURVES_FROM {
                dash.push(&5.0.into());
                dash.push(&4.0.into());
            }
            let _ = c.set_line_dash(&dash);
            c.stroke();
            let _ = c.set_line_dash(&Array::new());
            if self.camera.zoom >= ROUND_FROM {
                c.set_fill_style_str(color);
                c.begin_path();
                for (x, y, towards) in heads {
                    self.head(f64::from(x), f64::from(y), f64::from(towards));
                }
                c.fill();
            }
        }
    }

    /// An arrow head whose tip is at (x, y): `towards` is 1 down, -1 up, 2 right, -2 left.
    fn head(&self, x: f64, y: f64, towards: f64) {
        let c = self.context;
        c.move_to(x, y);
        if towards.abs() > 1.5 {
            let back = x - towards.signum() * 6.0;
            c.line_to(back, y - 3.0);
            c.line_to(back, y + 3.0);
        } else {
            let back = y - towards * 6.0;
            c.line_to(x - 3.0, back);
            c.line_to(x + 3.0, back);
        }
        c.close_path();
    }

    pub(super) fn line(&self, points: &[f32], view: [f32; 4]) {
        let c = self.context;
        let is_right = self.scene.drawing().flow == Flow::Right;
        let curves = self.camera.zoom >= CURVES_FROM;
        let (mut x, mut y) = (points[0], points[1]);
        let mut drawn_to = None;
        for p in points[2..].chunks_exact(2) {
            let (nx, ny) = (p[0], p[1]);
            // Only the visible pieces of a long line are drawn.
            if meets([x.min(nx), y.min(ny), x.max(nx), y.max(ny)], view) {
                if drawn_to != Some((x, y)) {
                    c.move_to(x.into(), y.into());
                }
                if !curves || x == nx || y == ny {
                    c.line_to(nx.into(), ny.into());
                } else if is_right {
                    let middle = f64::from(x + nx) / 2.0;
                    c.bezier_curve_to(middle, y.into(), middle, ny.into(), nx.into(), ny.into());
                } else {
                    let middle = f64::from(y + ny) / 2.0;
                    c.bezier_curve_to(x.into(), middle, nx.into(), middle, nx.into(), ny.into());
                }
                drawn_to = Some((nx, ny));
            }
            (x, y) = (nx, ny);
        }
    }

    /// Nodes as boxes; roles differ by shape, so that color is not needed to distinguish them.
    #[inline(never)]
    fn boxes(&self, visible: &[&DrawnNode]) {
        let c = self.context;
        let far = self.camera.zoom < CURVES_FROM;
        let look = |role: Role| match role {
            Role::Op | Role::Call => 0,
            Role::Group => 1,
            Role::Input | Role::Output => 2,
            Role::Constant => 3,
            _ => 4,
        };
        for kind in 0..5 {
            c.begin_path();
            let mut some = false;
            for node in visible.iter().filter(|n| look(n.role) == kind && !n.is_open()) {
                some = true;
                self.shape(node, radius(node));
            }
            if !some {
                continue;
            }
            if far {
                // Too small for a border: only the box is visible.
                c.set_fill_style_str(match kind {
                    1 => &self.colors.ink,
                    2 => &self.colors.accent,
                    4 => &self.colors.variable,
                    _ => &self.colors.soft,
                });
                c.fill();
                continue;
            }
            c.set_fill_style_str(if kind == 2 { &self.colors.paper } else { &self.colors.raised });
            c.fill();
            c.set_line_width(self.width(1.0));
            c.set_stroke_style_str(match kind {
                2 => &self.colors.ink,
                4 => &self.colors.variable,
                _ => &self.colors.soft,
            });
            let dash = Array::new();
            if kind == 3 {
                dash.push(&3.0.into());
                dash.push(&3.0.into());
            }
            let _ = c.set_line_dash(&dash);
            c.stroke();
            let _ = c.set_line_dash(&Array::new());
        }
        if far {
            return;
        }
        // Calls and closed groups contain more than they show: a second border, and a sheet behind the group.
        c.begin_path();
        for node in visible.iter().filter(|n| n.role == Role::Call) {
            let (x, y, w, h) = rect(node);
            c.rect(x + 3.0, y + 3.0, w - 6.0, h - 6.0);
        }
        for node in visible.iter().filter(|n| n.role == Role::Group && !n.is_open()) {
            let (x, y, w, h) = rect(node);
            c.move_to(x + 4.0, y + h + 3.0);
            c.line_to(x + w + 3.0, y + h + 3.0);
            c.line_to(x + w + 3.0, y + 4.0);
        }
        c.set_stroke_style_str(&self.colors.soft);
        c.set_line_width(self.width(1.0));
        c.stroke();
    }

    /// Nodes that took time, darker for more. Text and outlines are drawn on top.
    #[inline(never)]
    fn heat(&self, closed: &[(usize, &DrawnNode)]) {
        let Some(heat) = &self.marks.heat else { return };
        let c = self.context;
        c.set_fill_style_str(&self.colors.heat);
        for (index, node) in closed {
            let share = heat.share(*index);
            if share > 0.0 {
                c.begin_path();
                self.shape(node, radius(node));
                c.set_global_alpha(0.06 + 0.44 * share);
                c.fill();
            }
        }
        c.set_global_alpha(1.0);
    }

    #[inline(never)]
    fn glyphs(&self, visible: &[&DrawnNode]) {
        let c = self.context;
        for node in visible {
            let (x, y) = (f64::from(node.x + node.w / 2.0), f64::from(node.y) + 10.0);
            c.begin_path();
            let color = match node.role {
                Role::Optimizer => {
                    c.rect(x - 8.0, y - 8.0, 16.0, 16.0);
                    &self.colors.optimizer
                }
                Role::SlotVariable => {
                    c.move_to(x, y - 9.5);
                    c.line_to(x + 9.5, y);
                    c.line_to(x, y + 9.5);
                    c.line_to(x - 9.5, y);
                    c.close_path();
                    &self.colors.slot
                }
                role => {
                    let _ = c.arc(x, y, 8.5, 0.0, std::f64::consts::TAU);
                    if role == Role::Variable { &self.colors.variable } else { &self.colors.ink }
                }
            };
            c.set_fill_style_str(color);
            c.fill();
            if node.role == Role::Root {
                c.begin_path();
                let _ = c.arc(x, y, 3.4, 0.0, std::f64::consts::TAU);
                c.set_fill_style_str(&self.colors.paper);
                c.fill();
            }
        }
    }

    #[inline(never)]
    fn texts(&self, visible: &[&DrawnNode]) {
        let c = self.context;
        let glyphs = self.scene.drawing().style == Style::Glyphs;
        let title = format!("600 12px {}", self.colors.mono);
        let plain = format!("11px {}", self.colors.mono);
        if glyphs {
            c.set_font(&plain);
            c.set_text_align("center");
            c.set_fill_style_str(&self.colors.ink);
            c.set_stroke_style_str(&self.colors.paper);
            c.set_line_width(4.0);
            c.set_line_join("round");
            for node in visible {
                let (x, y) = (f64::from(node.x + node.w / 2.0), f64::from(node.y + node.h) - 4.0);
                let text = node.lines.first().map_or("", String::as_str);
                let _ = c.stroke_text(text, x, y);
                let _ = c.fill_text(text, x, y);
            }
            c.set_text_align("start");
            return;
        }
        c.set_font(&title);
        c.set_fill_style_str(&self.colors.ink);
        c.set_stroke_style_str(&self.colors.raised);
        c.set_line_width(4.0);
        c.set_line_join("round");
        for node in visible {
            let (x, y, w, _) = rect(node);
            let text = node.lines.first().map_or("", String::as_str);
            let (dx, room) = if node.group.is_some() { (24.0, w - 30.0) } else { (10.0, w - 14.0) };
            if node.is_open() {
                // Edges pass the title on their way in.
                let _ = c.stroke_text_with_max_width(text, x + dx, y + 18.0, room);
            }
            let _ = c.fill_text_with_max_width(text, x + dx, y + 18.0, room);
            if node.group.is_some() {
                let _ = c.fill_text(if node.is_open() { "▾" } else { "▸" }, x + 8.0, y + 18.0);
            }
        }
        c.set_font(&plain);
        c.set_fill_style_str(&self.colors.soft);
        for node in visible.iter().filter(|n| !n.is_open()) {
            let (x, y, w, _) = rect(node);
            let dx = if node.group.is_some() { 24.0 } else { 10.0 };
            if let Some(group) = &node.group {
                let text = tr("drawing-count", &[("n", u64::from(group.count).into())]);
                let _ = c.fill_text_with_max_width(&text, x + dx, y + 32.0, w - dx - 4.0);
                continue;
            }
            for (i, line) in node.lines.iter().enumerate().skip(1) {
                let _ = c.fill_text_with_max_width(line, x + dx, y + 18.0 + 14.0 * i as f64, w - dx - 4.0);
            }
        }
    }

    #[inline(never)]
    fn labels(&self, view: [f32; 4]) {
        let c = self.context;
        c.set_font(&format!("10px {}", self.colors.mono));
        c.set_text_align("center");
        c.set_line_join("round");
        c.set_line_width(4.0);
        c.set_stroke_style_str(&self.colors.paper);
        c.set_fill_style_str(&self.colors.soft);
        for edge in &self.scene.drawing().edges {
            let (x, y) = edge.label_at;
            if edge.label.is_empty() || x < view[0] - 80.0 || x > view[2] + 80.0 || y < view[1] || y > view[3] + 12.0 {
                continue;
            }
            let _ = c.stroke_text(&edge.label, x.into(), f64::from(y) + 3.0);
            let _ = c.fill_text(&edge.label, x.into(), f64::from(y) + 3.0);
        }
        c.set_text_align("start");
    }

    /// Borders of the selected node, the node under the pointer, and the path.
    #[inline(never)]
    fn outline(&self) {
        let c = self.context;
        let nodes = &self.scene.drawing().nodes;
        if let Some(selected) = self.marks.selected.filter(|s| (*s as usize) < nodes.len()) {
            c.begin_path();
            let edges = &self.scene.drawing().edges;
            let mark = |node: u32| self.shape(&nodes[node as usize], radius(&nodes[node as usize]));
            self.scene.outgoing(selected).iter().for_each(|e| mark(edges[*e as usize].to));
            self.scene.incoming(selected).iter().for_each(|e| mark(edges[*e as usize].from));
            // All names of the edges that the selected one stands for.
            let stubs = self.scene.stub_edges(selected).filter_map(|e| edges[e as usize].stubs);
            stubs.for_each(|stubs| [stubs.0, stubs.1].into_iter().for_each(&mark));
            for (node, _) in nodes.iter().zip(&self.marks.path.0).filter(|(_, on)| **on) {
                self.shape(node, radius(node));
            }
            c.set_line_width(self.width(1.3));
            c.set_stroke_style_str(&self.colors.accent);
            c.stroke();
            c.begin_path();
            self.shape(&nodes[selected as usize], radius(&nodes[selected as usize]));
            c.set_line_width(self.width(if self.marks.focused { 3.0 } else { 2.4 }));
            c.stroke();
        }
        if let Some(node) = self.marks.hovered.and_then(|h| nodes.get(h as usize)).filter(|n| !n.is_open()) {
            c.begin_path();
            self.shape(node, radius(node));
            c.set_line_width(self.width(1.2));
            c.set_stroke_style_str(&self.colors.ink);
            c.stroke();
        }
    }

    /// Adds the outline of a node to the path.
    pub(super) fn shape(&self, node: &DrawnNode, radius: f64) {
        let c = self.context;
        let (x, y, w, h) = rect(node);
        if self.camera.zoom < ROUND_FROM {
            // At least a pixel, or nodes would vanish at small zooms.
            let least = 1.0 / self.camera.zoom;
            c.rect(x, y, w.max(least), h.max(least));
            return;
        }
        let r = radius.min(h / 2.0).min(w / 2.0);
        c.move_to(x + r, y);
        let _ = c.arc_to(x + w, y, x + w, y + h, r);
        let _ = c.arc_to(x + w, y + h, x, y + h, r);
        let _ = c.arc_to(x, y + h, x, y, r);
        let _ = c.arc_to(x, y, x + w, y, r);
        c.close_path();
    }
}

pub(super) fn rect(node: &DrawnNode) -> (f64, f64, f64, f64) {
    (node.x.into(), node.y.into(), node.w.into(), node.h.into())
}

/// Inputs, outputs and the named ends of edges are round, other nodes have soft corners.
pub(super) fn radius(node: &DrawnNode) -> f64 {
    let is_round = matches!(node.role, Role::Input | Role::Output) || !node.is_content();
    if is_round { (f64::from(node.h) / 2.0).min(14.0) } else { 4.0 }
}

fn is_dashed(kind: EdgeKind) -> bool {
    matches!(kind, EdgeKind::Control | EdgeKind::Slot)
}

pub(super) fn meets(a: [f32; 4], b: [f32; 4]) -> bool {
    a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1]
}
