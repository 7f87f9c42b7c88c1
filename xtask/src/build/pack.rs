//! Packs modules for the wire: `NAME.wasm` becomes `NAME.wasm.lzma`, which `static/unpack.js` unpacks in the browser.
//!
//! Static hosts compress with gzip at best, many not at all; LZMA makes the same modules a quarter smaller than gzip
//! does, and unpacks at 40 MB/s in wasm. So nothing depends on what a host does.

use std::io::Write;
use std::path::Path;

use lzma_rust2::{LzmaOptions, LzmaWriter};

use super::Mode;
use crate::Result;

/// What packed files are called, after the name of the module.
pub const EXTENSION: &str = "lzma";

/// Packs every module of a folder, and lets the loader of its chunks unpack them.
pub fn pack(folder: &Path, mode: Mode) -> Result {
    let io = |e: std::io::Error| format!("cannot pack {}: {e}", folder.display());
    for entry in folder.read_dir().map_err(io)? {
        let path = entry.map_err(io)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.ends_with(".wasm") {
            let packed = packed(&std::fs::read(&path).map_err(io)?, mode).map_err(io)?;
            std::fs::write(path.with_file_name(format!("{name}.{EXTENSION}")), packed).map_err(io)?;
            std::fs::remove_file(&path).map_err(io)?;
        } else if name.ends_with("-chunks.js") {
            let text = std::fs::read_to_string(&path).map_err(io)?;
            std::fs::write(&path, loader(&text)?).map_err(io)?;
        }
    }
    Ok(())
}

/// A `.lzma` file: as small as can be in release mode, else quick.
fn packed(bytes: &[u8], mode: Mode) -> std::io::Result<Vec<u8>> {
    let mut options = LzmaOptions::with_preset(if mode == Mode::Release { 9 } else { 0 });
    // The window need not be larger than the file, and the browser reserves it.
    options.dict_size = u32::try_from(bytes.len().next_power_of_two()).unwrap_or(u32::MAX).clamp(1 << 12, 1 << 23);
    if mode == Mode::Release {
        // Instructions have no alignment, but the bytes before one say much about it. Measured on the page's modules.
        (options.lc, options.pb) = (4, 0);
        options.nice_len = LzmaOptions::NICE_LEN_MAX;
    }
    let mut writer = LzmaWriter::new_use_header(Vec::new(), &options, Some(bytes.len() as u64))?;
    writer.write_all(bytes)?;
    writer.finish()
}

/// The splitter's loader, made to fetch packed chunks.
fn loader(text: &str) -> Result<String> {
    let changes = [
        (".wasm", ".wasm.lzma"),
        ("fetch(new URL(", "unpack(new URL("),
        ("(WebAssembly.instantiateStreaming(src, imports))", "(WebAssembly.instantiate(await src, imports))"),
    ];
    let mut text = text.to_owned();
    for (from, to) in changes {
        if !text.contains(from) && text.contains("makeLoad(() =>") {
            return Err(format!(
                "the splitter's loader has changed: it says `{from}` nowhere (xtask/src/build/pack.rs)."
            ));
        }
        text = text.replace(from, to);
    }
    Ok(format!("{text}import {{ unpack }} from \"../static/unpack.js\";\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_unpacks() {
        let bytes: Vec<u8> = (0..100_000u32).flat_map(|i| (i / 7).wrapping_mul(2_654_435_761).to_le_bytes()).collect();
        for mode in [Mode::Release, Mode::Dev] {
            for bytes in [&bytes[..], &bytes[..1], &[]] {
                let packed = packed(bytes, mode).unwrap();
                assert_eq!(vintage_unpack::unpack(&packed).as_deref(), Some(bytes));
            }
        }
    }

    #[test]
    fn damaged_files_are_refused() {
        let packed = packed(&[7; 5000], Mode::Release).unwrap();
        assert_eq!(vintage_unpack::unpack(&packed[..packed.len() / 2]), None);
        assert_eq!(vintage_unpack::unpack(&packed[..12]), None);
        let mut huge = packed.clone();
        huge[5..13].fill(0xee);
        assert_eq!(vintage_unpack::unpack(&huge), None);
    }

    #[test]
    fn loaders_fetch_packed_chunks() {
        let text = "const __chunk_4 = makeLoad(() => {\n    const src = fetch(new URL(\"./a.wasm\", import.meta.url));\n    \
                    return async (imports) => (WebAssembly.instantiateStreaming(src, imports));\n}, []);\n";
        let changed = loader(text).unwrap();
        assert!(changed.contains("unpack(new URL(\"./a.wasm.lzma\", import.meta.url))"), "{changed}");
        assert!(changed.contains("WebAssembly.instantiate(await src, imports)"), "{changed}");
        assert!(changed.contains("static/unpack.js"));
        assert!(loader("const x = makeLoad(() => 1)").is_err());
    }
}
