//! A machine in a folder: a minimal Debian, the Rust toolchain of this machine, a clone of this working copy.

use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Result, apt, cache, command, project, ui};

/// Packages that docs/setup.md requires beside cargo (Node with npm), those that cargo needs to link, and git to clone.
const PACKAGES: [&str; 5] = ["gcc", "libc6-dev", "git", "nodejs", "npm"];

/// This machine's configuration of package access, if such files exist. Copied unchanged, and never into the project.
const CONFIGURATION: [&str; 14] = [
    "etc/apt/sources.list",
    "etc/apt/sources.list.d",
    "etc/apt/apt.conf.d",
    "etc/apt/auth.conf.d",
    "etc/apt/keyrings",
    "etc/apt/trusted.gpg",
    "etc/apt/trusted.gpg.d",
    "etc/hosts",
    "etc/resolv.conf",
    "etc/npmrc",
    "etc/ssl/certs",
    "usr/share/keyrings",
    "usr/local/share/ca-certificates",
    "usr/share/ca-certificates",
];

/// Variables about proxies, certificates and registries, by prefix or suffix.
const STARTS: [&str; 5] = ["CARGO_HTTP_", "CARGO_NET_", "CARGO_REGISTR", "NPM_CONFIG_", "RUSTUP_DIST_"];
const ENDS: [&str; 5] = ["_PROXY", "_CA_BUNDLE", "_CA_CERTS", "SSL_CERT_FILE", "SSL_CERT_DIR"];

/// The home of the machine's only user, and the working copy in it.
const HOME: &str = "root";
const CLONE: &str = "root/vintage";

/// A machine; [`Chroot::end`] removes it, and so does the next one after a crash.
pub struct Chroot {
    folder: PathBuf,
}

impl Chroot {
    /// A machine without anything that the project's commands set up; with `target` it has the browser's target.
    pub fn new(target: bool) -> Result<Self> {
        if command::probe(Command::new("id").arg("-u")).as_deref() != Some("0") {
            return Err("fresh machines need root: run `cargo xtask fresh` as root.".into());
        }
        let base = base()?;
        let folder = project::target_dir().join("fresh");
        let machine = Self { folder };
        machine.remove()?;
        run("cp", |c| c.args(["-a", "--reflink=auto"]).arg(&base).arg(&machine.folder))?;
        copy_configuration(&machine.folder)?;
        machine.copy_toolchain(target)?;
        machine.clone_project()?;
        Ok(machine)
    }

    /// Installs packages before the command runs.
    pub fn install(&self, packages: &[&str]) -> Result {
        let list = packages.join(" ");
        self.shell(&format!("apt-get -q update && apt-get -q install --yes --no-install-recommends {list}"))
    }

    /// Writes a file.
    pub fn write(&self, path: &str, text: &str) -> Result {
        let path = self.folder.join(path);
        let io = |e: std::io::Error| format!("cannot write {}: {e}", path.display());
        std::fs::create_dir_all(path.parent().unwrap_or(&path)).map_err(io)?;
        std::fs::write(&path, text).map_err(io)
    }

    /// Runs a command of xtask in the clone. `serve` ends when everything is built.
    pub fn run(&self, arguments: &[String], debian_compiler: bool) -> Result {
        let chosen = if debian_compiler { "VINTAGE_WASM_TOOLCHAIN=debian " } else { "" };
        if arguments.first().is_some_and(|word| word == "serve") {
            self.write(&format!("{HOME}/until-built.mjs"), include_str!("until-built.mjs"))?;
            return self.shell(&format!("cd ~/vintage && {chosen}node ~/until-built.mjs {}", arguments[1..].join(" ")));
        }
        self.shell(&format!("cd ~/vintage && {chosen}cargo xtask {}", arguments.join(" ")))
    }

    /// Removes or keeps the machine; returns its folder.
    pub fn end(self, keep: bool) -> Result<PathBuf> {
        if !keep {
            self.remove()?;
        }
        Ok(self.folder)
    }

    fn remove(&self) -> Result {
        if !self.folder.exists() {
            return Ok(());
        }
        run("rm", |c| c.args(["-rf", "--one-file-system"]).arg(&self.folder))
    }

