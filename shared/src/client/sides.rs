//! The two sides of the match as the client knows them: its own, the kills of each, and the figures
//! that compare them.

use alloc::{collections::BTreeMap, vec::Vec};

use serde::Serialize;

use super::state::Client;
use crate::{
    base::{
        limits::ROUND_OVERTIME_MS,
        time::{Micros, Tick},
    },
    sim::{
        event::{Event, EventKind, Finality},
        ship::ShipId,
        side::{Division, Side},
    },
    wire::{
        message::RosterEntry,
        round::{Round, RoundPhase},
        sides::SidesState,
    },
};

/// The shots of a ship in a round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct ShotCount {
    fired: u32,
    /// Hits that can no longer be undone.
    hits: u32,
}

/// The shots of each ship in the current round; up to one entry per seat.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct ShotCounts(BTreeMap<ShipId, ShotCount>);

impl ShotCounts {
    /// Counts the shots and hits among new events.
    pub(super) fn count(&mut self, events: &[Event]) {
        for event in events {
            match event.kind {
                EventKind::Fired { shot, .. } => self.of_mut(shot.shooter).fired += 1,
                EventKind::Hit { finality: Finality::Tentative, .. } => {}
                EventKind::Hit { shot, .. } | EventKind::Settled { shot, .. } => {
                    self.of_mut(shot.shooter).hits += 1;
                }
                _ => {}
            }
        }
    }

    /// A player left its seat.
    pub(super) fn forget(&mut self, ship: ShipId) {
        self.0.remove(&ship);
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    fn of_mut(&mut self, ship: ShipId) -> &mut ShotCount {
        self.0.entry(ship).or_default()
    }
}

/// Whose figures stand for a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideCrew {
    Players,
    /// There is no player on it.
    Bots,
}

/// What the ships of a side did in the current round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideFigures {
    pub crew: SideCrew,
    /// How many ships are counted.
    pub n_ships: u16,
    /// The median of the players' measured round trips, in ms.
    pub ping_ms: Option<u16>,
    pub kills: u32,
    pub deaths: u32,
    pub shots: u32,
    pub hits: u32,
}

impl SideFigures {
    /// How many of something come to one ship in a minute, after this time.
    #[must_use]
    pub fn per_minute(&self, n: u32, after: Micros) -> f32 {
        let minutes = after.as_s_f32() / 60.0 * f32::from(self.n_ships);
        if minutes > 0.0 { n as f32 / minutes } else { 0.0 }
    }

    /// The share of shots that hit.
    #[must_use]
    pub fn hit_share(&self) -> Option<f32> {
        (self.shots > 0).then(|| (self.hits as f32 / self.shots as f32).min(1.0))
    }
}

impl Client {
    /// The room's sides, if it has them.
    #[must_use]
    pub fn sides(&self) -> Option<&SidesState> {
        self.game()?.sides.as_ref()
    }

    /// The side of a ship, if the room has sides.
    #[must_use]
    pub fn side_of(&self, ship: ShipId) -> Option<Side> {
        self.game().map_or(Division::None, |game| game.params.division).side_of(ship)
    }

    /// The player's side, if the room has sides.
    #[must_use]
    pub fn own_side(&self) -> Option<Side> {
        self.own_id().and_then(|own| self.side_of(own))
    }

    /// The kills of a side in the current round, or in an endless match.
    #[must_use]
    pub fn side_kills(&self, side: Side) -> Option<u16> {
        let ships = self.roster().iter().map(|entry| entry.ship);
        let on_side = ships.filter(|ship| self.side_of(*ship) == Some(side));
        let kills = on_side.filter_map(|ship| Some(self.score(ship)?.kills));
        Some(self.sides()?.kills(side, kills))
    }

    /// What the ships of a side did in the current round, from their scores, latencies and shots:
    /// its players, or if there is none its bots.
    #[must_use]
    pub fn side_figures(&self, side: Side) -> Option<SideFigures> {
        let game = self.game().filter(|game| game.sides.is_some())?;
        let on_side =
            || self.roster().iter().filter(|entry| self.side_of(entry.ship) == Some(side));
        let crew =
            if on_side().any(|entry| !entry.bot) { SideCrew::Players } else { SideCrew::Bots };
        let counted: Vec<&RosterEntry> =
            on_side().filter(|entry| entry.bot == (crew == SideCrew::Bots)).collect();
        let mut pings = Vec::new();
        let n_ships = counted.len() as u16;
        let mut figures =
            SideFigures { crew, n_ships, ping_ms: None, kills: 0, deaths: 0, shots: 0, hits: 0 };
        for ship in counted.iter().map(|entry| entry.ship) {
            let score = self.score(ship).unwrap_or_default();
            let shots = game.shot_counts.0.get(&ship).copied().unwrap_or_default();
            figures.kills += u32::from(score.kills);
            figures.deaths += u32::from(score.deaths);
            figures.shots += shots.fired;
            figures.hits += shots.hits;
            pings.extend(game.roster.latency(ship).map(|latency| latency.round_trip_ms));
        }
        pings.sort_unstable();
        figures.ping_ms = pings.get(pings.len() / 2).copied();
        Some(figures)
    }

