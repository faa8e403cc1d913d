//! The command line of `lagrange judge`: the input, and how many threads judge it.
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;

use clap::Args;
use clap::builder::RangedU64ValueParser;
use judge::THREADS_MAX;
use recordings::STDIN;
use referee::rule::Rule;
use referee::tables::meta::EXAMPLE as META_EXAMPLE;
use shared::netcode::preset::Preset;

/// The forms of the command.
const USAGE: &str = concat!(
    "lagrange judge <FILE>\n",
    "       lagrange judge --verdicts [--threads <N>] [FILE]\n",
    "       lagrange judge --poses <POSES> --shots <SHOTS> --meta <FILE|JSON> --explain\n",
    "       lagrange judge --compare <BEFORE> <AFTER>"
);

/// An example at the end of the help, followed by the names of the presets.
const EXAMPLE: &str = r#"A beam at a ship that stands still, which every scheme says is a hit:

  lagrange judge - <<'END'
  { "kind": "shots", "tick_ms": 50,
    "timeline": [{ "from_ms": 0, "to_ms": 1000,
        "flight": { "bob": { "pos": [0, 0], "velocity": 0 } } }],
    "shots": [{ "weapon": "beam", "muzzle": [0, 90], "aim_at": "bob", "fired_ms": 500 }] }
  END

"rules" says which schemes are asked, all of them if it is not there: "#;

/// And one for tables.
const TABLES_EXAMPLE: &str = "How the server of a match rewinds, from its tables:

  lagrange judge --poses poses.csv --shots shots.csv --meta meta.json --explain

with a meta file such as ";

/// The options of `lagrange judge`.
#[derive(Clone, Debug, Args)]
#[command(override_usage = USAGE, after_help = example())]
pub(crate) struct Judge {
    /// The scenario or recording to judge; - reads standard input, the default with --verdicts
    #[arg(value_name = "FILE", required_unless_present_any = ["verdicts", "poses", "compare"])]
    scenario: Option<String>,

    /// Read one scenario a line and print only the verdicts, one line each as soon as it is judged;
    /// exit with status 1 if any line was refused
    #[arg(long)]
    pub(crate) verdicts: bool,

    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", requires = "verdicts")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=THREADS_MAX as u64))]
    threads: Option<usize>,

    #[command(flatten)]
    pub(crate) tables: MatchTables,

    /// Compare two tables of the same shots, before and after a change of a server: on how many
    /// shots it changed the verdict, and in whose favour
    #[arg(long, num_args = 2, value_names = ["BEFORE", "AFTER"])]
    #[arg(conflicts_with_all = ["scenario", "verdicts", "poses"])]
    pub(crate) compare: Option<Vec<String>>,
}

/// The tables of a foreign match. See docs/referee.md.
#[derive(Clone, Debug, Args)]
pub(crate) struct MatchTables {
    /// Table of poses of a foreign match, as CSV or JSON lines; - reads standard input
    #[arg(long, requires = "shots", conflicts_with_all = ["scenario", "verdicts"])]
    pub(crate) poses: Option<String>,

    /// Table of its shots, with whom its server said that each hit
    #[arg(long, requires = "poses")]
    pub(crate) shots: Option<String>,

    /// What the tables leave out: the bodies, the axis that points up, the tick; a file, or JSON
    #[arg(long, requires = "poses", value_name = "FILE|JSON")]
    pub(crate) meta: Option<String>,

    /// Search the rule of rewinding that explains the server's decisions best, test its rivals, and
    /// say where they disagree; exit with status 1 if the shots give no answer
    #[arg(long, requires = "poses")]
    pub(crate) explain: bool,

    /// A rule that you think of, tested beside the named ones: a sum of rtt, rtt/2, interp,
    /// 2*interp, view and times, as in "rtt + interp - 15.6, at most 200, nearest tick"; may be
    /// repeated
    #[arg(long, requires = "poses", value_name = "RULE")]
    pub(crate) rival: Vec<Rule>,

    /// Exit with status 1 unless this rule is left: for a test of your own server
    #[arg(long, requires = "explain", value_name = "RULE")]
    pub(crate) expect: Option<Rule>,

    /// Fit the size of the bodies together with the rule, within their family of shape
    #[arg(long, requires = "explain")]
    pub(crate) fit_shape: bool,

    /// Write the verdicts of the best rule and of the rivals that are left, as CSV
    #[arg(long, requires = "poses", value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    /// The distance between two poses beyond which a player began a new life
    #[arg(long, requires = "poses", value_name = "UNITS", value_parser = parse_positive)]
    pub(crate) teleport: Option<f64>,

    /// Interpolation delay of shots that have none
    #[arg(long, requires = "poses", value_name = "MS", value_parser = parse_positive)]
    pub(crate) interp: Option<f64>,

    /// Seed of everything drawn at random
    #[arg(long, requires = "poses", value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,

    /// Presets judge scenarios, so with tables this is refused
    #[arg(long, hide = true, value_name = "RULES")]
    pub(crate) rules: Option<String>,
}

fn parse_positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number >= 0.0 && number.is_finite() => Ok(number),
        _ => Err("must be a number of at least 0".to_string()),
    }
}

fn example() -> String {
    let presets = Preset::ALL.map(Preset::key).join(", ");
    format!("{TABLES_EXAMPLE}{META_EXAMPLE}\n\n{EXAMPLE}{presets}.")
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
