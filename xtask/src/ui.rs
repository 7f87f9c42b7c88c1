//! What the terminal shows: steps, notes, durations. All of it goes to stderr, so that stdout stays for results.

use std::time::{Duration, Instant};

/// Announces a step that may take long or changes the machine.
pub fn step(text: &str) {
    eprintln!("==> {text}");
}

/// Says something worth knowing about the step that runs.
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

/// Runs a step, announces it, and says how long it took when that was noticeable.
pub fn timed<T>(text: &str, work: impl FnOnce() -> crate::Result<T>) -> crate::Result<T> {
    step(text);
    let start = Instant::now();
    let result = work();
    if start.elapsed() > Duration::from_secs(2) {
        note(&format!("{} after {}", if result.is_ok() { "done" } else { "failed" }, duration(start.elapsed())));
    }
    result
}
