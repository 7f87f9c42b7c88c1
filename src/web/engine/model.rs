//! A model in the caller's own thread: `static/engine.js` wraps it for scripts that use the engine without the page.
//!
//! Inputs and outputs are passed by position, as bytes; the script adds names and typed arrays. Failures are thrown as
//! the JSON of [`Failed`].
//!
//! A call that takes no waiting returns its result, not a promise: promises cost a run four microseconds, as much as a small model computes. Only a
//! fetched chunk and the GPU make a caller wait.

use super::clock::{Clock, Deadline};
use super::failed::failure;
use super::files::Files;
use super::json;
use super::kernels::with_kernels;
use super::prepare::prepare;
use crate::services::run::schema::Failed;
use crate::services::run::{Backend, Given, Options, Runner};
use js_sys::{Array, Function, Uint8Array};
use std::cell::Cell;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::future_to_promise;

/// A prepared model. Its variables keep their values between runs.
#[wasm_bindgen]
pub struct Model {
    /// Nothing while a call uses it.
    state: Rc<Cell<Option<Box<State>>>>,
}

/// Work with a model's state, which it gives back with its result. One type, so a module has the code around it once, and what a first run
/// does not call has a name: a build moves it into a file that follows.
type Work = Pin<Box<dyn Future<Output = (Box<State>, Result<JsValue, JsValue>)>>>;

struct State {
    runner: Runner,
    shapes: Shapes,
}

/// Shapes of the outputs of the last run, and whether they differ from those of the run before.
#[derive(Default)]
struct Shapes {
    last: Vec<Vec<usize>>,
    changed: bool,
}

#[wasm_bindgen]
impl Model {
    /// Prepares the bytes of a `.tflite` file: one of its signatures, or without a key its main graph. The bytes must
    /// not change as long as the model is used. With `check` every op on the GPU is compared with the reference kernel in every
    /// run; with `half` tensors are stored as float16 on the GPU, if the adapter supports it; `host` returns a
    /// promise of the module with the CPU kernels, for nodes that the GPU does not support.
    pub async fn load(
        bytes: Uint8Array,
        signature: Option<String>,
        backend: String,
        check: bool,
        half: bool,
        host: Option<Function>,
    ) -> Result<Model, JsValue> {
        let files = Files { name: "model.tflite".to_owned(), model: bytes.into(), weights: Vec::new(), signature };
        let backend = Backend::from_word(&backend).ok_or_else(|| thrown(&failure("run-no-such-backend")))?;
        let (_, _, program) = files.decode().map_err(|failed| thrown(&failed))?;
        let options = Options { check, half, ..Options::default() };
        let runner = prepare(program, files, backend, &options, host).await.map_err(|failed| thrown(&failed))?;
        let state = Box::new(State { runner, shapes: Shapes::default() });
        Ok(Self { state: Rc::new(Cell::new(Some(state))) })
    }

    /// Inputs and outputs as they are now: the JSON of [`crate::services::run::schema::Prepared`].
    pub fn prepared(&self) -> Result<String, JsValue> {
        self.read(|state| json::text(&state.runner.prepared()))
    }

    /// Sets an input (little-endian, row-major); another shape resizes it. Returns nothing, or a promise of it.
    pub fn set(&self, input: usize, shape: Option<Vec<usize>>, bytes: Uint8Array) -> Result<JsValue, JsValue> {
        self.working(move |mut state| {
            Box::pin(async move {
                let done = state.set(input, shape, bytes).await;
                (state, done)
            })
        })
    }

    /// Address of an input's memory until the next call other than [`Model::prepared`]; zero if it has none. Its length follows
    /// from shape and type. Between two calls another thread that shares the memory may write there.
    pub fn place(&self, input: usize) -> Result<usize, JsValue> {
        self.read(|state| {
            let place = state.runner.place(input);
            if place.is_empty() { 0 } else { place.as_ptr().addr() }
        })
    }

    /// Runs once. Returns the bytes of each output, or a promise of them.
    pub fn run(&self) -> Result<JsValue, JsValue> {
        self.working(|mut state| {
            Box::pin(async move {
                let done = state.run().await;
                (state, done)
            })
        })
    }

    /// The same, unless it takes more than so many milliseconds.
    pub fn run_within(&self, ms: u32) -> Result<JsValue, JsValue> {
        self.working(move |mut state| {
            Box::pin(async move {
                let done = state.run_within(ms).await;
                (state, done)
            })
        })
    }

