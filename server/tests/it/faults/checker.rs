//! Compares what clients sent and received with what the rooms did, for each command and each fact.
//! It is given the rooms' ticks as they are simulated and each client's messages as they are sent
//! and received, and reports violations. It does not depend on sockets, lines or time.

mod room;

use std::collections::{BTreeMap, VecDeque};

use shared::{
    base::{geometry::Turn, time::Tick},
    sim::{
        command::{Thrust, Trigger, UserCommand},
        event::{Event, EventKind},
        ship::{Ship, ShipId},
        side::{Division, Side},
    },
    wire::{message::RosterEntry, round::Round, seat::Admission, snapshot::ViewerHead},
};

use super::ledger::{Counts, Fire, Ledger};
use super::violation::Violation;
use room::Room;

/// Rooms kept, newest last.
const ROOMS_MAX: usize = 4;
/// Ticks after the end of a connection at which none of its messages is still in flight.
const SETTLED_AFTER: u64 = 1500;
/// Ticks in a row that must execute a client's own commands before it counts as in control.
const IN_CONTROL_MIN_TICKS: u32 = 30;
/// A client that received nothing for this many ticks does not get the events in between.
const UNCHECKED_GAP_TICKS: i64 = 120;

/// A connection, numbered over the whole run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ConnectionId(pub(crate) usize);

/// A room: the number of its server, and the id on that server.
pub(crate) type RoomId = (u32, u64);

/// What a room did in a tick.
pub(crate) struct RoomTick<'a> {
    pub(crate) tick: Tick,
    /// In seat order.
    pub(crate) commands: &'a [(ShipId, UserCommand)],
    /// Events of all ticks since the last one seen, in order.
    pub(crate) events: &'a [Event],
    /// As clients receive them, in seat order.
    pub(crate) ships: &'a [Ship],
    pub(crate) roster: &'a [RosterEntry],
    /// Those of connected players.
    pub(crate) connected: &'a [ShipId],
    /// `None` in an endless match.
    pub(crate) round: Option<&'a Round>,
    /// The score of each side; `None` without sides.
    pub(crate) side_kills: Option<[u16; 2]>,
    /// Totals of the room.
    pub(crate) stand_ins: u64,
    pub(crate) contacts: u64,
}

/// What a client shows after a snapshot.
pub(crate) struct ClientView<'a> {
    pub(crate) own: ShipId,
    pub(crate) ships: &'a [Ship],
    /// Kills and deaths from the events it received.
    pub(crate) reported: (u16, u16),
    /// Shooter and victim of each hit and kill that it received as an event of its own.
    pub(crate) hits: &'a [(ShipId, ShipId)],
    pub(crate) mismatches: u32,
}

/// The state of the checker.
#[derive(Default)]
pub(crate) struct Checker {
    /// How the ships of the rooms are divided.
    division: Division,
    rooms: VecDeque<(RoomId, Room)>,
    connections: Vec<Connection>,
    /// The connections that have used each ship, oldest first.
    connections_by_ship: BTreeMap<(RoomId, ShipId), Vec<ConnectionId>>,
    /// Ended connections, each with the number of ticks seen at its end; oldest first.
    ending: VecDeque<(ConnectionId, u64)>,
    pub(crate) checked: Checked,
    pub(crate) counts: Counts,
}

/// How much was checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Checked {
    pub(crate) ticks: u64,
    /// Ticks simulated together with later ones in one step, whose commands were not seen.
    pub(crate) unseen_ticks: u64,
    pub(crate) stand_ins: u64,
    /// Compared with the room's state, ship by ship.
    pub(crate) snapshots: u64,
    /// Of ticks that were not seen, and so verified by their hash only.
    pub(crate) unseen_snapshots: u64,
    pub(crate) kills: u64,
    /// Rounds with a result, and those that began before their time.
    pub(crate) rounds: u64,
    pub(crate) rematches: u64,
    /// Kills and rounds with a result in rooms of two sides, and their newcomers.
    pub(crate) side_kills: u64,
    pub(crate) side_rounds: u64,
    pub(crate) side_newcomers: u64,
    pub(crate) facts_reported: u64,
}

