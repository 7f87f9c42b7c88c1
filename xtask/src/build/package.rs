//! `dist/npm`: the npm package, from its own sources in `npm/` and the modules and scripts of the finished page.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::pack::BESIDE;
use super::{Mode, dist, size};
use crate::{Result, command, languages, npm, project};

/// Scripts of the page that the package has as well, at the same addresses: modules and scripts refer to each other.
const SCRIPTS: [&str; 10] = [
    "crew.js",
    "engine.apart.js",
    "engine.d.ts",
    "engine.host.js",
    "engine.js",
    "explorer.worker.js",
    "shared.js",
    "thread.js",
    "threads.js",
    "unpack.js",
];

/// The module of the page, which the package does not have.
const PAGE: &str = "vintage-app";

/// Prefixes of the texts that scripts see: errors and advice.
const TEXTS: [&str; 2] = ["error-", "advice-"];

/// Texts of `vintage check` and of wrong targets.
const TEXTS_OF_CHECK: [&str; 8] = [
    "cli-no-channel",
    "cli-no-channel-meant",
    "cli-release-unknown",
    "cli-state-alone",
    "cli-unknown-action",
    "cli-unknown-channel",
    "cli-unknown-release",
    "cli-usage-values",
];

/// Marks in the package's README between which the build writes the sizes.
const SIZES: (&str, &str) = ("<!-- sizes -->", "<!-- /sizes -->");

/// Puts the package together, after the page is finished.
pub fn assemble(mode: Mode) -> Result {
    let (root, dist) = (project::root(), project::dist_dir());
    let (from, out) = (root.join("npm"), dist.join("npm"));
    let io = |e: std::io::Error| format!("cannot write {}: {e}", out.display());
    if out.exists() {
        std::fs::remove_dir_all(&out).map_err(io)?;
    }
    dist::copy_tree(&from, &out)?;
    std::fs::remove_file(out.join("contract.mjs")).map_err(io)?;
    contract(&root, &out)?;
    formatter(&root, &out)?;
    scripts(&root, &out)?;
    if mode == Mode::Release {
        dist::minify(&out, &[])?;
    }
    std::fs::create_dir_all(out.join("wasm")).map_err(io)?;
    for file in dist::files(&dist.join("wasm"))? {
        let name = file.file_name().unwrap_or_default();
        let text = name.to_string_lossy();
        if !text.starts_with(PAGE) && !text.ends_with(BESIDE) {
            std::fs::copy(&file, out.join("wasm").join(name)).map_err(io)?;
        }
    }
    let explorer = out.join("wasm/vintage-explorer.js");
    let script = std::fs::read_to_string(&explorer).map_err(io)?;
    std::fs::write(&explorer, literal_addresses(&script)).map_err(io)?;
    for license in ["LICENSE", "LICENSE-APACHE", "LICENSE-MIT"] {
        std::fs::copy(root.join(license), out.join(license)).map_err(io)?;
    }
    words(&root, &out)?;
    version(&root, &out)?;
    sizes(&out, mode)
}

/// The types of the contract, from its JSON Schema.
fn contract(root: &Path, out: &Path) -> Result {
    let mut node = command::clean(Command::new("node"));
    node.arg(root.join("npm/contract.mjs")).arg(root.join("docs/report.schema.json")).arg(out.join("contract.d.ts"));
    command::run(&mut node)
}

/// The scripts, with imports that bundlers follow: in packages they follow literal addresses only.
fn scripts(root: &Path, out: &Path) -> Result {
    let io = |e: std::io::Error| format!("cannot write the package's scripts: {e}");
    std::fs::create_dir_all(out.join("static")).map_err(io)?;
    for script in SCRIPTS {
        let text = std::fs::read_to_string(root.join("static").join(script)).map_err(io)?;
        let text = if script == "unpack.js" { literal_imports(&text)? } else { text };
        std::fs::write(out.join("static").join(script), text).map_err(io)?;
    }
    Ok(())
}

/// `unpack.js` with a literal import of each module's script.
fn literal_imports(text: &str) -> Result<String> {
    const IMPORT: &str = "import(`../wasm/${name}.js`)";
    if text.matches(IMPORT).count() != 1 {
        return Err(format!("static/unpack.js no longer has `{IMPORT}` (xtask/src/build/package.rs)."));
    }
    let modules = super::module_names().filter(|name| *name != PAGE);
    let rows: String = modules.map(|name| format!("  \"{name}\": () => import(\"../wasm/{name}.js\"),\n")).collect();
    Ok(format!("{}\nconst SCRIPTS = {{\n{rows}}};\n", text.replace(IMPORT, "SCRIPTS[name]()")))
}

