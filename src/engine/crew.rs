//! Threads that compute the parts of a node side by side.
//!
//! Owns: the contract of threads, and how a kernel's work is divided among them. Must not know: what threads are; they
//! belong to the caller. A part is computed in the same order as one thread would compute it,
//! so results have the same bits for any number of threads.

use std::fmt;
use std::rc::Rc;
use std::sync::Mutex;

/// Threads.
pub trait Team {
    /// Their number, with the caller's own.
    fn size(&self) -> usize;

    /// Calls `work` once for each of the numbers `0..parts`, in any order and on any thread, and returns when all are done.
    /// The first argument is the thread, below [`Team::size`], the second one the part. `work` allocates nothing.
    fn run(&self, parts: usize, work: &(dyn Fn(usize, usize) + Sync));
}

/// The threads of a session; by default only the caller's.
#[derive(Clone)]
pub struct Crew {
    team: Option<Rc<dyn Team>>,
    /// Minimum multiply-adds of work that is divided.
    least: usize,
}

/// Whether this build has only the caller's thread, as a browser's modules that compute little have.
const ONE_THREAD: bool = cfg!(all(target_arch = "wasm32", any(feature = "gpu", not(feature = "engine"))));

/// Parts for each thread: if one is slow or begins late, the others take its parts.
const PARTS: usize = 8;

/// Minimum multiply-adds of work that is divided: about twenty microseconds, the time in which a thread wakes up.
const LEAST: usize = 1 << 18;

/// The fraction of these that a part has at least.
const FRACTION: usize = 16;

impl Default for Crew {
    fn default() -> Self {
        Self { team: None, least: LEAST }
    }
}

impl Crew {
    /// The caller's thread and others.
    pub fn new(team: Rc<dyn Team>) -> Self {
        Self { team: (team.size() > 1).then_some(team), ..Self::default() }
    }

    /// The same threads for work of so many multiply-adds and more; for tests and measurements.
    #[must_use]
    pub fn least(self, least: usize) -> Self {
        Self { least, ..self }
    }

    /// Number of threads, at least 1.
    pub fn size(&self) -> usize {
        // Known to the compiler, which leaves out what several threads need: 10 KB of a module.
        if ONE_THREAD { 1 } else { self.team.as_ref().map_or(1, |team| team.size()) }
    }

    /// The size of a part when work is divided: `units` of `cost` multiply-adds each, in multiples of `step`. With one thread, and
    /// of little work, a single part has them all.
    pub fn part(&self, units: usize, cost: usize, step: usize) -> usize {
        let threads = self.size();
        let part = if threads == 1 || units.saturating_mul(cost) < self.least {
            units
        } else {
            units.div_ceil(threads * PARTS).max(self.least / FRACTION / cost.max(1))
        };
        part.next_multiple_of(step).max(1)
    }

    /// Calls `work` for each of `parts`, and returns when all are done. `scratch` is divided among the threads.
    pub fn share<P: Send, T: Send>(
        &self,
        parts: impl ExactSizeIterator<Item = P>,
        scratch: &mut [T],
        work: impl Fn(P, &mut [T]) + Sync,
    ) {
        match &self.team {
            Some(team) if !ONE_THREAD && parts.len() > 1 => divided(&**team, parts, scratch, &work),
            _ => parts.for_each(|part| work(part, scratch)),
        }
    }
}

/// Calls `work` for each of `parts` on all threads of a team; see [`Crew::share`].
// A function of its own, so that a build moves it out of the files that a run on one thread needs.
#[inline(never)]
fn divided<P: Send, T: Send>(
    team: &dyn Team,
    parts: impl ExactSizeIterator<Item = P>,
    scratch: &mut [T],
    work: &(impl Fn(P, &mut [T]) + Sync),
) {
    let parts: Vec<Mutex<Option<P>>> = parts.map(|part| Mutex::new(Some(part))).collect();
    let own = scratch.len() / team.size();
    let rooms: Vec<Mutex<&mut [T]>> = if own == 0 {
        (0..team.size()).map(|_| Mutex::new(&mut [][..])).collect()
    } else {
        scratch.chunks_exact_mut(own).map(Mutex::new).collect()
    };
    team.run(parts.len(), &|thread, part| {
        // No lock is taken twice at a time: a part is given to one thread, and a room belongs to one.
        if let (Ok(mut part), Ok(mut room)) = (parts[part].lock(), rooms[thread].lock())
            && let Some(part) = part.take()
        {
            work(part, &mut room);
        }
    });
}

/// The share of one thread: calls `work` for the parts that `next` returns, which all threads count up, until none is left.
pub fn take_parts(next: impl Fn() -> usize, parts: usize, thread: usize, work: &(dyn Fn(usize, usize) + Sync)) {
    loop {
        let part = next();
        if part >= parts {
            break;
        }
        work(thread, part);
    }
}

impl fmt::Debug for Crew {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Crew({})", self.size())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Threads of the operating system, new ones for each call.
    struct Fresh(usize);

    impl Team for Fresh {
        fn size(&self) -> usize {
            self.0
        }

        fn run(&self, parts: usize, work: &(dyn Fn(usize, usize) + Sync)) {
            let next = AtomicUsize::new(0);
            std::thread::scope(|scope| {
                for thread in 0..self.0 {
                    let next = &next;
                    scope.spawn(move || take_parts(|| next.fetch_add(1, Ordering::Relaxed), parts, thread, work));
                }
            });
        }
    }

    #[test]
    fn each_part_is_computed_once_with_the_room_of_its_thread() {
        for crew in [Crew::default(), Crew::new(Rc::new(Fresh(1))), Crew::new(Rc::new(Fresh(3)))] {
            let (mut out, mut scratch) = ([0u32; 40], vec![0u32; 5 * crew.size()]);
            crew.share(out.chunks_mut(3).enumerate(), &mut scratch, |(part, out), room| {
                assert_eq!(room.len(), 5);
                room.fill(part as u32);
                out.iter_mut().for_each(|out| *out += 1 + room[4]);
            });
            let wanted: Vec<u32> = (0..40).map(|i| 1 + i / 3).collect();
            assert_eq!(out.as_slice(), wanted, "{crew:?}");
        }
    }

    #[test]
    fn small_work_is_one_part_and_large_work_several_for_each_thread() {
        let (alone, two) = (Crew::default(), Crew::new(Rc::new(Fresh(2))));
        assert_eq!(alone.part(1000, 1 << 20, 4), 1000);
        assert_eq!(two.part(1000, 1 << 20, 4), 64, "sixteen parts of whole tiles, a little uneven");
        assert_eq!(two.part(1000, 1 << 9, 4), 64, "the least that a part may have allows smaller ones");
        assert_eq!(two.part(1002, 1, 4), 1004, "little work");
        assert_eq!(two.part(0, 0, 1), 1);
    }
}
