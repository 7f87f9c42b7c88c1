//! Messages that contain names: the names use a monospaced font and stay left to right.

use super::words::{Arg, CODE, tr};
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
                parts.push(rest.to_owned().into_node());
            }
            None => parts.push(piece.to_owned().into_node()),
        }
    }
    parts.into_node()
}

/// The text without its marks, for attributes and the clipboard.
pub fn plain(text: &str) -> String {
    text.replace([CODE.0, CODE.1], "")
}