/// The script of a module with many instances (see [`super::instances`]) with the addresses of its chunks relative to itself,
/// as bundlers look for them. The instances are made of the module beside the script anyway.
fn literal_addresses(script: &str) -> String {
    let mut parts = script.split("new URL(\"./");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out += "new URL(\"./";
        match part.split_once("\",").and_then(|(file, rest)| Some((file, rest.split_once(')')?.1))) {
            Some((file, rest)) if file.ends_with(".lzma") => out += &format!("{file}\",import.meta.url){rest}"),
            _ => out += part,
        }
    }
    out
}

/// The formatter of messages as one module; as a dependency it would need a bundler or an entry of an import map.
fn formatter(root: &Path, out: &Path) -> Result {
    npm::ensure()?;
    let mut esbuild = command::clean(Command::new(npm::esbuild()));
    esbuild.args(["--bundle", "--format=esm", "--log-level=error", "--legal-comments=inline"]);
    esbuild.arg("--banner:js=/*! @fluent/bundle, Apache-2.0 */");
    esbuild.arg(format!("--outfile={}", out.join("lib/fluent-bundle.js").display()));
    command::run(esbuild.arg(root.join("node_modules/@fluent/bundle/esm/index.js")))
}

/// The texts of each language as a module: imports work in every environment and with every bundler.
fn words(root: &Path, out: &Path) -> Result {
    let io = |e: std::io::Error| format!("cannot write the package's texts: {e}");
    let folder = out.join("lib/words");
    std::fs::create_dir_all(&folder).map_err(io)?;
    for language in languages::all(root)? {
        let mut text = String::new();
        for file in dist::files(&root.join("static/locales").join(&language.tag))? {
            text += &chosen(&std::fs::read_to_string(&file).map_err(io)?);
        }
        // A Rust literal of these texts is one of JavaScript, too.
        let module = format!("export default {text:?};\n");
        std::fs::write(folder.join(format!("{}.js", language.tag)), module).map_err(io)?;
    }
    Ok(())
}

/// The messages of a locale file that scripts see.
fn chosen(text: &str) -> String {
    let mut out = String::new();
    let mut keep = false;
    for line in text.lines().filter(|line| !line.is_empty()) {
        if !line.starts_with([' ', '}']) {
            let id = line.split(' ').next().unwrap_or_default();
            let is_text = TEXTS.iter().any(|prefix| id.starts_with(prefix)) || TEXTS_OF_CHECK.contains(&id);
            // Remedies of errors are in the page and the terminal.
            keep = is_text && !(id.starts_with("error-") && id.ends_with("-advice"));
        }
        if keep {
            out.extend([line, "\n"]);
        }
    }
    out
}

/// The package's version is the project's.
fn version(root: &Path, out: &Path) -> Result {
    let io = |e: std::io::Error| format!("cannot write the package's version: {e}");
    let manifest = std::fs::read_to_string(root.join("Cargo.toml")).map_err(io)?;
    let own = manifest.split("[package]").nth(1).and_then(|package| package.split("version = \"").nth(1));
    let own = own.and_then(|rest| rest.split('"').next()).ok_or("Cargo.toml has no version of the package.")?;
    let path = out.join("package.json");
    let text = std::fs::read_to_string(&path).map_err(io)?;
    std::fs::write(&path, text.replacen("\"version\": \"0.0.0\"", &format!("\"version\": \"{own}\""), 1)).map_err(io)
}

/// Functions of the reader that follow its first answer: a check calls them, and so does a run.
const EXPLORER_REST: &str = "wasm/vintage-explorer_bg-rest.wasm.lzma";

/// Files that a consumer fetches for each step. The second step needs the first one too, and so does the third.
fn steps(out: &Path) -> Result<Vec<(&'static str, Vec<PathBuf>)>> {
    let read = |name: &str| {
        let path = out.join("wasm").join(format!("{name}.js"));
        std::fs::read_to_string(&path).map_err(|e| format!("cannot read {}: {e}", path.display()))
    };
    let part = |name: &str, part: &str| -> Result<Vec<PathBuf>> {
        let loader = read(name)?;
        let found = size::chunks(&loader).into_iter().find(|(known, _)| *known == part);
        Ok(found.map(|(_, files)| files.iter().map(|file| out.join("wasm").join(file)).collect()).unwrap_or_default())
    };
    let at = |names: &[&str]| names.iter().map(|name| out.join(name)).collect::<Vec<_>>();
    let mut first = at(&[
        "index.js",
        "lib/client.js",
        "lib/errors.js",
        "lib/files.js",
        "lib/session.js",
        "lib/workers.js",
        "static/explorer.worker.js",
        "static/unpack.js",
        "wasm/unpack.wasm",
        "wasm/vintage-explorer.js",
        "wasm/vintage-explorer_bg.wasm.lzma",
    ]);
    first.extend(part("vintage-explorer", "tflite")?);
    let mut later = at(&[EXPLORER_REST, "lib/sentences.js", "lib/fluent-bundle.js", "lib/words/en.js"]);
    later.extend(part("vintage-explorer", "later")?.into_iter().filter(|file| !first.contains(file)));
    let engine = at(&[
        "lib/models.js",
        "static/engine.apart.js",
        "static/engine.host.js",
        "static/engine.js",
        "wasm/vintage-engine-relaxed.js",
        "wasm/vintage-engine-relaxed_bg.wasm.zlib",
    ]);
    Ok(vec![
        ("`open()` of a `.tflite` file, `report({ advice: false })`", first),
        ("then `report()`, `check()`, `graph()`, `tensor()`, `compare()`", later),
        ("then `run()` of a float32 or int8 CNN", engine),
    ])
}

