//! The engine's checks beside the tables of compatibility: both say whether the newest release allocates a model's tensors.
//!
//! The tables (`knowledge/tflite_prepare.csv` and others) are the norm, because releases were asked about them. Models
//! are those of the fixtures with one or two changes, the same in every run. `VINTAGE_ROUNDS=50` draws more.

use crate::support::models;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;
use vintage::bytes::{FileSource, Limits, SharedSource};
use vintage::compat::{Action, Outcome, Target, assess_tflite};
use vintage::engine::{Backend, Crew, Entry, ErrorKind, Program, Registry, Session};
use vintage::formats::tflite::{self, Model, OptionValue};

/// Where the engine refuses what the release allocates: operators, the start of the engine's id, the reason.
///
/// ai-edge-litert 2.3.0 was asked without delegates about 6000 models (`xtask/oracle/draw.py`, seed 20); those of an entry
/// that it allocates and the engine refuses are counted there.
const STRICTER: [(&str, &str, &str); 3] = [
    // DIV, L2_NORMALIZATION and SUB, one each.
    ("*", "engine-bad-option", "a value that the schema does not name: kernels look at it in a run, if at all"),
    // ATAN2 2, MATRIX_SET_DIAG 5, MULTINOMIAL 2, SCATTER_ND none, SEGMENT_SUM 11, UNSORTED_SEGMENT_MAX 5, _MIN 3, _PROD 4,
    // _SUM 4.
    (
        "ATAN2 MATRIX_SET_DIAG MULTINOMIAL SCATTER_ND SEGMENT_SUM UNSORTED_SEGMENT_MAX UNSORTED_SEGMENT_MIN \
         UNSORTED_SEGMENT_PROD UNSORTED_SEGMENT_SUM",
        "engine-shapes",
        "the kernel compares shapes in a run, or never and reads other memory",
    ),
    // FULLY_CONNECTED 2, GATHER 1, RESHAPE 1, STRIDED_SLICE 5, TRANSPOSE_CONV 2; SPLIT_V with two axes and WHILE with a
    // STRIDED_SLICE in its body, one each.
    (
        "FULLY_CONNECTED GATHER RESHAPE SPLIT_V STRIDED_SLICE TRANSPOSE_CONV WHILE",
        "engine-",
        "shapes that do not fit each other: the release allocates some of them, and the tables do not relate the others",
    ),
];

/// Where the engine prepares what the release refuses: operators, a part of the release's message, the reason. Of the same
/// models, the release refused with this message 8 of IF, 6 of WHILE, 5 of PACK, 6 of SPLIT, 1 of SPLIT_V, 3 of UNPACK, 3 of
/// ARG_MAX, 7 of ARG_MIN, 5 of SHAPE, 1 of L2_NORMALIZATION and 8 of MIRROR_PAD, and none of CONV_2D, CUMSUM and ONE_HOT.
const LENIENT: [(&str, &str, &str); 7] = [
    ("IF WHILE", "", "the engine checks the types of a condition and of a body's operands when control reaches them"),
    ("CONV_2D", "has_bias was not true", "releases before it run convolutions without bias, and so does the engine"),
    (
        "PACK SPLIT SPLIT_V UNPACK",
        "Outputs(node) != ",
        "an option repeats a number of operands; the engine counts the operands",
    ),
    ("PACK", "NumInputs(node) != ", "the same"),
    (
        "ARG_MAX ARG_MIN SHAPE",
        "output data type",
        "an option repeats the type of the output; the engine reads the tensor",
    ),
    ("L2_NORMALIZATION", "params->activation", "the engine computes the activation"),
    ("CUMSUM MIRROR_PAD ONE_HOT", "", "the engine compares paddings and axes with the shape in a run"),
];

/// Whether a list of exceptions has an operator with this message.
fn is_excepted(list: &[(&str, &str, &str)], op: &str, text: &str) -> bool {
    list.iter().any(|(ops, part, _)| (*ops == "*" || ops.split_whitespace().any(|o| o == op)) && text.contains(part))
}

/// Bytes that a tensor may take.
const MEMORY: usize = 1 << 22;

/// The engine's answer.
#[derive(Clone, Debug, PartialEq)]
enum Answer {
    Prepares,
    /// It has no kernel for a node, and reports so.
    Unsupported,
    /// It refuses the model.
    Refuses(String),
    /// Not comparable: too large.
    Left,
}

fn engine(model: &Model, source: &SharedSource) -> Answer {
    let limits = Limits::default();
    let prepared = Program::from_tflite(model, source, &Entry::Main, &limits).and_then(|program| {
        Session::prepare_with(program, Registry::standard(), Backend::Reference, MEMORY, Crew::default())
    });
    match prepared {
        Ok(_) => Answer::Prepares,
        Err(error) => match error.kind {
            ErrorKind::OverLimit => Answer::Left,
            ErrorKind::Unsupported => Answer::Unsupported,
            _ => Answer::Refuses(error.id().to_owned()),
        },
    }
}

/// Small numbers that follow from a seed (xorshift).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % count.max(1) as u64) as usize
    }
}

/// FLOAT32, FLOAT16, INT32, UINT8, INT64, BOOL, INT16, COMPLEX64, INT8, FLOAT64, UINT32: types with elements of whole bytes.
const TYPES: [i32; 11] = [0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 15];

