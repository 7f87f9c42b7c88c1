//! Plain-text columns for the terminal.

use super::escape::on_one_line;

/// Rows of text, laid out in columns as wide as their widest cell; the last column is not padded.
pub fn columns(rows: &[Vec<String>], indent: usize) -> String {
    // A cell with a line end would look like another row.
    let rows: Vec<Vec<String>> = rows.iter().map(|row| row.iter().map(|cell| on_one_line(cell)).collect()).collect();
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..count).map(|column| width(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in &rows {
        let mut line = " ".repeat(indent);
        for (column, cell) in row.iter().enumerate() {
            line += cell;
            if column + 1 < row.len() {
                line += &" ".repeat(widths[column] + 2 - cell.chars().count());
            }
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// The same below the names of the columns.
pub fn headed(names: &[String], rows: impl Iterator<Item = Vec<String>>, indent: usize) -> String {
    columns(&std::iter::once(names.to_vec()).chain(rows).collect::<Vec<_>>(), indent)
}

#[cfg(test)]
mod tests {
    #[test]
    fn columns_line_up_and_nothing_trails() {
        let rows = vec![vec!["a".to_owned(), "b".to_owned()], vec!["long".to_owned(), String::new()]];
        assert_eq!(super::columns(&rows, 1), " a     b\n long\n");
        assert_eq!(super::columns(&[vec!["a\nb".to_owned()]], 0), "a\\nb\n");
    }
}
