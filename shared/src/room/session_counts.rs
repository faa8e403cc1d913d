//! What a room counts of one player: what its client sent, and what came of it. Counted as it
//! happens, and asked for by whoever shows what a program that lies is worth.

use crate::{
    base::time::{Micros, TickRate, ViewTime},
    report::shot_record::ShotRecord,
    schemes::{clamp::Clamp, targeting::ClaimRefusal},
    sim::{
        command::{Trigger, UserCommand},
        ship::ShipId,
    },
};

/// Counters of a player's session, since it began or was last told to begin anew.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SessionCounts {
    /// Commands that came, each key once; one that was too early and comes again in time counts
    /// again.
    pub commands: u32,
    /// Those of them that were executed.
    pub executed: u32,
    /// Those that did nothing: they came too late, or a bank had no tick left for them.
    pub late: u32,
    /// Those keyed so far ahead that they were dropped.
    pub early: u32,
    /// Commands that were executed in place of missing ones.
    pub stand_ins: u32,
    /// Commands executed in one tick, stand-ins among them: at most so far.
    pub most_in_tick: u32,
    /// Executed commands, stand-ins among them, that pulled a trigger.
    pub triggers: u32,
    /// Shots that left.
    pub shots: u32,
    /// Shots that are over and hit somebody.
    pub hits: u32,
    /// Shots that are over and looked at another moment than they claimed, by the reason.
    pub views_moved: ViewsMoved,
    /// How long before its command's tick the oldest view was that a shot claimed; none before a
    /// shot is over.
    pub oldest_claimed: Option<Micros>,
    /// And the oldest that counted.
    pub oldest_used: Option<Micros>,
    /// Hits that were claimed.
    pub claims: u32,
    /// Claims that were refused.
    pub claims_refused: u32,
    /// Why the last of them was.
    pub refused_last: Option<ClaimRefusal>,
}

/// Shots that looked at another moment than they claimed, by the reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ViewsMoved {
    /// To the bound, or to the cap by ping.
    pub bound: u32,
    /// To what the connection explains.
    pub implausible: u32,
    /// To an earlier shot's.
    pub backwards: u32,
    /// From the future, or to the common delay: those that honest programs have too.
    pub otherwise: u32,
}

impl ViewsMoved {
    /// All of them.
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
    /// A tick's commands are executed, so many of them in place of missing ones.
    pub(super) fn note_executed(&mut self, commands: &[(ShipId, UserCommand)], stand_ins: u32) {
        let n = commands.len() as u32;
        self.executed += n - stand_ins.min(n);
        self.stand_ins += stand_ins;
        self.most_in_tick = self.most_in_tick.max(n);
        let pulls = |command: &&(ShipId, UserCommand)| command.1.trigger != Trigger::None;
        self.triggers += commands.iter().filter(pulls).count() as u32;
    }

    /// A claim is refused.
    pub(super) fn note_refused(&mut self, why: ClaimRefusal) {
        self.claims_refused += 1;
        self.refused_last = Some(why);
    }

    /// A shot is over.
    pub(super) fn note_over(&mut self, record: &ShotRecord, rate: TickRate) {
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
