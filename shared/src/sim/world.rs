//! The world and its step: runs (ship, command) pairs in execution order and yields shots and
//! events. It never decides a hit: the room judges, and passes its decisions to [`World::apply`].

mod hit_points;

use alloc::vec::Vec;

use serde::Serialize;

use super::{
    arena::{Arena, BounceCounts},
    bolt::{Bolt, pull_triggers},
    collision::{Overlaps, Solid, Solids, contact, ram},
    command::{UserCommand, View},
    damage::Damage,
    event::{Event, EventKind, Weapon},
    flights::Flights,
    movement::Motion,
    rules::{ARENA_HEIGHT_U, ARENA_WIDTH_U, SHIELD_MS, SHIP_RADIUS_U, SPAWN_DISTANCE_U},
    ship::{Ship, ShipId},
    side::{Division, Side},
};
use crate::base::{
    geometry::{Area, Vec2, quantise_pos, quantise_vel},
    rng::Rng,
    time::{Tick, TickRate},
};

/// Candidate positions compared for a spawn.
const SPAWN_TRIES: usize = 16;

/// The constants of a room: arena, tick rate and what derives from them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WorldParams {
    pub rate: TickRate,
    pub arena: Arena,
    /// Movement constants at this rate.
    pub motion: Motion,
    /// How the ships are divided.
    #[serde(skip_serializing_if = "Division::is_none")]
    pub division: Division,
}

impl WorldParams {
    /// Those of a match in which each ship fights all others.
    #[must_use]
    pub fn new(rate: TickRate, arena: Arena) -> Self {
        Self { rate, arena, motion: Motion::new(rate), division: Division::None }
    }
}

/// A shot fired in this step, with its shooter's view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fired {
    /// The shot at its muzzle; for a beam its whole line.
    pub bolt: Bolt,
    /// The view sent with the command.
    pub view: View,
}

/// The results of a step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stepped {
    /// Spawns and shots, in order.
    pub events: Vec<Event>,
    /// In firing order.
    pub fired: Vec<Fired>,
    /// Bounces off the arena.
    pub bounced: BounceCounts,
    /// Contacts between ships.
    pub contacts: u32,
    /// Seat pairs that collided, the lower seat first, in the order in which they were separated.
    pub pairs: Vec<(u16, u16)>,
}

impl Stepped {
    fn clear(&mut self) {
        let Self { events, fired, bounced, contacts, pairs } = self;
        events.clear();
        fired.clear();
        pairs.clear();
        (*bounced, *contacts) = (BounceCounts::default(), 0);
    }
}

/// Who bounces when ships collide.
#[derive(Clone, Copy, Debug)]
pub enum CollisionMode<'a> {
    /// Both, from their current positions.
    Mutual,
    /// Only the ship that moved into another, whose position is taken from here: for each ship, in
    /// seat order, the solids near it.
    RammerOnly(&'a Solids),
}

#[derive(Clone, Debug, Serialize)]
pub struct World {
    /// The last simulated tick.
    pub tick: Tick,
    /// Indexed by seat.
    ships: Vec<Option<Ship>>,
    /// How often each seat was taken.
    generations: Vec<u16>,
    /// In firing order.
    bolts: Flights,
    damage: Damage,
    params: WorldParams,
    rng: Rng,
    #[serde(skip)]
    overlaps: Overlaps,
}

impl World {
    #[must_use]
    pub fn new(params: WorldParams, seats: u16, seed: u64) -> Self {
        Self {
            tick: Tick::ZERO,
            ships: alloc::vec![None; seats.into()],
            generations: alloc::vec![0; seats.into()],
            bolts: Flights::default(),
            damage: Damage::default(),
            params,
            rng: Rng::new(seed, 1),
            overlaps: Overlaps::default(),
        }
    }

    #[must_use]
    pub fn params(&self) -> &WorldParams {
        &self.params
    }

    /// In seat order.
    pub fn ships(&self) -> impl Iterator<Item = &Ship> {
        self.ships.iter().flatten()
    }

    /// The ship of a player, if it still holds its seat.
    #[must_use]
    pub fn ship(&self, id: ShipId) -> Option<&Ship> {
        self.ships.get(usize::from(id.idx))?.as_ref().filter(|ship| ship.id == id)
    }

    /// Bolts in flight, in firing order.
    pub fn bolts(&self) -> impl ExactSizeIterator<Item = &Bolt> {
        self.bolts.iter()
    }

