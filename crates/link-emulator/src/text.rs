//! The text form of conditions, for command lines and addresses: parsing and formatting.
//!
//! `80ms` is the latency each way; further conditions follow after commas:
//! `80ms,jitter:20ms,loss:5,datagram`. Shares are in percent, with up to one decimal; bandwidths in
//! bytes/s. `80ms/20ms,loss:5` is the uplink, then the downlink.

use alloc::string::String;
use core::{
    fmt::{self, Write},
    str::FromStr,
};

use crate::conditions::{
    Condition, ConditionError, ConditionUnit, Conditions, LinkConditions, LinkMode,
};

/// Characters of a part that an error shows.
const SHOWN_CHARS: usize = 40;
/// The names of the modes.
const MODES: [(&str, LinkMode); 2] =
    [("stream", LinkMode::Stream), ("datagram", LinkMode::Datagram)];

/// Why a text cannot be parsed as conditions.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseConditionsError {
    /// A part is not a condition.
    #[error("unknown link condition `{0}`")]
    UnknownCondition(String),
    /// A condition has an invalid value.
    #[error("`{part}` needs a value such as `{example}`")]
    InvalidValue {
        /// The part as written.
        part: String,
        /// A valid value.
        example: &'static str,
    },
    /// A condition is given twice.
    #[error("`{0}` is given twice")]
    Duplicate(String),
    /// There are more than two directions.
    #[error("a link has only two directions, up and down")]
    TooManyDirections,
    /// A value is above its limit.
    #[error(transparent)]
    AboveLimit(#[from] ConditionError),
}

impl FromStr for Conditions {
    type Err = ParseConditionsError;

    /// Fails at the first part that is not valid.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut directions = text.split('/');
        let up = parse_direction(directions.next().unwrap_or_default())?;
        let down = directions.next().map_or(Ok(up), parse_direction)?;
        if directions.next().is_some() {
            return Err(ParseConditionsError::TooManyDirections);
        }
        Ok(Self { up, down })
    }
}

impl fmt::Display for Conditions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_direction(f, &self.up)?;
        if self.up != self.down {
            f.write_char('/')?;
            write_direction(f, &self.down)?;
        }
        Ok(())
    }
}

fn parse_direction(text: &str) -> Result<LinkConditions, ParseConditionsError> {
    let mut link = LinkConditions::default();
    let mut mode = None;
    let mut seen: [bool; Condition::ALL.len()] = Default::default();
    for part in text.split(',') {
        if let Some((_, named)) = MODES.into_iter().find(|(name, _)| *name == part) {
            if mode.replace(named).is_some() {
                return Err(ParseConditionsError::Duplicate(truncated(part)));
            }
            continue;
        }
        // A bare time is the latency.
        let (key, value) = part.split_once(':').unwrap_or((Condition::Latency.key(), part));
        let known = Condition::ALL.iter().position(|condition| condition.key() == key);
        let n = known.ok_or_else(|| ParseConditionsError::UnknownCondition(truncated(part)))?;
        if core::mem::replace(&mut seen[n], true) {
            return Err(ParseConditionsError::Duplicate(truncated(part)));
        }
        let condition = Condition::ALL[n];
        let value = parse_value(condition.spec().unit, value);
        let example = condition.example();
        let value = value
            .ok_or_else(|| ParseConditionsError::InvalidValue { part: truncated(part), example })?;
        link.set(condition, value)?;
    }
    link.mode = mode.unwrap_or_default();
    Ok(link)
}

fn write_direction(f: &mut fmt::Formatter<'_>, link: &LinkConditions) -> fmt::Result {
    write!(f, "{}ms", link.latency_ms)?;
    for condition in &Condition::ALL[1..] {
        let value = link.get(*condition);
        if value == 0 {
            continue;
        }
        write!(f, ",{}:", condition.key())?;
        match condition.spec().unit {
            ConditionUnit::Ms => write!(f, "{value}ms")?,
            ConditionUnit::Permille if !value.is_multiple_of(10) => {
                write!(f, "{}.{}", value / 10, value % 10)?;
            }
            ConditionUnit::Permille => write!(f, "{}", value / 10)?,
            ConditionUnit::BytesPerS => write!(f, "{value}")?,
        }
    }
    if link.mode == LinkMode::Datagram {
        f.write_str(",datagram")?;
    }
    Ok(())
}

