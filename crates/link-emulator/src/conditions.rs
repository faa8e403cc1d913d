//! The conditions of a link: each by name, with its unit and limit in one table, and the conditions
//! of a connection in its two directions.

use serde::{Deserialize, Serialize};

/// Longest latency, jitter or burst of a link, in ms.
pub const DELAY_MAX_MS: u16 = 2000;
/// Largest bandwidth of a link, in bytes/s; anything above is as good as unlimited.
pub const BANDWIDTH_MAX_BYTES_PER_S: u32 = 10_000_000;

/// What the loss of a packet does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LinkMode {
    /// Reliable and ordered; a loss delays everything after it.
    #[default]
    Stream,
    /// Packets are really lost, duplicated and reordered.
    Datagram,
}

/// The conditions of one direction. The default is a perfect link, as a stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkConditions {
    /// One-way delay, in ms.
    pub latency_ms: u16,
    /// Largest deviation from the delay in either direction, in ms; uniform.
    pub jitter_ms: u16,
    /// Independent packet loss, in thousandths.
    pub loss_permille: u16,
    /// Chance per time slot of 1/60 s that a burst of losses begins, in thousandths.
    pub burst_permille: u16,
    /// Length of such a burst, in ms.
    pub burst_ms: u16,
    /// Packets that arrive twice, in thousandths; datagrams only.
    pub duplicate_permille: u16,
    /// Packets delayed behind later ones, in thousandths; datagrams only.
    pub reorder_permille: u16,
    /// Bandwidth, in bytes/s; 0 for unlimited.
    pub bandwidth_bytes_per_s: u32,
    pub mode: LinkMode,
}

/// The conditions of a connection's two directions. The default is a perfect connection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conditions {
    /// Client to server.
    pub up: LinkConditions,
    /// Server to client.
    pub down: LinkConditions,
}

/// A numeric condition of one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// One-way delay.
    Latency,
    /// Largest deviation from the delay.
    Jitter,
    /// Independent packet loss.
    Loss,
    /// Chance per time slot that a burst of losses begins.
    Burst,
    /// Length of such a burst.
    BurstLength,
    /// Packets that arrive twice.
    Duplicate,
    /// Packets delayed behind later ones.
    Reorder,
    /// Bytes per second.
    Bandwidth,
}

/// The unit of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConditionUnit {
    Ms,
    /// Thousandths.
    Permille,
    /// Bytes per second; 0 for unlimited.
    BytesPerS,
}

/// The properties of a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConditionSpec {
    /// Its display name.
    pub title: &'static str,
    pub unit: ConditionUnit,
    /// The largest value a link accepts.
    pub max: u32,
}

/// A condition above its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("link {condition}: {given} {unit} exceeds the limit of {max}")]
pub struct ConditionError {
    pub condition: &'static str,
    /// The value given.
    pub given: u32,
    /// The unit, for display.
    pub unit: &'static str,
    /// The largest value allowed.
    pub max: u32,
}

impl Condition {
    /// Every condition.
    pub const ALL: [Self; 8] = [
        Self::Latency,
        Self::Jitter,
        Self::Loss,
        Self::Burst,
        Self::BurstLength,
        Self::Duplicate,
        Self::Reorder,
        Self::Bandwidth,
    ];

    /// The properties of the condition.
    #[must_use]
    pub const fn spec(self) -> ConditionSpec {
        match self {
            Self::Latency => ConditionSpec::time("latency"),
            Self::Jitter => ConditionSpec::time("jitter"),
            Self::Loss => ConditionSpec::share("loss"),
            Self::Burst => ConditionSpec::share("loss bursts"),
            Self::BurstLength => ConditionSpec::time("burst length"),
            Self::Duplicate => ConditionSpec::share("duplicates"),
            Self::Reorder => ConditionSpec::share("reordering"),
            Self::Bandwidth => ConditionSpec {
                title: "bandwidth",
                unit: ConditionUnit::BytesPerS,
                max: BANDWIDTH_MAX_BYTES_PER_S,
            },
        }
    }

    fn check(self, given: u32) -> Result<(), ConditionError> {
        let ConditionSpec { title: condition, unit, max, .. } = self.spec();
        let unit = unit.name();
        if given <= max { Ok(()) } else { Err(ConditionError { condition, given, unit, max }) }
    }
}

impl ConditionSpec {
    const fn time(title: &'static str) -> Self {
        Self { title, unit: ConditionUnit::Ms, max: DELAY_MAX_MS as u32 }
    }

