//! State of the page: one set of signals, shared by context.

use super::focus::keep_focus;
use super::live_region::LiveRegion;
use super::storage::saved;
use crate::report::schema::{Action, Artifact, ErrorInfo, Message, Place, Report, Unused};
use crate::report::what_if::{Row, rows};
use crate::services::advice::schema::AdviceReport;
pub use crate::web::model::address::NodeRef;
use crate::web::model::address::{Target, View};
use crate::web::protocol::Lists;
use leptos::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;
use web_sys::Blob;

/// An artifact that is cheap to copy; equal only to itself. Its variables and objects stay in the worker.
#[derive(Clone, Debug)]
pub struct Shown {
    artifact: Arc<Artifact>,
    /// Numbers of variables and objects.
    pub lists: Lists,
}

impl PartialEq for Shown {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.artifact, &other.artifact)
    }
}

impl std::ops::Deref for Shown {
    type Target = Artifact;
    fn deref(&self) -> &Artifact {
        &self.artifact
    }
}

/// Current work.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Busy {
    /// A message id without its `progress-`.
    pub stage: String,
    /// File or URL.
    pub subject: String,
    /// Steps done.
    pub done: u64,
    /// Total number of steps; 0 if unknown.
    pub total: u64,
}

/// A notice of the page itself: a file that could not be fetched, a reader that stopped.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// `error-<id>`, `error-<id>-advice`.
    pub message: Message,
    /// Distinguishes notices in lists.
    pub key: u32,
}

/// Times of a model's last run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Heat {
    /// The artifact, by the worker's index.
    pub artifact: usize,
    /// Milliseconds per run, by subgraph and operator.
    pub ms: Vec<(usize, u32, f64)>,
}

/// A file of the page: its path relative to what was dropped, and its bytes.
#[derive(Clone)]
pub struct PageFile {
    /// Path with `/` between parts.
    pub path: String,
    /// The bytes.
    pub blob: Blob,
}

/// All state of the page.
#[derive(Clone, Copy)]
pub struct App {
    /// Files behind the artifacts.
    pub files: RwSignal<Vec<PageFile>, LocalStorage>,
    /// Artifacts of the last report, with their indices in the worker.
    pub artifacts: RwSignal<Vec<(usize, Shown)>>,
    /// Unused files that were opened beside them.
    pub unused: RwSignal<Vec<Unused>>,
    /// Index (the worker's) of the artifact in view.
    pub current: RwSignal<usize>,
    /// Requirements that the user ignores, of the artifact in view.
    pub dropped: RwSignal<BTreeSet<u32>>,
    /// Target release of the file; `None` until the user chooses one.
    pub target: RwSignal<Option<Target>>,
    /// Further releases that the file must run on, as [`crate::web::model::targets`] reads them; `None` without any.
    pub also: RwSignal<Option<String>>,
    /// Those of them in `rows`, row and cell, while their view shows them: the timeline marks them.
    pub marked: RwSignal<Vec<(usize, usize)>>,
    /// Grounds of the target's verdict, in words, once they are known.
    pub basis: RwSignal<Option<String>>,
    /// The advice that a view has asked for last, with the index of its artifact.
    pub advice: RwSignal<Option<(usize, Arc<AdviceReport>)>>,
    /// The open view.
    pub view: RwSignal<View>,
    /// Current work.
    pub busy: RwSignal<Option<Busy>>,
    /// Notices of the page itself.
    pub notices: RwSignal<Vec<Notice>>,
    /// Bytes to show.
    pub place: RwSignal<Option<Place>>,
    /// The selected node of the graph, which its view shows.
    pub node: RwSignal<Option<NodeRef>>,
    /// Times of the last run, for the drawing of its model.
    pub heat: RwSignal<Option<Arc<Heat>>>,
    /// URLs of the open files; empty when a file was dropped.
    pub sources: RwSignal<Vec<String>>,
    /// The plan for changing an op as text; `None` while that page is closed.
    pub evolution: RwSignal<Option<String>>,
    /// Whether the command palette is open.
    pub palette: RwSignal<bool>,
    /// Whether the help is open.
    pub help: RwSignal<bool>,
    /// Whether the edges of drawings lead to the right, and not down.
    pub flow_right: RwSignal<bool>,
    /// Light, dark, or as the system, by the name that is kept.
    pub theme: RwSignal<String>,
    /// The language that the address or the user of this visit asks for.
    pub language: RwSignal<Option<String>>,
    /// Announcements to screen readers: verdicts, ends of runs.
    pub announcement: LiveRegion,
    /// Whether single characters are shortcuts.
    pub single_keys: RwSignal<bool>,
    /// Action, if it is not the default one of the kind.
    pub action: RwSignal<Option<Action>>,
    /// The artifact in view, with the windows of the chosen action.
    pub artifact: Memo<Option<Shown>>,
    /// Its windows, without ignored requirements.
    pub rows: Memo<Vec<Row>>,
}

