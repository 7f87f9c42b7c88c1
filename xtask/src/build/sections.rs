//! Sections of a wasm module: those that browsers do not need or that confuse the optimizer are removed; the functions are measured.

/// Sections that are for people and linkers: names (the splitter writes some in a form that optimizers warn about), notes of
/// the compiler, debug information.
fn is_for_people(name: &[u8]) -> bool {
    [&b"name"[..], b"producers", b"linking", b"target_features"].contains(&name)
        || name.starts_with(b".debug")
        || name.starts_with(b"reloc.")
}

/// The module without such sections; `None` for bytes that are not a module.
pub fn strip(module: &[u8]) -> Option<Vec<u8>> {
    each(module, |id, section, whole, out| {
        let name = || number(section).and_then(|(length, text)| text.get(..length));
        if id != 0 || !name().is_some_and(is_for_people) {
            out.extend_from_slice(whole);
        }
        Some(())
    })
}

/// Bytes of the largest function of a module; `None` for bytes that are not a module.
pub fn largest_function(module: &[u8]) -> Option<usize> {
    const CODE: u8 = 10;
    let mut largest = 0;
    each(module, |id, section, _, _| {
        if id == CODE {
            let (count, mut rest) = number(section)?;
            for _ in 0..count {
                let (length, body) = number(rest)?;
                largest = largest.max(length);
                rest = body.get(length..)?;
            }
        }
        Some(())
    })?;
    Some(largest)
}

/// Rewrites a module: `write` gets the id, the content and all bytes of each section, and the module so far. `None` for
/// bytes that are not a module, or if `write` returns it.
pub fn each(module: &[u8], mut write: impl FnMut(u8, &[u8], &[u8], &mut Vec<u8>) -> Option<()>) -> Option<Vec<u8>> {
    let mut rest = module.strip_prefix(b"\0asm\x01\0\0\0")?;
    let mut out = module[..8].to_vec();
    while let Some((&id, after)) = rest.split_first() {
        let (length, body) = number(after)?;
        let section = body.get(..length)?;
        write(id, section, &rest[..rest.len() - body.len() + length], &mut out)?;
        rest = &body[length..];
    }
    Some(out)
}

/// An unsigned LEB128 number, and the bytes after it.
pub fn number(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let mut value = 0usize;
    for (at, &byte) in bytes.iter().enumerate().take(5) {
        value |= usize::from(byte & 0x7f) << (7 * at);
        if byte & 0x80 == 0 {
            return Some((value, &bytes[at + 1..]));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{largest_function, strip};

    #[test]
    fn the_largest_function_is_found() {
        let header = b"\0asm\x01\0\0\0".to_vec();
        // Three functions: of 2, 5 and 3 bytes.
        let code = [10, 14, 3, 2, 0, 11, 5, 0, 1, 1, 1, 11, 3, 0, 1, 11];
        assert_eq!(largest_function(&[&header[..], &code].concat()), Some(5));
        assert_eq!(largest_function(&header), Some(0));
        assert_eq!(largest_function(&[&header[..], &code[..9]].concat()), None, "cut off");
    }

    #[test]
    fn only_sections_for_people_go() {
        let header = b"\0asm\x01\0\0\0".to_vec();
        let types = [1, 4, 1, 0x60, 0, 0];
        let names = [0, 6, 4, b'n', b'a', b'm', b'e', 0];
        let other = [0, 4, 2, b'o', b'k', 7];
        // The same section with its length written in two bytes.
        let long = [0, 0x86, 0, 4, b'n', b'a', b'm', b'e', 0];
        let module = [&header[..], &names, &types, &other, &long].concat();
        assert_eq!(strip(&module), Some([&header[..], &types, &other].concat()));
        assert_eq!(strip(&module[..module.len() - 1]), None, "cut off");
        assert_eq!(strip(b"text"), None);
    }
}
