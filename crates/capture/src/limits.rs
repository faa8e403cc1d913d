//! The bounds of captures, and of playing captures and runs back.

use shared::base::limits::SERVER_MESSAGE_BYTES_MAX;

/// Longest run of a laboratory, in frames: ten minutes.
pub const RUN_FRAMES_MAX: u32 = 36_000;
/// Checkpoints spread evenly over a run for seeking, shared out among the columns of a match.
pub const CHECKPOINTS_MAX: u32 = 36;
/// Smallest gap between checkpoints while a run is played, in frames.
pub const CHECKPOINT_FRAMES: u32 = 32;
/// Smallest gap between checkpoints while seeking to a frame, in frames.
pub const FINE_CHECKPOINT_FRAMES: u32 = 8;
/// A near checkpoint is kept while it is within this many times its grain of the position.
pub const CHECKPOINT_REACH: u32 = 3;
/// Maximum frames re-simulated by a seek in a run of one column; twice as many with two columns. A
/// seek in a capture, which may be longer than a run, may exceed it.
const REPLAYED_FRAMES_MAX: u32 = 1024;
/// Largest file of the laboratory, in bytes.
pub const FILE_BYTES_MAX: usize = 16 * 1024 * 1024;
/// Bytes of client calls in a capture; recording stops there.
pub const CAPTURE_BYTES_MAX: usize = 8 * 1024 * 1024;
/// Frames of a capture: more than its bytes hold of any match, and a few minutes of one core.
pub const CAPTURE_FRAMES_MAX: u32 = 1 << 20;
/// Frames of a capture beyond one per millisecond, and compared states beyond its frames.
pub const CAPTURE_DENSITY_SLACK: u32 = 1000;
/// Longest capture, in ms: a day, so that no sum of its times overflows.
pub const CAPTURE_SPAN_MAX_MS: i64 = 24 * 3_600_000;
/// The latest start of a capture on its own clock, in ms: ten years.
pub const CAPTURE_START_MAX_MS: i64 = 10 * 366 * 24 * 3_600_000;

const _: () = assert!(CAPTURE_BYTES_MAX + SERVER_MESSAGE_BYTES_MAX < FILE_BYTES_MAX);
const _: () = assert!(RUN_FRAMES_MAX <= CHECKPOINTS_MAX * REPLAYED_FRAMES_MAX);
const _: () =
    assert!(FINE_CHECKPOINT_FRAMES.is_power_of_two() && CHECKPOINT_FRAMES.is_power_of_two());
