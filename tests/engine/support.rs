//! Recorded runs of the real runtime: reading them, running the engine on the same inputs, comparing.
// Each test program uses a part of it.
#![allow(dead_code)]

use serde_json::Value;
use std::path::{Path, PathBuf};
use vintage::bytes::{FileSource, Limits, SharedSource};
use vintage::engine::program::Dtype;
use vintage::engine::text::Texts;
use vintage::engine::{Backend, EngineError, Entry, ErrorKind, Hooks, Program, Session};
use vintage::formats::tflite;

/// The fixtures' folder for `.tflite` files.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/tflite")
}

/// Opens a model of the fixtures.
pub fn open(path: &Path, entry: &Entry) -> Result<Program, Box<EngineError>> {
    let (model, source) = read(path)?;
    Program::from_tflite(&model, &source, entry, &Limits::default())
}

/// The model of a file, and the file.
pub fn read(path: &Path) -> Result<(tflite::Model, SharedSource), Box<EngineError>> {
    let source: SharedSource = std::rc::Rc::new(FileSource::open(path, "model.tflite")?);
    Ok((tflite::read(&source, &Limits::default())?, source))
}

/// Result of one model.
#[derive(Debug)]
pub enum Outcome {
    /// All outputs agree; false when some integer was a step off.
    Agrees { exact: bool },
    /// Some node has no kernel: `OP reason`, one each.
    Unsupported(Vec<String>),
    /// The runtime itself refuses the model, or its outputs are random: nothing to compare.
    NothingRecorded,
    /// Outputs differ or the run failed.
    Wrong(String),
}

/// A tensor of a recorded run.
struct Recorded<'a> {
    info: &'a Value,
    data: &'a [u8],
}

impl Recorded<'_> {
    fn shape(&self) -> Vec<usize> {
        self.info["shape"].as_array().unwrap().iter().map(|d| d.as_u64().unwrap() as usize).collect()
    }

    fn dtype(&self) -> &str {
        self.info["dtype"].as_str().unwrap()
    }

    fn texts(&self) -> Option<Vec<Vec<u8>>> {
        let list = self.info.get("values_base64")?.as_array().unwrap();
        Some(list.iter().map(|text| base64(text.as_str().unwrap())).collect())
    }

    fn bytes(&self) -> &[u8] {
        let (Some(offset), Some(len)) = (self.info["offset"].as_u64(), self.info["nbytes"].as_u64()) else {
            return &[];
        };
        &self.data[offset as usize..][..len as usize]
    }
}

/// Decodes base64.
fn base64(text: &str) -> Vec<u8> {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = text.bytes().filter_map(|c| DIGITS.iter().position(|&d| d == c));
    let (mut bytes, mut held, mut bits) = (Vec::new(), 0usize, 0);
    for digit in digits {
        held = held << 6 | digit;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits) as u8);
        }
    }
    bytes
}

/// Runs the model of a golden file and compares all its runs.
pub fn check(golden: &Path, backend: Backend) -> Outcome {
    match run_all(golden, backend) {
        Ok(outcome) => outcome,
        Err(error) if error.kind == ErrorKind::Unsupported => {
            let mut list: Vec<String> = error
                .unsupported
                .iter()
                .map(|u| {
                    let params: Vec<&str> = u.reason.params.iter().map(|(_, v)| v).collect();
                    format!("{} v{} {} {}", u.node.op, u.version, u.reason.id, params.join(" -> "))
                })
                .collect();
            list.dedup();
            Outcome::Unsupported(list)
        }
        Err(error) => Outcome::Wrong(error.to_string()),
    }
}

