//! Results of another runtime, from the page's request. Their readers are in the chunk of the files.

use super::clock::Clock;
use super::failed::{failure, unread};
use crate::bytes::{Limits, SharedSource};
use crate::chunks::{NotLoaded, cut};
use crate::engine::DEFAULT_LIMIT;
use crate::engine::check::SHARE_OF_HALF;
use crate::engine::program::Program;
use crate::services::run::schema::{Failed, ResultsReport};
use crate::services::run::{Input, Results};
use crate::web::blob::BlobSource;
use std::rc::Rc;
use web_sys::Blob;

cut!(
    "split-engine",
    files,
    load_compare,
    /// Compares files with a run on these inputs; files may replace inputs that the user did not give.
    fn compare(
        program: &Program,
        inputs: &mut [Input],
        files: &[SharedSource],
        half: bool,
        watch: &mut Clock,
    ) -> Result<ResultsReport, Failed> {
        let mut results = Results::new(Limits::default());
        files.iter().try_for_each(|file| results.add(file, None))?;
        results.fill(program, inputs)?;
        let tolerance = if half { SHARE_OF_HALF.into() } else { 0.0 };
        results.compare(Rc::new(program.clone()), inputs, tolerance, DEFAULT_LIMIT, watch)
    }
);

/// The comparison with files of these names. It starts again when a chunk is missing.
pub(super) fn compared(
    program: &Program,
    inputs: &[Input],
    files: &[(String, Blob)],
    half: bool,
    watch: &mut Clock,
) -> Result<ResultsReport, Box<Failed>> {
    let open = |(name, blob): &(String, Blob)| -> Result<SharedSource, Box<Failed>> {
        Ok(Rc::new(BlobSource::new(name.as_str(), blob.clone()).map_err(|error| unread(&error))?))
    };
    let files = files.iter().map(open).collect::<Result<Vec<_>, _>>()?;
    match compare(program, &mut inputs.to_vec(), &files, half, watch) {
        Ok(report) => report.map_err(Box::new),
        Err(NotLoaded) => Err(failure("part-not-loaded")),
    }
}
