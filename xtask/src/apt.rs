//! Debian packages: installed when missing, with a message. Without the right to install, the error names the command.

use std::process::Command;

use crate::{Result, command, ui};

/// Makes sure that the packages are installed; `why` ends the sentence "Installing … for".
pub fn ensure(packages: &[&str], why: &str) -> Result {
    let missing: Vec<&str> = packages.iter().copied().filter(|p| !installed(p)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let by_hand = format!("apt-get install {}", missing.join(" "));
    if command::find("apt-get").is_none() {
        return Err(format!("{why} needs what Debian calls {}; install it and run this again.", missing.join(", ")));
    }
    let Some(prefix) = root_prefix() else {
        return Err(format!("{why} needs {}; run `sudo {by_hand}` and then this again.", missing.join(", ")));
    };
    ui::step(&format!("Installing Debian packages for {why}: {}", missing.join(" ")));
    let apt = |arguments: &[&str]| {
        let words = [prefix, &["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]].concat();
        let mut c = command::clean(Command::new(words[0]));
        c.args(&words[1..]).args(["-q", "-o", "Dpkg::Use-Pty=0", "-o", "Acquire::Retries=2"]).args(arguments);
        // cargo puts its own libraries first; apt's programs need the system's.
        c.env_remove("LD_LIBRARY_PATH");
        c
    };
    let mut arguments = vec!["install", "--yes", "--no-install-recommends"];
    arguments.extend(&missing);
    // A fresh machine has no package lists, and old lists name packages that no longer exist: refresh, then install. An
    // unreachable source must not stop the rest, so a failed refresh is only reported.
    ui::note(&format!("{}apt-get update", sudo_word(prefix)));
    if let Err(e) = command::run(&mut apt(&["update"])) {
        ui::note(&format!("{e} Going on with the lists that are there."));
    }
    ui::note(&format!("{}{by_hand}", sudo_word(prefix)));
    command::run(&mut apt(&arguments)).map_err(|e| format!("{e} Run `{}{by_hand}` by hand.", sudo_word(prefix)))
}

fn sudo_word(prefix: &[&str]) -> &'static str {
    if prefix.is_empty() { "" } else { "sudo " }
}

/// Whether dpkg has the package fully installed.
pub fn installed(package: &str) -> bool {
    let mut query = Command::new("dpkg-query");
    query.args(["--show", "--showformat=${db:Status-Status}", package]);
    command::probe(&mut query).is_some_and(|status| status == "installed")
}

/// The prefix of a command that needs root: empty as root, `sudo` if it works without a password.
fn root_prefix() -> Option<&'static [&'static str]> {
    if command::probe(Command::new("id").arg("-u")).as_deref() == Some("0") {
        return Some(&[]);
    }
    command::probe(Command::new("sudo").args(["-n", "true"])).map(|_| &["sudo", "-n"][..])
}
