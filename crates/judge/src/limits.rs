//! Every bound on a scenario.

use shared::base::time::Micros;

/// Bytes of a scenario file.
pub(super) const INPUT_BYTES_MAX: usize = 4 * 1024 * 1024;
/// Bytes of a stream that are read at once, and whose lines are judged together.
pub(super) const CHUNK_BYTES: usize = 64 * 1024;
/// Threads that judge a stream.
pub const THREADS_MAX: usize = 256;
/// Chunks of a stream that are read ahead of the one that is printed next, for each thread.
pub(super) const CHUNKS_AHEAD: usize = 2;
/// Characters of a wrong value that an error shows.
pub(super) const TEXT_CHARS_SHOWN: usize = 60;
/// Fields of an object.
pub(super) const FIELDS_MAX: usize = 256;
/// Scenarios in one file.
pub(super) const SCENARIOS_MAX: usize = 256;
/// Entries of a list that has no bound of its own.
pub(super) const LIST_MAX: usize = 4096;
/// Characters of a name.
pub(super) const NAME_CHARS_MAX: usize = 64;

/// Entries of a timeline.
pub(super) const TIMELINE_MAX: usize = 4096;
/// Ships of a timeline.
pub(super) const SHIPS_MAX: usize = 64;
/// Poses of a timeline: frames by ships, and all else that is said of ships.
pub(super) const POSES_MAX: usize = 65_536;
/// Rocks of a scenario.
pub(super) const ROCKS_MAX: usize = 64;
/// Shots of a scenario.
pub(super) const SHOTS_MAX: usize = 32;
/// Rules of a scenario.
pub(super) const RULES_MAX: usize = 32;

/// ET's markers of a ship.
pub(super) const ET_MARKERS_MAX: u32 = 256;
/// The least of a rate, in Hz.
pub(super) const RATE_MIN_HZ: f64 = 1.0;
/// The most of a rate, in Hz.
pub(super) const RATE_MAX_HZ: f64 = 1000.0;

/// Looks at ships that a file may take: of its shots by rules by ships, at all the moments at which
/// each is judged, in all scenarios.
pub(super) const LOOKS_MAX: i64 = 1_000_000;
/// Bytes of the answers to a file.
pub(super) const OUTPUT_BYTES_MAX: usize = 32 * 1024 * 1024;
/// Points of a path that are printed.
pub(super) const PATH_POINTS_MAX: usize = 9;

/// Positions, in u, either way: the grid of 1/256 u is exact in an `f32` up to here.
pub(super) const POS_MAX_U: f64 = 65_536.0;
/// Speeds, in u/s, either way.
pub(super) const SPEED_MAX_U_PER_S: f64 = 100_000.0;

/// A range of times, both ends included.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    pub(super) min: Micros,
    pub(super) max: Micros,
}

impl Range {
    const fn ms(min: i64, max: i64) -> Self {
        Self { min: Micros::from_ms(min), max: Micros::from_ms(max) }
    }

    /// This range from above 0: for what is divided by.
    pub(super) const fn above_zero(self) -> Self {
        Self { min: Micros(1), max: self.max }
    }
}

/// Moments on the server's line, which begins at 0: a day.
pub(super) const MOMENT: Range = Range::ms(0, 86_400_000);
/// Spans: delays, ages, latencies.
pub(super) const SPAN: Range = Range::ms(0, 60_000);
/// Spans that can be turned round.
pub(super) const SIGNED_SPAN: Range = Range::ms(-60_000, 60_000);
/// Ticks and frames.
pub(super) const TICK: Range = Range::ms(1, 1000);
/// How long a command lasts, what a 16-bit number of ms can tell.
pub(super) const COMMAND: Range = Range::ms(0, 65_535);
