//! Every bound and every period of the directory, with the assertions that relate them.

use core::time::Duration;

use shared::wire::route::{HOPS_MAX, NODE_NAME_BYTES_MAX};

/// Between two beacons of a node.
pub const BEACON_EVERY: Duration = Duration::from_millis(500);
/// How long an owner's beacons must have been missing when nobody subscribes to its subject.
pub const SILENCE_WITHOUT_RESPONDERS: Duration = Duration::from_secs(1);
/// How long an owner's beacons must have been missing when requests to it time out.
pub const SILENCE_AFTER_TIME_OUT: Duration = Duration::from_secs(10);
/// How long the asker's own connection must have stood before it may take a claim.
pub const STANDING: Duration = Duration::from_secs(5);
/// How long a process has run, in s, that has stood for long enough unless NATS was restarted.
pub const YOUNG_FOR_S: u32 = 8;
/// The oldest own beacon, come back through NATS, that still shows that the connection works.
pub const ECHO_MAX_AGE: Duration = Duration::from_millis(1500);
/// The latest result of a request.
pub const REQUEST_TIME_OUT: Duration = Duration::from_millis(300);
/// The latest result of an operation on the bucket.
pub const KV_TIME_OUT: Duration = Duration::from_secs(2);
/// Between two comparisons of the node's own rooms with their claims.
pub const RECONCILE_EVERY: Duration = Duration::from_secs(5);
/// How long a starting node listens for another one of its name.
pub const JOINING: Duration = Duration::from_millis(1500);
/// Beacons of another node of the same name that a starting node must hear to give way: one may
/// have been on its way when that node died.
pub const NAMESAKE_BEACONS: u32 = 2;
/// Two nodes of one name that differ less in age are told apart by their incarnation.
pub const SAME_AGE_S: u32 = 2;
/// The longest that a hello waits for its answer.
pub const FLIGHT_MAX: Duration = Duration::from_secs(4);
/// Before an owner is asked, or a claim read, once more.
pub const ASK_AGAIN: Duration = Duration::from_millis(300);
/// Times that others write a claim first before its hello is told to wait.
pub const ROUNDS_MAX: u32 = 6;
/// How often a page is sent on before it is told to wait.
pub const MOVES_MAX: u8 = HOPS_MAX;
/// A node that was not heard for longer gets no new room.
pub const FRESH: Duration = Duration::from_secs(2);
/// A node under at least this pressure gets no new room from others, in permille.
pub const PRESSURE_MAX_PERMILLE: u16 = 900;
/// Loads that differ by less are equal, in permille of the seats.
pub const LOAD_STEP_PERMILLE: u32 = 50;
/// How long an adopted room stays open though nobody has come yet.
pub const ADOPTED_OCCUPIED: Duration = Duration::from_secs(30);
/// How long a claim that is missing after a new watch is still followed to its owner.
pub const REMEMBERED: Duration = Duration::from_secs(10);
/// A claim whose owner was not heard for longer is removed.
pub const FORGOTTEN_AFTER: Duration = Duration::from_secs(24 * 3600);
/// How long a tombstone is kept.
pub const TOMBSTONE_KEPT: Duration = Duration::from_secs(600);
/// Between two searches for what is to be removed.
pub const SWEEP_EVERY: Duration = Duration::from_secs(60);

/// Names asked for at once; one more is told that the node is busy.
pub const FLIGHTS_MAX: usize = 1024;
/// Hellos that wait for one name; one more is told that the node is busy.
pub const TICKETS_PER_FLIGHT_MAX: usize = 128;
/// Nodes remembered; one more replaces the one that was silent for longest, if it is not fresh.
pub const PEERS_MAX: usize = 256;
/// Claims kept from the watch; one more is read when it is asked for.
pub const CLAIMS_MAX: usize = 65_536;
/// Own rooms compared with their claims at once; the others wait for a result.
pub const CHECKS_AT_ONCE: usize = 64;
/// Requests to adopt a room at once; the others wait for a result.
pub const ADOPTS_AT_ONCE: usize = 16;
/// Entries removed by one sweep; the next one removes more.
pub const SWEPT_AT_ONCE: usize = 32;

/// The longest message or value, in bytes.
pub const MESSAGE_MAX_BYTES: usize = 1024;
/// The longest wishes of a founder, in bytes.
pub const WISHES_MAX_BYTES: usize = 512;

/// Between two lists of a node's rooms.
pub const ROOM_LIST_EVERY: Duration = Duration::from_secs(2);
/// How long the rooms of a node that was not heard again are shown.
pub const ROOM_LIST_KEPT: Duration = Duration::from_secs(7);
/// Rooms on the list of a node; those with the fewest players are left out.
pub const LISTED_ROOMS_MAX: usize = 256;
/// The longest name on a list, in bytes.
pub const LISTED_NAME_MAX_BYTES: usize = shared::base::limits::NAME_BYTES_MAX;
/// The longest list of rooms, in bytes.
pub const ROOM_LIST_MAX_BYTES: usize = 32 * 1024;

/// Between two writes of a room's scores.
pub const SCORES_EVERY: Duration = Duration::from_secs(20);
/// How long a score that nobody came for is kept; also the age at which NATS drops the value.
pub const SCORES_KEPT: Duration = Duration::from_secs(60);
/// How long a redeemed token is remembered, so that a room that was stopped meanwhile cannot bring
/// its score back.
pub const REDEEMED_KEPT: Duration = Duration::from_secs(600);
/// Scores of one room; beyond, those longest unclaimed are dropped.
pub const SCORES_MAX: usize = 1024;
/// Redeemed tokens of one room; beyond, the oldest are forgotten.
pub const REDEEMED_MAX: usize = 4096;
/// The longest value of scores, in bytes.
pub const SCORES_MAX_BYTES: usize = 256 * 1024;
/// The longest name beside a score, in bytes.
pub const SCORE_NAME_MAX_BYTES: usize = 64;

// An owner whose beacons arrive can never be taken over for missing one of them.
const _: () = assert!(2 * BEACON_EVERY.as_millis() <= SILENCE_WITHOUT_RESPONDERS.as_millis());
const _: () = assert!(2 * BEACON_EVERY.as_millis() < ECHO_MAX_AGE.as_millis());
// Who is sent to an elder node is not sent back.
const _: () = assert!(YOUNG_FOR_S as u128 * 1000 > STANDING.as_millis() + JOINING.as_millis());
// A starting node hears two beacons of a live namesake.
const _: () = assert!(2 * BEACON_EVERY.as_millis() < JOINING.as_millis());
// An owner that comes back finds out before a claim that was missing is forgotten.
const _: () = assert!(RECONCILE_EVERY.as_millis() < REMEMBERED.as_millis());
// The largest claim fits in a message.
const _: () = assert!(WISHES_MAX_BYTES + NODE_NAME_BYTES_MAX + 64 < MESSAGE_MAX_BYTES);
// Two lists may be lost.
const _: () = assert!(3 * ROOM_LIST_EVERY.as_millis() < ROOM_LIST_KEPT.as_millis());
// A full list fits in a message.
const _: () = assert!(LISTED_ROOMS_MAX * (LISTED_NAME_MAX_BYTES + 40) + 16 < ROOM_LIST_MAX_BYTES);
// Scores outlive two writes that fail.
const _: () = assert!(3 * SCORES_EVERY.as_millis() <= SCORES_KEPT.as_millis());
// A full book and its redeemed tokens fit in a value.
const _: () = assert!(
    SCORES_MAX * (16 + SCORE_NAME_MAX_BYTES + 16) + REDEEMED_MAX * 24 + 16 < SCORES_MAX_BYTES
);
