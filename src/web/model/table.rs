//! Tables as text for other programs: CSV, JSON and Markdown.

use crate::json::vocabulary;

vocabulary! {
    /// A form of tables as text.
    pub enum TableForm {
        /// Comma-separated values.
        #[default]
        Csv = "csv",
        /// Markdown.
        Markdown = "markdown",
        /// JSON.
        Json = "json",
    }
}

impl TableForm {
    /// The text of rows, the first of which has the names of the columns.
    pub fn text(self, rows: &[Vec<String>]) -> String {
        match self {
            Self::Csv => csv(rows),
            Self::Markdown => markdown(rows),
            Self::Json => json(rows),
        }
    }
}

/// Comma-separated values by RFC 4180: a field with a comma, a quote or a line break is quoted.
fn csv(rows: &[Vec<String>]) -> String {
    let field = |text: &String| {
        if text.contains(['"', ',', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.clone() }
    };
    rows.iter().map(|row| row.iter().map(field).collect::<Vec<_>>().join(",") + "\r\n").collect()
}

/// A JSON list with an object for each row below the first, which has the names of the fields. Numbers are numbers, and
/// empty fields are null.
fn json(rows: &[Vec<String>]) -> String {
    let quoted = |text: &String| serde_json::Value::from(text.as_str()).to_string();
    let value = |text: &String| match text.as_str() {
        "" => "null".to_owned(),
        number if is_number(number) => number.to_owned(),
        _ => quoted(text),
    };
    let Some((head, body)) = rows.split_first() else { return "[]\n".to_owned() };
    let heads: Vec<String> = head.iter().map(quoted).collect();
    let row = |row: &Vec<String>| {
        let fields = heads.iter().zip(row).map(|(head, text)| format!("{head}: {}", value(text)));
        format!("  {{{}}}", fields.collect::<Vec<_>>().join(", "))
    };
    format!("[\n{}\n]\n", body.iter().map(row).collect::<Vec<_>>().join(",\n"))
}

/// Whether a text is a number as JSON writes it: digits, without a plus sign or zeros before them.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = digits.split_once('e').unwrap_or((digits, "0"));
    let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
    let all = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    all(whole) && all(part) && all(exponent) && (whole == "0" || !whole.starts_with('0'))
}

/// A Markdown table whose first row is its head.
fn markdown(rows: &[Vec<String>]) -> String {
    let line = |row: &Vec<String>| {
        let fields = row.iter().map(|text| text.replace('|', "\\|").replace(['\n', '\r'], " "));
        format!("| {} |\n", fields.collect::<Vec<_>>().join(" | "))
    };
    let Some((head, body)) = rows.split_first() else { return String::new() };
    let rule = format!("|{}\n", " --- |".repeat(head.len()));
    line(head) + &rule + &body.iter().map(line).collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<Vec<String>> {
        [["name", "why"], ["a,b", "say \"no\""], ["x|y", "two\nlines"]]
            .map(|row| row.map(str::to_owned).to_vec())
            .to_vec()
    }

    #[test]
    fn separators_inside_fields_are_quoted() {
        assert_eq!(csv(&rows()), "name,why\r\n\"a,b\",\"say \"\"no\"\"\"\r\nx|y,\"two\nlines\"\r\n");
        assert_eq!(markdown(&rows()), "| name | why |\n| --- | --- |\n| a,b | say \"no\" |\n| x\\|y | two lines |\n");
        assert_eq!(markdown(&[]), "");
    }

    #[test]
    fn json_has_numbers_as_numbers() {
        let rows = [["a", "b"], ["1e-7", ""], ["say \"no\"", "-0.5"], ["007", "nan"], ["1.", "12345678901234567890"]];
        let rows = rows.map(|row| row.map(str::to_owned).to_vec());
        let read: serde_json::Value = serde_json::from_str(&json(&rows)).expect("JSON");
        let expected = serde_json::json!([
            { "a": 1e-7, "b": null },
            { "a": "say \"no\"", "b": -0.5 },
            { "a": "007", "b": "nan" },
            { "a": "1.", "b": 12_345_678_901_234_567_890u64 },
        ]);
        assert_eq!(read, expected);
        assert_eq!(json(&[]), "[]\n");
    }
}