struct Connection {
    ledger: Ledger,
    /// The ship and name of its seat.
    seat: Option<(ShipId, String)>,
    room: Option<RoomId>,
    /// The newest snapshot.
    last_report: Option<ScoreReport>,
    /// The last round after which the client asked for the next one at once.
    asked_after: Option<u32>,
}

#[derive(Clone, Copy)]
struct ScoreReport {
    tick: Tick,
    score: (u16, u16),
    reported: (u16, u16),
}

impl Checker {
    pub(crate) fn new(division: Division) -> Self {
        Self { division, ..Self::default() }
    }

    /// A client starts to connect.
    pub(crate) fn connect(&mut self) -> ConnectionId {
        let id = ConnectionId(self.connections.len());
        self.connections.push(Connection {
            ledger: Ledger::default(),
            seat: None,
            room: None,
            last_report: None,
            asked_after: None,
        });
        id
    }

    /// The connection gets the seat in its welcome, with the players who were there.
    pub(crate) fn seat(
        &mut self,
        id: ConnectionId,
        ship: ShipId,
        (roster, admission): (&[RosterEntry], Admission),
    ) -> Result<(), Violation> {
        let Some(entry) = roster.iter().find(|entry| entry.ship == ship) else { return Ok(()) };
        self.connections[id.0].seat = Some((ship, entry.name.clone()));
        self.find_room(id);
        let Some(joined) = self.division.side_of(ship) else { return Ok(()) };
        if admission == Admission::Resumed {
            return Ok(());
        }
        self.checked.side_newcomers += 1;
        let others = || roster.iter().filter(|entry| !entry.bot && entry.ship != ship);
        let is_on = |side: Side, ship: ShipId| self.division.side_of(ship) == Some(side);
        let on = |side: Side| others().filter(|entry| is_on(side, entry.ship)).count();
        let players = Side::ALL.map(on);
        if players[joined.idx()] > players[joined.other().idx()] {
            return Err(Violation::LargerSide { ship, players });
        }
        Ok(())
    }

    /// The client sends a command.
    pub(crate) fn send(
        &mut self,
        id: ConnectionId,
        command: &UserCommand,
    ) -> Result<(), Violation> {
        self.find_room(id);
        self.connections[id.0].ledger.send(command)
    }

    /// The client asks for the next round at once.
    pub(crate) fn ask_rematch(&mut self, id: ConnectionId, round: u32) {
        self.connections[id.0].asked_after = Some(round);
    }

    /// The client acknowledges a new epoch of the room's clock.
    pub(crate) fn begin_epoch(&mut self, id: ConnectionId) {
        self.connections[id.0].ledger.begin_epoch();
    }

    /// The client receives a snapshot.
    pub(crate) fn handle_snapshot(
        &mut self,
        id: ConnectionId,
        (tick, viewer): (Tick, &ViewerHead),
        shown: &ClientView,
    ) -> Result<(), Violation> {
        self.find_room(id);
        let mismatches = shown.mismatches;
        if mismatches > 0 {
            return Err(Violation::Mismatches { mismatches });
        }
        self.check_hits(shown.hits.iter().copied())?;
        self.compare(id, tick, shown.ships)?;
        let connection = &mut self.connections[id.0];
        connection.ledger.handle_snapshot(tick, viewer)?;
        let Some(own) = shown.ships.iter().find(|ship| ship.id == shown.own) else { return Ok(()) };
        let score = (own.kills, own.deaths);
        let now = ScoreReport { tick, score, reported: shown.reported };
        let Some(last_report) = &mut connection.last_report else {
            connection.last_report = Some(now);
            return Ok(());
        };
        let before = std::mem::replace(last_report, now);
        if tick.since(before.tick) >= UNCHECKED_GAP_TICKS {
            return Ok(());
        }
        let since = |now: (u16, u16), before: (u16, u16)| (now.0 - before.0, now.1 - before.1);
        let (reported, facts) =
            (since(now.reported, before.reported), since(now.score, before.score));
        self.checked.facts_reported += u64::from(reported.0 + reported.1);
        if reported == facts { Ok(()) } else { Err(Violation::Facts { reported, facts }) }
    }

