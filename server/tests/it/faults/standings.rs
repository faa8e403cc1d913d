//! The kills of a round, counted from the events alone, and what must agree with them: the score of
//! each ship and of each side, and the winner. Runs after each tick of a room.

use std::collections::BTreeMap;

use shared::{
    base::time::{Tick, TickRate},
    sim::{event::EventKind, ship::ShipId, side::Side},
    wire::round::{Round, RoundPhase, Score, Winner},
};

use super::checker::RoomTick;
use super::violation::Violation;

/// The kills of a round. In an endless match they are those since it began.
#[derive(Default)]
pub(super) struct Standings {
    /// 0 before the first.
    round_number: u32,
    /// Those of ships that have left included.
    kills: BTreeMap<ShipId, u16>,
}

impl Standings {
    /// Counts the kills of the ticks just simulated.
    pub(super) fn count(&mut self, now: &RoomTick) {
        let mut first = Tick::ZERO;
        if let Some(round) = now.round.filter(|round| round.number != self.round_number) {
            self.round_number = round.number;
            self.kills.clear();
            first = first_tick(round).unwrap_or(now.tick);
        }
        for event in now.events.iter().filter(|event| event.tick >= first) {
            if let EventKind::Died { shot, .. } = event.kind {
                *self.kills.entry(shot.shooter).or_default() += 1;
            }
        }
    }

    /// Compares the room's scores of the round with the events.
    pub(super) fn check_scores(&self, now: &RoomTick) -> Result<(), Violation> {
        for ship in now.ships {
            let in_room = Score::of(ship);
            let kills = now.round.map_or(in_room, |round| round.score(ship.id, in_room)).kills;
            let facts = self.of_ship(ship.id);
            if kills != facts {
                return Err(Violation::RoundScore { ship: ship.id, kills, facts });
            }
        }
        let Some(side_kills) = now.side_kills else { return Ok(()) };
        for (side, kills) in Side::ALL.into_iter().zip(side_kills) {
            let facts = self.of_side(side);
            if kills != facts {
                return Err(Violation::SideScore { side, kills, facts });
            }
        }
        Ok(())
    }

    /// Compares the winner of a round that has just ended with the events.
    pub(super) fn check_winner(&self, now: &RoomTick) -> Result<(), Violation> {
        let Some(RoundPhase::Over { winner, .. }) = now.round.map(|round| round.phase) else {
            return Ok(());
        };
        let facts = self.leader(now);
        if winner == facts { Ok(()) } else { Err(Violation::OtherWinner { winner, facts }) }
    }

    /// The only ship in the room, or the only side, with the most kills.
    fn leader(&self, now: &RoomTick) -> Winner {
        let contenders: Vec<(Winner, u16)> = if now.side_kills.is_some() {
            Side::ALL.map(|side| (Winner::Side(side), self.of_side(side))).into()
        } else {
            let ids = now.ships.iter().map(|ship| ship.id);
            ids.map(|ship| (Winner::Ship(ship), self.of_ship(ship))).collect()
        };
        let most = contenders.iter().map(|(_, kills)| *kills).max().unwrap_or(0);
        let mut leaders = contenders.iter().filter(|(_, kills)| *kills == most && most > 0);
        match (leaders.next(), leaders.next()) {
            (Some((leader, _)), None) => *leader,
            _ => Winner::Nobody,
        }
    }

    fn of_ship(&self, ship: ShipId) -> u16 {
        self.kills.get(&ship).copied().unwrap_or(0)
    }

    fn of_side(&self, side: Side) -> u16 {
        let of_side = self.kills.iter().filter(|(ship, _)| Side::of_seat(ship.idx) == side);
        of_side.map(|(_, kills)| kills).sum()
    }
}

/// The first tick of a round that has just begun.
fn first_tick(round: &Round) -> Option<Tick> {
    let RoundPhase::Running { ends } = round.phase else { return None };
    let lasts = TickRate::DEFAULT.ticks_in_ms(round.limits.time_ms);
    ends.0.checked_sub(lasts).map(|before| Tick(before).next())
}
