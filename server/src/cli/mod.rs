//! The command line: parses arguments and environment variables and checks them into settings.
mod check;
mod judge;
mod load;
mod tables;
mod values;

use std::env;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::builder::RangedU64ValueParser;
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use ipnet::IpNet;
use pages::PAGES;
use server::capacity::default_rooms_max;
use server::config::{
    BOTS_DEFAULT, ClusterConfig, Config, PER_ADDRESS_MAX, ROOMS_MAX, SEATS_SHOWN,
};
use server::load::floor::shape::Shape;
use server::web_origin::WebOrigin;
use shared::base::limits::{SEATS_DEFAULT, SEATS_MAX, WATCH_DELAY_MAX_MS};
use shared::base::time::TickRate;
use shared::netcode::rates::RateBounds;
use shared::room::Difficulty;
use shared::wire::round::MatchMode;
use shared::wire::route::NodeName;

pub(crate) use self::check::CheckOptions;
pub(crate) use self::judge::{Judge, MatchTables};
pub(crate) use self::load::Load;
pub(crate) use self::tables::Tables;
use self::values::{
    RateRange, parse_bot_level, parse_byte_rates, parse_cluster, parse_host, parse_host_port,
    parse_network, parse_play_at, parse_rate, parse_seconds, parse_shape, parse_update_rates,
    up_to_seats,
};

/// How long rooms may go on when a server of a cluster is told to stop.
const CLUSTER_DRAIN: Duration = Duration::from_secs(30);