    /// The connection ends, or its client gives it up; messages in flight may still arrive.
    pub(crate) fn end(&mut self, id: ConnectionId) {
        self.ending.push_back((id, self.checked.ticks));
    }

    /// The run is over, and no more messages arrive.
    pub(crate) fn finish(&mut self) -> Result<(), Violation> {
        self.settle_ended(u64::MAX)
    }

    /// Settles connections that ended before `before` ticks were seen.
    fn settle_ended(&mut self, before: u64) -> Result<(), Violation> {
        while let Some((id, _)) = self.ending.pop_front_if(|(_, at)| *at < before) {
            let ledger = &mut self.connections[id.0].ledger;
            ledger.end();
            let counts = std::mem::take(ledger).counts;
            self.counts.add(&counts);
            counts.check_settled()?;
        }
        Ok(())
    }

    /// A room has simulated one or more ticks.
    pub(crate) fn tick(&mut self, id: RoomId, now: &RoomTick) -> Result<(), Violation> {
        self.check_hits(now.events.iter().filter_map(hits))?;
        if !self.rooms.iter().any(|(known, _)| *known == id) {
            if self.rooms.len() == ROOMS_MAX
                && let Some((gone, _)) = self.rooms.pop_front()
            {
                self.connections_by_ship.retain(|(room, _), _| *room != gone);
            }
            self.rooms.push_back((id, Room::default()));
        }
        let Some((_, room)) = self.rooms.iter_mut().find(|(known, _)| *known == id) else {
            return Ok(());
        };
        let before = std::mem::replace(&mut room.tick, now.tick);
        if now.tick <= before {
            return Err(Violation::TickAgain { tick: now.tick, before });
        }
        let n_unseen = now.tick.since(before) as u64 - 1;
        let ends_round = room.ends_round(now);
        let early_after = room.begins_early(now);
        room.note(now);
        if let Some(number) = early_after {
            self.checked.rematches += 1;
            let asked = |ship: &ShipId| {
                let has_ship = |one: &Connection| one.seat.as_ref().is_some_and(|s| s.0 == *ship);
                let asked = |one: &Connection| one.asked_after == Some(number) && has_ship(one);
                self.connections.iter().any(asked)
            };
            let ships: Vec<_> = now.connected.iter().filter(|ship| !asked(ship)).copied().collect();
            if !ships.is_empty() {
                return Err(Violation::RoundTooEarly { ships });
            }
        }
        room.check_scores(now)?;
        if ends_round && n_unseen == 0 {
            room.standings.check_winner(now)?;
        }
        room.check_players(now)?;
        if now.side_kills.is_some() != (self.division == Division::TwoSides) {
            return Err(Violation::OtherDivision);
        }
        self.checked.count(now, ends_round, n_unseen);
        self.check_commands(id, before, now)?;
        self.settle_ended(self.checked.ticks.saturating_sub(SETTLED_AFTER))
    }

    /// The newest tick of a room that was seen.
    pub(crate) fn seen_tick(&self, id: RoomId) -> Tick {
        let room = self.rooms.iter().find(|(known, _)| *known == id);
        room.map_or(Tick::ZERO, |(_, room)| room.tick)
    }

    /// Whether a client's own commands have been executed for a while.
    pub(crate) fn is_in_control(&self, id: ConnectionId) -> bool {
        let connection = &self.connections[id.0];
        let Some((room, (ship, _))) = connection.room.zip(connection.seat.as_ref()) else {
            return false;
        };
        let room = self.rooms.iter().find(|(known, _)| *known == room);
        room.and_then(|(_, room)| room.ticks_in_control.get(ship))
            .is_some_and(|n| *n >= IN_CONTROL_MIN_TICKS)
    }

