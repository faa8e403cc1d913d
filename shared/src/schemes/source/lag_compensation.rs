//! Source's lag compensation: computes the tick to rewind to from a command and its connection, and
//! a ship's pose at it from the ship's records. Runs once a shot, for every ship but the shooter.

use serde::Serialize;

use crate::{
    base::{
        geometry::{Turn, Vec2},
        tick_length::TickLength,
        time::{MICROS_PER_S, Micros, Tick, VIEW_STEPS_PER_TICK, ViewTime},
    },
    history::{
        pose::Pose,
        record::{Record, RewoundPose},
        store::TELEPORT_U,
        target_time::ChainBreak,
    },
    schemes::clamp::Clamp,
};

/// The default limit of the rewind (`sv_maxunlag 1`).
pub const UNLAG_MAX_DEFAULT: Micros = Micros::from_ms(1000);
/// The largest difference between the rewind that the command claims and the one that the measured
/// latency gives.
pub const DELTA_MAX: Micros = Micros::from_ms(200);

/// What a command states about the view it was aimed by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum AimReference {
    /// The number of the command: the view tick plus the ticks of interpolation.
    Command(Tick),
    /// A validated view time, which is rounded to the nearest tick.
    View(ViewTime),
}

/// A command whose targets are to be rewound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RewindRequest {
    /// The tick that executes it.
    pub now: Tick,
    /// What it was aimed by.
    pub aimed: AimReference,
    /// The measured round trip, and the command margin where there is one.
    pub latency: Micros,
    /// The shooter's interpolation delay.
    pub lerp: Micros,
}

/// Which records are dropped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum RecordExpiry {
    /// Those before `now − max_unlag`.
    #[default]
    Exact,
    /// Those before `now − max_unlag` truncated to whole seconds, as by the original's `int`: with
    /// one second, between 1 s and 2 s are kept.
    WholeSeconds,
}

/// The settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Unlag {
    /// The length of a tick.
    pub dt: TickLength,
    /// The limit of the rewind.
    pub max_unlag: Micros,
    /// What ends a ship's usable past.
    pub breaks: ChainBreak,
    /// Which records are dropped.
    pub dropped: RecordExpiry,
}

/// The tick to rewind to, and how it was derived.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RewindTarget {
    /// The interpolation delay in ticks.
    pub lerp_ticks: i64,
    /// How far back to rewind by the measured latency.
    pub correct: Micros,
    /// The tick to rewind to; may be before tick 0 at the start of a room.
    pub target: i64,
    /// `correct` less how far back the command asked to rewind.
    pub delta: Micros,
    /// Whether the measured latency replaced the command's tick.
    pub replaced: bool,
    /// Why `correct` is not latency plus delay: above the bound, or below 0.
    pub clamp: Option<Clamp>,
}

/// Why a ship is not moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum UnmovedReason {
    /// It has no records, or all were dropped.
    NoRecords,
    /// The record of this time, at or after the target, is of a dead ship.
    Dead(Micros),
    /// It jumped by more than [`TELEPORT_U`] to the record of this time.
    Jumped(Micros),
    /// The record of this time is of another life.
    OtherLife(Micros),
}

/// The present pose and the records of a ship that may be rewound.
#[derive(Clone, Copy, Debug)]
pub struct ShipRecords<'a> {
    /// Where it is now.
    pub present: &'a Pose,
    /// Where it was, newest first.
    pub records: &'a [Record],
}

impl AimReference {
    /// The tick that the shooter saw.
    #[must_use]
    pub const fn view_tick(self, lerp_ticks: i64) -> i64 {
        match self {
            Self::Command(tick) => tick.0 as i64 - lerp_ticks,
            Self::View(view) => (view.0 + VIEW_STEPS_PER_TICK / 2).div_euclid(VIEW_STEPS_PER_TICK),
        }
    }
}

impl Unlag {
    /// Source's default settings for a tick length.
    #[must_use]
    pub const fn source_defaults(dt: TickLength) -> Self {
        Self {
            dt,
            max_unlag: UNLAG_MAX_DEFAULT,
            breaks: ChainBreak::Distance64,
            dropped: RecordExpiry::WholeSeconds,
        }
    }

