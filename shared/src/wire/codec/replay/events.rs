//! Encodes the shots, hits and deaths of a tick as symbols.
//!
//! | what | how |
//! |---|---|
//! | a ship | a flag that it is staying, and its rank among these; else seat and generation |
//! | a shot | its ship, its weapon, ticks since its command: a flag, 7 bits for a bolt in flight |
//! | fired | shot, aim relative to the ship's (Exp-Golomb 9), a flag that it left the ship's tip |
//! | hit | shot, victim, damage, distance, finality; unless tentative, a flag that it killed |
//! | undone | shot, victim, hit points refunded |
//! | settled, died | shot, victim |
//! | spawned, if new | ship, position (Exp-Golomb 19) |
//!
//! The distance of a bolt is relative to its flight in the elapsed time (Exp-Golomb 11).

use super::StayingShips;
use crate::{
    base::{
        geometry::{Steps, Turn, Vec2},
        time::{Tick, TickRate},
    },
    sim::{
        event::{Event, EventKind, Finality, ShotId, Weapon},
        replay::tip,
        rules::{BEAM_DAMAGE, BOLT_SPEED_U_PER_S, LASER_DAMAGE},
        ship::{Ship, ShipId},
        tick_record::Muzzle,
    },
    wire::{
        bits::{Category, PutBits, TakeBits},
        range::{Distribution, Probability, RangeReader, RangeWriter},
        snapshot::{SnapshotError, bad},
    },
};

const KNOWN: Probability = Probability::complement_of_one_in(128);
const LASER: Probability = Probability::complement_of_one_in(8);
const USUAL_AGE: Probability = Probability::complement_of_one_in(64);
const AT_TIP: Probability = Probability::complement_of_one_in(64);
const USUAL_DAMAGE: Probability = Probability::complement_of_one_in(16);
const FINAL: Probability = Probability::complement_of_one_in(16);
const PIERCING: Probability = Probability::one_in(2);
const DEADLY: Probability = Probability::one_in(8);

/// Event kinds, as symbols of [`KINDS`].
const FIRED: usize = 0;
const HIT: usize = 1;
const SETTLED: usize = 2;
const RETRACTED: usize = 3;
const DIED: usize = 4;
const SPAWNED: usize = 5;
/// The distribution of kinds.
const KINDS: Distribution = Distribution(&[0, 20_000, 30_000, 31_500, 32_000, 32_400]);

/// The expected age of a shot in an event.
#[derive(Clone, Copy, Debug)]
enum Age {
    /// Just fired.
    New,
    /// In flight for a while. A beam hits at once, so its usual age is 0.
    Flown,
}

impl Age {
    /// The bits that usual ages fit in, in ticks.
    const fn bits(self, weapon: Weapon) -> u32 {
        match (self, weapon) {
            (Self::New, _) | (_, Weapon::Beam) => 0,
            (Self::Flown, Weapon::Laser) => 7,
        }
    }
}

/// No point lies further out: 2^22 steps are 16,384 u.
const STEPS_MAX: i32 = 1 << 22;

/// The context that events are encoded in.
#[derive(Clone, Copy, Debug)]
pub(super) struct EventContext<'a> {
    pub(super) staying: &'a StayingShips,
    pub(super) seat_bits: u32,
    pub(super) tick: Tick,
    pub(super) rate: TickRate,
}

/// Whether an event can be derived: a replay knows which staying ships spawn, and a hit carries
/// a flag for its victim's death.
pub(super) fn follows(event: &Event, before: Option<&Event>, staying: &StayingShips) -> bool {
    match (event.kind, before.map(|before| before.kind)) {
        (EventKind::Spawned { ship, .. }, _) => staying.rank(ship).is_some(),
        (
            EventKind::Died { victim, shot },
            Some(EventKind::Hit { shot: by, victim: hit, finality, .. }),
        ) => victim == hit && shot == by && finality != Finality::Tentative,
        _ => false,
    }
}

const fn category(kind: usize) -> Category {
    if kind == FIRED { Category::Bolts } else { Category::Events }
}

fn usual_damage(weapon: Weapon) -> u8 {
    match weapon {
        Weapon::Laser => LASER_DAMAGE,
        Weapon::Beam => BEAM_DAMAGE,
    }
}

/// The distance a shot flies by its age at `tick`, in steps of the position grid.
fn usual_distance(shot: ShotId, tick: Tick, rate: TickRate) -> i32 {
    let age = tick.since(shot.tick).clamp(0, 1 << 10) as i32;
    match shot.weapon {
        Weapon::Laser => BOLT_SPEED_U_PER_S as i32 * 256 * age / i32::from(rate.hz()),
        Weapon::Beam => 256 * 256,
    }
}

