//! The repository must not depend on a machine: no absolute paths of a developer, no addresses of package mirrors.

use std::path::Path;
use std::process::Command;

use crate::{Result, command};

/// Text that is forbidden in tracked files. Written in two halves, so that this file may be tracked.
const FORBIDDEN: [(&str, &str); 8] = [
    ("/wo", "rk/"),
    ("/tm", "p/"),
    ("/hom", "e/"),
    ("/roo", "t/"),
    ("/User", "s/"),
    ("../sha", "red"),
    ("registry.npm", "js.org"),
    ("file:/", "//"),
];

/// Extensions of binary files.
const BINARY: [&str; 10] = [".tflite", ".pb", ".npy", ".zip", ".png", ".jpg", ".index", ".keras", ".h5", ".bin"];

/// Checks every tracked file outside `tests/fixtures/`, which contains real files unchanged.
pub fn check(root: &Path) -> Result {
    let mut git = command::clean(Command::new("git"));
    git.current_dir(root).args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
    // A copy without git history (a source archive) has no list of tracked files.
    let Some(list) = command::probe(&mut git) else { return Ok(()) };
    let mut broken = Vec::new();
    for file in list.split('\0').filter(|f| !f.is_empty()) {
        if file.starts_with("tests/fixtures/") || BINARY.iter().any(|end| file.ends_with(end)) {
            continue;
        }
        // A file that was deleted but not yet committed is still listed.
        let Ok(bytes) = std::fs::read(root.join(file)) else { continue };
        let Ok(text) = String::from_utf8(bytes) else { continue };
        broken.extend(violations(file, &text));
    }
    if broken.is_empty() { Ok(()) } else { Err(broken.join("\n")) }
}

fn violations(file: &str, text: &str) -> Vec<String> {
    let forbidden: Vec<String> = FORBIDDEN.iter().map(|(a, b)| format!("{a}{b}")).collect();
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        for word in forbidden.iter().filter(|word| starts_path(line, word)) {
            found.push(format!("{file}:{}: `{word}` leads to one machine only", index + 1));
        }
    }
    found
}

/// Whether a path begins here: behind a letter or a digit it is the middle of a longer name or address.
fn starts_path(line: &str, word: &str) -> bool {
    let path_like = word.starts_with('/');
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !path_like || !before.is_some_and(|c| c.is_alphanumeric() || "_-.~}*)".contains(c))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absolute_paths_are_caught_and_relative_ones_are_not() {
        let path = |text: &str| text.replace('~', "/");
        assert_eq!(violations("a.rs", &path("let p = \"~tmp~x\";")).len(), 1);
        assert_eq!(violations("a.md", &path("see ~work~main and ..~shared~x")).len(), 2);
        assert_eq!(violations("a.md", &path("see src~home~x or https:~~host~work~y")).len(), 0);
    }
}
