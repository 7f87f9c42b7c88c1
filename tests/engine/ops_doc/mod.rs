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

/// The page, and how many operators have a kernel.
fn page(registry: &Registry) -> (String, usize) {
    let (newest, gpu) = (newest_registry(), gpu_operators());
    let recorded = recorded::forms();
    let (mut rows, mut missing) = (String::new(), Vec::new());
    let (mut ours, mut met, mut fast, mut on_gpu, mut shared) = (0, 0, 0, 0, 0);
    let (mut forms_all, mut forms_met) = (0, 0);
    for &op in Op::ALL {
        let definition = registry.get(&OpKind::Builtin(op));
        let Some((max_version, forms)) = forms::accepted(registry, op) else {
            if let Some(max) = newest.get(&op) {
                missing.push(format!("{} (1–{max})", op.name()));
            }
            continue;
        };
        let plain = recorded.get(&(op, false)).cloned().unwrap_or_default();
        let quick = recorded.get(&(op, true)).cloned().unwrap_or_default();
        // The registry takes the types of recorded models, even if the search does not find them.
        let forms: Forms = forms.union(&plain).cloned().collect();
        ours += 1;
        shared += usize::from(newest.contains_key(&op));
        met += usize::from(!plain.is_empty());
        fast += usize::from(definition.is_some_and(|d| d.simd.is_some()));
        on_gpu += usize::from(gpu.contains(&op));
        forms_all += forms.len();
        forms_met += plain.len();
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
        let versions = match newest.get(&op) {
            Some(max) if *max > max_version => format!("1–{max_version} of {max}"),
            _ => format!("1–{max_version}"),
        };
        let yes = |yes: bool| if yes { "yes" } else { "" };
        writeln!(
            rows,
            "| {} | {versions} | {} | yes | {} | {} | {} |",
            op.name(),
            list.join(", "),
            yes(definition.is_some_and(|d| d.simd.is_some())),
            yes(gpu.contains(&op)),
            yes(!plain.is_empty()),
        )
        .unwrap();
    }
    let mut page = String::from("# Operators of the engine\n\n");
    writeln!(
        page,
        "Generated from the registry of operators by `VINTAGE_WRITE_DOCS=1 cargo nextest run --test engine ops_doc`; do not edit. \
         {ours} builtin operators have a reference kernel, {fast} of them a fast one (SIMD), {on_gpu} a WebGPU one; {met} are \
         compared with outputs recorded from the real runtime ({forms_met} of {forms_all} type forms). Of the {} operators \
         in the newest CPU registry of LiteRT, {shared} are supported and {} are missing.\n",
        newest.len(),
        missing.len()
    )
    .unwrap();
    page.push_str(
        "- *versions*: the op versions that the kernels follow; \"of\" names the newest that the CPU registry of LiteRT \
         supports, where that is newer. A newer version is refused before a run.\n\
         - *types*: the type of the operand that the operator works on (`×`: of its weights, `→`: of its result), as \
         the check of the operator accepts them. **Bold**: a model with that form reproduces the recorded outputs (integers \
         bit for bit). ⚡: with the fast kernel too.\n\
         - *WebGPU*: float32 and bool, weights of float16 and int8 as the file stores them, static shapes; other nodes of the model run on the CPU.\n\n",
    );
    page.push_str(
        "| operator | versions | types | reference | SIMD | WebGPU | recorded |\n|---|---|---|---|---|---|---|\n",
    );
    page.push_str(&rows);
    page.push_str(if missing.is_empty() {
        "\n## Missing\n\nEvery operator of the newest CPU registry has a kernel.\n"
    } else {
        "\n## Missing\n\nOperators of the newest CPU registry without a kernel, with the versions it supports:\n\n"
    });
    for op in &missing {
        writeln!(page, "- {op}").unwrap();
    }
    let (known, unknown): (Vec<&str>, Vec<&str>) =
        CUSTOM.into_iter().partition(|name| registry.get(&OpKind::Custom((*name).to_owned())).is_some());
    let list = |names: Vec<&str>| names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    writeln!(
        page,
        "\nOf the custom operators of the default resolver, {} {} a plain kernel, held to recorded outputs; {} and Flex \
         operators have none: they are listed and refused before a run. A library's user adds their own (see \
         [adding-an-op.md](adding-an-op.md)).",
        list(known.clone()),
        if known.len() == 1 { "has" } else { "have" },
        list(unknown),
    )
    .unwrap();
    (page, ours)
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
