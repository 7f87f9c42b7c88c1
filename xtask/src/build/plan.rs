//! The order of a build's jobs. Those of the first display all begin at once, because nothing else is urgent and the last
//! minute of each module uses one thread of the compiler; the others follow, two at a time.

use std::path::PathBuf;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::mpsc;

use super::Mode;
use super::module::{MODULES, Module};
use crate::{Result, ui};

/// One job of a build.
#[derive(Clone, Copy)]
pub enum Job {
    /// The tool that generates the modules' JavaScript.
    Bindgen,
    /// The module that unpacks the others.
    Unpacker,
    /// A module of the page.
    Module(&'static Module),
}

impl Job {
    fn what(&self) -> &'static str {
        match self {
            Self::Bindgen => "the wasm-bindgen tool",
            Self::Unpacker => "the unpacker",
            Self::Module(module) => module.what,
        }
    }

    /// The module that it builds.
    pub fn module(&self) -> Option<&'static Module> {
        match self {
            Self::Module(module) => Some(module),
            _ => None,
        }
    }

    /// Whether the first display of a file needs it.
    pub fn is_first_look(&self) -> bool {
        self.module().is_none_or(|module| module.first_look)
    }
}

/// All jobs of a build: those of the first display come first.
pub struct Plan {
    jobs: Vec<Job>,
    lanes: Lanes,
}

/// How many jobs are done at a time.
#[derive(Clone, Copy)]
struct Lanes {
    first_look: usize,
    rest: usize,
}

impl Plan {
    /// The jobs of a build. Quick builds share one cargo folder, which supports one build at a time.
    pub fn new(mode: Mode) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let one = Self::one_at_a_time();
        if mode == Mode::Dev || cores == 1 {
            return one;
        }
        let first_look = one.jobs.iter().filter(|job| job.is_first_look()).count();
        Self { lanes: Lanes { first_look, rest: 2 }, ..one }
    }

    /// The jobs of a release build beside other work: two at a time, so that no core is idle when the other work ends first.
    pub fn beside() -> Self {
        Self { lanes: Lanes { first_look: 2, rest: 2 }, ..Self::one_at_a_time() }
    }

    fn one_at_a_time() -> Self {
        let modules = MODULES.iter().map(Job::Module);
        Self {
            jobs: [Job::Bindgen, Job::Unpacker].into_iter().chain(modules).collect(),
            lanes: Lanes { first_look: 1, rest: 1 },
        }
    }

    /// `7 steps, 4 and then 2 at a time`.
    pub fn sentence(&self) -> String {
        let Lanes { first_look, rest } = self.lanes;
        let at_a_time = if first_look == rest { rest.to_string() } else { format!("{first_look} and then {rest}") };
        format!("{} steps, {at_a_time} at a time", self.jobs.len())
    }

    /// Does all jobs with `work`, on as many threads as there are lanes. `done` gets each result and the remaining
    /// jobs, on this thread; it prints a line for each.
    pub fn run<W, D>(&self, work: W, mut done: D) -> Result
    where
        W: Fn(&Job) -> Result<Option<PathBuf>> + Sync,
        D: FnMut(Job, Option<PathBuf>, &[Job]) -> Result,
    {
        let failed = AtomicBool::new(false);
        let mut coming = self.jobs.clone();
        for (first_look, lanes) in [(true, self.lanes.first_look), (false, self.lanes.rest)] {
            let jobs: Vec<Job> = self.jobs.iter().filter(|job| job.is_first_look() == first_look).copied().collect();
            let mut said = |job: Job, result: Result<Option<PathBuf>>, took: String| {
                coming.retain(|other| other.what() != job.what());
                let verb = if result.is_ok() { "took" } else { "failed after" };
                ui::note(&format!("{} {verb} {took}; {}", job.what(), to_come(&coming)));
                result.and_then(|folder| done(job, folder, &coming))
            };
            at_a_time(&jobs, lanes, &failed, &work, &mut said)?;
        }
        Ok(())
    }
}

/// Does `jobs` with `work` on `lanes` threads; `said` gets each result with its time, on this thread. None begins after
/// one that failed.
fn at_a_time<W>(
    jobs: &[Job],
    lanes: usize,
    failed: &AtomicBool,
    work: &W,
    said: &mut impl FnMut(Job, Result<Option<PathBuf>>, String) -> Result,
) -> Result
where
    W: Fn(&Job) -> Result<Option<PathBuf>> + Sync,
{
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let (send, receive) = mpsc::channel();
        for _ in 0..lanes {
            let (send, next) = (send.clone(), &next);
            scope.spawn(move || {
                while let Some(job) = jobs.get(next.fetch_add(1, Relaxed))
                    && !failed.load(Relaxed)
                {
                    let clock = ui::Clock::of_thread();
                    let result = work(job);
                    failed.fetch_or(result.is_err(), Relaxed);
                    let _ = send.send((*job, result, clock.took()));
                }
            });
        }
        drop(send);
        let mut outcome = Ok(());
        for (job, result, took) in receive {
            if let Err(why) = said(job, result, took) {
                failed.store(true, Relaxed);
                outcome = outcome.and(Err(why));
            }
        }
        outcome
    })
}

/// `to come: the page, the explorer worker`.
fn to_come(jobs: &[Job]) -> String {
    let names: Vec<&str> = jobs.iter().map(Job::what).collect();
    if names.is_empty() { "nothing else to come".to_owned() } else { format!("to come: {}", names.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_look_is_complete_before_the_engine_begins() {
        let jobs = Plan::new(Mode::Release).jobs;
        let first = jobs.iter().filter(|job| job.is_first_look()).count();
        assert!(jobs[..first].iter().all(Job::is_first_look), "what the first look needs comes first");
        assert_eq!(jobs.len() - first, 3, "both engines and the WebGPU one come later");
    }

    #[test]
    fn every_result_arrives_and_a_failure_ends_the_build() {
        let plan = Plan { lanes: Lanes { first_look: 4, rest: 2 }, ..Plan::new(Mode::Release) };
        let mut seen = Vec::new();
        let all = plan.run(
            |_| Ok(None),
            |job, _, coming| {
                seen.push((job.what(), coming.len()));
                Ok(())
            },
        );
        assert_eq!(all, Ok(()));
        assert_eq!(seen.len(), plan.jobs.len());
        assert_eq!(seen.last().map(|(_, coming)| *coming), Some(0));

        let plan = Plan { lanes: Lanes { first_look: 1, rest: 1 }, ..plan };
        let mut done = 0;
        let broken = plan.run(
            |job| if job.module().is_some() { Err("no compiler".to_owned()) } else { Ok(None) },
            |_, _, _| {
                done += 1;
                Ok(())
            },
        );
        assert_eq!((broken, done), (Err("no compiler".to_owned()), 2), "no job begins after the one that failed");
    }
}
