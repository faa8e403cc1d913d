//! Draws faults from a seed: on a player's line, in its page, and at the server.

use std::time::Duration;

use shared::base::rng::Rng;

use crate::support::line::{Direction, Line};

/// Both directions of a line, or only one.
const WAYS: [&[Direction]; 3] =
    [&[Direction::Up, Direction::Down], &[Direction::Up], &[Direction::Down]];

/// A fault of a player.
#[derive(Clone, Copy, Debug)]
pub(super) enum PlayerFault {
    /// The line changes its delays.
    Line(Line),
    /// Nothing arrives for a while, then everything at once.
    Hold(&'static [Direction], Duration),
    /// Both ends of the connection close at once.
    Cut,
    /// Nothing is carried any more, and the ends stay open.
    HalfOpen(&'static [Direction]),
    /// The page is opened a second time and resumes the same seat.
    Duplicate,
    /// The player leaves, and joins again as a new one.
    Leave,
    /// The player loses the page and its token, and opens another.
    NewTab,
    /// The connection is lost, and the player is away for a while.
    Away(Duration),
}

/// A fault of the server.
#[derive(Clone, Copy, Debug)]
pub(super) enum ServerFault {
    /// All machines are suspended, the players' too.
    AllStall(Duration),
    /// Only the server's process is suspended.
    ServerStalls(Duration),
    /// The room ends with an error.
    Panic,
    /// The server shuts down, and another starts after a while.
    Drain(Duration),
}

/// A duration in this range, short ones more often.
fn short(rng: &mut Rng, least_ms: u32, most_ms: u32) -> Duration {
    let unit = rng.unit();
    Duration::from_millis(u64::from(least_ms) + (unit * unit * (most_ms - least_ms) as f32) as u64)
}

/// Time until a player's next fault.
pub(super) fn player_pause(rng: &mut Rng) -> Duration {
    short(rng, 500, 15_000)
}

/// Time until the server's next fault.
pub(super) fn server_pause(rng: &mut Rng) -> Duration {
    short(rng, 2_000, 40_000)
}

pub(super) fn of_player(rng: &mut Rng) -> PlayerFault {
    let ways = WAYS[rng.below(3) as usize];
    match rng.below(100) {
        0..20 => PlayerFault::Line(Line::drawn(rng)),
        20..48 => PlayerFault::Hold(ways, short(rng, 50, 8_000)),
        48..62 => PlayerFault::Cut,
        62..72 => PlayerFault::HalfOpen(ways),
        72..80 => PlayerFault::Duplicate,
        80..88 => PlayerFault::Leave,
        88..92 => PlayerFault::NewTab,
        _ => PlayerFault::Away(short(rng, 1_000, 45_000)),
    }
}

pub(super) fn of_server(rng: &mut Rng) -> ServerFault {
    match rng.below(100) {
        0..40 => ServerFault::AllStall(short(rng, 30, 30_000)),
        40..75 => ServerFault::ServerStalls(short(rng, 30, 25_000)),
        75..90 => ServerFault::Panic,
        _ => ServerFault::Drain(short(rng, 100, 5_000)),
    }
}
