//! Cutting a module into chunks.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use wasm_split_cli_support::{Options, transform};

/// Cuts the chunks out of `input`, into files of `out` whose names begin with `NAME-`. Returns the rest of the module,
/// for wasm-bindgen.
///
/// The module was linked with `--emit-relocs`, which gives the splitter the references.
pub fn cut(input: &Path, out: &Path, name: &str) -> Result<PathBuf, String> {
    let io = |e: std::io::Error| format!("cannot cut {}: {e}", input.display());
    let wasm = std::fs::read(input).map_err(io)?;
    let main = out.join("main.wasm");
    let (link, script) = (format!("./{name}-chunks.js"), format!("./{name}.js"));
    let mut options = Options::new(&wasm);
    options.output_dir = out;
    options.main_out_path = &main;
    options.link_name = &link;
    options.main_module = &script;
    let cut = transform(options).map_err(|error| format!("{error:?}"))?;
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
