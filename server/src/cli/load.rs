//! The command line of `lagrange load`: parses the arguments and checks them into a plan.
use std::env::current_exe;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use clap::builder::RangedU64ValueParser;
use server::dial::{Trust, TrustError};
use server::load::target::{Owner, Target, TargetError};
use server::load::{Batches, ComeBack, FloorServer, Plan, SETTLE, Search};

use super::values::up_to_seats;

/// The options of `lagrange load`.
#[derive(Clone, Debug, Args)]
pub(crate) struct Load {
    /// The server to load, e.g. ws://127.0.0.1:8080; wss:// needs a build with TLS
    #[arg(long, value_name = "URL", default_value = "ws://127.0.0.1:8080")]
    url: String,

    /// Also trust this authority's certificates, a PEM file, for wss://
    #[arg(long, value_name = "FILE")]
    authority: Option<PathBuf>,

    /// Address of the server's /metrics, if it was started with --admin
    #[arg(long, value_name = "ADDRESS:PORT")]
    metrics: Option<SocketAddr>,

    /// Number of bots; with --ramp, the maximum to try [default: 64; with --ramp 4032]
    #[arg(long, value_name = "K")]
    #[arg(value_parser = RangedU64ValueParser::<u32>::new().range(1..=65_000))]
    bots: Option<u32>,

    /// Length of the measurement in seconds; with --ramp, of each step
    #[arg(long, value_name = "S", default_value_t = 30)]
    #[arg(value_parser = RangedU64ValueParser::<u32>::new().range(1..=86_400))]
    seconds: u32,

    /// Search for the most bots at which ticks take no more than 4 ms and none is late
    #[arg(long)]
    ramp: bool,

    /// Also measure, in turn with the server, one that only sends and receives the same traffic
    #[arg(long, conflicts_with = "ramp")]
    floor: bool,

    /// Pin that other server to this core, counted from 0: the core of the server under test
    #[arg(long, value_name = "N", requires = "floor")]
    floor_core: Option<u16>,

    /// Connect the bots N at a time, with --every seconds between batches
    #[arg(long, value_name = "N")]
    #[arg(value_parser = RangedU64ValueParser::<u32>::new().range(1..))]
    batch: Option<u32>,

    /// Seconds from one batch to the next
    #[arg(long, value_name = "S", default_value_t = 9, requires = "batch")]
    #[arg(value_parser = RangedU64ValueParser::<u32>::new().range(1..=3600))]
    every: u32,

    /// Bots in each of the rooms load-0, load-1 and so on; the server needs at least as many
    /// --seats
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = up_to_seats(1))]
    room_size: u16,

    /// One of N bots runs the complete game client and decodes everything
    #[arg(long, value_name = "N", default_value_t = 16)]
    #[arg(value_parser = RangedU64ValueParser::<u32>::new().range(1..))]
    sample: u32,

    /// Number of watchers, evenly spread over the rooms
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with_all = ["ramp", "floor"])]
    watchers: u32,

    /// Let bots come back with their names and seats whenever a connection ends or falls silent,
    /// as pages do, and measure how long that takes
    #[arg(long, conflicts_with_all = ["ramp", "floor"])]
    come_back: bool,

    /// Seed of the bots' actions
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Allow a server on another machine; confirms that it is yours
    #[arg(long)]
    i_own_this_server: bool,
}

/// Default number of bots.
const LOAD_BOTS: u32 = 64;
/// Default maximum of a ramp: the server's connections, less one room's, so that there is one left
/// to fetch its metrics.
const RAMP_BOTS: u32 = 4032;

/// How often the game and the floor are measured; the result is the median of three.
const FLOOR_ROUNDS: u32 = 3;

impl Load {
    /// Checks the options into a plan.
    ///
    /// # Errors
    /// If the server may not be loaded, or the path of this program is unknown.
    pub(crate) fn plan(&self) -> Result<Plan, PlanError> {
        let owner = if self.i_own_this_server { Owner::Confirmed } else { Owner::Unconfirmed };
        let target = Target::parse(&self.url, owner, trust(self.authority.as_deref())?)?;
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
            settle: SETTLE,
            seconds: self.seconds,
            room_size: self.room_size,
            sample: self.sample,
            watchers: self.watchers,
            seed: self.seed,
            come_back: if self.come_back { ComeBack::Always } else { ComeBack::Ordered },
            search,
        })
    }
}

/// The authorities of browsers, and one more if it is given.
pub(super) fn trust(authority: Option<&Path>) -> Result<Trust, TrustError> {
    authority.map_or_else(|| Ok(Trust::default()), Trust::with_authority)
}

/// Why nothing is loaded.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PlanError {
    #[error(transparent)]
    Target(#[from] TargetError),
    #[error(transparent)]
    Trust(#[from] TrustError),
    #[error("cannot find the path of this program, needed to start the floor server")]
    Program(#[from] io::Error),
}
