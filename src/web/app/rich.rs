//! Messages that contain names: the names use a monospaced font and stay left to right.

use super::words::{Arg, CODE, is_rtl, tr};
use crate::web::dom::{IntoNode, Node, html};

/// A message, its [`Arg::Code`] values as `<code>`.
pub fn rich(id: &str, args: &[(&str, Arg)]) -> Node {
    spans(&tr(id, args))
}

/// Formatted text, its marked parts as `<code>`.
pub fn spans(text: &str) -> Node {
    let mut parts = Vec::new();
    for piece in text.split(CODE.0) {
        match piece.split_once(CODE.1) {
            Some((code, rest)) => {
                parts.push(html! { <code>{code.to_owned()}</code> });
                parts.push(around(rest));
            }
            None => parts.push(around(piece)),
        }
    }
    parts.into_node()
}

/// The text around marked parts. In a line from right to left a name such as `UTF-8` must not go on in the next line.
fn around(text: &str) -> Node {
    if !text.contains('-') || !is_rtl() {
        return text.to_owned().into_node();
    }
    let word = |word: &str| match word.contains('-') {
        true => html! { <span class="unbroken">{word.to_owned()}</span> },
        false => word.to_owned().into_node(),
    };
    text.split_inclusive(' ').map(word).collect()
}

/// The text without its marks, for attributes and the clipboard.
pub fn plain(text: &str) -> String {
    text.replace([CODE.0, CODE.1], "")
}
