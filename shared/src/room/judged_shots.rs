//! The shots that were judged a short while ago: what their reports are made from, kept for as long
//! as the history reaches back to all that a report tells. One store for everybody in the room.

use alloc::{collections::VecDeque, vec::Vec};

use super::output::SessionId;
use crate::{
    base::{
        limits::{DELAY_MAX_MS, HISTORY_MS, SHOTS_OPEN_MAX},
        time::{Micros, Tick},
    },
    judge::{
        hit_test::state::{Cover, VoidCause},
        shooter_history::ShooterHistory,
        shot::Shot,
        view::RewindTime,
    },
    netcode::choices::RemoteView,
    report::{
        shot_record::ShotRecord,
        shot_report::{BEFORE, RefusedClaim, ReportLink, Undone},
    },
    sim::{event::ShotId, rules::BOLT_LIFE_MS, ship::ShipId},
};

/// How long a report may wait for its turn when it is due.
const GRACE_MS: u32 = 300;

const _: () = assert!(
    BOLT_LIFE_MS + DELAY_MAX_MS + GRACE_MS + DELAY_MAX_MS + BEFORE.as_ms() as u32 <= HISTORY_MS,
    "the history reaches back from a report that is due to all that it tells"
);

/// The judged shots, in the order in which they were over.
#[derive(Clone, Debug, Default)]
pub(super) struct JudgedShots(VecDeque<JudgedShot>);

/// A shot that is over.
#[derive(Clone, Debug)]
pub(super) struct JudgedShot {
    pub(super) shot: Shot,
    pub(super) rewind: RewindTime,
    pub(super) record: ShotRecord,
    /// Its place in the order in which the shots of a tick are judged.
    pub(super) order: u32,
    /// How long before its tick the command came, where it is a player's.
    pub(super) arrived: Option<Micros>,
    pub(super) undone: Option<Undone>,
    pub(super) refused: Option<(RefusedClaim, Tick)>,
    pub(super) void: Option<VoidCause>,
    pub(super) cover: Option<Cover>,
    /// Markers a second of each seat, where its rule looked at markers.
    pub(super) marker_rates_hz: Vec<u16>,
    pub(super) shooter: Screen,
    /// Who may be told of it besides its shooter, or is what its report is about: whom it hit, whom
    /// it was thought to have hit, and whom it came nearest to.
    pub(super) targets: Vec<ShotTarget>,
}

/// A ship that a shot concerns, as it was when the shot was over.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShotTarget {
    pub(super) ship: ShipId,
    /// Its connection; none for a pilot of the room.
    pub(super) link: Option<ReportLink>,
    pub(super) screen: Screen,
}

/// A player's screen, as far as the room knows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Screen {
    /// None: a pilot of the room, who needs none.
    pub(super) session: Option<SessionId>,
    pub(super) remote: RemoteView,
    /// How far the moment that it shows of the others is behind its own clock.
    pub(super) lag: Micros,
}

/// Everything that a verdict on a shot depends on, as far as the history reaches back.
#[derive(Clone, Debug)]
pub struct JudgedEvidence<'a> {
    pub shot: &'a Shot,
    /// How it was judged.
    pub record: &'a ShotRecord,
    /// The claim that was refused last, if one was, and the tick at which the room heard it.
    pub refused: Option<(RefusedClaim, Tick)>,
    /// The past up to now, with what the shooter was sent.
    pub past: ShooterHistory<'a>,
    /// Markers a second that ET per command stores of each seat.
    pub marker_rates_hz: Vec<u16>,
}

impl JudgedShots {
    /// Keeps a shot that is over; of too many the oldest goes.
    pub(super) fn push(&mut self, judged: JudgedShot) {
        if self.0.len() >= SHOTS_OPEN_MAX {
            self.0.pop_front();
        }
        self.0.push_back(judged);
    }

    /// Forgets what the history no longer reaches back to.
    pub(super) fn forget_old(&mut self, now: Micros) {
        self.0.retain(|judged| now <= judged.reachable_until());
    }

    pub(super) fn find(&self, shot: ShotId) -> Option<&JudgedShot> {
        self.0.iter().rev().find(|judged| judged.record.shot == shot)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &JudgedShot> {
        self.0.iter()
    }
}

impl JudgedShot {
    /// When all that a report tells has been: a bolt's life and `D` after the shot.
    pub(super) fn due(&self) -> Micros {
        let delay = Micros::from_ms(self.shot.rule.delay_ms.into());
        self.shot.fired + Micros::from_ms(BOLT_LIFE_MS.into()) + delay
    }

    /// Until when the history reaches back to the oldest moment that a report tells of.
    fn reachable_until(&self) -> Micros {
        let oldest = self.rewind.at.min(self.shot.fired) - BEFORE;
        oldest + Micros::from_ms(HISTORY_MS.into())
    }

    /// Whether a ship's player may look into it: who fired, whom it hit, or was thought to have.
    pub(super) fn concerns(&self, ship: ShipId) -> bool {
        let undone = self.undone.map(|undone| undone.victim);
        ship == self.record.shot.shooter
            || undone == Some(ship)
            || self.record.verdict.names().any(|victim| victim == ship)
    }

    /// A ship that the report may be about.
    pub(super) fn target(&self, ship: ShipId) -> Option<&ShotTarget> {
        self.targets.iter().find(|target| target.ship == ship)
    }
}