fn run_all(golden: &Path, backend: Backend) -> Result<Outcome, Box<EngineError>> {
    let json: Value = serde_json::from_slice(&std::fs::read(golden).unwrap()).unwrap();
    let model = golden.with_file_name(json["model"].as_str().unwrap());
    // The tensors of a few large models are not kept.
    let tensors = json["tensors_file"].as_str().map(|name| std::fs::read(golden.with_file_name(name)));
    let Ok(data) = tensors.unwrap_or_else(|| Ok(Vec::new())) else { return Ok(Outcome::NothingRecorded) };
    if json["load"] != "ok" || json["random_output"] == true {
        return Ok(Outcome::NothingRecorded);
    }
    let runs = json["runs"].as_array().unwrap();
    if runs.is_empty() {
        return Ok(Outcome::NothingRecorded);
    }
    let mut exact = true;
    for run in runs {
        let inputs: Vec<Recorded> =
            run["inputs"].as_array().unwrap().iter().map(|info| Recorded { info, data: &data }).collect();
        let outputs = &run["outputs"];
        let trusted = if outputs["micro"].is_array() {
            // Of TensorFlow Lite Micro, for operators that only it has.
            &outputs["micro"]
        } else if json["trust"] == "default" {
            &outputs["default"]
        } else if json["trust"] == "optimized" || !outputs["reference"].is_array() {
            if outputs["optimized"].is_array() { &outputs["optimized"] } else { &outputs["reference"] }
        } else {
            &outputs["reference"]
        };
        let Some(wanted) = trusted.as_array() else { return Ok(Outcome::NothingRecorded) };
        let program = open(&model, &Entry::Main)?;
        let mut session = Session::prepare(program, backend)?;
        let shapes: Vec<Vec<usize>> = inputs.iter().map(Recorded::shape).collect();
        let resize: Vec<(usize, &[usize])> = shapes.iter().enumerate().map(|(i, s)| (i, s.as_slice())).collect();
        session.resize_inputs(&resize)?;
        for (i, input) in inputs.iter().enumerate() {
            match input.texts() {
                Some(texts) => {
                    let mut pool = Texts::default();
                    let handles: Vec<u32> = texts.iter().map(|text| pool.put(text)).collect();
                    session.set_input(i, &pool.pack(&handles))?;
                }
                None => session.set_input(i, input.bytes())?,
            }
        }
        let mut watch = Watch::new(&run["intermediates_of_reference"]);
        for _ in 0..run["invokes"].as_u64().unwrap_or(1) {
            session.run(&mut watch)?;
        }
        for (i, info) in wanted.iter().enumerate() {
            let wanted = Recorded { info, data: &data };
            // If floats are quantized at run time, the last bit of one may change a quantized value by one.
            let on_the_fly = backend == Backend::Simd && json["model"].as_str().unwrap().contains("_dynamic.");
            let allowed = if on_the_fly { 5e-3 } else { 1e-4 };
            match compare(&session, i, &wanted, allowed) {
                Ok(same) => exact &= same,
                Err(why) => return Ok(Outcome::Wrong(format!("output {i}: {why}{}", watch.first_wrong()))),
            }
        }
    }
    Ok(Outcome::Agrees { exact })
}

fn compare(session: &Session, i: usize, wanted: &Recorded, allowed: f64) -> Result<bool, String> {
    let port = session.outputs().nth(i).ok_or("no such output")?;
    if port.shape != wanted.shape() {
        return Err(format!("shape {:?}, recorded {:?}", port.shape, wanted.shape()));
    }
    if port.dtype.name() != wanted.dtype() {
        return Err(format!("type {}, recorded {}", port.dtype.name(), wanted.dtype()));
    }
    let bytes = session.output(i).map_err(|e| e.to_string())?;
    if let Some(wanted) = wanted.texts() {
        let got: Vec<&[u8]> =
            vintage::engine::data::view::<u32>(bytes).iter().map(|&h| session.texts().get(h)).collect();
        return if got == wanted { Ok(true) } else { Err(format!("{got:?} for {wanted:?}")) };
    }
    let got = numbers(port.dtype, bytes);
    let stride = wanted.info["stride"].as_u64().unwrap_or(1) as usize;
    let got: Vec<f64> = got.into_iter().step_by(stride).collect();
    let wanted = numbers(port.dtype, wanted.bytes());
    if got.len() != wanted.len() {
        return Err(format!("{} elements, recorded {}", got.len(), wanted.len()));
    }
    close(port.dtype, &got, &wanted, allowed)
}

/// Compares within tolerance (floats: `tolerance`, absolute and relative); returns whether all are equal.
pub fn close(dtype: Dtype, got: &[f64], wanted: &[f64], tolerance: f64) -> Result<bool, String> {
    let float = matches!(dtype, Dtype::F32 | Dtype::F64 | Dtype::F16 | Dtype::C64);
    let (mut exact, mut worst, mut wrong) = (true, 0.0f64, 0usize);
    for (&g, &w) in got.iter().zip(wanted) {
        if g == w || (g.is_nan() && w.is_nan()) {
            continue;
        }
        exact &= float;
        let difference = (g - w).abs();
        let allowed = match dtype {
            _ if float => tolerance * (1.0 + w.abs()),
            Dtype::I8 | Dtype::U8 | Dtype::I16 => 1.0,
            _ => 0.0,
        };
        if difference.is_nan() || difference > allowed {
            wrong += 1;
        }
        worst = worst.max(if difference.is_nan() { f64::INFINITY } else { difference });
    }
    if wrong > 0 {
        let head = |v: &[f64]| format!("{:?}", &v[..v.len().min(6)]);
        return Err(format!("{wrong} of {} differ, by {worst} at most: {} for {}", got.len(), head(got), head(wanted)));
    }
    Ok(exact)
}

