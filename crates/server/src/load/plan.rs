//! The plan of a load run.
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use super::target::Target;

/// The plan of a load run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The server to load.
    pub target: Target,
    /// The server's admin address, if it has one.
    pub metrics: Option<SocketAddr>,
    /// Number of bots; in a ramp, the maximum.
    pub bots: u32,
    /// Arrival in batches; `None` for one bot right after the other.
    pub batches: Option<Batches>,
    /// From the last seat to the measurement.
    pub settle: Duration,
    /// Length of each measurement, in s.
    pub seconds: u32,
    /// Bots in each room, at least 1.
    pub room_size: u16,
    /// One of this many bots is a full one, at least 1.
    pub sample: u32,
    /// Watchers, evenly spread over the rooms.
    pub watchers: u32,
    /// Seed of the bots' actions, which depend on nothing else in the plan.
    pub seed: u64,
    /// When bots come back.
    pub come_back: ComeBack,
    /// What to measure.
    pub search: Search,
}

/// When a bot comes back after its connection ended or fell silent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ComeBack {
    /// When the server orders it to another one.
    #[default]
    Ordered,
    /// Always, as a page does.
    Always,
}

/// The time to settle of `lagrange load`. Meanwhile clocks settle and the rooms' histories fill, so
/// that any memory growth measured is real growth.
pub const SETTLE: Duration = Duration::from_secs(5);

/// Bots that arrive in batches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Batches {
    /// Bots in a batch, at least 1.
    pub bots: u32,
    /// From the first bot of one batch to the first of the next.
    pub every: Duration,
}

/// What to measure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Search {
    /// The cost of this many bots.
    Once,
    /// How many rooms of bots the server keeps up with.
    Ramp,
    /// The cost of this many bots next to the floor: a server that only sends and receives.
    Floor(FloorServer),
}

/// The server that measures the floor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FloorServer {
    /// Path of this program.
    pub program: PathBuf,
    /// The core it is pinned to, from 0; `None` for any.
    pub core: Option<u16>,
    /// How often the game and the floor are measured, in turn.
    pub rounds: u32,
}
