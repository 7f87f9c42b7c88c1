//! Parts that builds for the browser cut out of a wasm module and fetch when they are needed (features `split-…`, one a
//! module).
//!
//! [`cut`] marks the function where a part begins. Whatever is reachable only through such functions leaves the module.
//! Everywhere else (natively, in tests, in quick builds) a marked function is a plain one.

/// `cut!(CHUNK, LOAD, fn NAME(ARGUMENTS) -> RESULT { .. })`: a function whose code is in `CHUNK` of the explorer; with a
/// feature in front, of that module.
///
/// It is called as usual, after `LOAD().await` has fetched the chunk; before that it panics. So whoever lets a request in
/// must load all that it may touch.
macro_rules! cut {
    ($chunk:ident, $load:ident, $(#[$doc:meta])* $vis:vis fn $name:ident($($arg:ident: $type:ty),* $(,)?) -> $result:ty $body:block) => {
        $crate::chunks::cut!(
            "split-explorer", $chunk, $load, $(#[$doc])* $vis fn $name($($arg: $type),*) -> $result $body
        );
    };
    ($feature:literal, $chunk:ident, $load:ident, $(#[$doc:meta])* $vis:vis fn $name:ident($($arg:ident: $type:ty),* $(,)?) -> $result:ty $body:block) => {
        #[cfg(feature = $feature)]
        mod $load {
            use super::*;
            // The attribute declares both sides of the cut as external functions; it makes both from this one signature.
            #[allow(unsafe_code)]
            #[wasm_split_helpers::wasm_split($chunk, preload($load), fallible)]
            pub fn $name($($arg: $type),*) -> std::result::Result<$result, wasm_split_helpers::SplitLoaderError> {
                fn body($($arg: $type),*) -> $result $body
                Ok(body($($arg),*))
            }
        }

        /// Fetches the code of the function of the same name.
        #[cfg(feature = $feature)]
        pub async fn $load() -> std::result::Result<(), crate::chunks::NotLoaded> {
            Ok($load::$load().await?)
        }

        $(#[$doc])*
        #[cfg(feature = $feature)]
        $vis fn $name($($arg: $type),*) -> $result {
            crate::chunks::now($load::$name($($arg),*))
        }

        $(#[$doc])*
        #[cfg(not(feature = $feature))]
        $vis fn $name($($arg: $type),*) -> $result $body
    };
}
pub(crate) use cut;

/// A chunk that did not come: the connection is gone, or the site has changed meanwhile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotLoaded;

#[cfg(any(feature = "split-app", feature = "split-explorer", feature = "split-engine"))]
impl From<wasm_split_helpers::SplitLoaderError> for NotLoaded {
    fn from(_: wasm_split_helpers::SplitLoaderError) -> Self {
        Self
    }
}

/// The result of a function whose chunk is there, so that its future has nothing to wait for.
#[cfg(any(feature = "split-explorer", feature = "split-engine"))]
pub(crate) fn now<T>(call: impl Future<Output = Result<T, wasm_split_helpers::SplitLoaderError>>) -> T {
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    match std::pin::pin!(call).poll(&mut context) {
        std::task::Poll::Ready(Ok(value)) => value,
        _ => panic!("a part of the module was used before it was fetched"),
    }
}