    /// How long ships could fire in the current round, by the newest snapshot; `None` where that is
    /// not known, and in an endless match.
    #[must_use]
    pub fn round_time(&self) -> Option<Micros> {
        let game = self.game()?;
        let now = game.inbox.newest()?.tick;
        let round = game.round.as_ref()?;
        let left_ms =
            |ends: Tick| game.params.rate.micros_at(ends) - game.params.rate.micros_at(now);
        round_time(round, left_ms)
    }

    /// The round trip that the player's page adds on a connection with this least round trip, to
    /// play with that of its side; zero without sides.
    #[must_use]
    pub fn added_round_trip(&self, least_round_trip: Micros) -> Micros {
        let own = self.own_side().filter(|_| !self.is_watching());
        let sides = self.sides().map(|state| state.sides).zip(own);
        sides.map_or(Micros::ZERO, |(sides, side)| sides.added(side, least_round_trip))
    }
}

fn round_time(round: &Round, left: impl Fn(Tick) -> Micros) -> Option<Micros> {
    let ms = |ms: u32| Micros::from_ms(ms.into());
    let (whole, ends) = match round.phase {
        RoundPhase::Waiting | RoundPhase::Closing => return None,
        RoundPhase::Running { ends } => (ms(round.limits.time_ms), ends),
        RoundPhase::Overtime { ends } => (ms(round.limits.time_ms + ROUND_OVERTIME_MS), ends),
        RoundPhase::Over { took_ms, .. } => return Some(ms(took_ms)),
    };
    Some((whole - left(ends)).max(Micros::ZERO))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        base::geometry::{Turn, Vec2},
        sim::event::{ShotId, Weapon},
        wire::round::{RoundLimits, Winner},
    };

    #[test]
    fn shots_and_final_hits_are_counted_by_shooter() {
        let ship = |idx| ShipId { idx, generation: 0 };
        let shot = |idx| ShotId { tick: Tick(9), shooter: ship(idx), weapon: Weapon::Laser };
        let event = |kind| Event { tick: Tick(10), kind };
        let fired =
            |idx| event(EventKind::Fired { shot: shot(idx), origin: Vec2::ZERO, aim: Turn(0) });
        let hit = |idx, finality| {
            let (victim, damage, distance_u) = (ship(5), 12, 100.0);
            event(EventKind::Hit { shot: shot(idx), victim, damage, distance_u, finality })
        };
        let mut counts = ShotCounts::default();
        counts.count(&[fired(0), fired(0), fired(1), hit(0, Finality::Final)]);
        counts.count(&[hit(1, Finality::Tentative)]);
        counts.count(&[event(EventKind::Settled { shot: shot(1), victim: ship(5) })]);
        let of = |counts: &ShotCounts, idx| counts.0.get(&ship(idx)).copied();
        assert_eq!(of(&counts, 0), Some(ShotCount { fired: 2, hits: 1 }));
        assert_eq!(of(&counts, 1), Some(ShotCount { fired: 1, hits: 1 }));
        counts.forget(ship(0));
        assert_eq!(of(&counts, 0), None);
    }

    #[test]
    fn rates_are_per_ship_and_minute() {
        let figures = SideFigures {
            crew: SideCrew::Players,
            n_ships: 2,
            ping_ms: Some(20),
            kills: 9,
            deaths: 3,
            shots: 40,
            hits: 10,
        };
        let after = Micros::from_ms(90_000);
        assert!((figures.per_minute(figures.kills, after) - 3.0).abs() < 1e-6);
        assert_eq!(figures.per_minute(9, Micros::ZERO), 0.0);
        assert_eq!(figures.hit_share(), Some(0.25));
        assert_eq!(SideFigures { shots: 0, ..figures }.hit_share(), None);
    }

    #[test]
    fn the_time_of_a_round_runs_until_nobody_fires() {
        let limits = RoundLimits { kills: 10, time_ms: 180_000, players: 1 };
        let time = |phase, left_ms| {
            let round = Round { phase, ..Round::waiting(limits) };
            round_time(&round, |_| Micros::from_ms(left_ms)).map(Micros::as_ms)
        };
        let ends = Tick(99);
        let over = RoundPhase::Over { winner: Winner::Nobody, next: ends, took_ms: 200_000 };
        for (phase, left_ms, shown) in [
            (RoundPhase::Waiting, 0, None),
            (RoundPhase::Running { ends }, 100_000, Some(80_000)),
            (RoundPhase::Running { ends }, 180_050, Some(0)),
            (RoundPhase::Overtime { ends }, 45_000, Some(195_000)),
            (RoundPhase::Closing, 0, None),
            (over, 0, Some(200_000)),
        ] {
            assert_eq!(time(phase, left_ms), shown, "{phase:?}");
        }
    }
}
