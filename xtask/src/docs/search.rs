//! The index of the search in the documentation: `static/docs.js` fetches it with the first search, and nothing else.

use super::markdown::Body;

/// The index of some pages, given by their paths below `docs/`: `[[path, title, [[anchor, heading, text], …]], …]`.
pub fn index<'a>(pages: impl Iterator<Item = (String, &'a Body)>) -> String {
    let rows = pages.map(|(path, body)| {
        let sections = body.sections.iter().map(|section| {
            format!("[{},{},{}]", quoted(&section.anchor), quoted(&section.title), quoted(&section.text))
        });
        let sections = sections.collect::<Vec<_>>().join(",");
        format!("[{},{},[{sections}]]", quoted(&path), quoted(&body.title))
    });
    format!("[{}]\n", rows.collect::<Vec<_>>().join(",\n"))
}

/// A string of JSON.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out += &format!("\\u{:04x}", u32::from(c)),
            c => out.push(c),
        }
    }
    out + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_index_is_json() {
        let body = super::super::markdown::body("# A \"b\"\n\nc\\d\te\n", |_| Ok(None)).unwrap();
        let index = index([("x/a.html".to_owned(), &body)].into_iter());
        assert_eq!(index, "[[\"x/a.html\",\"A \\\"b\\\"\",[[\"a-b\",\"A \\\"b\\\"\",\"c\\\\d e\"]]]]\n");
    }
}