impl Default for App {
    fn default() -> Self {
        Self::new()
    }
}

impl App {
    /// Empty state.
    pub fn new() -> Self {
        let artifacts = RwSignal::new(Vec::<(usize, Shown)>::new());
        let current = RwSignal::new(0);
        let dropped = RwSignal::new(BTreeSet::new());
        let action = RwSignal::new(None);
        let artifact = Memo::new(move |_| {
            let (index, action) = (current.get(), action.get());
            artifacts.with(|all| all.iter().find(|(i, _)| *i == index).map(|(_, a)| taken(a, action)))
        });
        let rows = Memo::new(move |_| artifact.get().map_or_else(Vec::new, |a| dropped.with(|d| rows(&a, d))));
        Self {
            files: RwSignal::new_local(Vec::new()),
            artifacts,
            unused: RwSignal::default(),
            current,
            dropped,
            target: RwSignal::new(None),
            also: RwSignal::default(),
            marked: RwSignal::default(),
            basis: RwSignal::default(),
            advice: RwSignal::default(),
            view: RwSignal::default(),
            busy: RwSignal::new(None),
            notices: RwSignal::default(),
            place: RwSignal::new(None),
            node: RwSignal::new(None),
            heat: RwSignal::new(None),
            sources: RwSignal::default(),
            evolution: RwSignal::default(),
            palette: RwSignal::default(),
            help: RwSignal::default(),
            flow_right: RwSignal::default(),
            language: RwSignal::new(None),
            theme: RwSignal::new(saved("theme").unwrap_or_else(super::host::look)),
            announcement: LiveRegion::default(),
            single_keys: RwSignal::new(saved("single-keys").is_none_or(|keys| keys != "off")),
            action,
            artifact,
            rows,
        }
    }

    /// The state of this page.
    pub fn get() -> Self {
        expect_context()
    }

    /// The actions of the artifact in view, the usual one first.
    pub fn actions(self) -> Vec<Action> {
        let index = self.current.get();
        self.artifacts.with(|all| {
            all.iter().find(|(i, _)| *i == index).map_or_else(Vec::new, |(_, artifact)| artifact.actions().collect())
        })
    }

    /// Takes a report. A newly read artifact becomes the current one; otherwise the current one stays if it still
    /// exists.
    pub fn show(self, report: Report, lists: Vec<Lists>) {
        let known: Vec<_> = self.artifacts.with_untracked(|all| all.iter().map(|(_, a)| a.name.clone()).collect());
        let mut lists = lists.into_iter();
        let shown = |a| Shown { artifact: Arc::new(a), lists: lists.next().unwrap_or_default() };
        let fresh: Vec<_> = report.artifacts.into_iter().map(shown).enumerate().collect();
        let next = fresh.iter().find(|(_, a)| !known.contains(&a.name)).or(fresh.first()).map_or(0, |(i, _)| *i);
        self.busy.set(None);
        self.advice.set(None);
        // The button that opened them is removed with the first screen.
        keep_focus("h1");
        self.artifacts.set(fresh);
        self.unused.set(report.unused);
        // The first files may come from a link, which names a node.
        let node = self.node.get_untracked().filter(|_| known.is_empty());
        self.select(next);
        self.node.set(node);
    }

