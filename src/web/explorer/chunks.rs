//! Code that the worker fetches when a request needs it: what reads and reports on each family of formats, what draws
//! graphs, what reads values. Without feature `split-explorer` everything is there from the start.

use crate::artifact::{Dropped, needs};
use crate::chunks::{NotLoaded, Part, cut};
use crate::formats::stored::{Listed, Tolerance};
use crate::graph::{Drawing, Options};
use crate::report::advising::schema::Advising;
use crate::report::delegating::schema::Delegating;
use crate::report::details::Extent;
use crate::report::details::schema::Details;
use crate::report::evolving::schema::Evolving;
use crate::report::restoring::{Program, schema::Restoring};
use crate::report::values::{AllValues, OneValue, Work};
use crate::report::{self, Opened};
use crate::web::protocol::{FoundNodes, ListedValue, ListedValues};

/// Fetches what opening these files enters, as far as their content tells. The rest is fetched when it turns out to be
/// missing: see [`crate::chunks::complete`].
pub async fn for_files(dropped: &[Dropped]) -> Result<(), NotLoaded> {
    for part in needs(dropped) {
        fetch(part).await?;
    }
    Ok(())
}

#[cfg(feature = "split-explorer")]
async fn fetch(part: Part) -> Result<(), NotLoaded> {
    match part {
        Part::Forms => {
            crate::artifact::load_forms().await?;
            crate::formats::text_proto::load_text().await
        }
        Part::Chunked => crate::formats::saved_model::load_chunked().await,
        Part::Tflite => {
            crate::artifact::load_tflite().await?;
            crate::report::tell::load_tflite().await
        }
        Part::Keras => {
            crate::artifact::load_keras().await?;
            crate::report::tell::load_keras().await
        }
        Part::Tensorflow => {
            crate::artifact::load_tensorflow().await?;
            crate::report::tell::load_tensorflow().await
        }
    }
}

#[cfg(not(feature = "split-explorer"))]
async fn fetch(_: Part) -> Result<(), NotLoaded> {
    Ok(())
}

/// A slice of long work.
pub enum Slice {
    /// There is more to do.
    More(report::values::Progress),
    /// The answer, as JSON.
    Over(Option<String>),
}

/// Long work; each call does a slice of it.
pub type Long = Box<dyn FnMut() -> Slice>;

cut!(
    later,
    load_drawing,
    /// See [`Opened::drawing`].
    pub fn drawing(
        opened: &Opened,
        artifact: usize,
        which: Option<usize>,
        options: &Options,
        reveal: Option<u32>,
    ) -> Option<Drawing> {
        opened.drawing(artifact, which, options, reveal)
    }
);

cut!(
    later,
    load_find,
    /// See [`Opened::find`].
    pub fn find(opened: &Opened, artifact: usize, which: Option<usize>, text: &str) -> Option<FoundNodes> {
        let (nodes, total) = opened.find(artifact, which, text)?;
        Some(FoundNodes { nodes, total })
    }
);

cut!(
    later,
    load_restoring,
    /// See [`Opened::restoring`].
    pub fn restoring(opened: &Opened, artifact: usize, program: &Program) -> Restoring {
        opened.restoring(artifact, program)
    }
);

cut!(
    later,
    load_delegating,
    /// See [`Opened::delegating`].
    pub fn delegating(opened: &Opened, artifact: usize) -> Delegating {
        opened.delegating(artifact)
    }
);

cut!(
    later,
    load_evolving,
    /// See [`crate::report::evolving::evolving`]; `None` when the plan is none.
    pub fn evolving(plan: &str) -> Option<Evolving> {
        Some(report::evolving::evolving(&crate::json::read(plan)?))
    }
);

cut!(
    later,
    load_advising,
    /// See [`Opened::advising`].
    pub fn advising(opened: &Opened, artifact: usize) -> Option<Advising> {
        opened.advising(artifact)
    }
);

cut!(
    later,
    load_one_value,
    /// Going through one value for its statistics; `None` when there is no such value.
    pub fn one_value(opened: &Opened, artifact: usize, variable: &str) -> Option<Long> {
        let mut work = Some(OneValue::new(opened.artifacts.get(artifact)?, variable)?);
        Some(Box::new(move || match work.as_mut().and_then(Work::step) {
            Some(progress) => Slice::More(progress),
            None => Slice::Over(work.take().and_then(|work| serde_json::to_string(&work.told()).ok())),
        }))
    }
);

cut!(
    later,
    load_all_values,
    /// Going through all values for their checksums; `None` when the artifact stores none.
    pub fn all_values(opened: &Opened, artifact: usize) -> Option<Long> {
        let mut work = Some(AllValues::new(opened.artifacts.get(artifact)?)?);
        Some(Box::new(move || match work.as_mut().and_then(Work::step) {
            Some(progress) => Slice::More(progress),
            None => Slice::Over(work.take().and_then(|work| serde_json::to_string(&work.told()).ok())),
        }))
    }
);

cut!(
    later,
    load_listed,
    /// What an artifact stores.
    pub fn listed(opened: &Opened, artifact: usize) -> Option<ListedValues> {
        let values = report::values::list(opened.artifacts.get(artifact)?);
        let listed = |value: Listed| ListedValue {
            name: value.name,
            label: value.label,
            dtype: value.dtype,
            shape: value.shape,
            bytes: value.bytes,
        };
        Some(ListedValues { values: values.into_iter().map(listed).collect() })
    }
);

cut!(
    later,
    load_comparing,
    /// See [`Opened::comparing`]; as JSON, so that only this part knows how it is written.
    pub fn comparing(opened: &Opened, artifact: usize, other: usize) -> Option<String> {
        serde_json::to_string(&opened.comparing(artifact, other)).ok()
    }
);

cut!(
    later,
    load_comparing_values,
    /// See [`Opened::comparing_values`].
    pub fn comparing_values(opened: &Opened, artifact: usize, other: usize) -> Option<Long> {
        let mut work = Some(opened.comparing_values(artifact, other, Tolerance::default())?);
        Some(Box::new(move || match work.as_mut().and_then(Work::step) {
            Some(progress) => Slice::More(progress),
            None => Slice::Over(work.take().and_then(|work| serde_json::to_string(&work.told()).ok())),
        }))
    }
);

cut!(
    later,
    load_details,
    /// See [`Opened::details`].
    pub fn details(opened: &Opened, artifact: usize) -> Option<Details> {
        opened.details(artifact, Extent::SHOWN)
    }
);
