//! A single player against the room's bots: first the newcomer's first life, then bots whose level
//! follows the player's fortune. Runs before each tick.
//!
//! Begins when a player joins a room in which no other is present. Ends when another joins or
//! returns, or when the player leaves for good; a held seat keeps it.

use alloc::vec::Vec;

use serde::Serialize;

use super::{
    bot_level::BotLevel,
    first_life::{Attitude, FirstLife},
    seat::Seat,
    state::Room,
};
use crate::{
    base::time::Tick,
    pilot::{
        conduct::Conduct,
        skill::{BotLevelNumber, Skill},
    },
    sim::{event::EventKind, ship::ShipId},
    wire::message::ServerControl,
};

/// A single player's fight against the bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Solo {
    /// The player's ship.
    ship: ShipId,
    first_life: FirstLife,
    level: BotLevel,
}

/// What happened between the player and the bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encounter {
    /// The player hit a bot.
    Hit,
    /// The player killed a bot.
    Kill,
    /// A bot killed the player.
    Death,
}

impl Solo {
    fn new(ship: ShipId, now: Tick) -> Self {
        Self { ship, first_life: FirstLife::new(now), level: BotLevel::LOWEST }
    }

    /// The player's seat.
    pub(super) fn seat(&self) -> usize {
        self.ship.idx.into()
    }

    /// The most bots that fly.
    pub(super) fn bots_max(&self) -> u16 {
        self.first_life.bots_max()
    }

    /// The level to show, once the first life is over.
    fn shown_level(&self) -> Option<BotLevelNumber> {
        self.first_life.is_over().then(|| self.level.get())
    }

    fn record(&mut self, encounter: Encounter) {
        match encounter {
            Encounter::Hit => self.first_life.record_hit(),
            Encounter::Kill => {
                self.first_life.record_kill();
                if self.first_life.meets_all() {
                    self.level.record_kill();
                } else {
                    self.level.record_early_kill();
                }
            }
            Encounter::Death => self.level.record_death(),
        }
    }
}

impl Room {
    /// Begins a solo fight of a newcomer against a fresh bot: those of an empty room have shot at
    /// each other.
    pub(super) fn begin_solo(&mut self, ship: ShipId) {
        self.solo = Some(Solo::new(ship, self.world.tick));
        self.remove_all_bots();
        self.fill_with_bots();
    }

    /// Ends the solo fight, if there is one; then the bots have to be filled up.
    pub(super) fn end_solo(&mut self) -> Option<Solo> {
        let solo = self.solo.take()?;
        self.send_bot_level(solo.ship, None);
        Some(solo)
    }

    /// Before a tick: follows what happened in the last one, and adds the bots that are due.
    pub(super) fn advance_solo(&mut self) {
        let Some(mut solo) = self.solo else { return };
        for encounter in self.encounters(solo.ship) {
            solo.record(encounter);
        }
        solo.first_life.expire(self.world.tick, self.clock.rate());
        let before = self.solo.replace(solo);
        if before.map(|solo| solo.bots_max()) != Some(solo.bots_max()) {
            self.fill_with_bots();
        }
        let level = solo.shown_level();
        if before.and_then(|solo| solo.shown_level()) != level {
            self.send_bot_level(solo.ship, level);
        }
    }

    /// What happened between a player's ship and the bots in the last tick.
    fn encounters(&self, ship: ShipId) -> Vec<Encounter> {
        let is_bot = |id: ShipId| match self.seats.get(usize::from(id.idx)) {
            Some(Seat::Bot(bot)) => bot.ship == id,
            _ => false,
        };
        let encounter = |kind: EventKind| match kind {
            EventKind::Hit { shot, victim, .. } if shot.shooter == ship && is_bot(victim) => {
                Some(Encounter::Hit)
            }
            EventKind::Died { shot, victim } if shot.shooter == ship && is_bot(victim) => {
                Some(Encounter::Kill)
            }
            EventKind::Died { shot, victim } if victim == ship && is_bot(shot.shooter) => {
                Some(Encounter::Death)
            }
            _ => None,
        };
        self.events_now().filter_map(|event| encounter(event.kind)).collect()
    }

    /// How the room's bots play in the next tick.
    pub(super) fn bot_conduct(&self) -> Conduct {
        let with = |skill| Conduct { skill: Some(skill), ..Conduct::default() };
        let Some(solo) = &self.solo else {
            let level = self.config.fixed_level();
            return level.map(|level| with(Skill::of_level(level))).unwrap_or_default();
        };
        match solo.first_life.attitude(self.world.tick, self.clock.rate()) {
            Attitude::Escort(skill) => {
                let escort = self.world.ship(solo.ship).map(|ship| ship.body.pos);
                Conduct { escort, ..with(skill) }
            }
            Attitude::Retaliate(skill) => with(skill),
            Attitude::Fight => with(Skill::of_level(solo.level.get())),
        }
    }

    /// Sends the level of the bots, if they have one, to a player who joins or resumes.
    pub(super) fn send_current_bot_level(&mut self, ship: ShipId) {
        let solo_level = self.solo.and_then(|solo| solo.shown_level());
        let level = solo_level.or(self.config.fixed_level());
        if level.is_some() {
            self.send_bot_level(ship, level);
        }
    }

    fn send_bot_level(&mut self, ship: ShipId, level: Option<BotLevelNumber>) {
        let level = level.map(BotLevelNumber::get);
        let player = self.session_of(ship).filter(|session| !session.is_lost());
        if let Some(id) = player.map(|session| session.id) {
            self.send_control(id, &ServerControl::BotLevel { level });
        }
    }
}
