//! The page about the functions and types of the npm package and of the engine's module, from their declarations for
//! TypeScript: each with its comment. Members keep their comments beside them, in the declaration.

use std::fmt::Write;
use std::path::Path;

use super::{COMMAND, Generated};
use crate::Result;

/// Its name.
pub const NAME: &str = "api";

/// The modules: as scripts import them, the sentence that says how, and their declarations.
const MODULES: [(&str, &str, &str); 2] = [
    ("vintage-explorer", "The [npm package](package.md).", "npm/index.d.ts"),
    (
        "vintage-explorer/engine",
        "The engine alone: `static/engine.js` of a build, or this module of the npm package.",
        "static/engine.d.ts",
    ),
];

/// A declaration that scripts can import.
#[derive(Debug, PartialEq, Eq)]
struct Declaration {
    name: String,
    /// Its comment as one paragraph; may be empty.
    comment: String,
    /// Its lines, without `export`.
    code: String,
}

/// The page.
pub fn page(root: &Path) -> Result<Generated> {
    let mut text = format!(
        "# Functions and types for scripts\n\nMade from the package's declarations by `{COMMAND}`; do not edit. Types of reports (`Inspected`, `Checked`, \
         `Drawing`, ...) are those of the contract, [report.schema.json](report.schema.json).\n"
    );
    for (module, sentence, file) in MODULES {
        let source = std::fs::read_to_string(root.join(file)).map_err(|e| format!("cannot read {file}: {e}"))?;
        let declared = declarations(&source);
        if declared.is_empty() {
            return Err(format!("{file} declares nothing that is exported."));
        }
        let _ = write!(text, "\n## {module}\n\n{sentence}\n");
        for Declaration { name, comment, code } in declared {
            let paragraph = if comment.is_empty() { String::new() } else { format!("{comment}\n\n") };
            let _ = write!(text, "\n### {name}\n\n{paragraph}```ts\n{code}```\n");
        }
    }
    Ok(Generated { name: NAME.to_owned(), text })
}

/// The declarations that a file exports itself, functions first: a reader begins there.
fn declarations(source: &str) -> Vec<Declaration> {
    let mut all = Vec::new();
    let mut comment = String::new();
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        if line.starts_with("/**") {
            comment = self::comment(line, &mut lines);
        } else if let Some(first) = line.strip_prefix("export ")
            && let Some(name) = name(first)
        {
            let mut code = format!("{first}\n");
            while !is_complete(&code)
                && let Some(line) = lines.next()
            {
                code.push_str(line);
                code.push('\n');
            }
            all.push(Declaration { name: name.to_owned(), comment: std::mem::take(&mut comment), code });
        } else {
            comment.clear();
        }
    }
    all.sort_by_key(|declaration| !declaration.code.starts_with("function"));
    all
}

/// The words of a comment that begins with `first`.
fn comment<'a>(first: &'a str, lines: &mut impl Iterator<Item = &'a str>) -> String {
    let mut words = Vec::new();
    let mut line = first;
    loop {
        let inner = line.trim().trim_start_matches("/**").trim_end_matches("*/").trim_start_matches('*');
        words.extend(inner.split_whitespace());
        if line.trim_end().ends_with("*/") {
            break;
        }
        match lines.next() {
            Some(next) => line = next,
            None => break,
        }
    }
    words.join(" ")
}

/// The name that a declaration gives; none if it passes on names of other files.
fn name(code: &str) -> Option<&str> {
    let (kind, rest) = code.split_once(' ')?;
    let is_kind = ["interface", "class", "function", "type", "const"].contains(&kind);
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    (is_kind && end > 0).then(|| &rest[..end])
}

/// Whether all brackets are closed and the last line ends a declaration.
fn is_complete(code: &str) -> bool {
    let depth = code.chars().fold(0_i32, |depth, c| match c {
        '{' | '(' | '[' => depth + 1,
        '}' | ')' | ']' => depth - 1,
        _ => depth,
    });
    depth <= 0 && code.trim_end().ends_with(['}', ';'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_have_their_comment_and_all_their_lines() {
        let source = "/** The file. */\n\nimport { A } from \"a\";\nexport type * from \"a\";\n\n\
                      /** Bytes or\n * a name. */\nexport type Data =\n  | Blob\n  | string;\n\nexport interface Port {\n  /** Its name. */\n  name: string;\n}\n\n\
                      /** Opens. */\nexport function open(data: Data, options?: { a: number }): Port;\n\nexport type { A };\n";
        let found = declarations(source);
        let names: Vec<&str> = found.iter().map(|declaration| declaration.name.as_str()).collect();
        assert_eq!(names, ["open", "Data", "Port"]);
        assert_eq!(found[0].comment, "Opens.");
        assert_eq!(found[1].comment, "Bytes or a name.");
        assert_eq!(found[1].code, "type Data =\n  | Blob\n  | string;\n");
        assert_eq!(found[2].comment, "");
        assert_eq!(found[2].code, "interface Port {\n  /** Its name. */\n  name: string;\n}\n");
    }
}