    /// Takes the first free seat; the ship spawns in the next step.
    pub fn add_ship(&mut self) -> Option<ShipId> {
        self.take_seat(|_| true)
    }

    /// Takes the first free seat of a side.
    pub fn add_ship_on(&mut self, side: Side) -> Option<ShipId> {
        self.take_seat(|seat| Side::of_seat(seat) == side)
    }

    fn take_seat(&mut self, may_be: impl Fn(u16) -> bool) -> Option<ShipId> {
        let mut seats = self.ships.iter().zip(0..);
        let (_, idx) = seats.find(|(ship, seat)| ship.is_none() && may_be(*seat))?;
        let idx = usize::from(idx);
        let id = ShipId { idx: idx as u16, generation: self.generations[idx] };
        self.generations[idx] = id.generation.wrapping_add(1);
        self.ships[idx] = Some(Ship::new(id, self.tick.next()));
        Some(id)
    }

    /// Frees a seat. The ship's bolts stay in flight.
    pub fn remove_ship(&mut self, id: ShipId) {
        if self.ship(id).is_some() {
            self.ships[usize::from(id.idx)] = None;
            self.damage.end(id);
        }
    }

    /// Takes a ship out of the arena until a tick; it keeps its seat and score.
    pub fn despawn(&mut self, id: ShipId, until: Tick) {
        if let Some(ship) = self.ship_mut(id) {
            (ship.health, ship.respawn_at) = (0, until);
            self.damage.end(id);
        }
    }

    /// Brings a despawned ship back: its new life starts with the next tick.
    pub fn schedule_respawn(&mut self, id: ShipId) {
        let next = self.tick.next();
        if let Some(ship) = self.ship_mut(id).filter(|ship| !ship.alive()) {
            ship.respawn_at = next;
        }
    }

    /// Teleports a ship into a new life without a shield; for scenarios.
    pub fn place(&mut self, id: ShipId, pos: Vec2) {
        let now = self.tick;
        if let Some(ship) = self.ship_mut(id) {
            ship.spawn(pos, now);
            self.damage.begin(id);
        }
    }

    /// Number of hits on a ship that may still be retracted, saturating at 255.
    #[must_use]
    pub fn n_tentative(&self, id: ShipId) -> u8 {
        self.damage.n_tentative(id).min(255) as u8
    }

    /// Sets a ship's velocity in u/s without starting a new life; for scenarios.
    pub fn set_velocity(&mut self, id: ShipId, vel: Vec2) {
        if let Some(ship) = self.ship_mut(id).filter(|ship| ship.alive()) {
            ship.body.vel = quantise_vel(vel);
        }
    }

    /// Sets how many ticks a ship's last executed command lags behind the world.
    pub fn set_behind(&mut self, id: ShipId, ticks: u8) {
        if let Some(ship) = self.ship_mut(id) {
            ship.behind = ticks;
        }
    }

    /// Simulates one tick.
    pub fn step(&mut self, commands: &[(ShipId, UserCommand)], mode: CollisionMode) -> Stepped {
        let mut out = Stepped::default();
        self.step_into(commands, mode, &mut out);
        out
    }

    /// Like [`step`](Self::step), reusing the buffers of an earlier result.
    pub fn step_into(
        &mut self,
        commands: &[(ShipId, UserCommand)],
        mode: CollisionMode,
        out: &mut Stepped,
    ) {
        out.clear();
        self.tick = self.tick.next();
        self.respawn(out);
        self.execute(commands, out);
        match mode {
            CollisionMode::Mutual => self.separate_ships(out),
            CollisionMode::RammerOnly(solids) => self.bounce_rammers(solids, out),
        }
        self.age_bolts(&out.fired);
    }

    /// Sets what a ship scored, for a player who brings it along.
    pub fn set_score(&mut self, id: ShipId, kills: u16, deaths: u16) {
        if let Some(ship) = self.ship_mut(id) {
            (ship.kills, ship.deaths) = (kills, deaths);
        }
    }

    fn ship_mut(&mut self, id: ShipId) -> Option<&mut Ship> {
        self.ships.get_mut(usize::from(id.idx))?.as_mut().filter(|ship| ship.id == id)
    }

