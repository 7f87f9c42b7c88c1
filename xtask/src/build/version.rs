//! Moves the files of a finished build into a folder of its own, `dist/b/VERSION/`, named by their content: a browser may
//! keep them forever, and never meets files of two builds.
//!
//! Only what others refer to keeps its address: the page, the documents, the samples, and in `static/` the scripts that are
//! an interface, which lead to those of the build.

use std::path::{Path, PathBuf};

use super::dist;
use crate::{Result, hash};

/// The folder of all builds. `static/host.js` knows its name as well.
pub const BUILDS: &str = "b";

/// Folders that are moved.
const MOVED: [&str; 2] = ["static", "wasm"];

/// Files that stay at their addresses: links have the samples, pages of others the icon, editors the types, and the offline worker
/// serves the folder that it lies in.
const STAYS: [&str; 5] =
    ["static/samples", "static/icon.svg", "static/engine.d.ts", "static/offline.worker.js", DEFINING];

/// The script that defines the element. It imports one of the build at once: each further step would delay the element.
const DEFINING: &str = "static/vintage-explorer.js";

/// A module that others import: a line is left at the address.
const MODULE: &str = "static/element.js";

/// Another one, of which a copy is left at the address, because each further request would delay the first output of a model. What it
/// imports must not import it.
const COPIED: &str = "static/engine.js";

/// Moves the files of `folder`, a finished `dist/`; returns the name of the build.
pub fn move_files(folder: &Path) -> Result<String> {
    let io = |e: std::io::Error| format!("cannot move the files of {}: {e}", folder.display());
    let mut moved = Vec::new();
    for file in dist::files(folder)? {
        let path = dist::address(folder, &file);
        if MOVED.iter().any(|moved| path.starts_with(&format!("{moved}/"))) && !stays(&path) {
            moved.push((path, file));
        }
    }
    moved.sort();
    let mut content = Vec::new();
    for (path, file) in &moved {
        content.extend([path.clone().into_bytes(), std::fs::read(file).map_err(io)?]);
    }
    let version = format!("{:016x}", hash::fnv(content));
    let own = format!("{BUILDS}/{version}");
    for (path, file) in &moved {
        let to = folder.join(&own).join(path);
        std::fs::create_dir_all(to.parent().unwrap_or(folder)).and_then(|()| std::fs::rename(file, &to)).map_err(io)?;
    }
    std::fs::write(folder.join(MODULE), format!("export * from \"../{own}/{MODULE}\";\n")).map_err(io)?;
    for (path, from) in [(DEFINING, folder.join(DEFINING)), (COPIED, folder.join(&own).join(COPIED))] {
        let script = std::fs::read_to_string(from).map_err(io)?;
        std::fs::write(folder.join(path), script.replace("\"./", &format!("\"../{own}/static/"))).map_err(io)?;
    }
    for file in dist::files(folder)? {
        let path = dist::address(folder, &file);
        if path.ends_with(".html") && !path.starts_with(BUILDS) {
            let text = std::fs::read_to_string(&file).map_err(io)?;
            std::fs::write(&file, readdressed(&text, &own)).map_err(io)?;
        }
    }
    MOVED.iter().for_each(|moved| remove_empty(&folder.join(moved)));
    Ok(version)
}

/// Removes a folder's empty folders, and the folder itself if nothing is left.
fn remove_empty(folder: &Path) {
    for entry in folder.read_dir().into_iter().flatten().flatten() {
        remove_empty(&entry.path());
    }
    // Refused for files and for folders with content, which stay.
    let _ = std::fs::remove_dir(folder);
}

