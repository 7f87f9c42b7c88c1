//! Makes the script of a module one for a memory that several threads share (`static/threads.js`).
//!
//! The module itself is the same with one thread: the browser changes it when it has several (`static/shared.js`). wasm-bindgen's
//! script supports either a shared memory or a memory of its own. Three places in it differ; with these changed, it supports both.

use std::path::Path;

use crate::Result;

/// Changes with the form of the script, so that finished modules are processed again.
pub const VERSION: &str = "shared 1";

/// Changes the script `NAME.js` of a folder.
pub fn prepare(folder: &Path, name: &str) -> Result {
    let path = folder.join(format!("{name}.js"));
    let io = |e: std::io::Error| format!("cannot change {}: {e}", path.display());
    let text = std::fs::read_to_string(&path).map_err(io)?;
    let changed = changed(&text, name)
        .map_err(|missing| format!("{} has no `{missing}` (xtask/src/build/shared.rs).", path.display()))?;
    std::fs::write(&path, changed).map_err(io)
}

/// The changed script; the error is a text that it lacks.
fn changed(text: &str, name: &str) -> Result<String> {
    let own = format!("\"./{name}_bg.js\": import0,");
    let with = format!("{own}\n        shared: SHARED,");
    let changes = [
        (own.as_str(), with.as_str()),
        // A shared memory that has grown leaves the views of its former size as they are.
        (".byteLength === 0)", ".buffer !== wasm.memory.buffer)"),
        // Browsers decode no text in shared memory.
        ("decodeText(getUint8ArrayMemory0().subarray(", "decodeText(getUint8ArrayMemory0().slice("),
    ];
    let mut text = text.to_owned();
    for (from, to) in changes {
        if !text.contains(from) {
            return Err(from.to_owned());
        }
        text = text.replace(from, to);
    }
    Ok(format!("{text}import {{ SHARED }} from \"../static/unpack.js\";\n"))
}

#[cfg(test)]
mod tests {
    use super::changed;

    #[test]
    fn views_texts_and_imports_are_those_of_shared_memory() {
        let text = "x = {\n\"./m_bg.js\": import0,\n};\nif (a === null || a.byteLength === 0) {}\n\
            if (b === null || b.byteLength === 0) {}\nreturn decodeText(getUint8ArrayMemory0().subarray(ptr, ptr + len));\n";
        let new = changed(text, "m").unwrap();
        assert!(new.contains("\"./m_bg.js\": import0,\n        shared: SHARED,\n"), "{new}");
        assert_eq!(new.matches(".buffer !== wasm.memory.buffer)").count(), 2, "{new}");
        assert!(new.contains(".slice(ptr, ptr + len)"), "{new}");
        assert!(new.ends_with("import { SHARED } from \"../static/unpack.js\";\n"), "{new}");
        assert_eq!(changed("", "m"), Err("\"./m_bg.js\": import0,".to_owned()));
    }
}
