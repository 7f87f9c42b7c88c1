//! docs/ops.md is generated from the registry and the recorded runs, and must not be stale.
//!
//! To write it again: `VINTAGE_WRITE_DOCS=1 cargo nextest run --test engine ops_doc`.

mod forms;
mod recorded;

use forms::Forms;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use vintage::engine::Registry;
use vintage::engine::program::{Op, OpKind};

fn in_repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Newest op version that the newest CPU registry takes, by operator.
fn newest_registry() -> BTreeMap<Op, i32> {
    let table = std::fs::read_to_string(in_repository("knowledge/tflite_registry.csv")).unwrap();
    let mut newest = BTreeMap::new();
    for line in table.lines().skip(1) {
        // line, code, min_version, max_version, first, last, source
        let fields: Vec<&str> = line.splitn(7, ',').collect();
        if fields[0] == "litert" && fields[5].is_empty() {
            let op = Op::from_code(fields[1].parse().unwrap()).unwrap();
            newest.insert(op, fields[3].parse().unwrap());
        }
    }
    newest
}

/// Operators that the WebGPU path names in its lowering. Its code is not part of this build, so its text is read.
fn gpu_operators() -> BTreeSet<Op> {
    let mut text = String::new();
    for entry in std::fs::read_dir(in_repository("src/engine/gpu/lower")).unwrap() {
        text += &std::fs::read_to_string(entry.unwrap().path()).unwrap();
    }
    let names: BTreeSet<&str> =
        text.split("Op::").skip(1).map(|rest| rest.split(|c: char| !c.is_alphanumeric()).next().unwrap()).collect();
    Op::ALL.iter().copied().filter(|op| names.contains(format!("{op:?}").as_str())).collect()
}

/// Custom operators that the runtime's default resolver has.
const CUSTOM: [&str; 5] =
    ["TFLite_Detection_PostProcess", "Mfcc", "AudioSpectrogram", "NumericVerify", "aeq.hadamard_rotation"];

/// Totals of the page.
#[derive(Default)]
struct Counts {
    operators: usize,
    simd: usize,
    gpu: usize,
    /// In the newest CPU registry too.
    shared: usize,
    recorded: usize,
    forms: usize,
    recorded_forms: usize,
}

/// The page, and how many operators have a kernel.
fn page(registry: &Registry) -> (String, usize) {
    let (newest, gpu) = (newest_registry(), gpu_operators());
    let recorded = recorded::forms();
    let (mut rows, mut missing) = (String::new(), Vec::new());
    let mut counts = Counts::default();
    for &op in Op::ALL {
        let max = newest.get(&op).copied();
        match forms::accepted(registry, op) {
            Some((max_version, forms)) => {
                let row = Row {
                    op,
                    versions: match max {
                        Some(max) if max > max_version => format!("1–{max_version} of {max}"),
                        _ => format!("1–{max_version}"),
                    },
                    forms,
                    plain: recorded.get(&(op, false)).cloned().unwrap_or_default(),
                    quick: recorded.get(&(op, true)).cloned().unwrap_or_default(),
                    simd: registry.get(&OpKind::Builtin(op)).is_some_and(|definition| definition.simd.is_some()),
                    gpu: gpu.contains(&op),
                };
                counts.shared += usize::from(max.is_some());
                rows += &row.write(&mut counts);
            }
            None => missing.extend(max.map(|max| format!("{} (1–{max})", op.name()))),
        }
    }
    let page = introduction(&counts, newest.len(), missing.len()) + &rows + &without_kernel(registry, &missing);
    (page, counts.operators)
}

/// An operator that has a kernel.
struct Row {
    op: Op,
    versions: String,
    /// Forms that its check accepts.
    forms: Forms,
    /// Recorded forms that the reference kernel reproduces.
    plain: Forms,
    /// The same of the fast kernel.
    quick: Forms,
    simd: bool,
    gpu: bool,
}

impl Row {
    fn write(&self, counts: &mut Counts) -> String {
        let Self { plain, quick, .. } = self;
        // The registry takes the types of recorded models, even if the search does not find them.
        let forms: Forms = self.forms.union(plain).cloned().collect();
        counts.operators += 1;
        counts.simd += usize::from(self.simd);
        counts.gpu += usize::from(self.gpu);
        counts.recorded += usize::from(!plain.is_empty());
        counts.forms += forms.len();
        counts.recorded_forms += plain.len();
        // Operators that move bytes take every type: naming those that are recorded is enough.
        let any = forms.len() > 12;
        let shown = forms.iter().filter(|form| !any || plain.contains(*form));
        let mut list: Vec<String> = shown
            .map(|form| match (plain.contains(form), quick.contains(form)) {
                (_, true) => format!("**{form}** ⚡"),
                (true, false) => format!("**{form}**"),
                (false, false) => form.clone(),
            })
            .collect();
        if any {
            list.push("any other".to_owned());
        }
        let yes = |yes: bool| if yes { "yes" } else { "" };
        format!(
            "| {} | {} | {} | yes | {} | {} | {} |\n",
            self.op.name(),
            self.versions,
            list.join(", "),
            yes(self.simd),
            yes(self.gpu),
            yes(!plain.is_empty()),
        )
    }
}

