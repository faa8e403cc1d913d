//! Works out how long each test took, which stable libtest does not print, from the time at which
//! each line of output arrived.
//!
//! A test's line is printed when the test ends. Libtest starts the tests of a program in the order
//! of their names, each as soon as another one ends, so the start times follow once all have ended.
//!
//! The output of wasm tests is polled from the browser ten times a second, and whenever a test
//! waits. If several tests end between two polls, the whole time goes to the first.
use std::mem;
use std::time::Duration;

/// How many tests of a run are printed.
const N_SHOWN: usize = 20;

/// A test of a step, and how long it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Timed {
    pub(crate) name: String,
    pub(crate) took: Duration,
}

/// The time from the line `running … tests` of its program to a test's end, and the test's name.
type End = (Duration, String);

/// What has been parsed of a step so far.
#[derive(Debug, Default)]
pub(crate) struct OutputTimer {
    timed: Vec<Timed>,
    /// The time of the last line `running … tests`.
    begun: Duration,
    /// Tests of that program.
    ends: Vec<End>,
    /// The test whose line was interrupted by other output before its result.
    interrupted: Option<String>,
    n_threads: usize,
}

impl OutputTimer {
    /// For programs that run this many tests at once.
    pub(crate) fn new(n_threads: usize) -> Self {
        Self { n_threads, ..Self::default() }
    }

    /// Parses a line that arrived at this time of the step.
    pub(crate) fn read_line(&mut self, at: Duration, line: &str) {
        if is_beginning(line) {
            self.end_program();
            self.begun = at;
        } else if let Some((name, result)) = test_line(line) {
            if is_result(result) {
                self.end_test(at, name.to_string());
            } else {
                self.interrupted = Some(name.to_string());
            }
        } else if is_result(line)
            && let Some(name) = self.interrupted.take()
        {
            self.end_test(at, name);
        }
    }

    /// All tests that have ended.
    pub(crate) fn finish(mut self) -> Vec<Timed> {
        self.end_program();
        self.timed
    }

    fn end_test(&mut self, at: Duration, name: String) {
        self.ends.push((at.saturating_sub(self.begun), name));
        self.interrupted = None;
    }

    fn end_program(&mut self) {
        let ends = mem::take(&mut self.ends);
        self.timed.extend(durations(&ends, self.n_threads));
        self.interrupted = None;
    }
}

/// Whether a line begins the tests of a program: `running 3 tests`.
fn is_beginning(line: &str) -> bool {
    let n = line.strip_prefix("running ").and_then(|rest| rest.split_once(' '));
    n.is_some_and(|(n, of)| n.parse::<u32>().is_ok() && matches!(of, "test" | "tests"))
}

/// The name and the rest of `test name ... ok`.
fn test_line(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix("test ")?.split_once(" ... ")
}

/// Whether this is a result, as libtest and the runner of wasm tests print it.
fn is_result(text: &str) -> bool {
    let ignored = text == "ignored" || text.starts_with("ignored, ");
    ignored || matches!(text, "ok" | "FAILED" | "FAIL")
}

/// How long the tests of a program took, in the order in which they ended. A thread that ends a
/// test starts the next waiting one, by name.
///
/// If a program orders its tests differently, a test may end before its turn; its start is then
/// taken to be the end of the one before it.
fn durations(ends: &[End], n_threads: usize) -> Vec<Timed> {
    if n_threads <= 1 {
        return one_by_one(ends);
    }
    let mut waiting: Vec<&str> = ends.iter().map(|(_, name)| name.as_str()).collect();
    waiting.sort_unstable();
    waiting.reverse();
    let first = waiting.split_off(waiting.len().saturating_sub(n_threads));
    let mut running: Vec<(&str, Duration)> =
        first.into_iter().map(|name| (name, Duration::ZERO)).collect();
    let mut timed = Vec::new();
    let mut last = Duration::ZERO;
    for (end, name) in ends {
        let begun = if let Some(at) = running.iter().position(|(of, _)| of == name) {
            running.extend(waiting.pop().map(|next| (next, *end)));
            running.remove(at).1
        } else {
            waiting.retain(|of| of != name);
            last
        };
        timed.push(Timed { name: name.clone(), took: end.saturating_sub(begun) });
        last = *end;
    }
    timed
}

/// How long the tests of a program took on one thread, in any order.
fn one_by_one(ends: &[End]) -> Vec<Timed> {
    let begun = [Duration::ZERO].into_iter().chain(ends.iter().map(|(end, _)| *end));
    let both = begun.zip(ends);
    both.map(|(begun, (end, name))| Timed { name: name.clone(), took: end.saturating_sub(begun) })
        .collect()
}

