//! Frees seats of a full room whose players do nothing: each is asked, and loses the seat if it
//! does not answer. Runs once a second.
//!
//! Thrusting, firing and answering count as activity; being connected and acknowledging snapshots
//! do not. No one is asked while there is a seat for a newcomer.

use alloc::vec::Vec;

use serde::Serialize;

use super::{output::SessionId, session::Session, state::Room};
use crate::{
    base::{
        limits::{IDLE_ANSWER_MS, IDLE_ASK_MS},
        time::Tick,
    },
    sim::command::UserCommand,
    wire::{close_reason::CloseReason, message::ServerControl},
};

/// The action due for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum IdleAction {
    Ask,
    /// Withdraws the question: the room has a free seat again.
    TakeBack,
    GiveUp,
}

impl Session {
    fn due(
        &self,
        tick: Tick,
        ask_ticks: u32,
        answer_ticks: u32,
        is_full: bool,
    ) -> Option<IdleAction> {
        let Idleness { since, asked } = self.idleness;
        match asked {
            Some(_) if !is_full => Some(IdleAction::TakeBack),
            Some(asked) => (tick.since(asked) >= answer_ticks.into()).then_some(IdleAction::GiveUp),
            None => (is_full && tick.since(since) >= ask_ticks.into()).then_some(IdleAction::Ask),
        }
    }
}

impl Room {
    /// Asks idle players, and frees the seats of those who did not answer.
    pub(super) fn check_idle(&mut self) {
        let (tick, rate) = (self.world.tick, self.clock.rate());
        let is_full = self.n_players() >= self.config.seats.into() && self.n_held() == 0;
        let ticks = [IDLE_ASK_MS, IDLE_ANSWER_MS].map(|ms| rate.ticks_in_ms(ms));
        let due =
            |session: &Session| Some((session.id, session.due(tick, ticks[0], ticks[1], is_full)?));
        let all: Vec<(SessionId, IdleAction)> = self.sessions().filter_map(due).collect();
        for (id, due) in all {
            match due {
                IdleAction::Ask => self.ask_if_present(id, Some(tick)),
                IdleAction::TakeBack => self.ask_if_present(id, None),
                IdleAction::GiveUp => self.close(id, CloseReason::Idle, None),
            }
        }
    }

    fn ask_if_present(&mut self, id: SessionId, asked: Option<Tick>) {
        if let Some(session) = self.session_mut(id) {
            session.idleness.asked = asked;
        }
        let answer_within_ms = asked.map(|_| IDLE_ANSWER_MS);
        self.send_control(id, &ServerControl::AreYouThere { answer_within_ms });
    }
}

/// How long a player has done nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Idleness {
    /// The last tick in which it was active.
    pub(super) since: Tick,
    /// When it was asked, if it was and has not been active since.
    pub(super) asked: Option<Tick>,
}

impl Idleness {
    pub(super) fn from(tick: Tick) -> Self {
        Self { since: tick, asked: None }
    }

    /// Records a received command.
    pub(super) fn handle_command(&mut self, command: &UserCommand, tick: Tick) {
        if command.acts() {
            self.reset(tick);
        }
    }

    /// Records that the player is present.
    pub(super) fn reset(&mut self, tick: Tick) {
        *self = Self::from(tick);
    }
}
