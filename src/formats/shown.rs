//! Byte strings of a file as one line of text.

/// Maximum number of bytes shown as hexadecimal digits.
const HEX: usize = 24;

/// A byte string for display: valid text as text, otherwise its first bytes in hexadecimal and its size. Without
/// control characters; at most `most` bytes of a text.
pub fn bytes_text(bytes: &[u8], most: usize) -> String {
    let shown = &bytes[..bytes.len().min(most)];
    let text = match std::str::from_utf8(shown) {
        Ok(text) => Some(text),
        // The cut may lie within a character.
        Err(error) if error.error_len().is_none() && shown.len() < bytes.len() => {
            std::str::from_utf8(&shown[..error.valid_up_to()]).ok()
        }
        Err(_) => None,
    };
    match text {
        Some(text) if text.chars().all(|c| !c.is_control() || matches!(c, '\n' | '\r' | '\t')) => {
            text.replace('\r', "\\r").replace('\n', "\\n").replace('\t', "\\t")
        }
        _ => hex(bytes),
    }
}

/// `0a 07 0a 03 … (18 bytes)`.
fn hex(bytes: &[u8]) -> String {
    let digits: Vec<String> = bytes.iter().take(HEX).map(|byte| format!("{byte:02x}")).collect();
    let more = if bytes.len() > HEX { " …" } else { "" };
    format!("{}{more} ({} bytes)", digits.join(" "), bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_stays_text_on_one_line() {
        assert_eq!(bytes_text(b"SAME", 100), "SAME");
        assert_eq!(bytes_text("a\nb\tü".as_bytes(), 100), "a\\nb\\tü");
        assert_eq!(bytes_text("aü".as_bytes(), 2), "a");
        assert_eq!(bytes_text(b"", 100), "");
    }

    #[test]
    fn what_is_not_text_is_hexadecimal_with_its_size() {
        // A ConfigProto of two devices and options: most of its bytes are letters, some are control characters.
        let config = b"\n\x07\n\x03CPU\x10\x01\n\x07\n\x03GPU\x10\x002\x02J\x008\x01\x82\x01\0";
        let shown = bytes_text(config, 480);
        assert!(shown.starts_with("0a 07 0a 03 43 50 55 10 01"), "{shown}");
        assert!(shown.ends_with(&format!("({} bytes)", config.len())), "{shown}");
        assert!(!shown.chars().any(char::is_control), "{shown}");
        assert_eq!(bytes_text(b"\xff\xfe", 100), "ff fe (2 bytes)");
    }
}
