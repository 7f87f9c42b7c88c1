//! The graph that was asked for last, with what was computed from it: a user looks at one graph for a while.

use crate::graph::{Graph, Outline, gather_blocks};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// The graph that was asked for last.
#[derive(Default)]
pub(crate) struct Kept(RefCell<Option<Rc<Prepared>>>);

/// A graph, and what was computed from it.
pub(super) struct Prepared {
    artifact: usize,
    which: Option<usize>,
    /// The graph with the scopes of its file.
    pub plain: Graph,
    /// By [`Scopes::number`].
    gathered: [OnceCell<Graph>; 4],
    outline: [OnceCell<Outline>; 4],
}

impl Kept {
    /// A graph of an artifact; `build` builds one that is not kept.
    pub(super) fn get(
        &self,
        artifact: usize,
        which: Option<usize>,
        build: impl FnOnce() -> Option<Graph>,
    ) -> Option<Rc<Prepared>> {
        let kept = self.0.borrow().clone();
        if let Some(kept) = kept.filter(|kept| (kept.artifact, kept.which) == (artifact, which)) {
            return Some(kept);
        }
        // The one before it makes room first.
        self.0.take();
        let prepared = Rc::new(Prepared {
            artifact,
            which,
            plain: build()?,
            gathered: Default::default(),
            outline: Default::default(),
        });
        *self.0.borrow_mut() = Some(prepared.clone());
        Some(prepared)
    }
}

/// The scopes of a graph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Scopes {
    /// Whether it keeps those of the file.
    pub names: bool,
    /// Whether its repeated blocks are scopes.
    pub blocks: bool,
}

impl Scopes {
    fn number(self) -> usize {
        usize::from(self.names) + 2 * usize::from(self.blocks)
    }
}

impl Prepared {
    /// The graph with some scopes.
    pub(super) fn gathered(&self, scopes: Scopes) -> &Graph {
        if (scopes.names, scopes.blocks) == (true, false) {
            return &self.plain;
        }
        self.gathered[scopes.number()].get_or_init(|| {
            let graph = if scopes.names { self.plain.clone() } else { self.plain.without_scopes() };
            if scopes.blocks { gather_blocks(graph) } else { graph }
        })
    }

    /// The outline of [`Self::gathered`].
    pub(super) fn outline(&self, scopes: Scopes) -> &Outline {
        self.outline[scopes.number()].get_or_init(|| Outline::new(self.gathered(scopes)))
    }
}
