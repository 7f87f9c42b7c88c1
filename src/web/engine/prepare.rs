//! Models made ready to run.

#[cfg(feature = "gpu")]
use super::elsewhere::Elsewhere;
#[cfg(not(feature = "gpu"))]
use super::failed::failure;
use super::files::Files;
#[cfg(not(feature = "gpu"))]
use crate::chunks::NotLoaded;
use crate::engine::Program;
#[cfg(not(feature = "gpu"))]
use crate::engine::registry::fetch;
use crate::services::run::schema::Failed;
use crate::services::run::{Backend, Host, Options, Runner};
use js_sys::Function;

/// Prepares a model of `files`; `host` returns the module with the kernels that this one lacks.
pub async fn prepare(
    program: Program,
    files: Files,
    backend: Backend,
    options: &Options,
    host: Option<Function>,
) -> Result<Runner, Box<Failed>> {
    #[cfg(not(feature = "gpu"))]
    fetch(&program).await.map_err(|NotLoaded| failure("part-not-loaded"))?;
    #[cfg(feature = "gpu")]
    let host = host.map(|start| Box::new(Elsewhere { start, files }) as Box<dyn Host>);
    // This module has the kernels itself.
    #[cfg(not(feature = "gpu"))]
    let (_, host) = ((files, host), None::<Box<dyn Host>>);
    Runner::prepare_with(program, backend, options, host).await.map_err(Box::new)
}
