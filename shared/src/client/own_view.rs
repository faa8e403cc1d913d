//! The own ship as it is drawn: at once or when the server says so, all or part of the round trip
//! ahead. Asked once a frame, and before and after each reconciliation.

use super::game::Game;
use crate::{
    base::{
        geometry::Vec2,
        time::{Micros, Tick},
    },
    netcode::{
        choices::{CorrectionMode, OwnShip},
        values::PlayerNetcode,
    },
    schemes::quakeworld::{self, Replayed},
    sim::ship::Ship,
};

impl Game {
    /// The own ship as the player has it: as predicted, or as the newest snapshot has it.
    pub(super) fn own_ship_shown(&self) -> Option<&Ship> {
        match self.own_mode {
            OwnShip::Predict => self.prediction.newest(),
            OwnShip::Wait => self.newest_ship(self.own),
        }
        .filter(|ship| ship.alive())
    }

    /// Where the own ship belongs at this instant, without the correction: between the last tick
    /// and the one under way, as much before as the player wants less than the whole round trip
    /// predicted.
    pub(super) fn own_pos(&self, now: Micros, netcode: &PlayerNetcode) -> Option<Vec2> {
        let newest = self.own_ship_shown()?;
        if netcode.own_ship == OwnShip::Wait {
            return Some(newest.body.pos);
        }
        let held_back = self.held_back(now, netcode);
        let position = self.own_clock.position(now) - held_back;
        let tick = self.rate().tick_at(position);
        let states = (self.prediction.state(tick), self.prediction.state(tick.next()));
        let (Some(from), Some(to)) = states else {
            let told = self.newest_ship(self.own).filter(|_| held_back > Micros::ZERO);
            return Some(told.unwrap_or(newest).body.pos);
        };
        if from.life != to.life || !from.alive() {
            return Some(if to.alive() { to } else { newest }.body.pos);
        }
        let replayed = |tick: Tick, ship: &Ship| Replayed {
            sent: self.rate().micros_at(tick),
            pos: ship.body.pos,
        };
        Some(quakeworld::drawn_pos(replayed(tick, from), replayed(tick.next(), to), position))
    }

    /// Whether the picture of the own ship stands still: QuakeWorld's client gives up predicting
    /// when too many commands are unacknowledged. They go out all the same, and with the next
    /// acknowledgement they are replayed.
    pub(super) fn frozen(&self, netcode: &PlayerNetcode) -> bool {
        let unacked = self.prediction.newest_key().since(self.acks.executed());
        netcode.own_ship == OwnShip::Predict
            && netcode.correction == CorrectionMode::Snap
            && quakeworld::frozen(u32::try_from(unacked).unwrap_or(0))
    }

    /// How long before the present the own ship is predicted for.
    fn held_back(&self, now: Micros, netcode: &PlayerNetcode) -> Micros {
        let push = -Micros::from_ms(netcode.push_ms.into());
        now - quakeworld::local_time(now, self.acks.latency(), push)
    }
}
