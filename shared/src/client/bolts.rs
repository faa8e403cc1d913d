//! Shots as they are drawn: own ones at once, other people's from the muzzle as seen here,
//! converging on where they are on their shooter's own screen.
//!
//! The convergence is the time-based, velocity-compensated form of *Targeting* (a laser chases a
//! target point that starts displaced by `v·L`): each frame `laser += v·dt`, then
//! `laser += (target − laser)·(1 − 2^(−60·dt))`, so half of the error is left after 1/60 s.

use alloc::vec::Vec;

use serde::Serialize;

use super::{
    effects::Effects,
    remote::Drawn,
    scene::{EffectKind, SceneBeam, SceneBolt, Whose},
};
use crate::{
    base::{
        geometry::{Segment, Vec2, first_contact},
        limits::DRAWN_SHOTS_MAX,
        time::{Micros, Tick, TickRate},
    },
    sim::{
        bolt::Bolt,
        event::{ShotId, Weapon},
        rules::{BOLT_SPEED_U_PER_S, SHIP_RADIUS_U},
    },
};

/// How long a beam glows.
const GLOW: Micros = Micros(220_000);

/// A bolt of the viewer's: on this screen it flies exactly as it is judged.
#[derive(Clone, Copy, Debug, Serialize)]
struct OwnBolt {
    bolt: Bolt,
    /// Where the own clock stood when it was fired.
    fired_at: Micros,
    /// How far it has come, in u.
    distance_u: f32,
    /// Whether the server has it too.
    known: bool,
    /// Where it met a ship on this screen: it is drawn no further.
    spark: Option<Vec2>,
}

/// A bolt of somebody else's.
#[derive(Clone, Copy, Debug, Serialize)]
struct OtherBolt {
    bolt: Bolt,
    whose: Whose,
    /// From trigger to execution at its shooter's.
    lead: Micros,
    laser: Vec2,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct Glow {
    shot: ShotId,
    whose: Whose,
    line: Segment,
    since: Micros,
}

/// Everything that was fired and is still to be seen.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Bolts {
    own: Vec<OwnBolt>,
    others: Vec<OtherBolt>,
    glows: Vec<Glow>,
}

/// The clocks of a frame, in µs of the tick line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    pub(super) now: Micros,
    /// Where the own clock stands.
    pub(super) own: Micros,
    /// Where the server is by now, as far as can be seen from here.
    pub(super) server: Micros,
    pub(super) rate: TickRate,
}

impl Bolts {
    /// The viewer fired: it leaves the muzzle on the same frame.
    pub(super) fn fire_own(&mut self, bolt: Bolt, moment: Moment, ships: &[Drawn]) {
        if bolt.shot.weapon == Weapon::Laser {
            let fired_at = moment.own;
            self.own.push(OwnBolt { bolt, fired_at, distance_u: 0.0, known: false, spark: None });
            return;
        }
        let line = Segment::new(bolt.origin, bolt.point_at(bolt.reach_u));
        let end = meets(line, ships).unwrap_or(1.0);
        self.glow(bolt.shot, Whose::You, Segment::new(line.from, line.at(end)), moment.now);
    }

    /// The server says that somebody fired. `muzzle` is where the shooter's muzzle is on this
    /// screen, if the shooter is on it.
    pub(super) fn fire_other(
        &mut self,
        bolt: Bolt,
        whose: Whose,
        muzzle: Option<Vec2>,
        lead: Micros,
        now: Micros,
    ) {
        let from = muzzle.unwrap_or(bolt.origin);
        if bolt.shot.weapon == Weapon::Beam {
            let line = Segment::new(from, bolt.point_at(bolt.reach_u));
            self.glow(bolt.shot, whose, line, now);
        } else if self.others.iter().all(|other| other.bolt.shot != bolt.shot) {
            make_room(&mut self.others);
            self.others.push(OtherBolt { bolt, whose, lead, laser: from });
        }
    }

    /// The server says that a shot of the viewer's left its muzzle there too.
    pub(super) fn know_own(&mut self, shot: ShotId) {
        if let Some(own) = self.own.iter_mut().find(|own| own.bolt.shot == shot) {
            own.known = true;
        }
    }

