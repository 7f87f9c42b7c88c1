//! `vintage run`: run a model in the terminal.

#![allow(clippy::result_large_err, reason = "a failure ends the program")]

use super::{Words, exit, print_json, print_line, run_parts, run_told, table};
use crate::bytes::{FileSource, Limits, SharedSource, read_range};
use crate::engine::{Entry, Program};
use crate::formats::{npy, tflite};
use crate::report::run::schema::{Compared, Failed, Hints, OutputHint, Port, Ran};
use crate::report::run::{
    Backend, Input, Options, Output, Runner, Watch, difference, failed, hints, name_outputs, parse_labels, position,
    quantization_error, unreadable,
};
use crate::report::schema::Message;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Instant;

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The model, a .tflite file.
    model: PathBuf,
    /// Which signature to run; the main subgraph when none is named.
    #[arg(long, value_name = "KEY")]
    signature: Option<String>,
    /// Values of an input, by name or position: a .npy, .npz, .csv, .json or .txt file. Inputs not given are zeros.
    #[arg(long = "input", value_name = "NAME_OR_POSITION=FILE")]
    inputs: Vec<String>,
    /// Where the kernels run.
    #[arg(long, default_value = "simd", value_parser = ["reference", "simd", "gpu"])]
    backend: String,
    /// On the GPU: compare every op with the reference kernel, fed with the GPU's own inputs, in every invocation. A
    /// difference beyond the tolerance ends the program with code 1.
    #[arg(long)]
    check: bool,
    /// On the GPU: how tensors and weights stand in its memory. float16 takes half of it, where the adapter has shader-f16;
    /// sums are float32 all the same, and so are inputs and outputs.
    #[arg(long, default_value = "float32", value_parser = ["float32", "float16"])]
    precision: String,
    /// A second backend for the same inputs: how far its outputs are from the first one's.
    #[arg(long, value_name = "BACKEND", value_parser = ["reference", "simd", "gpu"])]
    compare: Option<String>,
    /// Tell for each layer of a quantized model how far it is from the same graph in float, with its weights as real numbers.
    #[arg(long)]
    quantization_error: bool,
    /// Bit-exact kernels only: the reference ones, whatever the backend.
    #[arg(long)]
    exact: bool,
    /// Invocations in one session; variables keep their values from one to the next.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    repeat: u32,
    /// Invocations before those that are timed.
    #[arg(long, default_value_t = 0)]
    warmup: u32,
    /// Names of the classes of the first output, one a line; those in the model's metadata when not given.
    #[arg(long, value_name = "FILE.txt")]
    labels: Option<PathBuf>,
    /// Folder for the outputs of the last invocation: one file an output, named by position.
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Print names, shapes and times as JSON.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments, words: &Words) -> u8 {
    match attempt(arguments, words) {
        Ok(ran) => {
            if arguments.json {
                print_json(&ran);
            } else {
                print_line(&text(&ran, words));
            }
            let differs = ran.check.as_ref().is_some_and(|check| check.differing > 0);
            if differs { exit::REFUSED } else { exit::OK }
        }
        Err(problem) => {
            if arguments.json {
                print_json(&problem);
            } else {
                eprintln!("{}", explain(&problem, words));
            }
            code(&problem.kind)
        }
    }
}

fn code(kind: &str) -> u8 {
    match kind {
        "unreadable" | "over_limit" => exit::UNREADABLE,
        "unsupported" | "gpu" => exit::UNKNOWN,
        "usage" => exit::USAGE,
        _ => exit::REFUSED,
    }
}

fn attempt(arguments: &Arguments, words: &Words) -> Result<Ran, Failed> {
    let limits = Limits::default();
    let source = open(&arguments.model)?;
    let mut model = tflite::read(&source, &limits).map_err(|error| unreadable(&error))?;
    model.find_weights(|name| open(&super::files::beside(&arguments.model, name)?).ok());
    if let Some(problem) = &model.verification {
        return Err(unreadable(problem));
    }
    let entry = arguments.signature.clone().map_or(Entry::Main, Entry::Signature);
    let program = Program::from_tflite(&model, &*source, &entry, &limits).map_err(|error| failed(&error))?;
    let wanted = if arguments.exact { "reference" } else { arguments.backend.as_str() };
    let backend = Backend::from_name(wanted).unwrap_or(Backend::Simd);
    let options = Options { check: arguments.check, half: arguments.precision == "float16", ..Options::default() };
    let hints = named(arguments, hints(&model, &source, &program, &limits), &limits)?;
    let (mut ran, outputs) = block_on(async {
        let on = async |backend| {
            let mut runner = Runner::prepare_with(program.clone(), backend, &options, None).await?;
            let inputs = inputs(arguments, &runner.prepared().inputs, &limits)?;
            let mut clock = Clock(Instant::now());
            if arguments.warmup > 0 {
                runner.run(&inputs, arguments.warmup, &mut clock).await?;
            }
            runner.run(&inputs, arguments.repeat, &mut clock).await
        };
        let ran = match on(backend).await {
            // Before the run or in the midst of it: the processor still delivers.
            Err(problem) if problem.can_fall_back && backend == Backend::Gpu => {
                eprintln!("{}", explain(&problem, words));
                on(Backend::Simd).await
            }
            ran => ran,
        };
        let (mut ran, outputs) = ran?;
        if let Some(second) = arguments.compare.as_deref().and_then(Backend::from_name) {
            let (told, others) = on(second).await?;
            let pairs = told.outputs.iter().zip(outputs.iter().zip(&others));
            let differences = pairs.filter_map(|(summary, (a, b))| difference(&summary.name, a, b)).collect();
            let Ran { backend, adapter, invocations_ms, .. } = told;
            ran.compared = Some(Compared { backend, adapter, invocations_ms, differences });
        }
        if arguments.quantization_error {
            ran.quantization = {
                let inputs = inputs(arguments, &ran.inputs, &limits)?;
                quantization_error(&program, &inputs, &mut Clock(Instant::now()))?
            };
        }
        Ok((ran, outputs))
    })?;
    name_outputs(&hints, &mut ran);
    if let Some(folder) = &arguments.output {
        write(folder, &outputs)?;
    }
    Ok(ran)
}

