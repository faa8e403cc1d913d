//! Every bound of the shell that is not one of the game's own ([`shared::base::limits`]), in one
//! place, with what happens when it is reached.
use std::num::NonZeroU32;
use std::time::Duration;

use shared::base::limits::{CLIENT_MESSAGE_BYTES_MAX, SEATS_MAX};

/// Lobbies at most: a hello that names no other room is asked to the next one while all before are
/// full; beyond, it is told that the room is full.
pub(crate) const LOBBIES_MAX: u8 = 16;
/// Rooms at the same time, if nobody says how many ([`crate::capacity`]): at least as many on any
/// machine, and for each core and each share of half of its memory. A room of one player and three
/// bots takes 1/400 of a core and 400 KiB; players are bounded by themselves, as connections. For
/// another room the one makes way that has been empty for longest. One in which a seat is held does
/// so where none is empty, and only for the first room of an address. Without such a one the hello
/// is told that the room is full.
pub(crate) const ROOMS_MIN: usize = 64;
pub(crate) const ROOMS_PER_CORE: usize = 256;
pub(crate) const ROOM_BYTES: u64 = 1024 * 1024;
/// Rooms at the same time that may be asked for: one for each connection.
pub(crate) const ROOMS_MAX: usize = CONNECTIONS_MAX as usize;
/// Connections at the same time; who comes beyond is told so by a 503, and asked to come again.
pub(crate) const CONNECTIONS_MAX: u32 = 4096;
/// Connections at the same time to the address of whoever runs the server.
pub(crate) const ADMIN_CONNECTIONS_MAX: u32 = 64;
/// Connections beyond those that are told so at the same time, where `/healthz` is answered too; of
/// more the oldest is closed.
pub(crate) const TURNED_AWAY_MAX: usize = 64;
/// When who was turned away is to come again.
pub(crate) const TURNED_AWAY_FOR: Duration = Duration::from_secs(5);
/// Connections of one address at the same time; this and what follows for one address is multiplied
/// by `--per-address`. Who comes beyond gets a 503 that says so.
pub(crate) const ADDRESS_CONNECTIONS: u32 = 512;
/// WebSockets of one address at the same time: a class of 30 with several tabs each. Beyond: 503.
pub(crate) const ADDRESS_WEB_SOCKETS: u32 = 256;
/// WebSockets that one address asks for in a second, in the long run; beyond: 503.
pub(crate) const ADDRESS_HANDSHAKES_PER_S: NonZeroU32 = NonZeroU32::new(32).unwrap();
/// The same at once: a class that comes back after the server did.
pub(crate) const ADDRESS_HANDSHAKES_BURST: NonZeroU32 = NonZeroU32::new(128).unwrap();
/// Rooms that one address opened and that have not ended; the hello is told.
pub(crate) const ADDRESS_ROOMS: u32 = 8;
/// New rooms of one address at once, and after how long there may be one more; the hello is told.
pub(crate) const ADDRESS_NEW_ROOMS_BURST: NonZeroU32 = NonZeroU32::new(4).unwrap();
pub(crate) const ADDRESS_NEW_ROOM_PERIOD: Duration = Duration::from_secs(5);
/// Bytes a second of one address, over all its connections; the connection that brings more is a
/// [flood](shared::wire::close_reason::CloseReason::Flood).
pub(crate) const ADDRESS_BYTES_PER_S: NonZeroU32 = NonZeroU32::new(2 * 1024 * 1024).unwrap();
/// Bytes at once of one address.
pub(crate) const ADDRESS_BYTES_BURST: NonZeroU32 = NonZeroU32::new(8 * 1024 * 1024).unwrap();
/// Seats of a room that one address leaves to others, unless it opened the room; beyond, it is
/// asked to the next lobby, or told.
pub(crate) const SEATS_FOR_OTHERS: u16 = 4;
/// The same for each wider network of [`IPV6_PREFIXES`], unless who opened the room is in it: four
/// times as many seats as one address may have would be all of them.
pub(crate) const SEATS_FOR_OTHER_NETWORKS: u16 = 2;
/// Seats that one address may have in any room, however small that is: two at home play.
pub(crate) const ADDRESS_SEATS_MIN: u16 = 2;
/// Connections that one address opens in a second, in the long run; beyond, they are closed after a
/// while and without a word, which costs least. A page of another site cannot have its visitor's
/// browser open as many over a line of 30 ms.
pub(crate) const ADDRESS_NEW_CONNECTIONS_PER_S: NonZeroU32 = NonZeroU32::new(512).unwrap();
/// The same at once.
pub(crate) const ADDRESS_NEW_CONNECTIONS_BURST: NonZeroU32 = NonZeroU32::new(1024).unwrap();
/// Requests of one address in a second, in the long run; beyond: 429. Those that pages of other
/// sites have its browsers make count apart, by the same bounds.
pub(crate) const ADDRESS_REQUESTS_PER_S: NonZeroU32 = NonZeroU32::new(128).unwrap();
/// The same at once: a class of 30 that loads every page for the first time, 40 requests each.
pub(crate) const ADDRESS_REQUESTS_BURST: NonZeroU32 = NonZeroU32::new(2048).unwrap();
/// Bytes that one address is answered by HTTP in a second, in the long run; beyond: 429.
pub(crate) const ADDRESS_ANSWERS_PER_S: NonZeroU32 = NonZeroU32::new(4 * 1024 * 1024).unwrap();
/// The same at once: that class, 1.2 MB each.
pub(crate) const ADDRESS_ANSWERS_BURST: NonZeroU32 = NonZeroU32::new(64 * 1024 * 1024).unwrap();
/// How long a connection waits for a 429, or for its end where it was one too many in a second, so
/// that no more of them are made than that. A proxy's connections carry other clients too, and do
/// not wait.
pub(crate) const REFUSED_PAUSE: Duration = Duration::from_secs(1);
/// Connections that wait for their end at the same time; of more the oldest is closed.
pub(crate) const KEPT_WAITING_MAX: usize = 256;
/// How old what is told of the counters may be.
pub(crate) const COUNTERS_AGE_MAX: Duration = Duration::from_secs(1);
/// Prefixes of IPv6 that are counted, and how many times the bounds of one address each has: one
/// household's network or one rented machine, a few of them, and as many as one person is given.
pub(crate) const IPV6_PREFIXES: [(u8, u32); 3] = [(64, 1), (56, 4), (48, 16)];
/// Addresses that are known apart; when all of them hold something or have just done something,
/// those that come besides share.
pub(crate) const ADDRESSES_MAX: usize = 16_384;
/// Shares that those have in common, by their networks.
pub(crate) const COMMON_SHARES: u64 = 256;
/// Entries that are looked at for one to forget when an address comes, and when the table is full.
pub(crate) const ADDRESS_LOOKS: usize = 2;
pub(crate) const FULL_TABLE_LOOKS: usize = 64;
/// Events a room's task has not taken yet; when it is half full, the room does not wait for its
/// tick to take them; when it is full, the connections that have more wait, and their clients with
/// them.
pub(crate) const ROOM_INBOX_EVENTS: usize = 1024;
/// Events a room's task takes before it looks at the clock again, so that no flood can keep it
/// from its ticks.
pub(crate) const ROOM_BATCH_EVENTS: usize = 256;

