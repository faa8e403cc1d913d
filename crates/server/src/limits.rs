//! Every limit of the server that is not part of the game itself ([`shared::base::limits`]), in one
//! place, with what happens when it is reached.
use std::num::NonZeroU32;
use std::time::Duration;

use shared::base::limits::{CLIENT_MESSAGE_BYTES_MAX, SEATS_MAX};

/// Maximum number of lobbies. A hello that names no room gets a seat in the first lobby that has
/// one free. When all are full, it is refused with "room full".
pub(crate) const LOBBIES_MAX: u8 = 16;
/// Maximum number of open rooms where `--rooms` is not given ([`crate::capacity`]):
/// `ROOMS_PER_CORE` for each core, but no more than fit in half of the memory at `ROOM_BYTES` each,
/// and at least `ROOMS_MIN`. A room of one player and three bots takes 1/400 of a core and 400 KiB;
/// the number of players is limited separately, by the number of connections. To open another room,
/// the server evicts the one that has been empty longest. If none is empty, it evicts one that only
/// holds seats, but only for an address's first room. If there is none to evict, the hello is
/// refused with "room full".
pub(crate) const ROOMS_MIN: usize = 64;
pub(crate) const ROOMS_PER_CORE: usize = 256;
pub(crate) const ROOM_BYTES: u64 = 1024 * 1024;
/// Upper bound of `--rooms`: one room for each connection.
pub(crate) const ROOMS_MAX: usize = CONNECTIONS_MAX as usize;
/// Maximum number of concurrent connections. Further ones get a 503 with `Retry-After`.
pub(crate) const CONNECTIONS_MAX: u32 = 4096;
/// Maximum number of concurrent connections to the `--admin` address.
pub(crate) const ADMIN_CONNECTIONS_MAX: u32 = 64;
/// Maximum number of connections past [`CONNECTIONS_MAX`] that are kept open to send them a 503, or
/// the answer to `/healthz`. Past this number the oldest is closed.
pub(crate) const TURNED_AWAY_MAX: usize = 64;
/// The `Retry-After` of that 503.
pub(crate) const TURNED_AWAY_FOR: Duration = Duration::from_secs(5);
/// Concurrent connections of one address. `--per-address` multiplies this and every limit on one
/// address below. Further ones get a 503 that names the limit.
pub(crate) const ADDRESS_CONNECTIONS: u32 = 512;
/// Concurrent WebSockets of one address: a class of 30 with several tabs each. Beyond: 503.
pub(crate) const ADDRESS_WEB_SOCKETS: u32 = 256;
/// Sustained rate of WebSocket handshakes of one address. Beyond: 503.
pub(crate) const ADDRESS_HANDSHAKES_PER_S: NonZeroU32 = NonZeroU32::new(32).unwrap();
/// Burst of WebSocket handshakes: a class that reconnects after the server was restarted.
pub(crate) const ADDRESS_HANDSHAKES_BURST: NonZeroU32 = NonZeroU32::new(128).unwrap();
/// Open rooms created by one address. Beyond: the hello is refused.
pub(crate) const ADDRESS_ROOMS: u32 = 8;
/// New rooms of one address: the burst, and how long until the next one is allowed. Beyond: the
/// hello is refused.
pub(crate) const ADDRESS_NEW_ROOMS_BURST: NonZeroU32 = NonZeroU32::new(4).unwrap();
pub(crate) const ADDRESS_NEW_ROOM_PERIOD: Duration = Duration::from_secs(5);
/// Bytes a second from one address, over all its connections. The connection that exceeds it is
/// closed as a [flood](shared::wire::close_reason::CloseReason::Flood).
pub(crate) const ADDRESS_BYTES_PER_S: NonZeroU32 = NonZeroU32::new(2 * 1024 * 1024).unwrap();
/// Burst of bytes from one address.
pub(crate) const ADDRESS_BYTES_BURST: NonZeroU32 = NonZeroU32::new(8 * 1024 * 1024).unwrap();
/// Seats of a room that one address must leave to others, unless it opened the room. Beyond: the
/// hello goes to the next lobby, or is refused.
pub(crate) const SEATS_FOR_OTHERS: u16 = 4;
/// Seats of a room that each wider network in [`IPV6_PREFIXES`] must leave to others, unless the
/// founder of the room is in it. A network may use four times as much as one address, which would
/// be every seat.
pub(crate) const SEATS_FOR_OTHER_NETWORKS: u16 = 2;
/// Seats that one address may have in any room, however small: two people at home can play.
pub(crate) const ADDRESS_SEATS_MIN: u16 = 2;
/// Sustained rate of new connections of one address. Further ones are closed after a pause without
/// an answer, which is cheapest. A page of another site cannot make its visitor's browser open that
/// many over a 30 ms link.
pub(crate) const ADDRESS_NEW_CONNECTIONS_PER_S: NonZeroU32 = NonZeroU32::new(512).unwrap();
/// Burst of new connections.
pub(crate) const ADDRESS_NEW_CONNECTIONS_BURST: NonZeroU32 = NonZeroU32::new(1024).unwrap();
/// Sustained rate of HTTP requests of one address. Beyond: 429. Requests that pages of other sites
/// cause in its browsers are counted separately, with the same limits.
pub(crate) const ADDRESS_REQUESTS_PER_S: NonZeroU32 = NonZeroU32::new(128).unwrap();
/// Burst of HTTP requests: a class of 30 that loads every page for the first time, 40 requests
/// each.
pub(crate) const ADDRESS_REQUESTS_BURST: NonZeroU32 = NonZeroU32::new(2048).unwrap();
/// Sustained rate of HTTP response bytes to one address. Beyond: 429.
pub(crate) const ADDRESS_RESPONSE_BYTES_PER_S: NonZeroU32 =
    NonZeroU32::new(4 * 1024 * 1024).unwrap();
