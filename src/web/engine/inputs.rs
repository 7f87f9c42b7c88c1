//! Inputs of a run, from the page's request. The readers of files and typed text are a chunk that most visits never fetch.

use super::failed::{failure, unread};
use super::kernels::with_kernels;
use crate::bytes::{Limits, SharedSource, read_range};
use crate::chunks::{NotLoaded, cut};
use crate::services::run::Input;
use crate::services::run::schema::{Failed, Port};
use crate::web::blob::BlobSource;
use crate::web::run_protocol::Fill;
use std::rc::Rc;
use web_sys::Blob;

cut!(
    "split-engine",
    files,
    load_file,
    /// The values of a file.
    fn file(source: &SharedSource, port: &Port, limits: &Limits) -> Result<Input, Failed> {
        Input::from_file(source, port, limits)
    }
);

cut!(
    "split-engine",
    files,
    load_typed,
    /// The values of typed text.
    fn typed(text: &str, port: &Port) -> Result<Input, Failed> {
        Input::from_text(text, port)
    }
);

/// The inputs of a request; `blobs` are its files and pixels in order.
pub(super) async fn inputs(fills: &[Fill], blobs: Vec<Blob>, ports: &[Port]) -> Result<Vec<Input>, Box<Failed>> {
    with_kernels(async || read(fills, &blobs, ports)).await
}

fn read(fills: &[Fill], blobs: &[Blob], ports: &[Port]) -> Result<Vec<Input>, Box<Failed>> {
    let mut blobs = blobs.iter().cloned();
    let mut next = |name: &str| -> Result<SharedSource, Box<Failed>> {
        let blob = blobs.next().ok_or_else(|| failure("run-input-missing"))?;
        Ok(Rc::new(BlobSource::new(name, blob).map_err(|error| unread(&error))?))
    };
    let flat = |read: Result<Result<Input, Failed>, NotLoaded>| match read {
        Ok(read) => read.map_err(Box::new),
        Err(NotLoaded) => Err(failure("part-not-loaded")),
    };
    let numbers = |bits: &[u32]| bits.iter().copied().map(f32::from_bits).collect();
    let limits = Limits::default();
    let one = |(fill, port): (&Fill, &Port)| {
        Ok(match fill {
            Fill::Zeros => Input::Zeros,
            Fill::Random { seed } => Input::Random(*seed),
            Fill::File { name } => flat(file(&next(name)?, port, &limits))?,
            Fill::Text { text } => flat(typed(text, port))?,
            Fill::Pixels { mean, std } => {
                let source = next("pixels")?;
                let rgba = read_range(&*source, 0..source.len(), &limits).map_err(|error| unread(&error))?;
                Input::Pixels { rgba, mean: numbers(mean), std: numbers(std) }
            }
        })
    };
    fills.iter().zip(ports).map(one).collect()
}
