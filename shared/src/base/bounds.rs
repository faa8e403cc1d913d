//! Numbers kept within bounds. Unlike `clamp` it cannot fail, whatever the bounds: what would be
//! said of that failure is a kilobyte of the page.

/// The number nearest to another one between two bounds; of bounds that exclude each other, the
/// upper one.
#[must_use]
pub const fn within(value: i64, low: i64, high: i64) -> i64 {
    let above = if value < low { low } else { value };
    if above > high { high } else { above }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_within_their_bounds() {
        for (value, expected) in [(-5, 0), (0, 0), (3, 3), (9, 9), (10, 9), (i64::MIN, 0)] {
            assert_eq!(within(value, 0, 9), expected);
        }
        assert_eq!(within(5, 7, 2), 2, "bounds that exclude each other");
    }
}
