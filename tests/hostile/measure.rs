//! Cost of a piece of work: memory by a counting allocator, CPU time.

#![expect(unsafe_code, reason = "an allocator cannot be counted from outside")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::time::{Duration, Instant};

thread_local! {
    static NOW: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

/// The system's allocator; each thread counts its memory.
struct Counting;

fn count(bytes: isize) {
    // A thread that ends may free after its counters are gone.
    let _ = NOW.try_with(|now| {
        now.set(now.get() + bytes);
        let _ = PEAK.try_with(|peak| peak.set(peak.get().max(now.get())));
    });
}

// SAFETY: every call is passed on unchanged; counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller's promises are those of `GlobalAlloc::alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Cost of one piece of work on this thread.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// Peak memory, above the initial one.
    pub peak: u64,
    /// CPU time; wall time if the system does not report it.
    pub time: Duration,
}

/// Does `work` and returns its cost.
pub fn cost<T>(work: impl FnOnce() -> T) -> (T, Cost) {
    let before = NOW.get();
    PEAK.set(before);
    let (start, wall) = (on_processor(), Instant::now());
    let result = work();
    let time = match (start, on_processor()) {
        (Some(start), Some(end)) => end.saturating_sub(start),
        _ => wall.elapsed(),
    };
    (result, Cost { peak: (PEAK.get() - before).max(0) as u64, time })
}

/// CPU time of this thread on Linux: other work on the machine does not count.
fn on_processor() -> Option<Duration> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(told.split_whitespace().next()?.parse().ok()?))
}

/// Fails when opening `bytes` bytes cost too much. `what` names the file.
pub fn within_bounds(what: &str, bytes: u64, cost: Cost) {
    // A second for small files, as the fixtures are; ten bytes per microsecond for larger ones. Tests are not
    // optimized.
    let most = Duration::from_secs(1) + Duration::from_micros(bytes / 10);
    assert!(cost.time <= most, "{what}: {:?} of work for {bytes} bytes", cost.time);
    let most = (48 << 20) + 64 * bytes;
    assert!(cost.peak <= most, "{what}: held {} bytes for {bytes}", cost.peak);
}
