//! The shots in flight on this screen: takes shots as they are fired or reported, and moves them
//! every frame into what the scene and the tape show.

use alloc::{collections::VecDeque, vec::Vec};

use serde::Serialize;

use super::{
    effects::Effects,
    frame_clocks::{Confirmation, FrameClocks},
    other_bolt::{BoltFlight, OtherBolt},
    own_bolt::OwnBolt,
    scene::{EffectCause, EffectKind, PlayerKind, SceneBeam, SceneBolt},
    targets::Targets,
};
use crate::{
    base::{
        geometry::{Segment, Vec2},
        limits::{DRAWN_SHOTS_MAX, TAPE_SHOTS_MAX},
        queue::push_bounded,
        time::{Micros, Tick},
    },
    judge::shot::HitClaim,
    netcode::choices::Piercing,
    sim::{
        bolt::Bolt,
        event::{ShotId, Weapon},
        ship::ShipId,
    },
};

/// Cap on own shots that wait for the server's confirmation; beyond it the oldest are never shown.
const WAITING_MAX: usize = 64;

#[derive(Clone, Copy, Debug, Serialize)]
struct Glow {
    shot: ShotId,
    owner: PlayerKind,
    line: Segment,
    since: Micros,
}

/// All visible shots, oldest first. Shots end only at frames, and a background tab draws none, so
/// each kind is capped at [`DRAWN_SHOTS_MAX`] and drops its oldest.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Bolts {
    own: VecDeque<OwnBolt>,
    others: VecDeque<OtherBolt>,
    glows: VecDeque<Glow>,
    /// Own shots that are shown once the server confirms them.
    waiting: VecDeque<ShotId>,
    /// Hits of own shots on this screen that were not claimed yet.
    claims: Vec<HitClaim>,
}

impl Bolts {
    /// Fires an own shot that leaves its muzzle at `aimed_at` on the own clock.
    pub(super) fn fire_own(
        &mut self,
        bolt: Bolt,
        aimed_at: Micros,
        known: Confirmation,
        piercing: Piercing,
        now: Micros,
        targets: Targets,
    ) {
        if bolt.shot.weapon == Weapon::Laser {
            let own = OwnBolt::new(bolt, aimed_at, known, piercing);
            push_bounded(&mut self.own, own, DRAWN_SHOTS_MAX);
            return;
        }
        let mut line = Segment::new(bolt.origin, bolt.point_at(bolt.reach_u));
        if let Some((fraction, victim)) = targets.first_hit(line) {
            line.to = line.at(fraction);
            self.claims.push(HitClaim { shot: bolt.shot, victim, age: 0 });
        }
        self.glow(bolt.shot, PlayerKind::You, line, now);
    }

    /// Delays showing an own shot until the server confirms it.
    pub(super) fn await_own(&mut self, shot: ShotId) {
        push_bounded(&mut self.waiting, shot, WAITING_MAX);
    }

    /// Shows another player's shot that the server reported. `muzzle` is the shooter's muzzle on
    /// this screen, if the shooter is visible.
    pub(super) fn fire_other(
        &mut self,
        bolt: Bolt,
        owner: PlayerKind,
        flight: BoltFlight,
        muzzle: Option<Vec2>,
        clocks: FrameClocks,
    ) {
        let from = muzzle.unwrap_or(bolt.origin);
        if bolt.shot.weapon == Weapon::Beam {
            let line = Segment::new(from, bolt.point_at(bolt.reach_u));
            self.glow(bolt.shot, owner, line, clocks.now);
        } else if self.others.iter().all(|other| other.bolt.shot != bolt.shot) {
            let other = OtherBolt::new(bolt, owner, flight, from, clocks);
            push_bounded(&mut self.others, other, DRAWN_SHOTS_MAX);
        }
    }

    /// Marks an own shot as confirmed by the server. Returns whether it waited for that and is to
    /// be shown now.
    pub(super) fn confirm_own(&mut self, shot: ShotId) -> bool {
        if let Some(own) = self.own.iter_mut().find(|own| own.bolt.shot == shot) {
            own.known = true;
        }
        let before = self.waiting.len();
        self.waiting.retain(|waiting| *waiting != shot);
        self.waiting.len() < before
    }

    /// Drops own shots that the server should have confirmed by now: it refused them because their
    /// commands came too late.
    pub(super) fn refuse_unknown(&mut self, executed: Tick, now: Micros, effects: &mut Effects) {
        self.refuse(now, effects, |tick| tick <= executed);
    }

