//! Makes the scene of a moment on a clip, so that a page can show again, in the picture of the
//! world, what it drew then. Runs once a frame of a replay.
//!
//! A tape keeps where everything was drawn, and no more: velocities and the flight of bolts are
//! taken from neighbouring frames, hulls are shown whole, and flames and effects are left out.

use alloc::{sync::Arc, vec::Vec};

use super::{
    scene::{PlayerKind, PoseSource, Scene, SceneBeam, SceneBolt, SceneShip, SceneTrail},
    state::Client,
    tape::{TapeClip, TapeFrame, TapeShip, trail},
};
use crate::{
    base::{
        geometry::{Segment, Vec2},
        time::Micros,
    },
    sim::{command::Thrust, event::ShotId, rules::SHIP_HEALTH, ship::ShipId},
};

/// How long after a death the shot that led to it may still be drawn for the first time.
const DRAWN_LATE: Micros = Micros::from_ms(300);
/// Between two moments this far apart a replay measures how ships and bolts moved.
const STEP: Micros = Micros::from_ms(32);

/// A moment of a clip.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Replayed {
    pub scene: Scene,
    /// The ships' trails, the own one first.
    pub trails: Vec<SceneTrail>,
}

impl Client {
    /// What this screen drew from `span` before the own death until now, and the decisive moment in
    /// it: the death, or when the shot that led to it was drawn, which may be later. Until then the
    /// own ship is shown where it was drawn last. Empty clips are `None`.
    #[must_use]
    pub fn clip_of_death(&self, shot: ShotId, span: Micros) -> Option<(TapeClip, Micros)> {
        let frames = self.playing()?.presentation.tape.last(span + DRAWN_LATE);
        let (frames, died) = with_own_ship(frames);
        let after = frames.get(died..)?;
        let shows = |frame: &&Arc<TapeFrame>| {
            let bolts = frame.bolts.iter().map(|(drawn, _)| drawn);
            bolts.chain(frame.beams.iter().map(|(drawn, _)| drawn)).any(|drawn| *drawn == shot)
        };
        let decisive = after.iter().find(shows).or(after.first())?.at;
        Some((TapeClip::new(None, frames), decisive))
    }

    /// What this screen drew between two times on the own clock: from the tape or, where that does
    /// not reach back so far, from the clip kept for a shot.
    #[must_use]
    pub fn clip_between(&self, shot: ShotId, from: Micros, to: Micros) -> Option<TapeClip> {
        let frames = self.playing()?.presentation.tape.stretch(from, to);
        let taped = TapeClip::new(None, frames);
        let reaches = |clip: &TapeClip| clip.span().is_some_and(|(first, _)| first <= from);
        if reaches(&taped) { Some(taped) } else { self.clip(shot) }
    }

    /// The scene of a moment on a clip of this screen, at a time on the own clock: the nearest one
    /// that it covers. `None` if it covers none.
    #[must_use]
    pub fn replayed(&self, clip: &TapeClip, at: Micros) -> Option<Replayed> {
        let game = &self.playing()?.game;
        replayed(clip, at, |ship| game.owner_of(ship))
    }
}

impl TapeClip {
    /// Where a shot was drawn until a time on the own clock: its beam, or the way of its bolt's
    /// tip, in u. `None` if it was not drawn.
    #[must_use]
    pub fn drawn_path(&self, shot: ShotId, until: Micros) -> Option<Segment> {
        let drawn = || self.frames().iter().filter(move |frame| frame.at <= until);
        let beam = |frame: &Arc<TapeFrame>| {
            frame.beams.iter().find(|(drawn, _)| *drawn == shot).map(|(_, line)| *line)
        };
        let tip = |frame: &Arc<TapeFrame>| {
            frame.bolts.iter().find(|(drawn, _)| *drawn == shot).map(|(_, tip)| *tip)
        };
        let flown =
            || Some(Segment { from: drawn().find_map(tip)?, to: drawn().rev().find_map(tip)? });
        drawn().rev().find_map(beam).or_else(flown)
    }

