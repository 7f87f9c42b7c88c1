//! Chunks that browser builds cut out of a wasm module and fetch on demand (features `split-…`, one per module).
//!
//! [`cut`] marks the function where a chunk begins. Code that is reachable only through such functions leaves the
//! module. Everywhere else (natively, in tests, in quick builds) a marked function is an ordinary one.
//!
//! A marked function never panics because its chunk is missing: it returns [`NotLoaded`] and notes the chunk. Callers
//! that handle a request run it through [`complete`], which fetches the noted chunks and starts again.

use crate::bytes::{Error, Failure};
use std::cell::RefCell;
use std::pin::Pin;
use std::task::Poll;

/// A group of marked functions that is fetched as one file of the explorer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// Archives, the text form of protos, and recognition of other programs' content.
    Forms,
    /// SavedModels in chunks.
    Chunked,
    /// TFLite models.
    Tflite,
    /// Keras files.
    Keras,
    /// TensorFlow's graphs and SavedModels.
    Tensorflow,
    /// Checkpoints, and the variables of SavedModels.
    Checkpoint,
}

impl Part {
    /// All parts.
    pub const ALL: [Self; 6] =
        [Self::Forms, Self::Chunked, Self::Tflite, Self::Keras, Self::Tensorflow, Self::Checkpoint];
}

/// `cut!(CHUNK, LOAD, fn NAME(ARGUMENTS) -> RESULT { .. })`: a function whose code is in `CHUNK` of the explorer, or,
/// with a feature in front, of that feature's module.
///
/// It is called as usual and returns `Result<RESULT, NotLoaded>`; `LOAD().await` fetches the chunk.
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
            /// Whether the chunk was fetched: calling the function before that would start another fetch.
            pub static CAME: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);

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
        pub async fn $load() -> std::result::Result<(), $crate::chunks::NotLoaded> {
            $load::$load().await?;
            $load::CAME.store(true, std::sync::atomic::Ordering::Relaxed);
            Ok(())
        }

        $(#[$doc])*
        #[cfg(feature = $feature)]
        $vis fn $name($($arg: $type),*) -> std::result::Result<$result, $crate::chunks::NotLoaded> {
            if $load::CAME.load(std::sync::atomic::Ordering::Relaxed) {
                $crate::chunks::now($load::$name($($arg),*))
            } else {
                Err($crate::chunks::missing(|| Box::pin($load())))
            }
        }

        $(#[$doc])*
        #[cfg(not(feature = $feature))]
        $vis fn $name($($arg: $type),*) -> std::result::Result<$result, $crate::chunks::NotLoaded> {
            #[cfg(all(test, not(target_arch = "wasm32")))]
            $crate::chunks::testing::enter(stringify!($chunk), concat!(module_path!(), "::", stringify!($load)))?;
            fn body($($arg: $type),*) -> $result $body
            Ok(body($($arg),*))
        }
    };
}
pub(crate) use cut;

/// The needed code is in a chunk that was not or could not be fetched: the connection was lost, or the site has
/// changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotLoaded;

#[cfg(any(feature = "split-app", feature = "split-explorer", feature = "split-engine"))]
impl From<wasm_split_helpers::SplitLoaderError> for NotLoaded {
    fn from(_: wasm_split_helpers::SplitLoaderError) -> Self {
        Self
    }
}

/// For readers deep inside a request. [`complete`] starts the request again, so this error is only visible when the
/// fetch fails.
impl From<NotLoaded> for Error {
    fn from(_: NotLoaded) -> Self {
        Self::new(Failure::Unreadable, "part-not-loaded")
    }
}

/// Fetches a chunk.
pub(crate) type Load = fn() -> Pin<Box<dyn Future<Output = Result<(), NotLoaded>>>>;

thread_local! {
    /// Chunks that were needed and missing since the last fetch.
    static MISSING: RefCell<Vec<Load>> = const { RefCell::new(Vec::new()) };
}

/// Notes that a chunk is needed.
#[cfg(any(
    all(test, not(target_arch = "wasm32")),
    feature = "split-explorer",
    feature = "split-engine",
    feature = "split-app"
))]
pub(crate) fn missing(load: Load) -> NotLoaded {
    MISSING.with_borrow_mut(|missing| missing.push(load));
    NotLoaded
}

