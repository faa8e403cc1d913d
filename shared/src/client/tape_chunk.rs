//! Packed frames of a tape: frames go in together, and the same ones come out, to the bit. Runs
//! when a copy of the client is to be kept, and when such a copy is asked what it drew.
//!
//! A frame is written by what differs from the one before: who was drawn only where that changed,
//! and each number as the difference of its bits from a guess. The guess of a place is as far on
//! from the last one as that was from the one before, so what flies straight takes a byte or two.

use alloc::{
    sync::Arc,
    vec::{self, Vec},
};

use serde::{Deserialize, Serialize};

use super::{
    scene::PoseSource,
    tape_frame::{TapeFrame, TapeShip},
};
use crate::{
    base::{
        encoding::{append, read},
        geometry::{Segment, Turn, Vec2},
        time::{Micros, Tick, ViewTime},
    },
    history::pose::Pair,
    netcode::choices::Curve,
    sim::{event::ShotId, ship::ShipId},
};

/// Frames that never change any more, oldest first.
#[derive(Debug)]
pub(super) struct TapeChunk {
    /// Where the own clock stood at each frame.
    ats: Vec<Micros>,
    bytes: Vec<u8>,
}

/// A frame, by what differs from those before it in its chunk.
#[derive(Serialize, Deserialize)]
struct Row {
    view: i64,
    pair: Option<Pair>,
    newest: Tick,
    curve: Curve,
    own: Option<Who>,
    /// None: the same as in the frame before.
    others: Option<Vec<Who>>,
    /// None: the same as in the frame before.
    bolts: Option<Vec<Shot>>,
    beams: Vec<(ShotId, Segment)>,
    /// Of the own ship, the others and the bolts: x, y, and of ships the aim.
    numbers: Vec<i32>,
}

/// A ship in a frame, but for its numbers.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Who {
    ship: ShipId,
    life: u16,
    source: PoseSource,
}

/// A bolt in a frame.
#[derive(Clone, Copy, Serialize, Deserialize)]
enum Shot {
    /// The one at this place in the frame before.
    As(u16),
    New(ShotId),
}

/// The frames before one, the newest first.
#[derive(Clone, Copy)]
struct Before<'a>([Option<&'a TapeFrame>; 2]);

impl TapeChunk {
    /// Packs frames.
    pub(super) fn of(frames: &[Arc<TapeFrame>]) -> Self {
        let rows = frames.iter().enumerate().map(|(n, frame)| row_of(frame, before(frames, n)));
        let rows: Vec<Row> = rows.collect();
        let mut bytes = append(Vec::new(), &rows);
        bytes.shrink_to_fit();
        Self { ats: frames.iter().map(|frame| frame.at).collect(), bytes }
    }

    /// Where the own clock stood at each frame.
    pub(super) fn ats(&self) -> &[Micros] {
        &self.ats
    }

    /// The frames.
    pub(super) fn frames(&self) -> Vec<Arc<TapeFrame>> {
        // Nobody else writes these bytes, so they can be read.
        let rows: Vec<Row> = read(&self.bytes).unwrap_or_default();
        let mut frames = Vec::with_capacity(rows.len());
        for (row, at) in rows.into_iter().zip(&self.ats) {
            let frame = frame_of(row, *at, before(&frames, frames.len()));
            frames.push(Arc::new(frame));
        }
        frames
    }
}

/// The frames before the `n`th.
fn before(frames: &[Arc<TapeFrame>], n: usize) -> Before<'_> {
    let back = |by| n.checked_sub(by).and_then(|at| frames.get(at)).map(Arc::as_ref);
    Before([back(1), back(2)])
}