    /// Brings an artifact into view.
    pub fn select(self, index: usize) {
        keep_focus(".file[data-current] .pick");
        self.dropped.set(BTreeSet::new());
        self.place.set(None);
        self.node.set(None);
        self.current.set(index);
    }

    /// Removes an artifact, and its files unless another one needs them.
    pub fn remove(self, index: usize) {
        let gone = self.artifacts.with_untracked(|all| all.iter().find(|(i, _)| *i == index).map(|(_, a)| a.clone()));
        let Some(gone) = gone else { return };
        keep_focus(".file[data-current] .pick, .zone button");
        self.artifacts.update(|all| all.retain(|(i, _)| *i != index));
        let needed = |path: &str| self.artifacts.with_untracked(|all| all.iter().any(|(_, a)| holds(&a.files, path)));
        self.files.update(|files| files.retain(|f| !holds(&gone.files, &f.path) || needed(&f.path)));
        // A link must not open removed files again.
        self.sources.update(|sources| {
            sources.retain(|source| {
                let last = source.rsplit('/').next().unwrap_or(source);
                self.files.with_untracked(|files| files.iter().any(|f| f.path.rsplit('/').next() == Some(last)))
            });
        });
        if self.current.get_untracked() == index {
            let next = self.artifacts.with_untracked(|all| all.first().map_or(0, |(i, _)| *i));
            self.select(next);
        }
        if self.artifacts.with_untracked(Vec::is_empty) {
            self.clear();
        }
    }

    /// Back to the first screen.
    pub fn clear(self) {
        self.files.set(Vec::new());
        self.artifacts.set(Vec::new());
        self.unused.set(Vec::new());
        self.sources.set(Vec::new());
        self.busy.set(None);
    }

    /// Adds a notice of the page itself.
    pub fn notice(self, message: Message) {
        self.notices.update(|all| {
            all.retain(|n| n.message != message);
            let key = all.iter().map(|n| n.key).max().unwrap_or(0) + 1;
            all.push(Notice { message, key });
        });
    }

    /// Shows an error of the worker that belongs to no artifact.
    pub fn notice_error(self, error: ErrorInfo) {
        self.notices.update(|all| {
            let key = all.iter().map(|n| n.key).max().unwrap_or(0) + 1;
            all.push(Notice { message: error.detail, key });
        });
    }

    /// Adds a target, which their view chooses: an empty entry.
    pub fn add_target(self) {
        self.also.update(|also| match also {
            Some(also) => also.push(','),
            None => *also = Some(String::new()),
        });
    }

    /// Opens the Bytes view at a position.
    pub fn show_bytes(self, place: Place) {
        self.place.set(Some(place));
        self.view.set(View::Bytes);
    }

    /// Opens the Graph view at a node.
    pub fn show_node(self, node: NodeRef) {
        self.node.set(Some(node));
        self.view.set(View::Graph);
    }
}

/// An artifact with the windows of an action; unchanged if it has no such action.
fn taken(artifact: &Shown, action: Option<Action>) -> Shown {
    match action {
        Some(action) if artifact.other_actions.iter().any(|other| other.action == action) => {
            let mut taken = Artifact::clone(artifact);
            taken.take_action(action);
            Shown { artifact: Arc::new(taken), lists: artifact.lists }
        }
        _ => artifact.clone(),
    }
}

/// Whether `path` is one of `files`, or an archive that contains one of them.
pub fn holds(files: &[String], path: &str) -> bool {
    files.iter().any(|f| f == path || f.strip_prefix(path).is_some_and(|rest| rest.starts_with(['/', '!', ':'])))
}