    fn respawn(&mut self, out: &mut Stepped) {
        let tick = self.tick;
        for idx in 0..self.ships.len() {
            if !self.ships[idx].as_ref().is_some_and(|s| !s.alive() && s.respawn_at <= tick) {
                continue;
            }
            let pos = self.spawn_place();
            let shield_until = tick.plus(self.params.rate.ticks_in_ms(SHIELD_MS));
            if let Some(ship) = &mut self.ships[idx] {
                ship.spawn(pos, shield_until);
                self.damage.begin(ship.id);
                let kind = EventKind::Spawned { ship: ship.id, at: ship.body.pos };
                out.events.push(Event { tick, kind });
            }
        }
    }

    /// Shields every living ship from the next tick on, for as long as a respawn does, so that
    /// nobody is shot down while it could not be steered.
    pub fn shield_all(&mut self) {
        let until = self.tick.next().plus(self.params.rate.ticks_in_ms(SHIELD_MS));
        for ship in self.ships.iter_mut().flatten().filter(|ship| ship.alive()) {
            ship.shield_until = ship.shield_until.max(until);
        }
    }

    /// A free position with the nearest living ship in view, but not too near.
    fn spawn_place(&mut self) -> Vec2 {
        let Area { low, high } = self.spawn_area();
        let mut best = (f32::INFINITY, (low + high) * 0.5);
        for _ in 0..SPAWN_TRIES {
            let place = Vec2::new(self.rng.range(low.x, high.x), self.rng.range(low.y, high.y));
            if !self.params.arena.is_free(place, 2.0 * SHIP_RADIUS_U) {
                continue;
            }
            let nearest = self
                .ships()
                .filter(|ship| ship.alive())
                .map(|ship| (ship.body.pos - place).length())
                .min_by(f32::total_cmp)
                .unwrap_or(SPAWN_DISTANCE_U);
            let off = (nearest - SPAWN_DISTANCE_U).abs();
            if off < best.0 {
                best = (off, quantise_pos(place));
            }
        }
        best.1
    }

    /// Where a ship may spawn: anywhere in the default arena. In a larger one, an area of that size
    /// around a random living ship. A ship thus spawns near others, however few there are, and
    /// mostly where most are.
    fn spawn_area(&mut self) -> Area {
        let size = self.params.arena.size();
        let usual = Vec2::new(ARENA_WIDTH_U, ARENA_HEIGHT_U).min(size);
        if usual == size {
            return Area { low: Vec2::ZERO, high: size };
        }
        let n_living = self.ships().filter(|ship| ship.alive()).count() as u32;
        let nth = if n_living > 0 { self.rng.below(n_living) as usize } else { 0 };
        let living = self.ships().filter(|ship| ship.alive()).nth(nth);
        let around = living.map_or(size * 0.5, |ship| ship.body.pos);
        let low = (around - usual * 0.5).clamp(Vec2::ZERO, size - usual);
        Area { low, high: low + usual }
    }

    fn execute(&mut self, commands: &[(ShipId, UserCommand)], out: &mut Stepped) {
        let tick = self.tick;
        for (id, command) in commands {
            let slot = self.ships.get_mut(usize::from(id.idx)).and_then(Option::as_mut);
            let Some(ship) = slot.filter(|ship| ship.id == *id) else {
                continue;
            };
            let bounced = apply_command(ship, command, &self.params);
            out.bounced.walls += bounced.walls;
            out.bounced.asteroids += bounced.asteroids;
            for bolt in pull_triggers(ship, command, tick, &self.params) {
                let Bolt { shot, origin, aim, .. } = bolt;
                out.events.push(Event { tick, kind: EventKind::Fired { shot, origin, aim } });
                out.fired.push(Fired { bolt, view: command.view });
            }
        }
    }

    fn separate_ships(&mut self, out: &mut Stepped) {
        let near = self.overlaps.find(&self.ships);
        separate(&mut self.ships, near, &self.params.arena, |pair| {
            out.contacts += 1;
            out.pairs.push(pair);
        });
    }

    fn bounce_rammers(&mut self, solids: &Solids, out: &mut Stepped) {
        for (id, near) in solids.iter() {
            let slot = self.ships.get_mut(usize::from(id.idx)).and_then(Option::as_mut);
            if let Some(ship) = slot.filter(|ship| ship.id == id) {
                out.contacts += u32::from(bounce_off(ship, near, &self.params.arena));
            }
        }
    }

    fn age_bolts(&mut self, fired: &[Fired]) {
        let (tick, rate) = (self.tick, self.params.rate);
        let new = fired.iter().map(|fired| fired.bolt);
        let new = new.filter(|bolt| bolt.shot.weapon == Weapon::Laser);
        self.bolts.advance(new, |bolt| bolt.flies_at(tick, rate));
    }
}

