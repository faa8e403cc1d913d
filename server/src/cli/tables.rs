//! The command line of `lagrange tables`: a recording, and where its tables go.
use std::path::PathBuf;

use clap::Args;
use mvd::Ids;

/// The options of `lagrange tables`.
#[derive(Clone, Debug, Args)]
pub(crate) struct Tables {
    /// The recording of a QuakeWorld server (MVD); - reads standard input
    #[arg(value_name = "MATCH")]
    pub(crate) source: String,

    /// Where to write the poses, as CSV
    #[arg(long, value_name = "FILE")]
    pub(crate) poses: PathBuf,

    /// Where to write the shots of the lightning gun, as CSV
    #[arg(long, value_name = "FILE")]
    pub(crate) shots: PathBuf,

    /// Where to write the shape of players and facts about the match, as JSON
    #[arg(long, value_name = "FILE")]
    pub(crate) meta: Option<PathBuf>,

    /// Call players by their names instead of the numbers of their slots
    #[arg(long)]
    names: bool,
}

impl Tables {
    /// How players are called in the tables.
    pub(crate) fn ids(&self) -> Ids {
        if self.names { Ids::Names } else { Ids::Slots }
    }
}
