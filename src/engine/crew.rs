//! Threads that compute the parts of a node side by side.
//!
//! Owns: the contract of threads, and how a kernel's work is divided among them. Must not know: what threads are; they
//! belong to the caller. A part is computed in the same order as one thread would compute it,
//! so results have the same bits for any number of threads.

use super::data::{Number, view_mut};
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

/// How an output is divided.
#[derive(Clone, Copy)]
pub struct Units {
    /// Elements of a unit; the last unit may have fewer.
    pub len: usize,
    /// Multiply-adds of a unit.
    pub cost: usize,
    /// A part has a multiple of so many units.
    pub step: usize,
}

/// Computes a part: the number of its first unit, scratch memory, the bytes of the part.
type Work<'a> = dyn Fn(usize, &mut [u8], &mut [u8]) + Sync + 'a;

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

    /// The units of a part when work is divided. Little work is a single part.
    fn part(&self, units: usize, Units { cost, step, .. }: Units) -> usize {
        let part = if units.saturating_mul(cost) < self.least {
            units
        } else {
            units.div_ceil(self.size() * PARTS).max(self.least / FRACTION / cost.max(1))
        };
        part.next_multiple_of(step).max(1)
    }

    /// Calls `work` for all of `out` in parts of complete units, with the number of the first unit, the thread's share of
    /// `scratch`, and the part. With one thread, a single part has everything. `scratch` must divide evenly among the threads:
    /// what is left over has no thread, and a share must consist of complete elements.
    // Inlined, and the rest has no types of its callers: one thread needs no function of this file.
    #[inline(always)]
    pub fn share<S: Number, T: Number>(
        &self,
        units: Units,
        scratch: &mut [S],
        out: &mut [T],
        work: impl Fn(usize, &mut [S], &mut [T]) + Sync,
    ) {
        match &self.team {
            _ if out.is_empty() => {}
            Some(team) if !ONE_THREAD => {
                let units = Units { len: units.len * size_of::<T>(), ..units };
                let (scratch, out) = (bytemuck::cast_slice_mut(scratch), bytemuck::cast_slice_mut(out));
                self.divide(&**team, units, scratch, out, &|first, scratch, out| {
                    work(first, view_mut(scratch), view_mut(out));
                });
            }
            _ => work(0, scratch, out),
        }
    }

    /// [`Crew::share`] in bytes.
    #[inline(never)]
    fn divide(&self, team: &dyn Team, units: Units, scratch: &mut [u8], out: &mut [u8], work: &Work) {
        let len = units.len.max(1);
        let part = self.part(out.len().div_ceil(len), units);
        if out.len() <= part * len {
            return work(0, scratch, out);
        }
        let parts: Vec<Mutex<&mut [u8]>> = out.chunks_mut(part * len).map(Mutex::new).collect();
        let own = scratch.len() / team.size();
        let rooms: Vec<Mutex<&mut [u8]>> = if own == 0 {
            (0..team.size()).map(|_| Mutex::new(&mut [][..])).collect()
        } else {
            scratch.chunks_exact_mut(own).map(Mutex::new).collect()
        };
        team.run(parts.len(), &|thread, at| {
            // No lock is taken twice at a time: a part is given to one thread, and a room belongs to one.
            if let (Ok(mut out), Ok(mut room)) = (parts[at].lock(), rooms[thread].lock()) {
                work(at * part, &mut room, &mut out);
            }
        });
    }

    /// Calls `work` for each of `items`, with its number; they take `cost` multiply-adds each.
    #[inline(always)]
    pub fn each<P: Send>(&self, items: &mut [P], cost: usize, work: impl Fn(usize, &mut P) + Sync) {
        match &self.team {
            Some(team) if !ONE_THREAD && items.len() > 1 && items.len().saturating_mul(cost) >= self.least => {
                let items: Vec<Mutex<&mut P>> = items.iter_mut().map(Mutex::new).collect();
                team.run(items.len(), &|_, at| {
                    if let Ok(mut item) = items[at].lock() {
                        work(at, &mut item);
                    }
                });
            }
            _ => items.iter_mut().enumerate().for_each(|(at, item)| work(at, item)),
        }
    }
}

/// The share of one of several threads: calls `work` for parts until none is left.
///
/// Each thread has a range of the parts, which it takes in order, and then what is left of the others' ranges. So it finds in its cache
/// what it computed in the layer before. `next` counts the parts of a range up, for all threads.
pub fn take_parts(
    next: impl Fn(usize) -> usize,
    parts: usize,
    [thread, threads]: [usize; 2],
    work: &(dyn Fn(usize, usize) + Sync),
) {
    for range in (thread..threads).chain(0..thread) {
        let [start, end] = [range, range + 1].map(|bound| parts * bound / threads);
        loop {
            let part = start + next(range);
            if part >= end {
                break;
            }
            work(thread, part);
        }
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
            let next: Vec<_> = (0..self.0).map(|_| AtomicUsize::new(0)).collect();
            let next = &|range: usize| next[range].fetch_add(1, Ordering::Relaxed);
            std::thread::scope(|scope| {
                for thread in 0..self.0 {
                    scope.spawn(move || take_parts(next, parts, [thread, self.0], work));
                }
            });
        }
    }

    #[test]
    fn each_part_is_computed_once_with_the_room_of_its_thread() {
        for crew in [Crew::default(), Crew::new(Rc::new(Fresh(1))), Crew::new(Rc::new(Fresh(3)))] {
            let (mut out, mut scratch) = ([0u32; 40], vec![0u32; 5 * crew.size()]);
            let crew = crew.least(1);
            crew.share(Units { len: 3, cost: 1, step: 1 }, &mut scratch, &mut out, |first, room, out| {
                assert_eq!(room.len(), 5);
                for (unit, out) in out.chunks_mut(3).enumerate() {
                    room.fill((first + unit) as u32);
                    out.iter_mut().for_each(|out| *out += 1 + room[4]);
                }
            });
            let wanted: Vec<u32> = (0..40).map(|i| 1 + i / 3).collect();
            assert_eq!(out.as_slice(), wanted, "{crew:?}");
            crew.each(&mut out, 1, |at, out| *out += at as u32);
            let wanted: Vec<u32> = (0..40).map(|i| 1 + i / 3 + i).collect();
            assert_eq!(out.as_slice(), wanted, "{crew:?}");
        }
    }

    #[test]
    fn small_work_is_one_part_and_large_work_several_for_each_thread() {
        let two = Crew::new(Rc::new(Fresh(2)));
        let part = |units, cost, step| two.part(units, Units { len: 1, cost, step });
        assert_eq!(part(1000, 1 << 20, 4), 64, "sixteen parts of whole tiles, a little uneven");
        assert_eq!(part(1000, 1 << 9, 4), 64, "the least that a part may have allows smaller ones");
        assert_eq!(part(1002, 1, 4), 1004, "little work");
        assert_eq!(part(0, 0, 1), 1);
    }
}
