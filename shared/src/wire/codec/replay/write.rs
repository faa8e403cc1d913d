//! The encoder: writes a state against a baseline as symbols, from the tick records in between. It
//! simulates nothing; the records contain all that is needed.

use alloc::vec::Vec;

use super::{
    Aims, MET, PACES_VARY, PATCHED, SOMEBODY_CAME_OR_LEFT, SOMETHING_HAPPENED, STAYED,
    StayingShips, both,
    events::{EventContext, EventEncoder, follows},
    hash_due, known_aim,
    models::{
        AIM_ROW_SHARES, AIM_SYMBOLS, AIMS, BLOCK, TURN_ROW_SHARES, TURN_ROWS, TURNS, aim_row_for,
        aim_symbol, turn_row_for,
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
        range::{RangeWriter, Shares},
    },
};

pub(in crate::wire::codec) fn encode(
    context: &CodecContext,
    input: &SnapshotInput,
    writer: &mut RangeWriter,
) {
    let filter = input.event_filter(&context.ground.arena);
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
    crew: StayingShips,
    baseline: &'a WorldState,
    inputs: Inputs,
    turn_row: Option<usize>,
    paces_vary: bool,
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
    turns: Vec<(u32, Thrust)>,
}

impl Write<'_> {
    fn keyframe(&mut self, events: &[Event]) {
        self.writer.enter(Category::Ships);
        self.writer.golomb(self.state.ships.len() as u32, 4);
        for ship in &self.state.ships {
            self.newcomer(ship);
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
        if hash_due(baseline.state.tick, self.state.tick, self.context.ground.rate) {
            self.writer.bits(state_check(self.state), 16);
        }
        let (crew, newcomers) = self.crew(baseline.state);
        let mut plan = self.plan(crew, baseline.state, input.records);
        for record in input.records {
            self.tick(record, &mut plan);
        }
        self.writer.enter(Category::Ships);
        for ship in &newcomers {
            self.newcomer(ship);
        }
        self.aims(baseline, input.events);
    }

    /// Writes which ships stay. Returns them and the new ones.
    fn crew(&mut self, baseline: &WorldState) -> (StayingShips, Vec<Ship>) {
        let mut ids = Vec::with_capacity(baseline.ships.len());
        ids.extend(both(baseline, self.state).map(|(at, _)| baseline.ships[at].id));
        let crew = StayingShips(ids);
        let n_newcomers = self.state.ships.len() - crew.0.len();
        let is_new = |ship: &&Ship| n_newcomers > 0 && crew.rank(ship.id).is_none();
        let newcomers: Vec<Ship> = self.state.ships.iter().filter(is_new).copied().collect();
        let changed = n_newcomers > 0 || crew.0.len() < baseline.ships.len();
        self.writer.likely(changed, SOMEBODY_CAME_OR_LEFT);
        if changed {
            for ship in &baseline.ships {
                self.writer.likely(crew.rank(ship.id).is_some(), STAYED);
            }
            self.writer.golomb(newcomers.len() as u32, 0);
        }
        (crew, newcomers)
    }

    fn plan<'a>(
        &mut self,
        crew: StayingShips,
        baseline: &'a WorldState,
        records: &[&TickRecord],
    ) -> Plan<'a> {
        let of_crew = |seat: &u16| crew.seat(*seat).is_some();
        let (mut n_slots, mut n_turns) = (0, 0);
        let (mut paces_vary, mut happened, mut patched) = (false, false, false);
        for record in records {
            n_slots += crew.0.iter().filter(|id| record.flying.contains(id.idx)).count();
            n_turns += record.turns.iter().filter(|(seat, _)| of_crew(seat)).count();
            paces_vary |= record.paces.iter().any(|(seat, _)| of_crew(seat));
            happened |= !record.pairs.is_empty()
                || events_to_send(record, &crew, &self.filter).next().is_some();
            patched |= !record.patches.is_empty() || !strangers(record, &crew).is_empty();
        }
        let turn_row = turn_row_for(n_turns, n_slots);
        self.writer.symbol(turn_row.unwrap_or(TURN_ROWS), Shares(&TURN_ROW_SHARES));
        self.writer.likely(paces_vary, PACES_VARY);
        self.writer.likely(happened, SOMETHING_HAPPENED);
        self.writer.likely(patched, PATCHED);
        let mut thrusts = Vec::with_capacity(crew.0.len());
        thrusts.extend(both(baseline, self.state).map(|(at, _)| baseline.ships[at].thrust));
        // Reused in every tick.
        let (flying, turns) = (Vec::with_capacity(crew.0.len()), Vec::with_capacity(crew.0.len()));
        let inputs = Inputs { thrusts, flying, turns };
        Plan { crew, baseline, inputs, turn_row, paces_vary, happened, patched }
    }

    fn tick(&mut self, record: &TickRecord, plan: &mut Plan) {
        self.writer.enter(Category::Ships);
        if plan.paces_vary {
            let paces = record.paces.iter();
            let paces: Vec<(u32, u8)> =
                paces.filter_map(|(seat, n)| Some((plan.crew.seat(*seat)?, *n))).collect();
            self.writer.golomb(paces.len() as u32, 1);
            for (rank, n) in paces {
                self.writer.even(rank, plan.crew.len());
                self.writer.golomb(n.into(), 0);
            }
        }
        for (seat, at) in &record.spawns {
            if plan.crew.seat(*seat).is_some() {
                let at = Steps::of_pos(*at);
                self.writer.bits(at.x as u32, place_bits(self.context.ground.arena.width_u));
                self.writer.bits(at.y as u32, place_bits(self.context.ground.arena.height_u));
            }
        }
        self.turns(record, plan);
        let strangers = strangers(record, &plan.crew);
        if plan.happened {
            self.events(record, plan, &strangers);
        }
        if plan.patched {
            self.patches(record, plan, &strangers);
        }
    }

    /// Writes the thrust changes, in blocks of flying ships, most of which have none.
    fn turns(&mut self, record: &TickRecord, plan: &mut Plan) {
        let Some(row) = plan.turn_row.map(|row| &TURNS[row]) else { return };
        let Inputs { thrusts, flying, turns } = &mut plan.inputs;
        let crew = plan.crew.0.iter().enumerate();
        let in_flight = crew.filter(|(_, id)| record.flying.contains(id.idx));
        flying.clear();
        flying.extend(in_flight.map(|(rank, _)| rank as u32));
        let turned = record.turns.iter();
        let turned = turned.filter_map(|(seat, thrust)| Some((plan.crew.seat(*seat)?, *thrust)));
        turns.clear();
        turns.extend(turned);
        let (mut slot, mut left) = (0, turns.as_slice());
        while slot < flying.len() {
            let is_next = |n: usize| left.first().is_some_and(|(rank, _)| *rank == flying[n]);
            let block = BLOCK.min(flying.len() - slot);
            let turned = if block == BLOCK {
                let first = (0..BLOCK).find(|n| is_next(slot + n));
                self.writer.likely(first.is_some(), row.block);
                if let Some(first) = first {
                    self.writer.symbol(first, row.first());
                }
                slot += first.map_or(BLOCK, |first| first + 1);
                first.is_some()
            } else {
                let turned = is_next(slot);
                self.writer.likely(turned, row.slot);
                slot += 1;
                turned
            };
            if turned && let Some(((rank, thrust), rest)) = left.split_first() {
                left = rest;
                let now = &mut thrusts[*rank as usize];
                self.writer.even(thrust_number(*now, *thrust), 8);
                *now = *thrust;
            }
        }
    }

    fn events(&mut self, record: &TickRecord, plan: &Plan, strangers: &[u16]) {
        let seats = |pair: &&(u16, u16)| {
            let (a, b) = (plan.crew.seat(pair.0)?, plan.crew.seat(pair.1)?);
            (!strangers.contains(&pair.0)).then_some((a, b))
        };
        let pairs: Vec<(u32, u32)> = record.pairs.iter().filter_map(|pair| seats(&pair)).collect();
        self.writer.likely(!pairs.is_empty(), MET);
        if !pairs.is_empty() {
            self.writer.golomb(pairs.len() as u32 - 1, 0);
            for (a, b) in pairs {
                self.writer.even(a, plan.crew.len());
                self.writer.even(b, plan.crew.len());
            }
        }
        self.writer.enter(Category::Events);
        self.writer.golomb(events_to_send(record, &plan.crew, &self.filter).count() as u32, 0);
        let scene = EventContext {
            crew: &plan.crew,
            seat_bits: self.context.seat_bits(),
            tick: record.tick,
            rate: self.context.ground.rate,
        };
        let mut muzzles = record.muzzles.iter();
        for (n, event) in record.events.iter().enumerate() {
            let (mut muzzle, mut aim) = (Muzzle::Tip, Turn::default());
            if let EventKind::Fired { shot, .. } = event.kind {
                aim = known_aim(plan.baseline, shot.shooter);
                muzzle = muzzles.next().copied().unwrap_or(muzzle);
                if plan.crew.rank(shot.shooter).is_none() {
                    muzzle = Muzzle::Off(Vec2::ZERO);
                }
            }
            let before = n.checked_sub(1).map(|n| &record.events[n]);
            if follows(event, before, &plan.crew) || !self.filter.includes(event) {
                continue;
            }
            let mut encoder = EventEncoder { writer: self.writer, scene };
            encoder.event(event, muzzle, aim, record.events.get(n + 1));
        }
    }

    fn patches(&mut self, record: &TickRecord, plan: &Plan, strangers: &[u16]) {
        self.writer.enter(Category::Ships);
        let met = record.met.iter().filter(|patch| strangers.contains(&patch.ship.id.idx));
        let whole = record.patches.iter().filter(|p| !strangers.contains(&p.ship.id.idx));
        let mut patches: Vec<(u32, &Patch)> = met
            .chain(whole)
            .filter_map(|patch| Some((plan.crew.rank(patch.ship.id)?, patch)))
            .collect();
        patches.sort_unstable_by_key(|(rank, _)| *rank);
        self.writer.golomb(patches.len() as u32, 0);
        for (rank, patch) in patches {
            self.writer.even(rank, plan.crew.len());
            let flown = Ship { aim: patch.ship.aim, ..patch.flown };
            write_ship(self.writer, record.tick, &flown, &patch.ship);
        }
    }

    fn newcomer(&mut self, ship: &Ship) {
        self.writer.bits(ship.id.idx.into(), self.context.seat_bits());
        self.writer.bits(ship.id.generation.into(), 16);
        write_ship(self.writer, self.state.tick, &Ship::new(ship.id, Tick::ZERO), ship);
    }

    /// Writes the aims of crew ships that were alive in either state.
    fn aims(&mut self, baseline: Baseline, events: &[Event]) {
        let aims = Aims::new(baseline, self.state.tick, events, self.context.ground.rate);
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
        self.writer.symbol(row, Shares(&AIM_ROW_SHARES));
        for (symbol, place, bits) in symbols {
            self.writer.symbol(symbol, Shares(&AIMS[row]));
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
    crew: &StayingShips,
    filter: &EventFilter,
) -> impl Iterator<Item = &'a Event> {
    let before = |n: usize| n.checked_sub(1).map(|before| &record.events[before]);
    let events = record.events.iter().enumerate();
    let is_sent = move |n: usize, event| !follows(event, before(n), crew) && filter.includes(event);
    events.filter(move |(n, event)| is_sent(*n, event)).map(|(_, event)| event)
}

/// Seats in the crew with a contact outside it, directly or through others: these contacts cannot
/// be replayed.
fn strangers(record: &TickRecord, crew: &StayingShips) -> Vec<u16> {
    let mut strange: Vec<u16> = Vec::new();
    let is_strange =
        |strange: &[u16], seat: u16| crew.seat(seat).is_none() || strange.contains(&seat);
    loop {
        let before = strange.len();
        for (a, b) in &record.pairs {
            for (seat, other) in [(*a, *b), (*b, *a)] {
                let seat_known = !is_strange(&strange, seat);
                if seat_known && is_strange(&strange, other) {
                    strange.push(seat);
                }
            }
        }
        if strange.len() == before {
            return strange;
        }
    }
}
