//! The command line of `lagrange load`: arguments go in, a checked plan comes out.
use std::env::current_exe;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use clap::Args;
use clap::builder::RangedU64ValueParser;
use server::load::target::{Owner, Target, TargetError};
use server::load::{Batches, FloorServer, Plan, Search};

use super::values::up_to_seats;

/// How a server is loaded.
#[derive(Clone, Debug, Args)]
pub(crate) struct Load {
    /// The server, as in ws://127.0.0.1:8080
    #[arg(long, value_name = "URL", default_value = "ws://127.0.0.1:8080")]
    url: String,

    /// Where the server tells its metrics, if it was started with --admin
    #[arg(long, value_name = "ADDRESS:PORT")]
    metrics: Option<SocketAddr>,

    /// How many bots; with --ramp, the most that are tried [default: 64; with --ramp 4032]
    #[arg(long, value_name = "K")]
    #[arg(value_parser = RangedU64ValueParser::<u32>::new().range(1..=65_000))]
    bots: Option<u32>,

    /// How long to measure, in s; with --ramp, at each step
    #[arg(long, value_name = "S", default_value_t = 30)]
    #[arg(value_parser = RangedU64ValueParser::<u32>::new().range(1..=86_400))]
    seconds: u32,

    /// Looks for the most bots with which ticks take 4 ms at most and none is late
    #[arg(long)]
    ramp: bool,

    /// Measures, in turn with the server, one that does nothing but send and receive as much
    #[arg(long, conflicts_with = "ramp")]
    floor: bool,

    /// The core that this other one runs on, from 0: the same as the server's
    #[arg(long, value_name = "N", requires = "floor")]
    floor_core: Option<u16>,

    /// Bots come N at a time, and the next N after --every
    #[arg(long, value_name = "N")]
    #[arg(value_parser = RangedU64ValueParser::<u32>::new().range(1..))]
    batch: Option<u32>,

    /// How long after one batch the next comes, in s
    #[arg(long, value_name = "S", default_value_t = 9, requires = "batch")]
    #[arg(value_parser = RangedU64ValueParser::<u32>::new().range(1..=3600))]
    every: u32,

    /// Bots in each of the rooms load-0, load-1 and so on; the server needs as many --seats
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = up_to_seats(1))]
    room_size: u16,

    /// One of N bots runs the game's whole client and decodes everything
    #[arg(long, value_name = "N", default_value_t = 16)]
    #[arg(value_parser = RangedU64ValueParser::<u32>::new().range(1..))]
    sample: u32,

    /// The seed of what the bots do
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Allows a server that is not this machine
    #[arg(long)]
    i_own_this_server: bool,
}

/// Bots of a load, if nothing is said.
const LOAD_BOTS: u32 = 64;
/// Bots that a ramp tries at most, if nothing is said: what a server has connections for, but for
/// one room, so that its metrics can be asked for.
const RAMP_BOTS: u32 = 4032;

/// How often the game and the floor are measured: there is a median of three.
const FLOOR_ROUNDS: u32 = 3;

impl Load {
    /// What to do.
    ///
    /// # Errors
    /// When the server may not be loaded, or this program does not know where it is.
    pub(crate) fn plan(&self) -> Result<Plan, PlanError> {
        let owner = if self.i_own_this_server { Owner::Mine } else { Owner::Unsaid };
        let target = Target::parse(&self.url, owner)?;
        let search = if self.ramp {
            Search::Ramp
        } else if self.floor {
            let (core, rounds) = (self.floor_core, FLOOR_ROUNDS);
            Search::Floor(FloorServer { program: current_exe()?, core, rounds })
        } else {
            Search::Once
        };
        let every = Duration::from_secs(self.every.into());
        Ok(Plan {
            target,
            metrics: self.metrics,
            bots: self.bots.unwrap_or(if self.ramp { RAMP_BOTS } else { LOAD_BOTS }),
            batches: self.batch.map(|bots| Batches { bots, every }),
            seconds: self.seconds,
            room_size: self.room_size,
            sample: self.sample,
            seed: self.seed,
            search,
        })
    }
}

/// Why nothing is loaded.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PlanError {
    #[error(transparent)]
    Target(#[from] TargetError),
    #[error("this program does not know where it is, and starts the floor's server from there")]
    Program(#[from] io::Error),
}
