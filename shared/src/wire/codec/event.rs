//! Bit encoding of events and bolts.
//!
//! An event is its age relative to the snapshot's tick (Exp-Golomb 1), three bits of kind, and its
//! fields. One bit says whether a hit is final; if not, the next says whether the bolt pierces or
//! the hit can be undone. A ship is its seat and a bit for the current occupant (otherwise 16 bits
//! of generation). A point is a residual from the centre of the ship concerned.

use super::context::CodecContext;
use crate::{
    base::{
        geometry::{Steps, Turn, Vec2},
        time::Tick,
    },
    sim::{
        bolt::Bolt,
        event::{Event, EventKind, Finality, ShotId, Weapon},
        ship::ShipId,
        state::WorldState,
    },
    wire::{
        bits::{PutBits, TakeBits},
        snapshot::{SnapshotError, bad},
    },
};

/// Event kinds on the wire.
const SPAWNED: u32 = 0;
const FIRED: u32 = 1;
const HIT: u32 = 2;
const RETRACTED: u32 = 3;
const DIED: u32 = 4;
const SETTLED: u32 = 5;

pub(super) fn write_event(
    writer: &mut impl PutBits,
    context: &CodecContext,
    state: &WorldState,
    event: &Event,
) {
    let mut w = EventWriter { writer, context, state };
    w.writer.golomb(state.tick.since(event.tick) as u32, 1);
    match event.kind {
        EventKind::Spawned { ship, at } => {
            w.writer.bits(SPAWNED, 3);
            w.ship(ship);
            w.point(at, ship);
        }
        EventKind::Fired { shot, origin, aim } => {
            w.writer.bits(FIRED, 3);
            w.shot(shot, event.tick);
            w.point(origin, shot.shooter);
            w.writer.bits(aim.0.into(), 16);
        }
        EventKind::Hit { shot, victim, damage, distance_u, finality } => {
            w.writer.bits(HIT, 3);
            w.shot(shot, event.tick);
            w.ship(victim);
            w.writer.bits(damage.into(), 7);
            w.writer.golomb(Steps::of_pos(Vec2::new(distance_u, 0.0)).x as u32, 16);
            w.writer.flag(finality != Finality::Final);
            if finality != Finality::Final {
                w.writer.flag(finality == Finality::Piercing);
            }
        }
        EventKind::Retracted { shot, victim, refund } => {
            w.writer.bits(RETRACTED, 3);
            w.shot(shot, event.tick);
            w.ship(victim);
            w.writer.bits(refund.into(), 7);
        }
        EventKind::Settled { shot, victim } => {
            w.writer.bits(SETTLED, 3);
            w.shot(shot, event.tick);
            w.ship(victim);
        }
        EventKind::Died { victim, shot } => {
            w.writer.bits(DIED, 3);
            w.ship(victim);
            w.shot(shot, event.tick);
        }
    }
}

pub(super) fn read_event(
    reader: &mut impl TakeBits,
    context: &CodecContext,
    state: &WorldState,
) -> Result<Event, SnapshotError> {
    let mut r = EventReader { reader, context, state };
    let tick = r.earlier(state.tick, 1)?;
    let kind = match r.reader.bits(3)? {
        SPAWNED => {
            let ship = r.ship()?;
            EventKind::Spawned { ship, at: r.point(ship)? }
        }
        FIRED => {
            let shot = r.shot(tick)?;
            let origin = r.point(shot.shooter)?;
            EventKind::Fired { shot, origin, aim: Turn(r.reader.bits(16)? as u16) }
        }
        HIT => EventKind::Hit {
            shot: r.shot(tick)?,
            victim: r.ship()?,
            damage: r.reader.bits(7)? as u8,
            distance_u: r.distance()?,
            finality: r.finality()?,
        },
        RETRACTED => EventKind::Retracted {
            shot: r.shot(tick)?,
            victim: r.ship()?,
            refund: r.reader.bits(7)? as u8,
        },
        SETTLED => EventKind::Settled { shot: r.shot(tick)?, victim: r.ship()? },
        DIED => EventKind::Died { victim: r.ship()?, shot: r.shot(tick)? },
        other => return Err(bad("kind of event", other)),
    };
    Ok(Event { tick, kind })
}

pub(super) fn write_bolt(
    writer: &mut impl PutBits,
    context: &CodecContext,
    state: &WorldState,
    bolt: &Bolt,
) {
    let mut w = EventWriter { writer, context, state };
    w.writer.golomb(state.tick.since(bolt.fired) as u32, 5);
    w.shot(bolt.shot, bolt.fired);
    w.point(bolt.origin, bolt.shot.shooter);
    w.writer.bits(bolt.aim.0.into(), 16);
}

