//! The command line: arguments and environment variables go in, checked settings come out.
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::builder::RangedU64ValueParser;
use clap::{Parser, Subcommand};
use lagrange::config::{BOTS_DEFAULT, Config};
use shared::base::limits::{SEATS_DEFAULT, SEATS_MAX};
use shared::base::time::{TickRate, TickRateError};

/// Serves Lagrange, a space shooter in the browser in which you can see the lag.
///
/// RUST_LOG sets what is logged: `RUST_LOG=info`, `RUST_LOG=lagrange=debug`.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
pub(crate) struct Options {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    /// The address to listen on; port 0 takes a free one
    #[arg(
        long,
        env = "LAGRANGE_LISTEN",
        value_name = "ADDRESS:PORT",
        default_value = "127.0.0.1:8080"
    )]
    pub(crate) listen: SocketAddr,

    /// Another site whose pages may connect, as in https://example.org; may be repeated
    #[arg(long, env = "LAGRANGE_ALLOW_ORIGIN", value_name = "ORIGIN", value_delimiter = ',')]
    #[arg(value_parser = parse_origin)]
    allow_origin: Vec<String>,

    /// Bots fill each room up to this many ships and make way for players
    #[arg(long, env = "LAGRANGE_BOTS", value_name = "N", default_value_t = BOTS_DEFAULT)]
    #[arg(value_parser = up_to_seats(0))]
    bots: u16,

    /// Seats of each room
    #[arg(long, env = "LAGRANGE_SEATS", value_name = "N", default_value_t = SEATS_DEFAULT)]
    #[arg(value_parser = up_to_seats(1))]
    seats: u16,

    /// Ticks a second of each room
    #[arg(long, env = "LAGRANGE_TICK_RATE", value_name = "HZ", default_value = "60")]
    #[arg(value_parser = parse_rate)]
    tick_rate: TickRate,

    /// The seed of everything random; the clock's if there is none
    #[arg(long, env = "LAGRANGE_SEED", value_name = "N")]
    seed: Option<u64>,
}

/// What else the program does.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Judges shots of a scenario under every scheme, and prints what they say
    ///
    /// The scenario is JSON, or a file that the page recorded; what is printed is JSON: see
    /// docs/judge.md. An error in it ends the program with status 2.
    Judge {
        /// The file of the scenario or recording; - reads the standard input
        #[arg(value_name = "FILE")]
        scenario: String,
    },
    /// Replays what the page recorded, and prints its state second by second
    ///
    /// Ends with status 1 if a state is not what the recording says, and with status 2 if it cannot
    /// be read: see docs/replay.md.
    Replay {
        /// A file, - for the standard input, or a link: the whole address, or its fragment from #
        #[arg(value_name = "FILE|LINK")]
        source: String,
        /// Lists the shots and their verdicts too
        #[arg(long)]
        shots: bool,
    },

    /// Writes the laboratory into a folder, for any host of files
    ///
    /// The folder is made if it is not there, and may be one that was written before; in any other
    /// that is not empty nothing is changed, and the program ends with status 2.
    Dist {
        /// The folder
        #[arg(value_name = "DIR")]
        folder: PathBuf,

        /// Where "Play online" leads, as in https://example.org/; without it there is no such link
        #[arg(long, value_name = "URL", value_parser = parse_play_at)]
        play_at: Option<String>,
    },
}

