//! The encoder: writes a state against a baseline as symbols, from the tick records in between. It
//! simulates nothing; the records contain all that is needed.

use alloc::vec::Vec;

use super::{
    Aims, COUNTS_VARY, MET, PATCHED, SHIPS_CHANGED, SOMETHING_HAPPENED, STAYED, StayingShips, both,
    events::{EventContext, EventEncoder, follows},
    hash_due, known_aim,
    models::{
        AIM_ROW_SHARES, AIM_ROWS, AIM_SYMBOLS, BLOCK, N_THRUST_ROWS, THRUST_ROW_SHARES,
        THRUST_ROWS, aim_row_for, aim_symbol, thrust_row_for,
    },
    state_check, thrust_number,
};
use crate::{
    base::{
        geometry::{Steps, Turn, Vec2},
        time::Tick,
    },
    sim::{
        command::Thrust,
        event::{Event, EventKind},
        ship::Ship,
        state::WorldState,
        tick_record::{Muzzle, Patch, TickRecord},
    },
    wire::{
        bits::{Category, PutBits},
        codec::{
            Baseline, CodecContext, EventFilter, SnapshotInput,
            event::{write_bolt, write_event},
            ship::write_ship,
        },
        range::{Distribution, RangeWriter},
    },
};

pub(in crate::wire::codec) fn encode(
    context: &CodecContext,
    input: &SnapshotInput,
    writer: &mut RangeWriter,
) {
    let filter = input.event_filter(&context.params.arena);
    let mut write = Write { writer, context, state: input.state, filter };
    match input.baseline {
        None => write.keyframe(input.events),
        Some(baseline) => write.delta(baseline, input),
    }
}

struct Write<'a> {
    writer: &'a mut RangeWriter,
    context: &'a CodecContext<'a>,
    state: &'a WorldState,
    filter: EventFilter<'a>,
}

/// What is known of a snapshot before its first tick is written.
struct Plan<'a> {
    staying: StayingShips,
    baseline: &'a WorldState,
    inputs: Inputs,
    thrust_row: Option<usize>,
    counts_vary: bool,
    happened: bool,
    patched: bool,
}

/// Per-tick buffers, and the reader's thrusts.
struct Inputs {
    /// By rank: the thrust that the reader knows.
    thrusts: Vec<Thrust>,
    /// Ranks of the flying ships.
    flying: Vec<u32>,
    /// Ranks and new thrusts of the ships that change it.
    thrust_changes: Vec<(u32, Thrust)>,
}