/// The clock of the operating system.
struct Clock(Instant);

impl Watch for Clock {
    fn now(&mut self) -> f64 {
        self.0.elapsed().as_secs_f64()
    }
}

fn open(path: &Path) -> Result<SharedSource, Failed> {
    let source = FileSource::open(path, path.to_string_lossy().as_ref()).map_err(|error| unreadable(&error))?;
    Ok(Rc::new(source))
}

/// What the model says, with the labels of the person's own for the first output.
fn named(arguments: &Arguments, mut hints: Hints, limits: &Limits) -> Result<Hints, Failed> {
    let Some(path) = &arguments.labels else { return Ok(hints) };
    let source = open(path)?;
    let bytes = read_range(&*source, 0..source.len(), limits).map_err(|error| unreadable(&error))?;
    let labels = parse_labels(&bytes);
    let labels = labels.ok_or_else(|| usage("run-labels-no-text", &[("file", &path.display().to_string())]))?;
    if hints.outputs.is_empty() {
        hints.outputs.push(OutputHint::default());
    }
    hints.outputs[0].labels = labels;
    Ok(hints)
}

fn usage(id: &str, params: &[(&str, &str)]) -> Failed {
    let params = params.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let message = Message { id: id.to_owned(), params };
    Failed { kind: "usage".to_owned(), message, ..Failed::default() }
}

/// Inputs by position; those not given are zeros.
fn inputs(arguments: &Arguments, ports: &[Port], limits: &Limits) -> Result<Vec<Input>, Failed> {
    let mut inputs = vec![Input::Zeros; ports.len()];
    for given in &arguments.inputs {
        let (name, path) = given.split_once('=').ok_or_else(|| usage("run-input-form", &[("given", given)]))?;
        let position = position(ports, name).ok_or_else(|| {
            let names: Vec<&str> = ports.iter().map(|port| port.name.as_str()).collect();
            usage("run-no-such-input", &[("name", name), ("known", &names.join(", "))])
        })?;
        inputs[position] = Input::from_file(&open(Path::new(path))?, &ports[position], limits)?;
    }
    Ok(inputs)
}

/// Writes `DIR/<position>.npy`.
fn write(folder: &Path, outputs: &[Output]) -> Result<(), Failed> {
    let fail = |path: &Path, error: &std::io::Error| {
        let (path, reason) = (path.display().to_string(), error.to_string());
        Failed { kind: "run".to_owned(), ..usage("run-output-unwritable", &[("path", &path), ("reason", &reason)]) }
    };
    std::fs::create_dir_all(folder).map_err(|error| fail(folder, &error))?;
    for (position, output) in outputs.iter().enumerate() {
        let path = folder.join(format!("{position}.npy"));
        let file = npy::write(output.dtype.name(), &output.shape, &output.bytes).ok_or_else(|| Failed {
            kind: "run".to_owned(),
            ..usage("run-output-no-npy", &[("position", &position.to_string()), ("dtype", output.dtype.name())])
        })?;
        std::fs::write(&path, file).map_err(|error| fail(&path, &error))?;
    }
    Ok(())
}

/// Waits for a future. On the processor it is ready at once; only the GPU makes the thread wait.
fn block_on<T>(future: impl Future<Output = T>) -> T {
    #[cfg(feature = "gpu")]
    return crate::engine::gpu::block_on(future);
    #[cfg(not(feature = "gpu"))]
    {
        let mut future = std::pin::pin!(future);
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        loop {
            if let std::task::Poll::Ready(value) = future.as_mut().poll(&mut context) {
                return value;
            }
            std::thread::yield_now();
        }
    }
}

/// The results and where the time went.
fn text(ran: &Ran, words: &Words) -> String {
    let mut text = run_told::times(ran);
    text += &run_told::outputs(ran);
    text += &run_parts::text(ran, words);
    text += &run_told::beside(ran);
    text += &run_told::quantization(ran);
    let mut nodes: Vec<_> = ran.timings.iter().collect();
    nodes.sort_by(|a, b| b.ms.total_cmp(&a.ms));
    let slowest: Vec<Vec<String>> = nodes
        .iter()
        .take(10)
        .map(|node| vec![node.node.to_string(), node.op.clone(), node.kernel.clone(), format!("{:.3} ms", node.ms)])
        .collect();
    text + &table::columns(&slowest, 2)
}

/// What went wrong, where, and every node without a kernel.
fn explain(problem: &Failed, words: &Words) -> String {
    let mut text = words.message("error-", &problem.message);
    let advice = Message { id: format!("{}-advice", problem.message.id), params: problem.message.params.clone() };
    let advice_text = words.message("error-", &advice);
    if !advice_text.starts_with(&advice.id) {
        text += &format!(" {advice_text}");
    }
    if let Some((graph, index, op)) = &problem.node {
        text += &format!("\n  {op} {graph}:{index}");
    }
    let rows: Vec<Vec<String>> = problem
        .unsupported
        .iter()
        .map(|node| {
            let place = format!("{}:{}", node.graph, node.node);
            vec![place, format!("{} v{}", node.op, node.version), words.message("reason-", &node.reason)]
        })
        .collect();
    if !rows.is_empty() {
        text += &format!("\n{}", table::columns(&rows, 2));
    }
    text.trim_end().to_owned()
}
