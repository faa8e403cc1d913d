//! Runs the failed tests of a step once more, one at a time. A browser, its server and other tests
//! share the processor, so on a busy machine a test's deadline may be over although nothing is
//! wrong. A test that also fails alone has failed; one that passes alone is named in the report.
use crate::count::Count;

/// The names of the failed tests in the output of a run: the indented lines after the last line
/// `failures:` of each program.
pub(crate) fn failed_tests(output: &str) -> Vec<&str> {
    let mut failed = Vec::new();
    let mut is_list = false;
    for line in output.lines() {
        match line.strip_prefix("    ") {
            Some(name) if is_list && !name.contains(' ') => failed.push(name),
            _ if line.is_empty() => {}
            _ => is_list = line == "failures:",
        }
    }
    failed
}

/// The command that runs these tests alone: of the arguments of tests, it keeps only what is
/// skipped.
pub(crate) fn command_alone<'a>(command: &[&'a str], tests: &[&'a str]) -> Vec<&'a str> {
    let mut parts = command.splitn(2, |arg| *arg == "--");
    let (cargo, of_tests) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let skipped = of_tests.iter().filter(|arg| arg.starts_with("--skip="));
    let alone = ["--", "--test-threads=1", "--exact"];
    cargo.iter().chain(&alone).chain(skipped).chain(tests).copied().collect()
}

/// The tests of a step, after its failed ones ran once more: these counts.
pub(crate) fn combined(first: Count, alone: Count) -> Count {
    Count { passed: first.passed + alone.passed, failed: alone.failed, skipped: first.skipped }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failed_tests_are_the_names_in_the_list() {
        let output = "test a::b ... FAILED\n\nfailures:\n\n---- a::b stdout ----\n    indented\n\
            Error: x\n\n\nfailures:\n    a::b\n    c::d\n\ntest result: FAILED. 3 passed\n\
            error: 1 target failed:\n    `-p e2e --test pages`\n";
        assert_eq!(failed_tests(output), ["a::b", "c::d"]);
        assert!(failed_tests("test a ... ok\n\ntest result: ok. 1 passed; 0 failed\n").is_empty());
        assert!(failed_tests("error: could not compile\n").is_empty());
    }

    #[test]
    fn they_run_alone_and_nothing_else_does() {
        let command =
            ["cargo", "test", "--test=pages", "--", "--test-threads=3", "--skip=p::", "q::"];
        let alone = command_alone(&command, &["a::b"]);
        let expected =
            ["cargo", "test", "--test=pages", "--", "--test-threads=1", "--exact", "--skip=p::"];
        assert_eq!(alone, [&expected[..], &["a::b"]].concat());
    }

    #[test]
    fn only_what_fails_alone_has_failed() {
        let first = Count { passed: 160, failed: 2, skipped: 0 };
        for (passed, failed) in [(2, 0), (1, 1), (0, 2)] {
            let alone = Count { passed, failed, skipped: 0 };
            let expected = Count { passed: 160 + passed, failed, skipped: 0 };
            assert_eq!(combined(first, alone), expected);
        }
    }
}
