//! Models made ready to run.

#[cfg(feature = "gpu")]
use super::elsewhere::Elsewhere;
use super::files::Files;
#[cfg(not(feature = "gpu"))]
use super::kernels::{fetch, with_kernels};
#[cfg(not(feature = "gpu"))]
use super::threads::crew;
use crate::engine::Program;
#[cfg(feature = "gpu")]
use crate::services::run::Host;
use crate::services::run::schema::Failed;
use crate::services::run::{Backend, Options, Runner};
use js_sys::Function;

/// Prepares a model of `files`; `host` returns the module with the kernels that this one lacks.
pub async fn prepare(
    program: Program,
    files: Files,
    backend: Backend,
    options: &Options,
    host: Option<Function>,
) -> Result<Runner, Box<Failed>> {
    #[cfg(feature = "gpu")]
    {
        let host = host.map(|start| Box::new(Elsewhere { start, files }) as Box<dyn Host>);
        Runner::prepare_with(program, backend, options, host).await.map_err(Box::new)
    }
    // This module has the kernels itself.
    #[cfg(not(feature = "gpu"))]
    {
        drop((files, host));
        fetch(&program, backend).await?;
        let program = std::rc::Rc::new(program);
        let options = &Options { crew: crew(), ..options.clone() };
        with_kernels(async || Runner::prepare_with(program.clone(), backend, options, None).await.map_err(Box::new))
            .await
    }
}