/// Turns, thrusts and moves a ship under a command; a dead ship does nothing. Shared by server and
/// client.
pub fn apply_command(ship: &mut Ship, command: &UserCommand, params: &WorldParams) -> BounceCounts {
    if !ship.alive() {
        return BounceCounts::default();
    }
    ship.aim = command.aim;
    ship.thrust = command.thrust;
    params.motion.fly(&mut ship.body, command.thrust, &params.arena)
}

/// Separates overlapping living ships, which are indexed by seat. Clients run it where they predict
/// every ship.
pub fn separate_all(ships: &mut [Option<Ship>], arena: &Arena) {
    separate(ships, Overlaps::default().find(ships), arena, |_| ());
}

/// Separates those of the given pairs that touch, and reports each that did, the lower seat first.
fn separate(
    ships: &mut [Option<Ship>],
    near: &[(usize, usize)],
    arena: &Arena,
    mut met: impl FnMut((u16, u16)),
) {
    for &(i, j) in near {
        let (low, high) = ships.split_at_mut(j);
        let (Some(a), Some(b)) = (&mut low[i], &mut high[0]) else {
            continue;
        };
        if contact(&mut a.body, &mut b.body) {
            met((a.id.idx, b.id.idx));
            settle(a, arena);
            settle(b, arena);
        }
    }
}

/// Bounces a ship off the solids it moved into and returns whether there were any. Server and
/// client run it where only the rammer bounces.
pub fn bounce_off(ship: &mut Ship, solids: &[Solid], arena: &Arena) -> bool {
    let mut touched = false;
    if ship.alive() {
        for solid in solids {
            touched |= ram(&mut ship.body, *solid);
        }
    }
    if touched {
        settle(ship, arena);
    }
    touched
}

/// After a collision: back inside the arena and onto the grid.
pub fn settle(ship: &mut Ship, arena: &Arena) {
    arena.bounce(&mut ship.body);
    ship.body = ship.body.quantised();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::command::{Thrust, Trigger};

    fn world() -> World {
        World::new(WorldParams::new(TickRate::DEFAULT, Arena::strewn(3)), 4, 3)
    }

    #[test]
    fn seats_are_taken_in_order_with_new_generations() {
        let mut world = world();
        let first = world.add_ship().unwrap();
        let ids: Vec<u16> = (0..3).map(|_| world.add_ship().unwrap().idx).collect();
        assert_eq!(ids, [1, 2, 3]);
        assert_eq!(world.add_ship(), None, "full");
        world.remove_ship(first);
        let again = world.add_ship().unwrap();
        assert_eq!((again.idx, again.generation), (0, 1));
        assert!(world.ship(first).is_none());
        world.remove_ship(first);
        assert!(world.ship(again).is_some(), "the old id frees nothing");
    }

    #[test]
    fn ships_separate_and_stay_inside_the_arena() {
        let mut world = world();
        let (a, b) = (world.add_ship().unwrap(), world.add_ship().unwrap());
        world.step(&[], CollisionMode::Mutual);
        world.place(a, Vec2::new(17.0, 17.0));
        world.place(b, Vec2::new(40.0, 17.0));
        let out = world.step(&[], CollisionMode::Mutual);
        assert_eq!(out.contacts, 1);
        let (a, b) = (world.ship(a).unwrap().body.pos, world.ship(b).unwrap().body.pos);
        assert!(a.x >= 16.0 && b.x > 40.0, "{a} {b}");
    }

    #[test]
    fn commands_move_and_fire_in_the_order_given() {
        let mut world = world();
        let ids = [world.add_ship().unwrap(), world.add_ship().unwrap()];
        world.step(&[], CollisionMode::Mutual);
        let command = UserCommand {
            tick: Tick(2),
            thrust: Thrust::Right,
            trigger: Trigger::Both,
            ..UserCommand::default()
        };
        let gone = ShipId { idx: 1, generation: 7 };
        let out = world
            .step(&[(ids[1], command), (gone, command), (ids[0], command)], CollisionMode::Mutual);
        let order: Vec<ShipId> = out.fired.iter().map(|f| f.bolt.shot.shooter).collect();
        assert_eq!(order, [ids[1], ids[1], ids[0], ids[0]]);
        assert_eq!(world.bolts().len(), 2, "beams do not fly");
        assert!(world.ships().all(|ship| ship.body.vel.x > 10.0));
    }
}