    /// Whether the last run changed the shape of an output, so that [`Model::prepared`] differs.
    pub fn changed(&self) -> Result<bool, JsValue> {
        self.read(|state| state.shapes.changed)
    }

    /// Result of check mode in the last run: the JSON of [`crate::services::run::schema::Check`], or `null`.
    pub fn check(&self) -> Result<String, JsValue> {
        self.read(|state| json::text(&state.runner.check()))
    }

    /// Runs once more with the same inputs. Returns the time of each node, or a promise of it: the JSON of a list of
    /// [`crate::services::run::schema::NodeTime`].
    pub fn profile(&self) -> Result<JsValue, JsValue> {
        self.working(|mut state| {
            Box::pin(async move {
                let done = state.profile().await;
                (state, done)
            })
        })
    }
}

impl Model {
    /// Does work: its result, or a promise of it if the work has to wait.
    fn working(&self, work: impl FnOnce(Box<State>) -> Work) -> Result<JsValue, JsValue> {
        let state = self.state.take().ok_or_else(in_use)?;
        self.begun(work(state))
    }

    fn begun(&self, work: Work) -> Result<JsValue, JsValue> {
        let place = self.state.clone();
        let mut working = Box::pin(async move {
            let (state, done) = work.await;
            place.set(Some(state));
            done
        });
        match working.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(done) => done,
            // The promise polls once more, which notes its own waker.
            Poll::Pending => Ok(future_to_promise(working).into()),
        }
    }

    /// Something that the state says.
    fn read<T>(&self, read: impl FnOnce(&State) -> T) -> Result<T, JsValue> {
        let state = self.state.take().ok_or_else(in_use)?;
        let found = read(&state);
        self.state.set(Some(state));
        Ok(found)
    }
}

/// A script called the model before the promise of an earlier call was fulfilled.
fn in_use() -> JsValue {
    js_sys::Error::new("the model is in use: await the call before this one").into()
}

impl State {
    async fn set(&mut self, input: usize, shape: Option<Vec<usize>>, bytes: Uint8Array) -> Result<JsValue, JsValue> {
        let set = async || self.runner.set(input, shape.as_deref(), &bytes).map_err(Box::new);
        with_kernels(set).await.map_err(|failed| thrown(&failed))?;
        Ok(JsValue::UNDEFINED)
    }

    async fn run(&mut self) -> Result<JsValue, JsValue> {
        let Self { runner, shapes } = self;
        let list = Array::new();
        shapes.changed = false;
        let mut take = |_, shape: &[usize], bytes: &[u8]| shapes.take(&list, shape, bytes);
        let once = async || runner.invoke(&mut take).await.map_err(Box::new);
        with_kernels(once).await.map_err(|failed| thrown(&failed))?;
        Ok(list.into())
    }

    async fn run_within(&mut self, ms: u32) -> Result<JsValue, JsValue> {
        let Self { runner, shapes } = self;
        let list = Array::new();
        shapes.changed = false;
        let mut deadline = Deadline::after(ms);
        let mut take = |_, shape: &[usize], bytes: &[u8]| shapes.take(&list, shape, bytes);
        let once = async || runner.invoke_watched(&mut deadline, &mut take).await.map_err(Box::new);
        let invoked = with_kernels(once).await;
        invoked.map_err(|failed| thrown(&deadline.explain(*failed)))?;
        Ok(list.into())
    }

    async fn profile(&mut self) -> Result<JsValue, JsValue> {
        let runner = &mut self.runner;
        let profiled = with_kernels(async || runner.profile(&mut Clock::silent()).await.map_err(Box::new)).await;
        let times = profiled.map_err(|failed| thrown(&failed))?;
        Ok(json::text(&times).into())
    }
}

impl Shapes {
    /// Adds an output to a list. A missing kernel ends a run before its outputs, so a list has those of one run.
    #[inline(never)]
    fn take(&mut self, list: &Array, shape: &[usize], bytes: &[u8]) {
        match self.last.get_mut(list.length() as usize) {
            Some(last) if last == shape => {}
            Some(last) => {
                *last = shape.to_vec();
                self.changed = true;
            }
            None => {
                self.last.push(shape.to_vec());
                self.changed = true;
            }
        }
        list.push(&Uint8Array::from(bytes));
    }
}

impl Given for Uint8Array {
    fn size(&self) -> usize {
        self.length() as usize
    }

    fn copy(&self, to: &mut [u8]) {
        self.copy_to(to);
    }
}

/// The value that the script throws.
pub(super) fn thrown(failed: &Failed) -> JsValue {
    json::text(failed).into()
}
