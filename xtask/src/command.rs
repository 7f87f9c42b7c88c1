//! Runs other programs, with a time limit and readable errors.

use std::cell::Cell;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use crate::Result;

/// The program `name` on the PATH.
pub fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|dir| dir.join(name)).find(|p| is_executable(p))
}

fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|m| m.is_file() && m.permissions().mode() & 0o111 != 0)
}

/// The cargo that runs this program (so that `cargo +toolchain xtask` is respected).
pub fn cargo() -> Command {
    clean(Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())))
}

/// A command without the variables that `cargo run` sets for this program: they describe the package `xtask` and would
/// mislead another cargo.
pub fn clean(mut command: Command) -> Command {
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_"].iter().any(|p| text.starts_with(p)) {
            command.env_remove(&name);
        }
    }
    command.current_dir(crate::project::root());
    command
}

/// Runs the command with the terminal's own output; a failure is an error that shows the command line.
pub fn run(command: &mut Command) -> Result {
    let mut child = command.spawn().map_err(|e| cannot_start(command, &e))?;
    count_when_ended(child.id());
    let status = child.wait().map_err(|e| format!("`{}`: {e}", line(command)))?;
    if status.success() { Ok(()) } else { Err(format!("`{}` failed ({status}).", line(command))) }
}

thread_local! {
    /// Seconds that the programs of this thread were computing.
    static CHILDREN: Cell<f64> = const { Cell::new(0.0) };
}

/// Seconds that the programs which this thread ran with [`run`] or [`run_read`] were computing.
pub fn children_of_thread() -> f64 {
    CHILDREN.get()
}

/// Waits until a program has ended and counts its CPU time. Linux keeps its account until the status is read; on
/// systems without such an account nothing is counted or waited for.
fn count_when_ended(process: u32) {
    let path = format!("/proc/{process}/stat");
    let ended = |stat: &str| stat.rsplit_once(')').is_some_and(|(_, rest)| rest.trim_start().starts_with('Z'));
    while let Ok(stat) = std::fs::read_to_string(&path) {
        if ended(&stat) {
            CHILDREN.set(CHILDREN.get() + crate::ui::ticks(&path, 11..15).unwrap_or(0.0));
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Runs the command and passes every line of its output to `read` as it arrives, which returns whether to show it.
/// Returns whether the command succeeded.
pub fn run_read(command: &mut Command, mut read: impl FnMut(&str) -> bool) -> Result<bool> {
    let started = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = started.map_err(|e| cannot_start(command, &e))?;
    let (send, lines) = mpsc::channel();
    let streams: [Option<Box<dyn Read + Send>>; 2] =
        [child.stdout.take().map(|s| Box::new(s) as _), child.stderr.take().map(|s| Box::new(s) as _)];
    for stream in streams.into_iter().flatten() {
        let send = send.clone();
        std::thread::spawn(move || {
            for line in BufReader::new(stream).split(b'\n').map_while(std::io::Result::ok) {
                if send.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                    return;
                }
            }
        });
    }
    drop(send);
    for line in lines {
        if read(&line) {
            eprintln!("{line}");
        }
    }
    count_when_ended(child.id());
    let status = child.wait().map_err(|e| format!("`{}`: {e}", line(command)))?;
    Ok(status.success())
}

/// Runs the command quietly and returns its trimmed standard output; `None` when it fails or is missing.
pub fn probe(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Runs the command but ends it after `limit` with an error.
pub fn run_within(command: &mut Command, limit: Duration) -> Result {
    let mut child = command.stdin(Stdio::null()).spawn().map_err(|e| cannot_start(command, &e))?;
    let start = Instant::now();
    loop {
        match child.try_wait().map_err(|e| format!("`{}`: {e}", line(command)))? {
            Some(status) if status.success() => return Ok(()),
            Some(status) => return Err(format!("`{}` failed ({status}).", line(command))),
            None if start.elapsed() > limit => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("`{}` did not finish within {} s.", line(command), limit.as_secs()));
            }
            None => std::thread::sleep(Duration::from_millis(50)),
        }
    }
}

/// The command line as a user would type it.
pub fn line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(quote).collect::<Vec<_>>().join(" ")
}

fn quote(word: &OsStr) -> String {
    let word = word.to_string_lossy();
    if word.contains([' ', '\'', '"', '$']) { format!("{word:?}") } else { word.into_owned() }
}

fn cannot_start(command: &Command, error: &std::io::Error) -> String {
    format!("cannot start `{}`: {error}.", line(command))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_that_hangs_is_ended() {
        let start = Instant::now();
        let error = run_within(Command::new("sleep").arg("30"), Duration::from_millis(200)).unwrap_err();
        assert!(error.contains("did not finish"), "{error}");
        assert!(start.elapsed() < Duration::from_secs(10));
    }

    #[test]
    fn the_time_of_programs_is_counted_on_the_thread_that_ran_them() {
        let before = children_of_thread();
        run(Command::new("sh").args(["-c", "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done"])).unwrap();
        let counted = children_of_thread() - before;
        assert!(counted > 0.02, "{counted}");
        assert_eq!(std::thread::spawn(children_of_thread).join().unwrap(), 0.0);
    }

    #[test]
    fn a_missing_program_is_named() {
        let error = run(&mut Command::new("no-such-program-here")).unwrap_err();
        assert!(error.contains("no-such-program-here"), "{error}");
    }
}
