//! The hit points of ships: applies what the judge decided, and mends ships.

use alloc::vec::Vec;

use super::World;
use crate::{
    base::geometry::{Steps, Vec2},
    sim::{
        event::{Decided, Decision, Event, EventKind, Finality, ShotId, Weapon},
        rules::{BEAM_DAMAGE, LASER_DAMAGE, RESPAWN_MS, SHIP_HEALTH},
        ship::{Ship, ShipId},
    },
};

impl World {
    /// Applies a decision on a shot. A decision on a ship that is gone or dead has no effect.
    pub fn apply(&mut self, shot: ShotId, decided: &Decided, events: &mut Vec<Event>) {
        match decided.decision {
            Decision::Hit { victim, finality } => {
                if self.ship(victim).is_some_and(Ship::alive) {
                    self.hurt(shot, victim, decided.distance_u, finality, events);
                }
            }
            Decision::Settled { victim } => {
                if let Some(damage) = self.damage.close(shot, victim) {
                    self.bolts.end(shot);
                    self.damage.take(victim, damage);
                    let kind = EventKind::Settled { shot, victim };
                    events.push(Event { tick: self.tick, kind });
                    self.update_health(shot, victim, events);
                }
            }
            Decision::Retracted { victim, .. } => {
                if let Some(refund) = self.damage.close(shot, victim) {
                    let kind = EventKind::Retracted { shot, victim, refund };
                    events.push(Event { tick: self.tick, kind });
                    self.update_health(shot, victim, events);
                }
            }
            Decision::Missed
            | Decision::Void { .. }
            | Decision::Vetoed { .. }
            | Decision::Pierced { .. } => {}
        }
    }

    fn hurt(
        &mut self,
        shot: ShotId,
        victim: ShipId,
        distance_u: f32,
        finality: Finality,
        events: &mut Vec<Event>,
    ) {
        let damage = match shot.weapon {
            Weapon::Laser => LASER_DAMAGE,
            Weapon::Beam => BEAM_DAMAGE,
        };
        let damage = match finality {
            Finality::Final => {
                self.bolts.end(shot);
                self.damage.take(victim, damage)
            }
            Finality::Piercing => self.damage.take(victim, damage),
            Finality::Tentative => {
                self.damage.take_tentatively(shot, victim, damage);
                damage
            }
        };
        let distance_u = Steps::of_pos(Vec2::new(distance_u, 0.0)).pos().x;
        let kind = EventKind::Hit { shot, victim, damage, distance_u, finality };
        events.push(Event { tick: self.tick, kind });
        self.update_health(shot, victim, events);
    }

    /// Updates a ship's hit points after its damage changed, and kills it at zero.
    fn update_health(&mut self, shot: ShotId, victim: ShipId, events: &mut Vec<Event>) {
        let (tick, health) = (self.tick, self.damage.health(victim));
        let respawn_at = tick.plus(self.params.rate.ticks_in_ms(RESPAWN_MS));
        let Some(ship) = self.ship_mut(victim).filter(|ship| ship.alive()) else { return };
        ship.health = health;
        if ship.alive() {
            return;
        }
        ship.deaths = ship.deaths.saturating_add(1);
        ship.respawn_at = respawn_at;
        ship.body.vel = Vec2::ZERO;
        self.damage.end(victim);
        events.push(Event { tick, kind: EventKind::Died { victim, shot } });
        if let Some(killer) = self.ship_mut(shot.shooter) {
            killer.kills = killer.kills.saturating_add(1);
        }
    }

