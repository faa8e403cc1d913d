//! The frames of a tape or of a clip. The newest ones stand there as they were drawn; older ones
//! may be packed, in chunks that never change and are shared by everybody who has some of them: the
//! tape, its clips, and every copy of the client.
//!
//! Frames are packed when a copy of the client is to be kept, and never in the game.

use alloc::{collections::VecDeque, sync::Arc, vec::Vec};
use core::{mem, ops::Range};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{tape_chunk::TapeChunk, tape_frame::TapeFrame};
use crate::base::time::Micros;

/// Frames that are packed together: of fewer the first, which builds upon none, is too large a
/// share.
const CHUNK_FRAMES: usize = 16;

/// Frames, oldest first.
#[derive(Clone, Debug, Default)]
pub(super) struct TapeRows(VecDeque<Run>);

/// Frames in a row.
#[derive(Clone, Debug)]
enum Run {
    /// One, as it was drawn.
    Plain(Arc<TapeFrame>),
    /// Some of a chunk.
    Packed(Arc<TapeChunk>, Range<usize>),
}

/// A chunk, and the frames that were packed into it.
pub(super) type Packed = (Arc<TapeChunk>, Vec<Arc<TapeFrame>>);

impl TapeRows {
    pub(super) fn len(&self) -> usize {
        self.0.iter().map(Run::len).sum()
    }

    /// Adds the newest frame.
    pub(super) fn push(&mut self, frame: Arc<TapeFrame>) {
        self.0.push_back(Run::Plain(frame));
    }

    /// Takes the oldest frame off.
    pub(super) fn pop_front(&mut self) {
        match self.0.front_mut() {
            Some(Run::Packed(_, of)) if of.len() > 1 => of.start += 1,
            _ => drop(self.0.pop_front()),
        }
    }

    /// Where the own clock stood at each frame.
    pub(super) fn ats(&self) -> impl Iterator<Item = Micros> {
        self.0.iter().flat_map(|run| (0..run.len()).filter_map(|n| run.at(n)))
    }

    /// Where the own clock stood at the oldest and at the newest frame.
    pub(super) fn span(&self) -> Option<(Micros, Micros)> {
        let newest = self.0.back()?;
        Some((self.0.front()?.at(0)?, newest.at(newest.len().checked_sub(1)?)?))
    }

    /// How many frames there are before one at which the clock is not as is asked for any more.
    pub(super) fn count_while(&self, is_before: impl Fn(Micros) -> bool) -> usize {
        self.ats().take_while(|at| is_before(*at)).count()
    }

    /// The newest frame; none where it is packed.
    pub(super) fn newest(&self) -> Option<&Arc<TapeFrame>> {
        match self.0.back()? {
            Run::Plain(frame) => Some(frame),
            Run::Packed(..) => None,
        }
    }

    /// A frame by its place, 0 for the oldest.
    pub(super) fn get(&self, mut place: usize) -> Option<Arc<TapeFrame>> {
        for run in &self.0 {
            if let Some(beyond) = place.checked_sub(run.len()) {
                place = beyond;
                continue;
            }
            return match run {
                Run::Plain(frame) => Some(Arc::clone(frame)),
                Run::Packed(chunk, of) => chunk.frames().into_iter().nth(of.start + place),
            };
        }
        None
    }

    /// The frames at some places.
    pub(super) fn range(&self, places: Range<usize>) -> Self {
        let (mut first, mut found) = (0, VecDeque::new());
        for run in &self.0 {
            let from = places.start.saturating_sub(first).min(run.len());
            let to = places.end.saturating_sub(first).min(run.len());
            first += run.len();
            match run {
                _ if from >= to => {}
                Run::Plain(frame) => found.push_back(Run::Plain(Arc::clone(frame))),
                Run::Packed(chunk, of) => {
                    let of = of.start + from..of.start + to;
                    found.push_back(Run::Packed(Arc::clone(chunk), of));
                }
            }
        }
        Self(found)
    }