    /// The time that the last place of the own ship belongs to, on the own clock, if its screen
    /// predicted it: when it was drawn there first.
    #[must_use]
    pub fn own_predicted_last_at(&self) -> Option<Micros> {
        let last = self.frames().last()?.own?;
        let there = |frame: &&Arc<TapeFrame>| frame.own.is_some_and(|own| own.pos == last.pos);
        let first = self.frames().iter().rev().take_while(there).last()?;
        (last.source == PoseSource::Predicted).then_some(first.at)
    }
}

/// Shows the own ship in the frames after its death too. Returns the frames, and the index of the
/// first one after the death; without any, that of the newest frame.
fn with_own_ship(mut frames: Vec<Arc<TapeFrame>>) -> (Vec<Arc<TapeFrame>>, usize) {
    let newest = frames.len().saturating_sub(1);
    let Some(last) = frames.iter().rposition(|frame| frame.own.is_some()) else {
        return (frames, newest);
    };
    let own = frames[last].own;
    for frame in &mut frames[last + 1..] {
        *frame = Arc::new(TapeFrame { own, ..TapeFrame::clone(frame) });
    }
    (frames, (last + 1).min(newest))
}

fn replayed(
    clip: &TapeClip,
    at: Micros,
    owner_of: impl Fn(ShipId) -> PlayerKind,
) -> Option<Replayed> {
    let (first, last) = clip.span()?;
    let at = at.clamp(first, last);
    let past = &clip.frames()[..clip.frames().partition_point(|frame| frame.at <= at)];
    // In a gap the last picture before it stays.
    let drawn = clip.at(at).or_else(|| past.last().map(|frame| TapeFrame::clone(frame)))?;
    let moved = Moved { clip, now: &drawn };
    let ships = drawn.ships().map(|place| scene_ship(place, owner_of(place.ship), &moved));
    let mut ships: Vec<SceneShip> = ships.collect();
    ships.sort_by_key(|ship| ship.id);
    let bolt = |(shot, pos): &(ShotId, Vec2)| SceneBolt {
        shot: *shot,
        owner: owner_of(shot.shooter),
        pos: *pos,
        dir: moved.bolt_direction(*shot, *pos),
    };
    let beam = |(shot, line): &(ShotId, Segment)| SceneBeam {
        shot: *shot,
        owner: owner_of(shot.shooter),
        from: line.from,
        to: line.to,
        glow: glow(past, *shot, at),
    };
    let newest_first = || core::iter::once(&drawn).chain(past.iter().rev().map(Arc::as_ref));
    let trail_of = |place: &TapeShip| SceneTrail {
        owner: owner_of(place.ship),
        points: trail(newest_first(), place.ship),
    };
    let scene = Scene {
        focus: drawn.own.or(drawn.others.first().copied()).map_or(Vec2::ZERO, |place| place.pos),
        bolts: drawn.bolts.iter().map(bolt).collect(),
        beams: drawn.beams.iter().map(beam).collect(),
        ships,
        ..Scene::default()
    };
    Some(Replayed { trails: drawn.ships().map(trail_of).collect(), scene })
}

fn scene_ship(place: &TapeShip, owner: PlayerKind, moved: &Moved) -> SceneShip {
    SceneShip {
        id: place.ship,
        owner,
        pos: place.pos,
        vel: moved.velocity(place),
        aim: place.aim,
        thrust: Thrust::None,
        health: SHIP_HEALTH,
        shielded: false,
        tentative: 0,
        flash: 0.0,
        source: place.source,
    }
}

/// How a beam glows: from the first frame that drew it.
fn glow(past: &[Arc<TapeFrame>], shot: ShotId, at: Micros) -> f32 {
    let has = |frame: &&Arc<TapeFrame>| frame.beams.iter().any(|(drawn, _)| *drawn == shot);
    let since = past.iter().find(has).map_or(at, |frame| frame.at);
    (1.0 - (at - since).0 as f32 / SceneBeam::GLOW.0 as f32).clamp(0.0, 1.0)
}

