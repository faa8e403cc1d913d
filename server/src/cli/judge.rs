//! The command line of `lagrange judge`: the input, and how many threads judge it.
use std::num::NonZeroUsize;
use std::thread;

use clap::Args;
use clap::builder::RangedU64ValueParser;
use judge::THREADS_MAX;
use recordings::STDIN;
use shared::netcode::preset::Preset;

/// Both forms of the command.
const USAGE: &str = "lagrange judge <FILE>\n       \
                     lagrange judge --verdicts [--threads <N>] [FILE]";

/// An example at the end of the help, followed by the names of the presets.
const EXAMPLE: &str = r#"A beam at a ship that stands still, which every scheme says is a hit:

  lagrange judge - <<'END'
  { "kind": "shots", "tick_ms": 50,
    "timeline": [{ "from_ms": 0, "to_ms": 1000,
        "flight": { "bob": { "pos": [0, 0], "velocity": 0 } } }],
    "shots": [{ "weapon": "beam", "muzzle": [0, 90], "aim_at": "bob", "fired_ms": 500 }] }
  END

"rules" says which schemes are asked, all of them if it is not there: "#;

/// The options of `lagrange judge`.
#[derive(Clone, Debug, Args)]
#[command(override_usage = USAGE, after_help = example())]
pub(crate) struct Judge {
    /// The scenario or recording to judge; - reads standard input, the default with --verdicts
    #[arg(value_name = "FILE", required_unless_present = "verdicts")]
    scenario: Option<String>,

    /// Read one scenario a line and print only the verdicts, one line each as soon as it is judged;
    /// exit with status 1 if any line was refused
    #[arg(long)]
    pub(crate) verdicts: bool,

    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", requires = "verdicts")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=THREADS_MAX as u64))]
    threads: Option<usize>,
}

fn example() -> String {
    format!("{EXAMPLE}{}.", Preset::ALL.map(Preset::key).join(", "))
}

impl Judge {
    /// The input to read.
    pub(crate) fn source(&self) -> &str {
        self.scenario.as_deref().unwrap_or(STDIN)
    }

    /// The number of threads.
    pub(crate) fn threads(&self) -> NonZeroUsize {
        let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        self.threads.and_then(NonZeroUsize::new).unwrap_or_else(cores)
    }
}