    /// Runs a line of shell inside, with its own environment. Its mounts and processes end with it, because both are in
    /// separate namespaces.
    fn shell(&self, line: &str) -> Result {
        let enter = "set -e; cd \"$1\"; mount --make-rprivate /
            mount -t proc proc proc; mount --rbind /sys sys; mount --rbind /dev dev
            mount -t tmpfs -o mode=1777 tmpfs dev/shm; mount -t tmpfs -o mode=1777 tmpfs run
            shift; exec chroot . /usr/bin/env -i \"$@\"";
        let mut c = Command::new("unshare");
        c.args(["--mount", "--pid", "--fork", "--kill-child", "sh", "-c", enter, "sh"]).arg(&self.folder);
        c.arg(format!("HOME=/{HOME}")).arg("LANG=C.UTF-8").arg("DEBIAN_FRONTEND=noninteractive");
        c.arg("CARGO_INCREMENTAL=0");
        c.arg(format!("PATH=/{HOME}/.cargo/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"));
        for (name, value) in std::env::vars() {
            let upper = name.to_uppercase();
            if STARTS.iter().any(|start| upper.starts_with(start)) || ENDS.iter().any(|end| upper.ends_with(end)) {
                c.arg(format!("{name}={value}"));
            }
        }
        command::run(c.args(["bash", "-c", line]))
    }

    /// rustup and the toolchain in use, without documentation, and without the browser's target.
    fn copy_toolchain(&self, target: bool) -> Result {
        let home = std::env::var_os("HOME").map(PathBuf::from).unwrap_or_default();
        let place =
            |variable, default: &str| std::env::var_os(variable).map_or_else(|| home.join(default), PathBuf::from);
        let (cargo, rustup) = (place("CARGO_HOME", ".cargo"), place("RUSTUP_HOME", ".rustup"));
        let active = command::probe(Command::new("rustup").args(["show", "active-toolchain"]));
        let active = active.and_then(|text| Some(text.split_whitespace().next()?.to_owned()));
        let Some(name) = active else {
            return Err("rustup names no active toolchain; fresh machines are made from it.".into());
        };
        let (to_cargo, to_rustup) = (self.folder.join(HOME).join(".cargo"), self.folder.join(HOME).join(".rustup"));
        let to = to_rustup.join("toolchains").join(&name);
        let io = |e: std::io::Error| format!("cannot copy the toolchain: {e}");
        std::fs::create_dir_all(&to_cargo).and_then(|()| std::fs::create_dir_all(&to)).map_err(io)?;
        run("cp", |c| c.arg("-a").arg(cargo.join("bin")).arg(&to_cargo))?;
        for file in ["config.toml", "config", "credentials.toml"] {
            copy_if_there(&cargo.join(file), &to_cargo.join(file))?;
        }
        copy_if_there(&rustup.join("settings.toml"), &to_rustup.join("settings.toml"))?;
        copy_if_there(&home.join(".npmrc"), &self.folder.join(HOME).join(".npmrc"))?;
        let from = rustup.join("toolchains").join(&name);
        for entry in from.read_dir().map_err(io)? {
            let entry = entry.map_err(io)?;
            if entry.file_name() != "share" {
                run("cp", |c| c.arg("-a").arg(entry.path()).arg(&to))?;
            }
        }
        if target { Ok(()) } else { forget_target(&to.join("lib/rustlib")) }
    }

    /// A clone of the repository, including uncommitted changes.
    fn clone_project(&self) -> Result {
        let (root, clone) = (project::root(), self.folder.join(CLONE));
        run("git", |c| c.args(["clone", "--quiet", "--no-hardlinks"]).arg(&root).arg(&clone))?;
        let list = |arguments: &[&str]| {
            let mut git = command::clean(Command::new("git"));
            command::probe(git.args(["ls-files", "-z"]).args(arguments)).unwrap_or_default()
        };
        for file in list(&["--deleted"]).split('\0').filter(|file| !file.is_empty()) {
            let _ = std::fs::remove_file(clone.join(file));
        }
        for file in list(&["--modified", "--others", "--exclude-standard"]).split('\0').filter(|file| !file.is_empty())
        {
            copy_if_there(&root.join(file), &clone.join(file))?;
        }
        Ok(())
    }
}

/// The base system that every machine is a copy of, made once by debootstrap from this machine's package source.
fn base() -> Result<PathBuf> {
    let folder = base_folder()?;
    if folder.is_dir() {
        return Ok(folder);
    }
    let _lock = cache::lock("fresh-base")?;
    apt::ensure(&["debootstrap"], "a Debian in a folder")?;
    let system = std::fs::read_to_string("/etc/os-release").unwrap_or_default();
    let suite = system.lines().find_map(|line| line.strip_prefix("VERSION_CODENAME=")).unwrap_or("bookworm");
    let mirrors = command::probe(Command::new("apt-get").args(["indextargets", "--format", "$(REPO_URI) $(CODENAME)"]));
    let mirrors = mirrors.unwrap_or_default();
    let mirror = mirrors.lines().find_map(|line| line.strip_suffix(&format!(" {suite}")));
    let mirror = mirror.ok_or_else(|| format!("apt knows no packages of {suite}; run `apt-get update`."))?;
    let work = folder.with_extension("making");
    if work.exists() {
        run("rm", |c| c.args(["-rf", "--one-file-system"]).arg(&work))?;
    }
    ui::timed("Making the base system (once; some minutes)", || {
        run("debootstrap", |c| {
            c.args(["--variant=minbase", "--include=ca-certificates", suite]).arg(&work).arg(mirror)
        })?;
        // By apt: debootstrap knows no alternatives among dependencies, and npm's have many.
        copy_configuration(&work)?;
        Chroot { folder: work.clone() }.install(&PACKAGES)
    })?;
    std::fs::rename(&work, &folder).map_err(|e| format!("cannot rename {}: {e}", work.display()))?;
    Ok(folder)
}

