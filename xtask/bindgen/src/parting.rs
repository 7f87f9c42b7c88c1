//! Parting the files of a generated module, and the lines that its scripts get for it.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use super::cold::{self, Outlined};
use super::later::{self, Apart, Counted, Follows, REST, USUAL};
use super::listed::{List, form, plain};

/// The files of a generated module in a folder.
pub struct Files<'a> {
    pub folder: &'a Path,
    /// Name of the module.
    pub name: &'a str,
    /// Parts that a first answer needs, by the names that the source has for them.
    pub parts: &'a [String],
}

impl Files<'_> {
    /// Moves the functions of a list out of the module and the chunks of its parts, `FILE.wasm`, into `FILE-rest.wasm`; those of a
    /// second list out of the module, into `FILE-usual.wasm`, which a call that cannot wait has as `FILE-usual-now.wasm`.
    ///
    /// The module's script gets, for `rest` as for `usual`, the address of the file, `came.rest()`, which says whether it is there, and
    /// `join.rest(MODULE)`, which links it once it is compiled. For a call that comes before, the scripts ask the code around them, `NOW(ADDRESS)`, for the compiled file; the
    /// module itself may call `following.usual()` to have the second one fetched.
    ///
    /// Returns the lines of the lists with a form that a function has ([`List::found`]).
    pub fn apart(&self, list: &Path, points: Option<&Path>, usual: Option<&Path>) -> Result<BTreeSet<String>, String> {
        let read = |path: Option<&Path>| path.map_or(Ok(String::new()), text);
        let (lines, points, usual) = (text(list)?, read(points)?, read(usual)?);
        let (listed, usual) = (List::read(&lines, &points), List::read(&usual, ""));
        let mut loader = self.loader_text()?;
        let main = format!("{}_bg", self.name);
        let followed = self.part(&main, &listed, &usual)?;
        if followed.is_empty() {
            self.whole()?;
        } else {
            let mut imports = Vec::new();
            let (mut more, mut came, mut joins) = (String::new(), String::new(), String::new());
            for (Follows { name, .. }, flag) in &followed {
                let file = format!("{main}-{name}.wasm");
                // The first lines are for the table of sizes, like those with the files of chunks.
                more.insert_str(0, &format!("//! {name}: {file}\n"));
                let _ = writeln!(more, "export const {name} = new URL(\"./{file}\", import.meta.url);");
                imports.push(format!(
                    "{name}: () => join.{name}(NOW({}))",
                    if *name == USUAL.name { "now" } else { name }
                ));
                let _ = writeln!(came, "    {name}: () => wasm?.[\"{flag}\"].value === 1,");
                let linked = format!("new WebAssembly.Instance(module, {{ {}: wasm }})", later::FROM);
                let _ = writeln!(joins, "    {name}: (module) => came.{name}() || {linked},");
            }
            let _ = writeln!(more, "export const came = {{\n{came}}};\nexport const join = {{\n{joins}}};");
            let has_usual = followed.iter().any(|(file, _)| file.name == USUAL.name);
            if has_usual {
                more.insert_str(0, &format!("//! now: {main}-usual-now.wasm\n"));
                let _ = writeln!(more, "const now = new URL(\"./{main}-usual-now.wasm\", import.meta.url);");
            }
            self.script(&imports.join(", "), &more, if has_usual { FOLLOW } else { NOTHING_FOLLOWS })?;
        }
        let mut any = false;
        for chunk in chunks(&loader, self.parts) {
            if !self.part(&chunk, &listed, &List::read("", ""))?.is_empty() {
                loader.insert_str(0, &format!("//! rest: {chunk}-rest.wasm\n"));
                let made = format!("apart(src, imports, new URL(\"./{chunk}-rest.wasm\", import.meta.url))");
                loader = instantiated(&loader, &chunk, &made)?;
                any = true;
            }
        }
        if any {
            write(&self.loader(), (loader + APART).as_bytes())?;
        }
        Ok(&listed.found() | &usual.found())
    }

    /// Lets each point of the module's functions, and of those in the chunks of its parts, set a byte in `called[NAME][FILE]` of the
    /// page or worker (to 2 if that was before the module called `following.usual`), and writes the names of all to
    /// `NAME-functions.txt`: `FILE FIRST POINTS FORM FUNCTION`, one a line.
    pub fn counted(&self) -> Result<(), String> {
        let mut loader = self.loader_text()?;
        let first = format!("{}_bg", self.name);
        let mut lines = String::new();
        let called = |file: &str, count: u32| {
            format!(
                "called: ((marks) => (at) => {{ marks[at] ||= 1; }})(called[\"{file}\"] ??= new Uint8Array({count}))"
            )
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
        self.script(&called(&first, first_count), &set, EARLY)
    }

    /// Completes the script of a module that is in one file.
    pub fn whole(&self) -> Result<(), String> {
        self.changed(Ok, NOTHING_FOLLOWS)
    }

    /// Parts a file; returns the files that follow it with the names of the numbers that say whether they are there.
    fn part(&self, file: &str, list: &List, usual: &List) -> Result<Vec<(Follows, String)>, String> {
        let path = self.file(file);
        let whole = bytes(&path)?;
        let Outlined { mut module, mut new } = cold::outlined(&whole, |body| list.cold(body))?;
        let usual = later::chosen(&module, |name, body| usual.has(name, || form(body)))?;
        new.extend(later::chosen(&module, |name, body| list.has(name, || form(body)))?);
        let mut followed = Vec::new();
        for (follows, leaving) in [(REST, new), (USUAL, usual)] {
            let leaving = if followed.is_empty() { leaving } else { later::shifted(&leaving) };
            if let Some(Apart { first, second, flag }) = later::apart(&module, leaving, follows)? {
                module = first;
                write(&self.file(&format!("{file}-{}", follows.name)), &second)?;
                followed.push((follows, flag));
            }
        }
        if !followed.is_empty() {
            write(&path, &module)?;
        }
        Ok(followed)
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
    fn script(&self, import: &str, more: &str, follow: &str) -> Result<(), String> {
        let own = format!("\"./{}_bg.js\": import0,", self.name);
        let with = format!("{own}\n        {}: {{ {import} }},", later::FROM);
        let change = |text: String| match text.matches(&own).count() {
            1 => Ok(text.replace(&own, &with) + more),
            _ => Err(format!("{}.js has another form than wasm-bindgen's scripts had.", self.name)),
        };
        self.changed(change, follow)
    }

    /// Changes the module's script, which ends with `follow` if the module calls that.
    fn changed(&self, change: impl Fn(String) -> Result<String, String>, follow: &str) -> Result<(), String> {
        let path = self.folder.join(format!("{}.js", self.name));
        let text = change(text(&path)?)?;
        let follow = if text.contains("following.usual") { follow } else { "" };
        write(&path, (text + follow).as_bytes())
    }
}

/// The object of functions that the module calls to have its files fetched.
const FOLLOW: &str =
    "const following = { usual: async () => came.usual() || void join.usual(await NOW.later(usual, \"zlib\")) };\n";
/// The same where functions are counted: what was called before it came, beside the fetch of parts, cannot be in that file, and is
/// marked with 2.
const EARLY: &str = "const following = { usual: () => new Promise((done) => setTimeout(done, 500)).then(() => \
    Object.values(called).forEach((marks) => marks.forEach((mark, at) => { if (mark) marks[at] = 2; }))) };\n";
const NOTHING_FOLLOWS: &str = "const following = { usual: async () => {} };\n";

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