/// Serve Lagrange, a browser space shooter that makes lag visible.
///
/// RUST_LOG sets the log level: `RUST_LOG=info`, `RUST_LOG=server=debug`.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
pub(crate) struct Options {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    /// Address to listen on, or a name and all of its addresses, e.g. localhost:8080; port 0 picks
    /// a free port
    ///
    /// Sockets that systemd hands over (a .socket unit) are used instead.
    #[arg(
        long,
        env = "LAGRANGE_LISTEN",
        value_name = "HOST:PORT",
        default_value = "127.0.0.1:8080"
    )]
    #[arg(value_parser = parse_host_port)]
    pub(crate) listen: String,

    /// Serve /metrics and /limits only on this address, e.g. 127.0.0.1:9464
    #[arg(long, env = "LAGRANGE_ADMIN", value_name = "HOST:PORT", value_parser = parse_host_port)]
    pub(crate) admin: Option<String>,

    /// Format of the log, on standard error: text, or one JSON object per line
    #[arg(long, env = "LAGRANGE_LOG", value_name = "FORMAT", default_value = "text")]
    pub(crate) log: LogFormat,

    /// Let pages of this other site connect, e.g. https://example.org; may be repeated
    #[arg(long, env = "LAGRANGE_ALLOW_ORIGIN", value_name = "ORIGIN", value_delimiter = ',')]
    allow_origin: Vec<WebOrigin>,

    /// Let pages of this other site embed figures of the laboratory, as an element or an iframe,
    /// e.g. https://example.org; may be repeated
    #[arg(long, env = "LAGRANGE_ALLOW_EMBED", value_name = "ORIGIN", value_delimiter = ',')]
    allow_embed: Vec<WebOrigin>,

    /// Host name of this server; if given, requests for other names are refused, except for IP
    /// addresses and localhost; may be repeated
    #[arg(long, env = "LAGRANGE_HOST", value_name = "NAME", value_delimiter = ',')]
    #[arg(value_parser = parse_host)]
    host: Vec<String>,

    /// Trust X-Forwarded-For from this proxy, e.g. 10.0.0.0/8 or 192.0.2.1; may be repeated
    #[arg(long, env = "LAGRANGE_TRUSTED_PROXY", value_name = "CIDR", value_delimiter = ',')]
    #[arg(value_parser = parse_network)]
    trusted_proxy: Vec<IpNet>,

    /// Name of this server among several behind one address, e.g. node-1: pages come back to it by
    /// the path /n/NAME/ws
    #[arg(long, env = "LAGRANGE_NODE", value_name = "NAME")]
    node: Option<NodeName>,

    /// Share the rooms with the other servers that are connected to this NATS: nats://HOST:PORT or
    /// tls://HOST:PORT, several divided by commas; needs --node
    #[arg(long, env = "LAGRANGE_CLUSTER", value_name = "URL", requires = "node")]
    #[arg(value_parser = parse_cluster)]
    cluster: Option<String>,

    /// Credentials at NATS, in a file: one that nsc wrote, a line USER:PASSWORD, or a token
    #[arg(long, env = "LAGRANGE_CLUSTER_CREDENTIALS", value_name = "FILE", requires = "cluster")]
    cluster_credentials: Option<PathBuf>,

    /// Keep the scores in this folder when the server stops, for the one that follows it or runs
    /// beside it; created if it is missing
    ///
    /// In a cluster, NATS keeps them, and not this folder.
    #[arg(long, env = "LAGRANGE_STATE", value_name = "DIR")]
    pub(crate) state: Option<PathBuf>,

    /// When told to stop, let rooms play to the end of their rounds, at most this many seconds, and
    /// then send the players to another server behind the same address [default: close at once; 30
    /// in a cluster]
    #[arg(long, env = "LAGRANGE_DRAIN", value_name = "S", value_parser = parse_seconds)]
    drain: Option<Duration>,

    /// Multiply the limits for each client address (connections, rooms, bytes) by N; 0 disables
    /// them
    #[arg(long, env = "LAGRANGE_PER_ADDRESS", value_name = "N", default_value_t = 1)]
    #[arg(value_parser = RangedU64ValueParser::<u32>::new().range(..=PER_ADDRESS_MAX))]
    per_address: u32,

    /// Apply these limits to loopback addresses too
    #[arg(long, env = "LAGRANGE_LIMIT_LOOPBACK")]
    limit_loopback: bool,

    /// Fill each room with bots up to this many ships, all at full strength unless --bot-level says
    /// otherwise; they give up their seats to players [default: 4, and against a single player as
    /// many and as strong as suit it]
    #[arg(long, env = "LAGRANGE_BOTS", value_name = "N")]
    #[arg(value_parser = up_to_seats(0))]
    bots: Option<u16>,

    /// Level of the bots: from 1, which a beginner beats, to 31, in every game room and against any
    /// number of players; adaptive, which follows a single player; or full [default: adaptive, and
    /// full with --bots]
    #[arg(long, env = "LAGRANGE_BOT_LEVEL", value_name = "adaptive|full|LEVEL")]
    #[arg(value_parser = parse_bot_level)]
    bot_level: Option<Difficulty>,

    /// Rounds of each room by kills and seconds, e.g. 10/180: first to 10, or 3 minutes; or
    /// endless
    ///
    /// Links to a room may ask for others; “lab” rooms are endless.
    #[arg(long, env = "LAGRANGE_ROUNDS", value_name = "K/S|endless", default_value_t)]
    rounds: MatchMode,

    /// How late watchers see the match of a lobby, in s, up to 10: too late to tell a player where
    /// the others are
    ///
    /// In a private room they see it at once, unless its link asks for something else.
    #[arg(long, env = "LAGRANGE_WATCH_DELAY", value_name = "S", default_value_t = 3)]
    #[arg(value_parser = clap::value_parser!(u32).range(..=i64::from(WATCH_DELAY_MAX_MS / 1000)))]
    watch_delay: u32,

    /// Maximum number of open rooms; beyond it, the room that has been empty longest is closed
    /// [default: 256 per core, limited to one per MiB in half of the memory, and at least 64]
    #[arg(long, env = "LAGRANGE_ROOMS", value_name = "N")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=ROOMS_MAX as u64))]
    rooms: Option<usize>,

    /// Seats in each room, up to 512; more only with --seats-unchecked
    #[arg(long, env = "LAGRANGE_SEATS", value_name = "N", default_value_t = SEATS_DEFAULT)]
    #[arg(value_parser = RangedU64ValueParser::<u16>::new().range(1..=u16::MAX.into()))]
    seats: u16,

    /// Allow up to 1024 seats, more than one core has been shown to serve
    #[arg(long, env = "LAGRANGE_SEATS_UNCHECKED")]
    seats_unchecked: bool,

    /// Tick rate of each room, in ticks per second
    #[arg(long, env = "LAGRANGE_TICK_RATE", value_name = "HZ", default_value = "60")]
    #[arg(value_parser = parse_rate)]
    tick_rate: TickRate,

    /// Range of snapshots per second, e.g. 20-40; players' requests are clamped to it
    #[arg(long, env = "LAGRANGE_UPDATE_RATES", value_name = "MIN-MAX", default_value = "1-128")]
    #[arg(value_parser = parse_update_rates)]
    update_rates: RateRange,

    /// Range of kilobytes per second, e.g. 5-80; players' requests are clamped to it
    #[arg(long, env = "LAGRANGE_BYTE_RATES", value_name = "MIN-MAX", default_value = "1-1000")]
    #[arg(value_parser = parse_byte_rates)]
    byte_rates: RateRange,

    /// Seed for everything random [default: from the clock]
    #[arg(long, env = "LAGRANGE_SEED", value_name = "N")]
    seed: Option<u64>,
}

