//! Which node of a cluster owns which room: a state machine without clock or IO, fed with what a
//! NATS connection delivers.
//!
//! A room is where its *claim* says: an entry of a key-value bucket, written by compare-and-swap
//! and without expiry. Silence alone moves nothing; a claim is taken over on *evidence* that its
//! owner is gone ([`evidence`]), and only when somebody asks for the room. Losing NATS ends no
//! room: only new names wait.
//!
//! A [`Directory`] has four kinds of method: getters; `handle_*` (something happened: a hello, a
//! beacon, a result); commands ([`Directory::begin_drain`], [`Directory::give_away`],
//! [`Directory::change_wishes`]); and
//! `poll_*` (something to do: [`Effect`]s, the next time it wants to be woken). Time is a
//! [`Duration`](core::time::Duration) on a monotonic clock of this node, never compared with
//! another's; randomness is a seed.
//!
//! What the shell must keep to:
//!
//! - After every `handle_*` and every command it carries out all that
//!   [`poll_effect`](Directory::poll_effect) gives, in order.
//! - Every effect with an [`OpId`] or a [`RequestId`] gets exactly one result, after
//!   [`KV_TIME_OUT`](limits::KV_TIME_OUT) or [`REQUEST_TIME_OUT`](limits::REQUEST_TIME_OUT) at the
//!   latest, even when the connection is lost.
//! - Reads of claims are answered by the stream's leader: a replica may lag behind, and a claim
//!   that seems foreign ends a room.
//! - It subscribes to the beacons of all nodes *including its own*, and to its own
//!   [subject](Identity::subject), before it reports a connection.
//! - Wherever [`Decision::Open`] or [`Effect::Open`] says so it opens the room and reports
//!   [`handle_opened`](Directory::handle_opened) or
//!   [`handle_open_failed`](Directory::handle_open_failed); it opens none otherwise.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod claims;
mod directory;
pub mod evidence;
mod identity;
mod key;
pub mod limits;
pub mod message;
mod peers;
mod random;
mod reason;
mod scores;

pub use directory::{
    Config, Connection, Counts, Decision, Directory, Effect, Hello, KvResult, OpId, Outcome,
    ReplyTo, RequestId, Stage, Ticket, WatchEvent,
};
pub use identity::{
    BEACON_PREFIX, Identity, Incarnation, ROOMS_PREFIX, beacon_subject, rooms_subject,
};
pub use key::{Revision, RoomKey};
pub use message::Hop;
pub use reason::Reason;
pub use scores::{
    PlayerScore, ScoreBook, ScoreEntryError, ScoreKey, ScoreWrite, TokenHash, WriteResult,
};
