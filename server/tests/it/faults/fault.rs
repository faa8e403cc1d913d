//! What goes wrong, drawn from a seed: on the line of a player, in its page, and at the server.

use std::time::Duration;

use shared::base::rng::Rng;

use crate::support::line::{Direction, Line};

/// Both directions of a line, either, or the other.
const WAYS: [&[Direction]; 3] =
    [&[Direction::Up, Direction::Down], &[Direction::Up], &[Direction::Down]];

/// Something that happens to a player.
#[derive(Clone, Copy, Debug)]
pub(super) enum PlayerFault {
    /// The line is another one.
    Line(Line),
    /// Nothing arrives for a while, then all of it.
    Hold(&'static [Direction], Duration),
    /// Both ends of the connection are closed at once.
    Cut,
    /// Nothing is carried any more, and nobody is told.
    HalfOpen(&'static [Direction]),
    /// The page is opened a second time, and comes to the same seat.
    Duplicate,
    /// The player leaves, and joins anew.
    Leave,
    /// The player loses the page with all that it knows, and opens another.
    NewTab,
    /// The connection is lost and the player away for a while.
    Away(Duration),
}

/// Something that happens to everybody.
#[derive(Clone, Copy, Debug)]
pub(super) enum ServerFault {
    /// The machine sleeps, and the players' with it.
    AllStand(Duration),
    /// The process stands still, and the players' do not.
    ServerStands(Duration),
    /// The room comes to an end by an error.
    Panic,
    /// The server ends in order, and after a while another begins.
    Drain(Duration),
}

/// A time up to a longest one, short ones more often.
fn short(rng: &mut Rng, least_ms: u32, most_ms: u32) -> Duration {
    let unit = rng.unit();
    Duration::from_millis(u64::from(least_ms) + (unit * unit * (most_ms - least_ms) as f32) as u64)
}

/// Until the next fault of a player's.
pub(super) fn player_pause(rng: &mut Rng) -> Duration {
    short(rng, 500, 15_000)
}

/// Until the next one of the server's.
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
        0..40 => ServerFault::AllStand(short(rng, 30, 30_000)),
        40..75 => ServerFault::ServerStands(short(rng, 30, 25_000)),
        75..90 => ServerFault::Panic,
        _ => ServerFault::Drain(short(rng, 100, 5_000)),
    }
}
