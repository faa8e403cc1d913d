//! The decoder: reads a snapshot's symbols against a baseline into the next state and its events.
//! Each tick is decoded relative to the state before it, then replayed.

use alloc::vec::Vec;

use super::{
    Aims, COUNTS_VARY, MET, PATCHED, SHIPS_CHANGED, SOMETHING_HAPPENED, STAYED, StayingShips, both,
    events::{EventContext, EventDecoder},
    hash_due, known_aim,
    models::{
        AIM_ROW_SHARES, AIM_ROWS, BLOCK, N_THRUST_ROWS, THRUST_ROW_SHARES, THRUST_ROWS, aim_bits,
        aim_residual,
    },
    other_thrust, state_check,
    write::{flew, place_bits},
};
use crate::{
    base::{
        geometry::Steps,
        limits::{BOLTS_MAX, EVENTS_PER_SNAPSHOT_MAX},
        time::Tick,
    },
    sim::{
        event::{Event, EventKind},
        replay::{appears, flown, replay},
        ship::{Ship, ShipId},
        state::WorldState,
        tick_record::{Patch, TickRecord},
    },
    wire::{
        bits::{Category, TakeBits},
        codec::{
            Baseline, CodecContext,
            event::{read_bolt, read_event},
            ship::read_ship,
        },
        range::{Distribution, RangeReader},
        snapshot::{SnapshotError, bad},
    },
};

pub(in crate::wire::codec) fn decode(
    viewer: Option<ShipId>,
    context: &CodecContext,
    baseline: Option<Baseline>,
    tick: Tick,
    reader: &mut RangeReader,
) -> Result<(WorldState, Vec<Event>), SnapshotError> {
    let state = WorldState { tick, ..WorldState::default() };
    let mut read = Read { reader, context, viewer, state, events: Vec::new() };
    match baseline {
        None => read.keyframe()?,
        Some(baseline) => read.delta(baseline, tick)?,
    }
    Ok((read.state, read.events))
}

struct Read<'a, 'b> {
    reader: &'a mut RangeReader<'b>,
    context: &'a CodecContext<'a>,
    viewer: Option<ShipId>,
    state: WorldState,
    events: Vec<Event>,
}

/// What is known of a snapshot before its first tick is read.
struct Plan {
    staying: StayingShips,
    thrust_row: Option<usize>,
    counts_vary: bool,
    happened: bool,
    patched: bool,
}

impl Read<'_, '_> {
    fn category_of(&self, seat: u16) -> Category {
        let own = self.viewer.is_some_and(|viewer| viewer.idx == seat);
        if own { Category::OwnShip } else { Category::Ships }
    }

    fn keyframe(&mut self) -> Result<(), SnapshotError> {
        self.reader.enter(Category::Ships);
        let n_ships = self.reader.golomb(4)?;
        self.new_ships(n_ships)?;
        self.reader.enter(Category::Events);
        for _ in 0..bounded(self.reader.golomb(0)?, EVENTS_PER_SNAPSHOT_MAX, "number of events")? {
            self.events.push(read_event(self.reader, self.context, &self.state)?);
        }
        self.reader.enter(Category::Bolts);
        for _ in 0..bounded(self.reader.golomb(2)?, BOLTS_MAX, "number of bolts")? {
            let bolt = read_bolt(self.reader, self.context, &self.state)?;
            self.state.bolts.push(bolt);
        }
        self.reader.enter(Category::Header);
        let check = self.reader.bits(16)?;
        self.check(Some(check))
    }

    fn delta(&mut self, baseline: Baseline, tick: Tick) -> Result<(), SnapshotError> {
        self.reader.enter(Category::Header);
        let from = baseline.state.tick;
        if tick <= from {
            return Err(bad("baseline", from.0));
        }
        let due = hash_due(from, tick, self.context.params.rate);
        let check = if due { Some(self.reader.bits(16)?) } else { None };
        let n_new_ships = self.staying_ships(baseline.state)?;
        let plan = self.plan()?;
        let mut record = TickRecord::default();
        for n in from.0 + 1..=tick.0 {
            self.tick(Tick(n), &plan, &mut record, baseline.state)?;
        }
        self.reader.enter(Category::Ships);
        self.new_ships(n_new_ships)?;
        self.aims(baseline)?;
        self.check(check)
    }

    fn check(&self, check: Option<u32>) -> Result<(), SnapshotError> {
        match check {
            Some(check) if check != state_check(&self.state) => {
                Err(SnapshotError::Mismatch { tick: self.state.tick })
            }
            _ => Ok(()),
        }
    }