pub(super) fn read_bolt(
    reader: &mut impl TakeBits,
    context: &CodecContext,
    state: &WorldState,
) -> Result<Bolt, SnapshotError> {
    let mut r = EventReader { reader, context, state };
    let fired = r.earlier(state.tick, 5)?;
    let shot = r.shot(fired)?;
    let origin = r.point(shot.shooter)?;
    let aim = Turn(r.reader.bits(16)? as u16);
    Ok(Bolt::new(shot, fired, origin, aim, &context.params.arena))
}

struct EventWriter<'a, W> {
    writer: &'a mut W,
    context: &'a CodecContext<'a>,
    state: &'a WorldState,
}

impl<W: PutBits> EventWriter<'_, W> {
    fn ship(&mut self, id: ShipId) {
        self.writer.bits(id.idx.into(), self.context.seat_bits());
        let sits_there = self.state.ship(id).is_some();
        self.writer.flag(sits_there);
        if !sits_there {
            self.writer.bits(id.generation.into(), 16);
        }
    }

    fn shot(&mut self, shot: ShotId, at: Tick) {
        self.ship(shot.shooter);
        self.writer.signed(at.since(shot.tick) as i32, 1);
        self.writer.flag(shot.weapon == Weapon::Beam);
    }

    fn point(&mut self, point: Vec2, near: ShipId) {
        let (point, centre) = (Steps::of_pos(point), centre_of(self.state, near));
        self.writer.signed(point.x.saturating_sub(centre.x), 11);
        self.writer.signed(point.y.saturating_sub(centre.y), 11);
    }
}

struct EventReader<'a, R> {
    reader: &'a mut R,
    context: &'a CodecContext<'a>,
    state: &'a WorldState,
}

impl<R: TakeBits> EventReader<'_, R> {
    fn earlier(&mut self, than: Tick, k: u32) -> Result<Tick, SnapshotError> {
        let ago = self.reader.golomb(k)?;
        than.0.checked_sub(ago).map(Tick).ok_or_else(|| bad("age", ago))
    }

    fn ship(&mut self) -> Result<ShipId, SnapshotError> {
        let idx = self.reader.bits(self.context.seat_bits())?;
        let sits_there = self.reader.flag()?;
        if sits_there {
            let known = self.state.ships.binary_search_by_key(&idx, |ship| ship.id.idx.into());
            return known.map(|at| self.state.ships[at].id).map_err(|_| bad("seat", idx));
        }
        let generation = self.reader.bits(16)? as u16;
        Ok(ShipId { idx: idx as u16, generation })
    }

    fn shot(&mut self, at: Tick) -> Result<ShotId, SnapshotError> {
        let shooter = self.ship()?;
        let ago = self.reader.signed(1)?;
        let tick = i64::from(at.0) - i64::from(ago);
        let tick = u32::try_from(tick).map(Tick).map_err(|_| bad("tick of a shot", ago as u32))?;
        let weapon = if self.reader.flag()? { Weapon::Beam } else { Weapon::Laser };
        Ok(ShotId { tick, shooter, weapon })
    }

    fn point(&mut self, near: ShipId) -> Result<Vec2, SnapshotError> {
        let centre = centre_of(self.state, near);
        let mut axis = |centre: i32| {
            let residual = self.reader.signed(11)?;
            let value = centre.checked_add(residual).filter(|v| v.unsigned_abs() <= 1 << 22);
            value.ok_or_else(|| bad("point", residual as u32))
        };
        Ok(Steps { x: axis(centre.x)?, y: axis(centre.y)? }.pos())
    }

    fn finality(&mut self) -> Result<Finality, SnapshotError> {
        if !self.reader.flag()? {
            return Ok(Finality::Final);
        }
        Ok(if self.reader.flag()? { Finality::Piercing } else { Finality::Tentative })
    }

    fn distance(&mut self) -> Result<f32, SnapshotError> {
        let steps = self.reader.golomb(16)?;
        let within = i32::try_from(steps).ok().filter(|steps| *steps <= 1 << 22);
        let x = within.ok_or_else(|| bad("distance", steps))?;
        Ok(Steps { x, y: 0 }.pos().x)
    }
}

fn centre_of(state: &WorldState, ship: ShipId) -> Steps {
    state.ship(ship).map_or(Steps::default(), |ship| Steps::of_pos(ship.body.pos))
}
