//! Cutting a module into chunks.

use super::small::{self, Part, SMALL};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use wasm_split_cli_support::{Options, SplitWasm, transform};

/// Times that a module is cut at most: what stays in it makes other chunks smaller, which may then stay as well.
const ROUNDS: usize = 4;

/// Functions of chunks that stay in the module.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keep {
    /// Those of small chunks.
    #[default]
    Small,
    /// Those that several parts share, so that a part is one file.
    Shared,
}

/// Whether a chunk is what several parts share, by the splitter's name for it.
fn is_shared(file: &Path) -> bool {
    file.file_name().is_some_and(|name| name.to_string_lossy().starts_with("chunk_"))
}

/// Cuts the chunks out of `input`, into files of `out` whose names begin with `NAME-`. Returns the rest of the module,
/// for wasm-bindgen.
///
/// The module was linked with `--emit-relocs`, which gives the splitter the references.
///
/// `keep` says which functions of chunks stay in the module.
pub fn cut(input: &Path, out: &Path, name: &str, keep: Keep) -> Result<PathBuf, String> {
    let io = |e: std::io::Error| format!("cannot cut {}: {e}", input.display());
    let wasm = std::fs::read(input).map_err(io)?;
    let main = out.join("main.wasm");
    let (link, script) = (format!("./{name}-chunks.js"), format!("./{name}.js"));
    let once = |wasm: &[u8]| -> Result<SplitWasm, String> {
        let mut options = Options::new(wasm);
        options.output_dir = out;
        options.main_out_path = &main;
        options.link_name = &link;
        options.main_module = &script;
        transform(options).map_err(|error| format!("{error:?}"))
    };
    let part = |path: &PathBuf| Part::read(&std::fs::read(path).map_err(io)?);
    let mut cut = once(&wasm)?;
    let mut kept = BTreeSet::new();
    for _ in 1..ROUNDS {
        let files = cut.split_modules.iter().filter(|file| keep == Keep::Small || is_shared(file));
        let chunks = files.map(part).collect::<Result<Vec<_>, _>>()?;
        let before = kept.len();
        kept.extend(small::functions(&part(&main)?, &chunks, if keep == Keep::Small { SMALL } else { usize::MAX }));
        if kept.len() == before {
            break;
        }
        for file in &cut.split_modules {
            std::fs::remove_file(file).map_err(io)?;
        }
        cut = once(&small::exported(&wasm, &kept)?)?;
    }
    let module = small::unexported(&std::fs::read(&main).map_err(io)?)?;
    std::fs::write(&main, module).map_err(io)?;
    let loader = out.join(&link);
    let mut text = std::fs::read_to_string(&loader).map_err(io)?;
    // The files of each chunk, for readers and for the table of sizes: `//! PART: FILE FILE` (minifiers keep such
    // comments).
    let parts: BTreeMap<_, _> = cut.prefetch_map.iter().collect();
    for (part, files) in parts {
        let files: Vec<String> = files.iter().map(|file| format!("{name}-{file}.wasm")).collect();
        text.insert_str(0, &format!("//! {part}: {}\n", files.join(" ")));
    }
    // The splitter names chunks by their hash only, and modules share a folder.
    for chunk in cut.split_modules {
        let plain = chunk.file_name().unwrap_or_default().to_string_lossy().into_owned();
        text = text.replace(&format!("\"./{plain}\""), &format!("\"./{name}-{plain}\""));
        std::fs::rename(&chunk, out.join(format!("{name}-{plain}"))).map_err(io)?;
    }
    std::fs::write(&loader, text).map_err(io)?;
    Ok(main)
}
