//! Shared by both drawings: the selection, the part in view, the options, open groups. The drawing that was used last
//! leads, and the other one follows.

use super::side::Side;
use crate::graph::Options;
use crate::services::pairs::schema::PairedGraphs;
use crate::web::app::graph_view::stage::{Shared, Stage};
use crate::web::model::drawn_pairs::{DrawnPairs, Look, aligned};
use leptos::prelude::*;
use std::sync::Arc;

/// Two drawings that move together.
#[derive(Clone, Copy)]
pub struct Together {
    /// The first one.
    pub a: Side,
    /// The second one.
    pub b: Side,
    /// Whether the second one leads.
    pub b_leads: RwSignal<bool>,
    /// Whether both show the same part.
    pub follow: RwSignal<bool>,
    pairs: Memo<Arc<DrawnPairs>>,
}

impl Together {
    /// Keeps both drawings together.
    pub fn new(a: Side, b: Side, pairs: Arc<PairedGraphs>) -> Self {
        let (scene_a, scene_b) = (a.drawn.stage.scene, b.drawn.stage.scene);
        let pairs = Memo::new(move |_| {
            let both = (scene_a.get(), scene_b.get());
            let (Some(Shared(a)), Some(Shared(b))) = both else { return Arc::default() };
            Arc::new(DrawnPairs::new(a.drawing(), b.drawing(), &pairs.partners))
        });
        let this = Self { a, b, b_leads: RwSignal::new(false), follow: RwSignal::new(true), pairs };
        Effect::new(move |_| this.align());
        Effect::new(move |before: Option<(bool, Option<u32>)>| this.select(before));
        Effect::new(move |_| this.share_options());
        this
    }

    /// The drawing of this stage was used.
    pub fn lead(self, stage: Stage) {
        let b_leads = stage.scene == self.b.drawn.stage.scene;
        if self.b_leads.get_untracked() != b_leads {
            self.b_leads.set(b_leads);
        }
    }

    /// The leading stage, and the other one.
    fn stages(self) -> (Stage, Stage) {
        let (a, b) = (self.a.drawn.stage, self.b.drawn.stage);
        if self.b_leads.get() { (b, a) } else { (a, b) }
    }

    /// Partners of the leading drawing's nodes.
    fn partners(self, pairs: &DrawnPairs) -> &[Option<u32>] {
        if self.b_leads.get_untracked() { &pairs.of_b } else { &pairs.of_a }
    }

    fn align(self) {
        if !self.follow.get() {
            return;
        }
        let (lead, other) = self.stages();
        let (camera, view, focus) = (lead.camera.get(), lead.size.get(), lead.selected.get());
        let (room, pairs) = (other.size.get(), self.pairs.get());
        if view.0 <= 0.0 || room.0 <= 0.0 {
            return;
        }
        let aligned = lead.with(|scene| {
            let look = Look { scene, camera, view };
            other.with(|other| aligned(look, self.partners(&pairs), focus, other, room)).flatten()
        });
        if let Some(camera) = aligned.flatten()
            && other.camera.get_untracked() != camera
        {
            other.camera.set(camera);
        }
    }

    /// Selects the partner of what was selected in the leading drawing.
    fn select(self, before: Option<(bool, Option<u32>)>) -> (bool, Option<u32>) {
        let (lead, other) = self.stages();
        let now = (self.b_leads.get_untracked(), lead.selected.get());
        // Another leader has not selected anything yet.
        if before.is_some_and(|before| before.0 == now.0 && before.1 != now.1) {
            let pairs = self.pairs.get_untracked();
            let partner = now.1.and_then(|node| self.partners(&pairs).get(node as usize).copied().flatten());
            if other.selected.get_untracked() != partner {
                other.selected.set(partner);
            }
        }
        now
    }

    /// The second drawing has the groups, constants and direction of the first one. Open groups differ.
    fn share_options(self) {
        let shared = |o: &Options| (o.group, o.blocks, o.show_constants, o.all_edges, o.wrap, o.flow);
        let options = self.b.drawn.stage.options;
        let wanted = self.a.drawn.stage.options.with(shared);
        if options.with_untracked(shared) != wanted {
            options.update(|o| {
                if (o.group, o.blocks) != (wanted.0, wanted.1) {
                    o.expanded = None;
                }
                (o.group, o.blocks, o.show_constants, o.all_edges, o.wrap, o.flow) = wanted;
            });
        }
    }

    /// Opens or closes a group with its partner in the other drawing.
    pub fn toggle(self, stage: Stage) -> Callback<u32> {
        Callback::new(move |node: u32| {
            let pairs = self.pairs.get_untracked();
            let is_b = stage.scene == self.b.drawn.stage.scene;
            let (other, partners) =
                if is_b { (self.a.drawn.stage, &pairs.of_b) } else { (self.b.drawn.stage, &pairs.of_a) };
            let open = |stage: Stage, node: u32| {
                stage.with(|scene| scene.node(node).and_then(|n| n.group.as_ref().map(|g| g.open))).flatten()
            };
            let partner = partners.get(node as usize).copied().flatten();
            let both =
                partner.filter(|partner| open(stage, node).is_some() && open(stage, node) == open(other, *partner));
            let own = if is_b { self.b } else { self.a };
            own.drawn.stage.toggle.run(node);
            if let Some(partner) = both {
                other.toggle.run(partner);
            }
        })
    }
}
