//! Counting passed and failed tests from what the test programs print.

use std::process::Command;

use crate::{Result, command};

/// Result of a stage.
#[derive(Debug, Default)]
pub struct Tally {
    /// Tests that passed.
    pub passed: usize,
    /// Tests that failed, and programs that aborted.
    pub failed: usize,
    /// Sentences for the summary.
    pub notes: Vec<String>,
    /// Names of tests and how many seconds they took, where the runner reports that.
    pub times: Vec<(String, f64)>,
}

impl Tally {
    /// Runs a test program, shows its output as it arrives, and adds its counts. A program that fails without a counted
    /// failure (it did not compile, it crashed) counts as one.
    pub fn add_run(&mut self, cargo: &mut Command) -> Result {
        if self.count(cargo, || ())?.is_some() {
            self.broke_off(cargo);
        }
        Ok(())
    }

    /// The same for programs that run in another one, a browser, which may end under them: those that broke off run once
    /// more, by the command that `again` makes for their names. `compiled` is called when the first program begins.
    pub fn add_run_twice(
        &mut self,
        cargo: &mut Command,
        compiled: impl FnOnce(),
        again: impl FnOnce(&[String]) -> Result<Command>,
    ) -> Result {
        let Some(programs) = self.count(cargo, compiled)? else { return Ok(()) };
        if programs.is_empty() {
            // It did not compile.
            self.broke_off(cargo);
            return Ok(());
        }
        self.notes.push(format!("{} broke off and ran once more", programs.join(", ")));
        self.add_run(&mut again(&programs)?)
    }

    fn broke_off(&mut self, cargo: &Command) {
        self.failed += 1;
        self.notes.push(format!("`{}` broke off", command::line(cargo)));
    }

    /// Adds the counts of a run. `Some` if it failed without a counted failure: the programs that cargo names.
    fn count(&mut self, cargo: &mut Command, compiled: impl FnOnce()) -> Result<Option<Vec<String>>> {
        let failed_before = self.failed;
        let mut compiled = Some(compiled);
        let mut programs = Vec::new();
        let success = command::run_read(cargo, |line| {
            self.read(line);
            programs.extend(failed_program(line));
            if line.trim_start().starts_with("Running ")
                && let Some(compiled) = compiled.take()
            {
                compiled();
            }
            // Hundreds of tests pass; their times are kept, and only the others are shown.
            !line.trim_start().starts_with("PASS [")
        })?;
        Ok((!success && self.failed == failed_before).then_some(programs))
    }

    /// Adds what a line of output counts, if it does: the sums of libtest, nextest, and node's TAP.
    pub fn read(&mut self, line: &str) {
        let line = line.trim();
        if let Some(sums) = line.strip_prefix("test result: ") {
            self.passed += number_before(sums, "passed");
            self.failed += number_before(sums, "failed");
        } else if line.starts_with("Summary [")
            && let Some((_, sums)) = line.split_once(']')
        {
            // nextest: every test that ran and did not pass is a failure (failed, timed out, could not start).
            let ran = sums.split_whitespace().next().and_then(|run| run.split('/').next()?.parse().ok()).unwrap_or(0);
            let passed = number_before(sums, "passed");
            self.passed += passed;
            self.failed += usize::saturating_sub(ran, passed);
        } else if let Some(count) = line.strip_prefix("# pass ") {
            self.passed += count.parse().unwrap_or(0);
        } else if let Some(count) = line.strip_prefix("# fail ").or_else(|| line.strip_prefix("# cancelled ")) {
            self.failed += count.parse().unwrap_or(0);
        } else if let Some(time) = time(line) {
            self.times.push(time);
        }
    }

    /// Adds the times in node's TAP: each test has its own line, and its duration a few lines below.
    pub fn read_times_of_tap(&mut self, tap: &str) {
        let mut name = None;
        for line in tap.lines().map(str::trim) {
            let result = line.strip_prefix("not ok ").or_else(|| line.strip_prefix("ok "));
            if let Some((_, words)) = result.and_then(|result| result.split_once(" - ")) {
                name = Some(words.to_owned());
            } else if let Some(ms) = line.strip_prefix("duration_ms: ").and_then(|ms| ms.parse::<f64>().ok())
                && let Some(name) = name.take()
            {
                self.times.push((name, ms / 1000.0));
            }
        }
    }

    /// The tests that took longest, longest first.
    pub fn slowest(&self, count: usize) -> Vec<&(String, f64)> {
        let mut times: Vec<_> = self.times.iter().collect();
        times.sort_by(|a, b| b.1.total_cmp(&a.1));
        times.truncate(count);
        times
    }
}

/// Name and seconds of one test: `PASS [   0.005s] (2/9) vintage::cli name` of nextest, `test name ... ok <0.005s>` of libtest.
fn time(line: &str) -> Option<(String, f64)> {
    if let Some(test) = line.strip_prefix("test ") {
        let (name, outcome) = test.split_once(" ... ")?;
        let seconds = outcome.split_once('<')?.1.strip_suffix("s>")?;
        return Some((name.to_owned(), seconds.parse().ok()?));
    }
    let outcomes = ["PASS", "FAIL", "TIMEOUT", "LEAK", "ABORT", "SIGABRT", "SIGSEGV", "SIGKILL"];
    let (outcome, test) = line.split_once(" [")?;
    let (seconds, name) = test.split_once("s] ")?;
    let name = name.trim_start().strip_prefix('(').and_then(|n| Some(n.split_once(") ")?.1)).unwrap_or(name);
    outcomes.contains(&outcome).then_some(())?;
    Some((name.trim().to_owned(), seconds.trim().parse().ok()?))
}

