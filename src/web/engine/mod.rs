//! The engine worker: prepares and runs models, separate from page and explorer so that neither ever waits for it.
//!
//! One source for three modules: SIMD128, relaxed SIMD, and (feature `gpu`) WebGPU; `static/engine.worker.js` chooses.
//! It answers one request at a time; the page cancels by ending it. [`Model`] is the same engine in the caller's
//! thread.

#[cfg(feature = "gpu")]
mod elsewhere;
mod files;
mod model;
#[cfg(not(feature = "gpu"))]
mod parts;

use super::blob::BlobSource;
use super::message::{BLOBS, JSON};
use super::run_protocol::{Fill, RunReply, RunRequest};
use crate::bytes::{Limits, SharedSource, read_range};
#[cfg(not(feature = "gpu"))]
use crate::chunks::NotLoaded;
use crate::engine::Program;
#[cfg(not(feature = "gpu"))]
use crate::engine::registry::fetch;
use crate::formats::npy;
use crate::services::run::schema::{Failed, Port, Ran};
use crate::services::run::{
    Backend, Host, Input, Options, Output, Runner, Value, Watch, hints, strings_file, unreadable,
};
use js_sys::{Array, Function, Object, Reflect, Uint8Array, Uint32Array};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{Blob, DedicatedWorkerGlobalScope, MessageEvent, Performance};

thread_local! {
    static RUNNER: RefCell<Option<Runner>> = const { RefCell::new(None) };
    static PROCESSOR: RefCell<Option<Function>> = const { RefCell::new(None) };
}

use files::Files;
pub use model::Model;
#[cfg(not(feature = "gpu"))]
pub use parts::Parts;

/// Starts the worker: called by `static/engine.worker.js` only, not with [`Model`]. `host` returns a promise of
/// the module with the CPU kernels, for partitions that the GPU does not support.
#[wasm_bindgen]
pub fn serve(host: Option<Function>) {
    PROCESSOR.set(host);
    std::panic::set_hook(Box::new(|info| send(&RunReply::Stopped { text: info.to_string() }, &[])));
    let listener = Closure::<dyn FnMut(MessageEvent)>::new(|event: MessageEvent| {
        wasm_bindgen_futures::spawn_local(receive(event.data()));
    });
    scope().set_onmessage(Some(listener.as_ref().unchecked_ref()));
    // The worker listens during its lifetime.
    listener.forget();
    send(&RunReply::Ready { module: module().to_owned() }, &[]);
}

/// Name of this module.
fn module() -> &'static str {
    if cfg!(feature = "gpu") {
        "webgpu"
    } else if cfg!(target_feature = "relaxed-simd") {
        "relaxed-simd"
    } else {
        "simd128"
    }
}

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

fn send(reply: &RunReply, outputs: &[Vec<u8>]) {
    let Ok(json) = serde_json::to_string(reply) else { return };
    let message = Object::new();
    let blobs: Array = outputs.iter().map(|bytes| JsValue::from(Uint8Array::from(bytes.as_slice()))).collect();
    let _ = Reflect::set(&message, &JSON.into(), &json.into());
    let _ = Reflect::set(&message, &BLOBS.into(), &blobs);
    let _ = scope().post_message(&message);
}

async fn receive(message: JsValue) {
    let text = Reflect::get(&message, &JSON.into()).ok().and_then(|v| v.as_string()).unwrap_or_default();
    let Some(request) = crate::json::read::<RunRequest>(&text) else { return };
    let blobs: Array = Reflect::get(&message, &BLOBS.into()).unwrap_or_default().unchecked_into();
    let mut blobs = blobs.iter().map(JsCast::unchecked_into::<Blob>);
    let (job, done) = match request {
        RunRequest::Load { job, name, weights, signature, backend, check, half } => {
            let model = blobs.next().map_or(JsValue::NULL, JsValue::from);
            let files = Files { name, model, weights: weights.into_iter().zip(blobs).collect(), signature };
            (job, load(job, files, backend, Options { check, half, ..Options::default() }).await)
        }
        RunRequest::Run { job, inputs, repeat, warmup } => (job, run(job, &inputs, blobs, (warmup, repeat)).await),
        RunRequest::Layers { job, inputs } => (job, layers(job, &inputs, blobs)),
    };
    if let Err(failed) = done {
        send(&RunReply::Failed { job, failed: *failed }, &[]);
    }
}

