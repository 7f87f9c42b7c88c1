//! Bytes on the wire, and their budgets (for everything a visitor waits for; gzip, release).

mod early;

use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::dist::{address, files};
use super::kinds;
use super::module::MODULES;
use super::version;
use crate::{Result, ui};

/// 1 KB is 1000 bytes: the stricter reading.
pub const KB: usize = 1000;

/// Parts of the explorer that a first verdict waits for, one for each family of formats; the heaviest counts.
const FORMATS: [&str; 3] = ["tflite", "tensorflow", "checkpoint"];

/// Files that are loaded together, with their budget in KB.
struct Group {
    name: &'static str,
    goal: usize,
    limit: usize,
}

/// The group of files for other views or formats, which are never all needed at once.
const LATER: usize = 4;

const GROUPS: [Group; 5] = [
    Group { name: "page and verdict", goal: 438, limit: 438 },
    Group { name: "engine", goal: 250, limit: 225 },
    Group { name: "engine, relaxed SIMD", goal: 250, limit: 250 },
    Group { name: "WebGPU", goal: 150, limit: 150 },
    Group { name: "later: views, other formats", goal: usize::MAX / KB, limit: usize::MAX / KB },
];

/// The group of a file of `dist/`, by its path; `None` for files that a visitor loads only on request (samples, other
/// languages).
fn group(path: &str) -> Option<usize> {
    if let Some(module) = path.strip_prefix("wasm/") {
        return Some(match module.strip_prefix("vintage-") {
            Some(module) if module.starts_with("engine-relaxed") => 2,
            Some(module) if module.starts_with("engine") => 1,
            // For scripts without the page, and for pictures before the page's code.
            Some("gpu_bg.wasm.lzma" | "explorer_bg.wasm.lzma") => return None,
            Some(module) if module.starts_with("gpu") => 3,
            _ => 0,
        });
    }
    // Documents, what is fetched once the page has nothing else to do, with the first focus or the first explained term,
    // and what only an embedded page fetches.
    // Threads are for isolated pages.
    const ASIDE: [&str; 16] = [
        "static/blocks.js",
        "static/blocks.worker.js",
        "static/crew.js",
        "static/docs.css",
        "static/docs.js",
        "static/focus.js",
        "static/frame.js",
        "static/offline.js",
        "static/preview.js",
        "static/rehearsal.js",
        "static/shared.js",
        "static/terms.css",
        "static/terms.js",
        "static/threads.js",
        "static/trouble.js",
        "static/vintage-explorer.js",
    ];
    if ASIDE.contains(&path) {
        return None;
    }
    let Some(asset) = path.strip_prefix("static/") else { return Some(0) };
    // Styles of these views are loaded with them.
    if ["locales/en.later.ftl", "graph.css", "report.css", "run.css", "views.css"].contains(&asset) {
        return Some(LATER);
    }
    let folder = asset.split('/').next();
    let other_language =
        asset.starts_with("locales/") && !["locales/en.ftl", "locales/languages.json"].contains(&asset);
    // Types of the engine module are for editors; its worker is optional.
    let for_developers = ["engine.apart.js", "engine.d.ts", "engine.host.js"].contains(&asset);
    let on_demand = other_language || for_developers || folder == Some("samples");
    if on_demand {
        None
    } else if asset.starts_with("engine") || asset == "thread.js" {
        Some(1)
    } else if asset.starts_with("gpu") {
        Some(3)
    } else {
        Some(0)
    }
}

struct File {
    /// Its path, without the folder of the build.
    path: String,
    at: PathBuf,
    group: usize,
    raw: usize,
    gzip: usize,
}

/// The sizes of a built page.
#[derive(Default)]
pub struct Table {
    files: Vec<File>,
    /// Sums of files that are needed together: the engines for each kind of model, and all until a picture of the answer.
    sums: Vec<Sum>,
}

/// The bytes of what is needed together.
struct Sum {
    name: String,
    bytes: usize,
    /// In KB.
    limit: usize,
}

impl Sum {
    fn is_over(&self) -> bool {
        self.bytes > self.limit * KB
    }
}

