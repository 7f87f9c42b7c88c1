//! Code that the worker fetches before it opens files: the readers and reports of each family of formats. Without
//! feature `split-explorer` everything is loaded from the start.

use crate::artifact::{Dropped, needs};
use crate::chunks::{NotLoaded, Part};

/// Fetches the chunks that opening these files enters, as far as their content shows. Others are fetched when they turn
/// out to be missing: see [`crate::chunks::complete`].
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
        Part::Checkpoint => {
            crate::artifact::load_checkpoint().await?;
            crate::formats::saved_model::load_variables().await?;
            crate::report::tell::load_checkpoint().await
        }
    }
}

#[cfg(not(feature = "split-explorer"))]
async fn fetch(_: Part) -> Result<(), NotLoaded> {
    Ok(())
}
