//! What was stored of a ship, as it counts for a shot: the shot and the past as its judge sees it
//! go in; ET's markers, Source's records or the two snapshots that are blended come out, each with
//! its time, and which of them the judged pose is made of. Runs when somebody looks at it; nothing
//! is judged by it.

use alloc::vec::Vec;

use super::{
    rewind_source::RewindSource,
    rule::{pose_at, target_time},
    rule_table::TargetPoses,
    shot::Shot,
    view::{RewindTime, unlag},
};
use crate::{
    base::{geometry::Vec2, time::Micros},
    history::{
        pose::Pose,
        record::{Bracket, Record, RewoundPose},
        target_time::{MarkerKind, TargetTime},
    },
    schemes::et::MarkersAround,
    sim::ship::ShipId,
};

/// Of Source's records, which are one a tick, so many are passed over for one that is listed.
pub const RECORDS_STEP: usize = 5;

/// A pose that was stored.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StoredPose {
    /// The time that is written on it, on the server's line.
    pub at: Micros,
    /// Where the ship was, in u.
    pub pos: Vec2,
    /// Whether the judged pose is made of it.
    pub used: bool,
}

/// What was stored of a ship, as it counts for a shot.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredPast {
    pub ship: ShipId,
    /// Which poses the rule in force takes.
    pub from: TargetPoses,
    /// When the shot is judged.
    pub now: Micros,
    /// The moment that is looked at.
    pub asked: Micros,
    /// What is stored, newest first: ten markers; of the records every [`RECORDS_STEP`]th and those
    /// that are used; of the snapshots those that are used. None where the present is used.
    pub poses: Vec<StoredPose>,
    /// The judged pose, and where it comes from.
    pub found: RewoundPose,
}

impl StoredPast {
    /// What is stored of a ship for a shot that has flown for so long. `None` if the ship is not
    /// there, now or then, or is dead.
    #[must_use]
    pub fn of<P: RewindSource>(
        past: &P,
        shot: &Shot,
        rewind: RewindTime,
        present: &Pose,
        flown: Micros,
    ) -> Option<Self> {
        let time = target_time(past, shot, rewind, flown);
        let found = pose_at(past, shot, &time, present)?;
        if !present.alive || !found.pose.alive {
            return None;
        }
        let ship = present.ship;
        let (asked, poses) = match time {
            TargetTime::Present => (past.now(), Vec::new()),
            TargetTime::Marked(kind, at) => (at, markers(past, ship, kind, at)),
            TargetTime::Rewound(breaks, at) => {
                let oldest = unlag(shot, breaks, past.tick_length()).oldest_kept(past.now());
                let kept = past.records(ship).take_while(|record| record.at >= oldest);
                (at, records(kept, found.bracket))
            }
            TargetTime::Moment(_) => (rewind.at + flown, blended(past, ship, found.bracket)),
        };
        let from = shot.rule.hit_rule.targets(shot.weapon());
        Some(Self { ship, from, now: past.now(), asked, poses, found })
    }

    /// How long ago the oldest of the listed poses was held.
    #[must_use]
    pub fn depth(&self) -> Option<Micros> {
        self.poses.last().map(|oldest| self.now - oldest.at)
    }

    /// How far the judged pose is on its way from the older to the newer of the two that it is made
    /// of, 0 to 1; `None` where it is made of one.
    #[must_use]
    pub fn fraction(&self) -> Option<f32> {
        match self.found.bracket {
            Bracket::Between { num, den, .. } => Some(num as f32 / den as f32),
            Bracket::Present | Bracket::At(_) => None,
        }
    }
}

/// The ring of markers. Several may bear the same time, so it is their place that says which of
/// them are used.
fn markers<P: RewindSource>(
    past: &P,
    ship: ShipId,
    kind: MarkerKind,
    at: Micros,
) -> Vec<StoredPose> {
    let ring = past.markers(ship, kind);
    let used = match ring.around(at, past.now()) {
        MarkersAround::Unmoved => None,
        MarkersAround::Oldest(oldest) => Some(oldest..=oldest),
        MarkersAround::Between { older, newer } => {
            // A marker of just that moment is used as it is.
            let exact = ring.newest_first().nth(older).is_some_and(|marker| marker.at == at);
            Some(if exact { older..=older } else { newer..=older })
        }
    };
    let is_used = |n| used.as_ref().is_some_and(|used| used.contains(&n));
    let stored = |(n, marker): (usize, &Record)| stored(marker, is_used(n));
    ring.newest_first().enumerate().map(stored).collect()
}

/// Every fifth of the records, which come newest first, and those that are used.
fn records(kept: impl Iterator<Item = Record>, bracket: Bracket) -> Vec<StoredPose> {
    let listed = |(n, record): (usize, Record)| {
        let used = match bracket {
            Bracket::Present => false,
            Bracket::At(at) => record.at == at,
            Bracket::Between { older, newer, .. } => [older, newer].contains(&record.at),
        };
        (used || n.is_multiple_of(RECORDS_STEP)).then(|| stored(&record, used))
    };
    kept.enumerate().filter_map(listed).collect()
}

/// The poses that are blended, newest first.
fn blended<P: RewindSource>(past: &P, ship: ShipId, bracket: Bracket) -> Vec<StoredPose> {
    let at = |at: Micros| {
        let pos = past.authoritative(ship, at)?.pose.pos;
        Some(StoredPose { at, pos, used: true })
    };
    match bracket {
        Bracket::Present => Vec::new(),
        Bracket::At(moment) => at(moment).into_iter().collect(),
        Bracket::Between { older, newer, .. } => {
            [newer, older].into_iter().filter_map(at).collect()
        }
    }
}

fn stored(record: &Record, used: bool) -> StoredPose {
    StoredPose { at: record.at, pos: record.pose.pos, used }
}
