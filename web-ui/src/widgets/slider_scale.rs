//! The scales of the sliders for a link's conditions: which values each offers, and at which
//! positions.

use shared::wire::conditions::Condition;

/// The values that a slider offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SliderScale {
    /// From 0 in equal steps.
    Steps {
        step: u32,
        max: u32,
    },
    List(&'static [u32]),
}

/// From unlimited, then a fast line, down to a modem, in bytes/s.
const BANDWIDTHS: &[u32] = &[0, 1_000_000, 250_000, 64_000, 32_000, 16_000, 7_000, 3_200, 1_200];

impl SliderScale {
    /// The scale of a condition.
    pub(super) const fn of(condition: Condition) -> Self {
        match condition {
            Condition::Latency | Condition::BurstLength => Self::Steps { step: 5, max: 1000 },
            Condition::Jitter => Self::Steps { step: 5, max: 300 },
            Condition::Loss | Condition::Duplicate | Condition::Reorder => {
                Self::Steps { step: 5, max: 500 }
            }
            Condition::Burst => Self::Steps { step: 1, max: 50 },
            Condition::Bandwidth => Self::List(BANDWIDTHS),
        }
    }

    /// The step between positions, and the last position; the first is 0.
    pub(super) const fn step_and_last(self) -> (u32, u32) {
        match self {
            Self::Steps { step, max } => (step, max),
            Self::List(values) => (1, values.len().saturating_sub(1) as u32),
        }
    }

    /// The value at a position, clamped to the last one.
    pub(super) fn value(self, position: u32) -> u32 {
        match self {
            Self::Steps { max, .. } => position.min(max),
            Self::List(values) => {
                let last = values.len().saturating_sub(1);
                values.get(last.min(position as usize)).copied().unwrap_or(0)
            }
        }
    }

    /// The position nearest to a value.
    pub(super) fn position(self, value: u32) -> u32 {
        match self {
            Self::Steps { max, .. } => value.min(max),
            Self::List(values) => {
                let off = |n: &usize| values[*n].abs_diff(value);
                (0..values.len()).min_by_key(off).unwrap_or(0) as u32
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sliders_offer_what_links_can_have() {
        for condition in Condition::ALL {
            let (spec, scale) = (condition.spec(), SliderScale::of(condition));
            match scale {
                SliderScale::Steps { step, max } => {
                    assert!(max <= spec.max && max % step == 0, "{}", spec.title);
                }
                SliderScale::List(values) => {
                    assert!(values.iter().all(|value| *value <= spec.max));
                }
            }
            let (step, last) = scale.step_and_last();
            for position in (0..=last).step_by(step as usize) {
                let value = scale.value(position);
                assert_eq!(scale.position(value), position, "{} {value}", spec.title);
            }
        }
    }
}
