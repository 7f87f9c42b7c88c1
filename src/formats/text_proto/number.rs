//! Numbers in text form.

/// An integer: decimal, `0x` hexadecimal or `0` octal.
pub(super) fn whole(text: &str) -> Option<u64> {
    if let Some(hex) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        return u64::from_str_radix(hex, 16).ok();
    }
    match text.strip_prefix('0') {
        Some(octal) if !octal.is_empty() => u64::from_str_radix(octal, 8).ok(),
        _ => text.parse().ok(),
    }
}

/// A signed number of at most `bits` bits.
pub(super) fn signed(text: &str, negative: bool, bits: u32) -> Option<i64> {
    let magnitude = i128::from(whole(text)?);
    let value = if negative { -magnitude } else { magnitude };
    let half = 1i128 << (bits - 1);
    if (-half..half).contains(&value) { i64::try_from(value).ok() } else { None }
}

/// An unsigned number of at most `bits` bits.
pub(super) fn unsigned(text: &str, negative: bool, bits: u32) -> Option<u64> {
    let value = whole(text)?;
    let fits = bits == 64 || value < 1 << bits;
    (fits && (!negative || value == 0)).then_some(value)
}

/// A floating-point number, with the optional ending `f`; also `inf`, `infinity` and `nan` in any case.
pub(super) fn float(text: &str, negative: bool) -> Option<f64> {
    let lower = text.to_ascii_lowercase();
    let value = match lower.as_str() {
        "inf" | "infinity" => f64::INFINITY,
        "nan" => f64::NAN,
        _ if lower.starts_with("0x") => return None,
        _ => lower.strip_suffix('f').unwrap_or(&lower).parse().ok()?,
    };
    Some(if negative { -value } else { value })
}
