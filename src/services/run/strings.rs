//! Outputs of strings: the strings of a packed list, and such an output as a JSON file.

use super::io::Output;
use crate::engine::program::Dtype;

/// The strings of a packed list (see [`crate::engine::text`]), which may contain any bytes; it ends where the list is
/// invalid.
pub(super) fn strings(packed: &[u8]) -> impl Iterator<Item = &[u8]> {
    let number = move |i: usize| Some(u32::from_le_bytes(*packed.get(4 * i..)?.first_chunk()?) as usize);
    (1..=number(0).unwrap_or(0)).map_while(move |i| packed.get(number(i)?..number(i + 1)?))
}

/// An output of strings as JSON: lists in the order of its dimensions, which an input of strings takes again. Invalid
/// UTF-8 becomes U+FFFD. `None` for any other type.
pub fn strings_file(output: &Output) -> Option<Vec<u8>> {
    if output.dtype != Dtype::String {
        return None;
    }
    let mut all = strings(&output.bytes);
    let mut text = Vec::new();
    // A scalar is a list of one.
    let one = [1];
    list(if output.shape.is_empty() { &one } else { &output.shape }, &mut all, &mut text)?;
    text.push(b'\n');
    Some(text)
}

fn list<'a>(shape: &[usize], all: &mut impl Iterator<Item = &'a [u8]>, text: &mut Vec<u8>) -> Option<()> {
    let Some((&count, rest)) = shape.split_first() else {
        serde_json::to_writer(&mut *text, &String::from_utf8_lossy(all.next()?)).ok()?;
        return Some(());
    };
    text.push(b'[');
    for i in 0..count {
        if i > 0 {
            text.extend(b", ");
        }
        list(rest, all, text)?;
    }
    text.push(b']');
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::text::Texts;

    #[test]
    fn strings_become_lists_in_the_order_of_the_shape() {
        let mut texts = Texts::default();
        let handles = [&b"a"[..], b"\"b\"\n", b"", b"\xff"].map(|text| texts.put(text));
        let output =
            |shape: &[usize]| Output { dtype: Dtype::String, shape: shape.to_vec(), bytes: texts.pack(&handles) };
        let text = String::from_utf8(strings_file(&output(&[2, 2])).unwrap()).unwrap();
        assert_eq!(text, "[[\"a\", \"\\\"b\\\"\\n\"], [\"\", \"\u{fffd}\"]]\n");
        assert_eq!(strings_file(&output(&[5])), None, "more than there are");
        assert_eq!(strings(&[9, 0, 0, 0, 1]).count(), 0);
    }
}
