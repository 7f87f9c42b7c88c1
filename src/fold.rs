//! Text as it is compared in searches, in any of the page's languages.

/// The text in small letters, with every i alike: Turkish has one with a dot and one without, in both cases, and a file's
/// names are English whatever the language of the page.
pub fn folded(text: &str) -> String {
    const DOT_ABOVE: char = '\u{307}';
    let small = text.chars().flat_map(char::to_lowercase).filter(|letter| *letter != DOT_ABOVE);
    small.map(|letter| if letter == 'ı' { 'i' } else { letter }).collect()
}

#[cfg(test)]
mod tests {
    use super::folded;

    #[test]
    fn turkish_letters_find_each_other() {
        assert_eq!(folded("İçerik"), folded("içerik"));
        assert_eq!(folded("KIRPMA"), folded("kırpma"));
        assert_eq!(folded("CONV_2D"), "conv_2d");
    }
}