/// Measures everything in a finished `dist` that a visitor may have to wait for.
pub fn measure(dist: &Path) -> Result<Table> {
    let mut files = collect(dist)?;
    let cut = MODULES.iter().filter(|module| module.split || module.later.is_some());
    let loaders: Vec<_> =
        cut.flat_map(|module| ["-chunks.js", ".js"].map(|end| format!("wasm/{}{end}", module.name))).collect();
    let parts = files.iter().filter(|file| loaders.contains(&file.path)).map(|file| read(&file.at));
    let parts = parts.collect::<Result<Vec<_>>>()?.concat();
    let parts = String::from_utf8_lossy(&parts);
    let parts = chunks(&parts);
    sort_out(&mut files, &parts);
    files.sort_by(|a, b| (a.group, b.gzip).cmp(&(b.group, a.gzip)));
    let mut sums = engines(&files, &parts)?;
    sums.extend(early::sums(dist, &files, &parts)?);
    Ok(Table { files, sums })
}

/// The sizes of one module's files, for the module alone.
pub fn of_module(folder: &Path) -> Result<String> {
    let io = |e: std::io::Error| format!("cannot read {}: {e}", folder.display());
    let mut lines = Vec::new();
    let mut loader = String::new();
    for entry in folder.read_dir().map_err(io)? {
        let path = entry.map_err(io)?.path();
        let bytes = std::fs::read(&path).map_err(io)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.ends_with(".js") {
            loader += &String::from_utf8_lossy(&bytes);
        }
        lines.push(format!("{:>10} {:>10}  {name}\n", bytes.len(), gzip(&bytes)));
    }
    lines.sort();
    for (part, files) in chunks(&loader) {
        lines.push(format!("{part}: {}\n", files.join(" ")));
    }
    Ok(lines.concat())
}

/// The files of each part of the modules, from the lines `//! PART: FILE FILE` of their scripts.
pub fn chunks(loaders: &str) -> Vec<(&str, Vec<&str>)> {
    // A minifier may leave code in front of them.
    let lines = loaders.lines().filter_map(|line| line.split_once("//! ")?.1.split_once(": "));
    lines.map(|(part, files)| (part, files.split(' ').collect())).collect()
}

/// The bytes of both engines for each kind of model: the first module and the parts of the kind.
fn engines(files: &[File], parts: &[(&str, Vec<&str>)]) -> Result<Vec<Sum>> {
    let name = |file: &File| file.path.rsplit('/').next().unwrap_or_default().to_owned();
    let mut found = Vec::new();
    for group in [1, 2] {
        let first: usize = files.iter().filter(|f| f.group == group).map(|f| f.gzip).sum();
        for kind in kinds::all()? {
            let of_kind = |file: &str| {
                let relaxed = file.starts_with("vintage-engine-relaxed");
                let own = file.starts_with("vintage-engine") && (relaxed == (group == 2));
                // Those of real models that are no such CNN.
                let needs = |part: &&str| kind.parts.contains(part) || (*part == "usual" && !kind.parts.is_empty());
                own && parts.iter().any(|(part, files)| needs(part) && files.contains(&file))
            };
            let chunks = files.iter().filter(|f| f.group == LATER && of_kind(&name(f)));
            let bytes = first + chunks.map(|f| f.gzip).sum::<usize>();
            found.push(Sum { name: format!("{}: {}", GROUPS[group].name, kind.name), bytes, limit: kind.limit });
        }
    }
    Ok(found)
}

/// Moves the chunks that a first verdict does not need to their own group.
fn sort_out(files: &mut [File], parts: &[(&str, Vec<&str>)]) {
    let of = |part: &str, file: &File| {
        let name = file.path.rsplit('/').next().unwrap_or_default();
        parts.iter().any(|(p, files)| *p == part && files.contains(&name))
    };
    let weight = |part: &&str| -> usize { files.iter().filter(|f| of(part, f)).map(|f| f.gzip).sum() };
    let heaviest = FORMATS.into_iter().max_by_key(weight).unwrap_or_default();
    for file in files.iter_mut() {
        if !of(heaviest, file) && parts.iter().any(|(part, _)| of(part, file)) {
            file.group = LATER;
        }
    }
}

