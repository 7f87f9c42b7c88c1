//! What the page and the engine worker say to each other.
//!
//! Every message is a JavaScript object `{ json, blobs? }`: `json` is one [`RunRequest`] or [`RunReply`]; `blobs` are the
//! model's file, or the data of inputs, in the order in which the message speaks of them.

use crate::report::run::schema::{Failed, Prepared, Ran};
use serde::{Deserialize, Serialize};

/// Field of a message with the JSON text.
pub const JSON: &str = "json";
/// Field of a message with the blobs.
pub const BLOBS: &str = "blobs";

/// What the page asks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunRequest {
    /// Take this model (the one blob) in place of the one before.
    Load {
        /// Job number, repeated by the replies.
        job: u32,
        /// Name of the file, for errors.
        name: String,
        /// Which signature; the main subgraph when none.
        signature: Option<String>,
        /// `reference`, `simd` or `gpu`.
        backend: String,
    },
    /// Fill the inputs and run.
    Run {
        /// Job number, repeated by the replies.
        job: u32,
        /// One for each input, in order.
        inputs: Vec<Fill>,
        /// How many invocations.
        repeat: u32,
    },
}

/// Where an input's values come from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fill {
    /// All zero bytes.
    Zeros,
    /// Random values from a seed.
    Random {
        /// The seed.
        seed: u64,
    },
    /// The next blob is a NumPy `.npy` file.
    Npy,
    /// The next blob is RGBA, one byte a channel, in the input's height and width.
    Pixels {
        /// Subtracted from each channel value (0 to 255).
        mean: f32,
        /// Divides what is left.
        std: f32,
    },
}

/// What the worker answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    },
    /// How far a run is.
    Progress {
        /// Job number of the request.
        job: u32,
        /// Nodes done in all invocations.
        done: u32,
        /// Nodes in all invocations.
        total: u32,
    },
    /// It ran; the blobs are the outputs as `.npy` files.
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
