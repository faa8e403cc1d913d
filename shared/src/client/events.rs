//! Events as the player meets them: own ones at once, other people's when the view reaches them.

use alloc::{string::String, vec::Vec};

use super::{
    frame_clocks::Known,
    game::{Game, Open},
    other_bolt::BoltFlight,
    scene::EffectKind,
    status::{KillLine, Notice},
};
use crate::{
    base::{
        geometry::Vec2,
        limits::EFFECTS_MAX,
        time::{Micros, ViewTime},
    },
    netcode::values::PlayerNetcode,
    schemes::targeting::relayed_lead,
    sim::{
        bolt::Bolt,
        event::{Decision, Event, EventKind, Finality, ShotId},
        rules::SHIP_RADIUS_U,
        ship::ShipId,
    },
};

impl Game {
    /// An event that was not known before.
    pub(super) fn handle_event(&mut self, now: Micros, event: &Event, netcode: &PlayerNetcode) {
        match event.kind {
            EventKind::Fired { shot, origin, aim } => {
                let bolt = Bolt::new(shot, event.tick, origin, aim, &self.ground.arena);
                if shot.shooter != self.own {
                    self.show_fired(now, bolt, netcode);
                } else if self.bolts.know_own(shot) {
                    self.notice(Notice::Fired { weapon: shot.weapon });
                    self.show_own(now, bolt, self.own_clock.position(now), Known::Yes);
                }
            }
            EventKind::Hit { shot, victim, damage, distance_u, finality } => {
                self.show_hit(now, shot, victim, damage, distance_u, finality);
                self.tell_hit(shot, victim, damage, finality);
                if victim == self.own {
                    let rate = self.rate();
                    let verdict = Decision::Hit { victim, finality };
                    self.shots.handle_hit(shot, verdict, now, &self.tape, rate);
                }
            }
            EventKind::Settled { shot, victim } => {
                self.show_settled(now, shot, victim);
                if victim == self.own {
                    self.shots.handle_settled(shot, victim);
                }
            }
            EventKind::Retracted { shot, victim, refund } => {
                self.close_tentative(shot, victim);
                if let Some(at) = self.drawn_at(victim) {
                    self.effects.add(EffectKind::Undone, at, now);
                }
                if victim == self.own {
                    self.shots.handle_undone(shot, refund);
                    self.notice(Notice::Refunded { refund });
                }
                if shot.shooter == self.own {
                    self.notice(Notice::HitUndone { shot, victim });
                }
            }
            EventKind::Died { victim, shot } => {
                self.tentative.retain(|open| open.victim != victim);
                self.tell_death(now, victim, shot);
                self.show_now_or_later(now, event, victim);
            }
            EventKind::Spawned { ship, .. } => {
                self.tentative.retain(|open| open.victim != ship);
                if ship == self.own {
                    self.notice(Notice::Spawned);
                }
                self.show_now_or_later(now, event, ship);
            }
        }
    }

    /// Shows the events that the view has reached.
    pub(super) fn show_due(&mut self, now: Micros) {
        let view = self.view.time;
        let waiting = core::mem::take(&mut self.to_show);
        let (due, later): (Vec<Event>, Vec<Event>) =
            waiting.into_iter().partition(|event| ViewTime::from_tick(event.tick) <= view);
        self.to_show = later;
        for event in due {
            self.show(now, &event);
        }
    }

    /// A shot of somebody else's appears.
    pub(super) fn show_fired(&mut self, now: Micros, bolt: Bolt, netcode: &PlayerNetcode) {
        let shooter = bolt.shot.shooter;
        if shooter == self.own {
            return;
        }
        let drawn = self.drawn.iter().find(|drawn| drawn.ship.id == shooter);
        let muzzle = drawn.map(|drawn| drawn.pos + bolt.aim.unit() * SHIP_RADIUS_U);
        let to_server = Micros::from_ms(self.roster.lead_ms(shooter).into());
        let lead = relayed_lead(to_server, Micros(self.round_trip.0 / 2));
        let flight = BoltFlight { view: netcode.bolts, k: netcode.bolt_k, lead };
        self.bolts.fire_other(bolt, self.whose(shooter), flight, muzzle, self.moment(now));
    }

