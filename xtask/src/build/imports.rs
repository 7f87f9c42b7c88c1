//! Short names for a module's imports from its JavaScript.
//!
//! wasm-bindgen's names end in a hash of sixteen digits, which does not compress. Module and script agree on any name,
//! so release builds number them.

use std::path::Path;

use super::sections::{each, number};
use crate::Result;

/// Changes with the naming, so that finished modules are processed again.
pub const VERSION: &str = "imports 1";

/// Renames the imports of the module `NAME_bg.wasm` and their definitions in `NAME.js`, both in `folder`.
pub fn shorten(folder: &Path, name: &str) -> Result {
    let (module, script) = (folder.join(format!("{name}_bg.wasm")), folder.join(format!("{name}.js")));
    let io = |e: std::io::Error| format!("cannot shorten the imports of {name}: {e}");
    let wasm = std::fs::read(&module).map_err(io)?;
    let text = std::fs::read_to_string(&script).map_err(io)?;
    let from = format!("./{name}_bg.js");
    let (wasm, names) = renamed(&wasm, from.as_bytes()).ok_or_else(|| format!("{name}_bg.wasm is not a module."))?;
    std::fs::write(&module, wasm).map_err(io)?;
    std::fs::write(&script, replaced(&text, &names)).map_err(io)
}

/// The new name of an import.
fn short(index: usize) -> String {
    format!("i{index}")
}

/// The module with numbered names instead of those that it imports from `from`, which are returned in order; `None` for
/// bytes that are not a module.
fn renamed(module: &[u8], from: &[u8]) -> Option<(Vec<u8>, Vec<String>)> {
    const IMPORTS: u8 = 2;
    let mut names = Vec::new();
    let out = each(module, |id, section, whole, out| {
        if id == IMPORTS {
            let section = renamed_section(section, from, &mut names)?;
            out.push(id);
            write_number(out, section.len());
            out.extend(section);
        } else {
            out.extend_from_slice(whole);
        }
        Some(())
    })?;
    Some((out, names))
}

fn renamed_section(section: &[u8], from: &[u8], names: &mut Vec<String>) -> Option<Vec<u8>> {
    let (count, mut rest) = number(section)?;
    let mut out = Vec::with_capacity(section.len());
    write_number(&mut out, count);
    for _ in 0..count {
        let (module, after) = text(rest)?;
        let (field, after) = text(after)?;
        let kind = description(after)?;
        write_text(&mut out, module);
        if module == from {
            let known = String::from_utf8(field.to_vec()).ok()?;
            let index = names.iter().position(|name| *name == known).unwrap_or_else(|| {
                names.push(known);
                names.len() - 1
            });
            write_text(&mut out, short(index).as_bytes());
        } else {
            write_text(&mut out, field);
        }
        out.extend_from_slice(&after[..kind]);
        rest = &after[kind..];
    }
    rest.is_empty().then_some(out)
}

fn text(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = number(bytes)?;
    Some((rest.get(..length)?, rest.get(length..)?))
}

/// The length of an import's kind and type.
fn description(bytes: &[u8]) -> Option<usize> {
    let skip = |rest: &[u8]| number(rest).map(|(_, after)| rest.len() - after.len());
    let limits = |rest: &[u8]| {
        let low = 1 + skip(rest.get(1..)?)?;
        Some(if rest[0] & 1 == 1 { low + skip(rest.get(low..)?)? } else { low })
    };
    Some(match bytes.first()? {
        // A function of a type.
        0 => 1 + skip(bytes.get(1..)?)?,
        // A table: element type and limits.
        1 => 2 + limits(bytes.get(2..)?)?,
        // A memory.
        2 => 1 + limits(bytes.get(1..)?)?,
        // A global: type and mutability.
        3 => 3,
        // A tag: attribute and type.
        4 => 2 + skip(bytes.get(2..)?)?,
        _ => return None,
    })
}

fn write_text(out: &mut Vec<u8>, text: &[u8]) {
    write_number(out, text.len());
    out.extend_from_slice(text);
}

fn write_number(out: &mut Vec<u8>, mut value: usize) {
    while value >= 0x80 {
        out.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// The script with the short names; replaces complete words only.
fn replaced(script: &str, names: &[String]) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let mut out = String::with_capacity(script.len());
    let mut rest = script;
    while let Some(start) = rest.find(is_word) {
        let end = rest[start..].find(|c| !is_word(c)).map_or(rest.len(), |length| start + length);
        let word = &rest[start..end];
        out.push_str(&rest[..start]);
        match names.iter().position(|name| name == word) {
            Some(index) => out.push_str(&short(index)),
            None => out.push_str(word),
        }
        rest = &rest[end..];
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::{renamed, replaced};

    /// A module that imports a function of the script, a memory of another module, and the first again.
    fn module(first: &str) -> Vec<u8> {
        let mut section = vec![3];
        for (from, field, kind) in [
            ("./a_bg.js", first, &[0u8, 0][..]),
            ("./b.js", "memory", &[2, 1, 1, 0x80, 2]),
            ("./a_bg.js", first, &[0, 1]),
        ] {
            for text in [from, field] {
                section.push(text.len() as u8);
                section.extend(text.bytes());
            }
            section.extend(kind);
        }
        let types = [1, 4, 1, 0x60, 0, 0];
        [&b"\0asm\x01\0\0\0"[..], &types, &[2, section.len() as u8], &section, &[0, 2, 1, b'x']].concat()
    }

    #[test]
    fn imports_of_the_script_are_numbered_and_others_stay() {
        let (short, names) = renamed(&module("__wbg_log_0123456789abcdef"), b"./a_bg.js").unwrap();
        assert_eq!(names, ["__wbg_log_0123456789abcdef"]);
        assert_eq!(short, module("i0"));
        assert_eq!(renamed(b"text", b"./a_bg.js"), None);
        assert_eq!(renamed(&module("f")[..40], b"./a_bg.js"), None, "cut off");
    }

    #[test]
    fn only_whole_words_of_the_script_change() {
        let names = ["__wbg_a".to_owned(), "__wbg_a_b".to_owned()];
        let script = "x={__wbg_a:1,__wbg_a_b(){},__wbg_a_c:2,$__wbg_a:3};ü";
        assert_eq!(replaced(script, &names), "x={i0:1,i1(){},__wbg_a_c:2,$__wbg_a:3};ü");
    }
}