impl Write<'_> {
    fn keyframe(&mut self, events: &[Event]) {
        self.writer.enter(Category::Ships);
        self.writer.golomb(self.state.ships.len() as u32, 4);
        for ship in &self.state.ships {
            self.new_ship(ship);
        }
        self.writer.enter(Category::Events);
        self.writer.golomb(events.len() as u32, 0);
        for event in events {
            write_event(self.writer, self.context, self.state, event);
        }
        self.writer.enter(Category::Bolts);
        self.writer.golomb(self.state.bolts.len() as u32, 2);
        for bolt in &self.state.bolts {
            write_bolt(self.writer, self.context, self.state, bolt);
        }
        self.writer.enter(Category::Header);
        self.writer.bits(state_check(self.state), 16);
    }

    fn delta(&mut self, baseline: Baseline, input: &SnapshotInput) {
        self.writer.enter(Category::Header);
        if hash_due(baseline.state.tick, self.state.tick, self.context.params.rate) {
            self.writer.bits(state_check(self.state), 16);
        }
        let (staying, new_ships) = self.staying_ships(baseline.state);
        let mut plan = self.plan(staying, baseline.state, input.records);
        for record in input.records {
            self.tick(record, &mut plan);
        }
        self.writer.enter(Category::Ships);
        for ship in &new_ships {
            self.new_ship(ship);
        }
        self.aims(baseline, input.events);
    }

    /// Writes which ships stay. Returns them and the new ones.
    fn staying_ships(&mut self, baseline: &WorldState) -> (StayingShips, Vec<Ship>) {
        let mut ids = Vec::with_capacity(baseline.ships.len());
        ids.extend(both(baseline, self.state).map(|(at, _)| baseline.ships[at].id));
        let staying = StayingShips(ids);
        let n_new_ships = self.state.ships.len() - staying.0.len();
        let is_new = |ship: &&Ship| n_new_ships > 0 && staying.rank(ship.id).is_none();
        let new_ships: Vec<Ship> = self.state.ships.iter().filter(is_new).copied().collect();
        let changed = n_new_ships > 0 || staying.0.len() < baseline.ships.len();
        self.writer.biased_flag(changed, SHIPS_CHANGED);
        if changed {
            for ship in &baseline.ships {
                self.writer.biased_flag(staying.rank(ship.id).is_some(), STAYED);
            }
            self.writer.golomb(new_ships.len() as u32, 0);
        }
        (staying, new_ships)
    }

    fn plan<'a>(
        &mut self,
        staying: StayingShips,
        baseline: &'a WorldState,
        records: &[&TickRecord],
    ) -> Plan<'a> {
        let is_staying = |seat: &u16| staying.seat(*seat).is_some();
        let (mut n_slots, mut n_changes) = (0, 0);
        let (mut counts_vary, mut happened, mut patched) = (false, false, false);
        for record in records {
            n_slots += staying.0.iter().filter(|id| record.flying.contains(id.idx)).count();
            n_changes += record.thrust_changes.iter().filter(|(seat, _)| is_staying(seat)).count();
            counts_vary |= record.command_counts.iter().any(|(seat, _)| is_staying(seat));
            happened |= !record.pairs.is_empty()
                || events_to_send(record, &staying, &self.filter).next().is_some();
            patched |=
                !record.patches.is_empty() || !unreplayable_seats(record, &staying).is_empty();
        }
        let thrust_row = thrust_row_for(n_changes, n_slots);
        self.writer.symbol(thrust_row.unwrap_or(N_THRUST_ROWS), Distribution(&THRUST_ROW_SHARES));
        self.writer.biased_flag(counts_vary, COUNTS_VARY);
        self.writer.biased_flag(happened, SOMETHING_HAPPENED);
        self.writer.biased_flag(patched, PATCHED);
        let mut thrusts = Vec::with_capacity(staying.0.len());
        thrusts.extend(both(baseline, self.state).map(|(at, _)| baseline.ships[at].thrust));
        // Reused in every tick.
        let (flying, thrust_changes) =
            (Vec::with_capacity(staying.0.len()), Vec::with_capacity(staying.0.len()));
        let inputs = Inputs { thrusts, flying, thrust_changes };
        Plan { staying, baseline, inputs, thrust_row, counts_vary, happened, patched }
    }

    fn tick(&mut self, record: &TickRecord, plan: &mut Plan) {
        self.writer.enter(Category::Ships);
        if plan.counts_vary {
            let command_counts = record.command_counts.iter();
            let command_counts: Vec<(u32, u8)> = command_counts
                .filter_map(|(seat, n)| Some((plan.staying.seat(*seat)?, *n)))
                .collect();
            self.writer.golomb(command_counts.len() as u32, 1);
            for (rank, n) in command_counts {
                self.writer.uniform(rank, plan.staying.len());
                self.writer.golomb(n.into(), 0);
            }
        }
        for (seat, at) in &record.spawns {
            if plan.staying.seat(*seat).is_some() {
                let at = Steps::of_pos(*at);
                self.writer.bits(at.x as u32, place_bits(self.context.params.arena.width_u));
                self.writer.bits(at.y as u32, place_bits(self.context.params.arena.height_u));
            }
        }
        self.thrust_changes(record, plan);
        let unreplayable = unreplayable_seats(record, &plan.staying);
        if plan.happened {
            self.events(record, plan, &unreplayable);
        }
        if plan.patched {
            self.patches(record, plan, &unreplayable);
        }
    }

    /// Writes the thrust changes, in blocks of flying ships, most of which have none.
    fn thrust_changes(&mut self, record: &TickRecord, plan: &mut Plan) {
        let Some(row) = plan.thrust_row.map(|row| &THRUST_ROWS[row]) else { return };
        let Inputs { thrusts, flying, thrust_changes } = &mut plan.inputs;
        let staying = plan.staying.0.iter().enumerate();
        let in_flight = staying.filter(|(_, id)| record.flying.contains(id.idx));
        flying.clear();
        flying.extend(in_flight.map(|(rank, _)| rank as u32));
        let changed = record.thrust_changes.iter();
        let changed =
            changed.filter_map(|(seat, thrust)| Some((plan.staying.seat(*seat)?, *thrust)));
        thrust_changes.clear();
        thrust_changes.extend(changed);
        let (mut slot, mut left) = (0, thrust_changes.as_slice());
        while slot < flying.len() {
            let is_next = |n: usize| left.first().is_some_and(|(rank, _)| *rank == flying[n]);
            let block = BLOCK.min(flying.len() - slot);
            let changed = if block == BLOCK {
                let first = (0..BLOCK).find(|n| is_next(slot + n));
                self.writer.biased_flag(first.is_some(), row.block);
                if let Some(first) = first {
                    self.writer.symbol(first, row.first());
                }
                slot += first.map_or(BLOCK, |first| first + 1);
                first.is_some()
            } else {
                let changed = is_next(slot);
                self.writer.biased_flag(changed, row.slot);
                slot += 1;
                changed
            };
            if changed && let Some(((rank, thrust), rest)) = left.split_first() {
                left = rest;
                let now = &mut thrusts[*rank as usize];
                self.writer.uniform(thrust_number(*now, *thrust), 8);
                *now = *thrust;
            }
        }
    }

    fn events(&mut self, record: &TickRecord, plan: &Plan, unreplayable: &[u16]) {
        let seats = |pair: &&(u16, u16)| {
            let (a, b) = (plan.staying.seat(pair.0)?, plan.staying.seat(pair.1)?);
            (!unreplayable.contains(&pair.0)).then_some((a, b))
        };
        let pairs: Vec<(u32, u32)> = record.pairs.iter().filter_map(|pair| seats(&pair)).collect();
        self.writer.biased_flag(!pairs.is_empty(), MET);
        if !pairs.is_empty() {
            self.writer.golomb(pairs.len() as u32 - 1, 0);
            for (a, b) in pairs {
                self.writer.uniform(a, plan.staying.len());
                self.writer.uniform(b, plan.staying.len());
            }
        }
        self.writer.enter(Category::Events);
        self.writer.golomb(events_to_send(record, &plan.staying, &self.filter).count() as u32, 0);
        let scene = EventContext {
            staying: &plan.staying,
            seat_bits: self.context.seat_bits(),
            tick: record.tick,
            rate: self.context.params.rate,
        };
        let mut muzzles = record.muzzles.iter();
        for (n, event) in record.events.iter().enumerate() {
            let (mut muzzle, mut aim) = (Muzzle::Tip, Turn::default());
            if let EventKind::Fired { shot, .. } = event.kind {
                aim = known_aim(plan.baseline, shot.shooter);
                muzzle = muzzles.next().copied().unwrap_or(muzzle);
                if plan.staying.rank(shot.shooter).is_none() {
                    muzzle = Muzzle::Off(Vec2::ZERO);
                }
            }
            let before = n.checked_sub(1).map(|n| &record.events[n]);
            if follows(event, before, &plan.staying) || !self.filter.includes(event) {
                continue;
            }
            let mut encoder = EventEncoder { writer: self.writer, scene };
            encoder.event(event, muzzle, aim, record.events.get(n + 1));
        }
    }

    fn patches(&mut self, record: &TickRecord, plan: &Plan, unreplayable: &[u16]) {
        self.writer.enter(Category::Ships);
        let collided =
            record.collided.iter().filter(|patch| unreplayable.contains(&patch.ship.id.idx));
        let whole = record.patches.iter().filter(|p| !unreplayable.contains(&p.ship.id.idx));
        let mut patches: Vec<(u32, &Patch)> = collided
            .chain(whole)
            .filter_map(|patch| Some((plan.staying.rank(patch.ship.id)?, patch)))
            .collect();
        patches.sort_unstable_by_key(|(rank, _)| *rank);
        self.writer.golomb(patches.len() as u32, 0);
        for (rank, patch) in patches {
            self.writer.uniform(rank, plan.staying.len());
            let flown = Ship { aim: patch.ship.aim, ..patch.flown };
            write_ship(self.writer, record.tick, &flown, &patch.ship);
        }
    }

    fn new_ship(&mut self, ship: &Ship) {
        self.writer.bits(ship.id.idx.into(), self.context.seat_bits());
        self.writer.bits(ship.id.generation.into(), 16);
        write_ship(self.writer, self.state.tick, &Ship::new(ship.id, Tick::ZERO), ship);
    }

    /// Writes the aims of staying ships that were alive in either state.
    fn aims(&mut self, baseline: Baseline, events: &[Event]) {
        let aims = Aims::new(baseline, self.state.tick, events, self.context.params.rate);
        let mut symbols: Vec<(usize, u32, u32)> = Vec::with_capacity(self.state.ships.len());
        let mut counts = [0_u32; AIM_SYMBOLS];
        for (place, now) in both(baseline.state, self.state) {
            let (before, ship) = (&baseline.state.ships[place], &self.state.ships[now]);
            if flew(before, ship) {
                let symbol = aim_symbol(aims.residual(place, ship.aim));
                counts[symbol.0] += 1;
                symbols.push(symbol);
            }
        }
        if symbols.is_empty() {
            self.writer.enter(Category::Header);
            return;
        }
        let row = aim_row_for(&counts);
        self.writer.symbol(row, Distribution(&AIM_ROW_SHARES));
        for (symbol, place, bits) in symbols {
            self.writer.symbol(symbol, Distribution(&AIM_ROWS[row]));
            self.writer.bits(place, bits);
        }
        self.writer.enter(Category::Header);
    }
}