pub(super) struct EventEncoder<'a> {
    pub(super) writer: &'a mut RangeWriter,
    pub(super) scene: EventContext<'a>,
}

impl EventEncoder<'_> {
    /// Writes an event that does not [follow](follows) from others. A shot needs its muzzle and its
    /// ship's last known aim; a hit needs the event after it.
    pub(super) fn event(
        &mut self,
        event: &Event,
        muzzle: Muzzle,
        aim_before: Turn,
        next: Option<&Event>,
    ) {
        match event.kind {
            EventKind::Fired { shot, origin, aim } => {
                self.kind(FIRED);
                self.shot(shot, Age::New);
                self.writer.signed(aim_before.shortest_turn_to(aim).into(), 9);
                self.writer.biased_flag(muzzle == Muzzle::Tip, AT_TIP);
                if let Muzzle::Off(ship) = muzzle {
                    let (origin, ship) = (Steps::of_pos(origin), Steps::of_pos(ship));
                    self.writer.signed(origin.x - ship.x, 11);
                    self.writer.signed(origin.y - ship.y, 11);
                }
            }
            EventKind::Hit { shot, victim, damage, distance_u, finality } => {
                self.kind(HIT);
                self.shot(shot, Age::Flown);
                self.ship(victim);
                let usual = damage == usual_damage(shot.weapon);
                self.writer.biased_flag(usual, USUAL_DAMAGE);
                if !usual {
                    self.writer.bits(damage.into(), 8);
                }
                let steps = Steps::of_pos(Vec2::new(distance_u, 0.0)).x;
                let usual = usual_distance(shot, self.scene.tick, self.scene.rate);
                self.writer.signed(steps - usual, order(shot.weapon));
                let is_final = finality == Finality::Final;
                self.writer.biased_flag(is_final, FINAL);
                if !is_final {
                    self.writer.biased_flag(finality == Finality::Piercing, PIERCING);
                }
                if finality != Finality::Tentative {
                    let deadly = next.is_some_and(|next| {
                        matches!(next.kind, EventKind::Died { .. })
                            && follows(next, Some(event), self.scene.staying)
                    });
                    self.writer.biased_flag(deadly, DEADLY);
                }
            }
            EventKind::Settled { shot, victim } => {
                self.kind(SETTLED);
                self.shot(shot, Age::Flown);
                self.ship(victim);
            }
            EventKind::Retracted { shot, victim, refund } => {
                self.kind(RETRACTED);
                self.shot(shot, Age::Flown);
                self.ship(victim);
                self.writer.bits(refund.into(), 8);
            }
            EventKind::Died { victim, shot } => {
                self.kind(DIED);
                self.shot(shot, Age::Flown);
                self.ship(victim);
            }
            EventKind::Spawned { ship, at } => {
                self.kind(SPAWNED);
                self.ship(ship);
                let at = Steps::of_pos(at);
                self.writer.signed(at.x, 19);
                self.writer.signed(at.y, 19);
            }
        }
    }

    fn kind(&mut self, kind: usize) {
        self.writer.enter(Category::Events);
        self.writer.symbol(kind, KINDS);
        self.writer.enter(category(kind));
    }

    fn ship(&mut self, id: ShipId) {
        let rank = self.scene.staying.rank(id);
        self.writer.biased_flag(rank.is_some(), KNOWN);
        match rank {
            Some(rank) => self.writer.uniform(rank, self.scene.staying.len()),
            None => {
                self.writer.bits(id.idx.into(), self.scene.seat_bits);
                self.writer.bits(id.generation.into(), 16);
            }
        }
    }

    /// Writes a shot: its ship, its weapon, and the ticks since its command.
    fn shot(&mut self, shot: ShotId, age: Age) {
        self.ship(shot.shooter);
        self.writer.biased_flag(shot.weapon == Weapon::Laser, LASER);
        let ago = self.scene.tick.since(shot.tick) as i32;
        let bits = age.bits(shot.weapon);
        let usual = (0..1 << bits).contains(&ago);
        self.writer.biased_flag(usual, USUAL_AGE);
        if usual {
            self.writer.bits(ago as u32, bits);
        } else {
            self.writer.signed(ago, 2);
        }
    }
}

fn order(weapon: Weapon) -> u32 {
    match weapon {
        Weapon::Laser => 11,
        Weapon::Beam => 16,
    }
}

pub(super) struct EventDecoder<'a, 'b> {
    pub(super) reader: &'a mut RangeReader<'b>,
    pub(super) scene: EventContext<'a>,
}