impl Before<'_> {
    /// Where something probably is that was at these places.
    fn guess(self, place: impl Fn(&TapeFrame) -> Option<Vec2>) -> Vec2 {
        let [last, earlier] = self.0.map(|frame| frame.and_then(&place));
        let last = last.unwrap_or_default();
        let on = last + (last - earlier.unwrap_or(last));
        // What is not a number may have other bits the next time.
        if on.is_finite() { on } else { Vec2::ZERO }
    }

    fn guess_ship(self, id: ShipId) -> (Vec2, Turn) {
        let find = |frame: &TapeFrame| frame.ships().find(|ship| ship.ship == id).copied();
        let aim = self.0[0].and_then(find).map_or(Turn(0), |ship| ship.aim);
        (self.guess(|frame| Some(find(frame)?.pos)), aim)
    }

    fn guess_bolt(self, shot: ShotId) -> Vec2 {
        self.guess(|frame| Some(frame.bolts.iter().find(|bolt| bolt.0 == shot)?.1))
    }

    fn view(self) -> i64 {
        self.0[0].map_or(0, |frame| frame.view.0)
    }

    fn others(self) -> Vec<Who> {
        self.0[0].map_or(Vec::new(), |frame| frame.others.iter().map(who).collect())
    }

    fn bolts(self) -> Vec<ShotId> {
        self.0[0].map_or(Vec::new(), |frame| frame.bolts.iter().map(|bolt| bolt.0).collect())
    }
}

fn who(ship: &TapeShip) -> Who {
    Who { ship: ship.ship, life: ship.life, source: ship.source }
}

fn row_of(frame: &TapeFrame, before: Before) -> Row {
    let mut numbers = Vec::new();
    let place = |numbers: &mut Vec<i32>, pos: Vec2, guess: Vec2| {
        let more = |n: f32, guess: f32| n.to_bits().wrapping_sub(guess.to_bits()) as i32;
        numbers.extend([more(pos.x, guess.x), more(pos.y, guess.y)]);
    };
    for ship in frame.ships() {
        let (pos, aim) = before.guess_ship(ship.ship);
        place(&mut numbers, ship.pos, pos);
        numbers.push(i32::from(ship.aim.0.wrapping_sub(aim.0) as i16));
    }
    for (shot, pos) in &frame.bolts {
        place(&mut numbers, *pos, before.guess_bolt(*shot));
    }
    let (others, known): (Vec<Who>, _) = (frame.others.iter().map(who).collect(), before.bolts());
    let shot = |shot: ShotId| match known.iter().position(|known| *known == shot) {
        Some(at) => Shot::As(at as u16),
        None => Shot::New(shot),
    };
    let bolts = frame.bolts.iter().map(|bolt| bolt.0);
    Row {
        view: frame.view.0.wrapping_sub(before.view()),
        pair: frame.pair,
        newest: frame.newest,
        curve: frame.curve,
        own: frame.own.as_ref().map(who),
        bolts: (!bolts.clone().eq(known.iter().copied())).then(|| bolts.map(shot).collect()),
        others: (others != before.others()).then_some(others),
        beams: frame.beams.clone(),
        numbers,
    }
}

fn frame_of(row: Row, at: Micros, before: Before) -> TapeFrame {
    let mut numbers = Numbers(row.numbers.into_iter());
    let mut ship = |who: Who| {
        let (pos, aim) = before.guess_ship(who.ship);
        let (pos, aim) = (numbers.place(pos), numbers.aim(aim));
        TapeShip { ship: who.ship, life: who.life, pos, aim, source: who.source }
    };
    let own = row.own.map(&mut ship);
    let others = row.others.unwrap_or_else(|| before.others()).into_iter().map(ship).collect();
    let known = before.bolts();
    let shot = |shot: Shot| match shot {
        Shot::As(at) => known.get(usize::from(at)).copied(),
        Shot::New(shot) => Some(shot),
    };
    let bolts = row.bolts.map(|bolts| bolts.into_iter().filter_map(shot).collect());
    let bolts: Vec<ShotId> = bolts.unwrap_or_else(|| known.clone());
    TapeFrame {
        at,
        view: ViewTime(before.view().wrapping_add(row.view)),
        pair: row.pair,
        newest: row.newest,
        curve: row.curve,
        own,
        others,
        bolts: bolts
            .into_iter()
            .map(|bolt| (bolt, numbers.place(before.guess_bolt(bolt))))
            .collect(),
        beams: row.beams,
    }
}

/// The numbers of a row, in their order.
struct Numbers(vec::IntoIter<i32>);

impl Numbers {
    fn next(&mut self) -> u32 {
        self.0.next().unwrap_or_default() as u32
    }

    fn place(&mut self, guess: Vec2) -> Vec2 {
        let mut more = |guess: f32| f32::from_bits(guess.to_bits().wrapping_add(self.next()));
        Vec2::new(more(guess.x), more(guess.y))
    }

    fn aim(&mut self, guess: Turn) -> Turn {
        Turn(guess.0.wrapping_add(self.next() as u16))
    }
}
