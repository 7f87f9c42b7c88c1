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
    /// Without and with the scopes of the file.
    gathered: [OnceCell<Graph>; 2],
    outline: [OnceCell<Outline>; 2],
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

impl Prepared {
    /// The graph with its repeated blocks as scopes; `group` keeps the scopes of the file.
    pub(super) fn gathered(&self, group: bool) -> &Graph {
        self.gathered[usize::from(group)]
            .get_or_init(|| gather_blocks(if group { self.plain.clone() } else { self.plain.without_scopes() }))
    }

    /// The outline of [`Self::gathered`].
    pub(super) fn outline(&self, group: bool) -> &Outline {
        self.outline[usize::from(group)].get_or_init(|| Outline::new(self.gathered(group)))
    }
}