    /// How often something happened in the newest room that a client cannot predict.
    pub(crate) fn unpredictable_events(&self) -> u64 {
        self.rooms.back().map_or(0, |(_, room)| room.unpredictable_events)
    }

    /// The round of the newest room.
    pub(crate) fn round(&self) -> Option<&Round> {
        self.rooms.back().and_then(|(_, room)| room.round.as_ref())
    }

    /// The score of each side in the newest room; `None` without sides.
    pub(crate) fn side_kills(&self) -> Option<[u16; 2]> {
        self.rooms.back().and_then(|(_, room)| room.side_kills)
    }

    /// No shot concerns an ally of its shooter.
    fn check_hits(&self, hits: impl Iterator<Item = (ShipId, ShipId)>) -> Result<(), Violation> {
        for (shooter, victim) in hits {
            if self.division.are_allies(shooter, victim) {
                return Err(Violation::AllyHit { shooter, victim });
            }
        }
        Ok(())
    }

    fn check_commands(
        &mut self,
        id: RoomId,
        before: Tick,
        now: &RoomTick,
    ) -> Result<(), Violation> {
        let unseen = before.next().0..now.tick.0;
        let may_fire = now.round.is_none_or(|round| round.phase.may_fire());
        let fire = if may_fire { Fire::Free } else { Fire::Held };
        let (mut least, mut most) = (0, 0);
        for (ship, command) in now.commands {
            if fire == Fire::Held && command.trigger != Trigger::None {
                return Err(Violation::FiredBetweenRounds { ship: *ship });
            }
            if now.roster.iter().any(|entry| entry.ship == *ship && entry.bot) {
                continue;
            }
            let connections = self.connections_of(id, *ship);
            let Some((_, room)) = self.rooms.iter_mut().find(|(known, _)| *known == id) else {
                continue;
            };
            let last = room.last.insert(*ship, *command).filter(|_| unseen.is_empty());
            for connection in &connections {
                for key in unseen.clone() {
                    self.connections[connection.0].ledger.may_execute(Tick(key));
                }
            }
            let sent = connections
                .iter()
                .rposition(|one| self.connections[one.0].ledger.has_sent(command, fire));
            let stands_in = may_stand_in(command, last.as_ref());
            let ticks_in_control = room.ticks_in_control.entry(*ship).or_default();
            *ticks_in_control = if sent.is_some() { *ticks_in_control + 1 } else { 0 };
            match sent {
                Some(place) => {
                    let ledger = &mut self.connections[connections[place].0].ledger;
                    if stands_in {
                        ledger.may_execute(command.tick);
                        most += 1;
                        continue;
                    }
                    ledger.execute(command.tick)?;
                    // The ship's earlier connections can no longer send commands.
                    self.retire(id, *ship, place);
                }
                None if stands_in => (least, most) = (least + 1, most + 1),
                None => return Err(Violation::Foreign { ship: *ship, key: command.tick }),
            }
        }
        let Some((_, room)) = self.rooms.iter_mut().find(|(known, _)| *known == id) else {
            return Ok(());
        };
        let counted = now.stand_ins - std::mem::replace(&mut room.stand_ins, now.stand_ins);
        self.checked.stand_ins += counted;
        if unseen.is_empty() && !(least..=most).contains(&counted) {
            return Err(Violation::StandIns { counted, least, most });
        }
        Ok(())
    }

    /// The connections of a ship, oldest first.
    fn connections_of(&self, room: RoomId, ship: ShipId) -> Vec<ConnectionId> {
        self.connections_by_ship.get(&(room, ship)).cloned().unwrap_or_default()
    }

    /// Drops the connections of a ship before this one.
    fn retire(&mut self, room: RoomId, ship: ShipId, place: usize) {
        if place > 0
            && let Some(connections) = self.connections_by_ship.get_mut(&(room, ship))
        {
            connections.drain(..place);
        }
    }

