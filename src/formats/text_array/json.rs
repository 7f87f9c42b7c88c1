//! Lists in JSON, and objects of them.

use super::{Item, TextArray, Wrong};
use crate::json::{self, Read, Reader};

/// An array of a JSON text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Member {
    /// Its name in the object; empty if the text is not an object.
    pub name: String,
    /// The array.
    pub array: TextArray,
}

/// The arrays of a text: one for each member of an object, or the only one. Python's `NaN` and `Infinity` are numbers.
///
/// Errors: `array-not-json` where the text stops being lists of numbers, words and strings; `array-ragged` at a list
/// whose length differs from the ones beside it.
pub fn json(text: &str) -> Result<Vec<Member>, Wrong> {
    let mut document = Document::default();
    match json::read_into(text, &mut document) {
        Ok(()) => Ok(document.members),
        Err(at) => Err(document.wrong.unwrap_or(Wrong { id: "array-not-json", at })),
    }
}

#[derive(Default)]
struct Document {
    members: Vec<Member>,
    wrong: Option<Wrong>,
}

impl Read for Document {
    fn read(&mut self, from: &mut Reader<'_>) -> bool {
        if from.peek() == Some(b'{') {
            return from.members(&mut |from, name| self.member(from, name));
        }
        self.member(from, "")
    }
}

impl Document {
    fn member(&mut self, from: &mut Reader<'_>, name: &str) -> bool {
        let mut array = TextArray::default();
        let read = self.take(from, 0, &mut array);
        self.members.push(Member { name: name.to_owned(), array });
        read
    }

    /// An item, or a list nested `depth` levels deep.
    fn take(&mut self, from: &mut Reader<'_>, depth: usize, array: &mut TextArray) -> bool {
        let is_list = from.peek() == Some(b'[');
        let at = from.place();
        // The shape is unknown up to the first item; from then on, each list must match the first.
        let known = !array.items.is_empty() || array.shape.contains(&0);
        if known && is_list != (depth < array.shape.len()) {
            self.wrong = Some(Wrong { id: "array-ragged", at });
            return false;
        }
        if !is_list {
            let Some(text) = item(from) else { return false };
            array.items.push(Item { at, text });
            return true;
        }
        if !known {
            array.shape.push(usize::MAX);
        }
        let mut len = 0;
        if !from.items(&mut |from| {
            len += 1;
            self.take(from, depth + 1, array)
        }) {
            return false;
        }
        let wanted = &mut array.shape[depth];
        if *wanted == usize::MAX {
            *wanted = len;
        }
        if *wanted != len {
            self.wrong = Some(Wrong { id: "array-ragged", at });
            return false;
        }
        true
    }
}

/// A number, a word or a string, as written.
fn item(from: &mut Reader<'_>) -> Option<Box<str>> {
    if from.peek() == Some(b'"') {
        return Some(from.string()?.into());
    }
    let word = ["true", "false", "NaN", "Infinity", "-Infinity"].into_iter().find(|word| from.word(word));
    word.or_else(|| from.number()).map(Into::into)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Vec<(String, Vec<usize>, Vec<String>)> {
        let members = json(text).unwrap().into_iter();
        members
            .map(|Member { name, array }| {
                (name, array.shape, array.items.into_iter().map(|item| item.text.into()).collect())
            })
            .collect()
    }

    #[test]
    fn nested_lists_have_the_shape_of_their_nesting() {
        let texts = |all: &[&str]| all.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        let all = parsed(" [[[1, 2.5], [-3e2, NaN], [-Infinity, 0]]] ");
        assert_eq!(all, [(String::new(), vec![1, 3, 2], texts(&["1", "2.5", "-3e2", "NaN", "-Infinity", "0"]))]);
        assert_eq!(parsed("7"), [(String::new(), vec![], texts(&["7"]))]);
        assert_eq!(parsed("[[], []]"), [(String::new(), vec![2, 0], vec![])]);
        assert_eq!(parsed(r#"["a\n", "ü"]"#)[0].2, ["a\n", "ü"]);
        let members = parsed(r#"{"x": [1], "mask": [[true], [false]]}"#);
        assert_eq!(members[1], ("mask".to_owned(), vec![2, 1], texts(&["true", "false"])));
    }

    #[test]
    fn lists_of_different_length_or_depth_are_ragged() {
        for (text, at) in [("[[1, 2], [3]]", 9), ("[1, [2]]", 4), ("[[1], 2]", 6), ("[[], [1]]", 5), ("[[[]], [1]]", 8)]
        {
            assert_eq!(json(text), Err(Wrong { id: "array-ragged", at }), "{text}");
        }
    }

    #[test]
    fn what_is_no_json_says_where() {
        for (text, at) in [("[1, x]", 4), ("", 0), ("[1", 2), ("[1] 2", 4), (r#"{"a": null}"#, 6), ("[{}]", 1)] {
            assert_eq!(json(text), Err(Wrong { id: "array-not-json", at }), "{text}");
        }
        assert_eq!(json(&"[".repeat(1000)).unwrap_err().id, "array-not-json");
    }
}
