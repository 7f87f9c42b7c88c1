//! One of the two drawings: its stage and colors.

use crate::compat::Outcome;
use crate::graph::Options;
use crate::report::graphs::Reveal;
use crate::services::classes::schema::NodeClasses;
use crate::web::app::graph_view::requests::Drawn;
use crate::web::app::graph_view::stage::Shared;
use crate::web::app::state::App;
use crate::web::model::node_classes::{Colored, DrawnClasses, Hue, Look};
use leptos::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A drawing and what it can be asked to show.
#[derive(Clone, Copy)]
pub struct Side {
    /// The drawing.
    pub drawn: Drawn,
    /// An operator that must be visible, by its index in the source document.
    pub reveal: RwSignal<Option<Reveal>>,
}

/// The looks of the classes, in the order of [`crate::services::pairs::schema::PairClass`].
pub fn looks() -> [Look; 4] {
    let look = |hue: Hue, mark: &str| Look { hue, mark: mark.to_owned() };
    [
        look(Hue::None, ""),
        look(Hue::Outcome(Outcome::Warns), "~"),
        look(Hue::Outcome(Outcome::Refused), "−"),
        look(Hue::Outcome(Outcome::Loads), "+"),
    ]
}

impl Side {
    /// Requests the drawing of a graph, and colors it by the classes of its nodes; those that are not `chosen` are dim.
    pub fn new(
        app: App,
        artifact: usize,
        graph: Option<usize>,
        options: Options,
        classes: &NodeClasses,
        chosen: RwSignal<BTreeSet<usize>>,
    ) -> Self {
        let reveal = RwSignal::new(None);
        let drawn = Drawn::of(app, artifact, RwSignal::new(graph), reveal, options);
        let (stage, classes) = (drawn.stage, Arc::new(classes.clone()));
        let colored = Memo::new(move |_| {
            let chosen = chosen.get();
            stage.scene.with(|scene| {
                let Shared(scene) = scene.as_ref()?;
                let drawn = DrawnClasses::new(scene.drawing(), &classes, chosen);
                Some(Arc::new(Colored { drawn, looks: looks().to_vec() }))
            })
        });
        Effect::new(move |_| stage.colored.set(colored.get()));
        Self { drawn, reveal }
    }

    /// Selects a node of the graph and shows it; opens the groups around it.
    pub fn show(self, node: u32) {
        let stage = self.drawn.stage;
        let shown = stage.with(|scene| {
            let shown = *scene.drawing().shown_by.get(node as usize)?;
            Some((shown, scene.node(shown)?.group.is_some()))
        });
        match shown.flatten() {
            Some((_, true)) => self.reveal.set(Some(Reveal::Node { index: node })),
            Some((shown, false)) => stage.show(shown),
            None => {}
        }
    }
}
