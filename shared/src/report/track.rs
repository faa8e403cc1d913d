//! The track of a shot: where shooter and target were while it flew, as a few evenly spaced
//! samples, and its byte encoding. Encoded when a report is made, decoded when a report is shown.
//!
//! Positions are quantised to 1/16 u and encoded as residuals of straight flight: a byte per
//! coordinate for a ship on a smooth path. Where the shooter's screen and the judgement agree, only
//! one is encoded.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::base::{
    encoding::append,
    geometry::{Steps, Vec2},
    limits::{HISTORY_MS, REPORT_MOMENTS_MAX, TICK_RATE_MAX_HZ},
    time::VIEW_STEPS_PER_TICK,
};

/// Steps of the position grid per step of this track: 1/16 u.
const COARSE: i32 = 16;
/// Coordinates farther out than this are invalid, in 1/16 u.
const FAR: i64 = 1 << 20;
/// A ship cannot fly farther than this from one moment to the next, in u.
const JUMP_U: f32 = 160.0;
/// The largest age of a moment, in 1/256 tick: the length of a history.
const AGE_MAX: i64 = HISTORY_MS as i64 * TICK_RATE_MAX_HZ as i64 * VIEW_STEPS_PER_TICK / 1000;

/// The columns of a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrackColumn {
    /// The target as it was judged.
    Judged,
    /// The target on the shooter's screen.
    Seen,
    /// The target on the server, at that age after the execution.
    Present,
    /// The shooter on the server, at that age after the execution.
    Shooter,
    /// The shooter on the target's screen.
    ShooterSeen,
}

impl TrackColumn {
    /// Every column, in the order of their bytes.
    pub const ALL: [Self; 5] =
        [Self::Judged, Self::Seen, Self::Present, Self::Shooter, Self::ShooterSeen];
}

/// One moment of a shot, without the columns that are unknown. In 1/256 u, on a grid of 1/16 u.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TrackSample {
    places: [Option<Steps>; TrackColumn::ALL.len()],
}

impl TrackSample {
    /// Samples a moment.
    #[must_use]
    pub fn new(place: impl Fn(TrackColumn) -> Option<Vec2>) -> Self {
        let fits = |x: i32| i64::from(x / COARSE).abs() <= FAR;
        let rounded = |x: i32| x.saturating_add(COARSE / 2).div_euclid(COARSE) * COARSE;
        let steps = |pos: Vec2| {
            let Steps { x, y } = Steps::of_pos(pos);
            (fits(x) && fits(y)).then(|| Steps { x: rounded(x), y: rounded(y) })
        };
        Self { places: TrackColumn::ALL.map(|column| place(column).and_then(steps)) }
    }

    /// A column's position, if known.
    #[must_use]
    pub fn get(&self, column: TrackColumn) -> Option<Steps> {
        self.places[column as usize]
    }
}

/// Evenly spaced moments of a shot, oldest first; up to [`REPORT_MOMENTS_MAX`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Packed", into = "Packed")]
pub struct Track {
    first: i32,
    last: i32,
    samples: Vec<TrackSample>,
}

/// Why a track cannot be decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a track cannot have {moments} moments with {numbers} numbers")]
pub struct TrackError {
    /// The number of moments it declares.
    pub moments: u8,
    /// The number of residuals received.
    pub numbers: usize,
}

/// A track in its encoded form.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Packed {
    first: i32,
    last: i32,
    n: u8,
    /// For each column, one bit per moment in which it is known.
    known: [u32; TrackColumn::ALL.len()],
    /// One bit per moment in which the seen position equals the judged one.
    agreed: u32,
    /// Column by column, x and y of each moment: the residual from straight flight, in 1/16 u.
    residuals: Vec<i32>,
}

impl Track {
    /// `n` moments between two ages in 1/256 tick, both ends included.
    #[must_use]
    pub fn new((first, last): (i32, i32), n: usize, sample: impl Fn(i64) -> TrackSample) -> Self {
        let n = n.clamp(2, REPORT_MOMENTS_MAX);
        let last = last.max(first);
        let samples = (0..n).map(|k| sample(age(first, last, n, k))).collect();
        Self { first, last, samples }
    }

    /// The number of moments.
    #[must_use]
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Whether it has no moments.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// The ages of the first and of the last moment, in 1/256 tick.
    #[must_use]
    pub fn ages(&self) -> (i64, i64) {
        (self.first.into(), self.last.into())
    }

    /// The moments with their ages in 1/256 tick, oldest first.
    pub fn samples(&self) -> impl Iterator<Item = (i64, &TrackSample)> {
        let n = self.len();
        self.samples.iter().enumerate().map(move |(k, s)| (age(self.first, self.last, n, k), s))
    }

