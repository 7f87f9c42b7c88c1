//! The threads of a run in the terminal.

use crate::engine::{Crew, Team, take_parts};
use rayon_core::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// So many threads, with the caller's own.
///
/// Errors: the system does not start them.
pub fn threads(count: usize) -> Result<Crew, ThreadPoolBuildError> {
    if count <= 1 {
        return Ok(Crew::default());
    }
    let pool = ThreadPoolBuilder::new().num_threads(count - 1).build()?;
    Ok(Crew::new(Rc::new(Pool(pool))))
}

/// The threads beside the caller's.
struct Pool(ThreadPool);

impl Team for Pool {
    fn size(&self) -> usize {
        self.0.current_num_threads() + 1
    }

    fn run(&self, parts: usize, work: &(dyn Fn(usize, usize) + Sync)) {
        let threads = self.size().min(parts);
        let next: Vec<_> = (0..threads).map(|_| AtomicUsize::new(0)).collect();
        let next = &|range: usize| next[range].fetch_add(1, Ordering::Relaxed);
        self.0.in_place_scope(|scope| {
            for thread in 1..threads {
                scope.spawn(move |_| take_parts(next, parts, [thread, threads], work));
            }
            take_parts(next, parts, [0, threads], work);
        });
    }
}
