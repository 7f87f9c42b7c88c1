//! The graphs that were asked for last, with what was computed from them: a user looks at one graph for a while, or at
//! one of each of two artifacts side by side.

use crate::graph::{Graph, Graphs, Options, Outline, gather_blocks, with_bodies};
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

/// The graphs that were asked for last, the latest at the end: one for each of two artifacts.
#[derive(Default)]
pub(crate) struct Kept(RefCell<Vec<Rc<Prepared>>>);

/// Artifacts that can be drawn side by side.
const ARTIFACTS: usize = 2;

/// A graph, and what was computed from it.
pub(super) struct Prepared {
    artifact: usize,
    which: Option<usize>,
    /// The graph with the scopes of its file.
    pub plain: Graph,
    /// The same with the bodies of its calls, if it has some.
    whole: OnceCell<Option<Graph>>,
    /// The graphs that its calls open into, by their index in the artifact.
    pub bodies: RefCell<HashMap<usize, Rc<Graph>>>,
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
        let found = self.0.borrow().iter().position(|kept| (kept.artifact, kept.which) == (artifact, which));
        if let Some(at) = found {
            let mut kept = self.0.borrow_mut();
            kept[at..].rotate_left(1);
            return kept.last().cloned();
        }
        self.make_room(artifact);
        let prepared = Rc::new(Prepared {
            artifact,
            which,
            plain: build()?,
            whole: OnceCell::new(),
            bodies: RefCell::default(),
            gathered: Default::default(),
            outline: Default::default(),
        });
        self.0.borrow_mut().push(prepared.clone());
        Some(prepared)
    }

    /// Before another graph of an artifact is built.
    fn make_room(&self, artifact: usize) {
        let mut kept = self.0.borrow_mut();
        kept.retain(|kept| kept.artifact != artifact);
        if kept.len() == ARTIFACTS {
            kept.remove(0);
        }
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
    pub(super) fn of(options: &Options) -> Self {
        Self { names: options.group, blocks: options.blocks }
    }

    fn number(self) -> usize {
        usize::from(self.names) + 2 * usize::from(self.blocks)
    }
}

impl Prepared {
    /// The graph with the bodies of its calls.
    pub(super) fn whole(&self, file: &dyn Graphs) -> &Graph {
        let whole = self.whole.get_or_init(|| with_bodies(&self.plain, self.which?, file));
        whole.as_ref().unwrap_or(&self.plain)
    }

    /// The graph with some scopes; without any, also without bodies.
    pub(super) fn gathered(&self, scopes: Scopes, file: &dyn Graphs) -> &Graph {
        if (scopes.names, scopes.blocks) == (true, false) {
            return self.whole(file);
        }
        self.gathered[scopes.number()].get_or_init(|| match (scopes.names, scopes.blocks) {
            (false, false) => self.plain.without_scopes(),
            (false, true) => gather_blocks(self.whole(file).without_scopes()),
            (true, _) => gather_blocks(self.whole(file).clone()),
        })
    }

    /// The outline of [`Self::gathered`].
    pub(super) fn outline(&self, scopes: Scopes, file: &dyn Graphs) -> &Outline {
        self.outline[scopes.number()].get_or_init(|| Outline::new(self.gathered(scopes, file)))
    }
}
