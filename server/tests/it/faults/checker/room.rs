//! What is known of a room from its ticks: scores, rounds, players, and how predictable it was.

use std::collections::{BTreeMap, VecDeque};

use shared::{
    base::time::Tick,
    sim::{
        command::UserCommand,
        event::{Event, EventKind},
        ship::{Ship, ShipId},
    },
    wire::{
        message::RosterEntry,
        round::{Round, RoundPhase},
    },
};

use super::RoomTick;
use crate::faults::{standings::Standings, violation::Violation};

/// Ticks kept for each room: more than any snapshot is in flight.
const STATES_MAX: usize = 1500;
/// How near two ships must be for one to touch the other where a client still has it, in u: both
/// radii, and what a short tap covers within the longest delay of a line.
const SCREEN_CONTACT_U: f32 = 60.0;

/// A room, as far as it was seen.
#[derive(Default)]
pub(super) struct Room {
    pub(super) tick: Tick,
    /// The last command each ship executed, if it was seen.
    pub(super) last: BTreeMap<ShipId, UserCommand>,
    /// For how many ticks in a row each ship has executed its client's own commands.
    pub(super) ticks_in_control: BTreeMap<ShipId, u32>,
    /// Kills and deaths according to the events.
    pub(super) scores: BTreeMap<ShipId, (u16, u16)>,
    pub(super) states: VecDeque<(Tick, Vec<Ship>)>,
    pub(super) roster: Vec<(ShipId, String)>,
    /// The ship of each player since the room opened.
    pub(super) players: BTreeMap<String, ShipId>,
    pub(super) standings: Standings,
    pub(super) side_kills: Option<[u16; 2]>,
    pub(super) stand_ins: u64,
    /// The round of the last tick.
    pub(super) round: Option<Round>,
    /// Number of contacts, here or on a client's screen, hits, deaths, respawns, changes of the
    /// roster and of the round seen.
    pub(super) unpredictable_events: u64,
    pub(super) contacts: u64,
}

impl Room {
    /// Whether the round has its result from this tick on.
    pub(super) fn ends_round(&self, now: &RoomTick) -> bool {
        let is_over = |round: &Round| round.phase.is_over();
        now.round.is_some_and(is_over) && !self.round.as_ref().is_some_and(is_over)
    }

    /// The number of the round that was over, if the next one began before its time.
    pub(super) fn begins_early(&self, now: &RoomTick) -> Option<u32> {
        let before = self.round.as_ref()?;
        let RoundPhase::Over { next, .. } = before.phase else { return None };
        // A round begins before its first tick is simulated.
        let is_early = now.round?.number > before.number && now.tick < next;
        is_early.then_some(before.number)
    }

    pub(super) fn note(&mut self, now: &RoomTick) {
        let changed = self.roster.len() != now.roster.len()
            || self.roster.iter().zip(now.roster).any(|((ship, _), entry)| *ship != entry.ship);
        if changed {
            let seat = |entry: &RosterEntry| (entry.ship, entry.name.clone());
            self.roster = now.roster.iter().map(seat).collect();
            self.last.retain(|ship, _| now.roster.iter().any(|entry| entry.ship == *ship));
        }
        let is_unpredictable = |event: &&Event| !matches!(event.kind, EventKind::Fired { .. });
        self.unpredictable_events +=
            u64::from(changed) + now.events.iter().filter(is_unpredictable).count() as u64;
        if self.round.as_ref() != now.round {
            self.unpredictable_events += 1;
            self.round = now.round.cloned();
        }
        self.unpredictable_events += u64::from(now.contacts > self.contacts);
        self.unpredictable_events += u64::from(meets_on_a_screen(now.ships));
        self.contacts = now.contacts;
        for event in now.events {
            if let EventKind::Died { victim, shot } = event.kind {
                self.scores.entry(victim).or_default().1 += 1;
                self.scores.entry(shot.shooter).or_default().0 += 1;
            }
        }
        self.standings.count(now);
        self.side_kills = now.side_kills;
        if self.states.len() == STATES_MAX {
            self.states.pop_front();
        }
        self.states.push_back((now.tick, now.ships.to_vec()));
    }

    pub(super) fn check_scores(&mut self, now: &RoomTick) -> Result<(), Violation> {
        for ship in now.ships {
            let facts = self.scores.get(&ship.id).copied().unwrap_or_default();
            let shown_score = (ship.kills, ship.deaths);
            if shown_score != facts {
                return Err(Violation::Score { ship: ship.id, shown_score, facts });
            }
        }
        self.standings.check_scores(now)
    }

    /// Every player keeps the ship that it joined with. Names of players are unique.
    pub(super) fn check_players(&mut self, now: &RoomTick) -> Result<(), Violation> {
        for RosterEntry { ship, name, .. } in now.roster.iter().filter(|entry| !entry.bot) {
            match self.players.get(name) {
                Some(before) if before != ship => {
                    let (name, before, now) = (name.clone(), *before, *ship);
                    return Err(Violation::Moved { name, before, now });
                }
                Some(_) => {}
                None => {
                    self.players.insert(name.clone(), *ship);
                }
            }
        }
        Ok(())
    }
}

/// Whether two ships are so near that a client may predict a contact that the server does not see:
/// it has the others where they were.
fn meets_on_a_screen(ships: &[Ship]) -> bool {
    let alive: Vec<&Ship> = ships.iter().filter(|ship| ship.alive()).collect();
    alive.iter().enumerate().any(|(nth, one)| {
        let near = |other: &&&Ship| one.body.pos.distance(other.body.pos) < SCREEN_CONTACT_U;
        alive[nth + 1..].iter().any(|other| near(&other))
    })
}
