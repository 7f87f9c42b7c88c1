//! Ranking of the palette's choices for what was typed.

use crate::fold::folded;

/// The typed text, as words in lower case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted(Vec<String>);

impl Wanted {
    /// Splits a text into words.
    pub fn new(text: &str) -> Self {
        Self(text.split_whitespace().map(folded).collect())
    }

    /// Whether nothing was typed.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The rank of a choice with this text, smaller is better; `None` unless it contains every word. A word at the
    /// beginning of the text counts most, then one at the beginning of a word of the text.
    pub fn rank(&self, text: &str) -> Option<usize> {
        let text = folded(text);
        self.0.iter().map(|word| rank_of(word, &text)).sum()
    }
}

fn rank_of(word: &str, text: &str) -> Option<usize> {
    let starts = |at: usize| !text[..at].ends_with(char::is_alphanumeric);
    let mut found = text.match_indices(word).map(|(at, _)| {
        if at == 0 {
            0
        } else if starts(at) {
            1
        } else {
            2
        }
    });
    let first = found.next()?;
    Some(found.fold(first, usize::min))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rank(wanted: &str, text: &str) -> Option<usize> {
        Wanted::new(wanted).rank(text)
    }

    #[test]
    fn a_choice_contains_every_word_in_any_order() {
        assert_eq!(rank("2.12 tflite", "tflite-runtime 2.12.0"), Some(1));
        assert_eq!(rank("tflite 2.13", "tflite-runtime 2.12.0"), None);
        assert_eq!(rank("  ", "anything"), Some(0));
        assert!(Wanted::new(" \t").is_empty());
    }

    #[test]
    fn beginnings_come_before_the_middle() {
        let ranks = ["Run", "Dry run", "Trunk"].map(|text| rank("RUN", text));
        assert_eq!(ranks, [Some(0), Some(1), Some(2)]);
        assert_eq!(rank("é", "Café été"), Some(1), "the best place in the text, at character borders");
    }
}
