//! Packs modules for the wire: `NAME.wasm` becomes `NAME.wasm.lzma` or `NAME.wasm.zlib`, which `static/unpack.js`
//! unpacks in the browser. So the size does not depend on a host's compression.
//!
//! Modules of one language repeat each other, so LZMA begins with a dictionary where the browser has one: the chunks of a module
//! are packed with the module, and a module may be packed with another one that is there before it.

use std::io::Write;
use std::path::Path;

use lzma_rust2::{LzmaOptions, LzmaWriter};

use super::Mode;
use crate::Result;

/// How a module is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// LZMA, which a small module unpacks: a quarter smaller than with gzip. For modules that every visitor waits for.
    Lzma,
    /// zlib, which the browser unpacks and compiles while the module arrives. For modules that should start at once:
    /// unpacking the engine's LZMA took the time of two inferences.
    Zlib,
}

impl Packing {
    /// Extension of a packed module.
    fn extension(self) -> &'static str {
        match self {
            Self::Lzma => "lzma",
            Self::Zlib => "zlib",
        }
    }

    fn pack(self, bytes: &[u8], dictionary: &[u8], mode: Mode) -> std::io::Result<Vec<u8>> {
        match self {
            Self::Lzma => lzma(bytes, dictionary, mode),
            Self::Zlib => zlib(bytes, mode),
        }
    }
}

/// Changes with the form of the packed files, so that finished modules are processed again.
pub const VERSION: &str = "packed with dictionaries, rest 7";

/// The first file of a module, which is there before its chunks.
fn first(name: &str) -> String {
    format!("{name}_bg.wasm")
}

/// Packs a module's files in a folder, the chunks with the first one as dictionary, and lets their loader unpack them. With
/// `keeps` the browser keeps the bytes of the first file, as it does for a module with instances.
pub fn pack(folder: &Path, module: &str, packing: Packing, keeps: bool, mode: Mode) -> Result {
    let io = |e: std::io::Error| format!("cannot pack {}: {e}", folder.display());
    let first = first(module);
    let known = std::fs::read(folder.join(&first)).map_err(io)?;
    // The script of a module with instances is given what fetches, and nothing else.
    let tiny = if keeps { Vec::new() } else { tiny(folder, module).map_err(io)? };
    for entry in folder.read_dir().map_err(io)? {
        let path = entry.map_err(io)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.ends_with(".wasm") {
            // What a call waits for is unpacked by the small module: the browser has nothing that unpacks at once.
            let follows = name.ends_with(REST);
            let own = if follows { Packing::Lzma } else { packing };
            let dictionary = if name == first || (follows && !keeps) { &[] } else { known.as_slice() };
            let bytes = std::fs::read(&path).map_err(io)?;
            if let Some(name) = name.strip_suffix(USUAL) {
                std::fs::write(path.with_file_name(format!("{name}{NOW}.lzma")), lzma(&bytes, &[], mode).map_err(io)?)
                    .map_err(io)?;
            }
            let packed = own.pack(&bytes, dictionary, mode).map_err(io)?;
            std::fs::write(path.with_file_name(format!("{name}.{}", own.extension())), packed).map_err(io)?;
            std::fs::remove_file(&path).map_err(io)?;
        } else if name.ends_with("-chunks.js") {
            let text = std::fs::read_to_string(&path).map_err(io)?;
            std::fs::write(&path, loader(&inlined(text, &tiny), packing)?).map_err(io)?;
        } else if name == format!("{module}.js") {
            let text = std::fs::read_to_string(&path).map_err(io)?;
            std::fs::write(&path, following(&text)).map_err(io)?;
        }
    }
    Ok(())
}

/// Bytes up to which a chunk is in the loader: it has a few constants that parts share.
const TINY: usize = 160;

