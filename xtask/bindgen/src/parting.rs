//! Parting the files of a generated module, and the lines that its scripts get for it.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use super::cold::{self, Outlined};
use super::later::{self, Apart, Counted};
use super::listed::{List, plain};

/// The files of a generated module in a folder.
pub struct Files<'a> {
    pub folder: &'a Path,
    /// Name of the module.
    pub name: &'a str,
    /// Parts that a first answer needs, by the names that the source has for them.
    pub parts: &'a [String],
}

impl Files<'_> {
    /// Moves the functions of a list out of the module and the chunks of its parts, `FILE.wasm`, into `FILE-rest.wasm`.
    ///
    /// The module's script gets `rest`, the address of the module's second file, and `join(MODULE)`, which links it once it is
    /// compiled. For a call that comes before, the scripts ask the code around them, `NOW(ADDRESS)`, for the compiled file.
    pub fn apart(&self, list: &Path, points: Option<&Path>) -> Result<(), String> {
        let (lines, points) = (text(list)?, points.map_or(Ok(String::new()), text)?);
        let listed = List::read(&lines, &points);
        let mut loader = self.loader_text()?;
        if let Some(flag) = self.part(&format!("{}_bg", self.name), &listed)? {
            let rest = format!("{}_bg-rest.wasm", self.name);
            let more = format!(
                "export const rest = new URL(\"./{rest}\", import.meta.url);\n\
                 export function join(module) {{\n    \
                 if (!wasm[\"{flag}\"].value) new WebAssembly.Instance(module, {{ {}: wasm }});\n}}\n",
                later::FROM
            );
            // The first line is for the table of sizes, like those with the files of chunks.
            self.script("rest: () => join(NOW(rest))", &format!("//! rest: {rest}\n{more}"))?;
        }
        let mut any = false;
        for chunk in chunks(&loader, self.parts) {
            if self.part(&chunk, &listed)?.is_some() {
                loader.insert_str(0, &format!("//! rest: {chunk}-rest.wasm\n"));
                let made = format!("apart(src, imports, new URL(\"./{chunk}-rest.wasm\", import.meta.url))");
                loader = instantiated(&loader, &chunk, &made)?;
                any = true;
            }
        }
        if any { write(&self.loader(), (loader + APART).as_bytes()) } else { Ok(()) }
    }

    /// Lets each point of the module's functions, and of those in the chunks of its parts, set a byte in `called[NAME][FILE]` of the
    /// page or worker, and writes the names of all to `NAME-functions.txt`: `FILE FIRST POINTS FORM FUNCTION`, one a line.
    pub fn counted(&self) -> Result<(), String> {
        let mut loader = self.loader_text()?;
        let first = format!("{}_bg", self.name);
        let mut lines = String::new();
        let called = |file: &str, count: u32| {
            format!("called: ((marks) => (at) => {{ marks[at] = 1; }})(called[\"{file}\"] ??= new Uint8Array({count}))")
        };
        let set = format!("const called = ((globalThis.called ??= {{}})[\"{}\"] ??= {{}});\n", self.name);
        let mut first_count = 0;
        for file in chunks(&loader, self.parts).into_iter().chain([first.clone()]) {
            let path = self.file(&file);
            let (counted, functions, count) = later::counted(&bytes(&path)?)?;
            write(&path, &counted)?;
            for Counted { first, points, name, form } in functions {
                let _ = writeln!(lines, "{file} {first} {points} {form} {}", plain(&name));
            }
            if file != first {
                let imports = format!("{{ ...imports, {}: {{ {} }} }}", later::FROM, called(&file, count));
                let made = format!("(WebAssembly.instantiate(await src, {imports}))");
                loader = instantiated(&loader, &file, &made)?;
            } else {
                first_count = count;
            }
        }
        write(&self.folder.join(format!("{}-functions.txt", self.name)), lines.as_bytes())?;
        if !loader.is_empty() {
            write(&self.loader(), (loader + &set).as_bytes())?;
        }
        self.script(&called(&first, first_count), &set)
    }

    /// Parts a file; returns the name of the number that says whether the second one is there.
    fn part(&self, file: &str, list: &List) -> Result<Option<String>, String> {
        let path = self.file(file);
        let whole = bytes(&path)?;
        let Outlined { module, new } = cold::outlined(&whole, |body| list.cold(body))?;
        let Some(Apart { first, rest, flag }) = later::apart(&module, &new, |name, body| list.has(name, body))? else {
            return Ok(None);
        };
        write(&path, &first)?;
        write(&self.file(&format!("{file}-rest")), &rest)?;
        Ok(Some(flag))
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.wasm"))
    }

    fn loader(&self) -> PathBuf {
        self.folder.join(format!("{}-chunks.js", self.name))
    }

    /// The loader of the chunks; empty for a module without any.
    fn loader_text(&self) -> Result<String, String> {
        if self.loader().exists() { text(&self.loader()) } else { Ok(String::new()) }
    }

    /// Adds an import for the module to its script, and what that needs.
    fn script(&self, import: &str, more: &str) -> Result<(), String> {
        let path = self.folder.join(format!("{}.js", self.name));
        let text = text(&path)?;
        let own = format!("\"./{}_bg.js\": import0,", self.name);
        let with = format!("{own}\n        {}: {{ {import} }},", later::FROM);
        if text.matches(&own).count() != 1 {
            return Err(format!("{} has another form than wasm-bindgen's scripts had.", path.display()));
        }
        write(&path, (text.replace(&own, &with) + more).as_bytes())
    }
}