/// The format of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    Text,
    Json,
}

/// The other commands of the program.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Judge the shots of a scenario under every scheme and print the verdicts
    ///
    /// The scenario is JSON, or a file recorded by the page; the output is JSON. See docs/judge.md.
    /// Exits with status 2 if the input is invalid.
    Judge(Box<Judge>),
    /// Replay a recording of the page and print its state second by second
    ///
    /// Exits with status 1 if a state differs from the recorded one, and with status 2 if the
    /// recording cannot be read. See docs/replay.md.
    Replay {
        /// A file, - for standard input, or a link: the complete URL, or its fragment from #
        #[arg(value_name = "FILE|LINK")]
        source: String,
        /// Also list the shots and their verdicts
        #[arg(long)]
        shots: bool,
    },

    /// Write the poses and shots of a QuakeWorld recording as tables
    ///
    /// Reads the recording of a server (MVD) and writes where its players were, and the shots of
    /// the lightning gun with the players that the server damaged. Exits with status 2, and leaves
    /// every output as it was, if the recording cannot be read. See docs/mvd.md.
    Tables(Tables),

    /// Write the laboratory into a folder for any static host
    ///
    /// Creates the folder if it is missing, and overwrites one from an earlier run. Any other
    /// folder that is not empty is left unchanged, and the program exits with status 2.
    Dist {
        /// The folder to write
        #[arg(value_name = "DIR")]
        folder: PathBuf,

        /// URL that "Play online" links to, e.g. https://example.org/; without it the link is
        /// omitted
        #[arg(long, value_name = "URL", value_parser = parse_play_at)]
        play_at: Option<String>,
    },

    /// Say what is wrong with an installation, as a browser would meet it
    ///
    /// Looks at the address, the certificate, the page, what a proxy passes on, and plays in a room
    /// of its own. Exits with status 1 if something is wrong, and with status 2 if the URL is. See
    /// docs/check.md.
    Check(CheckOptions),

    /// Run bots on a server over real connections and print what that costs, as JSON
    ///
    /// The server must be on this machine, unless --i-own-this-server is given. See docs/load.md
    /// for the meaning of each field.
    Load(Load),

    /// The server that `load --floor` compares the game's server with; started by it
    #[command(hide = true)]
    FloorServer {
        /// Sizes and rates, as JSON
        #[arg(value_parser = parse_shape)]
        shape: Shape,
    },
}

/// More seats than allowed.
#[derive(Debug, thiserror::Error)]
enum SeatsError {
    #[error(
        "invalid value '{0}' for '--seats <N>': {0} is not in 1..={SEATS_SHOWN}; larger rooms \
         have not been shown to run on one core without losing players; --seats-unchecked allows \
         up to {SEATS_MAX}"
    )]
    Unchecked(u16),
    #[error("invalid value '{0}' for '--seats <N>': {0} is not in 1..={SEATS_MAX}")]
    Max(u16),
}

impl Options {
    /// Parses the options, or prints an error and exits.
    pub(crate) fn checked() -> Options {
        let matches = ignoring_empty_variables(Options::command()).get_matches();
        let options = Options::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
        if let Err(error) = options.check() {
            Options::command().error(ErrorKind::ValueValidation, error).exit();
        }
        options
    }

    /// Checks options that depend on each other.
    fn check(&self) -> Result<(), SeatsError> {
        let most = if self.seats_unchecked { SEATS_MAX } else { SEATS_SHOWN };
        match self.seats {
            seats if seats <= most => Ok(()),
            seats if self.seats_unchecked => Err(SeatsError::Max(seats)),
            seats => Err(SeatsError::Unchecked(seats)),
        }
    }

    /// The seats of a room, if more than one core has been shown to serve.
    pub(crate) fn unchecked_seats(&self) -> Option<u16> {
        (self.seats > SEATS_SHOWN).then_some(self.seats)
    }

