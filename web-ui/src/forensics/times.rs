//! Converts ages and moments of a shot from 1/256 tick to ms, as numbers or text.

use shared::base::time::{TickRate, ViewTime};

use crate::text::figures::whole;

/// A span of `steps` (1/256 tick) in rounded ms, with its sign.
#[must_use]
pub fn span(rate: TickRate, steps: i64) -> String {
    let ms = millis(rate, steps);
    let sign = if ms > 0 { "+" } else { "" };
    [sign, &whole(ms), " ms"].concat()
}

/// A span of `steps` (1/256 tick) in ms, rounded.
#[must_use]
pub fn millis(rate: TickRate, steps: i64) -> i64 {
    (rate.micros_in_steps(steps).0 + 500).div_euclid(1000)
}

/// Time from `from` to `moment`, in ms.
#[must_use]
pub fn ms_after(rate: TickRate, moment: ViewTime, from: ViewTime) -> f32 {
    rate.micros_in_steps(moment.0 - from.0).0 as f32 / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_have_units_and_signs() {
        let rate = TickRate::new(60).unwrap();
        let rows = [(0, "0 ms"), (256, "+17 ms"), (-256, "−17 ms"), (15_360, "+1000 ms")];
        for (steps, text) in rows {
            assert_eq!(span(rate, steps), text);
        }
        let at = |tick: i64| ViewTime(tick * 256);
        assert!((ms_after(rate, at(3), at(6)) + 50.0).abs() < 0.01);
    }
}