    fn show_hit(
        &mut self,
        now: Micros,
        shot: ShotId,
        victim: ShipId,
        damage: u8,
        distance_u: f32,
        finality: Finality,
    ) {
        let at = self.drawn_at(victim);
        if finality == Finality::Final {
            self.bolts.hit(shot, distance_u, at, now, &mut self.effects);
        } else if self.tentative.len() < EFFECTS_MAX {
            self.tentative.push(Open { shot, victim, damage });
        }
        self.hurt_at.retain(|(ship, _)| *ship != victim);
        self.hurt_at.push((victim, now));
        let confirms = shot.shooter == self.own && finality == Finality::Final;
        if let Some(at) = at.filter(|_| confirms) {
            self.effects.add(EffectKind::Confirmed, at, now);
        }
    }

    /// A tentative hit stands.
    fn show_settled(&mut self, now: Micros, shot: ShotId, victim: ShipId) {
        let at = self.drawn_at(victim);
        self.bolts.end(shot, at, now, &mut self.effects);
        if let Some(at) = at.filter(|_| shot.shooter == self.own) {
            self.effects.add(EffectKind::Confirmed, at, now);
        }
        let damage = self.close_tentative(shot, victim);
        if let Some(damage) = damage.filter(|_| shot.shooter == self.own) {
            self.notice(Notice::HitConfirmed { shot, victim, damage });
        }
    }

    /// A hit is no longer open: the damage it did.
    fn close_tentative(&mut self, shot: ShotId, victim: ShipId) -> Option<u8> {
        let of = |open: &Open| open.shot == shot && open.victim == victim;
        let at = self.tentative.iter().position(of)?;
        Some(self.tentative.remove(at).damage)
    }

    fn tell_hit(&mut self, shot: ShotId, victim: ShipId, damage: u8, finality: Finality) {
        if shot.shooter == self.own {
            self.hits_told += 1;
            if finality == Finality::Final {
                self.notice(Notice::HitConfirmed { shot, victim, damage });
            }
        }
        if victim == self.own {
            self.notice(Notice::Hurt { by: shot.shooter, damage });
        }
    }

    fn tell_death(&mut self, now: Micros, victim: ShipId, shot: ShotId) {
        let name = |id: ShipId| -> String { self.roster.name(id).into() };
        let (killer, victim_name) = (name(shot.shooter), name(victim));
        self.add_kill_line(KillLine {
            at: now,
            shot,
            killer,
            victim: victim_name,
            victim_id: victim,
        });
        if victim == self.own {
            self.notice(Notice::Died { by: shot.shooter });
        }
        if shot.shooter == self.own {
            self.notice(Notice::Killed { victim });
        }
    }

    fn show_now_or_later(&mut self, now: Micros, event: &Event, ship: ShipId) {
        if ship == self.own {
            self.show(now, event);
        } else if self.to_show.len() < EFFECTS_MAX {
            self.to_show.push(*event);
        }
    }

    fn show(&mut self, now: Micros, event: &Event) {
        let (kind, ship) = match event.kind {
            EventKind::Died { victim, .. } => (EffectKind::Explosion, victim),
            EventKind::Spawned { ship, .. } => (EffectKind::Arrival, ship),
            _ => return,
        };
        let last_seen = self.newest_ship(ship).map(|ship| ship.body.pos);
        if let Some(at) = self.drawn_at(ship).or(last_seen) {
            self.effects.add(kind, at, now);
        }
    }

    /// Where a ship is on this screen.
    fn drawn_at(&self, ship: ShipId) -> Option<Vec2> {
        if ship == self.own {
            return Some(self.focus);
        }
        self.drawn.iter().find(|drawn| drawn.ship.id == ship).map(|drawn| drawn.pos)
    }
}
