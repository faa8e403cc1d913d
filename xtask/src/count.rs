//! Counts the tests that a program reports in its output. Libtest and the browser runner of
//! wasm-bindgen end each file of tests with a line `test result: ok. 3 passed; 0 failed; 1 ignored;
//! …`.
use std::ops::AddAssign;

/// Numbers of tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Count {
    pub(crate) passed: u32,
    pub(crate) failed: u32,
    pub(crate) skipped: u32,
}

impl Count {
    pub(crate) const PASSED: Self = Self { passed: 1, failed: 0, skipped: 0 };
    pub(crate) const FAILED: Self = Self { passed: 0, failed: 1, skipped: 0 };
    pub(crate) const SKIPPED: Self = Self { passed: 0, failed: 0, skipped: 1 };

    /// The sum of all result lines.
    pub(crate) fn parse(output: &str) -> Self {
        let mut sum = Self::default();
        for line in output.lines() {
            if let Some((_, numbers)) = line.split_once("test result: ") {
                let numbers = numbers.trim_start_matches("ok. ").trim_start_matches("FAILED. ");
                sum += Self {
                    passed: number(numbers, "passed"),
                    failed: number(numbers, "failed"),
                    skipped: number(numbers, "ignored"),
                };
            }
        }
        sum
    }

    /// The number of all of them.
    pub(crate) fn total(self) -> u32 {
        self.passed + self.failed + self.skipped
    }
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

fn number(numbers: &str, of: &str) -> u32 {
    let parts = numbers.split(';').map(str::trim);
    let mut found = parts.filter_map(|part| part.strip_suffix(of)?.trim().parse().ok());
    found.next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds_up_the_result_lines() {
        let output = "running 4 tests\n\
            test result: FAILED. 2 passed; 1 failed; 1 ignored; 0 measured; 0 filtered out\n\
            error: test failed\n\
            test result: ok. 30 passed; 0 failed; 0 ignored; 0 filtered out; finished in 0.03s\n";
        assert_eq!(Count::parse(output), Count { passed: 32, failed: 1, skipped: 1 });
    }

    #[test]
    fn other_output_counts_nothing() {
        for output in ["", "no tests to run!", "warning: 3 passed; 1 failed", "3 passed"] {
            assert_eq!(Count::parse(output), Count::default(), "{output}");
        }
    }
}