    /// Reads which ships stay. Returns the number of new ones.
    fn staying_ships(&mut self, baseline: &WorldState) -> Result<u32, SnapshotError> {
        self.state.bolts.extend_from_slice(&baseline.bolts);
        if !self.reader.biased_flag(SHIPS_CHANGED)? {
            self.state.ships.extend_from_slice(&baseline.ships);
            return Ok(0);
        }
        for ship in &baseline.ships {
            if self.reader.biased_flag(STAYED)? {
                self.state.ships.push(*ship);
            }
        }
        Ok(self.reader.golomb(0)?)
    }

    fn plan(&mut self) -> Result<Plan, SnapshotError> {
        let row = self.reader.symbol(Distribution(&THRUST_ROW_SHARES))?;
        Ok(Plan {
            staying: StayingShips(self.state.ships.iter().map(|ship| ship.id).collect()),
            thrust_row: (row < N_THRUST_ROWS).then_some(row),
            counts_vary: self.reader.biased_flag(COUNTS_VARY)?,
            happened: self.reader.biased_flag(SOMETHING_HAPPENED)?,
            patched: self.reader.biased_flag(PATCHED)?,
        })
    }

    fn tick(
        &mut self,
        tick: Tick,
        plan: &Plan,
        record: &mut TickRecord,
        baseline: &WorldState,
    ) -> Result<(), SnapshotError> {
        record.begin(tick);
        self.reader.enter(Category::Ships);
        if plan.counts_vary {
            self.command_counts(plan, record)?;
        }
        let flying = self.spawns(record)?;
        self.thrust_changes(plan, &flying, record)?;
        if plan.happened {
            self.events(plan, record, baseline)?;
        }
        if plan.patched {
            self.patches(plan, record)?;
        }
        replay(&mut self.state, record, self.context.params);
        self.events.extend_from_slice(&record.events);
        if self.events.len() > EVENTS_PER_SNAPSHOT_MAX {
            return Err(bad("number of events", self.events.len() as u32));
        }
        Ok(())
    }

    fn command_counts(
        &mut self,
        plan: &Plan,
        record: &mut TickRecord,
    ) -> Result<(), SnapshotError> {
        for _ in
            0..bounded(self.reader.golomb(1)?, plan.staying.0.len(), "number of command_counts")?
        {
            let rank = self.reader.uniform(plan.staying.len())?;
            let n = self.reader.golomb(0)?;
            let id = plan.staying.id(rank).ok_or_else(|| bad("ship", rank))?;
            let in_order = record.command_counts.last().is_none_or(|(seat, _)| *seat < id.idx);
            let count = u8::try_from(n).ok().filter(|_| in_order);
            record.command_counts.push((id.idx, count.ok_or_else(|| bad("command count", n))?));
        }
        Ok(())
    }

    /// Reads the spawns of a tick. Returns the seats of the flying ships.
    fn spawns(&mut self, record: &mut TickRecord) -> Result<Vec<u16>, SnapshotError> {
        let mut flying = Vec::with_capacity(self.state.ships.len());
        let arena = &self.context.params.arena;
        for ship in &self.state.ships {
            let appears = appears(ship, record.tick);
            if appears {
                let x = self.reader.bits(place_bits(arena.width_u))? as i32;
                let y = self.reader.bits(place_bits(arena.height_u))? as i32;
                let at = Steps { x, y }.pos();
                record.spawns.push((ship.id.idx, at));
                let kind = EventKind::Spawned { ship: ship.id, at };
                record.events.push(Event { tick: record.tick, kind });
            }
            if appears || ship.alive() {
                flying.push(ship.id.idx);
            }
        }
        Ok(flying)
    }

    fn thrust_changes(
        &mut self,
        plan: &Plan,
        flying: &[u16],
        record: &mut TickRecord,
    ) -> Result<(), SnapshotError> {
        let Some(row) = plan.thrust_row.map(|row| &THRUST_ROWS[row]) else { return Ok(()) };
        let mut slot = 0;
        while slot < flying.len() {
            let block = BLOCK.min(flying.len() - slot);
            let changed = if block == BLOCK {
                let changed = self.reader.biased_flag(row.block)?;
                slot += if changed { self.reader.symbol(row.first())? + 1 } else { BLOCK };
                changed
            } else {
                self.reader.enter(self.category_of(flying[slot]));
                slot += 1;
                self.reader.biased_flag(row.slot)?
            };
            if changed {
                let seat = flying[slot - 1];
                self.reader.enter(self.category_of(seat));
                let ship = self.state.place(seat).map(|place| &self.state.ships[place]);
                let now = ship.map(|ship| ship.thrust).unwrap_or_default();
                record.thrust_changes.push((seat, other_thrust(now, self.reader.uniform(8)?)));
            }
            self.reader.enter(Category::Ships);
        }
        Ok(())
    }