/// The function of a loader that makes a chunk with a second file.
const APART: &str = "async function apart(src, imports, rest) {
    const join = (module) => new WebAssembly.Instance(module, { later: instance.exports });
    const later = { rest: () => join(NOW(rest)) };
    const made = await WebAssembly.instantiate(await src, { ...imports, later });
    const instance = made.instance ?? made;
    if (NOW.waits) NOW.awaited?.push(rest);
    else join(await NOW.later(rest));
}
";

/// The loader with another expression that makes a chunk.
fn instantiated(loader: &str, chunk: &str, made: &str) -> Result<String, String> {
    const USUAL: &str = "(WebAssembly.instantiateStreaming(src, imports))";
    let wrong = || format!("the loader of {chunk} has another form than the splitter's had.");
    let at = loader.find(&format!("fetch(new URL(\"./{chunk}.wasm\"")).ok_or_else(wrong)?;
    let from = at + loader[at..].find(USUAL).ok_or_else(wrong)?;
    Ok([&loader[..from], made, &loader[from + USUAL.len()..]].concat())
}

/// The chunks of some parts, from the lines `//! PART: FILE FILE` of a loader.
fn chunks(loader: &str, parts: &[String]) -> Vec<String> {
    let lines = loader.lines().filter_map(|line| line.strip_prefix("//! ")?.split_once(": "));
    let files =
        lines.filter(|(part, _)| parts.iter().any(|other| other == part)).flat_map(|(_, files)| files.split(' '));
    let mut chunks: Vec<String> = files.map(|file| file.trim_end_matches(".wasm").to_owned()).collect();
    chunks.sort();
    chunks.dedup();
    chunks
}

fn text(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|e| format!("cannot read {}: {e}", path.display()))
}

fn bytes(path: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|e| format!("cannot read {}: {e}", path.display()))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    std::fs::write(path, bytes).map_err(|e| format!("cannot write {}: {e}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chunks_of_a_part_are_listed_and_made_in_another_way() {
        let loader = "//! a: m-chunk_1.wasm m-split_a.wasm\n//! b: m-chunk_1.wasm m-split_b.wasm\n\
            x(fetch(new URL(\"./m-split_a.wasm\", u)), (WebAssembly.instantiateStreaming(src, imports)));\n\
            x(fetch(new URL(\"./m-split_b.wasm\", u)), (WebAssembly.instantiateStreaming(src, imports)));\n";
        assert_eq!(chunks(loader, &["a".to_owned()]), ["m-chunk_1", "m-split_a"]);
        let other = instantiated(loader, "m-split_b", "made()").unwrap();
        assert!(other.ends_with("m-split_b.wasm\", u)), made());\n"), "{other}");
        assert!(other.contains("m-split_a.wasm\", u)), (WebAssembly"), "{other}");
    }
}