/// Burst of response bytes: that class, 1.2 MB each.
pub(crate) const ADDRESS_RESPONSE_BYTES_BURST: NonZeroU32 =
    NonZeroU32::new(64 * 1024 * 1024).unwrap();
/// How long a connection waits for a 429, or to be closed when it exceeds the rate of new
/// connections, so that a client cannot retry faster than that. Proxied connections carry other
/// clients too and are not delayed.
pub(crate) const REFUSED_PAUSE: Duration = Duration::from_secs(1);
/// Maximum number of connections that wait to be closed. Past this number the oldest is closed.
pub(crate) const DELAYED_CLOSES_MAX: usize = 256;
/// Maximum age of the cached `/metrics` and `/limits` texts.
pub(crate) const METRICS_AGE_MAX: Duration = Duration::from_secs(1);
/// IPv6 prefix lengths that are counted, and how many times the limits of one address each may use:
/// one household's network or one rented machine, a few of them, and as many as one person is
/// given.
pub(crate) const IPV6_PREFIXES: [(u8, u32); 3] = [(64, 1), (56, 4), (48, 16)];
/// Addresses tracked individually. When every entry is in use or was used recently, further
/// addresses share entries.
pub(crate) const ADDRESSES_MAX: usize = 16_384;
/// Shared entries for those addresses, hashed by their network.
pub(crate) const SHARED_ENTRIES: u64 = 256;
/// How many entries are checked for eviction when an address arrives, and when the table is full.
pub(crate) const EVICTION_CHECKS: usize = 2;
pub(crate) const EVICTION_CHECKS_WHEN_FULL: usize = 64;
/// Capacity of a room's inbox, in events. When it is half full, the room takes them before its next
/// tick. When it is full, connections with more to deliver wait, which stops reading from their
/// clients.
pub(crate) const ROOM_INBOX_EVENTS: usize = 1024;
/// Events that a room's task handles before it checks the clock again, so that no flood can keep it
/// from its ticks.
pub(crate) const ROOM_BATCH_EVENTS: usize = 256;

