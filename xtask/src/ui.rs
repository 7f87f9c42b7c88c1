//! Terminal output: steps, notes, durations. All of it goes to stderr, so that stdout is for results.

use std::time::{Duration, Instant};

/// Announces a step that may take long or changes the machine.
pub fn step(text: &str) {
    eprintln!("==> {text}");
}

/// Prints a note about the current step.
pub fn note(text: &str) {
    eprintln!("    {text}");
}

/// `1.4 s`, `2 min 05 s`.
pub fn duration(d: Duration) -> String {
    let seconds = d.as_secs_f64();
    if seconds < 60.0 {
        format!("{seconds:.1} s")
    } else {
        let whole = d.as_secs();
        format!("{} min {:02} s", whole / 60, whole % 60)
    }
}

/// Measures a step: wall time, and CPU time of the programs that it ran. On a shared machine, only the second can be
/// compared.
pub struct Clock {
    start: Instant,
    cpu: fn() -> Option<f64>,
    before: Option<f64>,
}

impl Clock {
    /// A clock that starts now.
    pub fn start() -> Self {
        Self { start: Instant::now(), cpu: cpu_seconds, before: cpu_seconds() }
    }

    /// A clock that counts only the work of this thread, and the programs that it runs.
    pub fn of_thread() -> Self {
        Self { start: Instant::now(), cpu: cpu_seconds_of_thread, before: cpu_seconds_of_thread() }
    }

    /// The time that passed.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// `1 min 02 s (CPU 104 s)`.
    pub fn took(&self) -> String {
        let took = duration(self.elapsed());
        match self.before.zip((self.cpu)()) {
            Some((before, now)) => format!("{took} (CPU {:.0} s)", now - before),
            None => took,
        }
    }
}

/// Seconds that this program and the ended programs that it started were computing.
fn cpu_seconds() -> Option<f64> {
    ticks("/proc/self/stat", 11..15)
}

fn cpu_seconds_of_thread() -> Option<f64> {
    Some(ticks("/proc/thread-self/stat", 11..13)? + crate::command::children_of_thread())
}

/// Sum of fields of a `stat` file of Linux, in seconds. 11 and 12 are the program's own time, 13 and 14 that of the ended
/// programs that it started.
pub fn ticks(path: &str, fields: std::ops::Range<usize>) -> Option<f64> {
    let stat = std::fs::read_to_string(path).ok()?;
    // The name in parentheses may contain spaces; a letter and numbers follow it.
    let all: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks: u64 = all.get(fields)?.iter().filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
    // The unit is a hundredth of a second on every Linux that programs see.
    Some(ticks as f64 / 100.0)
}

/// Runs and announces a step, and prints its duration if it was noticeable.
pub fn timed<T>(text: &str, work: impl FnOnce() -> crate::Result<T>) -> crate::Result<T> {
    step(text);
    let clock = Clock::start();
    let result = work();
    if clock.elapsed() > Duration::from_secs(2) {
        note(&format!("{} after {}", if result.is_ok() { "done" } else { "failed" }, clock.took()));
    }
    result
}
