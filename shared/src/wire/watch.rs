//! What watchers are sent. A watcher has no ship and executes nothing. All watchers of a room get
//! the same messages, late by the same time: a [`WatchWelcome`], a keyframe, and from then on what
//! happens in the room; before each snapshot, the [views](PlayerView) of its players.

use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use super::{
    codec::CodecId,
    message::{PlayerLatency, RosterEntry},
    round::Round,
    sides::SidesState,
};
use crate::{
    base::{
        limits::{SEATS_MAX, TICK_MAX, WATCH_DELAY_MAX_MS, WATCHERS_MAX},
        time::{Tick, TickRate},
    },
    netcode::values::RoomNetcode,
    sim::{arena::Arena, ship::ShipId},
};

/// A room as it was at a keyframe: what a watcher who begins there needs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WatchWelcome {
    /// The room's name.
    pub room: String,
    /// The tick of the keyframe that follows.
    pub tick: Tick,
    pub rate: TickRate,
    /// The number of seats in the room.
    pub seats: u16,
    pub arena: Arena,
    /// The room's rules.
    pub netcode: RoomNetcode,
    /// The codec of the snapshots that follow.
    pub codec: CodecId,
    /// All players and bots, in seat order.
    pub roster: Vec<RosterEntry>,
    /// Players whose connection is lost while their seat is held, in seat order.
    pub away: Vec<ShipId>,
    /// Players who use aim assist, in seat order.
    pub assisted: Vec<ShipId>,
    /// The latency of each player, in seat order.
    pub latencies: Vec<PlayerLatency>,
    /// `None` in an endless match.
    pub round: Option<Round>,
    /// `None` where each fights all others.
    pub sides: Option<SidesState>,
    /// How much later than it happens the match is shown, in ms.
    pub delay_ms: u32,
}

impl WatchWelcome {
    /// Whether every field is within its limits.
    pub(super) fn is_valid(&self) -> bool {
        let seats = usize::from(self.seats);
        self.tick.0 <= TICK_MAX
            && (1..=SEATS_MAX).contains(&self.seats)
            && self.arena.is_valid()
            && self.netcode.check().is_ok()
            && self.roster.len() <= seats
            && self.away.len() <= seats
            && self.assisted.len() <= seats
            && self.latencies.len() <= seats
            && self.round.as_ref().is_none_or(Round::is_valid)
            && self.sides.is_none_or(|state| state.sides.is_valid())
            && self.delay_ms <= WATCH_DELAY_MAX_MS
    }
}

/// Which moment a player sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerView {
    /// The seat of its ship.
    pub seat: u16,
    /// How far the other ships on its screen are behind its own one, in 1/256 tick: by the view of
    /// its newest shot, or by its subscription and latency before the first.
    pub lag_steps: u32,
}

/// The views of a room's players at a snapshot, in seat order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayerViews(pub Vec<PlayerView>);

impl PlayerViews {
    pub(super) fn are_valid(&self) -> bool {
        self.0.len() <= SEATS_MAX.into() && self.0.iter().all(|view| view.seat < SEATS_MAX)
    }

    /// The lag of a seat's player, in 1/256 tick.
    #[must_use]
    pub fn lag_steps(&self, seat: u16) -> Option<u32> {
        let at = self.0.binary_search_by_key(&seat, |view| view.seat).ok()?;
        Some(self.0[at].lag_steps)
    }
}

/// Whether a watcher takes the next seat that gets free.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum TurnWish {
    /// The watcher goes on watching.
    #[default]
    No,
    Yes,
}

/// Where a watcher who waits for a seat stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// 1 for the first in line, up to [`WATCHERS_MAX`].
    pub place: u16,
}

impl Turn {
    pub(super) fn is_valid(self) -> bool {
        (1..=WATCHERS_MAX).contains(&self.place)
    }
}
