//! Text and numbers for SVG.

/// Text for XML. Characters that XML lacks and direction marks, which would reorder the text around a name, become
/// U+FFFD.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(' '),
            '\u{fffe}' | '\u{ffff}' | '\u{200e}' | '\u{200f}' => out.push('\u{fffd}'),
            '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => out.push('\u{fffd}'),
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// The attribute of an element whose text has letters that are read from right to left; empty for other text. The order
/// of words and numbers is then that of the first letter.
pub fn reading_order(text: &str) -> &'static str {
    let is_rtl = |c| matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}');
    if text.chars().any(is_rtl) { " unicode-bidi=\"plaintext\"" } else { "" }
}

/// A coordinate with one decimal, by integers: no floating-point formatting in wasm.
pub fn unit(x: f64) -> String {
    let tenths = (x * 10.0).round() as i64;
    let sign = if tenths < 0 { "-" } else { "" };
    let (whole, rest) = (tenths.abs() / 10, tenths.abs() % 10);
    if rest == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{rest}") }
}

/// A name of at most `most` characters; a longer one loses its middle, because names often differ at their ends.
pub fn shortened(name: &str, most: usize) -> String {
    let count = name.chars().count();
    if count <= most {
        return name.to_owned();
    }
    let (head, tail) = (most / 2, most - most / 2 - 1);
    let head: String = name.chars().take(head).collect();
    let tail: String = name.chars().skip(count - tail).collect();
    format!("{head}…{tail}")
}

/// Prefix of class names and ids: two pictures in one document do not share any unless they are equal (FNV-1a of the
/// content).
pub fn prefix(content: &str) -> String {
    let hash = content
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    format!("v{:08x}", (hash ^ (hash >> 32)) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_a_file_cannot_leave_their_element() {
        assert_eq!(escaped("a<b>&\"c\"\u{1b}\u{202e}\nd"), "a&lt;b&gt;&amp;&quot;c&quot;\u{fffd}\u{fffd} d");
    }

    #[test]
    fn only_text_from_right_to_left_has_an_order_of_its_own() {
        assert!(!reading_order("113 من 139").is_empty());
        assert!(reading_order("113 of 139, größer").is_empty());
    }

    #[test]
    fn coordinates_have_one_decimal_at_most() {
        assert_eq!(
            (unit(3.0), unit(3.04), unit(3.05), unit(-0.25)),
            ("3".into(), "3".into(), "3.1".into(), "-0.3".into())
        );
    }

    #[test]
    fn long_names_keep_both_ends() {
        assert_eq!(shortened("detect.tflite", 13), "detect.tflite");
        assert_eq!(shortened("a_very_long_name.tflite", 12), "a_very…flite");
    }

    #[test]
    fn prefixes_differ_with_the_content_and_can_begin_a_name() {
        assert_eq!(prefix("a"), prefix("a"));
        assert_ne!(prefix("a"), prefix("b"));
        assert!(prefix("a").starts_with('v') && prefix("a").len() == 9);
    }
}
