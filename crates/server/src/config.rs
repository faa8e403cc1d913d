//! The configuration of a server, from the command line or a test.
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use ipnet::IpNet;
use shared::base::limits::SEATS_DEFAULT;
use shared::base::time::TickRate;
use shared::netcode::rates::RateBounds;
use shared::room::{Difficulty, Room};
use shared::wire::message::Hello;
use shared::wire::round::MatchMode;
use shared::wire::route::NodeName;
use site::Site;

use crate::limits::{self, CONNECTIONS_MAX, ROOMS_MIN};
use crate::web_origin::WebOrigin;

/// Default number of bots in a room: enough to have something to shoot at.
pub const BOTS_DEFAULT: u16 = 4;

/// How much later than it happens watchers see the match of a lobby by default, in ms: too late to
/// tell a player where the others are.
pub const WATCH_DELAY_DEFAULT_MS: u32 = 3_000;

/// Room size up to which no client is disconnected: measured with one full room of bots over real
/// connections on one core, filled at once or 128 every 9 s (`cargo xtask bench rooms`).
pub const SEATS_SHOWN: u16 = 512;

/// Maximum of `per_address`; with more, the limits have no effect.
pub const PER_ADDRESS_MAX: u64 = 1000;

/// Upper bound of `rooms_max`.
pub const ROOMS_MAX: usize = limits::ROOMS_MAX;

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// The pages that it serves.
    pub site: Site,
    /// Origins of other sites whose pages may connect.
    pub allow_origin: Vec<WebOrigin>,
    /// Origins of other sites whose pages may embed a figure of the laboratory.
    pub allow_embed: Vec<WebOrigin>,
    /// Host names that it answers to, without ports. If there are any, only these, IP addresses and
    /// `localhost` are answered.
    pub hosts: Vec<String>,
    /// Factor on the default limits for one address, up to [`PER_ADDRESS_MAX`]; 0 disables them.
    pub per_address: u32,
    /// Whether they also apply to this machine's own addresses.
    pub limit_loopback: bool,
    /// Networks of proxies whose `X-Forwarded-For` is trusted.
    pub trusted_proxies: Vec<IpNet>,
    /// Seats of a room, 1 to 1024.
    pub seats: u16,
    /// Bots fill a room up to this many ships.
    pub bots: u16,
    /// How hard they fight; they adapt only in rooms with the default rules.
    pub difficulty: Difficulty,
    /// How matches are divided in rooms whose founder did not ask for anything else. Rooms for
    /// experiments are endless.
    pub mode: MatchMode,
    /// How much later than it happens watchers see the match of a lobby, in ms, up to
    /// [`WATCH_DELAY_MAX_MS`](shared::base::limits::WATCH_DELAY_MAX_MS).
    pub watch_delay_ms: u32,
    /// Ticks a second of every room.
    pub rate: TickRate,
    /// Bounds on the rates that players ask for, in every room and whatever its rules say.
    pub rate_bounds: RateBounds,
    /// The seed of everything random; each room derives its own from it and its name.
    pub seed: u64,
    /// The name of this server among several that share the rooms.
    pub node: Option<NodeName>,
    /// The cluster whose servers share the rooms; needs a [`node`](Self::node).
    pub cluster: Option<ClusterConfig>,
    /// The folder in which scores are kept for the server that goes on with the rooms of this one.
    pub state: Option<PathBuf>,
    /// How long rooms may go on when the server is told to stop: to the end of their rounds at the
    /// latest. Then their players move to another server, which must get their connections by then.
    /// `None` if there is no other: the server ends at once.
    pub drain: Option<Duration>,
    /// Maximum number of open rooms, the first lobby included.
    pub rooms_max: usize,
    /// Maximum number of concurrent connections.
    pub connections_max: u32,
    pub timeouts: Timeouts,
    /// Called with each hello in the room's task, before the room handles it.
    pub probe: Option<Probe>,
    /// Called with each room in its task, after its ticks were simulated.
    pub observer: Option<Observer>,
}

/// Whether this program can be one of a cluster.
pub const HAS_CLUSTER: bool = cfg!(feature = "cluster");

/// How the servers of a cluster find each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClusterConfig {
    /// Servers of NATS: `nats://HOST:PORT` or `tls://HOST:PORT`, divided by commas.
    pub url: String,
    /// The file with this server's credentials at NATS; `None` if it asks for none.
    pub credentials: Option<PathBuf>,
}

/// A text that is not the address of a NATS server.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClusterUrlError {
    #[error("expected nats://HOST:PORT or tls://HOST:PORT, several divided by commas")]
    Scheme,
    #[error(
        "credentials in an address are seen by all users of this machine: put them in a file (see \
         --cluster-credentials)"
    )]
    Credentials,
}

/// What NATS asks for.
#[derive(Clone, PartialEq, Eq)]
pub enum ClusterCredentials {
    /// A credentials file of NATS (`nsc generate creds`).
    File(String),
    Password {
        user: String,
        password: String,
    },
    Token(String),
}