/// A number that is no tick rate.
#[derive(Debug, thiserror::Error)]
enum ParseRateError {
    #[error("it is no whole number of Hz")]
    Number(#[from] std::num::ParseIntError),
    #[error(transparent)]
    Range(#[from] TickRateError),
}

/// Something that no browser would send as an origin.
#[derive(Debug, thiserror::Error)]
#[error("an origin is a scheme and a host, as in https://example.org")]
struct ParseOriginError;

/// Something that no link of a page should lead to.
#[derive(Debug, thiserror::Error)]
#[error("an address begins with http:// or https://, and has no spaces, quotes or brackets")]
struct ParsePlayAtError;

impl Options {
    pub(crate) fn config(&self) -> Config {
        Config {
            allow_origin: self.allow_origin.clone(),
            seats: self.seats,
            bots: self.bots,
            rate: self.tick_rate,
            seed: self.seed.unwrap_or_else(seed_of_the_clock),
            ..Config::default()
        }
    }
}

fn seed_of_the_clock() -> u64 {
    let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH);
    since_1970.map_or(0, |since| since.as_nanos() as u64)
}

fn up_to_seats(min: u64) -> RangedU64ValueParser<u16> {
    RangedU64ValueParser::new().range(min..=SEATS_MAX.into())
}

fn parse_rate(text: &str) -> Result<TickRate, ParseRateError> {
    Ok(TickRate::new(text.parse()?)?)
}

fn parse_origin(text: &str) -> Result<String, ParseOriginError> {
    let site = text.trim_end_matches('/');
    let (scheme, host) = site.split_once("://").ok_or(ParseOriginError)?;
    let whole = !scheme.is_empty() && !host.is_empty() && !host.contains('/');
    whole.then(|| site.to_string()).ok_or(ParseOriginError)
}

/// The address of a link, as it stands in a page.
fn parse_play_at(text: &str) -> Result<String, ParsePlayAtError> {
    let web = ["http://", "https://"].iter().any(|scheme| {
        text.strip_prefix(scheme).is_some_and(|host| !host.is_empty() && !host.starts_with('/'))
    });
    let bad = |c: char| c.is_whitespace() || c.is_control() || "\"'<>`".contains(c);
    let good = web && !text.contains(bad);
    good.then(|| text.replace('&', "&amp;")).ok_or(ParsePlayAtError)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    fn parse(args: &[&str]) -> Result<Options, String> {
        let args = ["lagrange"].iter().chain(args);
        Options::try_parse_from(args).map_err(|error| error.to_string())
    }

    #[test]
    fn the_options_are_sound() {
        Options::command().debug_assert();
    }

    #[test]
    fn settings_arrive() {
        let args = "--listen [::1]:9 --bots 0 --seats 1024 --tick-rate 20 --seed 7 \
            --allow-origin https://a.example --allow-origin http://b.example:81/";
        let args: Vec<&str> = args.split_whitespace().collect();
        let options = parse(&args).unwrap();
        let config = options.config();
        assert_eq!(options.listen.to_string(), "[::1]:9");
        assert_eq!((config.bots, config.seats, config.seed), (0, 1024, 7));
        assert_eq!(config.rate.hz(), 20);
        assert_eq!(config.allow_origin, ["https://a.example", "http://b.example:81"]);
    }

    #[test]
    fn a_scenario_is_judged_instead() {
        assert!(parse(&[]).unwrap().command.is_none());
        let command = parse(&["judge", "-"]).unwrap().command;
        assert!(matches!(command, Some(Command::Judge { scenario }) if scenario == "-"));
        for args in [&["judge"][..], &["judge", "a", "b"], &["--bots", "1", "judge", "a"]] {
            assert!(parse(args).is_err(), "{args:?}");
        }
    }

    #[test]
    fn the_laboratory_is_written_instead() {
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
    fn a_recording_is_replayed_instead() {
        for (args, listed) in
            [(&["replay", "#v=1"][..], false), (&["replay", "--shots", "a"], true)]
        {
            let command = parse(args).unwrap().command;
            assert!(matches!(command, Some(Command::Replay { shots, .. }) if shots == listed));
        }
        assert!(parse(&["replay"]).is_err());
    }

    #[test]
    fn wrong_settings_are_refused_in_words() {
        for (option, value, words) in [
            ("--tick-rate", "19", "a tick rate of 19 Hz is outside 20 to 128 Hz"),
            ("--tick-rate", "129", "outside 20 to 128 Hz"),
            ("--tick-rate", "fast", "no whole number"),
            ("--seats", "0", "1..=1024"),
            ("--seats", "1025", "1..=1024"),
            ("--bots", "1025", "0..=1024"),
            ("--listen", "8080", "--listen"),
            ("--allow-origin", "example.org", "https://example.org"),
        ] {
            let error = parse(&[option, value]).unwrap_err();
            assert!(error.contains(words) && error.contains(option), "{error}");
        }
    }
}