fn stays(path: &str) -> bool {
    STAYS.iter().any(|stays| path.strip_prefix(stays).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
}

/// A page that names the moved files at their new addresses.
fn readdressed(page: &str, own: &str) -> String {
    let mut out = String::new();
    let mut rest = page;
    // Attributes only: text may name a path as well, but without a quotation mark of HTML's.
    while let Some(at) = ["src=\"", "href=\""].iter().filter_map(|name| Some(rest.find(name)? + name.len())).min() {
        let (before, after) = rest.split_at(at);
        out += before;
        let ups = after.len() - after.trim_start_matches("../").len();
        let (up, path) = after.split_at(ups);
        let value = path.split('"').next().unwrap_or_default();
        let is_moved = MOVED.iter().any(|moved| value.starts_with(&format!("{moved}/")));
        out += up;
        if is_moved && !stays(value) {
            out += own;
            out += "/";
        }
        rest = path;
    }
    out + rest
}

/// The file of the finished build for a path of the time before it was finished: a page may have been opened then.
pub fn finished(folder: &Path, path: &Path) -> Option<PathBuf> {
    let inside = path.strip_prefix(folder).ok()?;
    let builds = folder.join(BUILDS).read_dir().ok()?;
    builds.filter_map(|build| Some(build.ok()?.path().join(inside))).find(|file| file.is_file())
}

/// The path that a file of a build has in the repository and while the build goes on: without the folder of the build.
pub fn plain(path: &str) -> &str {
    let inside = path.strip_prefix(BUILDS).and_then(|rest| rest.strip_prefix('/')?.split_once('/'));
    inside.map_or(path, |(_, plain)| plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(name: &str, files: &[(&str, &str)]) -> std::path::PathBuf {
        let folder = std::env::temp_dir().join(format!("vintage-version-{name}-{}", std::process::id()));
        for (path, text) in files {
            let file = folder.join(path);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, text).unwrap();
        }
        folder
    }

    const FILES: [(&str, &str); 13] = [
        ("index.html", "<link href=\"static/style.css\"><link href=\"static/icon.svg\"><link href=\"wasm/app.js\">"),
        (
            "docs/findings/a.html",
            "<script src=\"../../static/docs.js\"></script><a href=\"../../index.html\">static/docs.js</a>",
        ),
        ("static/style.css", "a"),
        ("static/docs.js", "b"),
        ("static/locales/en.ftl", "h"),
        ("static/element.js", "export function define() {}"),
        ("static/vintage-explorer.js", "import{define as d}from\"./element.js\";d();"),
        ("static/engine.js", "import{start}from\"./unpack.js\";export const s=start;"),
        ("static/engine.d.ts", "types"),
        ("static/icon.svg", "c"),
        ("static/samples/m.tflite", "d"),
        ("static/offline.worker.js", "e"),
        ("wasm/app.js", "f"),
    ];

    #[test]
    fn files_move_into_the_folder_of_their_build_and_pages_follow() {
        let folder = written("moves", &FILES);
        let version = move_files(&folder).unwrap();
        let read = |path: &str| std::fs::read_to_string(folder.join(path)).unwrap();
        let own = format!("b/{version}");
        assert_eq!(
            read("index.html"),
            format!(
                "<link href=\"{own}/static/style.css\"><link href=\"static/icon.svg\"><link href=\"{own}/wasm/app.js\">"
            )
        );
        assert_eq!(
            read("docs/findings/a.html"),
            format!(
                "<script src=\"../../{own}/static/docs.js\"></script><a href=\"../../index.html\">static/docs.js</a>"
            )
        );
        let files: Vec<String> =
            dist::files(&folder).unwrap().iter().map(|file| plain(&dist::address(&folder, file)).to_owned()).collect();
        for (path, _) in FILES {
            assert!(files.iter().any(|file| file == path), "{path} is gone");
        }
        for path in ["static/samples/m.tflite", "static/icon.svg", "static/offline.worker.js", "static/engine.d.ts"] {
            assert!(folder.join(path).is_file(), "{path} keeps its address");
        }
        assert_eq!(read("static/element.js"), format!("export * from \"../{own}/static/element.js\";\n"));
        assert_eq!(
            read("static/vintage-explorer.js"),
            format!("import{{define as d}}from\"../{own}/static/element.js\";d();")
        );
        assert_eq!(
            read("static/engine.js"),
            format!("import{{start}}from\"../{own}/static/unpack.js\";export const s=start;")
        );
        assert_eq!(read(&format!("{own}/static/engine.js")), FILES[7].1);
        assert!(!folder.join("wasm").exists());
        assert!(!folder.join("static/locales").exists());
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn another_content_is_another_name_and_the_same_is_the_same() {
        let name = |name: &str, files: &[(&str, &str)]| {
            let folder = written(name, files);
            let version = move_files(&folder).unwrap();
            std::fs::remove_dir_all(&folder).unwrap();
            version
        };
        let first = name("first", &FILES);
        assert_eq!(first, name("again", &FILES));
        let mut changed = FILES;
        changed[12].1 = "g";
        assert_ne!(first, name("changed", &changed));
        // Documents and samples have no part in it: their addresses stay.
        let mut text = FILES;
        text[1].1 = "<p>";
        assert_eq!(first, name("text", &text));
    }
}
