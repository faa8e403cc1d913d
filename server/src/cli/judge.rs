//! The command line of `lagrange judge`: what is read, and how many threads judge it.
use std::num::NonZeroUsize;
use std::thread;

use clap::Args;
use clap::builder::RangedU64ValueParser;
use judge::THREADS_MAX;
use recordings::STDIN;
use shared::netcode::preset::Preset;

/// Both ways of asking.
const USAGE: &str = "lagrange judge <FILE>\n       \
                     lagrange judge --verdicts [--threads <N>] [FILE]";

/// An example for the end of the help; behind it stand the presets.
const EXAMPLE: &str = r#"A beam at a ship that stands still, which every scheme says is a hit:

  lagrange judge - <<'END'
  { "kind": "shots", "tick_ms": 50,
    "timeline": [{ "from_ms": 0, "to_ms": 1000,
        "flight": { "bob": { "pos": [0, 0], "velocity": 0 } } }],
    "shots": [{ "weapon": "beam", "muzzle": [0, 90], "aim_at": "bob", "fired_ms": 500 }] }
  END

"rules" says which schemes are asked, all of them if it is not there: "#;

/// What is judged.
#[derive(Clone, Debug, Args)]
#[command(override_usage = USAGE, after_help = example())]
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
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=THREADS_MAX as u64))]
    threads: Option<usize>,
}

fn example() -> String {
    format!("{EXAMPLE}{}.", Preset::ALL.map(Preset::key).join(", "))
}

impl Judge {
    /// What is read.
    pub(crate) fn source(&self) -> &str {
        self.scenario.as_deref().unwrap_or(STDIN)
    }

    /// How many threads judge.
    pub(crate) fn threads(&self) -> NonZeroUsize {
        let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        self.threads.and_then(NonZeroUsize::new).unwrap_or_else(cores)
    }
}
