//! Lists what a rule has stored of a ship for a shot: ET's markers, Source's records or the two
//! blended snapshots, each with its time, and marks those that make up the judged pose. Computed on
//! request for display; no verdict depends on it.

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

/// Source's records are one per tick; one in this many is listed.
pub const RECORDS_STEP: usize = 5;

/// A stored pose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StoredPose {
    /// Its timestamp, in server time.
    pub at: Micros,
    /// The ship's position, in u.
    pub pos: Vec2,
    /// Whether the judged pose is made of it.
    pub used: bool,
}

/// The stored poses of a ship that a shot may use.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredPast {
    pub ship: ShipId,
    /// Which poses the rule in force takes.
    pub from: TargetPoses,
    /// When the shot is judged.
    pub now: Micros,
    /// The target time that was looked up.
    pub asked: Micros,
    /// Newest first: ten markers; every [`RECORDS_STEP`]th record and those used; the snapshots
    /// used. Empty where the present is used.
    pub poses: Vec<StoredPose>,
    /// The judged pose and its bracket.
    pub found: RewoundPose,
}

impl StoredPast {
    /// The stored past of a ship for a shot that has flown for `flown`. `None` if the ship is
    /// absent or dead, now or then.
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

    /// The age of the oldest listed pose.
    #[must_use]
    pub fn depth(&self) -> Option<Micros> {
        self.poses.last().map(|oldest| self.now - oldest.at)
    }

    /// The interpolation fraction of the judged pose, from its older to its newer pose, 0 to 1.
    /// `None` where it is made of a single pose.
    #[must_use]
    pub fn fraction(&self) -> Option<f32> {
        match self.found.bracket {
            Bracket::Between { num, den, .. } => Some(num as f32 / den as f32),
            Bracket::Present | Bracket::At(_) => None,
        }
    }
}

/// The ring of markers. Several may have the same timestamp, so those used are identified by index.
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
            // A marker with exactly this timestamp is used alone.
            let exact = ring.newest_first().nth(older).is_some_and(|marker| marker.at == at);
            Some(if exact { older..=older } else { newer..=older })
        }
    };
    let is_used = |n| used.as_ref().is_some_and(|used| used.contains(&n));
    let stored = |(n, marker): (usize, &Record)| stored(marker, is_used(n));
    ring.newest_first().enumerate().map(stored).collect()
}

/// Every fifth record, newest first, and those used.
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

/// The blended poses, newest first.
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
