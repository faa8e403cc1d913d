//! The command line of `lagrange judge`: what is read, and how many threads judge it.
use std::num::NonZeroUsize;
use std::thread;

use clap::Args;
use lagrange::recorded::STDIN;

/// What is judged.
#[derive(Clone, Debug, Args)]
pub(crate) struct Judge {
    /// The file of the scenario or recording; - reads the standard input, as --verdicts does if no
    /// file is given
    #[arg(value_name = "FILE", required_unless_present = "verdicts")]
    scenario: Option<String>,

    /// Reads a scenario a line, and prints for each a line with the verdicts alone, as soon as it
    /// is judged; ends with status 1 if any line was refused
    #[arg(long)]
    pub(crate) verdicts: bool,

    /// How many threads judge [default: one a core]
    #[arg(long, value_name = "N", requires = "verdicts")]
    threads: Option<NonZeroUsize>,
}

impl Judge {
    /// What is read.
    pub(crate) fn source(&self) -> &str {
        self.scenario.as_deref().unwrap_or(STDIN)
    }

    /// How many threads judge.
    pub(crate) fn threads(&self) -> NonZeroUsize {
        let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        self.threads.unwrap_or_else(cores)
    }
}