/// Combining marks in a row in a name, such as accents. More would cover the lines around it.
pub(crate) const NAME_MARKS_MAX: usize = 2;

/// Capacity of a client's reliable lane, in messages. A client that exceeds it is closed as too
/// slow. It has room for the answers to a burst of pings and the announcements when a whole room
/// joins at once.
pub(crate) const RELIABLE_LANE_MESSAGES: usize = 2048;
/// Parts of what a room sends to watchers by which a slow connection may fall behind: some 4 s.
pub(crate) const WATCH_FEED_PARTS: usize = 256;
/// Answers to a watcher's pings that wait to be sent; further ones are dropped.
pub(crate) const WATCHER_ANSWERS: usize = 8;

/// Initial size of a client's snapshot buffer, in bytes: about ten snapshots. It grows for a larger
/// one.
pub(crate) const SNAPSHOT_BUFFER_BYTES: usize = 1024;

/// Sustained message rate of one client. A client sends commands up to once a tick, 128 times a
/// second, and a few pings. More is a [flood](shared::wire::close_reason::CloseReason::Flood).
pub(crate) const MESSAGES_PER_S: NonZeroU32 = NonZeroU32::new(200).unwrap();
/// Message burst of one client: what a network delivers at once after a two-second stall.
pub(crate) const MESSAGES_BURST: NonZeroU32 = NonZeroU32::new(400).unwrap();
/// Sustained byte rate of one connection, counted before parsing. A client sends about 4 KiB a
/// second at its highest rates. More is a [flood](shared::wire::close_reason::CloseReason::Flood).
pub(crate) const BYTES_PER_S: NonZeroU32 = NonZeroU32::new(64 * 1024).unwrap();
/// Byte burst of one connection.
pub(crate) const BYTES_BURST: NonZeroU32 = NonZeroU32::new(256 * 1024).unwrap();
/// Minimum charge for one read from a connection, in bytes. Without it a client that sends single
/// bytes would get one read for each byte.
pub(crate) const READ_COST_BYTES: u32 = 64;
/// Messages read and discarded after the close frame was sent.
pub(crate) const DISCARDED_MESSAGES_MAX: usize = 1024;
/// Messages accepted from a client that waits for its seat. More are a
/// [flood](shared::wire::close_reason::CloseReason::Flood): a client has nothing to send before its
/// welcome.
pub(crate) const EARLY_MESSAGES_MAX: usize = 16;

/// The buffer for a request's header; longer ones are refused.
pub(crate) const HTTP_BUFFER_BYTES: usize = 16 * 1024;
/// How much a WebSocket buffers before it writes, so that all messages to a client after a tick
/// leave in one piece. Nothing is allocated in advance.
pub(crate) const WRITE_BUFFER_BYTES: usize = 16 * 1024;
/// Read buffer of a WebSocket. It holds any client message; the default costs 128 KiB a connection.
pub(crate) const READ_BUFFER_BYTES: usize = 4096;
/// `SO_SNDBUF` of a connection (Linux doubles it for its bookkeeping): how much kernel memory a
/// client that does not read can occupy.
pub(crate) const SEND_BUFFER_BYTES: usize = 64 * 1024;
/// `TCP_NOTSENT_LOWAT`: bytes that the kernel may hold unsent. With more, snapshots would grow
/// stale in a queue where newer ones cannot replace them.
#[cfg_attr(
    not(any(target_os = "linux", target_os = "macos")),
    allow(dead_code, reason = "other systems cannot be asked for it")
)]
pub(crate) const UNSENT_BYTES: u32 = 4096;
/// Maximum text of a close frame: the 125 bytes of a control frame less the code.
pub(crate) const CLOSE_TEXT_BYTES_MAX: usize = 123;

/// Interval of the process's own heartbeat.
pub(crate) const BEAT_PERIOD: Duration = Duration::from_millis(100);
/// If the last beat is older than this, the process was suspended.
pub(crate) const BEAT_LATE: Duration = Duration::from_millis(500);
/// While the process is suspended, a client's messages pile up and then arrive at once. That is no
/// flood, up to what the client may send in this time, in s.
pub(crate) const BACKLOG_MAX_S: u32 = 60;