/// Takes such chunks out of a folder: their names and bytes.
fn tiny(folder: &Path, module: &str) -> std::io::Result<Vec<(String, Vec<u8>)>> {
    let mut tiny = Vec::new();
    for entry in folder.read_dir()? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_chunk = name.starts_with(&format!("{module}-chunk_")) && name.ends_with(".wasm");
        if is_chunk && entry.metadata()?.len() <= TINY as u64 {
            tiny.push((name, std::fs::read(entry.path())?));
            std::fs::remove_file(entry.path())?;
        }
    }
    tiny.sort();
    Ok(tiny)
}

/// A loader that has these chunks itself, and no longer names their files.
fn inlined(text: String, tiny: &[(String, Vec<u8>)]) -> String {
    tiny.iter().fold(text, |text, (name, bytes)| {
        let text =
            text.replace(&format!("fetch(new URL(\"./{name}\", import.meta.url))"), &format!("inlined({bytes:?})"));
        text.replace(&format!(": {name} "), ": ")
            .replace(&format!(" {name} "), " ")
            .replace(&format!(" {name}\n"), "\n")
    })
}

/// How the names of files end that follow others (xtask/bindgen/src/later): for calls that wait, and with the parts of a model; the
/// same for calls that wait.
const REST: &str = "-rest.wasm";
const USUAL: &str = "-usual.wasm";
const NOW: &str = "-usual-now.wasm";

/// A script that knows such files, with their packed names and what fetches them.
fn following(text: &str) -> String {
    let mut text = text.to_owned();
    for (end, packing) in [(REST, Packing::Lzma), (NOW, Packing::Lzma), (USUAL, Packing::Zlib)] {
        for after in ["\"", "\n"] {
            text = text.replace(&format!("{end}{after}"), &format!("{end}.{}{after}", packing.extension()));
        }
    }
    if text.contains("NOW(") { format!("{text}import {{ NOW }} from \"../static/unpack.js\";\n") } else { text }
}

/// End of the names of first files that are packed with the page's module, beside those that are packed on their own.
pub const BESIDE: &str = "_bg.beside.lzma";

/// Packs the first file of `module`, which is packed on its own, with that of `other` as dictionary, too.
pub fn pack_with(folder: &Path, module: &str, other: &str, mode: Mode) -> Result {
    let at = |name: &str| folder.join(format!("{}.lzma", first(name)));
    let read = |name: &str| {
        let packed = std::fs::read(at(name)).map_err(|e| format!("cannot read {}: {e}", at(name).display()))?;
        vintage_unpack::unpack(&packed, &[]).ok_or(format!("{} is damaged.", at(name).display()))
    };
    let to = folder.join(format!("{module}{BESIDE}"));
    let packed = lzma(&read(module)?, &read(other)?, mode);
    packed.and_then(|packed| std::fs::write(to, packed)).map_err(|e| format!("cannot pack {module}: {e}"))
}

/// A zlib stream: as small as possible in release mode, otherwise quick.
fn zlib(bytes: &[u8], mode: Mode) -> std::io::Result<Vec<u8>> {
    if mode == Mode::Release {
        let mut out = Vec::new();
        zopfli::compress(zopfli::Options::default(), zopfli::Format::Zlib, bytes, &mut out)?;
        return Ok(out);
    }
    let mut writer = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::fast());
    writer.write_all(bytes)?;
    writer.finish()
}

/// A `.lzma` file: as small as possible in release mode, otherwise quick. Unpacking needs the same
/// dictionary.
fn lzma(bytes: &[u8], dictionary: &[u8], mode: Mode) -> std::io::Result<Vec<u8>> {
    let mut options = LzmaOptions::with_preset(if mode == Mode::Release { 9 } else { 0 });
    // The window need not be larger than the files.
    let all = (dictionary.len() + bytes.len()).next_power_of_two();
    options.dict_size = u32::try_from(all).unwrap_or(u32::MAX).clamp(1 << 12, 1 << 23);
    if mode == Mode::Release {
        // Instructions have no alignment, but depend on the bytes before them. Measured on the page's modules.
        (options.lc, options.pb) = (4, 0);
        options.nice_len = LzmaOptions::NICE_LEN_MAX;
    }
    options.preset_dict = (!dictionary.is_empty()).then(|| dictionary.to_vec());
    // The crate writes no header for a file with a dictionary.
    let mut out = vec![options.get_props()];
    out.extend(options.dict_size.to_le_bytes());
    out.extend((bytes.len() as u64).to_le_bytes());
    let mut writer = LzmaWriter::new_no_header(out, &options, false)?;
    writer.write_all(bytes)?;
    writer.finish()
}