/// Changes a model of one operator; returns the change.
fn change(model: &mut Model, numbers: &mut Numbers) -> Option<&'static str> {
    let graph = &mut model.subgraphs[0];
    let [node] = &mut graph.operators[..] else { return None };
    let operands: Vec<i32> = node.inputs.iter().chain(&node.outputs).copied().filter(|&at| at >= 0).collect();
    let place = *operands.get(numbers.below(operands.len()))? as usize;
    let is_input = node.inputs.contains(&(place as i32));
    let tensor = graph.tensors.get_mut(place)?;
    // The bytes of a constant belong to its type and shape.
    let is_constant = tensor.buffer != 0 && model.buffers.get(tensor.buffer as usize)?.range.is_some();
    match numbers.below(7) {
        0 if !is_constant => {
            tensor.dtype = TYPES[numbers.below(TYPES.len())];
            Some("type")
        }
        1 if !is_constant && is_input && !tensor.shape.is_empty() => {
            let at = numbers.below(tensor.shape.len());
            tensor.shape[at] = 1 + numbers.below(6) as i32;
            tensor.shape_signature = None;
            Some("dimension")
        }
        2 if !is_constant && is_input => {
            tensor.shape.insert(0, 1 + numbers.below(3) as i32);
            tensor.shape_signature = None;
            Some("rank")
        }
        3 if !is_constant && is_input && !tensor.shape.is_empty() => {
            tensor.shape.remove(numbers.below(tensor.shape.len()));
            tensor.shape_signature = None;
            Some("rank")
        }
        4 => {
            node.inputs.pop()?;
            Some("fewer")
        }
        5 => {
            let fields = &mut node.options.fields;
            let at = numbers.below(fields.len());
            let (_, OptionValue::Int(value)) = fields.get_mut(at)? else { return None };
            *value = numbers.below(7) as i64 - 3;
            Some("option")
        }
        6 => {
            node.inputs.push(place as i32);
            Some("more")
        }
        _ => None,
    }
}

#[test]
fn the_engine_prepares_what_the_newest_release_does() {
    let rounds: u64 = std::env::var("VINTAGE_ROUNDS").ok().and_then(|v| v.parse().ok()).unwrap_or(4);
    let newest = Target::named("ai-edge-litert", "2.3.0").unwrap();
    let (mut drawn, mut unsupported, mut excepted) = (0, 0, 0);
    let mut wrong: BTreeMap<(String, &str, String), Vec<String>> = BTreeMap::new();
    for (number, path) in (1..).zip(models("ops")) {
        let source: SharedSource = Rc::new(FileSource::open(&path, "model.tflite".to_owned()).unwrap());
        for round in 0..rounds {
            let mut model = tflite::read(&source, &Limits::default()).unwrap();
            let mut numbers = Numbers(number * 7919 + round * 104_729);
            numbers.below(2);
            let mut changes = Vec::new();
            for _ in 0..(round % 3) {
                changes.extend(change(&mut model, &mut numbers));
            }
            let assessment = assess_tflite(&model, "model.tflite", &Limits::default());
            let selection = assessment.within(Action::BuiltinOps).expect("an action of models");
            let answer = engine(&model, &source);
            drawn += 1;
            let (what, text, exceptions) = match (selection.outcome(newest), answer) {
                (Outcome::Unknown, _) | (_, Answer::Left) => continue,
                (Outcome::Loads | Outcome::Warns, Answer::Unsupported) => {
                    unsupported += 1;
                    continue;
                }
                (Outcome::Loads | Outcome::Warns, Answer::Refuses(id)) => ("loads by the tables", id, &STRICTER[..]),
                (Outcome::Refused, Answer::Prepares) => {
                    let prints = selection.verdict(newest).prints.unwrap_or_default();
                    ("refused by the tables", prints, &LENIENT[..])
                }
                _ => continue,
            };
            let node = model.subgraphs[0].operators.first().map_or(0, |node| node.opcode_index);
            let op = model.operator_codes[node as usize].name();
            if is_excepted(exceptions, &op, &text) {
                excepted += 1;
                continue;
            }
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            let rule = (op, what, text.chars().take(110).collect());
            wrong.entry(rule).or_default().push(format!("{name} {changes:?}"));
        }
    }
    println!("{drawn} drawn, {unsupported} unsupported, {excepted} exceptions");
    let line = |((op, what, text), models): (&(String, &str, String), &Vec<String>)| {
        format!("{} {op}: {what}: {text}: {}", models.len(), models[0])
    };
    let lines: Vec<String> = wrong.iter().map(line).collect();
    assert!(lines.is_empty(), "{}", lines.join("\n"));
    assert!(drawn > 1000 && unsupported < drawn / 20, "{unsupported} of {drawn} unsupported");
}

#[test]
#[ignore = "needs models and answers of `cargo xtask oracle --random`, whose folder is in VINTAGE_DRAWN"]
fn the_engine_agrees_with_the_newest_release_on_drawn_models() {
    let folder = PathBuf::from(std::env::var("VINTAGE_DRAWN").expect("the folder of the models"));
    let answers = std::fs::read_to_string(folder.join("answers/ai-edge-litert==2.3.0.tsv")).expect("answers");
    for line in answers.lines() {
        let cells: Vec<&str> = line.split('\t').collect();
        let source: SharedSource =
            Rc::new(FileSource::open(&folder.join(cells[0]), "model.tflite".to_owned()).unwrap());
        let Ok(model) = tflite::read(&source, &Limits::default()) else { continue };
        match (cells[1] == "loads", engine(&model, &source)) {
            (true, Answer::Refuses(id)) => println!("{} loads; the engine: {id}", cells[0]),
            (false, Answer::Prepares) => println!("{} prepares; the release: {}", cells[0], cells[2]),
            _ => {}
        }
    }
}