    /// Whether a column is known at every moment.
    #[must_use]
    pub fn knows(&self, column: TrackColumn) -> bool {
        self.samples.iter().all(|sample| sample.get(column).is_some())
    }

    /// A column's position at an age in 1/256 tick, in u: on the curve through the adjacent
    /// moments, if both are known. Constant before the first moment and after the last.
    #[must_use]
    pub fn place(&self, column: TrackColumn, at: i64) -> Option<Vec2> {
        let n = self.len();
        let later = self.samples().position(|(age, _)| age >= at).unwrap_or(n.checked_sub(1)?);
        let of = |k: Option<usize>| Some(self.samples.get(k?)?.get(column)?.pos());
        let (from, to) = (of(later.checked_sub(1)), of(Some(later)));
        let end = age(self.first, self.last, n, later);
        if at >= end || later == 0 {
            return to;
        }
        let (from, to) = from.zip(to)?;
        let begin = age(self.first, self.last, n, later - 1);
        let share = (at - begin) as f32 / (end - begin).max(1) as f32;
        if (to - from).length() > JUMP_U {
            return Some(from);
        }
        let near = |pos: &Vec2| (*pos - from).length() < JUMP_U;
        let before = of(later.checked_sub(2)).filter(near).unwrap_or(from + from - to);
        let after = of(Some(later + 1)).filter(near).unwrap_or(to + to - from);
        Some(curve([before, from, to, after], share))
    }

    /// Its encoded size, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        append(Vec::new(), self).len()
    }

    /// Whether its ages are within the range that a room can produce.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        let near = |age: i32| i64::from(age).abs() <= AGE_MAX;
        near(self.first) && near(self.last) && self.first <= self.last
    }
}

impl From<Track> for Packed {
    fn from(track: Track) -> Self {
        let samples = &track.samples;
        let bits = |test: &dyn Fn(&TrackSample) -> bool| {
            samples.iter().enumerate().fold(0_u32, |bits, (k, s)| bits | u32::from(test(s)) << k)
        };
        let same = |s: &TrackSample| s.get(TrackColumn::Seen) == s.get(TrackColumn::Judged);
        let agreed = bits(&|s| s.get(TrackColumn::Seen).is_some() && same(s));
        let mut residuals = Vec::new();
        for column in TrackColumn::ALL {
            let mut course = Course::default();
            for (k, sample) in samples.iter().enumerate() {
                let Some(place) = sample.get(column) else { continue };
                let place = [place.x, place.y].map(|x| i64::from(x / COARSE));
                if column != TrackColumn::Seen || agreed & 1 << k == 0 {
                    let ahead = course.ahead();
                    residuals.extend([0, 1].map(|axis| (place[axis] - ahead[axis]) as i32));
                }
                course.push(place);
            }
        }
        Self {
            first: track.first,
            last: track.last,
            n: samples.len() as u8,
            known: TrackColumn::ALL.map(|column| bits(&|s| s.get(column).is_some())),
            agreed,
            residuals,
        }
    }
}

impl TryFrom<Packed> for Track {
    type Error = TrackError;

    fn try_from(packed: Packed) -> Result<Self, TrackError> {
        let wrong = TrackError { moments: packed.n, numbers: packed.residuals.len() };
        let n = usize::from(packed.n);
        if n > REPORT_MOMENTS_MAX {
            return Err(wrong);
        }
        let mut samples = alloc::vec![TrackSample::default(); n];
        let mut residuals = packed.residuals.chunks_exact(2);
        for column in TrackColumn::ALL {
            let mut course = Course::default();
            for (k, sample) in samples.iter_mut().enumerate() {
                if packed.known[column as usize] & 1 << k == 0 {
                    continue;
                }
                let place = if column == TrackColumn::Seen && packed.agreed & 1 << k != 0 {
                    let judged = sample.get(TrackColumn::Judged).ok_or(wrong)?;
                    [judged.x, judged.y].map(|x| i64::from(x / COARSE))
                } else {
                    let [x, y] = residuals.next().ok_or(wrong)? else { return Err(wrong) };
                    let ahead = course.ahead();
                    [ahead[0] + i64::from(*x), ahead[1] + i64::from(*y)]
                };
                if place.iter().any(|x| x.abs() > FAR + 1) {
                    return Err(wrong);
                }
                course.push(place);
                let [x, y] = place.map(|x| x as i32 * COARSE);
                sample.places[column as usize] = Some(Steps { x, y });
            }
        }
        let track = Self { first: packed.first, last: packed.last, samples };
        let all_read = residuals.next().is_none() && residuals.remainder().is_empty();
        if all_read && track.is_valid() { Ok(track) } else { Err(wrong) }
    }
}

/// The last two positions of a column, in 1/16 u.
#[derive(Clone, Copy, Debug, Default)]
struct Course {
    newest: Option<[i64; 2]>,
    before: Option<[i64; 2]>,
}

