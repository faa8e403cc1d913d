//! Shows events to the player: own ones at once, those of remote ships when the view reaches them.

use alloc::{string::String, vec::Vec};

use super::{
    frame_clocks::Confirmation,
    game::Game,
    other_bolt::BoltFlight,
    presentation::{Hurt, Presentation, TentativeHit},
    scene::{EffectCause, EffectKind},
    status::{KillLine, Notice},
};
use crate::{
    base::{
        geometry::Turn,
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

/// A hit reported by the server.
#[derive(Clone, Copy, Debug, PartialEq)]
struct ShownHit {
    shot: ShotId,
    victim: ShipId,
    damage: u8,
    /// From the muzzle, in u.
    distance_u: f32,
    finality: Finality,
}

impl Presentation {
    /// Handles an event that is new to this client.
    pub(super) fn handle_event(
        &mut self,
        now: Micros,
        event: &Event,
        game: &Game,
        netcode: &PlayerNetcode,
    ) {
        let own = game.own.id();
        match event.kind {
            EventKind::Fired { shot, origin, aim } => {
                let bolt = Bolt::new(shot, event.tick, origin, aim, &game.params.arena);
                if shot.shooter != own {
                    self.show_fired(now, bolt, game, netcode);
                    return;
                }
                self.shots.confirm_own(shot);
                if self.bolts.confirm_own(shot) {
                    self.notice(Notice::Fired { weapon: shot.weapon });
                    let (own_time, targets) = (game.timeline.own_time(now), game.targets());
                    let piercing = game.piercing(shot);
                    self.bolts.fire_own(
                        bolt,
                        own_time,
                        Confirmation::Received,
                        piercing,
                        now,
                        targets,
                    );
                }
            }
            EventKind::Hit { shot, victim, damage, distance_u, finality } => {
                let hit = ShownHit { shot, victim, damage, distance_u, finality };
                self.show_hit(now, &hit, game);
                self.notify_hit(&hit, own);
                if victim == own {
                    let rate = game.timeline.rate();
                    let verdict = Decision::Hit { victim, finality }.as_verdict();
                    self.shots.handle_hit(shot, verdict, now, &self.tape, rate);
                }
            }
            EventKind::Settled { shot, victim } => {
                self.show_settled(now, shot, victim, game);
                if victim == own {
                    self.shots.handle_settled(shot, victim);
                }
            }
            EventKind::Retracted { shot, victim, refund } => {
                self.close_tentative(shot, victim);
                if let Some(at) = game.drawn_at(victim) {
                    self.effects.add(EffectKind::Undone, at, now);
                }
                if victim == own {
                    self.shots.handle_undone(shot, refund);
                    self.notice(Notice::Refunded { refund });
                }
                if shot.shooter == own {
                    self.notice(Notice::HitUndone { shot, victim });
                }
            }
            EventKind::Died { victim, shot } => {
                self.tentative.retain(|open| open.victim != victim);
                self.notify_death(now, victim, shot, game);
                self.show_or_schedule(now, event, victim, game);
            }
            EventKind::Spawned { ship, .. } => {
                self.tentative.retain(|open| open.victim != ship);
                if ship == own {
                    self.shots.killed_by = None;
                    self.notice(Notice::Spawned);
                }
                self.show_or_schedule(now, event, ship, game);
            }
        }
    }

    /// On a watcher's screen: handles an event that the picture has reached.
    pub(super) fn handle_watched_event(
        &mut self,
        now: Micros,
        event: &Event,
        game: &Game,
        netcode: &PlayerNetcode,
    ) {
        let EventKind::Fired { shot, origin, aim } = event.kind else {
            return self.handle_event(now, event, game, netcode);
        };
        let bolt = Bolt::new(shot, event.tick, origin, aim, &game.params.arena);
        self.show_watched_shot(now, bolt, game, netcode);
        if shot.shooter == game.own.id() {
            self.notice(Notice::Fired { weapon: shot.weapon });
        }
    }

    /// On a watcher's screen: shows a shot, that of the followed ship as its player saw it.
    pub(super) fn show_watched_shot(
        &mut self,
        now: Micros,
        bolt: Bolt,
        game: &Game,
        netcode: &PlayerNetcode,
    ) {
        if bolt.shot.shooter != game.own.id() {
            return self.show_fired(now, bolt, game, netcode);
        }
        let left_at = game.timeline.rate().micros_at(bolt.fired);
        let (known, piercing) = (Confirmation::Received, game.piercing(bolt.shot));
        self.bolts.fire_own(bolt, left_at, known, piercing, now, game.targets());
    }

    /// Shows the waiting events that the view has reached.
    pub(super) fn show_due(&mut self, now: Micros, game: &Game) {
        let view = game.remote.view().time;
        let waiting = core::mem::take(&mut self.to_show);
        let (due, later): (Vec<Event>, Vec<Event>) =
            waiting.into_iter().partition(|event| ViewTime::from_tick(event.tick) <= view);
        self.to_show = later;
        for event in due {
            self.show(now, &event, game);
        }
    }

    /// Shows another player's shot.
    pub(super) fn show_fired(
        &mut self,
        now: Micros,
        bolt: Bolt,
        game: &Game,
        netcode: &PlayerNetcode,
    ) {
        let shooter = bolt.shot.shooter;
        if shooter == game.own.id() {
            return;
        }
        let muzzle = game.drawn_at(shooter).map(|pos| pos + bolt.aim.unit() * SHIP_RADIUS_U);
        let to_server = Micros::from_ms(game.roster.lead_ms(shooter).into());
        let lead = match (&game.watched, game.rules.now.lockstep()) {
            // All screens draw the same tick.
            (_, Some(_)) => Micros::ZERO,
            (Some(watched), None) => watched.lead_of_others(to_server),
            (None, None) => relayed_lead(to_server, Micros(game.timeline.round_trip().0 / 2)),
        };
        let flight = BoltFlight { view: netcode.bolts, k: netcode.bolt_k, lead };
        let clocks = game.timeline.clocks(now);
        self.bolts.fire_other(bolt, game.owner_of(shooter), flight, muzzle, clocks);
    }

    fn show_hit(&mut self, now: Micros, hit: &ShownHit, game: &Game) {
        let ShownHit { shot, victim, damage, distance_u, finality } = *hit;
        let at = game.drawn_at(victim);
        if victim == game.own.id() && self.hurts.len() < EFFECTS_MAX {
            let shooter = game.drawn_at(shot.shooter).map(|pos| pos - game.own.focus());
            let from = shooter.unwrap_or(-self.bolts.cause(shot).dir).normalize_or_zero();
            self.hurts.push(Hurt::new(now, from, damage));
        }
        match finality {
            Finality::Final => self.bolts.hit(shot, distance_u, at, now, &mut self.effects),
            Finality::Piercing => self.bolts.pierce(shot, victim, at, now, &mut self.effects),
            Finality::Tentative if self.tentative.len() < EFFECTS_MAX => {
                self.tentative.push(TentativeHit { shot, victim, damage });
            }
            Finality::Tentative => {}
        }
        self.hurt_at.retain(|(ship, _)| *ship != victim);
        self.hurt_at.push((victim, now));
        let confirms = shot.shooter == game.own.id() && finality != Finality::Tentative;
        if let Some(at) = at.filter(|_| confirms) {
            self.effects.add_caused(EffectKind::Confirmed, at, now, game.hull(victim));
        }
    }

    /// A tentative hit became final.
    fn show_settled(&mut self, now: Micros, shot: ShotId, victim: ShipId, game: &Game) {
        let at = game.drawn_at(victim);
        self.bolts.end(shot, at, now, &mut self.effects);
        let own = shot.shooter == game.own.id();
        if let Some(at) = at.filter(|_| own) {
            self.effects.add_caused(EffectKind::Confirmed, at, now, game.hull(victim));
        }
        let damage = self.close_tentative(shot, victim);
        if let Some(damage) = damage.filter(|_| own) {
            self.notice(Notice::HitConfirmed { shot, victim, damage });
        }
    }

    /// Removes a hit from the tentative ones. Returns its damage.
    fn close_tentative(&mut self, shot: ShotId, victim: ShipId) -> Option<u8> {
        let of = |open: &TentativeHit| open.shot == shot && open.victim == victim;
        let at = self.tentative.iter().position(of)?;
        Some(self.tentative.remove(at).damage)
    }

    fn notify_hit(&mut self, hit: &ShownHit, own: ShipId) {
        let ShownHit { shot, victim, damage, finality, .. } = *hit;
        if shot.shooter == own {
            self.hits_reported += 1;
            if finality != Finality::Tentative {
                self.notice(Notice::HitConfirmed { shot, victim, damage });
            }
        }
        if victim == own {
            self.notice(Notice::Hurt { by: shot.shooter, damage });
        }
    }

    fn notify_death(&mut self, now: Micros, victim: ShipId, shot: ShotId, game: &Game) {
        let name = |id: ShipId| -> String { game.roster.name(id).into() };
        let (killer, victim_name) = (name(shot.shooter), name(victim));
        self.add_kill_line(KillLine {
            at: now,
            shot,
            killer,
            victim: victim_name,
            victim_id: victim,
        });
        if victim == game.own.id() {
            let by = shot.shooter;
            let shooter = game.remote.drawn().iter().find(|drawn| drawn.ship.id == by);
            self.shots.killed_by = Some(shot);
            let from = shooter.map(|drawn| Turn::of(drawn.pos - game.own.focus()));
            self.notice(Notice::Died { by, weapon: shot.weapon, from });
        }
        if shot.shooter == game.own.id() {
            self.notice(Notice::Killed { victim });
        }
    }

    fn show_or_schedule(&mut self, now: Micros, event: &Event, ship: ShipId, game: &Game) {
        if ship == game.own.id() {
            self.show(now, event, game);
        } else if self.to_show.len() < EFFECTS_MAX {
            self.to_show.push(*event);
        }
    }

    fn show(&mut self, now: Micros, event: &Event, game: &Game) {
        let (kind, ship, killer) = match event.kind {
            EventKind::Died { victim, shot } => {
                (EffectKind::Explosion, victim, Some(game.owner_of(shot.shooter)))
            }
            EventKind::Spawned { ship, .. } => (EffectKind::Arrival, ship, None),
            _ => return,
        };
        let last_seen = game.inbox.newest_ship(ship).map(|ship| ship.body.pos);
        if let Some(at) = game.drawn_at(ship).or(last_seen) {
            let cause = EffectCause { killer, ..game.hull(ship) };
            self.effects.add_caused(kind, at, now, cause);
        }
    }
}
