//! What comes in and what goes out: the values between the directory and its shell.

use alloc::vec::Vec;
use core::time::Duration;

use shared::wire::route::NodeName;

use crate::identity::Identity;
use crate::key::{Revision, RoomKey};
use crate::message::{Hop, Load, Wishes};
use crate::reason::Reason;

/// What this node is, for its whole life.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// The version of the game's own protocol.
    pub protocol: u32,
    /// Named rooms open here at once.
    pub rooms_max: u32,
}

/// A hello that waits for its answer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ticket(pub(super) u64);

/// An operation on the bucket under way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct OpId(pub(super) u64);

/// A request to another node under way.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RequestId(pub(super) u64);

/// A request of another node, as the shell numbers it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ReplyTo(pub u64);

/// Somebody asks for a named room.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hello {
    pub key: RoomKey,
    /// With what the room is opened, if it is opened for this hello.
    pub wishes: Wishes,
    pub hop: Hop,
}

/// The connection to NATS.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Connection {
    Connected,
    Lost,
}

/// What the watch of the bucket shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WatchEvent<'a> {
    /// A new watch: it will show every entry, from the beginning.
    Started,
    /// `value` is `None` for a tombstone.
    Entry { key: &'a str, revision: Revision, value: Option<&'a [u8]> },
    /// All that was there at the start has been shown.
    Synced,
}

/// How an operation on the bucket ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum KvResult {
    Written(Revision),
    /// Somebody else's write was first: another revision, or an entry where none should be.
    WrongRevision,
    Entry {
        revision: Revision,
        value: Vec<u8>,
    },
    /// No entry, or a tombstone.
    Missing,
    /// It failed or timed out: a write may still have happened.
    Unavailable,
}

/// How a request ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome<'a> {
    Reply(&'a [u8]),
    /// NATS says that nobody subscribes.
    NoResponders,
    TimedOut,
}

/// The answer to a hello.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// The room is open here: a seat.
    Here,
    /// The room is claimed for this hello: open it with these wishes, report it, then a seat.
    Open { wishes: Wishes },
    /// The page goes to that node at once, and carries the hop.
    Moved { to: NodeName, hop: Hop },
    /// Not now: the page waits, with back-off, and begins with a new hop.
    Wait(Reason),
}

/// What the node does, as its shell sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// It listens whether its name is free; no named rooms yet.
    Joining,
    Live,
    Draining,
    /// Another process of its name lives: this one takes no rooms and should stop.
    Refused,
}

/// Something to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Write where no entry is (a tombstone is none).
    Create {
        op: OpId,
        key: RoomKey,
        value: Vec<u8>,
    },
    /// Write if the entry still has this revision.
    Update {
        op: OpId,
        key: RoomKey,
        revision: Revision,
        value: Vec<u8>,
    },
    /// Write a tombstone if the entry still has this revision.
    Delete {
        op: OpId,
        key: RoomKey,
        revision: Revision,
    },
    /// Remove the message of this sequence number from the stream, if it is there.
    Purge {
        op: OpId,
        key: RoomKey,
        revision: Revision,
    },
    /// Read the entry, from the stream's leader.
    Read {
        op: OpId,
        key: RoomKey,
    },
    Request {
        id: RequestId,
        to: Identity,
        body: Vec<u8>,
    },
    Reply {
        to: ReplyTo,
        body: Vec<u8>,
    },
    /// Publish this node's beacon.
    Beacon {
        body: Vec<u8>,
    },
    Answer {
        ticket: Ticket,
        decision: Decision,
    },
    /// Open an adopted room, and report it. It counts as occupied for a while.
    Open {
        key: RoomKey,
        wishes: Wishes,
        occupied_for: Duration,
    },
    /// Send all players and watchers of the room there, end it when they have gone, report that.
    MoveAll {
        key: RoomKey,
        to: NodeName,
    },
    /// Send all players and watchers of this node's lobbies there.
    MoveLobbies {
        to: NodeName,
    },
    /// Close all players of the room with the reason, end it, report that.
    EndRoom {
        key: RoomKey,
        reason: Reason,
    },
    /// Take no rooms, and stop: drain first, if there are players.
    Refuse {
        reason: Reason,
    },
}

/// What happened, for metrics.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// Messages and values of another version, ignored.
    pub another_version: u64,
    /// Messages and values that are none, ignored.
    pub malformed: u64,
    /// Claims made for a hello.
    pub created: u64,
    /// Claims taken over from an owner that was gone.
    pub taken: u64,
    /// Rooms adopted from a node that drains.
    pub adopted: u64,
    /// Rooms given to another node by draining.
    pub handed_over: u64,
    /// Own claims that were missing and made again.
    pub recreated: u64,
    /// Rooms ended because another node has the claim.
    pub lost: u64,
    /// Own claims without a room, deleted.
    pub orphans: u64,
    /// Entries removed because their owner was not heard for a day, and old tombstones.
    pub purged: u64,
    /// Hellos sent on.
    pub moved: u64,
    /// Hellos told to wait.
    pub waited: u64,
    /// Beacons without a place in the table.
    pub peers_full: u64,
}

impl Config {
    /// The load of a node that has nothing.
    #[must_use]
    pub(super) const fn no_load(&self) -> Load {
        Load { players: 0, seats: 0, rooms: 0, rooms_max: self.rooms_max, pressure_permille: 0 }
    }
}
