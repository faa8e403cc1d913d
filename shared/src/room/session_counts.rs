//! Counters of one player: what its client sent and the results. Updated as events happen, and read
//! to measure what a cheating client gains.

use super::state::Room;
use crate::{
    base::time::{Micros, TickRate, ViewTime},
    report::shot_record::ShotRecord,
    schemes::{claims::ClaimRefusal, clamp::Clamp},
    sim::{
        command::{Trigger, UserCommand},
        ship::ShipId,
    },
};

/// Counters of a player's session, since it began or was last reset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SessionCounts {
    /// Commands received, each key once; one that was too early and is resent in time counts again.
    pub commands: u32,
    /// Those that were executed.
    pub executed: u32,
    /// Those not executed: they were too late, or the bank had no tick left.
    pub late: u32,
    /// Those keyed so far ahead that they were dropped.
    pub early: u32,
    /// Commands that were executed in place of missing ones.
    pub stand_ins: u32,
    /// The most commands executed in one tick, stand-ins included.
    pub max_in_tick: u32,
    /// Executed commands, stand-ins included, that pulled a trigger.
    pub triggers: u32,
    /// Shots fired.
    pub shots: u32,
    /// Finished shots that hit a ship.
    pub hits: u32,
    /// Finished shots whose claimed view was moved, by the reason.
    pub views_moved: ViewsMoved,
    /// The greatest age of a claimed view, from its command's tick; `None` before a shot is over.
    pub oldest_claimed: Option<Micros>,
    /// The greatest age of a view that was used.
    pub oldest_used: Option<Micros>,
    /// Claims received.
    pub claims: u32,
    /// Claims refused.
    pub claims_refused: u32,
    /// The reason of the last refusal.
    pub refused_last: Option<ClaimRefusal>,
}

/// Shots whose claimed view was moved, by the reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ViewsMoved {
    /// To the rewind limit or the ping cap.
    pub bound: u32,
    /// To the plausible age.
    pub implausible: u32,
    /// To an earlier shot's view.
    pub backwards: u32,
    /// From the future, or to the common delay; honest clients have these too.
    pub otherwise: u32,
}

impl ViewsMoved {
    #[must_use]
    pub const fn all(self) -> u32 {
        self.bound + self.implausible + self.backwards + self.otherwise
    }

    fn count(&mut self, why: Clamp) {
        match why {
            Clamp::Bound | Clamp::PingCap => self.bound += 1,
            Clamp::Implausible => self.implausible += 1,
            Clamp::Backwards => self.backwards += 1,
            Clamp::Future | Clamp::NotDelayed => self.otherwise += 1,
        }
    }
}

impl SessionCounts {
    /// Counts a tick's executed commands, of which this many were stand-ins.
    pub(super) fn count_executed(&mut self, commands: &[(ShipId, UserCommand)], stand_ins: u32) {
        let n = commands.len() as u32;
        self.executed += n - stand_ins.min(n);
        self.stand_ins += stand_ins;
        self.max_in_tick = self.max_in_tick.max(n);
        let pulls = |command: &&(ShipId, UserCommand)| command.1.trigger != Trigger::None;
        self.triggers += commands.iter().filter(pulls).count() as u32;
    }

    /// Counts a refused claim.
    pub(super) fn count_refusal(&mut self, why: ClaimRefusal) {
        self.claims_refused += 1;
        self.refused_last = Some(why);
    }

    /// Counts a finished shot.
    pub(super) fn count_shot(&mut self, record: &ShotRecord, rate: TickRate) {
        let key = ViewTime::from_tick(record.shot.tick);
        let age = |view: ViewTime| Some(rate.micros_in_steps(key.since(view)));
        self.hits += u32::from(record.verdict.hits().is_some());
        self.oldest_claimed = self.oldest_claimed.max(age(record.view.claimed.time));
        self.oldest_used = self.oldest_used.max(age(record.view.used));
        if let Some(why) = record.view.clamp {
            self.views_moved.count(why);
        }
    }
}

impl Room {
    /// The counters of a ship's player; `None` for a bot.
    #[must_use]
    pub fn session_counts(&self, ship: ShipId) -> Option<SessionCounts> {
        self.session_of(ship).map(|session| session.counts)
    }

    /// The measured round trip of a ship's player; `None` before the first echo.
    #[must_use]
    pub fn measured_round_trip(&self, ship: ShipId) -> Option<Micros> {
        self.session_of(ship)?.echo.round_trip_micros().map(Micros)
    }

    /// Resets the counters of all players.
    pub fn begin_counts(&mut self) {
        for id in self.session_ids() {
            if let Some(session) = self.session_mut(id) {
                session.counts = SessionCounts::default();
            }
        }
    }
}