/// Marks in a row in a name, as accents are; more would cover the lines around it.
pub(crate) const NAME_MARKS_MAX: usize = 2;

/// Messages that wait for a client in its reliable lane; more close the connection as too slow.
/// It holds the answers to a burst of pings and the news of everybody joining at once.
pub(crate) const RELIABLE_LANE_MESSAGES: usize = 2048;

/// Where a client's snapshots are put, in bytes: some ten of them. A larger one makes it larger.
pub(crate) const SNAPSHOT_BUFFER_BYTES: usize = 1024;

/// Messages a second of one client. A client sends its commands at most once a tick, 128 times a
/// second, and a few pings; more is a [flood](shared::wire::close_reason::CloseReason::Flood).
pub(crate) const MESSAGES_PER_S: NonZeroU32 = NonZeroU32::new(200).unwrap();
/// Messages at once of one client: what a network that stood still for two seconds hands over.
pub(crate) const MESSAGES_BURST: NonZeroU32 = NonZeroU32::new(400).unwrap();
/// Bytes a second of one connection, before anybody takes them apart. A client sends some 4 KiB at
/// its highest rates; more is a [flood](shared::wire::close_reason::CloseReason::Flood).
pub(crate) const BYTES_PER_S: NonZeroU32 = NonZeroU32::new(64 * 1024).unwrap();
/// Bytes at once of one connection.
pub(crate) const BYTES_BURST: NonZeroU32 = NonZeroU32::new(256 * 1024).unwrap();
/// What it costs at least to read a connection once, in bytes: who sends them one by one would have
/// them read one by one.
pub(crate) const READ_COST_BYTES: u32 = 64;
/// Messages that are read and thrown away after a connection was told that it is closed.
pub(crate) const DISCARDED_MESSAGES_MAX: usize = 1024;
/// Messages of a client that waits for its seat; more are a
/// [flood](shared::wire::close_reason::CloseReason::Flood). A client has nothing to say until it is
/// welcome.
pub(crate) const EARLY_MESSAGES_MAX: usize = 16;

