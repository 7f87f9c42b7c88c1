//! Chunks of the engine that work turns out to need.

use super::failed::failure;
use crate::chunks::{NotLoaded, fetch_missing};
use crate::services::run::schema::Failed;
#[cfg(not(feature = "gpu"))]
use crate::{engine::Program, services::run::Backend};

/// Fetches the kernels that a program is expected to need.
#[cfg(not(feature = "gpu"))]
pub async fn fetch(program: &Program, backend: Backend) -> Result<(), Box<Failed>> {
    let backend = if backend == Backend::Reference { crate::engine::Backend::Reference } else { Default::default() };
    let fetched = crate::engine::kernels::parts::fetch(program, backend).await;
    fetched.map_err(|NotLoaded| failure("part-not-loaded"))
}

/// Does work that may need chunks. When one is missing, it is fetched and the work starts again.
pub async fn with_kernels<T>(mut work: impl AsyncFnMut() -> Result<T, Box<Failed>>) -> Result<T, Box<Failed>> {
    loop {
        let done = work().await;
        match fetch_missing().await {
            Ok(false) => return done,
            Ok(true) => drop(done),
            Err(NotLoaded) => return Err(failure("part-not-loaded")),
        }
    }
}