/// Bytes as numbers of their type (complex numbers as pairs).
pub fn numbers(dtype: Dtype, bytes: &[u8]) -> Vec<f64> {
    macro_rules! read {
        ($t:ty) => {
            bytes.chunks_exact(size_of::<$t>()).map(|c| <$t>::from_le_bytes(c.try_into().unwrap()) as f64).collect()
        };
    }
    match dtype {
        Dtype::F32 | Dtype::C64 => read!(f32),
        Dtype::F64 => read!(f64),
        Dtype::F16 => bytes
            .chunks_exact(2)
            .map(|c| f64::from(vintage::engine::data::f16_to_f32(u16::from_le_bytes([c[0], c[1]]))))
            .collect(),
        Dtype::I8 => read!(i8),
        Dtype::I16 => read!(i16),
        Dtype::U16 => read!(u16),
        Dtype::I32 => read!(i32),
        Dtype::U32 => read!(u32),
        Dtype::I64 => read!(i64),
        Dtype::U64 => read!(u64),
        _ => read!(u8),
    }
}

/// Compares every node's results with the sums recorded for them, to find the first wrong operator.
struct Watch<'a> {
    recorded: Vec<&'a Value>,
    wrong: Vec<String>,
    dtypes: Vec<String>,
}

impl<'a> Watch<'a> {
    fn new(recorded: &'a Value) -> Self {
        let recorded: Vec<&Value> = recorded.as_array().map_or_else(Vec::new, |list| list.iter().collect());
        let dtypes = recorded.iter().map(|r| r["dtype"].as_str().unwrap_or("").to_owned()).collect();
        Self { recorded, wrong: Vec::new(), dtypes }
    }

    fn first_wrong(&self) -> String {
        self.wrong.first().map_or_else(String::new, |w| format!("; first wrong node: {w}"))
    }
}

impl Hooks for Watch<'_> {
    fn wants_results(&self) -> bool {
        !self.recorded.is_empty()
    }

    fn result(&mut self, graph: usize, node: usize, output: usize, shape: &[usize], bytes: &[u8]) -> Option<Vec<u8>> {
        if graph != 0 || output != 0 {
            return None;
        }
        let found = self.recorded.iter().position(|r| r["operator"].as_u64() == Some(node as u64));
        let found = found?;
        let dtype = match self.dtypes[found].as_str() {
            "float32" => Dtype::F32,
            "int8" => Dtype::I8,
            "uint8" => Dtype::U8,
            "int16" => Dtype::I16,
            "int32" => Dtype::I32,
            _ => return None,
        };
        let values = numbers(dtype, bytes);
        let (sum, wanted) = (values.iter().map(|v| v.abs()).sum::<f64>(), self.recorded[found]["abs_sum"].as_f64());
        let wanted = wanted?;
        if (sum - wanted).abs() > 1e-3 * wanted.abs() + 1e-3 {
            let head = &values[..values.len().min(4)];
            let first = &self.recorded[found]["first4"];
            self.wrong.push(format!("{node} {shape:?}: sum {sum} for {wanted}, {head:?} for {first}"));
        }
        None
    }
}

/// Everything about a folder of goldens.
#[derive(Default)]
pub struct Tally {
    /// Models that agree.
    pub agree: usize,
    /// Of these, models whose integers are all equal to the recorded ones.
    pub exact: usize,
    /// Models with nothing to compare.
    pub nothing: usize,
    /// Models with nodes that have no kernel, by file.
    pub unsupported: Vec<(String, Vec<String>)>,
    /// Models that differ, by file.
    pub wrong: Vec<(String, String)>,
}

/// The files in a folder of [`root`] and in those inside it, in order.
fn files(folder: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    files
}

/// The models in a folder of [`root`] and in those inside it, in order.
pub fn models(folder: &str) -> Vec<PathBuf> {
    let mut files = files(folder);
    files.retain(|path| path.extension().is_some_and(|extension| extension == "tflite"));
    files
}

/// Checks every golden of a folder.
pub fn check_folder(folder: &str, backend: Backend) -> Tally {
    let mut tally = Tally::default();
    for file in files(folder) {
        let name = file.file_name().unwrap().to_str().unwrap().to_owned();
        let Some(stem) = name.strip_suffix(".golden.json").filter(|stem| !stem.contains('.')) else { continue };
        match check(&file, backend) {
            Outcome::Agrees { exact } => {
                tally.agree += 1;
                tally.exact += usize::from(exact);
                if !exact {
                    println!("one step off: {stem}");
                }
            }
            Outcome::NothingRecorded => tally.nothing += 1,
            Outcome::Unsupported(why) => tally.unsupported.push((stem.to_owned(), why)),
            Outcome::Wrong(why) => tally.wrong.push((stem.to_owned(), why)),
        }
    }
    println!("{folder}: {} agree ({} exact), {} without a record", tally.agree, tally.exact, tally.nothing);
    for (file, why) in &tally.unsupported {
        println!("unsupported: {file}: {}", why.join("; "));
    }
    for (file, why) in &tally.wrong {
        println!("WRONG: {file}: {why}");
    }
    tally
}
