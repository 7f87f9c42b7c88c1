//! `vintage run`: run a model in the terminal.

#![allow(clippy::result_large_err, reason = "a failure ends the program")]

use super::output::complain;
use super::run_model::{self, file, usage};
use super::run_stop::Stop;
use super::{Words, WrongValue, exit, print_json, print_line, run_parts, run_results, run_text, table};
use crate::bytes::{Limits, read_range};
use crate::engine::{Entry, Program};
use crate::formats::npy;
use crate::services::run::schema::{Compared, Failed, FailedKind, Hints, OutputHint, Port, Precision, Ran};
use crate::services::run::{
    Backend, Input, Options, Output, Runner, difference, failed, hints, name_outputs, parse_labels, position,
    quantization_error, strings_file, threads, unreadable,
};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::path::{Path, PathBuf};
use std::rc::Rc;

#[derive(clap::Args)]
pub(super) struct Arguments {
    model: PathBuf,
    #[arg(long, value_name = "PATH")]
    member: Option<String>,
    #[arg(long, value_name = "KEY")]
    signature: Option<String>,
    #[arg(long = "input", value_name = "NAME_OR_POSITION=FILE")]
    inputs: Vec<String>,
    #[arg(long, default_value = "simd", value_parser = backend())]
    backend: Backend,
    #[arg(long)]
    check: bool,
    #[arg(long, default_value = "float32", value_parser = precision())]
    precision: Precision,
    #[arg(long, value_name = "BACKEND", value_parser = backend())]
    compare: Option<Backend>,
    #[arg(long)]
    quantization_error: bool,
    #[arg(long, value_name = "NAME=FILE")]
    results: Vec<String>,
    #[arg(long, value_name = "SHARE", default_value_t = 0.0)]
    tolerance: f64,
    #[arg(long)]
    exact: bool,
    #[arg(long, default_value_t = 1, value_parser = at_least_one)]
    repeat: u32,
    #[arg(long, default_value_t = 0)]
    warmup: u32,
    #[arg(long, value_name = "COUNT", default_value_t = 1, value_parser = at_least_one)]
    threads: u32,
    #[arg(long, value_name = "SECONDS")]
    timeout: Option<f64>,
    #[arg(long, value_name = "COUNT")]
    max_rounds: Option<u64>,
    #[arg(long = "limit", value_name = "NAME=VALUE", value_parser = super::limit)]
    limits: Vec<(String, u64)>,
    #[arg(long, value_name = "FILE.txt")]
    labels: Option<PathBuf>,
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,
    #[arg(long)]
    json: bool,
}

fn at_least_one(text: &str) -> Result<u32, WrongValue> {
    text.parse().ok().filter(|count| *count > 0).ok_or_else(|| WrongValue::new("cli-usage-at-least-one", &[]))
}

fn backend() -> impl TypedValueParser<Value = Backend> {
    let words = PossibleValuesParser::new(Backend::ALL.iter().map(|backend| backend.word()));
    words.map(|word| Backend::from_word(&word).unwrap_or_default())
}

fn precision() -> impl TypedValueParser<Value = Precision> {
    let words = PossibleValuesParser::new(Precision::ALL.iter().map(|precision| precision.word()));
    words.map(|word| Precision::from_word(&word).unwrap_or_default())
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
            let differs = differs || ran.results.as_ref().is_some_and(|results| results.differing > 0);
            if differs { exit::REFUSED } else { exit::OK }
        }
        Err(problem) => {
            if arguments.json {
                print_json(&problem);
            } else {
                complain(&explain(&problem, words));
            }
            code(problem.kind)
        }
    }
}

fn code(kind: FailedKind) -> u8 {
    match kind {
        FailedKind::Unreadable | FailedKind::OverLimit => exit::UNREADABLE,
        FailedKind::Unsupported | FailedKind::Gpu => exit::UNKNOWN,
        FailedKind::Usage => exit::USAGE,
        FailedKind::Interrupted => exit::INTERRUPTED,
        FailedKind::Run | FailedKind::Cancelled | FailedKind::Cpu => exit::REFUSED,
    }
}