    pub(crate) fn config(&self) -> Config {
        Config {
            site: PAGES,
            allow_origin: self.allow_origin.clone(),
            allow_embed: self.allow_embed.clone(),
            hosts: self.host.clone(),
            per_address: self.per_address,
            limit_loopback: self.limit_loopback,
            trusted_proxies: self.trusted_proxy.clone(),
            node: self.node.clone(),
            cluster: self.cluster(),
            state: self.state.clone(),
            drain: self.drain.or(self.cluster.is_some().then_some(CLUSTER_DRAIN)),
            seats: self.seats,
            bots: self.bots.unwrap_or(BOTS_DEFAULT),
            difficulty: self.difficulty(),
            mode: self.rounds,
            watch_delay_ms: self.watch_delay * 1000,
            rooms_max: self.rooms.unwrap_or_else(default_rooms_max),
            rate: self.tick_rate,
            rate_bounds: self.rate_bounds(),
            seed: self.seed.unwrap_or_else(seed_of_the_clock),
            ..Config::default()
        }
    }

    fn cluster(&self) -> Option<ClusterConfig> {
        let (url, credentials) = (self.cluster.clone()?, self.cluster_credentials.clone());
        Some(ClusterConfig { url, credentials })
    }

    /// Unless a level was chosen, bots adapt to a single player, and are at full strength if their
    /// number was chosen.
    fn difficulty(&self) -> Difficulty {
        let usual = if self.bots.is_some() { Difficulty::Full } else { Difficulty::Adaptive };
        self.bot_level.unwrap_or(usual)
    }

    fn rate_bounds(&self) -> RateBounds {
        RateBounds {
            update_min_hz: self.update_rates.min,
            update_max_hz: self.update_rates.max,
            bytes_min_kb_per_s: self.byte_rates.min,
            bytes_max_kb_per_s: self.byte_rates.max,
        }
    }
}

/// A variable that is set to nothing, as files of `compose` write it, counts as unset.
fn ignoring_empty_variables(command: clap::Command) -> clap::Command {
    command.mut_args(|arg| {
        let value = arg.get_env().and_then(env::var_os);
        if value.is_some_and(|value| value.is_empty()) { arg.env(None::<&str>) } else { arg }
    })
}

