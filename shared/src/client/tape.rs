//! The tape: what the frames of the last seconds drew, always running. Every frame is put on it as
//! drawn, and taken off as it grows old; a judged shot, and whoever looks into one, looks up what
//! the screen showed.
//!
//! Frames are shared, so that keeping a stretch, or a copy of the client, costs little, and packed
//! where that is to be kept for long (`tape_rows.rs`).

use alloc::{sync::Arc, vec::Vec};

use serde::{Deserialize, Serialize};

pub use super::tape_frame::{TapeFrame, TapeShip};
use super::{
    interpolate::interpolated_pos,
    remote_model::States,
    scene::PoseSource,
    tape_rows::{Packed, TapeRows},
};
use crate::{
    base::{
        geometry::{Vec2, blend_points},
        limits::TAPE_FRAMES_MAX,
        time::{Micros, TickRate, ViewTime},
    },
    sim::{event::ShotId, ship::ShipId},
};

/// How long what was drawn is remembered: a bolt's life, `D`, the way of the verdict, a reserve.
const MEMORY: Micros = Micros(4_000_000);
/// Frames that are further apart say nothing of the time between.
const GAP: Micros = Micros(250_000);
/// Bolts and ships that jump farther from one frame to the next were not in between, in u.
const JUMP_U: f32 = 96.0;

/// What the last frames drew.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Tape {
    /// Oldest first, at most [`TAPE_FRAMES_MAX`].
    frames: TapeRows,
}

/// What a screen showed while a shot flew.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TapeClip {
    /// Where the own clock stood when the picture was drawn that the shot was aimed by; where the
    /// viewer fired it.
    pub aimed_at: Option<Micros>,
    /// Oldest first.
    frames: TapeRows,
}

impl Tape {
    /// A frame was drawn: it is remembered, and what is old forgotten.
    pub(super) fn record(&mut self, frame: Arc<TapeFrame>) {
        let is_old = |(first, _): (Micros, Micros)| frame.at - first > MEMORY;
        while self.frames.span().is_some_and(is_old) {
            self.frames.pop_front();
        }
        if self.frames.len() >= TAPE_FRAMES_MAX {
            self.frames.pop_front();
        }
        self.frames.push(frame);
    }

    /// The newest frame.
    pub(super) fn newest(&self) -> Option<&TapeFrame> {
        self.frames.newest().map(Arc::as_ref)
    }

    /// The frames from one reading of the own clock until another, and the next before and after.
    pub(super) fn stretch(&self, from: Micros, to: Micros) -> TapeRows {
        let first = self.frames.count_while(|at| at <= from).saturating_sub(1);
        let after = self.frames.count_while(|at| at < to);
        self.frames.range(first..after + 1)
    }

    /// Packs what is older than a moment; what was packed is added to the chunks.
    pub(super) fn pack(&mut self, packed: &mut Vec<Packed>) {
        self.frames.pack(packed);
    }

    /// Where a ship was drawn when the own clock stood there: between two frames, by the line or
    /// curve on which both drew it where there is one.
    pub(super) fn drawn_at(
        &self,
        ship: ShipId,
        at: Micros,
        states: &States,
        rate: TickRate,
    ) -> Option<Vec2> {
        let later = self.frames.count_while(|frame_at| frame_at < at);
        let newest = || self.frames.newest().cloned();
        let newer = &self.frames.get(later).or_else(newest)?;
        let older = later.checked_sub(1).and_then(|at| self.frames.get(at));
        let older = older.as_ref().unwrap_or(newer);
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
            let way = way_between(older, newer, num, den);
            let view = ViewTime(older.view.0 + way);
            if let Some(pos) = interpolated_pos(states, ship, view, rate, older.curve) {
                return Some(pos);
            }
        }
        Some(blend_points(from.pos, to.pos, num, den))
    }
}

impl TapeClip {
    pub(super) fn new(aimed_at: Option<Micros>, frames: TapeRows) -> Self {
        Self { aimed_at, frames }
    }

    /// The screen went on: a clip that is shorter than this, from its first frame on, grows.
    pub(super) fn grow(&mut self, frame: &Arc<TapeFrame>, most: Micros) {
        if let Some((first, last)) = self.span()
            && frame.at > last
            && frame.at - first <= most
        {
            self.frames.push(frame.clone());
        }
    }

    /// Packs what it shows; what was packed is added to the chunks.
    pub(super) fn pack(&mut self, packed: &mut Vec<Packed>) {
        self.frames.pack(packed);
    }

    /// The same clip, for whoever looks at it again and again.
    pub(super) fn unpacked(&self) -> Self {
        Self { aimed_at: self.aimed_at, frames: self.frames.unpacked() }
    }

    /// The readings of the own clock that it covers, in µs of the tick line.
    #[must_use]
    pub fn span(&self) -> Option<(Micros, Micros)> {
        self.frames.span()
    }

    /// What the screen showed when the own clock stood there: the frame, or what a finer screen
    /// would have drawn between two. `None` outside of what is on it.
    #[must_use]
    pub fn at(&self, at: Micros) -> Option<TapeFrame> {
        let later = self.frames.count_while(|frame_at| frame_at < at);
        let newer = &self.frames.get(later)?;
        if newer.at == at {
            return Some(newer.as_ref().clone());
        }
        let older = &self.frames.get(later.checked_sub(1)?)?;
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
        let way = way_between(older, newer, num, den);
        let view = ViewTime(older.view.0 + way);
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

/// How far a moment is on the way from one frame to the next.
fn share(older: &TapeFrame, newer: &TapeFrame, at: Micros) -> (i64, i64) {
    let den = (newer.at - older.at).0;
    ((at - older.at).0.clamp(0, den.max(0)), den)
}

/// So much of the way from one frame's view to the next one's, in steps.
fn way_between(older: &TapeFrame, newer: &TapeFrame, num: i64, den: i64) -> i64 {
    let way = i128::from(newer.view.since(older.view)) * i128::from(num) / i128::from(den);
    // Not more than the whole way, which is an `i64`.
    way as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        base::{geometry::Turn, time::Tick},
        netcode::choices::Curve,
    };

    fn frame(at_ms: i64, x: f32) -> Arc<TapeFrame> {
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
    fn a_tape_keeps_four_seconds_and_no_more_frames_than_its_bound() {
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
    fn a_clip_shows_what_was_drawn_and_what_is_between() {
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