fn attempt(arguments: &Arguments, words: &Words) -> Result<Ran, Failed> {
    let mut limits = Limits::default();
    for (name, value) in &arguments.limits {
        limits.set(name, *value);
    }
    let (model, source) = run_model::open(&arguments.model, arguments.member.as_deref(), &limits)?;
    let entry = arguments.signature.clone().map_or(Entry::Main, Entry::Signature);
    let program = Program::from_tflite(&model, &source, &entry, &limits).map_err(|error| failed(&error))?;
    let backend = if arguments.exact { Backend::Reference } else { arguments.backend };
    let memory = usize::try_from(limits.working_bytes).unwrap_or(usize::MAX);
    let half = arguments.precision == Precision::Float16;
    let crew = threads(arguments.threads as usize).map_err(|error| {
        usage("run-threads", &[("count", &arguments.threads.to_string()), ("detail", &error.to_string())])
    })?;
    let options = Options { check: arguments.check, half, memory, crew, ..Options::default() };
    let program = Rc::new(program);
    let results = run_results::open(&arguments.results, &program, &limits)?;
    let inputs = |ports: &[Port]| {
        let mut inputs = inputs(arguments, ports, &limits)?;
        results.iter().try_for_each(|results| results.fill(&program, &mut inputs))?;
        Ok::<_, Failed>(inputs)
    };
    let stop = Stop::new(arguments.timeout, arguments.max_rounds);
    let hints = named(arguments, hints(&model, &source, &program, &limits), &limits)?;
    let (mut ran, outputs) = block_on(async {
        let on = async |backend| {
            let mut runner = Runner::prepare_with(program.clone(), backend, &options, None).await?;
            let inputs = inputs(&runner.prepared().inputs)?;
            let mut clock = stop.clone();
            if arguments.warmup > 0 {
                runner.run(&inputs, arguments.warmup, &mut clock).await?;
            }
            let (ran, outputs) = runner.run(&inputs, arguments.repeat, &mut clock).await?;
            Ok::<_, Failed>((Ran { warmup: arguments.warmup, ..ran }, outputs))
        };
        let ran = match on(backend).await {
            // Before or during the run: the CPU takes over.
            Err(problem) if problem.can_fall_back && backend == Backend::Gpu => {
                complain(&explain(&problem, words));
                on(Backend::Simd).await
            }
            ran => ran,
        };
        let (mut ran, outputs) = ran?;
        if let Some(second) = arguments.compare {
            let (report, others) = on(second).await?;
            let pairs = report.outputs.iter().zip(outputs.iter().zip(&others));
            let differences = pairs.filter_map(|(summary, (a, b))| difference(&summary.name, a, b)).collect();
            let Ran { backend, adapter, invocations_ms, .. } = report;
            ran.compared = Some(Compared { backend, adapter, invocations_ms, differences });
        }
        if arguments.quantization_error {
            ran.quantization = {
                let inputs = inputs(&ran.inputs)?;
                quantization_error(&program, &inputs, &mut stop.clone())?
            };
        }
        if let Some(results) = &results {
            let inputs = inputs(&ran.inputs)?;
            let watch = &mut stop.clone();
            ran.results = Some(results.compare(program.clone(), &inputs, arguments.tolerance, memory, watch)?);
        }
        Ok((ran, outputs))
    })
    .map_err(|failed| stop.explain(failed))?;
    name_outputs(&hints, &mut ran);
    if let Some(folder) = &arguments.output {
        write(folder, &outputs)?;
    }
    Ok(ran)
}

/// The model's metadata, with the user's labels for the first output.
fn named(arguments: &Arguments, mut hints: Hints, limits: &Limits) -> Result<Hints, Failed> {
    let Some(path) = &arguments.labels else { return Ok(hints) };
    let source = file(path)?;
    let bytes = read_range(&*source, 0..source.len(), limits).map_err(|error| unreadable(&error))?;
    let labels = parse_labels(&bytes);
    let labels = labels.ok_or_else(|| usage("run-labels-no-text", &[("file", &path.display().to_string())]))?;
    if hints.outputs.is_empty() {
        hints.outputs.push(OutputHint::default());
    }
    hints.outputs[0].labels = labels;
    Ok(hints)
}

