//! Software Vulkan for the native tests of the GPU path: found, or installed from Debian.
//!
//! Three parts are needed, and a machine may lack any of them: the loader (a library), a driver's manifest, and the
//! driver's own library. Chromium includes a manifest and a driver, but no loader.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Result, apt, command};

/// Debian's packages: the loader, and Mesa's drivers, of which one computes in software.
const PACKAGES: [&str; 2] = ["libvulkan1", "mesa-vulkan-drivers"];

/// The loader as programs open it.
const LOADER: &str = "libvulkan.so.1";

/// Folders that the loader searches for drivers. The manifest of Mesa's software driver begins with [`DRIVER`].
const FOLDERS: [&str; 3] = ["/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d", "/usr/local/share/vulkan/icd.d"];
const DRIVER: &str = "lvp_icd";

/// Finds loader and driver, or installs them. Returns the file that names the driver: every machine tests on the same
/// one, whatever GPU it has.
pub fn ensure() -> Result<PathBuf> {
    if let Some(driver) = find() {
        return Ok(driver);
    }
    apt::ensure(&PACKAGES, "native tests of the GPU path")?;
    find().ok_or_else(|| {
        format!(
            "Vulkan is incomplete although {} are installed; run `apt-get install --reinstall {}`.",
            PACKAGES.join(" and "),
            PACKAGES.join(" ")
        )
    })
}

fn find() -> Option<PathBuf> {
    let driver = FOLDERS.iter().find_map(|folder| driver_in(Path::new(folder)))?;
    let loads = |library: &str| library.starts_with('/') && Path::new(library).exists() || known(library);
    (known(LOADER) && library(&driver).is_some_and(|library| loads(&library))).then_some(driver)
}

/// The file of the driver in software in a folder of such files.
fn driver_in(folder: &Path) -> Option<PathBuf> {
    let files = std::fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path());
    let named = |path: &PathBuf| path.file_name().is_some_and(|file| file.to_string_lossy().starts_with(DRIVER));
    files.filter(named).min()
}

/// The library in a driver's manifest: a path, or a name that the system's linker resolves.
fn library(file: &Path) -> Option<String> {
    let text = std::fs::read_to_string(file).ok()?;
    let (_, after) = text.split_once("\"library_path\"")?;
    let library = after.split('"').nth(1)?.to_owned();
    if library.contains('/') && !library.starts_with('/') {
        return Some(file.parent()?.join(library).display().to_string());
    }
    Some(library)
}

/// Whether the system's linker finds a library of this name.
fn known(library: &str) -> bool {
    let programs = ["/sbin/ldconfig", "/usr/sbin/ldconfig", "ldconfig"];
    let list = programs.iter().find_map(|program| command::probe(Command::new(program).arg("-p")));
    list.is_some_and(|list| list.lines().any(|line| line.split_whitespace().next() == Some(library)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Chromium includes a manifest without a loader: it must not count as Vulkan.
    #[test]
    fn a_driver_is_found_by_its_file_and_named_library() {
        let folder = std::env::temp_dir().join(format!("vintage-vulkan-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        assert_eq!(driver_in(&folder), None);
        std::fs::write(folder.join("vk_swiftshader_icd.json"), "{}").unwrap();
        assert_eq!(driver_in(&folder), None);
        let file = folder.join("lvp_icd.x86_64.json");
        let driver = |path: &str| format!("{{\"ICD\": {{\"api_version\": \"1.1\", \"library_path\": \"{path}\"}}}}");
        std::fs::write(&file, driver("/usr/lib/libvulkan_lvp.so")).unwrap();
        assert_eq!(driver_in(&folder).as_deref(), Some(file.as_path()));
        assert_eq!(library(&file).as_deref(), Some("/usr/lib/libvulkan_lvp.so"));
        std::fs::write(&file, driver("./libvulkan_lvp.so")).unwrap();
        assert!(library(&file).unwrap().ends_with("/libvulkan_lvp.so"));
        std::fs::remove_dir_all(folder).unwrap();
        assert!(!known("libno-such-library.so.1"));
    }
}
