//! Searches for the number of rooms that a server keeps up with: from each result it computes the
//! next number to try, until the answer is known.

/// Doubles, then bisects. A failure is retried once before it counts, since other work on the
/// machine also makes ticks late.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ramp {
    /// The most rooms that it kept up with.
    kept_up: u32,
    /// The fewest rooms that it did not keep up with.
    failed: Option<u32>,
    /// The number that failed once.
    retrying: Option<u32>,
    most: u32,
}

impl Ramp {
    /// A search up to `most` rooms.
    pub(super) fn new(most: u32) -> Self {
        Self { kept_up: 0, failed: None, retrying: None, most }
    }

    /// The next number to try; `None` when the answer is known.
    pub(super) fn next(&self) -> Option<u32> {
        let next = match self.failed {
            None => (2 * self.kept_up).clamp(1, self.most),
            Some(failed) => u32::midpoint(self.kept_up, failed),
        };
        (next > self.kept_up).then_some(next)
    }

    /// The server kept up with this many rooms.
    pub(super) fn handle_success(&mut self, rooms: u32) {
        self.kept_up = self.kept_up.max(rooms);
        self.retrying = None;
    }

    /// It did not keep up.
    pub(super) fn handle_failure(&mut self, rooms: u32) {
        if self.retrying.replace(rooms) == Some(rooms) {
            self.failed = Some(rooms);
            self.retrying = None;
        }
    }

    /// The most rooms that it kept up with so far.
    pub(super) fn answer(&self) -> u32 {
        self.kept_up
    }

    /// Whether it kept up with the most that could be tried.
    pub(super) fn reached_max(&self) -> bool {
        self.failed.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Searches a server that keeps up with `limit` rooms. Each number in `flaky` fails once at
    /// first. Returns the answer and the number of measurements.
    fn check(limit: u32, most: u32, flaky: &mut Vec<u32>) -> (u32, u32) {
        let mut ramp = Ramp::new(most);
        let mut n = 0;
        while let Some(rooms) = ramp.next() {
            n += 1;
            assert!(n < 100, "it ends");
            assert!(rooms >= 1 && rooms <= most);
            let shies = flaky.iter().position(|flaky| *flaky == rooms).map(|at| flaky.remove(at));
            if rooms <= limit && shies.is_none() {
                ramp.handle_success(rooms);
            } else {
                ramp.handle_failure(rooms);
            }
        }
        assert_eq!(ramp.reached_max(), limit >= most);
        (ramp.answer(), n)
    }

    #[test]
    fn the_limit_is_found() {
        for most in [1, 2, 7, 64] {
            for limit in 0..=most + 1 {
                let (answer, n) = check(limit, most, &mut Vec::new());
                assert_eq!(answer, limit.min(most), "limit {limit} of {most}");
                assert!(n <= 22, "limit {limit} of {most}: {n} measurements");
            }
        }
        assert_eq!(check(11, 64, &mut vec![2, 8, 10]).0, 11, "a brief overload is tolerated");
    }
}