    /// A shot of the viewer's that the server should know by now and does not was refused: its
    /// command came too late.
    pub(super) fn refuse_unknown(&mut self, executed: Tick, now: Micros, effects: &mut Effects) {
        self.own.retain(|own| {
            let refused = !own.known && own.bolt.shot.tick <= executed;
            if refused {
                let at = own.spark.unwrap_or_else(|| own.bolt.point_at(own.distance_u));
                effects.add(EffectKind::Undone, at, now);
            }
            !refused
        });
    }

    /// A shot hit a ship that is drawn at `at`.
    pub(super) fn hit(
        &mut self,
        shot: ShotId,
        distance_u: f32,
        at: Option<Vec2>,
        now: Micros,
        effects: &mut Effects,
    ) {
        if let Some(glow) = self.glows.iter_mut().find(|glow| glow.shot == shot) {
            let dir = (glow.line.to - glow.line.from).normalize_or_zero();
            glow.line.to = glow.line.from + dir * distance_u;
        }
        self.end(shot, at, now, effects);
    }

    /// A shot ended on a ship that is drawn at `at`.
    pub(super) fn end(
        &mut self,
        shot: ShotId,
        at: Option<Vec2>,
        now: Micros,
        effects: &mut Effects,
    ) {
        let sparked = self.own.iter().any(|own| own.bolt.shot == shot && own.spark.is_some());
        self.own.retain(|own| own.bolt.shot != shot);
        self.others.retain(|other| other.bolt.shot != shot);
        if let Some(at) = at.filter(|_| !sparked) {
            effects.add(EffectKind::Spark, at, now);
        }
    }

    /// The last word on a shot of the viewer's that hit nobody: where it sparked on this screen,
    /// if it did.
    pub(super) fn missed(&mut self, shot: ShotId) -> Option<Vec2> {
        let at = self.own.iter().position(|own| own.bolt.shot == shot)?;
        // One that met nothing here either flies out of the picture by itself.
        let spark = self.own[at].spark?;
        self.own.remove(at);
        Some(spark)
    }

    /// Moves everything to a frame.
    pub(super) fn frame(
        &mut self,
        moment: Moment,
        dt: Micros,
        ships: &[Drawn],
        effects: &mut Effects,
    ) {
        self.own.retain_mut(|own| own.fly(moment, ships, effects));
        self.others.retain_mut(|other| other.converge(moment, dt, effects));
        self.glows.retain(|glow| moment.now - glow.since < GLOW);
    }

    /// Forgets everything in flight: the world is shown anew.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    pub(super) fn scene_bolts(&self) -> Vec<SceneBolt> {
        let own = self.own.iter().filter(|own| own.spark.is_none()).map(|own| SceneBolt {
            shot: own.bolt.shot,
            whose: Whose::You,
            pos: own.bolt.point_at(own.distance_u),
            dir: own.bolt.aim.unit(),
        });
        let others = self.others.iter().map(|other| SceneBolt {
            shot: other.bolt.shot,
            whose: other.whose,
            pos: other.laser,
            dir: other.bolt.aim.unit(),
        });
        own.chain(others).collect()
    }

    pub(super) fn scene_beams(&self, now: Micros) -> Vec<SceneBeam> {
        let beam = |glow: &Glow| SceneBeam {
            whose: glow.whose,
            from: glow.line.from,
            to: glow.line.to,
            glow: 1.0 - (now - glow.since).0 as f32 / GLOW.0 as f32,
        };
        self.glows.iter().map(beam).collect()
    }

    fn glow(&mut self, shot: ShotId, whose: Whose, line: Segment, since: Micros) {
        make_room(&mut self.glows);
        self.glows.push(Glow { shot, whose, line, since });
    }
}