    /// Gives every living ship all its hit points. Hits that may still be undone take none of them.
    pub fn mend_ships(&mut self) {
        for ship in self.ships.iter_mut().flatten().filter(|ship| ship.alive()) {
            self.damage.begin(ship.id);
            ship.health = SHIP_HEALTH;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        base::time::{Micros, Tick, TickRate},
        sim::{
            arena::Arena,
            world::{CollisionMode, WorldParams},
        },
    };

    fn world() -> World {
        World::new(WorldParams::new(TickRate::DEFAULT, Arena::strewn(3)), 4, 3)
    }

    fn shot_of(shooter: ShipId) -> ShotId {
        ShotId { tick: Tick(1), shooter, weapon: Weapon::Beam }
    }

    fn decided(decision: Decision) -> Decided {
        Decided { decision, distance_u: 10.0, age: Micros::ZERO }
    }

    #[test]
    fn death_score_and_respawn_follow_a_final_hit() {
        let mut world = world();
        let (a, b) = (world.add_ship().unwrap(), world.add_ship().unwrap());
        world.step(&[], CollisionMode::Mutual);
        let life = world.ship(b).unwrap().life;
        let mut events = Vec::new();
        let hit = |finality| decided(Decision::Hit { victim: b, finality });
        let (hit_for_now, hit_for_good) = (hit(Finality::Tentative), hit(Finality::Final));
        let retracted = decided(Decision::Retracted { victim: b, by: a });
        let settled = decided(Decision::Settled { victim: b });
        let (first, second) = (shot_of(a), ShotId { tick: Tick(2), ..shot_of(a) });
        for decided in
            [Decision::Missed, Decision::Void { victim: b }, Decision::Vetoed { victim: b }]
                .map(decided)
        {
            world.apply(first, &decided, &mut events);
        }
        assert_eq!(events, [], "a ship that is not hit takes no damage");
        for _ in 0..2 {
            world.apply(first, &hit_for_now, &mut events);
        }
        world.apply(second, &hit_for_now, &mut events);
        assert_eq!(world.ship(b).unwrap().health, 1, "tentative hits do not kill");
        world.apply(second, &retracted, &mut events);
        assert_eq!(world.ship(b).unwrap().health, 32, "two of 34 are still open");
        world.apply(second, &hit_for_good, &mut events);
        assert_eq!(world.ship(b).unwrap().health, 1, "66 certain, minus 68 tentative");
        world.apply(first, &settled, &mut events);
        assert_eq!(world.ship(b).unwrap().health, 1, "32 certain, minus 34 tentative");
        assert_eq!(events.len(), 6, "{events:?}");
        world.apply(first, &settled, &mut events);
        assert_eq!(events.len(), 8, "{events:?}");
        assert_eq!(events[7].kind, EventKind::Died { victim: b, shot: first });
        assert_eq!((world.ship(a).unwrap().kills, world.ship(b).unwrap().deaths), (1, 1));
        world.apply(first, &hit_for_good, &mut events);
        world.apply(first, &retracted, &mut events);
        assert_eq!(events.len(), 8, "the dead are not hit, and nothing is left open");
        let mut waited = 0;
        while !world.ship(b).unwrap().alive() {
            world.step(&[], CollisionMode::Mutual);
            waited += 1;
        }
        assert_eq!(waited, 120, "two seconds");
        assert_eq!(world.ship(b).unwrap().life, life + 1);
        assert!(world.ship(b).unwrap().shielded(world.tick));
    }

    #[test]
    fn mended_ships_have_all_their_hit_points_and_no_open_hits() {
        let mut world = world();
        let (a, b) = (world.add_ship().unwrap(), world.add_ship().unwrap());
        world.step(&[], CollisionMode::Mutual);
        let mut events = Vec::new();
        for finality in [Finality::Tentative, Finality::Final] {
            world.apply(shot_of(a), &decided(Decision::Hit { victim: b, finality }), &mut events);
        }
        world.despawn(a, Tick(99));
        world.mend_ships();
        let health = |world: &World| [a, b].map(|id| world.ship(id).unwrap().health);
        assert_eq!(health(&world), [0, SHIP_HEALTH], "the dead stay dead");
        let settled = decided(Decision::Settled { victim: b });
        world.apply(shot_of(a), &settled, &mut events);
        assert_eq!(health(&world), [0, SHIP_HEALTH]);
    }
}