fn collect(dist: &Path) -> Result<Vec<File>> {
    let mut found = Vec::new();
    // Outside the folder of the build only the page is fetched before a verdict.
    for at in files(&dist.join(version::BUILDS))?.into_iter().chain([dist.join("index.html")]) {
        let path = address(dist, &at);
        let path = version::plain(&path).to_owned();
        if let Some(group) = group(&path) {
            let bytes = read(&at)?;
            found.push(File { path, at, group, raw: bytes.len(), gzip: gzip(&bytes) });
        }
    }
    Ok(found)
}

fn read(at: &Path) -> Result<Vec<u8>> {
    std::fs::read(at).map_err(|e| format!("cannot read {}: {e}", at.display()))
}

/// The size after gzip at its best level.
pub fn gzip(bytes: &[u8]) -> usize {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    // Writing to memory cannot fail; if it did, the raw size would count.
    match encoder.write_all(bytes).and_then(|()| encoder.finish()) {
        Ok(packed) => packed.len(),
        Err(_) => bytes.len(),
    }
}

impl Table {
    fn total(&self, group: usize) -> (usize, usize) {
        let files = self.files.iter().filter(|f| f.group == group);
        files.fold((0, 0), |(raw, gzip), f| (raw + f.raw, gzip + f.gzip))
    }

