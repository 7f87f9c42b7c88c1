//! Models with the outputs that the real runtime recorded, from bytes (a browser has no files).

use serde_json::Value;
use vintage::bytes::{Limits, MemorySource};
use vintage::engine::{Entry, Program};
use vintage::formats::tflite;

/// One recorded run.
pub struct Run {
    pub inputs: Vec<Vec<f32>>,
    /// Outputs of the runtime's reference kernels.
    pub outputs: Vec<Vec<f32>>,
    /// Recorded intermediate tensors: `(tensor, sum, sum of magnitudes, first four)`.
    pub between: Vec<(usize, f64, f64, Vec<f64>)>,
}

/// A model's program.
pub fn program(name: &str, model: &[u8]) -> Program {
    let limits = Limits::default();
    let source = MemorySource::shared(name, model.to_vec());
    let model = tflite::read(&source, &limits).unwrap();
    Program::from_tflite(&model, &source, &Entry::Main, &limits).unwrap()
}

/// The bytes of the tensors that a list of the record points to.
fn recorded<'a>(list: &'a Value, bin: &'a [u8]) -> impl Iterator<Item = &'a [u8]> {
    list.as_array().unwrap().iter().map(move |tensor| {
        let (at, len) = (tensor["offset"].as_u64().unwrap() as usize, tensor["nbytes"].as_u64().unwrap() as usize);
        &bin[at..at + len]
    })
}

/// The recorded runs.
pub fn runs(json: &str, bin: &[u8]) -> Vec<Run> {
    let record: Value = serde_json::from_str(json).unwrap();
    let floats = |bytes: &[u8]| {
        bytes.chunks_exact(4).map(|word| f32::from_le_bytes(word.try_into().unwrap())).collect::<Vec<f32>>()
    };
    let list = |v: &Value| recorded(v, bin).map(floats).collect::<Vec<_>>();
    let between = |v: &Value| {
        let numbers = |v: &Value| v.as_array().unwrap().iter().map(|n| n.as_f64().unwrap()).collect();
        let (tensor, sum) = (v["tensor"].as_u64().unwrap() as usize, v["sum"].as_f64().unwrap());
        (tensor, sum, v["abs_sum"].as_f64().unwrap(), numbers(&v["first4"]))
    };
    let runs = record["runs"].as_array().unwrap().iter();
    runs.map(|run| Run {
        inputs: list(&run["inputs"]),
        outputs: list(&run["outputs"]["reference"]),
        between: run["intermediates_of_reference"].as_array().unwrap_or(&Vec::new()).iter().map(between).collect(),
    })
    .collect()
}

/// The same runs of a model whose tensors are of one byte each: inputs, and outputs of the runtime's reference kernels.
pub fn runs_of_codes(json: &str, bin: &[u8]) -> Vec<[Vec<Vec<u8>>; 2]> {
    let record: Value = serde_json::from_str(json).unwrap();
    let list = |v: &Value| recorded(v, bin).map(<[u8]>::to_vec).collect::<Vec<_>>();
    let runs = record["runs"].as_array().unwrap().iter();
    runs.map(|run| [list(&run["inputs"]), list(&run["outputs"]["reference"])]).collect()
}

/// Equal within 1e-4 absolute plus 1e-4 relative, element by element. Returns the largest difference.
#[track_caller]
pub fn assert_recorded(got: &[Vec<f32>], want: &[Vec<f32>], what: &str) -> f32 {
    assert_eq!(got.len(), want.len(), "{what}: number of outputs");
    let mut largest = 0f32;
    for (output, (g, w)) in got.iter().zip(want).enumerate() {
        assert_eq!(g.len(), w.len(), "{what}: length of output {output}");
        assert!(w.iter().any(|v| *v != 0.0), "{what}: an output of zeros shows nothing");
        for (i, (g, w)) in g.iter().zip(w).enumerate() {
            let difference = (g - w).abs();
            assert!(difference <= 1e-4 + 1e-4 * w.abs(), "{what}: output {output} element {i}: got {g}, recorded {w}");
            largest = largest.max(difference);
        }
    }
    largest
}
