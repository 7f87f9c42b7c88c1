//! Decimal numbers of the tables and of attr defaults.
//!
//! Owns: one function. The standard library's parser handles every text, but its tables take 10 KB; a number with few
//! digits and a small exponent needs one multiplication or division of exact values, which rounds correctly.

/// Digits that a 64-bit float holds exactly.
const MOST_DIGITS: usize = 15;
/// Powers of ten up to this one are exact in a 64-bit float.
const MOST_EXPONENT: i32 = 22;

/// The number nearest to a plain decimal text such as `-0.001` or `1e-07`; `None` when the text is not a number, or too
/// long for this method.
pub fn decimal(text: &str) -> Option<f64> {
    let (digits, exponent) = match text.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (negative, digits) = digits.strip_prefix('-').map_or((false, digits), |rest| (true, rest));
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.len() + part.len() > MOST_DIGITS || !plain(whole) || !plain(part) {
        return None;
    }
    let number: u64 = [whole, part].concat().parse().ok()?;
    let exponent = exponent.checked_sub(part.len() as i32)?;
    let power = (exponent.abs() <= MOST_EXPONENT).then(|| 10f64.powi(exponent.abs()))?;
    let size = if exponent < 0 { number as f64 / power } else { number as f64 * power };
    Some(if negative { -size } else { size })
}

#[cfg(test)]
mod tests {
    use super::decimal;

    #[test]
    fn what_it_reads_is_what_the_standard_library_reads() {
        for text in
            ["0", "-0.0", "1", "1.0", "0.001", "1e-07", "-2.5e+3", "0.1", "999999999999999", "1e22", "1.9", "3E-5"]
        {
            let read = decimal(text).unwrap();
            assert_eq!(read.to_bits(), text.parse::<f64>().unwrap().to_bits(), "{text}");
        }
        for digits in 0..2000u64 {
            for exponent in -30..30 {
                let text = format!("{}.{:02}e{exponent}", digits / 7, digits % 100);
                if let Some(read) = decimal(&text) {
                    assert_eq!(read.to_bits(), text.parse::<f64>().unwrap().to_bits(), "{text}");
                }
            }
        }
    }

    #[test]
    fn what_is_no_number_is_none() {
        for text in [
            "",
            "-",
            ".",
            "e5",
            "INT8",
            "1x",
            "0x10",
            "--1",
            "+1",
            "1e",
            "1.2.3",
            "nan",
            "inf",
            "1e400",
            "1234567890123456",
        ] {
            assert_eq!(decimal(text), None, "{text}");
        }
    }
}