/// Does work that may need chunks. When one is missing, even if the work continued without it, the chunk is fetched and
/// the work starts again; `Err` when a chunk cannot be fetched.
///
/// It terminates: every further round has fetched at least one chunk, and fetched chunks stay.
pub async fn complete<T>(mut work: impl FnMut() -> Result<T, NotLoaded>) -> Result<T, NotLoaded> {
    loop {
        // Chunks that an earlier request missed and did not wait for do not concern this one.
        MISSING.take();
        let done = work();
        if MISSING.with_borrow(Vec::is_empty) {
            return done;
        }
        // Drops the incomplete result first: two large models may not fit in memory together.
        drop(done);
        fetch_missing().await?;
    }
}

/// Fetches the chunks that were missing since the last fetch, all at once; false when there were none.
pub async fn fetch_missing() -> Result<bool, NotLoaded> {
    let mut loads: Vec<_> = MISSING.take().into_iter().map(|load| load()).collect();
    let any = !loads.is_empty();
    let mut outcome = Ok(any);
    std::future::poll_fn(|context| {
        loads.retain_mut(|load| match load.as_mut().poll(context) {
            Poll::Ready(done) => {
                outcome = outcome.and_then(|any| done.map(|()| any));
                false
            }
            Poll::Pending => true,
        });
        if loads.is_empty() { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
    outcome
}

/// The result of a function whose chunk is loaded, so that its future never waits.
#[cfg(any(feature = "split-explorer", feature = "split-engine", feature = "split-app"))]
pub(crate) fn now<T>(
    call: impl Future<Output = Result<T, wasm_split_helpers::SplitLoaderError>>,
) -> Result<T, NotLoaded> {
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    match std::pin::pin!(call).poll(&mut context) {
        Poll::Ready(done) => Ok(done?),
        Poll::Pending => Err(NotLoaded),
    }
}

/// Marked functions in unit tests: records which were entered, and simulates a split build. In the
/// browser, the tests have the real one.
#[cfg(all(test, not(target_arch = "wasm32")))]
pub(crate) mod testing {
    use super::NotLoaded;
    use std::cell::RefCell;
    use std::collections::BTreeSet;

    thread_local! {
        static ENTERED: RefCell<BTreeSet<&'static str>> = const { RefCell::new(BTreeSet::new()) };
        /// Functions whose chunk was fetched; `None` in builds that are not split.
        static CAME: RefCell<Option<BTreeSet<&'static str>>> = const { RefCell::new(None) };
        /// Functions that the next fetch makes available.
        static AWAITED: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
        /// Number of fetches that still succeed.
        static FETCHES: RefCell<usize> = const { RefCell::new(usize::MAX) };
    }

    /// Called by every marked function: notes its chunk, or refuses if the chunk was not fetched yet.
    pub fn enter(chunk: &'static str, function: &'static str) -> Result<(), NotLoaded> {
        if CAME.with_borrow(|came| came.as_ref().is_none_or(|came| came.contains(function))) {
            ENTERED.with_borrow_mut(|entered| entered.insert(chunk));
            return Ok(());
        }
        AWAITED.with_borrow_mut(|awaited| awaited.push(function));
        Err(super::missing(|| Box::pin(async { fetch() })))
    }

    fn fetch() -> Result<(), NotLoaded> {
        let left = FETCHES.with_borrow_mut(|left| std::mem::replace(left, left.saturating_sub(1)));
        if left == 0 {
            return Err(NotLoaded);
        }
        let function = AWAITED.with_borrow_mut(|awaited| (!awaited.is_empty()).then(|| awaited.remove(0)));
        CAME.with_borrow_mut(|came| came.get_or_insert_default().extend(function));
        Ok(())
    }

    /// The chunks whose functions `work` enters.
    pub fn entered(work: impl FnOnce()) -> BTreeSet<&'static str> {
        ENTERED.take();
        work();
        ENTERED.take()
    }

    /// Simulates a fresh page: nothing is loaded, and `fetches` of the fetches succeed.
    pub fn cold(fetches: usize) {
        CAME.set(Some(BTreeSet::new()));
        AWAITED.take();
        FETCHES.set(fetches);
    }

    /// Simulates a page with every chunk loaded.
    pub fn warm() {
        CAME.take();
    }

    /// Runs a future that never waits.
    pub fn block_on<T>(future: impl Future<Output = T>) -> T {
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        let mut future = std::pin::pin!(future);
        loop {
            if let std::task::Poll::Ready(done) = future.as_mut().poll(&mut context) {
                return done;
            }
        }
    }
}
