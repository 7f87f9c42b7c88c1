//! `offline.worker.js`: the list of a build's files with their checksums, before the script that stores and serves them.

use std::path::Path;

use sha2::{Digest, Sha384};

use super::dist;
use crate::{Result, hash};

/// The script's source, and its place in `dist/`: it serves what lies in its own folder.
const SOURCE: &str = "static/offline.worker.js";
const SCRIPT: &str = "offline.worker.js";

/// Folders that a visitor reads with a network, and one that is not for visitors.
const LEFT_OUT: [&str; 2] = ["docs/", "npm/"];

/// Writes the script into a finished `dist/`, and the name of the build into its page.
///
/// The name covers more than that of the folder that [`super::version`] makes: the page and the samples as well.
pub fn write(folder: &Path) -> Result {
    let io = |e: std::io::Error| format!("cannot write {SCRIPT}: {e}");
    let source = folder.join(SOURCE);
    let script = std::fs::read_to_string(&source).map_err(io)?;
    std::fs::remove_file(&source).map_err(io)?;
    let mut files: Vec<String> = dist::files(folder)?.iter().map(|file| dist::address(folder, file)).collect();
    files.retain(|file| !LEFT_OUT.iter().any(|left_out| file.starts_with(left_out)));
    files.sort();
    let mut sums = Vec::new();
    for file in &files {
        sums.push((file.as_str(), checksum(&std::fs::read(folder.join(file)).map_err(io)?)));
    }
    let version = format!("{:016x}", hash::fnv(sums.iter().flat_map(|(file, sum)| [*file, sum.as_str()])));
    let index = folder.join("index.html");
    let page = named(&std::fs::read_to_string(&index).map_err(io)?, &version)?;
    std::fs::write(&index, &page).map_err(io)?;
    // Servers answer a request for `index.html` in different ways, one for the folder always with the page.
    for (file, sum) in &mut sums {
        if *file == "index.html" {
            (*file, *sum) = ("./", checksum(page.as_bytes()));
        }
    }
    let rows: Vec<String> = sums.iter().map(|(file, sum)| format!("[{file:?},{sum:?}]")).collect();
    let list = format!("const BUILD={{version:{version:?},files:[{}]}};\n", rows.join(","));
    std::fs::write(folder.join(SCRIPT), list + &script).map_err(io)
}

/// The page with the name of its build.
fn named(page: &str, version: &str) -> Result<String> {
    let place = page.find("<title>").ok_or("index.html has no <title>, before which the build is named.")?;
    let (before, after) = page.split_at(place);
    Ok(format!("{before}<meta name=\"build\" content=\"{version}\">\n{after}"))
}

/// A checksum as `fetch` compares it.
fn checksum(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    // 384 bits are 64 digits, without padding.
    let sum = Sha384::digest(bytes);
    let digits = sum.chunks(3).flat_map(|three| {
        let bits = three.iter().fold(0usize, |bits, byte| bits << 8 | usize::from(*byte));
        [18, 12, 6, 0].map(|shift| char::from(DIGITS[bits >> shift & 63]))
    });
    format!("sha384-{}", digits.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_those_of_subresource_integrity() {
        // The example of W3C's recommendation: alert('Hello, world.');
        let wanted = "sha384-H8BRh8j48O9oYatfu5AZzq6A9RINhZO5H16dQZngK7T62em8MUt1FLm52t+eX6xO";
        assert_eq!(checksum(b"alert('Hello, world.');"), wanted);
    }

    #[test]
    fn the_list_has_every_file_but_documents_and_the_page_names_its_build() {
        let dist = std::env::temp_dir().join(format!("vintage-offline-{}", std::process::id()));
        let write_file = |name: &str, text: &str| {
            let path = dist.join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        write_file("index.html", "<head><title>Vintage</title></head>");
        write_file("static/offline.worker.js", "self;\n");
        write_file("wasm/a.wasm", "module");
        write_file("docs/setup.html", "text");
        write(&dist).unwrap();
        let script = std::fs::read_to_string(dist.join("offline.worker.js")).unwrap();
        let page = std::fs::read_to_string(dist.join("index.html")).unwrap();
        let version = script.split('"').nth(1).unwrap();
        assert_eq!(page, format!("<head><meta name=\"build\" content=\"{version}\">\n<title>Vintage</title></head>"));
        let sums = [("./", page.as_bytes()), ("wasm/a.wasm", b"module")].map(|(file, bytes)| (file, checksum(bytes)));
        let rows = sums.map(|(file, sum)| format!("[{file:?},{sum:?}]")).join(",");
        assert_eq!(script, format!("const BUILD={{version:{version:?},files:[{rows}]}};\nself;\n"));
        assert!(!dist.join("static/offline.worker.js").exists());
        std::fs::remove_dir_all(&dist).unwrap();
    }
}
