//! Rounds and formats measured values for sentences, the same in every language.

use alloc::{format, string::String};

use lab::{lesson_control::LessonSlider, outcome::OutcomeUnit};
use shared::{base::time::Micros, netcode::setting::Unit, sim::rules::SHIP_RADIUS_U};

/// Diameter of a ship, in u.
pub(crate) const SHIP_WIDTH_U: f32 = 2.0 * SHIP_RADIUS_U;

/// Milliseconds, to the nearest.
pub(crate) const fn whole_ms(time: Micros) -> i64 {
    (time.0 + 500).div_euclid(1000)
}

/// Arena units (u), to the nearest.
pub(crate) const fn whole_u(way_u: f32) -> i64 {
    let half = if way_u < 0.0 { -0.5 } else { 0.5 };
    (way_u + half) as i64
}

/// Lengths below this show as 0 in tenths, in u.
pub(crate) const NOTHING_U: f32 = 0.05;

/// A whole number with its sign; minus (U+2212) is as wide as plus.
pub(crate) fn signed(value: i64) -> String {
    let sign = if value < 0 { '−' } else { '+' };
    format!("{sign}{}", value.unsigned_abs())
}

/// Whole milliseconds with a sign; 0 has none.
pub(crate) fn signed_ms(span: Micros) -> String {
    match span.as_ms() {
        0 => "0".into(),
        ms => signed(ms),
    }
}

/// A fraction from 0 to 1, to the nearest hundredth. Less than 1 never shows as `1.00`, since a
/// ship drawn just before a snapshot is not drawn at it.
pub(crate) fn share(fraction: f32) -> String {
    let hundredths = (fraction * 100.0 + 0.5) as u32;
    let hundredths = if fraction < 1.0 { hundredths.min(99) } else { hundredths };
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// A time in seconds, to the nearest ms: `4.310 s`.
pub(crate) fn seconds(at: Micros) -> String {
    let ms = whole_ms(at);
    let (sign, ms) = (if ms < 0 { "−" } else { "" }, ms.unsigned_abs());
    format!("{sign}{}.{:03} s", ms / 1000, ms % 1000)
}

/// A value with its unit: lengths and shares of a way in tenths, all else to the nearest whole
/// number. `name` includes the space before the unit.
pub(crate) fn measured(value: f32, unit: OutcomeUnit, name: &str) -> String {
    match unit {
        // Avoids `-0.0`.
        OutcomeUnit::U | OutcomeUnit::OfTheWay if value.abs() < NOTHING_U => format!("0.0{name}"),
        OutcomeUnit::U | OutcomeUnit::OfTheWay => format!("{value:.1}{name}"),
        _ => format!("{}{name}", whole_u(value)),
    }
}

/// A slider's value with its unit.
pub(crate) fn control(slider: LessonSlider, value: u32) -> String {
    match slider {
        LessonSlider::RoundTrip | LessonSlider::Jitter => in_unit(value, Unit::Ms),
        LessonSlider::Loss => format!("{value} %"),
        LessonSlider::Setting { setting, .. } => in_unit(value, setting.spec().unit),
    }
}

/// A number with its unit, if it has one.
pub(crate) fn in_unit(value: u32, unit: Unit) -> String {
    match unit {
        Unit::Ms => format!("{value} ms"),
        Unit::Hz => format!("{value} Hz"),
        Unit::KiloBytesPerS => format!("{value} kB/s"),
        Unit::GridSteps | Unit::Count | Unit::Choice(_) => format!("{value}"),
    }
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

    #[test]
    fn signs_and_shares_read_as_they_should() {
        for (us, text) in [(4_309_999, "4.310 s"), (0, "0.000 s"), (-20_000, "−0.020 s")] {
            assert_eq!(seconds(Micros(us)), text);
        }
        for (value, text) in [(131, "+131"), (-198, "−198"), (0, "+0")] {
            assert_eq!(signed(value), text);
        }
        let rows =
            [(0.0, "0.00"), (0.004, "0.00"), (0.4004, "0.40"), (0.999, "0.99"), (1.0, "1.00")];
        for (fraction, text) in rows {
            assert_eq!(share(fraction), text);
        }
    }
}