    const fn share(title: &'static str) -> Self {
        Self { title, unit: ConditionUnit::Permille, max: 1000 }
    }
}

impl ConditionUnit {
    /// Its display name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ms => "ms",
            Self::Permille => "thousandths",
            Self::BytesPerS => "bytes/s",
        }
    }
}

impl LinkConditions {
    /// A link with a delay and nothing else.
    #[must_use]
    pub fn delay(latency_ms: u16) -> Self {
        Self { latency_ms, ..Self::default() }
    }

    /// Whether the link changes nothing.
    #[must_use]
    pub fn is_perfect(&self) -> bool {
        *self == Self { mode: self.mode, burst_ms: self.burst_ms, ..Self::default() }
    }

    /// The value of a condition.
    #[must_use]
    pub fn get(&self, condition: Condition) -> u32 {
        match condition {
            Condition::Latency => self.latency_ms.into(),
            Condition::Jitter => self.jitter_ms.into(),
            Condition::Loss => self.loss_permille.into(),
            Condition::Burst => self.burst_permille.into(),
            Condition::BurstLength => self.burst_ms.into(),
            Condition::Duplicate => self.duplicate_permille.into(),
            Condition::Reorder => self.reorder_permille.into(),
            Condition::Bandwidth => self.bandwidth_bytes_per_s,
        }
    }

    /// Sets a condition.
    ///
    /// # Errors
    /// If the value is above the condition's limit; the conditions are unchanged then.
    pub fn set(&mut self, condition: Condition, value: u32) -> Result<(), ConditionError> {
        condition.check(value)?;
        // The limits of the 16-bit conditions fit 16 bits.
        let short = value as u16;
        match condition {
            Condition::Latency => self.latency_ms = short,
            Condition::Jitter => self.jitter_ms = short,
            Condition::Loss => self.loss_permille = short,
            Condition::Burst => self.burst_permille = short,
            Condition::BurstLength => self.burst_ms = short,
            Condition::Duplicate => self.duplicate_permille = short,
            Condition::Reorder => self.reorder_permille = short,
            Condition::Bandwidth => self.bandwidth_bytes_per_s = value,
        }
        Ok(())
    }

    /// Checks every condition against its limit.
    ///
    /// # Errors
    /// The first condition above its limit.
    pub fn check(&self) -> Result<(), ConditionError> {
        Condition::ALL.into_iter().try_for_each(|condition| condition.check(self.get(condition)))
    }
}

impl Conditions {
    /// A connection with the same conditions in both directions.
    #[must_use]
    pub fn both(link: LinkConditions) -> Self {
        Self { up: link, down: link }
    }

    /// A connection with this round trip in ms, half in each direction, and nothing else.
    #[must_use]
    pub fn round_trip(ms: u16) -> Self {
        Self::both(LinkConditions::delay(ms / 2))
    }

    /// Whether both directions are perfect.
    #[must_use]
    pub fn are_perfect(&self) -> bool {
        self.up.is_perfect() && self.down.is_perfect()
    }

    /// Checks every condition of both directions against its limit.
    ///
    /// # Errors
    /// The first condition above its limit.
    pub fn check(&self) -> Result<(), ConditionError> {
        self.up.check()?;
        self.down.check()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_accept_exactly_their_range() {
        for condition in Condition::ALL {
            let spec = condition.spec();
            let mut link = LinkConditions::default();
            for value in [spec.max, 0] {
                link.set(condition, value).unwrap();
                assert_eq!(link.get(condition), value, "{}", spec.title);
                let others = Condition::ALL.into_iter().filter(|other| *other != condition);
                assert!(others.into_iter().all(|other| link.get(other) == 0), "{}", spec.title);
            }
            let before = link;
            let error = link.set(condition, spec.max + 1).unwrap_err();
            assert_eq!((error.condition, error.max), (spec.title, spec.max));
            assert_eq!(link, before);
        }
    }

    #[test]
    fn a_condition_above_its_bound_is_named() {
        let slow = LinkConditions::delay(DELAY_MAX_MS + 1);
        let conditions = Conditions { down: slow, ..Conditions::default() };
        let said = "link latency: 2001 ms exceeds the limit of 2000";
        assert_eq!(alloc::format!("{}", conditions.check().unwrap_err()), said);
        assert_eq!(Conditions::round_trip(4000).check(), Ok(()));
    }
}