/// A moment of a clip and the frames around it.
struct Moved<'a> {
    clip: &'a TapeClip,
    now: &'a TapeFrame,
}

impl Moved<'_> {
    /// In u/s.
    fn velocity(&self, place: &TapeShip) -> Vec2 {
        let Some(before) = self.clip.at(self.now.at - STEP) else { return Vec2::ZERO };
        let same = |other: &&TapeShip| (other.ship, other.life) == (place.ship, place.life);
        let before = before.ships().find(same).map(|other| other.pos);
        before.map_or(Vec2::ZERO, |before| (place.pos - before) / STEP.as_s_f32())
    }

    /// The unit vector of a bolt's flight; where its ship points, if only this frame drew it.
    fn bolt_direction(&self, shot: ShotId, tip: Vec2) -> Vec2 {
        let tip_at = |at: Micros| {
            let frame = self.clip.at(at)?;
            frame.bolts.iter().find(|(drawn, _)| *drawn == shot).map(|(_, tip)| *tip)
        };
        let way = tip_at(self.now.at - STEP).map(|before| tip - before);
        let way = way.or_else(|| Some(tip_at(self.now.at + STEP)? - tip));
        let way = way.map_or(Vec2::ZERO, Vec2::normalize_or_zero);
        let shooter = self.now.ships().find(|place| place.ship == shot.shooter);
        let aim = || shooter.map_or(Vec2::X, |place| place.aim.unit());
        if way == Vec2::ZERO { aim() } else { way }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{base::time::Tick, client::tape::tests::frame, sim::event::Weapon};

    const MS: fn(i64) -> Micros = Micros::from_ms;

    fn shot(weapon: Weapon) -> ShotId {
        ShotId { tick: Tick(9), shooter: ShipId { idx: 1, generation: 0 }, weapon }
    }

    fn owner_of(ship: ShipId) -> PlayerKind {
        if ship.idx == 0 { PlayerKind::You } else { PlayerKind::Bot }
    }

    /// One second of flight at 500 u/s. A bolt flies up from 200 ms on, a beam glows from 400 ms.
    fn clip() -> TapeClip {
        let frames = (0..=50).map(|n| {
            let at_ms = n * 20;
            let mut drawn = TapeFrame::clone(&frame(at_ms, 10.0 * n as f32));
            if at_ms >= 200 {
                drawn.bolts.push((shot(Weapon::Laser), Vec2::new(7.0, 1000.0 - at_ms as f32)));
            }
            if at_ms >= 400 {
                let line = Segment { from: Vec2::ZERO, to: Vec2::ONE };
                drawn.beams.push((shot(Weapon::Beam), line));
            }
            Arc::new(drawn)
        });
        TapeClip::new(None, frames.collect())
    }

    #[test]
    fn a_moment_is_shown_as_it_was_drawn() {
        let Replayed { scene, trails } = replayed(&clip(), MS(510), owner_of).unwrap();
        let [own, other] = scene.ships.as_slice() else { panic!("{:?}", scene.ships) };
        assert_eq!((own.owner, own.pos), (PlayerKind::You, Vec2::new(255.0, 0.0)));
        assert_eq!((other.owner, other.pos), (PlayerKind::Bot, Vec2::new(305.0, 0.0)));
        assert!((own.vel - Vec2::new(500.0, 0.0)).length() < 1.0, "{}", own.vel);
        assert_eq!(scene.focus, own.pos);
        let [bolt] = scene.bolts.as_slice() else { panic!("{:?}", scene.bolts) };
        assert!((bolt.dir - Vec2::NEG_Y).length() < 1e-3, "{}", bolt.dir);
        assert!((scene.beams[0].glow - 0.5).abs() < 1e-3, "{}", scene.beams[0].glow);
        assert_eq!(trails.len(), 2);
        assert_eq!(trails[0].points[0], (0.0, own.pos), "a trail begins at its ship");
        assert!(trails[0].points.len() > 8, "{:?}", trails[0].points);
    }

    #[test]
    fn the_path_of_a_shot_is_as_long_as_it_was_drawn() {
        let path = |weapon, at_ms| clip().drawn_path(shot(weapon), MS(at_ms));
        assert_eq!(path(Weapon::Laser, 199), None);
        let (from, to) = (Vec2::new(7.0, 800.0), Vec2::new(7.0, 500.0));
        assert_eq!(path(Weapon::Laser, 510), Some(Segment { from, to }));
        assert_eq!(path(Weapon::Beam, 399), None);
        let beam = Segment { from: Vec2::ZERO, to: Vec2::ONE };
        assert_eq!(path(Weapon::Beam, 900), Some(beam));
    }

    #[test]
    fn a_place_belongs_to_the_time_when_it_was_drawn_first() {
        let predicted = |at_ms, x| {
            let mut drawn = TapeFrame::clone(&frame(at_ms, x));
            drawn.own = drawn.own.map(|own| TapeShip { source: PoseSource::Predicted, ..own });
            Arc::new(drawn)
        };
        let frames = alloc::vec![predicted(0, 3.0), predicted(16, 4.0), predicted(32, 4.0)];
        assert_eq!(TapeClip::new(None, frames.clone()).own_predicted_last_at(), Some(MS(16)));
        let waits = frames.iter().map(|frame| {
            let own = frame.own.map(|own| TapeShip { source: PoseSource::Newest, ..own });
            Arc::new(TapeFrame { own, ..TapeFrame::clone(frame) })
        });
        assert_eq!(TapeClip::new(None, waits.collect()).own_predicted_last_at(), None);
        assert_eq!(TapeClip::default().own_predicted_last_at(), None);
    }

    #[test]
    fn the_first_frame_of_a_bolt_points_it_forward() {
        let at = |at_ms| replayed(&clip(), MS(at_ms), owner_of).unwrap().scene;
        assert!((at(200).bolts[0].dir - Vec2::NEG_Y).length() < 1e-3);
        assert_eq!(at(0).ships[0].vel, Vec2::ZERO, "nothing is known from before");
        assert!(at(199).bolts.is_empty() && at(399).beams.is_empty());
        assert_eq!(at(400).beams[0].glow, 1.0);
    }

    #[test]
    fn outside_and_in_gaps_the_nearest_picture_stays() {
        let own_x = |clip: &TapeClip, at_ms| {
            let scene = replayed(clip, MS(at_ms), owner_of).unwrap().scene;
            scene.ships[0].pos.x
        };
        assert_eq!((own_x(&clip(), -900), own_x(&clip(), 9000)), (0.0, 500.0));
        let gap = TapeClip::new(None, alloc::vec![frame(0, 3.0), frame(600, 300.0)]);
        assert_eq!(own_x(&gap, 590), 3.0);
        assert_eq!(replayed(&TapeClip::default(), MS(0), owner_of), None);
    }

    #[test]
    fn a_ship_that_was_shot_down_is_shown_where_it_was_drawn_last() {
        let gone = |at_ms| {
            let mut gone = TapeFrame::clone(&frame(at_ms, 0.0));
            gone.own = None;
            Arc::new(gone)
        };
        let check = |frames: Vec<Arc<TapeFrame>>, newest: Option<f32>, died: usize| {
            let (frames, at) = with_own_ship(frames);
            let own = frames.last().and_then(|frame| frame.own).map(|own| own.pos.x);
            assert_eq!((own, at), (newest, died));
        };
        check(alloc::vec![frame(0, 4.0), gone(16), gone(32)], Some(4.0), 1);
        check(alloc::vec![frame(0, 3.0), frame(16, 4.0)], Some(4.0), 1);
        check(alloc::vec![gone(0), gone(16)], None, 1);
        check(Vec::new(), None, 0);
    }
}
