//! Measured values as the whole numbers that sentences show, the same in every language.

use shared::base::time::Micros;

/// Milliseconds, to the nearest.
pub(crate) const fn whole_ms(time: Micros) -> i64 {
    (time.0 + 500).div_euclid(1000)
}

/// Units of the arena, to the nearest.
pub(crate) const fn whole_u(way_u: f32) -> i64 {
    let half = if way_u < 0.0 { -0.5 } else { 0.5 };
    (way_u + half) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_rounded_to_the_nearest() {
        for (us, ms) in [(1499, 1), (1500, 2), (-400, 0), (-1499, -1), (-1501, -2)] {
            assert_eq!(whole_ms(Micros(us)), ms, "{us}");
        }
        for (way_u, whole) in [(0.4, 0), (-0.4, 0), (2.5, 3), (-2.6, -3)] {
            assert_eq!(whole_u(way_u), whole, "{way_u}");
        }
    }
}
