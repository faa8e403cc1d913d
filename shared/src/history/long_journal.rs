//! A compact journal from which old rows of a room's history are rebuilt, for a look at a shot that
//! is older than the history reaches. It stores the whole world at the start of every second, and
//! for each tick what a replay cannot derive. Each tick is recorded after it has been judged; the
//! rows rebuilt are those from before.
//!
//! Writer and reader run the same replay, and every ship that the replay gets wrong is stored as it
//! was. So a game rule that the replay lacks costs bytes, never exactness. Only aim is left out: no
//! verdict and no report needs it.

use alloc::{collections::VecDeque, sync::Arc, vec::Vec};

use serde::{Deserialize, Serialize};

use super::{
    deaths::{Death, DeathLog},
    store::History,
};
use crate::{
    base::{
        encoding::{append, read_first},
        geometry::Steps,
        limits::JOURNAL_MS,
        time::{Tick, TickRate},
    },
    sim::{
        command::Thrust,
        replay::{mark_dead, replay_motion},
        ship::{Body, Ship, ShipId},
        state::WorldState,
        tick_record::TickRecord,
        world::WorldParams,
    },
};

/// The last [`JOURNAL_MS`] of a match, as bytes.
#[derive(Clone, Debug, Default)]
pub struct LongJournal {
    /// Whole seconds, oldest first. Behind an `Arc`, so that cloning a room copies none of them.
    seconds: VecDeque<(Tick, Arc<[u8]>)>,
    /// The second being written, and its first tick.
    open: (Tick, Vec<u8>),
    writer: Replay,
    entry: TickEntry,
}

/// Rows rebuilt from the journal.
#[derive(Clone, Debug)]
pub struct RebuiltPast {
    /// A row for each tick.
    pub rows: History,
    /// The deaths in these ticks.
    pub deaths: DeathLog,
}

/// What a tick adds to a replay of the one before. Seats are in ascending order.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct TickEntry {
    /// Seats vacated before it.
    left: Vec<u16>,
    /// As in the tick's record.
    thrust_changes: Vec<(u16, Thrust)>,
    command_counts: Vec<(u16, u8)>,
    spawns: Vec<(u16, Steps)>,
    pairs: Vec<(u16, u16)>,
    /// Ships that differ from the replay before the tick is judged, newcomers included.
    moved: Vec<KeptShip>,
    /// Seats of the ships that died, and the killing shot's place in the judging order.
    died: Vec<(u16, u32)>,
    /// Ships that differ from the replay after the tick.
    ended: Vec<KeptShip>,
}

/// A ship, reduced to what rows and the replay depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct KeptShip {
    id: ShipId,
    pos: Steps,
    vel: Steps,
    thrust: Thrust,
    life: u16,
    alive: bool,
    shield_until: Tick,
    respawn_at: Tick,
}

/// The replay that writer and reader share.
#[derive(Clone, Debug, Default)]
struct Replay {
    state: WorldState,
    /// Refilled in every tick.
    record: TickRecord,
}

impl LongJournal {
    /// Appends a judged tick: its record, the world after it, the history row from before it, and
    /// the deaths.
    pub fn record(
        &mut self,
        record: &TickRecord,
        after: &WorldState,
        history: &History,
        deaths: &DeathLog,
        params: &WorldParams,
    ) {
        let tick = record.tick;
        if self.open.1.is_empty() || tick.0.is_multiple_of(second(params.rate)) {
            self.begin_second(tick, params.rate);
        }
        let Self { writer, entry, .. } = self;
        entry.begin(record);
        let ships = &writer.state.ships;
        let gone = ships.iter().filter(|ship| after.ship(ship.id).is_none());
        entry.left.extend(gone.map(|ship| ship.id.idx));
        writer.fly(entry, tick, params);
        let mut replayed = writer.state.ships.iter().peekable();
        for ship in &after.ships {
            let replayed = replayed.next_if(|replayed| replayed.id == ship.id);
            let Some(pose) = history.pose(ship.id.idx, tick) else { continue };
            let row = Ship {
                body: Body { pos: pose.pos, vel: pose.vel },
                life: pose.life,
                health: pose.alive.into(),
                ..*ship
            };
            // Rows do not store respawn times, so ignore `respawn_at`.
            let respawn_at = row.respawn_at;
            if !replayed.is_some_and(|ship| is_same(&Ship { respawn_at, ..*ship }, &row)) {
                entry.moved.push(KeptShip::of(&row));
            }
        }
        writer.correct(&entry.moved);
        entry.died.extend(deaths.of(tick).iter().map(|death| (death.ship.idx, death.order)));
        writer.bury(entry, params);
        let both = writer.state.ships.iter().zip(&after.ships);
        let wrong = both.filter(|(replayed, ship)| !is_same(replayed, ship));
        entry.ended.extend(wrong.map(|(_, ship)| KeptShip::of(ship)));
        writer.correct(&entry.ended);
        self.open.1 = append(core::mem::take(&mut self.open.1), entry);
    }

