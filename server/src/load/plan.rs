//! What a load is to be.
use std::net::SocketAddr;

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

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// What so many bots cost.
    Once,
    /// How many rooms of bots the server keeps up with.
    Ramp,
}
