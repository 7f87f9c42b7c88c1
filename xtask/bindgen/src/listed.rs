//! Lists of functions that should follow a module, as `cargo xtask build --visits` writes them: which functions they have.
//!
//! A line is the name of a function, a beginning of names, `a::b::*`, or a name and a form, `a::b #0123abcd`. The instances of
//! a generic function have one name; where only some of them should follow, they differ by their forms.
//!
//! A second list has the points of functions that no visit reaches (`cold`): a form and numbers, `0123abcd 3 5-9`.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use wasmparser::FunctionBody;

/// The first byte of instructions with two: tables and bulk memory, vectors, and what came later.
const FIRST_PREFIX: u8 = 0xfb;

/// A list that was read.
pub struct List<'a> {
    /// Names and beginnings of names, sorted.
    names: Vec<&'a str>,
    /// Names with their forms.
    forms: BTreeSet<(&'a str, &'a str)>,
    /// Ranges of points, by form.
    points: BTreeMap<&'a str, &'a str>,
    /// The beginnings of lines with a form that functions had, up to the form.
    found: RefCell<BTreeSet<String>>,
}

impl<'a> List<'a> {
    /// Reads the texts of both lists; lines that begin with `# ` are for people.
    pub fn read(functions: &'a str, points: &'a str) -> Self {
        fn lines(text: &str) -> impl Iterator<Item = &str> {
            text.lines().filter(|line| !line.starts_with("# "))
        }
        let points = lines(points).filter_map(|line| line.split_once(' ')).collect();
        let lines = lines(functions);
        let (forms, mut names): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.contains(" #"));
        names.sort_by_key(|line| line.trim_end_matches('*'));
        let forms = forms.into_iter().filter_map(|line| line.rsplit_once(" #")).collect();
        Self { names, forms, points, found: RefCell::default() }
    }

    /// Whether the list has a function, whose name is that in the module; `form` gives its form where names do not say it.
    pub fn has(&self, function: &str, form: impl FnOnce() -> Result<String, String>) -> Result<bool, String> {
        let name = plain(function);
        if self.has_name(&name) {
            return Ok(true);
        }
        if self.forms.range((name.as_str(), "")..).next().is_none_or(|(other, _)| *other != name) {
            return Ok(false);
        }
        let form = form()?;
        let has = self.forms.contains(&(name.as_str(), form.as_str()));
        if has {
            self.found.borrow_mut().insert(format!("{name} #{form}"));
        }
        Ok(has)
    }

    /// Those of the lines with a form whose functions were asked for: `a::b #0123abcd`, and `0123abcd` of points. What a list has
    /// beyond them is of functions that have changed since.
    pub fn found(&self) -> BTreeSet<String> {
        self.found.borrow().clone()
    }

    /// The points of a function that no visit reaches, by number.
    pub fn cold(&self, body: &FunctionBody) -> Result<BTreeSet<u32>, String> {
        if self.points.is_empty() {
            return Ok(BTreeSet::new());
        }
        let form = form(body)?;
        let Some(ranges) = self.points.get(form.as_str()) else { return Ok(BTreeSet::new()) };
        self.found.borrow_mut().insert(form.clone());
        let mut numbers = BTreeSet::new();
        for range in ranges.split(' ') {
            let (first, last) = range.split_once('-').unwrap_or((range, range));
            let number =
                |text: &str| text.parse::<u32>().map_err(|_| format!("{form} {ranges}: {range} is no range of points"));
            numbers.extend(number(first)?..=number(last)?);
        }
        Ok(numbers)
    }

    fn has_name(&self, name: &str) -> bool {
        let after = self.names.partition_point(|line| line.trim_end_matches('*') <= name);
        self.names[..after].last().is_some_and(|line| match line.strip_suffix('*') {
            Some(beginning) => name.starts_with(beginning),
            None => *line == name,
        })
    }
}

/// A name without what differs from build to build: the hashes of crates and instances, and numbers of the compiler.
pub fn plain(function: &str) -> String {
    let is_hash = |text: &str| text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    // Chunks keep the names of the linker, some with a word behind.
    let (mangled, word) = function.split_once(' ').unwrap_or((function, ""));
    let mut name = match rustc_demangle::try_demangle(mangled) {
        Ok(name) if word.is_empty() => format!("{name:#}"),
        Ok(name) => format!("{name:#} {word}"),
        Err(_) => function.to_owned(),
    };
    // The linker's number of one of several functions.
    if let Some((before, number)) = name.rsplit_once('.')
        && number.parse::<u32>().is_ok()
    {
        name.truncate(before.len());
    }
    if let Some((before, hash)) = name.rsplit_once("::h")
        && is_hash(hash)
    {
        name.truncate(before.len());
    }
    // The place of a closure's function in the table.
    if let Some((before, rest)) = name.split_once("shim_idx: ") {
        name = format!("{before}shim_idx: _{}", rest.trim_start_matches(|c: char| c.is_ascii_digit()));
    }
    let mut out = String::new();
    // The hash of a crate: `core[0123456789abcdef]`.
    for (number, part) in name.split('[').enumerate() {
        match part.split_once(']') {
            Some((hash, rest)) if number > 0 && is_hash(hash) => out += rest,
            _ if number > 0 => out.extend(["[", part]),
            _ => out += part,
        }
    }
    out
}