    /// The rows of a tick range for a room of `seats` seats, and the deaths. `None` where some are
    /// no longer kept, or not yet recorded.
    #[must_use]
    pub fn rebuild(
        &self,
        (first, last): (Tick, Tick),
        seats: u16,
        params: &WorldParams,
    ) -> Option<RebuiltPast> {
        let open = (self.open.0, self.open.1.as_slice());
        let all = self.seconds.iter().map(|(begin, bytes)| (*begin, bytes.as_ref()));
        let begun = self.seconds.partition_point(|(begin, _)| *begin <= first);
        let mut rows = History::with_seats(params.rate, seats);
        let (mut deaths, mut replay) = (DeathLog::default(), Replay::default());
        let from = if first < open.0 { begun.checked_sub(1)? } else { self.seconds.len() };
        for (begin, bytes) in all.chain([open]).skip(from) {
            let (world, mut left) = read_first::<Vec<KeptShip>>(bytes).ok()?;
            replay.state.ships = world.iter().map(KeptShip::ship).collect();
            let mut tick = begin;
            while !left.is_empty() {
                let (entry, rest) = read_first::<TickEntry>(left).ok()?;
                replay.fly(&entry, tick, params);
                replay.correct(&entry.moved);
                if tick >= first {
                    rows.record(tick, replay.state.ships.iter());
                    replay.deaths(&entry).for_each(|death| deaths.record(death));
                }
                if tick == last {
                    return Some(RebuiltPast { rows, deaths });
                }
                replay.bury(&entry, params);
                replay.correct(&entry.ended);
                (left, tick) = (rest, tick.next());
            }
        }
        None
    }

    /// Size of the journal, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let whole: usize = self.seconds.iter().map(|(_, bytes)| bytes.len()).sum();
        whole + self.open.1.len()
    }

    /// Starts a second with the whole world; stores the one before and drops those that are too
    /// old.
    fn begin_second(&mut self, tick: Tick, rate: TickRate) {
        let (begin, bytes) = &mut self.open;
        if !bytes.is_empty() {
            let oldest = tick.minus(rate.ticks_in_ms(JOURNAL_MS));
            while self.seconds.get(1).is_some_and(|(next, _)| *next <= oldest) {
                self.seconds.pop_front();
            }
            self.seconds.push_back((*begin, Arc::from(bytes.as_slice())));
            bytes.clear();
        }
        *begin = tick;
        // Reuses the buffer of `entry.moved`.
        let world = &mut self.entry.moved;
        world.clear();
        world.extend(self.writer.state.ships.iter().map(KeptShip::of));
        *bytes = append(core::mem::take(bytes), world);
    }
}

/// Whether two ships are equal as far as rows and the replay depend on them. Both are on the grid.
fn is_same(a: &Ship, b: &Ship) -> bool {
    let alike = |ship: &Ship| (ship.id, ship.thrust, ship.life, ship.alive());
    let times = |ship: &Ship| (ship.shield_until, ship.respawn_at);
    a.body == b.body && alike(a) == alike(b) && times(a) == times(b)
}

/// The ticks of a second.
fn second(rate: TickRate) -> u32 {
    rate.hz().into()
}

impl TickEntry {
    /// Resets to a tick's record, without what only the comparison with the replay adds.
    fn begin(&mut self, record: &TickRecord) {
        self.left.clear();
        self.moved.clear();
        self.died.clear();
        self.ended.clear();
        self.thrust_changes.clone_from(&record.thrust_changes);
        self.command_counts.clone_from(&record.command_counts);
        self.pairs.clone_from(&record.pairs);
        self.spawns.clear();
        let spawns = record.spawns.iter().map(|(seat, at)| (*seat, Steps::of_pos(*at)));
        self.spawns.extend(spawns);
    }
}

impl KeptShip {
    fn of(ship: &Ship) -> Self {
        Self {
            id: ship.id,
            pos: Steps::of_pos(ship.body.pos),
            vel: Steps::of_vel(ship.body.vel),
            thrust: ship.thrust,
            life: ship.life,
            alive: ship.alive(),
            shield_until: ship.shield_until,
            respawn_at: ship.respawn_at,
        }
    }

    fn ship(&self) -> Ship {
        Ship {
            body: Body { pos: self.pos.pos(), vel: self.vel.vel() },
            thrust: self.thrust,
            health: u8::from(self.alive),
            life: self.life,
            shield_until: self.shield_until,
            ..Ship::new(self.id, self.respawn_at)
        }
    }
}

impl Replay {
    /// Replays the motion of a tick.
    fn fly(&mut self, entry: &TickEntry, tick: Tick, params: &WorldParams) {
        let Self { state, record } = self;
        state.ships.retain(|ship| entry.left.binary_search(&ship.id.idx).is_err());
        record.begin(tick);
        record.thrust_changes.extend_from_slice(&entry.thrust_changes);
        record.command_counts.extend_from_slice(&entry.command_counts);
        record.pairs.extend_from_slice(&entry.pairs);
        record.spawns.extend(entry.spawns.iter().map(|(seat, at)| (*seat, at.pos())));
        replay_motion(state, record, params);
    }

    /// Overwrites these ships as stored, and inserts new ones.
    fn correct(&mut self, ships: &[KeptShip]) {
        for kept in ships {
            let all = &mut self.state.ships;
            match all.binary_search_by_key(&kept.id.idx, |ship| ship.id.idx) {
                Ok(at) => all[at] = kept.ship(),
                Err(at) => all.insert(at, kept.ship()),
            }
        }
    }

    /// The deaths in the replayed tick.
    fn deaths(&self, entry: &TickEntry) -> impl Iterator<Item = Death> {
        let WorldState { tick, .. } = self.state;
        entry.died.iter().filter_map(move |(seat, order)| {
            let ship = self.state.ships.get(self.state.place(*seat)?)?.id;
            Some(Death { tick, order: *order, ship })
        })
    }

    fn bury(&mut self, entry: &TickEntry, params: &WorldParams) {
        let tick = self.state.tick;
        for (seat, _) in &entry.died {
            if let Some(at) = self.state.place(*seat) {
                mark_dead(&mut self.state.ships[at], tick, params);
            }
        }
    }
}