/// The buffer for a request's header; longer ones are refused.
pub(crate) const HTTP_BUFFER_BYTES: usize = 16 * 1024;
/// What a WebSocket gathers before it writes: what is to be said to a client after a tick leaves
/// in one piece. Nothing is reserved for it.
pub(crate) const WRITE_BUFFER_BYTES: usize = 16 * 1024;
/// What a WebSocket reads at once; the default costs 128 KiB a connection. It holds any message.
pub(crate) const READ_BUFFER_BYTES: usize = 4096;
/// The kernel's send buffer of a connection (Linux doubles it for its own books): what a client
/// that reads nothing can make this machine hold.
pub(crate) const SEND_BUFFER_BYTES: usize = 64 * 1024;
/// Bytes the kernel may hold that have not left yet. More would be snapshots that grow old in a
/// queue where no newer one can take their place.
#[cfg_attr(
    not(any(target_os = "linux", target_os = "macos")),
    allow(dead_code, reason = "other systems cannot be asked for it")
)]
pub(crate) const UNSENT_BYTES: u32 = 4096;
/// The text of a close frame: a control frame's 125 bytes without the code.
pub(crate) const CLOSE_TEXT_BYTES_MAX: usize = 123;

/// How often the process shows itself that it runs.
pub(crate) const BEAT_PERIOD: Duration = Duration::from_millis(100);
/// When the newest beat is older than this, the process has stood still since.
pub(crate) const BEAT_LATE: Duration = Duration::from_millis(500);
/// What one client may have sent while the process stood still comes at once, and is no flood: as
/// much as it may send in this time, in s.
pub(crate) const PILED_UP_MAX_S: u32 = 60;

/// Of the time that ticks have so much processor time may be used, in permille, before their room
/// is called busy, and overloaded: what is left out then is in `shared/src/room/shedding.rs`.
pub(crate) const BUSY_SHARE_PERMILLE: u128 = 500;
pub(crate) const OVERLOADED_SHARE_PERMILLE: u128 = 800;
/// Of a second's ticks so many may begin late, in permille, before the same.
pub(crate) const BUSY_LATE_PERMILLE: u128 = 30;
pub(crate) const OVERLOADED_LATE_PERMILLE: u128 = 150;
/// Newcomers who get their seat in a tick of a room, at most; the others wait for the next.
pub(crate) const JOINS_PER_TICK: u32 = 2;
/// Ticks for each newcomer who gets a seat while the server is overloaded with the room; the
/// addresses of those who wait take turns.
pub(crate) const TICKS_PER_JOIN_OVERLOADED: u32 = 15;
/// How long somebody waits for its turn to get a seat; then it is told to come again. It is less
/// than a page waits for a connection.
pub(crate) const JOIN_WAIT_MAX: Duration = Duration::from_secs(8);
/// So many calmer seconds in a row lower the level by one.
pub(crate) const CALM_SECONDS: u32 = 5;
/// How long after a room's end its memory goes back to the system, with that of all others that end
/// until then: going over a heap of 100 MB takes some 8 ms, for which others may wait.
pub(crate) const TRIM_AFTER: Duration = Duration::from_secs(30);
/// How long the room may leave its loop before `/healthz` calls it dead.
pub(crate) const HEARTBEAT_STALE: Duration = Duration::from_secs(3);
/// Who stays in a room for so long has played in it; where nobody has, it ends soon.
pub(crate) const PLAYED_MIN: Duration = Duration::from_secs(10);
/// How often a room in which nobody plays shows that it is alive.
pub(crate) const HEARTBEAT_PERIOD: Duration = Duration::from_millis(500);
/// How long the default room stays away after an error of its own, so that an error that comes
/// at once does not come ten thousand times a second.
pub(crate) const ROOM_RESTART_PAUSE: Duration = Duration::from_secs(1);
/// A room that fails so often within [`ROOM_CLOSED_FOR`] stays closed for as long; who asks for it
/// is told that it ended after an error.
pub(crate) const ROOM_FAILURES_MAX: usize = 3;
pub(crate) const ROOM_CLOSED_FOR: Duration = Duration::from_secs(60);
/// Of how many addresses the log says that they hand requests on for others.
pub(crate) const PROXIES_WARNED_MAX: usize = 64;
/// How long the accept loop waits after an error such as too many open files.
pub(crate) const ACCEPT_ERROR_PAUSE: Duration = Duration::from_millis(100);
/// How often the histograms are brought up to date, so that they do not grow when nobody asks.
pub(crate) const METRICS_UPKEEP_PERIOD: Duration = Duration::from_secs(5);

const _: () =
    assert!(ADDRESS_CONNECTIONS < CONNECTIONS_MAX && (ADDRESS_ROOMS as usize) < ROOMS_MIN);
const _: () = assert!(2 * BEAT_PERIOD.as_millis() < BEAT_LATE.as_millis());
const _: () = assert!(CLIENT_MESSAGE_BYTES_MAX <= READ_BUFFER_BYTES);
const _: () = assert!(MESSAGES_PER_S.get() <= MESSAGES_BURST.get());
const _: () = assert!(
    MESSAGES_BURST.get() as usize + SEATS_MAX as usize <= RELIABLE_LANE_MESSAGES,
    "no client is slow only because its room was told much at once"
);
const _: () = assert!(HEARTBEAT_PERIOD.as_millis() * 4 <= HEARTBEAT_STALE.as_millis());
