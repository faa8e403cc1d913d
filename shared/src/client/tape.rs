//! The tape: a recording of what every frame of the last seconds drew. It is always running, and
//! drops frames as they age. Verdicts and shot inspection look up what the screen showed.
//!
//! Frames are reference-counted, so keeping a clip or a copy of the client is cheap.

use alloc::{collections::VecDeque, sync::Arc, vec::Vec};

use serde::{Deserialize, Serialize};

use super::{interpolate::interpolated_pos, remote_model::States, scene::PoseSource};
use crate::{
    base::{
        geometry::{Segment, Turn, Vec2, blend_points},
        limits::{TAPE_FRAMES_MAX, TRAIL_POINTS_MAX},
        queue::{drop_while, push_bounded},
        time::{Micros, Tick, TickRate, ViewTime},
    },
    history::pose::Pair,
    netcode::choices::Curve,
    sim::{event::ShotId, ship::ShipId},
};

/// How long frames are kept: a bolt's lifetime, `D`, the verdict's travel time, and a reserve.
const MEMORY: Micros = Micros(4_000_000);
/// The age of a trail's end.
const TRAIL: Micros = Micros(400_000);
/// Frames further apart than this are not interpolated.
const GAP: Micros = Micros(250_000);
/// A bolt or ship that moves farther than this between frames jumped and is not interpolated, in u.
const JUMP_U: f32 = 96.0;

/// A ship in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TapeShip {
    pub ship: ShipId,
    /// The number of its life.
    pub life: u16,
    /// In u.
    pub pos: Vec2,
    pub aim: Turn,
    /// How the pose was determined.
    pub source: PoseSource,
}

/// What one frame drew.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TapeFrame {
    /// The own clock, in µs on the tick timeline.
    pub at: Micros,
    /// The view time of the remote ships.
    pub view: ViewTime,
    /// The two snapshots blended for it, if any were.
    pub pair: Option<Pair>,
    /// The newest snapshot received. Anything drawn for a later time is a guess.
    pub newest: Tick,
    /// The interpolation curve of the remote ships.
    pub curve: Curve,
    /// The own ship, while it is alive.
    pub own: Option<TapeShip>,
    /// The remote ships; in a crowd, only the nearest.
    pub others: Vec<TapeShip>,
    /// Bolts and the positions of their tips, in u.
    pub bolts: Vec<(ShotId, Vec2)>,
    /// Beams that still glowed, in u.
    pub beams: Vec<(ShotId, Segment)>,
}

/// The frames of the last seconds.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Tape {
    /// Oldest first; up to [`TAPE_FRAMES_MAX`].
    frames: VecDeque<Arc<TapeFrame>>,
}

/// What the screen showed while a shot was in flight.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TapeClip {
    /// The own clock of the picture that the shot was aimed by, if the viewer fired it.
    pub aimed_at: Option<Micros>,
    /// Oldest first.
    frames: Vec<Arc<TapeFrame>>,
}

impl Tape {
    /// Records a frame and drops old ones.
    pub(super) fn record(&mut self, frame: Arc<TapeFrame>) {
        let old = |first: &Arc<TapeFrame>| frame.at - first.at > MEMORY;
        drop_while(&mut self.frames, old);
        push_bounded(&mut self.frames, frame, TAPE_FRAMES_MAX);
    }

    pub(super) fn newest(&self) -> Option<&TapeFrame> {
        self.frames.back().map(Arc::as_ref)
    }

    /// Where the newest `n_frames` frames drew a remote ship during its current life, newest first.
    pub(super) fn lately(&self, ship: ShipId, n_frames: usize) -> impl Iterator<Item = Vec2> {
        let newest = self.newest().and_then(|frame| frame.other(ship));
        let places = self.frames.iter().rev().take(n_frames).map(move |frame| frame.other(ship));
        let same = move |place: &&TapeShip| newest.is_some_and(|newest| newest.life == place.life);
        places.map_while(move |place| place.filter(same)).map(|place| place.pos)
    }