impl OwnBolt {
    /// Tells whether it is still of interest.
    fn fly(&mut self, moment: Moment, ships: &[Drawn], effects: &mut Effects) -> bool {
        let age = (moment.own - self.fired_at).0.max(0);
        let ticks = age as f32 * f32::from(moment.rate.hz()) / 1_000_000.0;
        let before = self.bolt.point_at(self.distance_u);
        self.distance_u = self.bolt.distance_at(ticks, moment.rate);
        let path = Segment::new(before, self.bolt.point_at(self.distance_u));
        if self.spark.is_some() {
            return age < 4_000_000;
        }
        if let Some(fraction) = meets(path, ships) {
            self.spark = Some(path.at(fraction));
            effects.add(EffectKind::Spark, path.at(fraction), moment.now);
            return true;
        }
        let ended = self.distance_u >= self.bolt.reach_u;
        if ended {
            effects.add(EffectKind::Dust, path.to, moment.now);
        }
        !ended
    }
}

impl OtherBolt {
    /// Tells whether it still flies.
    fn converge(&mut self, moment: Moment, dt: Micros, effects: &mut Effects) -> bool {
        let age = moment.server - moment.rate.micros_at(self.bolt.fired) + self.lead;
        let ticks = age.0.max(0) as f32 * f32::from(moment.rate.hz()) / 1_000_000.0;
        let target = self.bolt.point_at(self.bolt.distance_at(ticks, moment.rate));
        let dir = self.bolt.aim.unit();
        let dt_s = dt.as_s_f32();
        self.laser += dir * (BOLT_SPEED_U_PER_S * dt_s);
        self.laser += (target - self.laser) * (1.0 - libm::exp2f(-60.0 * dt_s));
        let ended = (self.laser - self.bolt.origin).dot(dir) >= self.bolt.reach_u;
        if ended {
            effects.add(EffectKind::Dust, self.bolt.point_at(self.bolt.reach_u), moment.now);
        }
        !ended
    }
}

/// Without frames nothing ends (a tab in the background): the oldest makes way.
fn make_room<T>(shots: &mut Vec<T>) {
    if shots.len() >= DRAWN_SHOTS_MAX {
        shots.remove(0);
    }
}

/// The first fraction of a path at which it meets a drawn ship.
fn meets(path: Segment, ships: &[Drawn]) -> Option<f32> {
    ships
        .iter()
        .filter_map(|drawn| first_contact(path, Segment::still(drawn.pos), SHIP_RADIUS_U))
        .min_by(f32::total_cmp)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        base::geometry::Turn,
        sim::{arena::Arena, ship::ShipId},
    };

    /// The laser's distance from its muzzle and the error against its target at each frame.
    fn chase(lead_ms: i64, muzzle: Vec2) -> Vec<(f32, f32)> {
        let rate = TickRate::DEFAULT;
        let shooter = ShipId { idx: 1, generation: 0 };
        let shot = ShotId { tick: Tick(60), shooter, weapon: Weapon::Laser };
        let origin = Vec2::new(100.0, 500.0);
        let bolt = Bolt::new(shot, Tick(60), origin, Turn(0), &Arena::empty());
        let (mut bolts, mut effects) = (Bolts::default(), Effects::default());
        let lead = Micros::from_ms(lead_ms);
        bolts.fire_other(bolt, Whose::Player, Some(muzzle), lead, Micros::ZERO);
        (0..30)
            .map(|frame| {
                let server = rate.micros_at(Tick(60 + frame));
                let moment = Moment { now: server, own: server, server, rate };
                bolts.frame(moment, rate.micros_at(Tick(1)), &[], &mut effects);
                let laser = bolts.scene_bolts()[0].pos;
                let ticks = frame as f32 + lead_ms as f32 * 0.06;
                let target = bolt.point_at(bolt.distance_at(ticks, rate));
                ((laser - origin).length(), (laser - target).length())
            })
            .collect()
    }

    #[test]
    fn a_laser_starts_at_the_muzzle_seen_and_converges() {
        let frames = chase(100, Vec2::new(100.0, 500.0));
        assert!(frames[0].1 < 50.0, "the first step already halves the 90 u: {:?}", frames[0]);
        for two in frames.windows(2).filter(|two| two[0].1 > 0.1) {
            assert!((two[1].1 / two[0].1 - 0.5).abs() < 0.02, "halves each frame: {two:?}");
        }
        assert!(frames[29].1 < 0.05, "really converges: {:?}", frames[29]);
        let off_line = chase(0, Vec2::new(100.0, 540.0));
        assert!(off_line[0].1 > 15.0 && off_line[29].1 < 0.05, "{off_line:?}");
    }
}