    /// Compares a client's ships with the room's.
    fn compare(&mut self, id: ConnectionId, tick: Tick, shown: &[Ship]) -> Result<(), Violation> {
        let room = self.connections[id.0].room;
        let room = self.rooms.iter().find(|(known, _)| Some(*known) == room);
        let states = room.map(|(_, room)| &room.states);
        let at = states.and_then(|states| states.binary_search_by_key(&tick, |one| one.0).ok());
        let Some((states, at)) = states.zip(at) else {
            self.checked.unseen_snapshots += 1;
            return Ok(());
        };
        self.checked.snapshots += 1;
        let had = &states[at].1;
        let ids = |ships: &[Ship]| ships.iter().map(|ship| ship.id).collect::<Vec<ShipId>>();
        if ids(shown) != ids(had) {
            return Err(Violation::Ships { tick, shown: ids(shown), had: ids(had) });
        }
        match shown.iter().zip(had).find(|(shown, had)| shown != had) {
            Some((ship, _)) => Err(Violation::State { ship: ship.id, tick }),
            None => Ok(()),
        }
    }

    /// Finds the room of a connection's seat by its name, which is unique.
    fn find_room(&mut self, id: ConnectionId) {
        let connection = &mut self.connections[id.0];
        let (None, Some(seat)) = (connection.room, &connection.seat) else { return };
        let found = self.rooms.iter().rev().find(|(_, room)| room.roster.contains(seat));
        if let Some((room, _)) = found {
            connection.room = Some(*room);
            self.connections_by_ship.entry((*room, seat.0)).or_default().push(id);
        }
    }
}

impl Checked {
    /// Counts what a room did.
    fn count(&mut self, now: &RoomTick, ends_round: bool, n_unseen: u64) {
        self.ticks += 1 + n_unseen;
        self.unseen_ticks += n_unseen;
        let died = |event: &&Event| matches!(event.kind, EventKind::Died { .. });
        let kills = now.events.iter().filter(died).count() as u64;
        self.kills += kills;
        self.rounds += u64::from(ends_round);
        if now.side_kills.is_some() {
            self.side_kills += kills;
            self.side_rounds += u64::from(ends_round);
        }
    }

    /// Adds the numbers of another run.
    pub(crate) fn add(&mut self, other: &Self) {
        self.ticks += other.ticks;
        self.unseen_ticks += other.unseen_ticks;
        self.stand_ins += other.stand_ins;
        self.snapshots += other.snapshots;
        self.unseen_snapshots += other.unseen_snapshots;
        self.kills += other.kills;
        self.rounds += other.rounds;
        self.rematches += other.rematches;
        self.side_kills += other.side_kills;
        self.side_rounds += other.side_rounds;
        self.side_newcomers += other.side_newcomers;
        self.facts_reported += other.facts_reported;
    }
}

/// Shooter and victim, if the event is about a shot that met a ship.
fn hits(event: &Event) -> Option<(ShipId, ShipId)> {
    match event.kind {
        EventKind::Hit { shot, victim, .. }
        | EventKind::Settled { shot, victim }
        | EventKind::Retracted { shot, victim, .. }
        | EventKind::Died { victim, shot } => Some((shot.shooter, victim)),
        EventKind::Spawned { .. } | EventKind::Fired { .. } => None,
    }
}

/// Whether a command could be the stand-in for a missing one: the last command without fire, or no
/// thrust, with the same aim or, if there was none before, the initial aim. If the last command was
/// not seen, any command without fire could be.
fn may_stand_in(command: &UserCommand, last: Option<&UserCommand>) -> bool {
    if command.trigger != Trigger::None {
        return false;
    }
    let Some(last) = last else { return true };
    let held = (command.thrust, command.aim);
    held == (last.thrust, last.aim)
        || [last.aim, Turn::default()].map(|aim| (Thrust::None, aim)).contains(&held)
}