    /// Drops own shots fired by commands after `tick`: later ticks will be reused.
    pub(super) fn refuse_after(&mut self, tick: Tick, now: Micros, effects: &mut Effects) {
        self.refuse(now, effects, |key| key > tick);
        self.claims.retain(|claim| claim.shot.tick <= tick);
    }

    fn refuse(&mut self, now: Micros, effects: &mut Effects, refused: impl Fn(Tick) -> bool) {
        self.own.retain(|own| {
            let refused = !own.known && refused(own.bolt.shot.tick);
            if refused {
                effects.add(EffectKind::Undone, own.pos(), now);
            }
            !refused
        });
        self.waiting.retain(|shot| !refused(shot.tick));
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

    /// A bolt hit a ship that is drawn at `at`, and pierces it.
    pub(super) fn pierce(
        &mut self,
        shot: ShotId,
        victim: ShipId,
        at: Option<Vec2>,
        now: Micros,
        effects: &mut Effects,
    ) {
        let is_shown = |own: &OwnBolt| own.bolt.shot == shot && own.has_sparked_on(victim);
        if let Some(at) = at.filter(|_| !self.own.iter().any(is_shown)) {
            effects.add_caused(EffectKind::Spark, at, now, self.cause(shot));
        }
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
        let cause = self.cause(shot);
        self.own.retain(|own| own.bolt.shot != shot);
        self.others.retain(|other| other.bolt.shot != shot);
        if let Some(at) = at.filter(|_| !sparked) {
            effects.add_caused(EffectKind::Spark, at, now, cause);
        }
    }

    /// What the sparks of a shot inherit.
    pub(super) fn cause(&self, shot: ShotId) -> EffectCause {
        let own = self.own.iter().map(|own| own.bolt);
        let mut bolts = own.chain(self.others.iter().map(|other| other.bolt));
        if let Some(bolt) = bolts.find(|bolt| bolt.shot == shot) {
            return EffectCause::flight(bolt.aim.unit());
        }
        let beam = self.glows.iter().find(|glow| glow.shot == shot);
        let along = beam.map_or(Vec2::ZERO, |glow| glow.line.to - glow.line.from);
        EffectCause::flight(along.normalize_or_zero())
    }

    /// Applies the server's verdict on an own shot. Returns where it sparked on this screen on
    /// ships that it did not hit; `stands` says which hits stand.
    pub(super) fn retract(&mut self, shot: ShotId, stands: impl Fn(ShipId) -> bool) -> Vec<Vec2> {
        let Some(at) = self.own.iter().position(|own| own.bolt.shot == shot) else {
            return Vec::new();
        };
        let sparked = self.own[at].spark.is_some();
        let sparks = self.own[at].retract(stands);
        // A bolt that hit nothing here either leaves the screen by itself.
        if sparked {
            self.own.remove(at);
        }
        sparks
    }

    /// Advances everything to this frame.
    pub(super) fn frame(
        &mut self,
        clocks: FrameClocks,
        dt: Micros,
        targets: Targets,
        effects: &mut Effects,
    ) {
        let claims = &mut self.claims;
        self.own.retain_mut(|own| own.fly(clocks, targets, effects, claims));
        self.others.retain_mut(|other| other.fly(clocks, dt, effects));
        self.glows.retain(|glow| clocks.now - glow.since < SceneBeam::GLOW);
    }

    /// Takes the hits on this screen since the last call.
    pub(super) fn take_claims(&mut self) -> Vec<HitClaim> {
        core::mem::take(&mut self.claims)
    }

    /// Forgets everything in flight, when the world is reset.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    pub(super) fn scene_bolts(&self) -> Vec<SceneBolt> {
        let own = self.own.iter().filter_map(OwnBolt::scene);
        own.chain(self.others.iter().map(OtherBolt::scene)).collect()
    }

    /// The bolts to record on the tape: own ones, then the newest of the others.
    pub(super) fn tape_bolts(&self) -> Vec<(ShotId, Vec2)> {
        let own = self.own.iter().filter_map(OwnBolt::scene);
        let bolts = own.chain(self.others.iter().rev().map(OtherBolt::scene));
        let mut kept: Vec<_> =
            bolts.take(TAPE_SHOTS_MAX).map(|bolt| (bolt.shot, bolt.pos)).collect();
        // Hundreds of frames are kept, and as many again for each moment the laboratory saves.
        kept.shrink_to_fit();
        kept
    }