    /// The trail of a ship.
    pub(super) fn trail(&self, ship: ShipId) -> Vec<(f32, Vec2)> {
        trail(self.frames.iter().rev().map(Arc::as_ref), ship)
    }

    /// Where frames drew the tip of a bolt, from the first one that did. Empty if that frame may
    /// already have been dropped.
    pub(super) fn bolt(&self, shot: ShotId) -> Vec<Vec2> {
        let tip = |frame: &Arc<TapeFrame>| {
            frame.bolts.iter().find(|(drawn, _)| *drawn == shot).map(|(_, tip)| *tip)
        };
        let is_forgotten = self.frames.front().is_none_or(|oldest| tip(oldest).is_some());
        if is_forgotten { Vec::new() } else { self.frames.iter().filter_map(tip).collect() }
    }

    /// The frames between two times on the own clock, and the nearest one on either side.
    pub(super) fn stretch(&self, from: Micros, to: Micros) -> Vec<Arc<TapeFrame>> {
        let first = self.frames.partition_point(|frame| frame.at <= from).saturating_sub(1);
        let after = self.frames.partition_point(|frame| frame.at < to);
        let end = (after + 1).min(self.frames.len());
        self.frames.range(first.min(end)..end).cloned().collect()
    }

    /// The frames of the last moments: those up to `span` older than the newest.
    pub(super) fn last(&self, span: Micros) -> Vec<Arc<TapeFrame>> {
        let Some(newest) = self.newest().map(|frame| frame.at) else { return Vec::new() };
        self.stretch(newest - span, newest)
    }

    /// Where a ship was drawn at a time on the own clock. Between two frames that both interpolated
    /// it, the position follows the same curve; otherwise it is blended linearly.
    pub(super) fn drawn_at(
        &self,
        ship: ShipId,
        at: Micros,
        states: &States,
        rate: TickRate,
    ) -> Option<Vec2> {
        let later = self.frames.partition_point(|frame| frame.at < at);
        let newer = self.frames.get(later).or(self.frames.back())?;
        let older = later.checked_sub(1).and_then(|at| self.frames.get(at)).unwrap_or(newer);
        let to = newer.other(ship);
        let Some(from) = older.other(ship) else {
            return to.map(|to| to.pos);
        };
        let (num, den) = share(older, newer, at);
        let Some(to) = to.filter(|to| to.life == from.life && den > 0) else {
            return Some(from.pos);
        };
        let blended = |place: &TapeShip| place.source == PoseSource::Interpolated;
        if blended(from) && blended(to) {
            let offset = view_offset(older, newer, num, den);
            let view = ViewTime(older.view.0 + offset);
            if let Some(pos) = interpolated_pos(states, ship, view, rate, older.curve) {
                return Some(pos);
            }
        }
        Some(blend_points(from.pos, to.pos, num, den))
    }
}

impl TapeFrame {
    /// A remote ship, if it was drawn.
    #[must_use]
    pub fn other(&self, ship: ShipId) -> Option<&TapeShip> {
        self.others.iter().find(|place| place.ship == ship)
    }

    /// All ships drawn, the own one first.
    pub fn ships(&self) -> impl Iterator<Item = &TapeShip> {
        self.own.iter().chain(&self.others)
    }
}

impl TapeClip {
    pub(super) fn new(aimed_at: Option<Micros>, frames: Vec<Arc<TapeFrame>>) -> Self {
        Self { aimed_at, frames }
    }

    /// Appends a new frame if the clip stays within `most` of its first one.
    pub(super) fn grow(&mut self, frame: &Arc<TapeFrame>, most: Micros) {
        if let (Some(first), Some(last)) = (self.frames.first(), self.frames.last())
            && frame.at > last.at
            && frame.at - first.at <= most
        {
            self.frames.push(frame.clone());
        }
    }