/// Processor time used by ticks, in permille of the time they have, above which a room is called
/// busy or overloaded. `shared/src/room/snapshots_due.rs` says what is left out then.
pub(crate) const BUSY_SHARE_PERMILLE: u128 = 500;
pub(crate) const OVERLOADED_SHARE_PERMILLE: u128 = 800;
/// Late ticks in a second, in permille, above which a room is called the same.
pub(crate) const BUSY_LATE_PERMILLE: u128 = 30;
pub(crate) const OVERLOADED_LATE_PERMILLE: u128 = 150;
/// Maximum number of newcomers seated in one tick of a room. The others wait for the next tick.
pub(crate) const JOINS_PER_TICK: u32 = 2;
/// Ticks for each newcomer seated while the room is overloaded. Waiting addresses take turns.
pub(crate) const TICKS_PER_JOIN_OVERLOADED: u32 = 15;
/// How long a newcomer waits for a seat before it is refused as busy. Shorter than a page's
/// connection timeout.
pub(crate) const JOIN_WAIT_MAX: Duration = Duration::from_secs(8);
/// Calm seconds in a row that lower the pressure by one level.
pub(crate) const CALM_SECONDS: u32 = 5;
/// How long after a room ends freed memory is returned to the system, once for all rooms that end
/// until then. A pass over a 100 MB heap takes about 8 ms and stalls the threads that allocate.
pub(crate) const TRIM_AFTER: Duration = Duration::from_secs(30);
/// Age of a room's last heartbeat at which `/healthz` calls it dead.
pub(crate) const HEARTBEAT_STALE: Duration = Duration::from_secs(3);
/// A player who stays this long has played in a room. A room in which nobody has ends sooner.
pub(crate) const PLAYED_MIN: Duration = Duration::from_secs(10);
/// Heartbeat interval of a room in which nobody plays.
pub(crate) const HEARTBEAT_PERIOD: Duration = Duration::from_millis(500);
/// Pause before the default room is reopened after it failed, so that one that fails on start does
/// not restart ten thousand times a second.
pub(crate) const ROOM_RESTART_PAUSE: Duration = Duration::from_secs(1);
/// A room that fails this often within [`ROOM_CLOSED_FOR`] stays closed for as long. A hello that
/// asks for it gets "room ended".
pub(crate) const ROOM_FAILURES_MAX: usize = 3;
pub(crate) const ROOM_CLOSED_FOR: Duration = Duration::from_secs(60);
/// Maximum number of addresses that the log warns about because they forward requests for others.
pub(crate) const PROXIES_WARNED_MAX: usize = 64;
/// How long the accept loop waits after an error such as too many open files.
pub(crate) const ACCEPT_ERROR_PAUSE: Duration = Duration::from_millis(100);
/// How often the histograms are drained, so that they do not grow when nobody scrapes them.
pub(crate) const METRICS_UPKEEP_PERIOD: Duration = Duration::from_secs(5);

const _: () =
    assert!(ADDRESS_CONNECTIONS < CONNECTIONS_MAX && (ADDRESS_ROOMS as usize) < ROOMS_MIN);
const _: () = assert!(2 * BEAT_PERIOD.as_millis() < BEAT_LATE.as_millis());
const _: () = assert!(CLIENT_MESSAGE_BYTES_MAX <= READ_BUFFER_BYTES);
const _: () = assert!(MESSAGES_PER_S.get() <= MESSAGES_BURST.get());
const _: () = assert!(
    MESSAGES_BURST.get() as usize + SEATS_MAX as usize <= RELIABLE_LANE_MESSAGES,
    "a burst of messages to a room does not make a client count as slow"
);
const _: () = assert!(HEARTBEAT_PERIOD.as_millis() * 4 <= HEARTBEAT_STALE.as_millis());