impl ClusterConfig {
    /// Checks addresses of NATS servers.
    ///
    /// # Errors
    /// If one of them is none, or holds credentials.
    pub fn check_url(url: &str) -> Result<(), ClusterUrlError> {
        for server in url.split(',') {
            let host = server.strip_prefix("nats://").or_else(|| server.strip_prefix("tls://"));
            match host {
                None | Some("") => return Err(ClusterUrlError::Scheme),
                Some(host) if host.contains('@') => return Err(ClusterUrlError::Credentials),
                Some(host) if host.contains(['/', ' ']) => return Err(ClusterUrlError::Scheme),
                Some(_) => {}
            }
        }
        Ok(())
    }
}

impl ClusterCredentials {
    /// Reads a file: one of NATS, a line `USER:PASSWORD`, or a token.
    ///
    /// # Errors
    /// The system's error.
    pub fn read(file: &Path) -> io::Result<Self> {
        let text = fs::read_to_string(file)?;
        let line = text.trim();
        Ok(match line.split_once(':') {
            _ if line.starts_with("-----BEGIN") => Self::File(text),
            Some((user, password)) => {
                Self::Password { user: user.into(), password: password.into() }
            }
            None => Self::Token(line.into()),
        })
    }
}

/// Timeouts of connections and rooms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// From the first byte of a request's header to its end.
    pub header: Duration,
    /// From one request, or from the start of the connection, to the end of the next request's
    /// header. As long as `header`, so that a silent client gains nothing over a slow one.
    pub between: Duration,
    /// `between` for a trusted proxy, which keeps connections open for later clients.
    pub between_proxied: Duration,
    /// Lifetime of a connection that stays HTTP, whatever it does; no page takes longer to load.
    /// Does not apply to trusted proxies.
    pub http: Duration,
    /// From the upgrade to the hello.
    pub hello: Duration,
    /// Between two messages. A page in the background may send nothing for a while, but its browser
    /// answers a WebSocket ping.
    pub idle: Duration,
    /// For sending one message. A client that takes longer is not reading.
    pub send: Duration,
    /// From the decision to close a connection to its end, so that the close frame can get through.
    pub close: Duration,
    /// `close` for a connection that is no longer read: its client does not read either, or sent
    /// something unparseable.
    pub brief_close: Duration,
    /// From the end of the drain to the end of the process. Longer than `close`.
    pub shutdown: Duration,
    /// How long a room stays open after its last player left. The default room never ends.
    pub room_linger: Duration,
    /// `room_linger` for a room in which no player stayed long.
    pub brief_room_linger: Duration,
    /// Maximum age of the cached `/metrics` and `/limits` texts.
    pub metrics_age: Duration,
}

/// Called with each hello in the room's task, before the room handles it. Tests use it to make
/// rooms fail.
#[derive(Clone)]
pub struct Probe(pub Arc<dyn Fn(&Hello) + Send + Sync>);

/// Called with a room and the server's id of it in the room's task, after the due ticks and before
/// their messages are sent. Tests compare what clients received with it.
#[derive(Clone)]
pub struct Observer(pub Arc<ObserveRoom>);

/// Takes the id of a room and the room.
pub type ObserveRoom = dyn Fn(u64, &Room) + Send + Sync;

impl Default for Config {
    fn default() -> Self {
        Self {
            site: Site::default(),
            allow_origin: Vec::new(),
            allow_embed: Vec::new(),
            hosts: Vec::new(),
            per_address: 1,
            limit_loopback: false,
            trusted_proxies: Vec::new(),
            seats: SEATS_DEFAULT,
            bots: BOTS_DEFAULT,
            difficulty: Difficulty::Adaptive,
            mode: MatchMode::default(),
            watch_delay_ms: WATCH_DELAY_DEFAULT_MS,
            rate: TickRate::DEFAULT,
            rate_bounds: RateBounds::default(),
            seed: 0,
            node: None,
            cluster: None,
            state: None,
            drain: None,
            rooms_max: ROOMS_MIN,
            connections_max: CONNECTIONS_MAX,
            timeouts: Timeouts::default(),
            probe: None,
            observer: None,
        }
    }
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            header: Duration::from_secs(5),
            between: Duration::from_secs(5),
            between_proxied: Duration::from_secs(75),
            http: Duration::from_secs(120),
            hello: Duration::from_secs(5),
            idle: Duration::from_secs(60),
            send: Duration::from_secs(5),
            close: Duration::from_secs(2),
            brief_close: Duration::from_millis(750),
            shutdown: Duration::from_secs(4),
            room_linger: Duration::from_secs(30),
            brief_room_linger: Duration::from_secs(2),
            metrics_age: limits::METRICS_AGE_MAX,
        }
    }
}

impl fmt::Debug for Probe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Probe")
    }
}

impl fmt::Debug for Observer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Observer")
    }
}
