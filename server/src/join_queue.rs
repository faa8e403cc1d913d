//! Those who want into a room: they come in, and their turn comes a few at a tick, in their order.
//!
//! A newcomer costs what everybody has to be told of it, and a snapshot that builds upon nothing. A
//! crowd that comes at once, after an invitation or when a server is there again, would take the
//! time of many ticks from those who play. While the server works too hard for the room, hardly
//! anybody comes in, and who has waited too long is told to come again.
use std::collections::VecDeque;

use shared::base::{limits::SEATS_MAX, pressure::Pressure};
use tokio::time::Instant;

use crate::limits::{JOIN_WAIT_MAX, JOINS_PER_TICK, TICKS_PER_JOIN_OVERLOADED};
use crate::rooms::Joining;

/// What letting somebody in costs, where each tick of an overloaded room earns one.
const PRICE: u32 = TICKS_PER_JOIN_OVERLOADED;
/// What can be saved up.
const SAVED_MAX: u32 = JOINS_PER_TICK * PRICE;

/// Those who wait for a seat, at most as many as the largest room has.
pub(crate) struct JoinQueue {
    waiting: VecDeque<(Instant, Joining)>,
    saved: u32,
}

/// Whose turn it is.
pub(crate) enum Turn {
    /// To come in.
    In(Joining),
    /// To be sent away: it has waited too long.
    Away(Joining),
}

impl JoinQueue {
    pub(crate) fn new() -> Self {
        Self { waiting: VecDeque::new(), saved: SAVED_MAX }
    }

    /// Somebody comes; who would be one too many is given back.
    pub(crate) fn push(&mut self, joining: Joining) -> Option<Joining> {
        if self.waiting.len() >= SEATS_MAX.into() {
            return Some(joining);
        }
        self.waiting.push_back((Instant::now(), joining));
        None
    }

    /// So many ticks have run.
    pub(crate) fn note_ticks(&mut self, n_ticks: u64, pressure: Pressure) {
        let each = if pressure == Pressure::Overloaded { 1 } else { SAVED_MAX };
        let earned = u32::try_from(n_ticks).unwrap_or(u32::MAX).saturating_mul(each);
        self.saved = self.saved.saturating_add(earned).min(SAVED_MAX);
    }

    /// Whose turn it is now, if anybody's. Nobody waits for a room in which nobody plays: no tick
    /// runs there.
    pub(crate) fn next(&mut self, is_played: bool) -> Option<Turn> {
        let (since, _) = self.waiting.front()?;
        let waited_too_long = since.elapsed() > JOIN_WAIT_MAX;
        if self.saved >= PRICE || !is_played {
            self.saved = self.saved.saturating_sub(PRICE);
            self.waiting.pop_front().map(|(_, joining)| Turn::In(joining))
        } else if waited_too_long {
            self.waiting.pop_front().map(|(_, joining)| Turn::Away(joining))
        } else {
            None
        }
    }

    /// All of them: the room ends.
    pub(crate) fn drain(&mut self) -> impl Iterator<Item = Joining> {
        self.waiting.drain(..).map(|(_, joining)| joining)
    }
}