    /// Every frame, as it was drawn.
    pub(super) fn frames(&self) -> Vec<Arc<TapeFrame>> {
        let mut frames = Vec::with_capacity(self.len());
        for run in &self.0 {
            match run {
                Run::Plain(frame) => frames.push(Arc::clone(frame)),
                Run::Packed(chunk, of) => {
                    frames.extend(chunk.frames().into_iter().skip(of.start).take(of.len()));
                }
            }
        }
        frames
    }

    /// The same frames, none of them packed: for whoever looks at them again and again.
    pub(super) fn unpacked(&self) -> Self {
        self.frames().into_iter().collect()
    }

    /// Packs frames: those that were packed elsewhere are taken from there, and others, but for the
    /// newest ones, are packed here and added to these.
    pub(super) fn pack(&mut self, packed: &mut Vec<Packed>) {
        let mut plain = Vec::new();
        for run in mem::take(&mut self.0) {
            match run {
                Run::Plain(frame) => match find(packed, &frame) {
                    Some((chunk, place)) => {
                        self.add_plain(&mut plain);
                        self.add_packed(chunk, place..place + 1);
                    }
                    None => plain.push(frame),
                },
                Run::Packed(chunk, of) => {
                    self.add_plain(&mut plain);
                    self.add_packed(chunk, of);
                }
            }
            if plain.len() > CHUNK_FRAMES {
                let rest = plain.split_off(CHUNK_FRAMES);
                let chunk = Arc::new(TapeChunk::of(&plain));
                self.add_packed(Arc::clone(&chunk), 0..plain.len());
                packed.push((chunk, mem::replace(&mut plain, rest)));
            }
        }
        self.add_plain(&mut plain);
    }

    fn add_plain(&mut self, frames: &mut Vec<Arc<TapeFrame>>) {
        self.0.extend(frames.drain(..).map(Run::Plain));
    }

    fn add_packed(&mut self, chunk: Arc<TapeChunk>, of: Range<usize>) {
        match self.0.back_mut() {
            Some(Run::Packed(last, before))
                if Arc::ptr_eq(last, &chunk) && before.end == of.start =>
            {
                before.end = of.end;
            }
            _ => self.0.push_back(Run::Packed(chunk, of)),
        }
    }
}

impl Run {
    fn len(&self) -> usize {
        match self {
            Self::Plain(_) => 1,
            Self::Packed(_, of) => of.len(),
        }
    }

    /// Where the own clock stood at a frame of it.
    fn at(&self, n: usize) -> Option<Micros> {
        match self {
            Self::Plain(frame) => Some(frame.at),
            Self::Packed(chunk, of) => chunk.ats().get(of.start + n).copied(),
        }
    }
}

/// Where a frame was packed, if it was.
fn find(packed: &[Packed], frame: &Arc<TapeFrame>) -> Option<(Arc<TapeChunk>, usize)> {
    packed.iter().find_map(|(chunk, frames)| {
        let place = frames.iter().position(|one| Arc::ptr_eq(one, frame))?;
        Some((Arc::clone(chunk), place))
    })
}

impl FromIterator<Arc<TapeFrame>> for TapeRows {
    fn from_iter<I: IntoIterator<Item = Arc<TapeFrame>>>(frames: I) -> Self {
        Self(frames.into_iter().map(Run::Plain).collect())
    }
}

impl PartialEq for TapeRows {
    fn eq(&self, other: &Self) -> bool {
        self.frames() == other.frames()
    }
}

/// As a list of frames, packed or not.
impl Serialize for TapeRows {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.frames().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for TapeRows {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Vec::<Arc<TapeFrame>>::deserialize(deserializer)?.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        base::{
            geometry::{Segment, Turn, Vec2},
            rng::Rng,
            state_hash::state_hash,
            time::{Tick, ViewTime},
        },
        client::{scene::PoseSource, tape_frame::TapeShip},
        history::pose::Pair,
        netcode::choices::Curve,
        sim::{
            event::{ShotId, Weapon},
            ship::ShipId,
        },
    };

