//! Assembles `dist/`: the page, `static/` unchanged, and the modules in `wasm/`. All addresses are relative, so the
//! folder works under any path.
//!
//! The modules of the first display are part of the page, the others are added when they are built: until then the
//! server lists them as missing.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::module::{MODULES, Module};
use super::{Mode, pack};
use crate::{Result, command, docs, npm, project};

/// Fills a fresh `dist/` from the repository and the folders of the built modules.
pub fn assemble(modules: &[PathBuf], mode: Mode) -> Result {
    let (root, dist) = (project::root(), project::dist_dir());
    let index = root.join("index.html");
    if !index.is_file() {
        return Err("index.html is missing from the repository; `git checkout index.html` brings it back.".into());
    }
    let io = |e: std::io::Error| format!("cannot write {}: {e}", dist.display());
    if dist.exists() {
        std::fs::remove_dir_all(&dist).map_err(io)?;
    }
    std::fs::create_dir_all(dist.join("wasm")).map_err(io)?;
    std::fs::copy(&index, dist.join("index.html")).map_err(io)?;
    copy_tree(&root.join("static"), &dist.join("static"))?;
    join_words(&root.join("static/locales"), &dist.join("static/locales"))?;
    docs::site::write(&root, &dist)?;
    vendor(&root, &dist)?;
    if mode == Mode::Release {
        minify(&dist, &[])?;
    }
    modules.iter().try_for_each(|folder| add(folder))?;
    for module in MODULES.iter().filter(|module| module.first_look) {
        if let Some(other) = module.dictionary {
            pack::pack_with(&dist.join("wasm"), module.name, other, mode)?;
        }
    }
    Ok(())
}

/// Adds the files of a module.
fn add(folder: &Path) -> Result {
    copy_tree(folder, &project::dist_dir().join("wasm"))
}

/// Adds a module that was built after the page.
pub fn add_later(module: &Module, folder: &Path, mode: Mode) -> Result {
    add(folder)?;
    match module.dictionary {
        Some(other) => pack::pack_with(&project::dist_dir().join("wasm"), module.name, other, mode),
        None => Ok(()),
    }
}

/// Texts that the page does not have: the CLI's, and those of the documentation.
const ELSEWHERE: [&str; 3] = ["cli", "cli-help", "docs"];

/// Files of texts for each language, and what is in them: `locales/en/terms.ftl` is in `locales/en.terms.ftl`.
const WORDS: [(&str, &[&str]); 3] = [
    // For every verdict.
    ("", &["compat", "errors", "first", "page"]),
    // Explanations of terms, which few visits open.
    ("terms.", &["terms"]),
    // The first screen and pictures of answers, before the page's code is there. The page has them in its own files too.
    (EARLY, &["first", "picture"]),
];

const EARLY: &str = "early.";

/// The file for all others, which are fetched with the first view, error or format that uses them.
const LATER: &str = "later.";

/// The files that have the texts of `locales/LANGUAGE/STEM.ftl`.
fn parts_with(stem: &str) -> impl Iterator<Item = &'static str> {
    let own = move || WORDS.iter().filter(move |(_, stems)| stems.contains(&stem)).map(|(part, _)| *part);
    let is_later = !ELSEWHERE.contains(&stem) && own().all(|part| part == EARLY);
    own().chain(is_later.then_some(LATER))
}

/// A few files of texts per language, so that the page sends one request before a verdict.
fn join_words(from: &Path, to: &Path) -> Result {
    let io = |e: std::io::Error| format!("cannot join the words of {}: {e}", from.display());
    for entry in from.read_dir().map_err(io)? {
        let folder = entry.map_err(io)?.path();
        if !folder.is_dir() {
            continue;
        }
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut files: Vec<_> = folder.read_dir().map_err(io)?.filter_map(|f| Some(f.ok()?.path())).collect();
        files.retain(|file| file.extension().is_some_and(|end| end == "ftl"));
        files.sort();
        let mut joined = BTreeMap::<_, String>::new();
        for file in files {
            let text = std::fs::read_to_string(&file).map_err(io)?;
            // Comments are for translators.
            let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
            let text: String = lines.flat_map(|line| [line, "\n"]).collect();
            for part in parts_with(file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default()) {
                *joined.entry(part).or_default() += &text;
            }
        }
        for (part, text) in joined {
            std::fs::write(to.join(format!("{name}.{part}ftl")), text).map_err(io)?;
        }
        std::fs::remove_dir_all(to.join(&name)).map_err(io)?;
    }
    Ok(())
}

/// Third-party scripts that the page loads unchanged: the formatter of its messages. Without it the page has no texts.
fn vendor(root: &Path, dist: &Path) -> Result {
    npm::ensure()?;
    let (from, to) = (root.join("node_modules/@fluent/bundle/index.js"), dist.join("static/vendor"));
    std::fs::create_dir_all(&to)
        .and_then(|()| std::fs::copy(&from, to.join("fluent-bundle.js")))
        .map_err(|e| format!("cannot copy {} to {}: {e}", from.display(), to.display()))?;
    Ok(())
}

/// Minifies the scripts and styles of a folder, with `more` arguments of esbuild, which saves two thirds of the output of wasm-bindgen and the formatter.
pub fn minify(folder: &Path, more: &[&str]) -> Result {
    let is_text = |path: &PathBuf| path.extension().is_some_and(|e| e == "js" || e == "css");
    let files: Vec<PathBuf> = files(folder)?.into_iter().filter(is_text).collect();
    let mut esbuild = command::clean(Command::new(npm::esbuild()));
    esbuild.args(["--minify", "--allow-overwrite", "--log-level=error"]).args(more);
    esbuild.arg(format!("--outdir={}", folder.display())).arg(format!("--outbase={}", folder.display()));
    if files.is_empty() { Ok(()) } else { command::run(esbuild.args(files)) }
}

/// All files of a folder and its subfolders, in order.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let io = |e: std::io::Error| format!("cannot read {}: {e}", folder.display());
    let mut found = Vec::new();
    for entry in folder.read_dir().map_err(io)? {
        let path = entry.map_err(io)?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// The path of a file in `dist`, with slashes.
pub fn address(dist: &Path, file: &Path) -> String {
    file.strip_prefix(dist).unwrap_or(file).to_string_lossy().replace('\\', "/")
}

/// Copies a folder's files and subfolders into `to`, creating it.
pub fn copy_tree(from: &Path, to: &Path) -> Result {
    let io = |e: std::io::Error| format!("cannot copy {} to {}: {e}", from.display(), to.display());
    std::fs::create_dir_all(to).map_err(io)?;
    for entry in from.read_dir().map_err(io)? {
        let entry = entry.map_err(io)?;
        let target = to.join(entry.file_name());
        if entry.file_type().map_err(io)?.is_dir() {
            copy_tree(&entry.path(), &target)?;
        } else {
            std::fs::copy(entry.path(), &target).map_err(io)?;
        }
    }
    Ok(())
}
