//! Effects of a change to an op on graphs: recipes of the version guide, applied to a train of releases.
//!
//! Owns: recipes and their steps, the train (releases with dates and GraphDef numbers), the outcome of each graph in
//! each release, the violated rules of a plan. Must not know: real files, texts for the screen (rules carry ids and
//! values).
//!
//! The rules are those of the version guide (`tensorflow.org/guide/versions`: GraphDef compatibility, "How GraphDef
//! versions evolve") and the behavior of released binaries: 2.5.0 and later ignore attrs they do not know.

mod date;
mod kept;
mod load;
mod plan;
mod recipe;
mod rules;
mod says;
mod train;

pub use date::Date;
pub use load::{Cell, Load, Matrix, RefusedBy, State, matrix, state};
pub use plan::Plan;
pub use recipe::{AttrDefault, Recipe, Step};
pub use rules::{Broken, broken};
pub use says::says;
pub use train::{LONGEST, Train, TrainRelease, version};
