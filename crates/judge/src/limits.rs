//! Every bound on a scenario.

use shared::base::time::Micros;

/// Bytes of a scenario file.
pub(super) const INPUT_BYTES_MAX: usize = 4 * 1024 * 1024;
/// Bytes of a stream read at once; their lines are judged together.
pub(super) const CHUNK_BYTES: usize = 64 * 1024;
/// Threads that judge a stream.
pub const THREADS_MAX: usize = 256;
/// Chunks per thread that are read ahead of the one printed next.
pub(super) const CHUNKS_AHEAD: usize = 2;
/// Characters of an invalid value shown in errors.
pub(super) const TEXT_CHARS_SHOWN: usize = 60;
/// Fields of an object.
pub(super) const FIELDS_MAX: usize = 256;
/// Scenarios in one file.
pub(super) const SCENARIOS_MAX: usize = 256;
/// Entries of a list without a bound of its own.
pub(super) const LIST_MAX: usize = 4096;
/// Characters of a name.
pub(super) const NAME_CHARS_MAX: usize = 64;

/// Entries of a timeline.
pub(super) const TIMELINE_MAX: usize = 4096;
/// Ships of a timeline.
pub(super) const SHIPS_MAX: usize = 64;
/// Poses of a timeline: ships in all frames, plus every other statement about a ship.
pub(super) const POSES_MAX: usize = 65_536;
/// Rocks of a scenario.
pub(super) const ROCKS_MAX: usize = 64;
/// Shots of a scenario.
pub(super) const SHOTS_MAX: usize = 32;
/// Rules of a scenario.
pub(super) const RULES_MAX: usize = 32;

/// ET markers per ship.
pub(super) const ET_MARKERS_MAX: u32 = 256;
/// Lowest rate, in Hz.
pub(super) const RATE_MIN_HZ: f64 = 1.0;
/// Highest rate, in Hz.
pub(super) const RATE_MAX_HZ: f64 = 1000.0;

/// Pose look-ups of a file: summed over scenarios, shots, rules and ships, at every time at which
/// each shot is judged.
pub(super) const POSE_LOOKUPS_MAX: i64 = 1_000_000;
/// Bytes of the answers to a file.
pub(super) const OUTPUT_BYTES_MAX: usize = 32 * 1024 * 1024;
/// Points printed of a path.
pub(super) const PATH_POINTS_MAX: usize = 9;

/// Largest absolute coordinate, in u: up to here the 1/256 u grid is exact in an `f32`.
pub(super) const POS_MAX_U: f64 = 65_536.0;
/// Largest speed along each axis, in u/s.
pub(super) const SPEED_MAX_U_PER_S: f64 = 100_000.0;

/// A closed range of times.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    pub(super) min: Micros,
    pub(super) max: Micros,
}

impl Range {
    const fn ms(min: i64, max: i64) -> Self {
        Self { min: Micros::from_ms(min), max: Micros::from_ms(max) }
    }

    /// This range without 0, for divisors.
    pub(super) const fn above_zero(self) -> Self {
        Self { min: Micros(1), max: self.max }
    }
}

/// Times on the server's clock, which starts at 0: up to a day.
pub(super) const MOMENT: Range = Range::ms(0, 86_400_000);
/// Durations: delays, ages, latencies.
pub(super) const SPAN: Range = Range::ms(0, 60_000);
/// Signed durations.
pub(super) const SIGNED_SPAN: Range = Range::ms(-60_000, 60_000);
/// Tick and frame lengths.
pub(super) const TICK: Range = Range::ms(1, 1000);
/// Duration of a command: a 16-bit number of ms.
pub(super) const COMMAND: Range = Range::ms(0, 65_535);