    fn events(
        &mut self,
        plan: &Plan,
        record: &mut TickRecord,
        baseline: &WorldState,
    ) -> Result<(), SnapshotError> {
        if self.reader.biased_flag(MET)? {
            let n = self.reader.golomb(0)?.saturating_add(1);
            for _ in 0..bounded(n, EVENTS_PER_SNAPSHOT_MAX, "number of contacts")? {
                let ranks = (
                    self.reader.uniform(plan.staying.len())?,
                    self.reader.uniform(plan.staying.len())?,
                );
                let seat = |rank| plan.staying.id(rank).map(|id| id.idx);
                let pair = seat(ranks.0).zip(seat(ranks.1)).filter(|(a, b)| a < b);
                record.pairs.push(pair.ok_or_else(|| bad("contact", ranks.0))?);
            }
        }
        self.reader.enter(Category::Events);
        let n_events =
            bounded(self.reader.golomb(0)?, EVENTS_PER_SNAPSHOT_MAX, "number of events")?;
        let (state, params) = (&self.state, self.context.params);
        for _ in 0..n_events {
            let scene = EventContext {
                staying: &plan.staying,
                seat_bits: self.context.seat_bits(),
                tick: record.tick,
                rate: params.rate,
            };
            let mut decoder = EventDecoder { reader: self.reader, scene };
            let (event, death) = decoder.event(
                |id| state.ship(id).map(|ship| flown(ship, record, params)),
                |id| known_aim(baseline, id),
            )?;
            record.events.insert(place_of(&event, &record.events), event);
            record.events.extend(death);
        }
        Ok(())
    }

    fn patches(&mut self, plan: &Plan, record: &mut TickRecord) -> Result<(), SnapshotError> {
        self.reader.enter(Category::Ships);
        for _ in 0..bounded(self.reader.golomb(0)?, plan.staying.0.len(), "number of patches")? {
            let rank = self.reader.uniform(plan.staying.len())?;
            let id = plan.staying.id(rank).ok_or_else(|| bad("ship", rank))?;
            let before = self.state.ship(id).ok_or_else(|| bad("ship", rank))?;
            let flown = flown(before, record, self.context.params);
            self.reader.enter(self.category_of(id.idx));
            let ship = read_ship(self.reader, record.tick, &flown)?;
            self.reader.enter(Category::Ships);
            record.patches.push(Patch { flown, ship });
        }
        Ok(())
    }

    fn new_ships(&mut self, n: u32) -> Result<(), SnapshotError> {
        for _ in 0..bounded(n, self.context.seats.into(), "number of ships")? {
            let idx = self.reader.bits(self.context.seat_bits())? as u16;
            let generation = self.reader.bits(16)? as u16;
            let fresh = Ship::new(ShipId { idx, generation }, Tick::ZERO);
            let ship = read_ship(self.reader, self.state.tick, &fresh)?;
            let at = self.state.ships.partition_point(|other| other.id.idx < idx);
            let taken = self.state.ships.get(at).is_some_and(|other| other.id.idx == idx);
            if idx >= self.context.seats || taken {
                return Err(bad("seat", idx.into()));
            }
            self.state.ships.insert(at, ship);
        }
        Ok(())
    }

    fn aims(&mut self, baseline: Baseline) -> Result<(), SnapshotError> {
        let rate = self.context.params.rate;
        let aims = Aims::new(baseline, self.state.tick, &self.events, rate);
        let mut row = None;
        let both: Vec<(usize, usize)> = both(baseline.state, &self.state).collect();
        for (place, now) in both {
            let (before, ship) = (&baseline.state.ships[place], &self.state.ships[now]);
            if !flew(before, ship) {
                continue;
            }
            let seat = ship.id.idx;
            let shares = match row {
                Some(row) => row,
                None => {
                    let n = self.reader.symbol(Distribution(&AIM_ROW_SHARES))?;
                    *row.insert(Distribution(&AIM_ROWS[n]))
                }
            };
            self.reader.enter(self.category_of(seat));
            let symbol = self.reader.symbol(shares)?;
            let residual = aim_residual(symbol, self.reader.bits(aim_bits(symbol))?);
            self.state.ships[now].aim = aims.at(place, residual);
        }
        self.reader.enter(Category::Header);
        Ok(())
    }
}

/// Where to insert an event: spawns come first, by seat; all others keep their order.
fn place_of(event: &Event, events: &[Event]) -> usize {
    let EventKind::Spawned { ship, .. } = event.kind else { return events.len() };
    events.partition_point(|other| match other.kind {
        EventKind::Spawned { ship: other, .. } => other.idx < ship.idx,
        _ => false,
    })
}

fn bounded(n: u32, max: usize, field: &'static str) -> Result<u32, SnapshotError> {
    if n as usize > max { Err(bad(field, n)) } else { Ok(n) }
}
