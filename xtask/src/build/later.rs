//! Functions that no visit calls until its verdict, and parts of the others that none reaches. They leave the first file of a
//! module and follow when the verdict is displayed (xtask/bindgen/src/later, cold); which they are, `cargo xtask build --visits`
//! finds out: it opens files of every kind in a browser, with modules that note what they call, and writes lists for each module.
//!
//! The engines have a second list: functions that real models call and the common CNNs do not. They are a file of their own, which
//! other models wait for with their parts (`vintage::engine::kernels::parts::is_common`).
//!
//! The functions that an int8 model calls also depend on the CPU, which has an instruction for dot products or not. Visits try both. Those of
//! a machine that has none call the kernels' generic functions for its lanes: the instances for others are in the same file.
//!
//! A list has names and beginnings of names (`compat::evolution::*`), so that a function that is new beside others which
//! no visit calls is one of them, and names with a form for instances of a generic function of which others are called
//! (xtask/bindgen/src/listed.rs). A second one has the points of functions, by form: a function that has changed since has none.
//! A function that a list has and a visit needs all the same works: the page waits for the file. One that should be in a list and
//! is not only makes the first file larger. A build names the lines with a form that no function has any more.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use super::module::{self, MODULES, Module};
use super::{Mode, dist, instances, loader, pack, version};
use crate::tools::{self, Tool};
use crate::{Result, browser, command, project, ui};

/// The file with the list of a module.
pub fn list(name: &str) -> PathBuf {
    project::root().join("xtask/src/build/later").join(format!("{name}.txt"))
}

/// The file with the list of a module's points, if it has one ([`super::module::Later`]).
pub fn points(name: &str) -> PathBuf {
    list(name).with_extension("points.txt")
}

/// The file with the list of the functions that real models call and the common ones do not.
pub fn usual(name: &str) -> PathBuf {
    list(name).with_extension("usual.txt")
}

/// Names the lines with a form of each list that its finished module has not: their functions have changed, and are in the first
/// file until the next visits.
pub fn name_lost() -> Result {
    for Module { name, .. } in listed_modules() {
        // A module that was finished before there were such notes has none.
        let Ok(found) = std::fs::read_to_string(module::found(name)) else { continue };
        let texts = [list(name), usual(name), points(name)];
        let texts = texts.iter().filter(|file| file.exists()).map(|file| read(file)).collect::<Result<String>>()?;
        let lost = lost(&texts, &found);
        if let [first, rest @ ..] = lost.as_slice() {
            let others = if rest.is_empty() { String::new() } else { format!(" and {} more", rest.len()) };
            ui::note(&format!(
                "{name}: no function has the form of {first}{others}; `cargo xtask build --visits` lists what has changed"
            ));
        }
    }
    Ok(())
}

/// Those of the lines with a form that were not found, without what follows the form.
fn lost<'a>(lists: &'a str, found: &str) -> Vec<&'a str> {
    let found: BTreeSet<&str> = found.lines().collect();
    let lines = lists.lines().filter(|line| !line.starts_with("# "));
    let points = |line: &'a str| {
        let (form, _) = line.split_once(' ')?;
        (form.len() == 8 && form.bytes().all(|byte| byte.is_ascii_hexdigit())).then_some(form)
    };
    let forms = lines.filter_map(|line| if line.contains(" #") { Some(line) } else { points(line) });
    forms.filter(|line| !found.contains(line)).collect()
}

/// The modules that have lists.
fn listed_modules() -> impl Iterator<Item = &'static Module> {
    MODULES.iter().filter(|module| module.later.is_some())
}

