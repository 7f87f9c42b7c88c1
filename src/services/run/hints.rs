//! A model's metadata about its inputs and outputs: normalization of images, labels of classes.
//!
//! Owns: [`Hints`] from `TFLITE_METADATA` and the files packed after the model, and [`label`]. Damaged parts are left
//! out: they are not needed to run.

use super::schema::{Hints, InputHint, OutputHint, Ran};
use crate::bytes::{Limits, SharedSource, read_range};
use crate::engine::program::{Port, Program};
use crate::formats::text_array;
use crate::formats::tflite::{self, FileNote, Model, ProcessUnit, TensorMetadata};
use crate::formats::zip::Archive;
use std::cell::LazyCell;

/// Maximum bytes of a file of labels.
const LABEL_BYTES: u64 = 4 << 20;

/// Metadata of the program's ports; empty without metadata.
pub fn hints(model: &Model, source: &SharedSource, program: &Program, limits: &Limits) -> Hints {
    let metadata = tflite::model_metadata(model, source, limits).and_then(Result::ok).map(|(metadata, _)| metadata);
    let mut metadata = metadata.map(|metadata| metadata.subgraphs).unwrap_or_default();
    let graph = model.subgraphs.get(program.entry);
    let (Some(graph), true) = (graph, program.entry < metadata.len()) else { return Hints::default() };
    let metadata = metadata.swap_remove(program.entry);
    let archive = LazyCell::new(|| Archive::open(source, limits).ok());
    let read = |note: &FileNote| labels(archive.as_ref()?, &note.name, limits);
    Hints {
        inputs: program.inputs.iter().map(|port| input(of(port, &graph.inputs, &metadata.inputs))).collect(),
        outputs: program
            .outputs
            .iter()
            .map(|port| output(of(port, &graph.outputs, &metadata.outputs), &read))
            .collect(),
    }
}

/// Metadata of a port. Metadata is in the order of the subgraph; a signature may have another order.
fn of<'a>(port: &Port, tensors: &[i32], metadata: &'a [TensorMetadata]) -> Option<&'a TensorMetadata> {
    metadata.get(tensors.iter().position(|tensor| usize::try_from(*tensor) == Ok(port.tensor))?)
}

fn input(metadata: Option<&TensorMetadata>) -> InputHint {
    let normalized = metadata.into_iter().flat_map(|metadata| &metadata.units).find_map(|unit| match unit {
        ProcessUnit::Normalization { mean, std } => Some((mean, std)),
        _ => None,
    });
    let sound = |values: &[f32]| matches!(values.len(), 1 | 3 | 4) && values.iter().all(|value| value.is_finite());
    match normalized {
        Some((mean, std)) if sound(mean) && sound(std) && !std.contains(&0.0) => {
            InputHint { mean: mean.clone(), std: std.clone() }
        }
        _ => InputHint::default(),
    }
}

fn output(metadata: Option<&TensorMetadata>, read: &dyn Fn(&FileNote) -> Option<Vec<String>>) -> OutputHint {
    let kinds = [("axis labels", false), ("value labels", true)];
    let found = metadata.and_then(|metadata| {
        kinds.into_iter().find_map(|(kind, by_value)| {
            let mut notes: Vec<&FileNote> = metadata.files.iter().filter(|note| note.kind == kind).collect();
            // The page's texts are English; other labels are used only without English ones.
            crate::order::sort_by_key(&mut notes, |note| !(note.locale.is_empty() || note.locale.starts_with("en")));
            notes.into_iter().find_map(read).map(|labels| OutputHint { labels, by_value })
        })
    });
    found.unwrap_or_default()
}

/// The lines of a member.
fn labels(archive: &Archive, name: &str, limits: &Limits) -> Option<Vec<String>> {
    let index = archive.members().iter().position(|member| member.name == name && member.size <= LABEL_BYTES)?;
    let member = archive.source(index, name);
    parse_labels(&read_range(&*member, 0..member.len(), limits).ok()?)
}

/// A file of labels: one per line. `None` when it is not text.
pub fn parse_labels(bytes: &[u8]) -> Option<Vec<String>> {
    let text = std::str::from_utf8(bytes).ok()?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.contains('\0') {
        return None;
    }
    let mut labels: Vec<String> =
        text_array::lines(text).items.into_iter().map(|item| item.text.trim().to_owned()).collect();
    while labels.last().is_some_and(String::is_empty) {
        labels.pop();
    }
    (!labels.is_empty()).then_some(labels)
}

/// The label of an element: by its index on the last axis, or by its value.
pub fn label<'a>(hint: &'a OutputHint, shape: &[usize], index: usize, value: f64) -> Option<&'a str> {
    let at = if hint.by_value {
        if value.fract() != 0.0 || value < 0.0 {
            return None;
        }
        value as usize
    } else {
        index % shape.last().copied().unwrap_or(1).max(1)
    };
    hint.labels.get(at).map(String::as_str).filter(|label| !label.is_empty())
}

/// Adds the labels of the greatest values.
pub fn name_outputs(hints: &Hints, ran: &mut Ran) {
    for (summary, hint) in ran.outputs.iter_mut().zip(&hints.outputs) {
        if !hint.labels.is_empty() {
            let found = summary.top.iter();
            summary.labels = found
                .map(|(index, value)| label(hint, &summary.shape, *index, value.real()).unwrap_or_default().to_owned())
                .collect();
        }
    }
}

// Natively only: files.
#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;
    use crate::bytes::FileSource;
    use crate::engine::Entry;
    use std::path::Path;
    use std::rc::Rc;

    fn of_fixture(file: &str) -> Hints {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/public/tflite").join(file);
        let limits = Limits::default();
        let source: SharedSource = Rc::new(FileSource::open(&path, file).unwrap());
        let model = tflite::read(&source, &limits).unwrap();
        let program = Program::from_tflite(&model, &source, &Entry::Main, &limits).unwrap();
        hints(&model, &source, &program, &limits)
    }

    #[test]
    fn labels_and_normalization_come_from_the_metadata() {
        let found = of_fixture("tflite-support/mobilenet_v1_0.25_224_1_metadata_1.tflite");
        assert_eq!(found.inputs, [InputHint { mean: vec![127.5], std: vec![127.5] }]);
        let [output] = found.outputs.as_slice() else { panic!("{found:?}") };
        assert_eq!((output.labels.len(), output.by_value), (1001, false));
        assert_eq!(label(output, &[1, 1001], 0, 0.5), Some("background"));
        assert_eq!(label(output, &[2, 1001], 1002, 0.5), Some("tench"));
    }

    #[test]
    fn a_model_that_says_nothing_has_no_hints() {
        assert_eq!(of_fixture("test_data/deeplabv3_mnv2_dm05_pascal_quant.tflite"), Hints::default());
    }

    #[test]
    fn labels_are_lines_and_values_may_choose_them() {
        let labels = parse_labels("\u{feff}cat \r\n\r\ndog\n\n".as_bytes()).unwrap();
        assert_eq!(labels, ["cat", "", "dog"]);
        let by_value = OutputHint { labels, by_value: true };
        let found = [2.0, 1.0, 0.5, -1.0, 7.0].map(|value| label(&by_value, &[1, 5], 0, value));
        assert_eq!(found, [Some("dog"), None, None, None, None]);
        assert_eq!(parse_labels(&[0xff, 0xfe]), None);
        assert_eq!(parse_labels(b"\n\n"), None);
    }
}