/// Failures are rare and large.
type Done = Result<(), Box<Failed>>;

async fn load(job: u32, files: Files, backend: Backend, options: Options) -> Done {
    // Drops the previous model first: two large models may not fit in memory.
    RUNNER.set(None);
    let host = PROCESSOR.with_borrow(Clone::clone);
    let (model, source, program) = files.decode()?;
    let hints = hints(&model, &source, &program, &Limits::default());
    drop(model);
    let runner = prepare(program, files, backend, &options, host).await?;
    send(&RunReply::Loaded { job, prepared: runner.prepared(), hints }, &[]);
    RUNNER.set(Some(runner));
    Ok(())
}

/// Prepares a model of `files`; `host` returns the module with the kernels that this one lacks.
async fn prepare(
    program: Program,
    files: Files,
    backend: Backend,
    options: &Options,
    host: Option<Function>,
) -> Result<Runner, Box<Failed>> {
    #[cfg(not(feature = "gpu"))]
    fetch(&program).await.map_err(|NotLoaded| failure("part-not-loaded"))?;
    #[cfg(feature = "gpu")]
    let host = host.map(|start| Box::new(elsewhere::Elsewhere { start, files }) as Box<dyn Host>);
    // This module has the kernels itself.
    #[cfg(not(feature = "gpu"))]
    let (_, host) = ((files, host), None::<Box<dyn Host>>);
    Runner::prepare_with(program, backend, options, host).await.map_err(Box::new)
}

/// Does `warmup` runs, then `repeat` timed ones.
async fn run(job: u32, fills: &[Fill], blobs: impl Iterator<Item = Blob>, (warmup, repeat): (u32, u32)) -> Done {
    let mut runner = RUNNER.take().ok_or_else(|| failure("run-no-model"))?;
    let inputs = match inputs(fills, blobs, &runner.prepared().inputs) {
        Ok(inputs) => inputs,
        Err(failed) => {
            RUNNER.set(Some(runner));
            return Err(failed);
        }
    };
    let mut watch = Clock::new(Some(job));
    let ran = invoke(&mut runner, &inputs, (warmup, repeat), &mut watch).await;
    RUNNER.set(Some(runner));
    let (ran, outputs) = ran?;
    let files: Vec<Vec<u8>> = outputs.iter().map(file_of).collect();
    send(&RunReply::Ran { job, ran }, &files);
    Ok(())
}

/// Approximate seconds of a run with an automatic number of repetitions.
const ABOUT: f64 = 1.0;

/// Does the warm-up, then the timed runs: `repeat`, or if that is 0, as many as fit in [`ABOUT`], at most 10. A model
/// with state then runs once, without warm-up: its second run has other results than its first.
async fn invoke(
    runner: &mut Runner,
    inputs: &[Input],
    (warmup, repeat): (u32, u32),
    watch: &mut Clock,
) -> Result<(Ran, Vec<Output>), Box<Failed>> {
    let (warmup, mut repeat) = match repeat {
        0 if runner.prepared().keeps_state => (0, 1),
        0 => (warmup.max(1), 0),
        repeat => (warmup, repeat),
    };
    if warmup > 0 {
        let start = watch.now();
        runner.run(inputs, warmup, watch).await.map_err(Box::new)?;
        if repeat == 0 {
            let each = (watch.now() - start) / f64::from(warmup);
            // A float-to-integer cast clamps.
            repeat = ((ABOUT / each.max(1e-6)) as u32).clamp(1, 10);
        }
    }
    let (ran, outputs) = runner.run(inputs, repeat, watch).await.map_err(Box::new)?;
    Ok((Ran { warmup, ..ran }, outputs))
}

/// Computes the quantization error of each layer.
fn layers(job: u32, fills: &[Fill], blobs: impl Iterator<Item = Blob>) -> Done {
    RUNNER.with_borrow(|runner| {
        let runner = runner.as_ref().ok_or_else(|| failure("run-no-model"))?;
        let inputs = inputs(fills, blobs, &runner.prepared().inputs)?;
        let mut watch = Clock::new(Some(job));
        let quantization = runner.quantization(&inputs, &mut watch).map_err(Box::new)?;
        send(&RunReply::Ran { job, ran: Ran { quantization, ..Ran::default() } }, &[]);
        Ok(())
    })
}