/// The lines of the slowest tests, each with its step.
pub(crate) fn slowest<'a>(tests: impl Iterator<Item = (&'static str, &'a Timed)>) -> Vec<String> {
    let mut tests: Vec<_> = tests.collect();
    tests.sort_by(|(_, a), (_, b)| b.took.cmp(&a.took).then_with(|| a.name.cmp(&b.name)));
    let line = |(step, Timed { name, took }): &(&str, &Timed)| {
        format!("{:>8.2} s  {step:<9} {name}", took.as_secs_f32())
    };
    tests.iter().take(N_SHOWN).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    fn ends(ends: &[(u64, &str)]) -> Vec<End> {
        ends.iter().map(|(end, name)| (ms(*end), (*name).to_string())).collect()
    }

    fn pairs(timed: &[Timed]) -> Vec<(&str, u128)> {
        timed.iter().map(|of| (of.name.as_str(), of.took.as_millis())).collect()
    }

    #[test]
    fn a_thread_that_ends_a_test_begins_the_next_by_name() {
        // One thread runs `a` until 50; the other `b` until 10, `c` until 30, `d` until 90.
        let two = ends(&[(10, "b"), (30, "c"), (50, "a"), (60, "e"), (90, "d")]);
        let want = [("b", 10), ("c", 20), ("a", 50), ("e", 10), ("d", 60)];
        assert_eq!(pairs(&durations(&two, 2)), want);
        let three = ends(&[(10, "c"), (20, "b"), (40, "d"), (50, "e"), (70, "a")]);
        let want = [("c", 10), ("b", 20), ("d", 30), ("e", 30), ("a", 70)];
        assert_eq!(pairs(&durations(&three, 3)), want);
    }

    #[test]
    fn one_thread_takes_one_after_the_other() {
        for names in [["a", "b", "c"], ["c", "a", "b"]] {
            let [x, y, z] = names;
            let one = ends(&[(10, x), (30, y), (30, z)]);
            assert_eq!(pairs(&durations(&one, 1)), [(x, 10), (y, 20), (z, 0)]);
        }
    }

    #[test]
    fn there_may_be_fewer_tests_than_threads() {
        assert_eq!(durations(&[], 4), []);
        let few = ends(&[(5, "b"), (9, "a")]);
        assert_eq!(pairs(&durations(&few, 8)), [("b", 5), ("a", 9)]);
    }

    #[test]
    fn duplicate_names_are_allowed() {
        let twice = ends(&[(10, "a"), (15, "a"), (40, "a")]);
        assert_eq!(pairs(&durations(&twice, 2)), [("a", 10), ("a", 15), ("a", 30)]);
    }

    #[test]
    fn a_test_out_of_turn_began_when_the_last_one_ended() {
        let strange = ends(&[(10, "d"), (20, "a"), (30, "b"), (40, "c")]);
        let want = [("d", 10), ("a", 20), ("b", 30), ("c", 20)];
        assert_eq!(pairs(&durations(&strange, 2)), want);
    }

    fn timed(n_threads: usize, lines: &[(u64, &str)]) -> Vec<Timed> {
        let mut listener = OutputTimer::new(n_threads);
        for (at, line) in lines {
            listener.read_line(ms(*at), line);
        }
        listener.finish()
    }

    #[test]
    fn each_program_starts_over() {
        let lines = [
            (900, "   Compiling shared v0.1.0"),
            (1000, "running 2 tests"),
            (1100, "test b ... ok"),
            (1300, "test a - should panic ... ok"),
            (1301, "test result: ok. 2 passed; 0 failed"),
            (5000, "running 1 test"),
            (5040, "test c ... ignored, as it takes long"),
        ];
        let want = [("b", 100), ("a - should panic", 300), ("c", 40)];
        assert_eq!(pairs(&timed(2, &lines)), want);
    }

    #[test]
    fn interrupted_lines_count_when_complete() {
        let lines = [
            (0, "running 3 tests"),
            (10, "test a ... a server starts"),
            (20, "ok, it says"),
            (30, "ok"),
            (35, "ok"),
            (60, "test b has been running for over 60 seconds"),
            (70, "test b ... FAILED"),
            (75, "test c ... FAIL"),
            (80, "---- b ----"),
        ];
        assert_eq!(pairs(&timed(1, &lines)), [("a", 30), ("b", 40), ("c", 5)]);
    }

    #[test]
    fn twenty_are_shown_and_the_slowest_first() {
        let tests: Vec<Timed> =
            (0..30).map(|n| Timed { name: format!("n{n}"), took: ms(n * 1000) }).collect();
        let lines = slowest(tests.iter().map(|test| ("native", test)));
        assert_eq!(lines.len(), N_SHOWN);
        assert_eq!(lines[0], "   29.00 s  native    n29");
        assert_eq!(lines[19], "   10.00 s  native    n10");
    }
}
