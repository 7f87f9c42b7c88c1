//! Computes requirements, windows and verdicts from documents and knowledge.
//!
//! Owns: channels and their releases, [`Requirement`]s, [`Assessment`]s, the packed knowledge of `knowledge/*.csv`.
//! Must not know: layout of graphs, kernels, texts for the screen (findings carry ids and parameters).

mod accepts;
mod action;
pub mod advice;
mod assess;
pub mod branches;
mod checkpoint;
mod condition;
mod delegates;
mod evidence;
pub mod evolution;
mod finding;
mod graph;
mod keras;
mod knowledge;
mod prints;
mod relation;
mod requirement;
mod target;
mod tflite;
mod vocabulary;

pub use action::{Action, Offer};
pub use assess::{Assessment, Order, Selection, Verdict, Window};
pub use checkpoint::assess_checkpoint;
pub use delegates::{
    Delegated, Engine, EngineKind, Following, Grouped, Lowering, Part, Resolver, Segment, Takes, assess_delegate,
    assess_delegates, engine_ids, following, lowerings, resolver,
};
pub use evidence::{EVIDENCE, Evidence, Subject};
pub use finding::{Finding, FindingKind};
pub use graph::{assess_graph, assess_meta_graph, assess_saved_model, attr_facts};
pub use keras::{Change as KerasChange, Patch as KerasPatch, assess_keras, newest_of_eras, patch as patch_keras};
pub use knowledge::{Channel, ChannelIndex, Release, channels, numbers};
pub use requirement::{Requirement, RequirementKind};
pub use target::Target;
pub use tflite::{assess_tflite, official_min_runtime, option_since};
pub use vocabulary::{Certainty, Outcome, Severity, SubjectKind, What};
