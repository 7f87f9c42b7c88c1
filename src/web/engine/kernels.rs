//! Chunks of the engine that work turns out to need.

use super::failed::failure;
use crate::chunks::{NotLoaded, fetch_missing};
use crate::services::run::schema::Failed;
#[cfg(not(feature = "gpu"))]
use crate::{engine::Program, engine::kernels::parts, services::run::Backend};

/// Fetches the kernels that a program is expected to need.
#[cfg(not(feature = "gpu"))]
pub async fn fetch(program: &Program, backend: Backend) -> Result<(), Box<Failed>> {
    let backend = if backend == Backend::Reference { crate::engine::Backend::Reference } else { Default::default() };
    let usual = usual(program);
    let fetched = parts::fetch(program, backend).await.and(usual.await);
    fetched.map_err(|NotLoaded| failure("part-not-loaded"))
}

/// Begins to fetch the functions that real models call and the common networks do not.
#[cfg(all(not(feature = "gpu"), feature = "split-engine"))]
fn usual(program: &Program) -> impl Future<Output = Result<(), NotLoaded>> + use<> {
    use js_sys::Promise;
    use wasm_bindgen::prelude::*;

    #[wasm_bindgen]
    extern "C" {
        /// Of the module's own script (`xtask/bindgen/src/parting.rs`).
        #[wasm_bindgen(js_namespace = following)]
        fn usual() -> Promise;
    }

    thread_local! {
        static CAME: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
    }

    let coming = (!CAME.get() && !parts::is_common(program)).then(usual);
    async move {
        if let Some(coming) = coming {
            wasm_bindgen_futures::JsFuture::from(coming).await.map_err(|_| NotLoaded)?;
            CAME.set(true);
        }
        Ok(())
    }
}

/// A module in one file has them.
#[cfg(all(not(feature = "gpu"), not(feature = "split-engine")))]
async fn usual(_: &Program) -> Result<(), NotLoaded> {
    Ok(())
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