    /// The tick that a command's targets are rewound to:
    /// `correct = clamp(latency + lerp_ticks·dt, 0, max_unlag)`, `target = cmd.tick − lerp_ticks`,
    /// `δ = correct − (now − target)·dt`; where `|δ| > 0.2 s`, `target = now − to_ticks(correct)`.
    #[must_use]
    pub fn rewind_target(&self, claim: &RewindRequest) -> RewindTarget {
        let lerp_ticks = self.dt.to_ticks(claim.lerp);
        let asked = claim.latency + self.dt.span(lerp_ticks);
        let (correct, clamp) = if asked < Micros::ZERO {
            (Micros::ZERO, Some(Clamp::Future))
        } else if asked > self.max_unlag {
            (self.max_unlag, Some(Clamp::Bound))
        } else {
            (asked, None)
        };
        let now = i64::from(claim.now.0);
        let claimed = claim.aimed.view_tick(lerp_ticks);
        let delta = correct - self.dt.span(now - claimed);
        let replaced = delta > DELTA_MAX || delta < -DELTA_MAX;
        let target = if replaced { now - self.dt.to_ticks(correct) } else { claimed };
        RewindTarget { lerp_ticks, correct, target, delta, replaced, clamp }
    }

    /// A ship's pose at a tick, from its records; those too old for `now` are ignored. The search
    /// goes from the newest back to the first at or before the target. A dead ship's record or a
    /// break ends it without a result; the first break is checked between the newest and the
    /// present. A target outside the records gives the nearer end.
    ///
    /// # Errors
    /// Why the ship is not moved.
    pub fn backtrack(
        &self,
        past: ShipRecords<'_>,
        now: Tick,
        target: i64,
    ) -> Result<RewoundPose, UnmovedReason> {
        let (now, target) = (self.dt.span(now.0.into()), self.dt.span(target));
        self.backtrack_at(past.present, past.records.iter().copied(), now, target)
    }

    /// A ship's pose at any time, from records newest first: used by the game's own form, which
    /// does not round to ticks.
    ///
    /// # Errors
    /// Why the ship is not moved.
    pub fn backtrack_at(
        &self,
        present: &Pose,
        records: impl Iterator<Item = Record>,
        now: Micros,
        target: Micros,
    ) -> Result<RewoundPose, UnmovedReason> {
        let oldest = self.oldest_kept(now);
        let mut newer: Option<Record> = None;
        for record in records.take_while(|record| record.at >= oldest) {
            self.usable(&record, newer.as_ref().map_or(present, |newer| &newer.pose))?;
            if record.at <= target {
                return Ok(
                    newer.map_or_else(|| record.found(), |newer| record.towards(&newer, target))
                );
            }
            newer = Some(record);
        }
        newer.as_ref().map(Record::found).ok_or(UnmovedReason::NoRecords)
    }

    /// The time before which records are dropped.
    #[must_use]
    pub fn oldest_kept(&self, now: Micros) -> Micros {
        let oldest = now - self.max_unlag;
        match self.dropped {
            RecordExpiry::Exact => oldest,
            RecordExpiry::WholeSeconds => Micros(oldest.0 / MICROS_PER_S * MICROS_PER_S),
        }
    }

    /// Whether a record can be reached from the next newer one, or from the present.
    pub(crate) fn usable(&self, record: &Record, newer: &Pose) -> Result<(), UnmovedReason> {
        if !record.pose.alive {
            return Err(UnmovedReason::Dead(record.at));
        }
        let jump = record.pose.pos - newer.pos;
        let (breaks, why) = match self.breaks {
            ChainBreak::Distance64 => {
                (jump.length_squared() > TELEPORT_U * TELEPORT_U, UnmovedReason::Jumped(record.at))
            }
            ChainBreak::NewLife => {
                (record.pose.life != newer.life, UnmovedReason::OtherLife(record.at))
            }
        };
        if breaks { Err(why) } else { Ok(()) }
    }
}

/// Whether a target is worth a rewind: nearer than `1.5·v_max·max_unlag`, or within 45° of the aim.
/// Positions in u, the speed in u/s.
#[must_use]
pub fn relevant(
    shooter_pos: Vec2,
    aim: Turn,
    target_pos: Vec2,
    v_max_u_per_s: f32,
    max_unlag: Micros,
) -> bool {
    let offset = target_pos - shooter_pos;
    let near_u = 1.5 * v_max_u_per_s * max_unlag.as_s_f32();
    offset.length_squared() < near_u * near_u
        || aim.unit().dot(offset) >= core::f32::consts::FRAC_1_SQRT_2 * offset.length()
}
