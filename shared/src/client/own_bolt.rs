//! The viewer's own bolt: it flies exactly as the server judges it, and sparks on the first ship
//! that it hits as drawn, or on every one if bolts pierce. Advanced once a frame.

use alloc::vec::Vec;

use serde::Serialize;

use super::{
    effects::Effects,
    frame_clocks::{Confirmation, FrameClocks},
    scene::{EffectCause, EffectKind, PlayerKind, SceneBolt},
    targets::Targets,
};
use crate::{
    base::{
        geometry::{Segment, Vec2},
        time::{MICROS_PER_S, Micros, TickRate},
    },
    judge::shot::HitClaim,
    netcode::choices::Piercing,
    sim::{bolt::Bolt, ship::ShipId},
};

/// How long a stopped bolt waits for the server's verdict.
const WAIT: Micros = Micros(4_000_000);

/// A bolt fired by the viewer.
#[derive(Clone, Debug, Serialize)]
pub(super) struct OwnBolt {
    pub(super) bolt: Bolt,
    /// When it leaves the muzzle, on the own clock: the time of the frame it was aimed by, plus any
    /// input delay.
    fired_at: Micros,
    /// Its age at the last frame.
    age: Micros,
    /// Distance flown, in u.
    distance_u: f32,
    /// Whether the server has confirmed it.
    pub(super) known: bool,
    /// Whether it was first drawn after the server confirmed it.
    late: bool,
    /// Where it hit a ship on this screen and stopped.
    pub(super) spark: Option<Vec2>,
    /// If bolts pierce: the ships it hit on this screen, and where. It flies on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pierced: Option<Vec<(ShipId, Vec2)>>,
}

impl OwnBolt {
    pub(super) fn new(
        bolt: Bolt,
        fired_at: Micros,
        known: Confirmation,
        piercing: Piercing,
    ) -> Self {
        let (age, known) = (Micros::ZERO, known == Confirmation::Received);
        let pierced = (piercing == Piercing::On).then(Vec::new);
        Self { bolt, fired_at, age, distance_u: 0.0, known, late: known, spark: None, pierced }
    }

    /// Advances to a frame and claims new hits. Returns whether to keep it.
    pub(super) fn fly(
        &mut self,
        clocks: FrameClocks,
        targets: Targets,
        effects: &mut Effects,
        claims: &mut Vec<HitClaim>,
    ) -> bool {
        let age = (clocks.own - self.fired_at).max(self.age);
        let (from_age, from_u) = (self.age, self.distance_u);
        self.age = age;
        if self.is_stopped() {
            return age < WAIT;
        }
        let ticks = age.0 as f32 * f32::from(clocks.rate.hz()) / MICROS_PER_S as f32;
        self.distance_u = self.bolt.distance_at(ticks, clocks.rate);
        let path = Segment::new(self.bolt.point_at(from_u), self.bolt.point_at(self.distance_u));
        for (fraction, victim) in self.new_hits(targets, path) {
            effects.add_caused(
                EffectKind::Spark,
                path.at(fraction),
                clocks.now,
                EffectCause::flight(self.bolt.aim.unit()),
            );
            match &mut self.pierced {
                Some(pierced) => pierced.push((victim, path.at(fraction))),
                None => self.spark = Some(path.at(fraction)),
            }
            let hit_at = from_age + Micros(((age - from_age).0 as f32 * fraction) as i64);
            let age = age_steps(hit_at, clocks.rate);
            // A bolt that was drawn late is off the server's timing, so its hits are not claimed.
            let claim = HitClaim { shot: self.bolt.shot, victim, age };
            claims.extend((!self.late).then_some(claim));
        }
        if self.spark.is_some() {
            return true;
        }
        if self.is_spent() {
            effects.add_caused(
                EffectKind::Dust,
                path.to,
                clocks.now,
                EffectCause::flight(self.bolt.aim.unit()),
            );
        }
        !self.is_spent() || self.is_stopped()
    }

    /// The ships it hits along a segment of its path, in order: only the first one, or if bolts
    /// pierce, all that it has not hit before.
    fn new_hits(&self, targets: Targets, path: Segment) -> Vec<(f32, ShipId)> {
        let Some(pierced) = &self.pierced else {
            return targets.first_hit(path).into_iter().collect();
        };
        let is_new = |(_, ship): &(f32, ShipId)| pierced.iter().all(|(known, _)| known != ship);
        let mut hits: Vec<(f32, ShipId)> = targets.hits(path).filter(is_new).collect();
        hits.sort_by(|a, b| a.0.total_cmp(&b.0));
        hits
    }