/// Whether a ship was alive at some time between two states, so that its aim may have changed.
pub(super) fn flew(before: &Ship, ship: &Ship) -> bool {
    before.alive() || ship.alive() || before.life != ship.life
}

/// The bits of a coordinate along a side of the arena, in grid steps.
pub(super) fn place_bits(side_u: u16) -> u32 {
    32 - (u32::from(side_u) * 256).leading_zeros()
}

/// The events to write: those the reader receives and cannot derive.
fn events_to_send<'a>(
    record: &'a TickRecord,
    staying: &StayingShips,
    filter: &EventFilter,
) -> impl Iterator<Item = &'a Event> {
    let before = |n: usize| n.checked_sub(1).map(|before| &record.events[before]);
    let events = record.events.iter().enumerate();
    let is_sent =
        move |n: usize, event| !follows(event, before(n), staying) && filter.includes(event);
    events.filter(move |(n, event)| is_sent(*n, event)).map(|(_, event)| event)
}

/// Seats of staying ships with a contact to a new one, directly or through others: these contacts
/// cannot be replayed.
fn unreplayable_seats(record: &TickRecord, staying: &StayingShips) -> Vec<u16> {
    let mut found: Vec<u16> = Vec::new();
    let is_unreplayable =
        |found: &[u16], seat: u16| staying.seat(seat).is_none() || found.contains(&seat);
    loop {
        let before = found.len();
        for (a, b) in &record.pairs {
            for (seat, other) in [(*a, *b), (*b, *a)] {
                let seat_known = !is_unreplayable(&found, seat);
                if seat_known && is_unreplayable(&found, other) {
                    found.push(seat);
                }
            }
        }
        if found.len() == before {
            return found;
        }
    }
}