/// Writes the sizes into the README.
fn sizes(out: &Path, mode: Mode) -> Result {
    let table = match mode {
        Mode::Dev => "Not measured: this is a development build.".to_owned(),
        Mode::Release => {
            let mut rows = String::from("| step | files | KB (gzip) |\n| --- | --- | --- |\n");
            for (step, files) in steps(out)? {
                let mut bytes = 0;
                for file in &files {
                    bytes +=
                        size::gzip(&std::fs::read(file).map_err(|e| format!("cannot read {}: {e}", file.display()))?);
                }
                rows += &format!("| {step} | {} | {:.0} |\n", files.len(), bytes as f64 / size::KB as f64);
            }
            rows.trim_end().to_owned()
        }
    };
    let path = out.join("README.md");
    let io = |e: std::io::Error| format!("cannot write the package's README: {e}");
    let text = std::fs::read_to_string(&path).map_err(io)?;
    let filled = filled(&text, &table).ok_or("npm/README.md lacks the marks for the sizes.")?;
    std::fs::write(&path, filled).map_err(io)
}

/// The README with the table between the marks.
fn filled(readme: &str, table: &str) -> Option<String> {
    let (before, rest) = readme.split_once(SIZES.0)?;
    let (_, after) = rest.split_once(SIZES.1)?;
    Some(format!("{before}{}\n\n{table}\n\n{}{after}", SIZES.0, SIZES.1))
}

#[cfg(test)]
mod tests {
    use super::{chosen, filled, literal_addresses, literal_imports};

    #[test]
    fn texts_that_scripts_see_are_chosen_with_all_their_lines() {
        let text = "# Errors\nerror-a = Text\nerror-a-advice = Do\nadvice-b =\n    { $n ->\n        [one] x\n       *[other] y\n    }\n\
                    page-c = Title\n    more\ncli-state-alone = Alone\ncli-other = No\n";
        let wanted = "error-a = Text\nadvice-b =\n    { $n ->\n        [one] x\n       *[other] y\n    }\ncli-state-alone = Alone\n";
        assert_eq!(chosen(text), wanted);
    }

    #[test]
    fn every_module_is_imported_by_its_address() {
        let text = "await import(`../wasm/${name}.js`);\n";
        let changed = literal_imports(text).unwrap();
        assert!(changed.starts_with("await SCRIPTS[name]();\n"), "{changed}");
        assert!(
            changed.contains("\"vintage-explorer\": () => import(\"../wasm/vintage-explorer.js\"),\n"),
            "{changed}"
        );
        assert!(!changed.contains(super::PAGE), "{changed}");
        assert!(literal_imports("await import(name)").is_err());
    }

    #[test]
    fn chunks_are_found_beside_the_script() {
        let script =
            "(a,b)=>{b(new URL(\"./x.wasm.lzma\",a)),b(new URL(\"./y.wasm.lzma\", BASE));new URL(\"./z.js\",a)}";
        let wanted = "(a,b)=>{b(new URL(\"./x.wasm.lzma\",import.meta.url)),b(new URL(\"./y.wasm.lzma\",import.meta.url));\
                      new URL(\"./z.js\",a)}";
        assert_eq!(literal_addresses(script), wanted);
    }

    #[test]
    fn the_readme_keeps_its_marks() {
        let once = filled("a\n<!-- sizes -->\n<!-- /sizes -->\nb", "T").unwrap();
        assert_eq!(once, "a\n<!-- sizes -->\n\nT\n\n<!-- /sizes -->\nb");
        assert_eq!(filled(&once, "T").unwrap(), once);
        assert_eq!(filled("a", "T"), None);
    }
}