/// The form of a function: a number for its instructions without their operands (FNV-1a, as eight digits). A new field in a
/// struct moves the offsets of others, and a new function the numbers of others: neither changes a form.
pub fn form(body: &FunctionBody) -> Result<String, String> {
    let wrong = |error: wasmparser::BinaryReaderError| format!("a function cannot be read: {error}");
    let bytes = body.as_bytes();
    let mut operators = body.get_operators_reader().map_err(wrong)?;
    let start = body.range().start;
    let mut hash: u32 = 0x811c_9dc5;
    while !operators.eof() {
        let at = (operators.original_position() - start) as usize;
        operators.read().map_err(wrong)?;
        // Instructions after a prefix have their number in the next byte.
        let last = if bytes[at] >= FIRST_PREFIX { at + 1 } else { at };
        for byte in &bytes[at..=last] {
            hash = (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
        }
    }
    Ok(format!("{hash:08x}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_encoder::{CodeSection, Function, FunctionSection, Module, TypeSection};
    use wasmparser::{Parser, Payload};

    /// A function that adds a number to what another function returns, so many times.
    fn function(called: u32, number: i64, times: usize) -> Vec<u8> {
        let mut body = Function::new([]);
        body.instructions().call(called);
        for _ in 0..times {
            body.instructions().i64_const(number).i64_add();
        }
        body.instructions().end();
        let (mut types, mut functions, mut code) = (TypeSection::new(), FunctionSection::new(), CodeSection::new());
        types.ty().function([], []);
        functions.function(0);
        code.function(&body);
        let mut module = Module::new();
        module.section(&types).section(&functions).section(&code);
        module.finish()
    }

    fn with_body<T>(module: &[u8], act: impl FnOnce(&FunctionBody) -> T) -> T {
        let body = Parser::new(0).parse_all(module).find_map(|payload| match payload.unwrap() {
            Payload::CodeSectionEntry(body) => Some(body),
            _ => None,
        });
        act(&body.unwrap())
    }

    #[test]
    fn a_list_has_names_and_beginnings_of_names() {
        let list = List::read("# For people.\na::b\na::c::*\na::d\n", "");
        let has = |name: &str| with_body(&function(1, 2, 1), |body| list.has(name, || form(body)).unwrap());
        for name in ["a::b", "a::c::x", "a::c::x::y", "a::d"] {
            assert!(has(name), "{name}");
        }
        for name in ["a", "a::b::c", "a::c", "a::e", "b"] {
            assert!(!has(name), "{name}");
        }
    }

    #[test]
    fn instances_of_one_name_differ_by_their_form() {
        let form_of = |module: &[u8]| with_body(module, |body| form(body).unwrap());
        let one = form_of(&function(1, 2, 1));
        assert_eq!(one, form_of(&function(500, 3, 1)), "operands are none of its form");
        assert_ne!(one, form_of(&function(1, 2, 2)));
        let text = format!("a::b\na::c #{one}\na::d\n");
        let list = List::read(&text, "");
        let has = |name: &str, times| with_body(&function(7, 8, times), |body| list.has(name, || form(body)).unwrap());
        assert!(!has("a::c", 2) && list.found().is_empty());
        assert!(has("a::c", 1) && !has("a::cc", 1) && has("a::d", 2));
        assert_eq!(list.found().into_iter().collect::<Vec<_>>(), [format!("a::c #{one}")]);
    }

    #[test]
    fn names_have_nothing_that_differs_from_build_to_build() {
        for (name, short) in [
            ("a::b::h0123456789abcdef", "a::b"),
            ("<core[0123456789abcdef]::fmt::Formatter>::pad", "<core::fmt::Formatter>::pad"),
            ("<[T] as a::B>::hash", "<[T] as a::B>::hash"),
            ("<a::B>::c.950", "<a::B>::c"),
            ("_ZN1a1b17h0123456789abcdefE", "a::b"),
            ("_ZN1a1b17h0123456789abcdefE indirect", "a::b indirect"),
            ("Function { shim_idx: 1601, ret: Unit }", "Function { shim_idx: _, ret: Unit }"),
        ] {
            assert_eq!(plain(name), short);
        }
    }
}
