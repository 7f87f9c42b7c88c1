//! Tables as text for other programs: CSV and Markdown.

/// Comma-separated values by RFC 4180: a field with a comma, a quote or a line break is quoted.
pub fn csv(rows: &[Vec<String>]) -> String {
    let field = |text: &String| {
        if text.contains(['"', ',', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.clone() }
    };
    rows.iter().map(|row| row.iter().map(field).collect::<Vec<_>>().join(",") + "\r\n").collect()
}

/// A Markdown table whose first row is its head.
pub fn markdown(rows: &[Vec<String>]) -> String {
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
}