impl EventDecoder<'_, '_> {
    /// Reads one event, or a hit and the death that follows it. `flown` gives a ship as it is when
    /// it fires, `aim_before` its last known aim.
    pub(super) fn event(
        &mut self,
        flown: impl Fn(ShipId) -> Option<Ship>,
        aim_before: impl Fn(ShipId) -> Turn,
    ) -> Result<(Event, Option<Event>), SnapshotError> {
        let tick = self.scene.tick;
        let mut death = None;
        self.reader.enter(Category::Events);
        let kind = self.reader.symbol(KINDS)?;
        self.reader.enter(category(kind));
        let kind = match kind {
            FIRED => {
                let shot = self.shot(Age::New)?;
                let turn = self.reader.signed(9)?;
                let turn = i16::try_from(turn).map_err(|_| bad("aim of a shot", turn as u32))?;
                let aim = Turn(aim_before(shot.shooter).0.wrapping_add(turn as u16));
                let ship = flown(shot.shooter);
                let origin = if self.reader.biased_flag(AT_TIP)? {
                    let ship = ship.ok_or_else(|| bad("shooter", shot.shooter.idx.into()))?;
                    tip(&ship, aim)
                } else {
                    self.point(ship.map_or(Vec2::ZERO, |ship| ship.body.pos))?
                };
                EventKind::Fired { shot, origin, aim }
            }
            HIT => {
                let shot = self.shot(Age::Flown)?;
                let victim = self.ship()?;
                let damage = match self.reader.biased_flag(USUAL_DAMAGE)? {
                    true => usual_damage(shot.weapon),
                    false => self.reader.bits(8)? as u8,
                };
                let usual = usual_distance(shot, tick, self.scene.rate);
                let distance_u = self.coordinate(usual, order(shot.weapon))?.max(0.0);
                let finality = match self.reader.biased_flag(FINAL)? {
                    true => Finality::Final,
                    false if self.reader.biased_flag(PIERCING)? => Finality::Piercing,
                    false => Finality::Tentative,
                };
                if finality != Finality::Tentative && self.reader.biased_flag(DEADLY)? {
                    death = Some(Event { tick, kind: EventKind::Died { victim, shot } });
                }
                EventKind::Hit { shot, victim, damage, distance_u, finality }
            }
            SETTLED => EventKind::Settled { shot: self.shot(Age::Flown)?, victim: self.ship()? },
            RETRACTED => EventKind::Retracted {
                shot: self.shot(Age::Flown)?,
                victim: self.ship()?,
                refund: self.reader.bits(8)? as u8,
            },
            DIED => {
                let shot = self.shot(Age::Flown)?;
                EventKind::Died { victim: self.ship()?, shot }
            }
            _ => {
                let ship = self.ship()?;
                let (x, y) = (self.coordinate(0, 19)?, self.coordinate(0, 19)?);
                EventKind::Spawned { ship, at: Vec2::new(x, y) }
            }
        };
        Ok((Event { tick, kind }, death))
    }

    fn ship(&mut self) -> Result<ShipId, SnapshotError> {
        let staying = self.scene.staying;
        if self.reader.biased_flag(KNOWN)? {
            let rank = self.reader.uniform(staying.len())?;
            return staying.id(rank).ok_or_else(|| bad("ship", rank));
        }
        let idx = self.reader.bits(self.scene.seat_bits)? as u16;
        let generation = self.reader.bits(16)? as u16;
        Ok(ShipId { idx, generation })
    }

    fn shot(&mut self, age: Age) -> Result<ShotId, SnapshotError> {
        let shooter = self.ship()?;
        let weapon = if self.reader.biased_flag(LASER)? { Weapon::Laser } else { Weapon::Beam };
        let ago = match self.reader.biased_flag(USUAL_AGE)? {
            true => self.reader.bits(age.bits(weapon))? as i32,
            false => self.reader.signed(2)?,
        };
        let tick = i64::from(self.scene.tick.0) - i64::from(ago);
        let tick = u32::try_from(tick).map(Tick).map_err(|_| bad("tick of a shot", ago as u32))?;
        Ok(ShotId { tick, shooter, weapon })
    }

    fn point(&mut self, near: Vec2) -> Result<Vec2, SnapshotError> {
        let near = Steps::of_pos(near);
        Ok(Vec2::new(self.coordinate(near.x, 11)?, self.coordinate(near.y, 11)?))
    }

    fn coordinate(&mut self, near: i32, k: u32) -> Result<f32, SnapshotError> {
        let residual = self.reader.signed(k)?;
        let steps = near.checked_add(residual).filter(|n| (-STEPS_MAX..=STEPS_MAX).contains(n));
        let x = steps.ok_or_else(|| bad("point", residual as u32))?;
        Ok(Steps { x, y: 0 }.pos().x)
    }
}
