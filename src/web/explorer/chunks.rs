//! Code that the worker fetches when a request needs it: what reads and tells each family of formats, what draws graphs,
//! what reads values. Without feature `split-explorer` everything is there from the start.

use crate::artifact::Dropped;
use crate::chunks::{NotLoaded, cut};
use crate::formats::probe::{Format, probe};
use crate::graph::{Drawing, Options};
use crate::report::Opened;
use crate::report::restoring::{Program, schema::Restoring};
use crate::report::schema::Variable;
use crate::web::protocol::FoundNodes;

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
    #[cfg(feature = "split-explorer")]
    {
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
    let _ = (archive, text, tflite, keras, tensorflow);
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

/// Fetches what reads values of variables.
pub async fn for_values() -> Result<(), NotLoaded> {
    #[cfg(feature = "split-explorer")]
    load_values().await?;
    Ok(())
}

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
    load_values,
    /// See [`Opened::values`].
    pub fn values(opened: &Opened, artifact: usize, variable: &str) -> Option<Variable> {
        opened.values(artifact, variable)
    }
);
