//! CPU time of work, on a shared machine.

use std::time::{Duration, Instant};

/// Number of measurements; the minimum counts.
const ROUNDS: usize = 5;

/// Linux counts in steps of some milliseconds: work is repeated until that no longer shows.
const ENOUGH: Duration = Duration::from_millis(80);

/// CPU time of `work`, the minimum of some rounds.
pub fn least(mut work: impl FnMut()) -> Duration {
    let one = |_| {
        let (start, wall) = (on_processor(), Instant::now());
        for count in 1.. {
            work();
            let spent = match (start, on_processor()) {
                (Some(start), Some(end)) => end.saturating_sub(start),
                _ => wall.elapsed(),
            };
            if spent >= ENOUGH {
                return spent / count;
            }
        }
        Duration::MAX
    };
    (0..ROUNDS).map(one).min().unwrap_or_default()
}

/// CPU time on Linux: other work on the machine does not count.
fn on_processor() -> Option<Duration> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(told.split_whitespace().next()?.parse().ok()?))
}