fn seed_of_the_clock() -> u64 {
    let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH);
    since_1970.map_or(0, |since| since.as_nanos() as u64)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use server::load::{Batches, FloorServer, Search};
    use shared::base::limits::BOT_LEVEL_MAX;
    use shared::pilot::skill::BotLevelNumber;

    use super::*;

    fn parse(args: &[&str]) -> Result<Options, String> {
        let args = ["lagrange"].iter().chain(args);
        let options = Options::try_parse_from(args).map_err(|error| error.to_string())?;
        options.check().map_err(|error| error.to_string())?;
        Ok(options)
    }

    #[test]
    fn clap_definition_is_valid() {
        Options::command().debug_assert();
    }

    #[test]
    fn options_reach_the_config() {
        let args = "--listen [::1]:9 --bots 0 --seats 1024 --seats-unchecked --tick-rate 20 \
            --seed 7 --rounds 5/60 --watch-delay 7 \
            --allow-origin https://a.example --allow-origin http://b.example:81/ \
            --update-rates 20-40 --byte-rates 5-80 --host game.example --per-address 3 \
            --drain 30s --state dir --node n1 \
            --limit-loopback --admin 127.0.0.1:9090 --trusted-proxy 10.0.0.0/8,192.0.2.1 \
            --allow-embed https://c.example,https://d.example --allow-embed http://e.example/";
        let args: Vec<&str> = args.split_whitespace().collect();
        let options = parse(&args).unwrap();
        let config = options.config();
        assert_eq!(options.listen, "[::1]:9");
        assert_eq!((config.bots, config.seats, config.seed), (0, 1024, 7));
        assert_eq!(config.difficulty, Difficulty::Full);
        assert_eq!(config.mode.to_string(), "5/60");
        assert_eq!(config.watch_delay_ms, 7_000);
        assert_eq!(config.rate.hz(), 20);
        let RateBounds { update_min_hz, update_max_hz, .. } = config.rate_bounds;
        assert_eq!((update_min_hz, update_max_hz), (20, 40));
        let RateBounds { bytes_min_kb_per_s, bytes_max_kb_per_s, .. } = config.rate_bounds;
        assert_eq!((bytes_min_kb_per_s, bytes_max_kb_per_s), (5, 80));
        let origins = |all: &[WebOrigin]| all.iter().map(WebOrigin::to_string).collect::<Vec<_>>();
        let allowed = origins(&config.allow_origin);
        assert_eq!(allowed, ["https://a.example", "http://b.example:81"]);
        let embedding = origins(&config.allow_embed);
        assert_eq!(embedding, ["https://c.example", "https://d.example", "http://e.example"]);
        assert_eq!(config.hosts, ["game.example"]);
        assert_eq!(options.admin.as_deref(), Some("127.0.0.1:9090"));
        assert_eq!((config.per_address, config.limit_loopback), (3, true));
        assert_eq!(config.drain, Some(Duration::from_secs(30)));
        assert_eq!(config.state.as_deref().and_then(Path::to_str), Some("dir"));
        assert_eq!(config.node.as_ref().map(NodeName::as_str), Some("n1"));
        let proxies: Vec<String> = config.trusted_proxies.iter().map(IpNet::to_string).collect();
        assert_eq!(proxies, ["10.0.0.0/8", "192.0.2.1/32"]);
    }

    #[test]
    fn bots_adapt_unless_their_number_or_level_is_chosen() {
        let level = |level| Difficulty::Level(BotLevelNumber::new(level).unwrap());
        for (args, bots, difficulty) in [
            (&[][..], BOTS_DEFAULT, Difficulty::Adaptive),
            (&["--bots", "4"], 4, Difficulty::Full),
            (&["--bots", "4", "--bot-level", "adaptive"], 4, Difficulty::Adaptive),
            (&["--bot-level", "full"], BOTS_DEFAULT, Difficulty::Full),
            (&["--bot-level", "1"], BOTS_DEFAULT, level(1)),
            (&["--bots", "9", "--bot-level", "31"], 9, level(BOT_LEVEL_MAX)),
        ] {
            let config = parse(args).unwrap().config();
            assert_eq!((config.bots, config.difficulty), (bots, difficulty), "{args:?}");
        }
    }

    #[test]
    fn judge_subcommand_is_parsed() {
        assert!(parse(&[]).unwrap().command.is_none());
        let judge = |args: &[&str]| match parse(args).unwrap().command {
            Some(Command::Judge(judge)) => judge,
            other => panic!("{other:?}"),
        };
        let one = judge(&["judge", "a"]);
        assert_eq!((one.source(), one.verdicts), ("a", false));
        let many = judge(&["judge", "--verdicts", "--threads", "3"]);
        assert_eq!((many.source(), many.verdicts, many.threads().get()), ("-", true, 3));
        assert_eq!(judge(&["judge", "--verdicts", "b"]).source(), "b");
        for args in [
            &["judge"][..],
            &["judge", "a", "b"],
            &["judge", "a", "--threads", "3"],
            &["judge", "--verdicts", "--threads", "0"],
            &["--bots", "1", "judge", "a"],
        ] {
            assert!(parse(args).is_err(), "{args:?}");
        }
    }

    #[test]
    fn dist_subcommand_is_parsed() {
        let at = "https://a.example/?b=1&c=2";
        let parsed = parse(&["dist", "out", "--play-at", at]).unwrap().command;
        let Some(Command::Dist { folder, play_at }) = parsed else { panic!("it is a command") };
        assert_eq!(folder.to_str(), Some("out"));
        assert_eq!(play_at.as_deref(), Some("https://a.example/?b=1&amp;c=2"));
        let bad = ["", "a.example", "https://", "https:///x", "javascript:a", "http://a/\"b"];
        for at in bad.iter().chain(&["http://a b", "http://a/<b>"]) {
            assert!(parse(&["dist", "out", "--play-at", at]).is_err(), "{at}");
        }
        assert!(parse(&["dist"]).is_err());
    }

    #[test]
    fn replay_subcommand_is_parsed() {
        for (args, listed) in
            [(&["replay", "#v=1"][..], false), (&["replay", "--shots", "a"], true)]
        {
            let command = parse(args).unwrap().command;
            assert!(matches!(command, Some(Command::Replay { shots, .. }) if shots == listed));
        }
        assert!(parse(&["replay"]).is_err());
    }

    #[test]
    fn load_subcommand_is_parsed() {
        let load = |args: &[&str]| {
            let args: Vec<&str> = [&["load"], args].concat();
            match parse(&args).unwrap().command {
                Some(Command::Load(load)) => load.plan().map_err(|error| error.to_string()),
                _ => panic!("it is a command"),
            }
        };
        let plan = load(&[]).unwrap();
        assert_eq!((plan.bots, plan.seconds, plan.room_size, plan.sample), (64, 30, 64, 16));
        assert_eq!(plan.search, Search::Once);
        let plan = load(&["--ramp", "--seconds", "5", "--room-size", "8", "--seed", "7"]).unwrap();
        assert_eq!((plan.bots, plan.seconds, plan.room_size, plan.seed), (4032, 5, 8, 7));
        assert_eq!(plan.search, Search::Ramp);
        let url = ["--url", "ws://192.0.2.1:8080"];
        assert!(load(&url).unwrap_err().contains("--i-own-this-server"));
        assert!(load(&[url[0], url[1], "--i-own-this-server"]).is_ok());
        let plan = load(&["--floor", "--floor-core", "0", "--batch", "128"]).unwrap();
        assert!(matches!(plan.search, Search::Floor(FloorServer { core: Some(0), .. })));
        let every = Duration::from_secs(9);
        assert_eq!((plan.bots, plan.batches), (64, Some(Batches { bots: 128, every })));
        for args in [
            ["--bots", "0"],
            ["--room-size", "0"],
            ["--sample", "0"],
            ["--seconds", "0"],
            ["--batch", "0"],
            ["--every", "5"],
            ["--floor-core", "0"],
            ["--floor", "--ramp"],
        ] {
            assert!(parse(&["load", args[0], args[1]]).is_err(), "{args:?}");
        }
    }

    #[test]
    fn larger_rooms_need_seats_unchecked() {
        let unshown = |args: &[&str]| parse(args).unwrap().unchecked_seats();
        assert_eq!(unshown(&["--seats", "512"]), None);
        assert_eq!(unshown(&["--seats-unchecked"]), None);
        assert_eq!(unshown(&["--seats", "513", "--seats-unchecked"]), Some(513));
        let error = parse(&["--seats", "1025", "--seats-unchecked"]).unwrap_err();
        assert!(error.contains("1025 is not in 1..=1024"), "{error}");
        let help = Options::command().render_long_help().to_string();
        assert!(help.contains(&format!("up to {SEATS_SHOWN};")), "{help}");
        assert!(help.contains(&format!("up to {SEATS_MAX} seats")), "{help}");
    }

    #[test]
    fn invalid_options_have_clear_errors() {
        for (option, value, words) in [
            ("--tick-rate", "19", "a tick rate of 19 Hz is outside 20 to 128 Hz"),
            ("--tick-rate", "129", "outside 20 to 128 Hz"),
            ("--tick-rate", "fast", "expected a whole number"),
            ("--update-rates", "40-20", "e.g. 20-40"),
            ("--update-rates", "0-20", "e.g. 20-40"),
            ("--update-rates", "20-129", "from 1 to 128"),
            ("--byte-rates", "80", "e.g. 5-80"),
            ("--byte-rates", "5-1001", "from 1 to 1000"),
            ("--seats", "0", "0 is not in 1..="),
            ("--seats", "513", "513 is not in 1..=512"),
            ("--seats", "65535", "--seats-unchecked allows up to 1024"),
            ("--seats", "65536", "65536 is not in 1..="),
            ("--bots", "1025", "0..=1024"),
            ("--bot-level", "0", "a level from 1 to 31"),
            ("--bot-level", "32", "a level from 1 to 31"),
            ("--bot-level", "hard", "expected adaptive, full or"),
            ("--rooms", "0", "1..=4096"),
            ("--rooms", "4097", "1..=4096"),
            ("--listen", "8080", "e.g. localhost:8080"),
            ("--listen", "localhost:http", "e.g. localhost:8080"),
            ("--listen", ":8080", "e.g. localhost:8080"),
            ("--admin", "http://localhost:9090", "e.g. localhost:8080"),
            ("--log", "xml", "text, json"),
            ("--node", "Node 1", "e.g. node-1"),
            ("--drain", "1m", "e.g. 30s"),
            ("--drain", "0", "e.g. 30s"),
            ("--drain", "3601", "e.g. 30s"),
            ("--allow-origin", "example.org", "https://example.org"),
            ("--allow-embed", "example.org", "https://example.org"),
            ("--allow-embed", "https://example.org; script-src *", "https://example.org"),
            ("--allow-embed", "*", "https://example.org"),
            ("--trusted-proxy", "proxy.example", "e.g. 10.0.0.0/8"),
            ("--trusted-proxy", "10.0.0.0/33", "e.g. 10.0.0.0/8"),
            ("--per-address", "1001", "0..=1000"),
            ("--host", "https://game.example", "e.g. game.example"),
            ("--host", "game.example:8080", "e.g. game.example"),
        ] {
            let error = parse(&[option, value]).unwrap_err();
            assert!(error.contains(words) && error.contains(option), "{error}");
        }
    }
}