    /// Applies the server's verdict. Returns where it sparked on ships that it did not hit.
    pub(super) fn retract(&mut self, stands: impl Fn(ShipId) -> bool) -> Vec<Vec2> {
        match &mut self.pierced {
            Some(pierced) => {
                pierced.extract_if(.., |(ship, _)| !stands(*ship)).map(|(_, at)| at).collect()
            }
            None => self.spark.take().into_iter().collect(),
        }
    }

    /// Whether it sparked on a ship on this screen. A bolt that does not pierce ends with its
    /// spark, whichever ship that was on.
    pub(super) fn has_sparked_on(&self, ship: ShipId) -> bool {
        let has_hit =
            |pierced: &Vec<(ShipId, Vec2)>| pierced.iter().any(|(known, _)| *known == ship);
        self.pierced.as_ref().map_or(self.spark.is_some(), has_hit)
    }

    fn is_spent(&self) -> bool {
        self.distance_u >= self.bolt.reach_u
    }

    /// Whether it has stopped and waits for the verdict.
    fn is_stopped(&self) -> bool {
        let has_pierced = self.pierced.as_ref().is_some_and(|pierced| !pierced.is_empty());
        self.spark.is_some() || (has_pierced && self.is_spent())
    }

    /// Its position, or where it sparked.
    pub(super) fn pos(&self) -> Vec2 {
        self.spark.unwrap_or_else(|| self.bolt.point_at(self.distance_u))
    }

    pub(super) fn scene(&self) -> Option<SceneBolt> {
        (!self.is_stopped()).then(|| SceneBolt {
            shot: self.bolt.shot,
            owner: PlayerKind::You,
            pos: self.pos(),
            dir: self.bolt.aim.unit(),
        })
    }
}

/// An age in 1/256 tick, rounded to the nearest.
fn age_steps(age: Micros, rate: TickRate) -> u32 {
    let steps = rate.view_at(age).0.max(0);
    u32::try_from(steps).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        base::{
            geometry::Turn,
            time::{Tick, VIEW_STEPS_PER_TICK},
        },
        client::{remote_model::Drawn, scene::PoseSource},
        sim::{
            arena::Arena,
            event::{ShotId, Weapon},
            ship::{Ship, ShipId},
            side::Division,
            state::WorldState,
        },
    };

    #[test]
    fn a_bolt_hits_a_ship_where_both_are_drawn() {
        let rate = TickRate::DEFAULT;
        let shot = ShotId { tick: Tick(60), shooter: ShipId::default(), weapon: Weapon::Laser };
        let bolt = Bolt::new(shot, Tick(60), Vec2::new(100.0, 500.0), Turn(0), &Arena::empty());
        let victim = ShipId { idx: 3, generation: 1 };
        let mut ship = Ship::new(victim, Tick::ZERO);
        ship.spawn(Vec2::ZERO, Tick::ZERO);
        let fired_at = rate.micros_at(Tick(60));
        let mut own = OwnBolt::new(bolt, fired_at, Confirmation::Pending, Piercing::Off);
        let mut effects = Effects::default();
        let mut before = Vec::new();
        let mut claims = Vec::new();
        // It flies at 15 u a frame; the ship approaches at 5 u a frame, from 400 u away at age 0.
        for frame in 0..40 {
            let at = rate.micros_at(Tick(60 + frame));
            let pos = Vec2::new(500.0 - 5.0 * frame as f32, 500.0);
            let state = WorldState::default();
            let now = alloc::vec![Drawn::at(&ship, &state, pos, PoseSource::Newest)];
            let clocks = FrameClocks { now: at, own: at, server: at, rate };
            let (own_ship, division) = (shot.shooter, Division::None);
            let targets = Targets { before: &before, now: &now, own: own_ship, division };
            own.fly(clocks, targets, &mut effects, &mut claims);
            before = now;
        }
        // (400 − 16)/20 frames
        let age = claims[0].age as f32 / VIEW_STEPS_PER_TICK as f32;
        assert!((age - 19.2).abs() < 0.01, "{claims:?}");
        assert_eq!((claims.len(), claims[0].victim, claims[0].shot), (1, victim, shot));
        assert!((own.pos().x - 388.0).abs() < 0.1, "{:?}", own.pos());
        assert_eq!(own.scene(), None, "it is drawn no further");
    }
}