impl Condition {
    /// Its name in the text.
    const fn key(self) -> &'static str {
        match self {
            Self::Latency => "latency",
            Self::Jitter => "jitter",
            Self::Loss => "loss",
            Self::Burst => "burst",
            Self::BurstLength => "burst-length",
            Self::Duplicate => "duplicates",
            Self::Reorder => "reordering",
            Self::Bandwidth => "bandwidth",
        }
    }

    /// A valid value, as written.
    const fn example(self) -> &'static str {
        match self.spec().unit {
            ConditionUnit::Ms => "80ms",
            ConditionUnit::Permille => "2.5",
            ConditionUnit::BytesPerS => "16000",
        }
    }
}

/// Parses a value of a unit.
fn parse_value(unit: ConditionUnit, text: &str) -> Option<u32> {
    match unit {
        ConditionUnit::Ms => parse_digits(text.strip_suffix("ms")?),
        ConditionUnit::BytesPerS => parse_digits(text),
        ConditionUnit::Permille => {
            let (whole, tenths) = text.split_once('.').unwrap_or((text, "0"));
            let tenths = parse_digits(tenths).filter(|_| tenths.len() == 1)?;
            Some(parse_digits(whole)?.saturating_mul(10).saturating_add(tenths))
        }
    }
}

/// Parses a number. One too large for the type saturates, which is above every limit.
fn parse_digits(text: &str) -> Option<u32> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().unwrap_or(u32::MAX))
}

/// Sanitises a part for an error: truncated, and without invisible characters.
fn truncated(part: &str) -> String {
    let mut chars = part.chars().filter(char::is_ascii_graphic);
    let mut text: String = chars.by_ref().take(SHOWN_CHARS).collect();
    if chars.next().is_some() {
        text.push('…');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn texts_parse_and_format() {
        let delay = LinkConditions::delay;
        let lossy = LinkConditions { loss_permille: 25, ..delay(80) };
        let datagram = LinkConditions { mode: LinkMode::Datagram, jitter_ms: 20, ..lossy };
        let rows = [
            ("80ms", Conditions::both(delay(80))),
            ("0ms", Conditions::default()),
            ("80ms,loss:2.5", Conditions::both(lossy)),
            ("80ms,jitter:20ms,loss:2.5,datagram", Conditions::both(datagram)),
            ("20ms/80ms,loss:2.5", Conditions { up: delay(20), down: lossy }),
        ];
        for (text, conditions) in rows {
            assert_eq!(text.parse().as_ref(), Ok(&conditions), "{text}");
            assert_eq!(conditions.to_string(), text);
        }
        let free = "stream,loss:2.5,latency:80ms".parse();
        assert_eq!(free, Ok(Conditions::both(lossy)), "the order is free");
    }

    /// Every condition from 0 to its limit, alone and with all others.
    #[test]
    fn every_link_survives_its_text() {
        let mut all = LinkConditions { mode: LinkMode::Datagram, ..LinkConditions::default() };
        for condition in Condition::ALL {
            let max = condition.spec().max;
            for value in [0, 1, max / 2, max] {
                let mut one = LinkConditions::default();
                one.set(condition, value).unwrap();
                all.set(condition, value).unwrap();
                for link in [Conditions::both(one), Conditions { up: one, down: all }] {
                    assert_eq!(link.to_string().parse(), Ok(link), "{link}");
                }
            }
        }
    }

    #[test]
    fn errors_name_the_part_that_is_wrong() {
        let rows = [
            ("", "`` needs a value such as `80ms`"),
            ("80", "`80` needs a value such as `80ms`"),
            ("-5ms", "`-5ms` needs a value such as `80ms`"),
            ("80ms,jitter:2", "`jitter:2` needs a value such as `80ms`"),
            ("80ms,loss:2.55", "`loss:2.55` needs a value such as `2.5`"),
            ("80ms,loss:5%", "`loss:5%` needs a value such as `2.5`"),
            ("80ms,lag:5ms", "unknown link condition `lag:5ms`"),
            ("80ms,90ms", "`90ms` is given twice"),
            ("80ms,stream,datagram", "`datagram` is given twice"),
            ("80ms/80ms/80ms", "a link has only two directions, up and down"),
            ("2001ms", "link latency: 2001 ms exceeds the limit of 2000"),
            ("99999999999ms", "link latency: 4294967295 ms exceeds the limit of 2000"),
            ("0ms,loss:101", "link loss: 1010 thousandths exceeds the limit of 1000"),
            ("\u{202E}ms", "`ms` needs a value such as `80ms`"),
        ];
        for (text, why) in rows {
            assert_eq!(text.parse::<Conditions>().unwrap_err().to_string(), why, "{text}");
        }
    }
}
