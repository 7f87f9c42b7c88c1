//! Messages between the page and the engine worker.
//!
//! Every message is a JavaScript object `{ json, blobs? }`: `json` is one [`RunRequest`] or [`RunReply`]; `blobs` are
//! the model's file, or the data of inputs, in the order of the message.

use crate::json::readable;
use crate::services::run::schema::{Backend, Failed, Hints, Prepared, Ran};
use serde::Serialize;

/// A request of the page.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RunRequest {
    /// Load this model (the first blob) instead of the previous one.
    Load {
        /// Job number, repeated by the replies.
        job: u32,
        /// Name of the file, for errors.
        name: String,
        /// Paths of the files with its weights; their blobs follow the model's.
        weights: Vec<String>,
        /// Signature; the main subgraph when `None`.
        signature: Option<String>,
        /// Where its kernels run.
        backend: Backend,
        /// On the GPU: compare every op with the reference kernel.
        check: bool,
        /// On the GPU: tensors as float16, if the adapter supports it.
        half: bool,
    },
    /// Fill the inputs and run.
    Run {
        /// Job number, repeated by the replies.
        job: u32,
        /// One for each input, in order.
        inputs: Vec<Fill>,
        /// Number of runs; 0 is as many as fit in about a second, at most 10, after a warm-up.
        repeat: u32,
        /// Number of runs before them, which are not timed.
        warmup: u32,
    },
    /// Fill the inputs, and compare results of another runtime with the reference kernels; the model was loaded on a CPU
    /// backend.
    Results {
        /// Job number, repeated by the replies.
        job: u32,
        /// One for each input, in order.
        inputs: Vec<Fill>,
        /// Names of the files with the results; their blobs follow those of the inputs.
        files: Vec<String>,
        /// The other runtime computes in float16.
        half: bool,
    },
    /// Fill the inputs, and compute the quantization error of each layer; the model was loaded on a CPU backend.
    Layers {
        /// Job number, repeated by the replies.
        job: u32,
        /// One for each input, in order.
        inputs: Vec<Fill>,
    },
}
readable!(enum RunRequest {
    "load" => Load { job, name, weights, signature, backend, check, half },
    "run" => Run { job, inputs, repeat, warmup },
    "layers" => Layers { job, inputs },
    "results" => Results { job, inputs, files, half },
});

/// An empty request: the initial value for reading one.
impl Default for RunRequest {
    fn default() -> Self {
        Self::Run { job: 0, inputs: Vec::new(), repeat: 0, warmup: 0 }
    }
}

/// Source of an input's values.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Fill {
    /// All zero bytes.
    #[default]
    Zeros,
    /// Random values from a seed.
    Random {
        /// The seed.
        seed: u64,
    },
    /// The next blob is a file: `.npy`, `.npz`, `.csv`, `.json`, `.txt`.
    File {
        /// Its name; the extension selects the format of a text.
        name: String,
    },
    /// Text typed by the user.
    Text {
        /// The text.
        text: String,
    },
    /// The next blob is RGBA, one byte per channel, in the input's height and width.
    Pixels {
        /// Bits of the numbers that are subtracted from the channel values (0 to 255): one for all, or one per channel.
        /// The worker needs no parser of decimal numbers for them.
        mean: Vec<u32>,
        /// Bits of the divisors of the difference.
        std: Vec<u32>,
    },
}
readable!(enum Fill {
    "zeros" => Zeros,
    "random" => Random { seed },
    "file" => File { name },
    "text" => Text { text },
    "pixels" => Pixels { mean, std },
});

/// A reply of the worker.
#[allow(clippy::large_enum_variant, reason = "one at a time, on its way")]
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RunReply {
    /// The worker listens.
    Ready {
        /// The chosen module: `simd128`, `relaxed-simd` or `webgpu`.
        module: String,
        /// Number of threads of a run on the CPU.
        threads: u32,
    },
    /// The model is ready.
    Loaded {
        /// Job number of the request.
        job: u32,
        /// Inputs, outputs, signatures.
        prepared: Prepared,
        /// The model's metadata about them.
        hints: Hints,
    },
    /// Progress of a run.
    Progress {
        /// Job number of the request.
        job: u32,
        /// Nodes done in all invocations.
        done: u32,
        /// Nodes in all invocations.
        total: u32,
        /// Rounds of the current loop; 0 without one.
        rounds: u32,
    },
    /// The run is done; the blobs are the outputs as `.npy` files, strings as JSON. The replies to
    /// [`RunRequest::Layers`] and [`RunRequest::Results`] have only what was asked for.
    Ran {
        /// Job number of the request.
        job: u32,
        /// Results and times.
        ran: Ran,
    },
    /// The request failed.
    Failed {
        /// Job number of the request.
        job: u32,
        /// Why.
        failed: Failed,
    },
    /// The worker has crashed and cannot continue.
    Stopped {
        /// Its last message.
        text: String,
    },
}
readable!(enum RunReply {
    "ready" => Ready { module, threads },
    "loaded" => Loaded { job, prepared, hints },
    "progress" => Progress { job, done, total, rounds },
    "ran" => Ran { job, ran },
    "failed" => Failed { job, failed },
    "stopped" => Stopped { text },
});

/// The initial value for reading a reply.
impl Default for RunReply {
    fn default() -> Self {
        Self::Ready { module: String::new(), threads: 1 }
    }
}
