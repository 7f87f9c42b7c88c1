//! The engine worker: prepares and runs models, separate from page and explorer so that neither ever waits for it.
//!
//! One source for three modules: SIMD128, relaxed SIMD, and (feature `gpu`) WebGPU; `static/engine.worker.js` chooses.
//! It answers one request at a time; the page cancels by ending it. [`Model`] is the same engine in the caller's
//! thread.

mod clock;
#[cfg(feature = "gpu")]
mod elsewhere;
mod failed;
mod files;
mod inputs;
mod json;
mod kernels;
mod model;
#[cfg(not(feature = "gpu"))]
mod parts;
mod post;
mod prepare;
#[cfg(not(feature = "gpu"))]
mod results;
mod tensors;
#[cfg(not(feature = "gpu"))]
mod threads;

use super::message::{BLOBS, JSON};
use super::run_protocol::{Fill, RunReply, RunRequest};
use crate::bytes::Limits;
use crate::formats::npy;
use crate::services::run::schema::{Failed, Ran};
use crate::services::run::{Backend, Input, Options, Output, Runner, Watch, hints, strings_file};
use clock::Clock;
use failed::failure;
use files::Files;
use inputs::inputs;
use js_sys::{Array, Function, Reflect};
use kernels::with_kernels;
use post::{scope, send};
use prepare::prepare;
use std::cell::RefCell;
use std::pin::Pin;
use wasm_bindgen::prelude::*;
use web_sys::{Blob, MessageEvent};

thread_local! {
    static RUNNER: RefCell<Option<Runner>> = const { RefCell::new(None) };
    static PROCESSOR: RefCell<Option<Function>> = const { RefCell::new(None) };
}

pub use model::Model;
#[cfg(not(feature = "gpu"))]
pub use parts::Parts;
#[cfg(not(feature = "gpu"))]
pub use threads::{help, threads};

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
    send(&RunReply::Ready { module: module().to_owned(), threads: count() as u32 }, &[]);
}

/// Number of threads that a run on the CPU has.
fn count() -> usize {
    #[cfg(not(feature = "gpu"))]
    return threads::count();
    #[cfg(feature = "gpu")]
    return 1;
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
        RunRequest::Layers { job, inputs } => (job, layers(job, inputs, blobs.collect()).await),
        RunRequest::Results { job, inputs, files, half } => {
            (job, results(job, inputs, blobs.collect(), files, half).await)
        }
    };
    if let Err(failed) = done {
        send(&RunReply::Failed { job, failed: *failed }, &[]);
    }
}

/// Failures are rare and large.
type Done = Result<(), Box<Failed>>;

/// Rare work: a function of its own, which a build moves into a file that follows.
type Rare = Pin<Box<dyn Future<Output = Done>>>;

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

/// Does `warmup` runs, then `repeat` timed ones.
async fn run(job: u32, fills: &[Fill], blobs: impl Iterator<Item = Blob>, (warmup, repeat): (u32, u32)) -> Done {
    let mut runner = RUNNER.take().ok_or_else(|| failure("run-no-model"))?;
    let inputs = match inputs(fills, blobs.collect(), &runner.prepared().inputs).await {
        Ok(inputs) => inputs,
        Err(failed) => {
            RUNNER.set(Some(runner));
            return Err(failed);
        }
    };
    let mut watch = Clock::new(Some(job));
    let ran = with_kernels(async || invoke(&mut runner, &inputs, (warmup, repeat), &mut watch).await).await;
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
#[inline(never)]
fn layers(job: u32, fills: Vec<Fill>, blobs: Vec<Blob>) -> Rare {
    Box::pin(async move {
        let runner = RUNNER.take().ok_or_else(|| failure("run-no-model"))?;
        let mut watch = Clock::new(Some(job));
        let computed = match inputs(&fills, blobs, &runner.prepared().inputs).await {
            Ok(inputs) => with_kernels(async || runner.quantization(&inputs, &mut watch).map_err(Box::new)).await,
            Err(failed) => Err(failed),
        };
        RUNNER.set(Some(runner));
        send(&RunReply::Ran { job, ran: Ran { quantization: computed?, ..Ran::default() } }, &[]);
        Ok(())
    })
}

/// Compares results of another runtime, files of these names, with the reference kernels.
#[cfg(not(feature = "gpu"))]
#[inline(never)]
fn results(job: u32, fills: Vec<Fill>, mut given: Vec<Blob>, names: Vec<String>, half: bool) -> Rare {
    Box::pin(async move {
        let runner = RUNNER.take().ok_or_else(|| failure("run-no-model"))?;
        let mut watch = Clock::new(Some(job));
        let files = given.split_off(given.len().saturating_sub(names.len()));
        let files: Vec<(String, Blob)> = names.into_iter().zip(files).collect();
        let computed = match inputs(&fills, given, &runner.prepared().inputs).await {
            Ok(inputs) => {
                with_kernels(async || results::compared(runner.program(), &inputs, &files, half, &mut watch)).await
            }
            Err(failed) => Err(failed),
        };
        RUNNER.set(Some(runner));
        send(&RunReply::Ran { job, ran: Ran { results: Some(computed?), ..Ran::default() } }, &[]);
        Ok(())
    })
}

/// The WebGPU module has no reference kernels; the page asks a worker on the CPU.
#[cfg(feature = "gpu")]
fn results(_: u32, _: Vec<Fill>, _: Vec<Blob>, _: Vec<String>, _: bool) -> Rare {
    Box::pin(std::future::ready(Err(failure("cpu-not-built"))))
}

/// An output as a `.npy` file, strings as JSON; empty for types that neither has.
fn file_of(output: &Output) -> Vec<u8> {
    let npy = || npy::write(output.dtype.name(), &output.shape, &output.bytes);
    strings_file(output).or_else(npy).unwrap_or_default()
}