    /// The range of own-clock times that it covers, in µs on the tick timeline.
    #[must_use]
    pub fn span(&self) -> Option<(Micros, Micros)> {
        Some((self.frames.first()?.at, self.frames.last()?.at))
    }

    /// Its frames, oldest first.
    pub(super) fn frames(&self) -> &[Arc<TapeFrame>] {
        &self.frames
    }

    /// What the screen showed at a time on the own clock: the frame drawn then, or an interpolation
    /// of the two around it. `None` outside the clip or in a gap.
    #[must_use]
    pub fn at(&self, at: Micros) -> Option<TapeFrame> {
        let later = self.frames.partition_point(|frame| frame.at < at);
        let newer = self.frames.get(later)?;
        if newer.at == at {
            return Some(newer.as_ref().clone());
        }
        let older = self.frames.get(later.checked_sub(1)?)?;
        let (num, den) = share(older, newer, at);
        if den <= 0 || newer.at - older.at > GAP {
            return None;
        }
        let between = |from: Vec2, to: Vec2| {
            let jumps = (to - from).length_squared() > JUMP_U * JUMP_U;
            if jumps { from } else { blend_points(from, to, num, den) }
        };
        let ship = |from: &TapeShip, to: Option<&TapeShip>| {
            let to = to.filter(|to| to.ship == from.ship && to.life == from.life);
            to.map_or(*from, |to| TapeShip {
                pos: between(from.pos, to.pos),
                aim: from.aim.blend(to.aim, num, den),
                ..*from
            })
        };
        let offset = view_offset(older, newer, num, den);
        let view = ViewTime(older.view.0 + offset);
        let tip = |shot: ShotId| newer.bolts.iter().find(|bolt| bolt.0 == shot);
        Some(TapeFrame {
            at,
            view,
            pair: [older.pair, newer.pair].into_iter().flatten().find(|pair| pair.holds(view)),
            newest: older.newest,
            curve: older.curve,
            own: older.own.as_ref().map(|own| ship(own, newer.own.as_ref())),
            others: older.others.iter().map(|from| ship(from, newer.other(from.ship))).collect(),
            bolts: older
                .bolts
                .iter()
                .map(|(shot, from)| (*shot, tip(*shot).map_or(*from, |to| between(*from, to.1))))
                .collect(),
            beams: older.beams.clone(),
        })
    }
}

/// The trail of a ship: where frames, newest first, drew it lately during the life that the newest
/// shows, up to a jump. Ages in s and positions in u, newest first.
pub(super) fn trail<'a>(
    frames: impl Iterator<Item = &'a TapeFrame>,
    ship: ShipId,
) -> Vec<(f32, Vec2)> {
    let mut points: Vec<(f32, Vec2)> = Vec::with_capacity(TRAIL_POINTS_MAX);
    let mut newest: Option<(Micros, u16, Vec2)> = None;
    for frame in frames {
        let Some(place) = frame.ships().find(|place| place.ship == ship) else { break };
        let (now, life, last) = newest.unwrap_or((frame.at, place.life, place.pos));
        let age = now - frame.at;
        let jumped = place.pos.distance_squared(last) > JUMP_U * JUMP_U;
        if place.life != life || age > TRAIL || jumped || points.len() == TRAIL_POINTS_MAX {
            break;
        }
        newest = Some((now, life, place.pos));
        // A point is due as soon as its share of the trail has passed.
        let due = TRAIL.0 * points.len() as i64 / (TRAIL_POINTS_MAX as i64 - 1);
        if age.0 >= due {
            points.push((age.as_s_f32(), place.pos));
        }
    }
    points
}

/// The position of `at` between two frames, as a fraction (numerator, denominator).
fn share(older: &TapeFrame, newer: &TapeFrame, at: Micros) -> (i64, i64) {
    let den = (newer.at - older.at).0;
    ((at - older.at).0.clamp(0, den.max(0)), den)
}