/// An output as a `.npy` file, strings as JSON; empty for types that neither has.
fn file_of(output: &Output) -> Vec<u8> {
    let npy = || npy::write(output.dtype.name(), &output.shape, &output.bytes);
    strings_file(output).or_else(npy).unwrap_or_default()
}

fn inputs(fills: &[Fill], mut blobs: impl Iterator<Item = Blob>, ports: &[Port]) -> Result<Vec<Input>, Box<Failed>> {
    let mut file = |name: &str| -> Result<SharedSource, Box<Failed>> {
        let blob = blobs.next().ok_or_else(|| failure("run-input-missing"))?;
        Ok(Rc::new(BlobSource::new(name, blob).map_err(|error| unread(&error))?))
    };
    let limits = Limits::default();
    let one = |(fill, port): (&Fill, &Port)| {
        Ok(match fill {
            Fill::Zeros => Input::Zeros,
            Fill::Random { seed } => Input::Random(*seed),
            Fill::File { name } => Input::from_file(&file(name)?, port, &limits).map_err(Box::new)?,
            Fill::Text { text } => Input::from_text(text, port).map_err(Box::new)?,
            Fill::Pixels { mean, std } => {
                let source = file("pixels")?;
                let rgba = read_range(&*source, 0..source.len(), &limits).map_err(|error| unread(&error))?;
                Input::Pixels { rgba, mean: mean.clone(), std: std.clone() }
            }
        })
    };
    fills.iter().zip(ports).map(one).collect()
}

/// The page's clock; reports progress ten times a second.
struct Clock {
    performance: Option<Performance>,
    /// Job whose progress is reported; `None` without a listener.
    job: Option<u32>,
    reported: f64,
    /// Nodes done at the last step; then rounds of a loop.
    done: usize,
    rounds: u64,
}

impl Clock {
    /// A clock without progress reports.
    fn silent() -> Self {
        Self::new(None)
    }

    fn new(job: Option<u32>) -> Self {
        Self { performance: performance(), job, reported: 0.0, done: 0, rounds: 0 }
    }
}

/// The clock of this thread, page or worker.
fn performance() -> Option<Performance> {
    Reflect::get(&js_sys::global(), &"performance".into()).ok()?.dyn_into().ok()
}

impl Watch for Clock {
    fn now(&mut self) -> f64 {
        self.performance.as_ref().map_or(0.0, |performance| performance.now() / 1e3)
    }

    fn step(&mut self, done: usize, total: usize) -> bool {
        let Some(job) = self.job else { return true };
        if done != self.done {
            (self.done, self.rounds) = (done, 0);
        }
        let now = self.now();
        if now - self.reported > 0.1 {
            self.reported = now;
            let (done, total, rounds) = (done as u32, total as u32, self.rounds as u32);
            send(&RunReply::Progress { job, done, total, rounds }, &[]);
        }
        true
    }

    fn round(&mut self, rounds: u64) {
        self.rounds = rounds;
    }
}

fn failure(id: &'static str) -> Box<Failed> {
    Box::new(Failed {
        kind: crate::services::run::schema::FailedKind::Usage,
        message: crate::message::Message::new(id),
        ..Failed::default()
    })
}

fn unread(error: &crate::bytes::Error) -> Box<Failed> {
    Box::new(unreadable(error))
}

/// Tensors as alternating bytes and shape.
fn array(values: &[&Value]) -> Array {
    let list = Array::new();
    for value in values {
        list.push(&Uint8Array::from(value.bytes.as_slice()));
        let shape: Vec<u32> = value.shape.iter().map(|&size| size as u32).collect();
        list.push(&Uint32Array::from(shape.as_slice()));
    }
    list
}

/// The inverse.
fn values(list: &Array) -> Vec<Value> {
    let value = |i: u32| Value {
        bytes: list.get(i).unchecked_into::<Uint8Array>().to_vec(),
        shape: list.get(i + 1).unchecked_into::<Uint32Array>().to_vec().into_iter().map(|size| size as usize).collect(),
    };
    (0..list.length() / 2).map(|i| value(i * 2)).collect()
}
