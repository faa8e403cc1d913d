//! What a server is made with: values from the command line or a test go in, once.
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use ipnet::IpNet;
use shared::base::limits::SEATS_DEFAULT;
use shared::base::time::TickRate;
use shared::netcode::rates::RateBounds;
use shared::room::Room;
use shared::wire::message::Hello;
use site::Site;

use crate::limits::{self, CONNECTIONS_MAX, ROOMS_MIN};
use crate::web_origin::WebOrigin;

/// Bots of a room unless it is said otherwise: enough to have somebody to shoot at.
pub const BOTS_DEFAULT: u16 = 4;

/// Seats of a room up to which nobody is lost: one full room of so many bots, with real connections
/// and on one core, filled at once or 128 every 9 s (`cargo xtask bench rooms`).
pub const SEATS_SHOWN: u16 = 512;

/// How many times the default bounds one address may use at most: more is as good as none.
pub const PER_ADDRESS_MAX: u64 = 1000;

/// Rooms at the same time at most, whoever asks for more.
pub const ROOMS_MAX: usize = limits::ROOMS_MAX;

/// What a server is made with.
#[derive(Clone, Debug)]
pub struct Config {
    /// The pages that it serves.
    pub site: Site,
    /// Origins of other sites whose pages may connect.
    pub allow_origin: Vec<WebOrigin>,
    /// Origins of other sites whose pages may hold a figure of the laboratory.
    pub allow_embed: Vec<WebOrigin>,
    /// The names by which it is asked for, without ports; if there are any, only these, addresses
    /// and `localhost` are answered.
    pub hosts: Vec<String>,
    /// How many times the default bounds one address may use, up to [`PER_ADDRESS_MAX`]; 0 leaves
    /// them away.
    pub per_address: u32,
    /// Whether they hold for this machine's own addresses too.
    pub limit_loopback: bool,
    /// Networks of proxies that are believed when they say for whom they ask.
    pub trusted_proxies: Vec<IpNet>,
    /// Seats of a room, 1 to 1024.
    pub seats: u16,
    /// Bots fill a room up to this many ships.
    pub bots: u16,
    /// Ticks a second of every room.
    pub rate: TickRate,
    /// What the wishes of players are held to in every room, whatever its rules say.
    pub rate_bounds: RateBounds,
    /// The seed of everything random; each room draws its own from it and its name.
    pub seed: u64,
    /// Rooms at the same time, the first lobby among them.
    pub rooms_max: usize,
    /// Connections at the same time.
    pub connections_max: u32,
    /// How long anything may take.
    pub timeouts: Timeouts,
    /// Looks at each hello in the room's task, before the room does.
    pub probe: Option<Probe>,
    /// Looks at each room in its task, when its ticks were simulated.
    pub watch: Option<Watch>,
}

/// How long anything may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// From the first byte of a request's header to its end.
    pub header: Duration,
    /// From one request, or from the connection, to the end of the next request's header: as long
    /// as a header may take, for silence shall be worth no more.
    pub between: Duration,
    /// The same of a trusted proxy, which keeps its connections for whoever comes next.
    pub between_proxied: Duration,
    /// Of a connection that stays HTTP, whatever it does: no page takes longer to load. Not of a
    /// trusted proxy's.
    pub http: Duration,
    /// From the upgrade to the hello.
    pub hello: Duration,
    /// Between two messages. Pages in the background send nothing for a while, but their browser
    /// answers when it is asked again.
    pub idle: Duration,
    /// Of sending one message; a client that takes longer does not read.
    pub send: Duration,
    /// From the decision to close a connection to its end, for the close frame to get through.
    pub close: Duration,
    /// The same where nothing more is read from the connection: its client reads nothing itself, or
    /// sent what nobody can take apart.
    pub brief_close: Duration,
    /// From the signal to stop to the end of everything. Longer than `close`.
    pub drain: Duration,
    /// How long a room stays when its last player has left; the default room stays for good.
    pub room_linger: Duration,
    /// The same of a room in which nobody stayed for long.
    pub brief_room_linger: Duration,
    /// How old what is told of the counters may be.
    pub counters_age: Duration,
}

/// A function that sees each hello in the room's task before the room does. Tests make rooms
/// fail by it.
#[derive(Clone)]
pub struct Probe(pub Arc<dyn Fn(&Hello) + Send + Sync>);

/// A function that sees a room in its task after the ticks that were due, before anybody is told of
/// them, with a number by which the server tells its rooms apart. Tests hold against it what
/// clients were told.
#[derive(Clone)]
pub struct Watch(pub Arc<RoomWatch>);

/// What sees the room of a number.
pub type RoomWatch = dyn Fn(u64, &Room) + Send + Sync;

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
            rate: TickRate::DEFAULT,
            rate_bounds: RateBounds::default(),
            seed: 0,
            rooms_max: ROOMS_MIN,
            connections_max: CONNECTIONS_MAX,
            timeouts: Timeouts::default(),
            probe: None,
            watch: None,
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
            drain: Duration::from_secs(4),
            room_linger: Duration::from_secs(30),
            brief_room_linger: Duration::from_secs(2),
            counters_age: limits::COUNTERS_AGE_MAX,
        }
    }
}

impl fmt::Debug for Probe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Probe")
    }
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Watch")
    }
}