impl Course {
    /// The position predicted by straight flight from the last two, or from what is known.
    fn ahead(&self) -> [i64; 2] {
        match (self.newest, self.before) {
            (Some(newest), Some(before)) => [0, 1].map(|axis| 2 * newest[axis] - before[axis]),
            (newest, _) => newest.unwrap_or_default(),
        }
    }

    fn push(&mut self, place: [i64; 2]) {
        *self = Self { newest: Some(place), before: self.newest };
    }
}

fn age(first: i32, last: i32, n: usize, k: usize) -> i64 {
    let span = i64::from(last) - i64::from(first);
    i64::from(first) + span * k as i64 / (n as i64 - 1).max(1)
}

/// Interpolates between the middle two of four evenly spaced points (Catmull and Rom's cubic).
fn curve([before, from, to, after]: [Vec2; 4], t: f32) -> Vec2 {
    let (leave, arrive) = ((to - before) * 0.5, (after - from) * 0.5);
    let (t2, t3) = (t * t, t * t * t);
    from * (2.0 * t3 - 3.0 * t2 + 1.0)
        + leave * (t3 - 2.0 * t2 + t)
        + to * (3.0 * t2 - 2.0 * t3)
        + arrive * (t3 - t2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(track: &Track) -> Result<Track, postcard::Error> {
        postcard::from_bytes(&postcard::to_allocvec(track).unwrap())
    }

    /// A ship that turns at full thrust, seen where it is judged.
    fn turning(age: i64) -> TrackSample {
        let s = age as f32 / 256.0 / 60.0;
        let at = Vec2::new(1000.0 + 300.0 * s, 700.0 + 450.0 * s * s);
        TrackSample::new(|column| match column {
            TrackColumn::ShooterSeen => (age > 900).then_some(at * 0.5),
            TrackColumn::Shooter => Some(Vec2::new(16_000.0, 16_000.0)),
            _ => Some(at),
        })
    }

    #[test]
    fn tracks_round_trip_in_few_bytes() {
        let track = Track::new((-1536, 18_432), REPORT_MOMENTS_MAX, turning);
        assert_eq!(read(&track).unwrap(), track);
        let bytes = postcard::to_allocvec(&track).unwrap().len();
        assert!(bytes < 240, "{bytes} bytes");
        let (first, last) = track.ages();
        assert_eq!((first, last, track.samples().last().unwrap().0), (-1536, 18_432, 18_432));
    }

    #[test]
    fn between_moments_ships_fly_on_a_curve() {
        let track = Track::new((0, 15_360), 20, turning);
        for at in (0..=15_360).step_by(97) {
            let want = turning(at).get(TrackColumn::Present).unwrap().pos();
            let got = track.place(TrackColumn::Present, at).unwrap();
            assert!((got - want).length() < 0.2, "{at}: {got} for {want}");
        }
        assert_eq!(track.place(TrackColumn::ShooterSeen, 100), None, "not known yet");
        assert!(track.place(TrackColumn::ShooterSeen, 2000).is_some());
        let end = track.place(TrackColumn::Judged, 15_360);
        assert_eq!(track.place(TrackColumn::Judged, 99_999), end, "after the last it stands still");
        assert_eq!(Track::default().place(TrackColumn::Judged, 0), None);
    }

    #[test]
    fn tracks_are_not_interpolated_across_lives() {
        let at = |age| if age < 500 { Vec2::ZERO } else { Vec2::new(900.0, 0.0) };
        let track = Track::new((0, 1000), 3, |age| TrackSample::new(|_| Some(at(age))));
        assert_eq!(track.place(TrackColumn::Judged, 499), Some(Vec2::ZERO));
        assert_eq!(track.place(TrackColumn::Judged, 500), Some(Vec2::new(900.0, 0.0)));
    }

    #[test]
    fn invalid_tracks_are_refused() {
        let packed = Packed {
            first: 0,
            last: 256,
            n: 2,
            known: [3, 3, 0, 0, 0],
            agreed: 1,
            residuals: alloc::vec![1, 2, 3, 4, 5, 6],
        };
        assert!(Track::try_from(packed.clone()).is_ok());
        let rows = [
            Packed { n: 25, ..packed.clone() },
            Packed { residuals: alloc::vec![1, 2, 3], ..packed.clone() },
            Packed { residuals: alloc::vec![1; 8], ..packed.clone() },
            Packed { known: [0, 3, 0, 0, 0], residuals: alloc::vec![1; 4], ..packed.clone() },
            Packed { residuals: alloc::vec![i32::MAX; 6], ..packed.clone() },
            Packed { first: 300, ..packed.clone() },
            Packed { last: i32::MAX, ..packed },
        ];
        for row in rows {
            assert!(Track::try_from(row.clone()).is_err(), "{row:?}");
        }
    }
}