/// The input and the file of a `NAME_OR_POSITION=FILE`. Names may contain `=`: the longest name in the model counts.
fn input_of<'a>(given: &'a str, ports: &[Port]) -> Result<(usize, &'a str), Failed> {
    let mut splits = given.rmatch_indices('=').map(|(at, _)| (&given[..at], &given[at + 1..]));
    if let Some(found) = splits.find_map(|(name, path)| Some((position(ports, name)?, path))) {
        return Ok(found);
    }
    let (name, _) = given.split_once('=').ok_or_else(|| usage("run-input-form", &[("given", given)]))?;
    let names: Vec<&str> = ports.iter().map(|port| port.name.as_str()).collect();
    Err(usage("run-no-such-input", &[("name", name), ("known", &names.join(", "))]))
}

/// Inputs by position; missing ones are zeros.
fn inputs(arguments: &Arguments, ports: &[Port], limits: &Limits) -> Result<Vec<Input>, Failed> {
    let mut inputs = vec![Input::Zeros; ports.len()];
    for given in &arguments.inputs {
        let (position, path) = input_of(given, ports)?;
        inputs[position] = Input::from_file(&file(Path::new(path))?, &ports[position], limits)?;
    }
    Ok(inputs)
}

/// Writes `DIR/<position>.npy`, and strings to `DIR/<position>.json`. Writes all that it can, even after an error.
fn write(folder: &Path, outputs: &[Output]) -> Result<(), Failed> {
    let fail = |path: &Path, error: &std::io::Error| {
        let (path, reason) = (path.display().to_string(), error.to_string());
        Failed { kind: FailedKind::Run, ..usage("run-output-unwritable", &[("path", &path), ("reason", &reason)]) }
    };
    std::fs::create_dir_all(folder).map_err(|error| fail(folder, &error))?;
    let mut result = Ok(());
    for (position, output) in outputs.iter().enumerate() {
        let npy = || npy::write(output.dtype.name(), &output.shape, &output.bytes);
        let file = strings_file(output).map(|file| ("json", file)).or_else(|| Some(("npy", npy()?)));
        let Some((ending, file)) = file else {
            let params = [("position", &*position.to_string()), ("dtype", output.dtype.name())];
            result = Err(Failed { kind: FailedKind::Run, ..usage("run-output-no-npy", &params) });
            continue;
        };
        let path = folder.join(format!("{position}.{ending}"));
        std::fs::write(&path, file).map_err(|error| fail(&path, &error))?;
    }
    result
}

/// Waits for a future. On the CPU it is ready at once; only the GPU blocks the thread.
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

/// The results and the profile.
fn text(ran: &Ran, words: &Words) -> String {
    let mut text = run_text::times(ran, words);
    text += &run_text::outputs(ran, words);
    text += &run_parts::text(ran, words);
    text += &run_text::beside(ran, words);
    text += &run_text::quantization(ran, words);
    text += &run_results::text(ran.results.as_ref(), words);
    let mut nodes: Vec<_> = ran.timings.iter().collect();
    nodes.sort_by(|a, b| b.ms.total_cmp(&a.ms));
    let slowest: Vec<Vec<String>> = nodes
        .iter()
        .take(10)
        .map(|node| vec![node.node.to_string(), node.op.clone(), node.kernel.clone(), format!("{:.3} ms", node.ms)])
        .collect();
    text + &table::columns(&slowest, 2)
}

/// The error, its position, and every node without a kernel.
fn explain(problem: &Failed, words: &Words) -> String {
    let mut text = words.message("error-", &problem.message);
    if let Some(file) = &problem.file {
        text += &format!(" [{file}]");
    }
    let find = |id: String| words.find(&id, problem.message.params.iter());
    // Some advice is about options of this program, which the page lacks.
    let id = &problem.message.id;
    if let Some(advice) = find(format!("cli-advice-{id}")).or_else(|| find(format!("error-{id}-advice"))) {
        text += &format!(" {advice}");
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
