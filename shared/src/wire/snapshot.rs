//! A snapshot: the world at one tick for one viewer, encoded against a baseline the viewer has.
//!
//! | bits | what |
//! |---|---|
//! | 32 | the tick it shows |
//! | 8 | ticks back to its baseline; 0: a keyframe |
//! | Exp-Golomb 0, signed | the tick it shows, minus the viewer's last executed command |
//! | 1 (+ 12 + Exp-Golomb 2) | command margin in 1/16 tick, and how far back its command lies |
//! | 8 | commands that arrived too late or too early, modulo 256 |
//! | 8 | snapshots that were due and choked, modulo 256 |
//! | – | padding to a byte; the body, in the session's [codec](super::codec) |
//!
//! The body is the same for all viewers with the same baseline, and is encoded once for all of
//! them.

use alloc::vec::Vec;

use serde::Serialize;

use super::bits::{BitReader, BitWriter, BitsError, Category, PutBits, TakeBits};
use crate::base::{
    limits::{BASELINE_MS, TICK_MAX},
    time::{Tick, TickRate},
};

/// The largest margin a report can hold, in 1/16 tick.
const MARGIN_MAX: i32 = 2047;

/// How early a command arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct MarginReport {
    /// The command's tick.
    pub tick: Tick,
    /// How long before its tick it arrived, in 1/16 tick; negative: too late.
    pub sixteenths: i16,
}

/// The part of the head that is specific to one viewer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ViewerHead {
    /// The last command applied to the viewer's ship (or replaced by a stand-in).
    pub executed: Tick,
    /// The smallest margin since the last snapshot, if commands arrived.
    pub margin: Option<MarginReport>,
    /// Commands dropped because they arrived too late or too early, modulo 256.
    pub mistimed: u8,
    /// Snapshots due to the viewer that were choked, modulo 256.
    pub choked: u8,
}

/// The part before the body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SnapshotHead {
    /// The tick it shows.
    pub tick: Tick,
    /// The tick of its baseline; `None`: a keyframe.
    pub baseline: Option<Tick>,
    pub viewer: ViewerHead,
}