    /// Fails when a group is over its limit; prints a note when one is over its goal.
    pub fn enforce(&self) -> Result {
        let mut over = Vec::new();
        for (index, group) in GROUPS.iter().enumerate() {
            let (_, gzip) = self.total(index);
            if gzip > group.limit * KB {
                over.push(format!("{} is {} KB, the limit is {} KB", group.name, gzip / KB, group.limit));
            } else if gzip > group.goal * KB {
                ui::note(&format!("{} is {} KB: over the goal of {} KB", group.name, gzip / KB, group.goal));
            }
        }
        for sum in self.sums.iter().filter(|sum| sum.is_over()) {
            over.push(format!("{} is {} KB, the limit is {} KB", sum.name, sum.bytes / KB, sum.limit));
        }
        if over.is_empty() { Ok(()) } else { Err(format!("over the size budget (gzip): {}.", over.join("; "))) }
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kb = |bytes: usize| format!("{:.1}", bytes as f64 / KB as f64);
        writeln!(f, "{:<44} {:>10} {:>10}", "", "raw KB", "gzip KB")?;
        for (index, group) in GROUPS.iter().enumerate() {
            let (raw, gzip) = self.total(index);
            let state = match gzip {
                n if n > group.limit * KB => "OVER THE LIMIT",
                n if n > group.goal * KB => "over the goal",
                _ => "ok",
            };
            let budget = match index {
                LATER => String::new(),
                _ => format!("goal {}, limit {}: {state}", group.goal, group.limit),
            };
            writeln!(f, "{:<44} {:>10} {:>10}  {budget}", group.name, kb(raw), kb(gzip))?;
            for file in self.files.iter().filter(|f| f.group == index) {
                writeln!(f, "  {:<42} {:>10} {:>10}", file.path, kb(file.raw), kb(file.gzip))?;
            }
        }
        for sum in &self.sums {
            let state = if sum.is_over() { "OVER THE LIMIT" } else { "ok" };
            writeln!(f, "{:<44} {:>10} {:>10}  limit {}: {state}", sum.name, "", kb(sum.bytes), sum.limit)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, gzip: usize) -> File {
        File { path: path.into(), at: path.into(), group: group(path).unwrap(), raw: gzip * 3, gzip }
    }

    #[test]
    fn files_fall_into_the_group_that_loads_them() {
        assert_eq!(group("index.html"), Some(0));
        assert_eq!(group("wasm/vintage-app_bg.wasm.lzma"), Some(0));
        assert_eq!(group("wasm/vintage-explorer.js"), Some(0));
        assert_eq!(group("wasm/vintage-engine_bg.wasm.zlib"), Some(1));
        assert_eq!(group("wasm/vintage-engine-split_recurrent.wasm.zlib"), Some(1));
        assert_eq!(group("wasm/vintage-engine-relaxed_bg.wasm.zlib"), Some(2));
        assert_eq!(group("wasm/vintage-gpu.js"), Some(3));
        assert_eq!(group("wasm/vintage-gpu_bg.beside.lzma"), Some(3));
        assert_eq!(group("wasm/vintage-gpu_bg.wasm.lzma"), None, "in scripts without the page");
        assert_eq!(group("wasm/vintage-explorer_bg.wasm.lzma"), None, "in elements without the page");
        assert_eq!(group("static/thread.js"), Some(1));
        assert_eq!(group("static/threads.js"), None);
        assert_eq!(group("static/engine.worker.js"), Some(1));
        assert_eq!(group("static/locales/en.ftl"), Some(0));
        assert_eq!(group("static/locales/en.later.ftl"), Some(LATER));
        assert_eq!(group("static/run.css"), Some(LATER));
        assert_eq!(group("static/terms.js"), None);
        assert_eq!(group("static/locales/en.terms.ftl"), None);
        assert_eq!(group("static/docs.js"), None);
        assert_eq!(group("static/locales/ar.ftl"), None);
        assert_eq!(group("static/samples/model.tflite"), None);
    }

    #[test]
    fn a_group_over_its_limit_fails_and_is_named() {
        let table = |files| Table { files, ..Table::default() };
        let fits = table(vec![file("wasm/vintage-gpu_bg.beside.lzma", 149 * KB)]);
        assert!(fits.enforce().is_ok());
        let heavy = table(vec![file("wasm/vintage-gpu_bg.beside.lzma", 149 * KB), file("wasm/vintage-gpu.js", 2 * KB)]);
        let error = heavy.enforce().unwrap_err();
        assert!(error.contains("WebGPU"), "{error}");
        assert!(heavy.to_string().contains("OVER THE LIMIT"));
    }

    #[test]
    fn of_all_formats_the_heaviest_counts_for_the_first_verdict() {
        let mut files = vec![
            file("wasm/vintage-explorer_bg.beside.lzma", 100),
            file("wasm/vintage-explorer-split_tflite.wasm.lzma", 20),
            file("wasm/vintage-explorer-split_tensorflow.wasm.lzma", 15),
            file("wasm/vintage-explorer-chunk_1.wasm.lzma", 4),
            file("wasm/vintage-explorer-chunk_2.wasm.lzma", 2),
            file("wasm/vintage-app-split_graph.wasm.lzma", 50),
        ];
        let parts = "//! tflite: vintage-explorer-chunk_1.wasm.lzma vintage-explorer-split_tflite.wasm.lzma\n\
            //! tensorflow: vintage-explorer-chunk_1.wasm.lzma vintage-explorer-chunk_2.wasm.lzma vintage-explorer-split_tensorflow.wasm.lzma\n\
            //! graph: vintage-app-split_graph.wasm.lzma\nimport x";
        sort_out(&mut files, &chunks(parts));
        let groups: Vec<usize> = files.iter().map(|f| f.group).collect();
        assert_eq!(groups, [0, 0, LATER, 0, LATER, LATER]);
    }

    #[test]
    fn an_engine_counts_its_first_module_and_the_parts_of_a_kind() {
        let mut files = vec![
            file("static/engine.js", 1),
            file("wasm/vintage-engine_bg.wasm.zlib", 100),
            file("wasm/vintage-engine-split_recurrent.wasm.zlib", 20),
            file("wasm/vintage-engine-chunk_1.wasm.zlib", 3),
            file("wasm/vintage-engine-split_audio.wasm.zlib", 50),
            file("wasm/vintage-engine-relaxed_bg.wasm.zlib", 90),
            file("wasm/vintage-engine-relaxed-split_recurrent.wasm.zlib", 10),
        ];
        let parts = "//! recurrent: vintage-engine-chunk_1.wasm.zlib vintage-engine-split_recurrent.wasm.zlib\n\
            //! audio: vintage-engine-chunk_1.wasm.zlib vintage-engine-split_audio.wasm.zlib\n\
            //! recurrent: vintage-engine-relaxed-split_recurrent.wasm.zlib\n";
        let parts = chunks(parts);
        sort_out(&mut files, &parts);
        let sums = engines(&files, &parts).unwrap();
        let bytes = |name: &str| sums.iter().find(|sum| sum.name == name).map(|sum| sum.bytes);
        assert_eq!(bytes("engine: CNN, float32 or int8"), Some(101));
        assert_eq!(bytes("engine: recurrent"), Some(124));
        assert_eq!(bytes("engine, relaxed SIMD: recurrent"), Some(100));
    }

    #[test]
    fn repeated_bytes_pack_well() {
        assert!(gzip(&[7; 100_000]) < 1000);
    }
}
