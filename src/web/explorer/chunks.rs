//! Code that the worker fetches when a request needs it: what reads and tells each family of formats, what draws graphs,
//! what reads values. Without feature `split-explorer` everything is there from the start.

use crate::artifact::Dropped;
use crate::chunks::{NotLoaded, cut};
use crate::formats::probe::{Format, probe};
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

/// Fetches what reads these files. Anything that is surely no TFLite model counts as TensorFlow's, as folders and names
/// can make it so; an archive may hold both, in text form too.
pub async fn for_files(dropped: &[Dropped]) -> Result<(), NotLoaded> {
    let formats = || dropped.iter().map(|file| probe(&*file.source));
    let archive = formats().any(crate::artifact::is_archive);
    let tflite = archive || formats().any(|format| format == Format::Tflite);
    let text = archive || formats().any(Format::is_text);
    // A name may make HDF5 of what does not look like it.
    let hdf5 = |file: &Dropped| probe(&*file.source) == Format::Hdf5 || file.path.ends_with("5");
    let keras = archive || dropped.iter().any(hdf5);
    let tensorflow = formats().any(|format| !matches!(format, Format::Tflite | Format::Hdf5));
    let chunked = archive || formats().any(|format| format == Format::Riegeli);
    #[cfg(feature = "split-explorer")]
    {
        if chunked {
            crate::formats::saved_model::load_chunked().await?;
        }
        if archive {
            crate::artifact::load_archives().await?;
        }
        if text {
            crate::formats::text_proto::load_text().await?;
        }
        if tflite {
            crate::artifact::load_tflite().await?;
            crate::report::tell::load_tflite().await?;
        }
        if keras {
            crate::artifact::load_keras().await?;
            crate::report::tell::load_keras().await?;
        }
        if tensorflow {
            crate::artifact::load_tensorflow().await?;
            crate::report::tell::load_tensorflow().await?;
        }
    }
    let _ = (chunked, archive, text, tflite, keras, tensorflow);
    Ok(())
}

/// Fetches what draws and searches graphs.
pub async fn for_graphs() -> Result<(), NotLoaded> {
    #[cfg(feature = "split-explorer")]
    {
        load_drawing().await?;
        load_find().await?;
    }
    Ok(())
}

/// Fetches what tries restores.
pub async fn for_restoring() -> Result<(), NotLoaded> {
    #[cfg(feature = "split-explorer")]
    load_restoring().await?;
    Ok(())
}

/// Fetches what asks delegates.
pub async fn for_delegates() -> Result<(), NotLoaded> {
    #[cfg(feature = "split-explorer")]
    load_delegating().await?;
    Ok(())
}

/// Fetches the evolution lab.
pub async fn for_evolving() -> Result<(), NotLoaded> {
    #[cfg(feature = "split-explorer")]
    load_evolving().await?;
    Ok(())
}

/// Fetches what compares artifacts.
pub async fn for_comparing() -> Result<(), NotLoaded> {
    #[cfg(feature = "split-explorer")]
    {
        load_comparing().await?;
        load_comparing_values().await?;
    }
    Ok(())
}

/// Fetches what gives advice.
pub async fn for_advising() -> Result<(), NotLoaded> {
    #[cfg(feature = "split-explorer")]
    load_advising().await?;
    Ok(())
}

/// Fetches what tells everything else about an artifact.
pub async fn for_details() -> Result<(), NotLoaded> {
    #[cfg(feature = "split-explorer")]
    load_details().await?;
    Ok(())
}

/// Fetches what goes through values.
pub async fn for_values() -> Result<(), NotLoaded> {
    #[cfg(feature = "split-explorer")]
    {
        load_one_value().await?;
        load_all_values().await?;
        load_listed().await?;
    }
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