/// Everything before the first row of the table. `newest` is the number of operators in the newest CPU registry.
fn introduction(counts: &Counts, newest: usize, missing: usize) -> String {
    let Counts { operators, simd, gpu, shared, recorded, forms, recorded_forms } = counts;
    let mut page = String::from("# Operators of the engine\n\n");
    writeln!(
        page,
        "Generated from the registry of operators by `VINTAGE_WRITE_DOCS=1 cargo nextest run --test engine ops_doc`; do not edit. \
         {operators} builtin operators have a reference kernel, {simd} of them a fast one (SIMD), {gpu} a WebGPU one; {recorded} are \
         compared with outputs recorded from the real runtime ({recorded_forms} of {forms} type forms). Of the {newest} operators \
         in the newest CPU registry of LiteRT, {shared} are supported and {missing} are missing.\n",
    )
    .unwrap();
    page.push_str(
        "- *versions*: the op versions that the kernels follow; \"of\" names the newest that the CPU registry of LiteRT \
         supports, where that is newer. A newer version is refused before a run.\n\
         - *types*: the type of the operand that the operator works on (`×`: of its weights, `→`: of its result), as \
         the check of the operator accepts them. **Bold**: a model with that form reproduces the recorded outputs (integers \
         bit for bit). ⚡: with the fast kernel too.\n\
         - Where the kernels of the runtime differ from each other by a step, results are those of its reference kernels, asked with \
         thousands of rows for each form of 8 and 16 bits. FULLY_CONNECTED of int8 and uint8 is rounded twice, as the runtime's optimized kernel \
         does with a scale for each channel: since 2.21 the reference kernel multiplies in float64, one step off in 0.1 to 0.6 % of the values.\n\
         - *WebGPU*: float32, bool, int8 and uint8 with one scale, weights of float16, int8 and uint8 as the file stores them, static shapes; other nodes of the model run on the CPU.\n\n",
    );
    page.push_str(
        "| operator | versions | types | reference | SIMD | WebGPU | recorded |\n|---|---|---|---|---|---|---|\n",
    );
    page
}

/// Everything after the table: builtin operators without a kernel, and the custom ones.
fn without_kernel(registry: &Registry, missing: &[String]) -> String {
    let mut page = String::from(if missing.is_empty() {
        "\n## Missing\n\nEvery operator of the newest CPU registry has a kernel.\n"
    } else {
        "\n## Missing\n\nOperators of the newest CPU registry without a kernel, with the versions it supports:\n\n"
    });
    for op in missing {
        writeln!(page, "- {op}").unwrap();
    }
    let (known, unknown): (Vec<&str>, Vec<&str>) =
        CUSTOM.into_iter().partition(|name| registry.get(&OpKind::Custom((*name).to_owned())).is_some());
    let list = |names: Vec<&str>| names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let others = registry.iter().filter_map(|(op, _)| match op {
        OpKind::Custom(name) if !CUSTOM.contains(&name.as_str()) => Some(name.as_str()),
        _ => None,
    });
    let (micro, delegated): (Vec<&str>, Vec<&str>) = others.partition(|name| name.starts_with("Signal"));
    writeln!(
        page,
        "\nOf the custom operators of the default resolver, {} {} a plain kernel, tested against recorded outputs; {} and Flex \
         operators have none: they are listed and refused before a run. Of MediaPipe's custom operators, which only a \
         delegate or MediaPipe computes, {} have a kernel too, `Convolution2DTransposeBias` on the GPU as well, and of \
         TensorFlow Lite Micro's {}. A library's user adds their own (see \
         [adding-an-op.md](adding-an-op.md)).",
        list(known.clone()),
        if known.len() == 1 { "has" } else { "have" },
        list(unknown),
        list(delegated),
        list(micro),
    )
    .unwrap();
    page
}

#[test]
fn the_page_of_operators_is_the_one_of_the_registry() {
    let (page, ours) = page(&Registry::standard());
    assert!(ours >= 130, "{ours} operators");
    let path = in_repository("docs/ops.md");
    if std::env::var_os("VINTAGE_WRITE_DOCS").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == page, "run: VINTAGE_WRITE_DOCS=1 cargo nextest run --test engine ops_doc");
}

#[test]
fn an_operator_taken_from_the_registry_leaves_the_page() {
    let mut registry = Registry::standard();
    let (before, count) = page(&registry);
    registry.remove(&OpKind::Builtin(Op::Square));
    let (after, fewer) = page(&registry);
    assert!(before.contains("\n| SQUARE |") && !after.contains("\n| SQUARE |"));
    assert!(after.contains("\n- SQUARE (1–1)\n"));
    assert_eq!(fewer + 1, count);
}
