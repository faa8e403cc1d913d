//! What a load is to be.
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use super::target::Target;

/// What to do.
#[derive(Clone, Debug)]
pub struct Plan {
    /// To which server.
    pub target: Target,
    /// Where the server tells its metrics, if not where the bots play.
    pub metrics: Option<SocketAddr>,
    /// How many bots; in a ramp, the most.
    pub bots: u32,
    /// How they come, if not one right after the other.
    pub batches: Option<Batches>,
    /// How long each measurement takes, in s.
    pub seconds: u32,
    /// Bots in each room, at least 1.
    pub room_size: u16,
    /// One of so many bots is a full one, at least 1.
    pub sample: u32,
    /// What the bots do depends on it, and on nothing else here.
    pub seed: u64,
    /// One measurement, or as many as it takes.
    pub search: Search,
}

/// Bots that come in batches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Batches {
    /// Of so many bots, at least 1.
    pub bots: u32,
    /// From the first bot of one to the first of the next.
    pub every: Duration,
}

/// What is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Search {
    /// What so many bots cost.
    Once,
    /// How many rooms of bots the server keeps up with.
    Ramp,
    /// What so many bots cost beside the floor: a server that does nothing but send and receive.
    Floor(FloorServer),
}

/// The server that a floor is measured with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FloorServer {
    /// This program.
    pub program: PathBuf,
    /// The core that it runs on, from 0; any, if none is said.
    pub core: Option<u16>,
    /// How often the game and the floor are measured, in turn.
    pub rounds: u32,
}
