//! Keys as shortcuts: single characters can be switched off, and a keyboard without Latin letters has them as well.

/// The key of a shortcut. `code` is the position of the key; `single` is whether single characters are shortcuts.
/// `None` for a character while they are not.
pub fn shortcut(key: &str, code: &str, shift: bool, single: bool) -> Option<String> {
    let mut characters = key.chars();
    let (Some(character), None) = (characters.next(), characters.next()) else { return Some(key.to_owned()) };
    // The space activates what has the focus; it is no shortcut.
    if character == ' ' || (single && character.is_ascii()) {
        return Some(key.to_owned());
    }
    single.then(|| on_latin_keyboard(code, shift).unwrap_or(character).to_string())
}

/// The character that a US keyboard has at a position, for letters, digits, slash and question mark.
fn on_latin_keyboard(code: &str, shift: bool) -> Option<char> {
    let letter = code.strip_prefix("Key").map(str::to_ascii_lowercase);
    let name = letter.as_deref().or_else(|| code.strip_prefix("Digit"));
    match (code, shift) {
        ("Slash", false) => Some('/'),
        ("Slash", true) => Some('?'),
        _ => name?.chars().next(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_characters_are_shortcuts_until_they_are_switched_off() {
        let key = |key: &str, single| shortcut(key, "", false, single);
        for character in ["t", "?", "/", "1", "+", "ı"] {
            assert_eq!(key(character, true).as_deref(), Some(character));
            assert_eq!(key(character, false), None, "{character}");
        }
        for name in ["Escape", "ArrowDown", "Enter", " ", "F1"] {
            assert_eq!(key(name, false).as_deref(), Some(name));
        }
    }

    #[test]
    fn an_arabic_keyboard_has_the_keys_at_their_positions() {
        let key = |key: &str, code: &str, shift| shortcut(key, code, shift, true).unwrap();
        assert_eq!(key("ي", "KeyD", false), "d");
        assert_eq!(key("ف", "KeyT", false), "t");
        assert_eq!(key("٣", "Digit3", false), "3");
        assert_eq!([key("ظ", "Slash", false), key("؟", "Slash", true)], ["/", "?"]);
        // A Latin letter counts as itself, at any position.
        assert_eq!(key("a", "KeyQ", false), "a");
        assert_eq!(key("ñ", "Semicolon", false), "ñ");
    }
}