/// That fraction of the distance between the views of two frames, in view steps.
fn view_offset(older: &TapeFrame, newer: &TapeFrame, num: i64, den: i64) -> i64 {
    let offset = i128::from(newer.view.since(older.view)) * i128::from(num) / i128::from(den);
    // At most the whole distance, which is an `i64`.
    offset as i64
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::client) fn frame(at_ms: i64, x: f32) -> Arc<TapeFrame> {
        let ship = |idx, x| TapeShip {
            ship: ShipId { idx, generation: 0 },
            life: 1,
            pos: Vec2::new(x, 0.0),
            aim: Turn(0),
            source: PoseSource::Newest,
        };
        Arc::new(TapeFrame {
            at: Micros::from_ms(at_ms),
            view: ViewTime(at_ms * 10),
            pair: None,
            newest: Tick::ZERO,
            curve: Curve::Linear,
            own: Some(ship(0, x)),
            others: alloc::vec![ship(1, x + 50.0)],
            bolts: Vec::new(),
            beams: Vec::new(),
        })
    }

    #[test]
    fn the_tape_is_bounded_in_time_and_frames() {
        let mut tape = Tape::default();
        for n in 0..600 {
            tape.record(frame(n * 16, n as f32));
        }
        assert_eq!(tape.frames.len(), 251);
        for n in 0..5000 {
            tape.record(frame(9600 + n, 0.0));
        }
        assert_eq!(tape.frames.len(), TAPE_FRAMES_MAX);
    }

    #[test]
    fn a_trail_ends_with_time_at_a_jump_and_with_the_life() {
        let id = ShipId { idx: 0, generation: 0 };
        let trail = |tape: &Tape| tape.trail(id);
        for (step_ms, n_points) in [(7, 12), (16, 13), (40, 11), (250, 2)] {
            let mut tape = Tape::default();
            for n in 0..100 {
                tape.record(frame(n * step_ms, n as f32));
            }
            let points = trail(&tape);
            assert_eq!(points.len(), n_points, "{step_ms} ms");
            assert_eq!(points[0], (0.0, Vec2::new(99.0, 0.0)), "begins at the ship");
            assert!(points.is_sorted_by(|a, b| a.0 < b.0), "{points:?}");
            assert!(points.last().unwrap().0 <= 0.4);
        }
        let mut tape = Tape::default();
        for (n, x) in [0.0, 10.0, 500.0, 510.0, 520.0].into_iter().enumerate() {
            tape.record(frame(n as i64 * 40, x));
        }
        assert_eq!(trail(&tape).len(), 3, "up to the jump");
        let mut next = TapeFrame::clone(&frame(200, 530.0));
        next.own.as_mut().unwrap().life = 2;
        tape.record(Arc::new(next));
        assert_eq!(trail(&tape).len(), 1, "another life");
        assert!(tape.trail(ShipId { idx: 9, generation: 0 }).is_empty());
    }

    #[test]
    fn a_clip_interpolates_between_its_frames() {
        let mut tape = Tape::default();
        for n in 0..20 {
            tape.record(frame(n * 20, 10.0 * n as f32));
        }
        tape.record(frame(1000, 500.0));
        let ms = Micros::from_ms;
        let clip = TapeClip::new(None, tape.stretch(ms(110), ms(150)));
        assert_eq!(clip.span(), Some((ms(100), ms(160))));
        let x = |at| clip.at(ms(at)).map(|frame| frame.own.unwrap().pos.x);
        assert_eq!((x(120), x(125)), (Some(60.0), Some(62.5)));
        assert_eq!((x(99), x(161)), (None, None), "outside");
        let mut growing = clip;
        growing.grow(&frame(180, 90.0), ms(75));
        assert_eq!(growing.span(), Some((ms(100), ms(160))), "long enough");
        growing.grow(&frame(180, 90.0), ms(80));
        assert_eq!(growing.span(), Some((ms(100), ms(180))));
        let clip = TapeClip::new(None, tape.stretch(ms(0), ms(2000)));
        assert_eq!(clip.at(ms(700)), None, "nothing was drawn for half a second");
    }
}