/// Records visits and writes the lists, or with `only_models` those of the engines. The page was built: its modules are taken as
/// they were compiled.
pub fn record(only_models: bool) -> Result {
    let folder = project::target_dir().join("web/visits");
    let io = |e: std::io::Error| format!("cannot write {}: {e}", folder.display());
    if folder.exists() {
        std::fs::remove_dir_all(&folder).map_err(io)?;
    }
    dist::copy_tree(&project::dist_dir(), &folder)?;
    let wasm = version::finished(&folder, &folder.join("wasm/unpack.wasm")).ok_or("The build has no modules.")?;
    let wasm = wasm.parent().unwrap_or(&folder).to_owned();
    let bindgen = tools::build(Tool::Bindgen)?;
    for module in listed_modules() {
        count(module, &bindgen, &wasm)?;
    }
    for module in listed_modules() {
        if let Some(other) = module.dictionary {
            pack::pack_with(&wasm, module.name, other, Mode::Dev)?;
        }
    }
    let called = folder.join("called");
    std::fs::create_dir_all(&called).map_err(io)?;
    let mut node = command::clean(Command::new("node"));
    node.arg(project::root().join("tests/e2e/visits.mjs")).arg(&called).args(only_models.then_some("--models"));
    node.env("VINTAGE_CHROMIUM", &browser::ensure()?.chromium).env("VINTAGE_DIST", &folder);
    command::run(&mut node)?;
    for module in listed_modules() {
        let noted = |folder: &Path, end: &str| {
            let file = folder.join(format!("{}{end}", module.name));
            if file.exists() { read(&file) } else { Ok(String::new()) }
        };
        let noted = Notes {
            functions: noted(&wasm, "-functions.txt")?,
            called: noted(&called, ".txt")?,
            usual: noted(&called, ".usual.txt")?,
        };
        if !noted.called.trim().is_empty() {
            let points = module.later.is_some_and(|later| later.points);
            let partial = called.join(PARTIAL).exists() && !noted.usual.trim().is_empty();
            write(module.name, &noted, points, partial)?;
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<String> {
    std::fs::read_to_string(path).map_err(|e| format!("cannot read {}: {e}", path.display()))
}

/// The notes of a module.
struct Notes {
    /// Its functions.
    functions: String,
    /// The points that were reached by visits.
    called: String,
    /// Those that real models reached beyond these.
    usual: String,
}

/// Replaces a module's files in `wasm` by those of one that notes its calls.
fn count(module: &Module, bindgen: &Path, wasm: &Path) -> Result {
    let out = project::target_dir().join("web").join(format!("{}-visits", module.name));
    let io = |e: std::io::Error| format!("cannot write {}: {e}", out.display());
    if out.exists() {
        std::fs::remove_dir_all(&out).map_err(io)?;
    }
    std::fs::create_dir_all(&out).map_err(io)?;
    let mut bindgen = command::clean(Command::new(bindgen));
    bindgen.arg(module::compiled(module.name, Mode::Release)).arg(&out).arg(module.name).arg("--count");
    command::run(bindgen.args(module.cuts()))?;
    pack::pack(&out, module.name, module.packing, !module.instances.is_empty(), Mode::Dev)?;
    if module.instances.is_empty() {
        loader::join(&out, module.name)?;
    } else {
        instances::join(&out, module.name, module.instances)?;
    }
    dist::copy_tree(&out, wasm)
}

/// A function of a module that notes its calls (xtask/bindgen/src/later).
struct Noted<'a> {
    file: &'a str,
    /// The number of its first point. The others follow.
    first: u32,
    points: u32,
    form: &'a str,
    name: &'a str,
}

/// Reads `FILE FIRST POINTS FORM FUNCTION`.
fn noted(row: &str) -> Option<Noted<'_>> {
    let [file, first, points, form, name] = *row.splitn(5, ' ').collect::<Vec<_>>() else { return None };
    Some(Noted { file, first: first.parse().ok()?, points: points.parse().ok()?, form, name })
}

/// The points that a file of the visits has: `FILE NUMBER`, one a line.
fn points_of(called: &str) -> BTreeSet<(&str, u32)> {
    let points = called.lines().filter_map(|line| line.split_once(' '));
    points.filter_map(|(file, at)| Some((file, at.parse().ok()?))).collect()
}

/// Writes a list of functions, that of points if parts of functions follow, and that of real models if there are notes of them. If
/// visits were `partial`, all instances of a kernel's function that they called are called.
fn write(name: &str, notes: &Notes, has_points: bool, partial: bool) -> Result {
    let (functions, called, beyond) = (&notes.functions, points_of(&notes.called), points_of(&notes.usual));
    // No file of another answer, of which nothing is called.
    let files: BTreeSet<&str> = called.iter().map(|(file, _)| *file).collect();
    let all: Vec<_> = functions.lines().filter_map(noted).filter(|function| files.contains(function.file)).collect();
    let software = |function: &Noted| SOFTWARE.iter().any(|name| function.name.starts_with(name));
    let fetches = |function: &Noted| !beyond.is_empty() && FETCHES.iter().any(|name| function.name.starts_with(name));
    let generic = |points: &BTreeSet<(&str, u32)>| -> BTreeSet<&str> {
        let called = all.iter().filter(|function| partial && points.contains(&(function.file, function.first)));
        called.map(|function| function.name).filter(|name| LANES.iter().any(|lanes| name.starts_with(lanes))).collect()
    };
    let (by_names, beyond_by_names) = (generic(&called), generic(&beyond));
    let (needed, others): (Vec<_>, Vec<_>) = all.into_iter().partition(|function| {
        (called.contains(&(function.file, function.first)) && !software(function))
            || fetches(function)
            || by_names.contains(function.name)
    });
    let (real, rest): (Vec<_>, Vec<_>) = others.into_iter().partition(|function| {
        beyond.contains(&(function.file, function.first)) || beyond_by_names.contains(function.name)
    });
    let lines = listed(&rest, &[&needed, &real]);
    ui::note(&format!("{name}: {} lines", lines.len()));
    save(&list(name), &format!("{HEAD}{}\n", lines.join("\n")))?;
    if !real.is_empty() {
        let lines = listed(&real, &[&needed, &rest]);
        ui::note(&format!("{name}: {} lines for real models", lines.len()));
        save(&self::usual(name), &format!("{USUAL_HEAD}{}\n", lines.join("\n")))?;
    }
    if !has_points {
        return Ok(());
    }
    // A point of several functions with one form is needed if one of them needs it.
    let mut cold: BTreeMap<&str, BTreeSet<u32>> = BTreeMap::new();
    for Noted { file, first, points, form, .. } in needed {
        let unseen: BTreeSet<u32> = (0..points).filter(|point| !called.contains(&(file, first + point))).collect();
        let known = cold.entry(form).or_insert_with(|| unseen.clone());
        known.retain(|point| unseen.contains(point));
    }
    let lines: Vec<String> = cold
        .iter()
        .filter(|(_, points)| !points.is_empty())
        .map(|(form, points)| format!("{form} {}", ranges(points)))
        .collect();
    ui::note(&format!("{name}: points of {} functions", lines.len()));
    save(&points(name), &format!("{POINTS_HEAD}{}\n", lines.join("\n")))
}

/// The lines of a list for some functions, which has none of the others.
fn listed(functions: &[Noted], others: &[&[Noted]]) -> Vec<String> {
    let others = || others.iter().copied().flatten();
    let names: BTreeSet<&str> = others().map(|function| function.name).collect();
    let forms: BTreeSet<(&str, &str)> = others().map(|function| (function.name, function.form)).collect();
    // Of a generic function all instances have one name.
    let (beside, alone): (Vec<_>, Vec<_>) = functions.iter().partition(|function| names.contains(function.name));
    let alone: BTreeSet<&str> = alone.into_iter().map(|function| function.name).collect();
    let mut lines = Vec::new();
    shorten("", &alone.into_iter().collect::<Vec<_>>(), &names.into_iter().collect::<Vec<_>>(), &mut lines);
    let beside = beside.into_iter().filter(|function| !forms.contains(&(function.name, function.form)));
    lines.extend(beside.map(|Noted { name, form, .. }| format!("{name} #{form}")).collect::<BTreeSet<_>>());
    lines
}

fn save(path: &Path, text: &str) -> Result {
    std::fs::create_dir_all(path.parent().unwrap_or(path))
        .and_then(|()| std::fs::write(path, text))
        .map_err(|e| format!("cannot write {}: {e}", path.display()))
}

/// `3 5-9`.
fn ranges(numbers: &BTreeSet<u32>) -> String {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == *number => *last = *number,
            _ => ranges.push((*number, *number)),
        }
    }
    let texts = ranges
        .into_iter()
        .map(|(first, last)| if first == last { first.to_string() } else { format!("{first}-{last}") });
    texts.collect::<Vec<_>>().join(" ")
}

