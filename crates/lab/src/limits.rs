//! The bounds of a laboratory: its matches, scripts, lies and links.

use capture::limits::RUN_FRAMES_MAX;

/// Players of a laboratory.
pub const LAB_PLAYERS: usize = 3;
/// Bots in a laboratory's room: sixteen ships with its players.
pub const LAB_BOTS_MAX: u8 = 13;
/// Netcodes side by side in a laboratory.
pub const LAB_COLUMNS_MAX: usize = 2;
/// Legs of a scripted path.
pub const LAB_LEGS_MAX: usize = 64;
/// Shots of a scripted gun.
pub const LAB_SHOTS_MAX: usize = 64;
/// Largest time offset by which a cheat program lies, in ms.
pub const LIE_MAX_MS: u16 = 1000;
/// Most ticks for which a cheat program holds commands back.
pub const LIE_TICKS_MAX: u8 = 60;
/// Throws in a laboratory's match.
pub const LAB_THROWS_MAX: usize = 8;
/// Fastest throw along each axis, in u/s.
pub const LAB_THROW_MAX_U_PER_S: u16 = 6000;
/// Shot reports that a column of the laboratory keeps.
pub const LAB_REPORTS_MAX: usize = 128;
/// Shots of each kind that a column's outcome tracker remembers.
pub const OUTCOME_TRACKED_MAX: usize = 32;
/// Snapshots whose arrivals are kept: eight seconds of them at 60 Hz.
pub const SNAPSHOT_ARRIVALS_MAX: usize = 512;
/// Frames of which a clock's lead is kept.
pub const CLOCK_LEADS_MAX: usize = 512;
/// Commands whose first picture the outcome tracker awaits: over eight seconds of them at 60 Hz.
pub const OUTCOME_COMMANDS_MAX: usize = 512;
/// Inputs of a run: a new aim every frame, and as many other inputs again.
pub const LAB_INPUTS_MAX: usize = 2 * RUN_FRAMES_MAX as usize;
/// Longest URL fragment that links to a moment of the laboratory, in bytes.
pub const LINK_BYTES_MAX: usize = 8 * 1024;
