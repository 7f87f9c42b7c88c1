//! What the page and the engine worker say to each other.
//!
//! Every message is a JavaScript object `{ json, blobs? }`: `json` is one [`RunRequest`] or [`RunReply`]; `blobs` are the
//! model's file, or the data of inputs, in the order in which the message speaks of them.

use crate::json::readable;
use crate::services::run::schema::{Failed, Hints, Prepared, Ran};
use serde::Serialize;

/// What the page asks.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RunRequest {
    /// Take this model (the first blob) in place of the one before.
    Load {
        /// Job number, repeated by the replies.
        job: u32,
        /// Name of the file, for errors.
        name: String,
        /// Paths of the files with its weights; their blobs follow the model's.
        weights: Vec<String>,
        /// Which signature; the main subgraph when none.
        signature: Option<String>,
        /// `reference`, `simd` or `gpu`.
        backend: String,
        /// On the GPU: compare every op with the reference kernel.
        check: bool,
        /// On the GPU: tensors as float16, where the adapter has it.
        half: bool,
    },
    /// Fill the inputs and run.
    Run {
        /// Job number, repeated by the replies.
        job: u32,
        /// One for each input, in order.
        inputs: Vec<Fill>,
        /// How many invocations; 0 is as many as about a second takes, 10 at most, after a warm-up.
        repeat: u32,
        /// How many before them, which are not timed.
        warmup: u32,
    },
    /// Fill the inputs, and tell the quantization error of each layer; the model was loaded on a backend of the processor.
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
});

/// A request for nothing: what reading one begins with.
impl Default for RunRequest {
    fn default() -> Self {
        Self::Run { job: 0, inputs: Vec::new(), repeat: 0, warmup: 0 }
    }
}

/// Where an input's values come from.
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
        /// Its name, which tells the kind of a text.
        name: String,
    },
    /// What the person typed.
    Text {
        /// The text.
        text: String,
    },
    /// The next blob is RGBA, one byte a channel, in the input's height and width.
    Pixels {
        /// Subtracted from each channel value (0 to 255): one for all, or one a channel.
        mean: Vec<f32>,
        /// Divides what is left.
        std: Vec<f32>,
    },
}
readable!(enum Fill {
    "zeros" => Zeros,
    "random" => Random { seed },
    "file" => File { name },
    "text" => Text { text },
    "pixels" => Pixels { mean, std },
});

/// What the worker answers.
#[allow(clippy::large_enum_variant, reason = "one at a time, on its way")]
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RunReply {
    /// The worker listens.
    Ready {
        /// Which module was chosen: `simd128`, `relaxed-simd` or `webgpu`.
        module: String,
    },
    /// The model is ready.
    Loaded {
        /// Job number of the request.
        job: u32,
        /// Inputs, outputs, signatures.
        prepared: Prepared,
        /// What the model says about them.
        hints: Hints,
    },
    /// How far a run is.
    Progress {
        /// Job number of the request.
        job: u32,
        /// Nodes done in all invocations.
        done: u32,
        /// Nodes in all invocations.
        total: u32,
        /// Rounds of the loop that runs; 0 where none does.
        rounds: u32,
    },
    /// It ran; the blobs are the outputs as `.npy` files, strings as JSON. What answers [`RunRequest::Layers`] has the layers alone.
    Ran {
        /// Job number of the request.
        job: u32,
        /// Results and times.
        ran: Ran,
    },
    /// It did not.
    Failed {
        /// Job number of the request.
        job: u32,
        /// Why.
        failed: Failed,
    },
    /// The worker met a defect of its own and cannot go on.
    Stopped {
        /// What it said.
        text: String,
    },
}
readable!(enum RunReply {
    "ready" => Ready { module },
    "loaded" => Loaded { job, prepared, hints },
    "progress" => Progress { job, done, total, rounds },
    "ran" => Ran { job, ran },
    "failed" => Failed { job, failed },
    "stopped" => Stopped { text },
});

/// What reading a reply begins with.
impl Default for RunReply {
    fn default() -> Self {
        Self::Ready { module: String::new() }
    }
}