    /// Frames in which ships and bolts fly, come and go, with any bits in their numbers.
    fn drawn(n: usize) -> Vec<Arc<TapeFrame>> {
        let mut rng = Rng::new(5, 1);
        let mut frames = Vec::new();
        for n in 0..n as u32 {
            let mut number = |at: f32| match rng.below(40) {
                0 => f32::from_bits(rng.next_u32()),
                1 => -0.0,
                _ => at + rng.unit(),
            };
            let mut pos = |x: u32| Vec2::new(number((n * 3 + x) as f32), number(x as f32));
            let ship = |idx: u16, pos| TapeShip {
                ship: ShipId { idx, generation: u16::from(n > 20) },
                life: (n / 30) as u16,
                pos,
                aim: Turn((n * 700) as u16),
                source: PoseSource::Interpolated,
            };
            let shot = |tick| ShotId {
                tick: Tick(tick),
                shooter: ShipId::default(),
                weapon: Weapon::Laser,
            };
            let others = (1..3 + n / 25).map(|idx| ship(idx as u16, pos(idx * 100))).collect();
            let bolts = (n / 4..n / 4 + 5).map(|tick| (shot(tick), pos(tick))).collect();
            let beam = (shot(n), Segment::new(pos(1), pos(2)));
            frames.push(Arc::new(TapeFrame {
                at: Micros(16_667 * i64::from(n)),
                view: ViewTime(i64::from(n) * 255),
                pair: (n % 2 == 0).then_some(Pair { older: Tick(n), newer: Tick(n + 2) }),
                newest: Tick(n + 3),
                curve: Curve::Linear,
                own: (n % 10 > 3).then(|| ship(0, pos(0))),
                others,
                bolts,
                beams: (n % 7 == 0).then_some(beam).into_iter().collect(),
            }));
        }
        frames
    }

    fn rows(frames: &[Arc<TapeFrame>]) -> TapeRows {
        frames.iter().cloned().collect()
    }

    #[test]
    fn packed_frames_are_the_same_to_the_bit() {
        let frames = drawn(90);
        let (plain, mut packed) = (rows(&frames), rows(&frames));
        packed.pack(&mut Vec::new());
        assert!(packed.0.len() < 20, "{} runs", packed.0.len());
        assert_eq!(state_hash(&packed), state_hash(&plain));
        assert_eq!(state_hash(&packed), state_hash(&frames), "a list of frames");
        assert!(packed.ats().eq(plain.ats()));
        for place in [0, 1, 15, 16, 40, 89, 90] {
            assert_eq!(state_hash(&packed.get(place)), state_hash(&frames.get(place)), "{place}");
        }
        for places in [0..5, 3..40, 15..17, 60..90, 60..200, 50..50] {
            let of = places.start..places.end.min(frames.len());
            let range = packed.range(places);
            assert_eq!(range.len(), of.len());
            assert_eq!(range.span(), rows(&frames[of.clone()]).span());
            assert_eq!(state_hash(&range), state_hash(&frames[of]));
        }
        assert_eq!(state_hash(&packed.unpacked()), state_hash(&frames));
    }

    #[test]
    fn they_come_and_go_at_the_ends() {
        let frames = drawn(120);
        let mut packed = TapeRows::default();
        for (n, frame) in frames.iter().enumerate() {
            packed.push(Arc::clone(frame));
            if packed.len() > 50 {
                packed.pop_front();
            }
            if n % 32 == 0 {
                packed.pack(&mut Vec::new());
            }
            let want = &frames[(n + 1).saturating_sub(50)..=n];
            assert_eq!(state_hash(&packed), state_hash(want), "after frame {n}");
            assert_eq!(packed.newest().map(|frame| frame.at), Some(frame.at), "frame {n}");
        }
    }

    #[test]
    fn a_frame_is_packed_once_for_all_who_have_it() {
        let frames = drawn(100);
        let (mut tape, mut clip) = (rows(&frames), rows(&frames[20..80]));
        let mut other = rows(&frames[30..70]);
        let mut packed = Vec::new();
        for rows in [&mut tape, &mut clip, &mut other] {
            rows.pack(&mut packed);
        }
        assert_eq!(packed.len(), 6, "chunks of the tape");
        assert_eq!(clip.0.len(), 4);
        assert_eq!(state_hash(&clip), state_hash(&frames[20..80]));
        assert_eq!(state_hash(&other), state_hash(&frames[30..70]));
    }
}