    /// The beams to record on the tape.
    pub(super) fn tape_beams(&self) -> Vec<(ShotId, Segment)> {
        let newest = self.glows.iter().rev().take(TAPE_SHOTS_MAX);
        newest.map(|glow| (glow.shot, glow.line)).collect()
    }

    pub(super) fn scene_beams(&self, now: Micros) -> Vec<SceneBeam> {
        let beam = |glow: &Glow| SceneBeam {
            shot: glow.shot,
            owner: glow.owner,
            from: glow.line.from,
            to: glow.line.to,
            glow: 1.0 - (now - glow.since).0 as f32 / SceneBeam::GLOW.0 as f32,
        };
        self.glows.iter().map(beam).collect()
    }

    fn glow(&mut self, shot: ShotId, owner: PlayerKind, line: Segment, since: Micros) {
        push_bounded(&mut self.glows, Glow { shot, owner, line, since }, DRAWN_SHOTS_MAX);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        base::{geometry::Turn, time::TickRate},
        netcode::choices::BoltView,
        sim::{arena::Arena, side::Division},
    };

    /// For each frame, the laser's distance from its muzzle and its distance from the target point.
    fn chase(view: BoltView, k: u8, lead_ms: i64, muzzle: Vec2) -> Vec<(f32, f32)> {
        let rate = TickRate::DEFAULT;
        let shooter = ShipId { idx: 1, generation: 0 };
        let shot = ShotId { tick: Tick(60), shooter, weapon: Weapon::Laser };
        let origin = Vec2::new(100.0, 500.0);
        let bolt = Bolt::new(shot, Tick(60), origin, Turn(0), &Arena::empty());
        let (mut bolts, mut effects) = (Bolts::default(), Effects::default());
        let clocks = |frame: u32| {
            let server = rate.micros_at(Tick(60 + frame));
            FrameClocks { now: server, own: server, server, rate }
        };
        let flight = BoltFlight { view, k, lead: Micros::from_ms(lead_ms) };
        bolts.fire_other(bolt, PlayerKind::Player, flight, Some(muzzle), clocks(0));
        let own = ShipId::default();
        let targets = Targets { before: &[], now: &[], own, division: Division::None };
        (0..30)
            .map(|frame| {
                let dt = rate.micros_at(Tick(u32::from(frame > 0)));
                bolts.frame(clocks(frame), dt, targets, &mut effects);
                let laser = bolts.scene_bolts()[0].pos;
                let ticks = frame as f32 + lead_ms as f32 * 0.06;
                let target = bolt.point_at(bolt.distance_at(ticks, rate));
                ((laser - origin).length(), (laser - target).length())
            })
            .collect()
    }

    #[test]
    fn a_laser_starts_at_the_muzzle_seen_and_converges() {
        let frames = chase(BoltView::Converge, 1, 100, Vec2::new(100.0, 500.0));
        assert!(frames[0].0 < 0.1 && frames[1].1 < 50.0, "halves the 90 u: {:?}", frames[1]);
        for two in frames.windows(2).filter(|two| two[0].1 > 0.1) {
            assert!((two[1].1 / two[0].1 - 0.5).abs() < 0.02, "halves each frame: {two:?}");
        }
        assert!(frames[29].1 < 0.05, "really converges: {:?}", frames[29]);
        let off_line = chase(BoltView::Converge, 1, 0, Vec2::new(100.0, 540.0));
        assert!(off_line[0].1 > 15.0 && off_line[29].1 < 0.05, "{off_line:?}");
    }

    #[test]
    fn each_bolt_view_keeps_its_own_distance() {
        let muzzle = Vec2::new(100.0, 500.0);
        let rows = [
            // (view, k, distance after 1 and 29 frames: 15 u a frame, the target 90 u ahead)
            (BoltView::Late, 1, 15.0, 435.0),
            (BoltView::Jump, 1, 105.0, 525.0),
            (BoltView::ConvergeAsPublished, 1, 52.5, 510.0),
            (BoltView::ConvergeAsPublished, 99, 1.05, 82.3),
            // v/(60·ln 2) behind: 21.6 u
            (BoltView::ConvergeTimed, 1, 49.2, 503.4),
            (BoltView::Converge, 1, 60.0, 525.0),
        ];
        for (view, k, first, last) in rows {
            let frames = chase(view, k, 100, muzzle);
            let got = (frames[1].0, frames[29].0);
            let off = (got.0 - first).abs().max((got.1 - last).abs());
            assert!(off < 0.5, "{view:?} {k}: {got:?} for {first}, {last}");
        }
    }
}