/// Functions that only software adapters call, as that of the visits: people's adapters have no use for them.
const SOFTWARE: [&str; 2] =
    ["vintage::engine::gpu::kernels::gemm::Gemm::direct", "vintage::engine::gpu::kernels::reduce::softmax_threads"];

/// Functions of the engine that fetch parts, at the same time as the functions that real models call.
const FETCHES: [&str; 2] = ["vintage::engine::kernels::parts::load_", "wasm_split_helpers::"];

/// Beginnings of names of functions whose instances depend on the CPU.
const LANES: [&str; 3] = [
    "vintage::engine::kernels::simd::depthwise::ints::",
    "vintage::engine::kernels::simd::gemm_ints::",
    "vintage::engine::kernels::simd::groups::",
];

/// The file that visits leave on a machine on which they could not try every kind of CPU.
const PARTIAL: &str = "partial";

/// The first lines of the lists.
const HEAD: &str = "# Functions that no visit calls until its verdict, by `cargo xtask build --visits`.\n";
const USUAL_HEAD: &str =
    "# Functions that real models call, and common CNNs do not, by `cargo xtask build --visits`.\n";
const POINTS_HEAD: &str =
    "# Points of functions that no visit reaches until its verdict, by `cargo xtask build --visits`.\n";

/// Lists names that begin with `beginning`: those of `later` and none of `needed`, both sorted. Where a path has no needed
/// one, it stands for all of its names.
fn shorten(beginning: &str, later: &[&str], needed: &[&str], lines: &mut Vec<String>) {
    let mut rest = later;
    while let Some(first) = rest.first() {
        let Some(end) = first[beginning.len()..].find("::").map(|at| beginning.len() + at + 2) else {
            lines.push((*first).to_owned());
            rest = &rest[1..];
            continue;
        };
        let path = &first[..end];
        let within = |names: &[&str]| names.iter().take_while(|name| name.starts_with(path)).count();
        let (group, others) = rest.split_at(within(rest));
        let beside = &needed[needed.partition_point(|name| *name < path)..];
        let beside = &beside[..within(beside)];
        match group {
            [one] => lines.push((*one).to_owned()),
            _ if beside.is_empty() => lines.push(format!("{path}*")),
            _ => shorten(path, group, beside, lines),
        }
        rest = others;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_a_row_are_a_range() {
        assert_eq!(ranges(&BTreeSet::from([3, 5, 6, 7, 9, 10])), "3 5-7 9-10");
        let Noted { file, first, points, form, name } = noted("a_bg 12 3 0123abcd <a as b>::c d").unwrap();
        assert_eq!((file, first, points, form, name), ("a_bg", 12, 3, "0123abcd", "<a as b>::c d"));
    }

    #[test]
    fn lines_with_a_form_that_no_function_has_are_lost() {
        let lists =
            "# Functions.\na::b\na::c::*\na::d #0123abcd\na::d #89abcdef\n# Points.\n00428f5d 1 3-7\n0088bf67 2\n";
        assert_eq!(lost(lists, "a::d #89abcdef\n00428f5d\n"), ["a::d #0123abcd", "0088bf67"]);
        assert!(lost(lists, "a::d #0123abcd\na::d #89abcdef\n00428f5d\n0088bf67\n").is_empty());
    }

    #[test]
    fn a_path_without_a_needed_name_is_one_line() {
        let later = ["a::b::one", "a::b::two", "a::c::one", "a::d::x", "a::d::y", "b::one", "main"];
        let needed = ["a::c::two", "a::d::z", "b::two"];
        let mut lines = Vec::new();
        shorten("", &later, &needed, &mut lines);
        assert_eq!(lines, ["a::b::*", "a::c::one", "a::d::x", "a::d::y", "b::one", "main"]);
    }
}
