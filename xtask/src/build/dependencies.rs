//! Dependencies that one module's build takes over from another's. Each module has a folder of cargo, so that several can
//! be built at a time, and cargo compiles everything for each folder: macros and build scripts take 20 s of CPU time, all
//! dependencies of the engine 45 s, with the same results under the same names.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use super::module::Like;
use crate::Result;
use crate::toolchain::Wasm;

/// The folders of a build, in the order in which they are copied: a crate is complete once it has a fingerprint, and cargo
/// compiles those again that have none.
const FOLDERS: [&str; 3] = [".fingerprint", "build", "deps"];

/// Cargo knows compiled crates by paths that contain the profile: it is the same for all modules.
const PROFILE: &str = "release";

/// In a folder that has taken over what there was.
const MARK: &str = "taken-over";

/// Copies compiled dependencies into the folders of the module called `name`, once. Cargo compiles what is not there, and
/// what does not fit.
pub fn take_over(wasm: &Wasm, like: Like, name: &str) -> Result {
    let (Like::Macros(other) | Like::All(other)) = like;
    let (other, own) = (wasm.apart(other), wasm.apart(name));
    let mut folders = vec![(other.host_dir(PROFILE), own.host_dir(PROFILE))];
    if let Like::All(_) = like {
        folders.push((other.output_dir(PROFILE), own.output_dir(PROFILE)));
    }
    for (from, to) in folders {
        if to.join(MARK).exists() || !FOLDERS.iter().all(|folder| from.join(folder).exists()) {
            continue;
        }
        let copied = FOLDERS.iter().try_for_each(|folder| copy(&from.join(folder), &to.join(folder)));
        let marked = copied.and_then(|()| fs::write(to.join(MARK), []));
        marked.map_err(|e| format!("cannot copy {} to {}: {e}", from.display(), to.display()))?;
    }
    Ok(())
}

/// Copies the files that `to` has not, with their times, by which cargo knows what is up to date. The other module may be
/// being built: its compiler's temporary files go while they are copied, and are no loss.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let copy_of_it = to.join(entry.file_name());
        let copied = match entry.file_type() {
            Ok(kind) if kind.is_dir() => copy(&entry.path(), &copy_of_it),
            Ok(_) if copy_of_it.exists() => Ok(()),
            Ok(_) => copy_file(&entry, &copy_of_it),
            Err(error) => Err(error),
        };
        if !copied.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::NotFound) {
            copied?;
        }
    }
    Ok(())
}

fn copy_file(entry: &fs::DirEntry, to: &Path) -> io::Result<()> {
    // Asked before the copy: cargo takes a file for newer than it is otherwise.
    let modified = entry.metadata()?.modified()?;
    fs::copy(entry.path(), to)?;
    File::options().append(true).open(to)?.set_modified(modified)
}