fn base_folder() -> Result<PathBuf> {
    Ok(cache::dir()?.join("fresh-base"))
}

/// Removes the base system from the cache.
pub fn remove_base() -> Result {
    let folder = base_folder()?;
    if folder.exists() { run("rm", |c| c.args(["-rf", "--one-file-system"]).arg(&folder)) } else { Ok(()) }
}

fn copy_configuration(root: &Path) -> Result {
    for path in CONFIGURATION {
        let (from, to) = (Path::new("/").join(path), root.join(path));
        if !from.exists() {
            continue;
        }
        let io = |e: std::io::Error| format!("cannot copy {}: {e}", from.display());
        std::fs::create_dir_all(to.parent().unwrap_or(root)).map_err(io)?;
        run("rm", |c| c.arg("-rf").arg(&to))?;
        // Links are followed: their targets may not exist inside.
        run("cp", |c| c.arg("-rLp").arg(&from).arg(&to))?;
    }
    // npm's own file for all users is in another folder if npm was not installed from Debian.
    copy_if_there(Path::new("/usr/etc/npmrc"), &root.join("etc/npmrc"))?;
    let _ = std::fs::remove_file(root.join("etc/mtab"));
    symlink("/proc/mounts", root.join("etc/mtab")).map_err(|e| format!("cannot link etc/mtab: {e}"))
}

/// Removes the browser's target from a toolchain, so that rustup has to add it.
fn forget_target(rustlib: &Path) -> Result {
    use crate::toolchain::TARGET;
    let io = |e: std::io::Error| format!("cannot change {}: {e}", rustlib.display());
    let (library, list) = (rustlib.join(TARGET), rustlib.join("components"));
    if !library.exists() {
        return Ok(());
    }
    std::fs::remove_dir_all(library).map_err(io)?;
    let component = format!("rust-std-{TARGET}");
    let _ = std::fs::remove_file(rustlib.join(format!("manifest-{component}")));
    let kept: Vec<String> = std::fs::read_to_string(&list)
        .map_err(io)?
        .lines()
        .filter(|line| *line != component)
        .map(|line| format!("{line}\n"))
        .collect();
    std::fs::write(&list, kept.concat()).map_err(io)?;
    // rustup's own list of installed components.
    let config = rustlib.join("multirust-config.toml");
    let text = std::fs::read_to_string(&config).map_err(io)?;
    std::fs::write(&config, without_target(&text, TARGET)).map_err(io)
}

/// rustup's list without the components of a target: tables `[[components]]` of some lines each.
fn without_target(text: &str, target: &str) -> String {
    let mut tables = text.split("[[components]]");
    let head = tables.next().unwrap_or_default().to_owned();
    let names_it = format!("\"{target}\"");
    tables.filter(|table| !table.contains(&names_it)).fold(head, |all, table| all + "[[components]]" + table)
}

fn copy_if_there(from: &Path, to: &Path) -> Result {
    if !from.is_file() {
        return Ok(());
    }
    let io = |e: std::io::Error| format!("cannot copy {}: {e}", from.display());
    std::fs::create_dir_all(to.parent().unwrap_or(to)).map_err(io)?;
    std::fs::copy(from, to).map(|_| ()).map_err(io)
}

fn run(program: &str, arguments: impl FnOnce(&mut Command) -> &mut Command) -> Result {
    command::run(arguments(&mut command::clean(Command::new(program))))
}

#[cfg(test)]
mod tests {
    use super::without_target;

    #[test]
    fn rustup_forgets_one_target_only() {
        let text = "config_version = \"1\"\n\n[[components]]\npkg = \"rust-std\"\ntarget = \"wasm32-unknown-unknown\"\n\n\
                    [[components]]\npkg = \"rustc\"\ntarget = \"x86_64-unknown-linux-gnu\"\n";
        let left = without_target(text, "wasm32-unknown-unknown");
        assert!(!left.contains("wasm32"), "{left}");
        assert!(left.starts_with("config_version") && left.contains("pkg = \"rustc\""), "{left}");
    }
}