/// The splitter's loader, changed to fetch packed chunks.
fn loader(text: &str, packing: Packing) -> Result<String> {
    let packed = format!(".wasm.{}", packing.extension());
    // Not from the name: bundlers change it.
    let unpacking = if packing == Packing::Zlib { "import.meta.url), \"zlib\")" } else { "import.meta.url))" };
    let changes = [
        (".wasm", packed.as_str()),
        ("fetch(new URL(", "unpack(new URL("),
        ("import.meta.url))", unpacking),
        ("(WebAssembly.instantiateStreaming(src, imports))", "(WebAssembly.instantiate(await src, imports))"),
    ];
    // Their names change in another way.
    const APART: &str = "-rest.w";
    let mut text = text.replace("-rest.wasm", APART);
    for (from, to) in changes {
        if !text.contains(from) && text.contains("makeLoad(() =>") {
            return Err(format!(
                "the splitter's loader has changed: it says `{from}` nowhere (xtask/src/build/pack.rs)."
            ));
        }
        text = text.replace(from, to);
    }
    let text = following(&text.replace(APART, "-rest.wasm"));
    let more = if text.contains("inlined(") { "inlined, " } else { "" };
    Ok(format!("{text}import {{ {more}unpack }} from \"../static/unpack.js\";\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_unpacks() {
        let bytes: Vec<u8> = (0..100_000u32).flat_map(|i| (i / 7).wrapping_mul(2_654_435_761).to_le_bytes()).collect();
        for mode in [Mode::Release, Mode::Dev] {
            for bytes in [&bytes[..], &bytes[..1], &[]] {
                let packed = lzma(bytes, &[], mode).unwrap();
                assert_eq!(vintage_unpack::unpack(&packed, &[]).as_deref(), Some(bytes));
            }
        }
    }

    #[test]
    fn a_dictionary_shortens_what_repeats_it_and_is_needed_again() {
        let dictionary: Vec<u8> = (0..40_000u32)
            .flat_map(|i| (i.wrapping_mul(i) ^ i >> 3).wrapping_mul(2_654_435_761).to_le_bytes())
            .collect();
        let bytes = [&dictionary[50_000..], b"and then", &dictionary[..60_000]].concat();
        for mode in [Mode::Release, Mode::Dev] {
            let (alone, with) = (lzma(&bytes, &[], mode).unwrap(), lzma(&bytes, &dictionary, mode).unwrap());
            assert!(with.len() * 20 < alone.len(), "{} for {}", with.len(), alone.len());
            assert_eq!(vintage_unpack::unpack(&with, &dictionary).as_deref(), Some(&bytes[..]));
            assert_ne!(vintage_unpack::unpack(&with, &dictionary[1..]).as_deref(), Some(&bytes[..]));
            assert_eq!(vintage_unpack::unpack(&with, &[]), None);
        }
    }

    #[test]
    fn streams_hold_what_was_packed() {
        let bytes: Vec<u8> = (0..9_000u32).flat_map(|i| (i / 7).wrapping_mul(2_654_435_761).to_le_bytes()).collect();
        for mode in [Mode::Release, Mode::Dev] {
            let mut unpacked = Vec::new();
            let packed = Packing::Zlib.pack(&bytes, &[], mode).unwrap();
            std::io::copy(&mut flate2::read::ZlibDecoder::new(&packed[..]), &mut unpacked).unwrap();
            assert_eq!(unpacked, bytes);
        }
    }

    #[test]
    fn damaged_files_are_refused() {
        let packed = lzma(&[7; 5000], &[], Mode::Release).unwrap();
        assert_eq!(vintage_unpack::unpack(&packed[..packed.len() / 2], &[]), None);
        assert_eq!(vintage_unpack::unpack(&packed[..12], &[]), None);
        let mut huge = packed.clone();
        huge[5..13].fill(0xee);
        assert_eq!(vintage_unpack::unpack(&huge, &[]), None);
    }

    /// Texts of many kinds: every kind of symbol of the format, and every property that the build uses.
    #[test]
    fn real_files_unpack_and_damaged_ones_never_panic() {
        let here = env!("CARGO_MANIFEST_DIR");
        for name in ["src/build/pack.rs", "Cargo.toml", "../static/icon.svg", "../Cargo.lock"] {
            let bytes = std::fs::read(Path::new(here).join(name)).unwrap();
            let repeated = [&bytes[..], &bytes[..bytes.len() / 3], &[0; 5000], &bytes].concat();
            for mode in [Mode::Release, Mode::Dev] {
                for bytes in [&bytes, &repeated] {
                    let packed = lzma(bytes, &[], mode).unwrap();
                    assert_eq!(vintage_unpack::unpack(&packed, &[]).as_deref(), Some(&bytes[..]), "{name}");
                    let mut steps = vintage_unpack::Steps::new(&packed, 0).unwrap();
                    while steps.step(1000).unwrap() {}
                    assert!(steps.bytes() == &bytes[..], "{name} in steps");
                    for at in (0..packed.len()).step_by(packed.len() / 50 + 1) {
                        let mut damaged = packed.clone();
                        damaged[at] ^= 0x55;
                        // A size that is not that of the file is damage; other bytes may pass for content.
                        let unpacked = vintage_unpack::unpack(&damaged, &[]);
                        assert!(unpacked.is_none_or(|found| found.len() == bytes.len()) || (5..13).contains(&at));
                    }
                }
            }
        }
    }

    #[test]
    fn tiny_chunks_are_in_the_loader() {
        let text = "//! a: m-chunk_1.wasm m-chunk_2.wasm m-split_a.wasm\n//! b: m-split_b.wasm m-chunk_1.wasm\n\
                    const src = fetch(new URL(\"./m-chunk_1.wasm\", import.meta.url));\n";
        let tiny = [("m-chunk_1.wasm".to_owned(), vec![0, 97, 115]), ("m-chunk_2.wasm".to_owned(), vec![])];
        let changed = inlined(text.to_owned(), &tiny);
        assert_eq!(changed, "//! a: m-split_a.wasm\n//! b: m-split_b.wasm\nconst src = inlined([0, 97, 115]);\n");
    }

    #[test]
    fn loaders_fetch_packed_chunks() {
        let text = "const __chunk_4 = makeLoad(() => {\n    const src = fetch(new URL(\"./a.wasm\", import.meta.url));\n    \
                    return async (imports) => (WebAssembly.instantiateStreaming(src, imports));\n}, []);\n";
        let changed = loader(text, Packing::Lzma).unwrap();
        assert!(changed.contains("unpack(new URL(\"./a.wasm.lzma\", import.meta.url))"), "{changed}");
        assert!(changed.contains("WebAssembly.instantiate(await src, imports)"), "{changed}");
        assert!(changed.contains("static/unpack.js"));
        let changed = loader(text, Packing::Zlib).unwrap();
        assert!(changed.contains("unpack(new URL(\"./a.wasm.zlib\", import.meta.url), \"zlib\")"), "{changed}");
        assert!(loader("const x = makeLoad(() => 1)", Packing::Zlib).is_err());
    }
}