/// Why a snapshot cannot be decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum SnapshotError {
    /// Its bits end early or a code is too long.
    #[error(transparent)]
    Bits(#[from] BitsError),
    /// This viewer does not have its baseline, or no longer has it.
    #[error("missing baseline of tick {}", tick.0)]
    NoBaseline {
        /// The tick of its baseline.
        tick: Tick,
    },
    /// The decoded state does not match the server's.
    #[error("state of tick {} does not match the server's", tick.0)]
    Mismatch {
        /// The tick it shows.
        tick: Tick,
    },
    /// A field has an invalid value.
    #[error("invalid {field} in snapshot: {value}")]
    Field { field: &'static str, value: u32 },
}

/// The baseline for a viewer that acknowledged a tick, if the distance fits the field.
#[must_use]
pub fn baseline_in_reach(acked: Option<Tick>, tick: Tick, rate_hz: u16) -> Option<Tick> {
    let reach = (i64::from(BASELINE_MS) * i64::from(rate_hz) / 1000).min(255);
    acked.filter(|acked| (1..=reach).contains(&tick.since(*acked)))
}

/// Ticks between snapshots at an update rate; one or more.
#[must_use]
pub fn snapshot_interval(rate: TickRate, update_rate_hz: u16) -> u32 {
    let (tick_hz, update_hz) = (u32::from(rate.hz()), u32::from(update_rate_hz.max(1)));
    ((tick_hz + update_hz / 2) / update_hz).max(1)
}

/// Prepends the head to a body.
#[must_use]
pub fn encode(head: &SnapshotHead, body: &[u8]) -> Vec<u8> {
    encode_onto(Vec::new(), head, body)
}

/// Appends the head and the body to other bytes.
#[must_use]
pub fn encode_onto(bytes: Vec<u8>, head: &SnapshotHead, body: &[u8]) -> Vec<u8> {
    let mut writer = BitWriter::onto(bytes);
    writer.enter(Category::Header);
    writer.bits(head.tick.0, 32);
    let back = head.baseline.map_or(0, |baseline| head.tick.since(baseline));
    writer.bits(back as u32 & 0xFF, 8);
    writer.signed(head.tick.since(head.viewer.executed) as i32, 0);
    // If a command's tick is so far off that the distance does not fit, its margin is omitted.
    let distance = |margin: &MarginReport| i32::try_from(head.tick.since(margin.tick)).ok();
    let margin = head.viewer.margin.filter(|margin| distance(margin).is_some());
    writer.flag(margin.is_some());
    if let Some(margin) = margin {
        let sixteenths = i32::from(margin.sixteenths).clamp(-MARGIN_MAX, MARGIN_MAX);
        writer.bits((sixteenths + MARGIN_MAX) as u32, 12);
        writer.signed(head.tick.since(margin.tick) as i32, 2);
    }
    writer.bits(head.viewer.mistimed.into(), 8);
    writer.bits(head.viewer.choked.into(), 8);
    let (mut bytes, _) = writer.finish();
    bytes.extend_from_slice(body);
    bytes
}

/// Decodes the head, and returns it with the body after it.
///
/// # Errors
/// If the bits end early or a field is invalid.
pub fn decode(bytes: &[u8]) -> Result<(SnapshotHead, &[u8]), SnapshotError> {
    let mut reader = BitReader::new(bytes);
    let tick = known_tick(reader.bits(32)?.into())?;
    let back = reader.bits(8)?;
    let baseline = match back {
        0 => None,
        back => Some(tick.0.checked_sub(back).map(Tick).ok_or_else(|| bad("baseline", back))?),
    };
    let executed = behind(tick, reader.signed(0)?)?;
    let margin = if reader.flag()? {
        let encoded = reader.bits(12)?;
        let sixteenths = encoded as i32 - MARGIN_MAX;
        // 12 bits hold one number more than there are margins.
        if sixteenths > MARGIN_MAX {
            return Err(bad("margin", encoded));
        }
        let sixteenths = sixteenths as i16;
        Some(MarginReport { sixteenths, tick: behind(tick, reader.signed(2)?)? })
    } else {
        None
    };
    let mistimed = reader.bits(8)? as u8;
    let choked = reader.bits(8)? as u8;
    let viewer = ViewerHead { executed, margin, mistimed, choked };
    Ok((SnapshotHead { tick, baseline, viewer }, reader.rest()))
}

fn behind(tick: Tick, by: i32) -> Result<Tick, SnapshotError> {
    known_tick(i64::from(tick.0) - i64::from(by))
}

fn known_tick(n: i64) -> Result<Tick, SnapshotError> {
    let tick = u32::try_from(n).ok().filter(|tick| *tick <= TICK_MAX);
    tick.map(Tick).ok_or_else(|| bad("tick", n as u32))
}

/// The error for a field with an invalid value.
pub(super) const fn bad(field: &'static str, value: u32) -> SnapshotError {
    SnapshotError::Field { field, value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_survive_a_round_trip_with_their_body() {
        let margin = |tick, sixteenths| Some(MarginReport { tick: Tick(tick), sixteenths });
        let rows = [
            (100, None, 100, None, 0),
            (100, Some(98), 97, margin(103, 31), 255),
            (TICK_MAX, Some(TICK_MAX - 255), TICK_MAX, margin(TICK_MAX, -2047), 7),
            (300, Some(299), 310, margin(290, -1), 1),
        ];
        for (tick, baseline, executed, margin, mistimed) in rows {
            let viewer =
                ViewerHead { executed: Tick(executed), margin, mistimed, choked: mistimed / 2 };
            let head = SnapshotHead { tick: Tick(tick), baseline: baseline.map(Tick), viewer };
            let bytes = encode(&head, b"body");
            assert_eq!(decode(&bytes), Ok((head, b"body".as_slice())));
        }
        assert_eq!(decode(&[1, 2, 3]), Err(SnapshotError::Bits(BitsError::End)));
        let far = encode(
            &SnapshotHead { tick: Tick(3), baseline: Some(Tick(1)), ..SnapshotHead::default() },
            &[],
        );
        let mut early = far.clone();
        early[0] = 1;
        assert_eq!(decode(&early), Err(bad("baseline", 2)));
        let at = |tick| SnapshotHead { tick: Tick(tick), ..SnapshotHead::default() };
        for tick in [TICK_MAX + 1, u32::MAX] {
            assert_eq!(decode(&encode(&at(tick), &[])), Err(bad("tick", tick)));
        }
    }

    /// Found by fuzzing: this was read as a margin of 2048, which is written as 2047.
    #[test]
    fn a_margin_that_cannot_be_written_is_refused() {
        for (encoded, want) in [(4094, None), (4095, Some(bad("margin", 4095)))] {
            let mut writer = BitWriter::default();
            writer.bits(100, 32);
            writer.bits(0, 8);
            writer.signed(0, 0);
            writer.flag(true);
            writer.bits(encoded, 12);
            writer.signed(0, 2);
            writer.bits(0, 16);
            assert_eq!(decode(&writer.finish().0).err(), want, "{encoded}");
        }
    }

    #[test]
    fn baselines_are_used_only_within_reach() {
        let rows = [(None, None), (Some(100), None), (Some(99), Some(99)), (Some(1), Some(1))];
        for (acked, want) in rows {
            assert_eq!(baseline_in_reach(acked.map(Tick), Tick(100), 60), want.map(Tick));
        }
        assert_eq!(baseline_in_reach(Some(Tick(100)), Tick(221), 60), None, "over two seconds");
        assert_eq!(baseline_in_reach(Some(Tick(100)), Tick(356), 128), None, "over 255 ticks");
    }
}
