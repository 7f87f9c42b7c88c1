//! The usual way: the target is installed, or rustup adds it. rustup's servers may be unreachable, and a firewall may
//! drop packets instead of refusing them, so every attempt has a time limit and a failure is remembered for a day.

use std::net::{TcpStream, ToSocketAddrs};
use std::path::Path;
use std::process::Command;
use std::sync::mpsc;
use std::time::Duration;

use super::TARGET;
use crate::{Result, cache, command, hash, ui};

/// How long a download of the target (about 20 MB) may take.
const LIMIT: Duration = Duration::from_secs(240);
/// Time that a failure counts before rustup is tried again.
const REMEMBER: Duration = Duration::from_secs(24 * 3600);

/// Makes sure that the compiler that runs xtask can build for the target.
pub fn ensure() -> Result {
    if present() {
        return Ok(());
    }
    let version = command::probe(command::clean(Command::new(rustc())).arg("-vV")).unwrap_or_default();
    let memory = format!("rustup-cannot-{:016x}", hash::fnv([version]));
    if cache::remembered(&memory, REMEMBER) {
        let path = cache::dir()?.join(memory);
        return Err(format!(
            "rustup could not add the target within the last day (delete {} to retry).",
            path.display()
        ));
    }
    let result = add();
    if let Err(why) = &result {
        ui::note(why);
        cache::remember(&memory, why)?;
    }
    result
}

fn rustc() -> std::ffi::OsString {
    std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())
}

/// Whether the standard library for the target is in the compiler's folder.
fn present() -> bool {
    let mut ask = command::clean(Command::new(rustc()));
    ask.args(["--print", "target-libdir", "--target", TARGET]);
    let Some(dir) = command::probe(&mut ask) else { return false };
    let Ok(entries) = Path::new(&dir).read_dir() else { return false };
    entries.flatten().any(|e| e.file_name().to_string_lossy().starts_with("libstd-"))
}

fn add() -> Result {
    if command::find("rustup").is_none() {
        return Err("rustup is not on the PATH.".into());
    }
    ui::step(&format!("Adding the target {TARGET} with rustup"));
    reachable()?;
    command::run_within(command::clean(Command::new("rustup")).args(["target", "add", TARGET]), LIMIT)?;
    if present() { Ok(()) } else { Err("rustup added the target to a toolchain that is not in use.".into()) }
}

/// A quick check whether the download server answers at all. Behind a proxy the check is impossible, so rustup tries.
fn reachable() -> Result {
    let proxied = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"];
    if proxied.iter().any(|name| std::env::var_os(name).is_some_and(|v| !v.is_empty())) {
        return Ok(());
    }
    let server = std::env::var("RUSTUP_DIST_SERVER").unwrap_or_else(|_| "https://static.rust-lang.org".into());
    let (scheme, rest) = server.split_once("://").unwrap_or(("https", &server));
    let host = rest.split('/').next().unwrap_or(rest).to_owned();
    let address = match host.contains(':') {
        true => host.clone(),
        false => format!("{host}:{}", if scheme == "http" { 80 } else { 443 }),
    };
    // A name look-up has no time limit of its own, hence the thread.
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || {
        let found = address.to_socket_addrs().map(|all| all.take(3).collect::<Vec<_>>()).unwrap_or_default();
        let open = found.iter().any(|a| TcpStream::connect_timeout(a, Duration::from_secs(4)).is_ok());
        let _ = send.send(open);
    });
    match receive.recv_timeout(Duration::from_secs(13)) {
        Ok(true) => Ok(()),
        _ => Err(format!("rustup's server {host} does not answer.")),
    }
}
