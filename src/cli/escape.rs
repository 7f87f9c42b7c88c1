//! Text for a terminal: names in a file may contain control characters, which are printed as escapes.

/// Text whose control characters, except for line ends and tabs, and whose direction marks are escapes.
pub fn visible(text: &str) -> String {
    escaped(text, |c| c == '\n' || c == '\t')
}

/// A name on one line: line ends are escapes too.
pub fn on_one_line(text: &str) -> String {
    escaped(text, |_| false)
}

fn escaped(text: &str, keeps: fn(char) -> bool) -> String {
    let hidden = |c: char| {
        (c.is_control() && !keeps(c))
            || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if hidden(c) { out.extend(c.escape_default()) } else { out.push(c) }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{on_one_line, visible};

    #[test]
    fn control_characters_are_seen_and_do_nothing() {
        assert_eq!(visible("a\x1b[31mb\u{9b}c\r\n\td"), "a\\u{1b}[31mb\\u{9b}c\\r\n\td");
        assert_eq!(visible("left\u{202e}thgir"), "left\\u{202e}thgir");
        assert_eq!(on_one_line("a\nb"), "a\\nb");
        assert_eq!(visible("Grüße 日本 \\"), "Grüße 日本 \\");
    }
}
