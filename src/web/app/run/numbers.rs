//! Numbers of results.

use crate::services::run::Number;

/// A number short enough for a table and long enough to compare.
pub fn number(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 || (1e-4..1e7).contains(&size) {
        let text = format!("{value:.6}");
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
    } else {
        format!("{value:.4e}")
    }
}

/// A finite number of a result: integers of 64 bits with every digit.
pub fn digits(value: Number) -> String {
    match value {
        Number::Real(real) => number(real),
        whole => whole.to_string(),
    }
}

/// Milliseconds.
pub fn ms(value: f64) -> String {
    if value < 10.0 { format!("{value:.3}") } else { format!("{value:.1}") }
}