/// Name of a test program that failed: "error: test failed, to rerun pass `-p vintage --test cli`".
fn failed_program(line: &str) -> Option<String> {
    let (_, rerun) = line.trim().strip_prefix("error: test failed, to rerun pass `")?.split_once("--test ")?;
    Some(rerun.trim_end_matches('`').to_owned())
}

/// The number in front of `word`: 3 for "ok. 3 passed; 0 failed" and "passed".
fn number_before(text: &str, word: &str) -> usize {
    let words: Vec<&str> = text.split(|c: char| c.is_whitespace() || c == ';' || c == ',').collect();
    let words: Vec<&str> = words.into_iter().filter(|w| !w.is_empty()).collect();
    words.windows(2).find(|pair| pair[1] == word).and_then(|pair| pair[0].parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(lines: &[&str]) -> (usize, usize) {
        let mut tally = Tally::default();
        lines.iter().for_each(|line| tally.read(line));
        (tally.passed, tally.failed)
    }

    #[test]
    fn libtest_sums_of_several_programs_add_up() {
        let first = "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.20s";
        let second = "test result: FAILED. 5 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out";
        assert_eq!(tally(&[first, "test a::b ... ok", second]), (8, 2));
    }

    #[test]
    fn nextest_counts_all_that_did_not_pass() {
        assert_eq!(tally(&["     Summary [   0.021s] 12 tests run: 12 passed, 3 skipped"]), (12, 0));
        assert_eq!(
            tally(&["     Summary [  10.021s] 12 tests run: 9 passed (1 slow), 2 failed, 1 timed out, 0 skipped"]),
            (9, 3)
        );
        assert_eq!(tally(&["     Summary [   0.2s] 5/12 tests run: 4 passed, 1 failed, 0 skipped"]), (4, 1));
        assert_eq!(tally(&["     Summary [   0.2s] 1 test run: 1 passed, 0 skipped"]), (1, 0));
    }

    #[test]
    fn node_counts_cancelled_tests_as_failed() {
        assert_eq!(tally(&["# tests 7", "# pass 4", "# fail 2", "# cancelled 1", "# skipped 0"]), (4, 3));
    }

    #[test]
    fn the_slowest_tests_come_first_whatever_ran_them() {
        let mut tally = Tally::default();
        tally.read("        PASS [   0.005s] (182/463) vintage::artifact grouping::a_damaged_index");
        tally.read("        FAIL [  61.250s] vintage::cli a_long_one");
        tally.read("        SLOW [> 60.000s] vintage::cli a_long_one");
        tally.read("test engine::tests::sums ... ok <2.500s>");
        tally.read("test engine::tests::no_time ... ok");
        tally.read_times_of_tap("TAP version 13\n# Subtest: a page - opens\nok 1 - a page - opens\n  ---\n  duration_ms: 3000.5\n  type: 'test'\n  ...\nnot ok 2 - other\n  ---\n  duration_ms: 1\n  ...\n1..2\n# duration_ms 99999\n");
        let names: Vec<_> = tally.slowest(3).into_iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["vintage::cli a_long_one", "a page - opens", "engine::tests::sums"]);
        assert_eq!(tally.times.len(), 5);
    }

    #[test]
    fn a_program_that_breaks_off_is_a_failure() {
        let mut tally = Tally::default();
        tally.add_run(Command::new("sh").args(["-c", "echo 'test result: ok. 2 passed; 0 failed'; exit 3"])).unwrap();
        assert_eq!((tally.passed, tally.failed), (2, 1));
        assert!(tally.notes[0].contains("broke off"));
    }

    /// A command that prints `lines` and ends with `code`.
    fn printing(lines: &[&str], code: u8) -> Command {
        let mut shell = Command::new("sh");
        shell.args(["-c", r#"code=$0; printf '%s\n' "$@"; exit $code"#, &code.to_string()]).args(lines);
        shell
    }

    #[test]
    fn a_program_whose_browser_ended_runs_once_more() {
        let sum = "test result: ok. 2 passed; 0 failed";
        let failed = "error: test failed, to rerun pass `-p vintage --test gpu_web`";
        let again = |code| {
            move |programs: &[String]| {
                assert_eq!(programs, ["gpu_web"]);
                Ok(printing(&["test result: ok. 8 passed; 0 failed"], code))
            }
        };
        let mut tally = Tally::default();
        tally.add_run_twice(&mut printing(&[sum, failed], 101), || (), again(0)).unwrap();
        assert_eq!((tally.passed, tally.failed), (10, 0));
        assert_eq!(tally.notes, ["gpu_web broke off and ran once more"]);
        let mut tally = Tally::default();
        tally.add_run_twice(&mut printing(&[sum, failed], 101), || (), again(1)).unwrap();
        assert_eq!((tally.passed, tally.failed), (10, 1));
    }

    #[test]
    fn a_failure_that_was_counted_does_not_run_again() {
        let sum = "test result: FAILED. 2 passed; 1 failed";
        let failed = "error: test failed, to rerun pass `-p vintage --test wasm`";
        let mut tally = Tally::default();
        tally.add_run_twice(&mut printing(&[sum, failed], 101), || (), |_| unreachable!()).unwrap();
        assert_eq!((tally.passed, tally.failed), (2, 1));
        // Nor what did not compile.
        tally.add_run_twice(&mut printing(&["error: could not compile"], 101), || (), |_| unreachable!()).unwrap();
        assert_eq!((tally.passed, tally.failed), (2, 2));
    }
}
