//! The truce that a room's bots grant an inactive player, so that reading a panel does not get a
//! ship shot down. Updated with the commands executed in each tick; decides whether bots spare the
//! ship.
//!
//! Only executed commands count, so the client cannot influence it otherwise. A life begins spared,
//! up to its first thrust or fire. After that a truce begins after [`TRUCE_AFTER_MS`] without
//! either, and ends with the next; each life has one of these. After [`TRUCE_MAX_MS`] any truce
//! ends. Other players may shoot at all times.

use alloc::vec::Vec;

use serde::Serialize;

use super::{output::SessionId, state::Room};
use crate::{
    base::{
        limits::{TRUCE_AFTER_MS, TRUCE_MAX_MS},
        time::{Tick, TickRate},
    },
    sim::{
        command::UserCommand,
        ship::{Ship, ShipId},
    },
    wire::message::ServerControl,
};

/// The stages of a life's truce.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
enum Stage {
    /// Before a life's first tick.
    #[default]
    Unborn,
    /// No activity in this life yet; too early to announce a truce.
    Fresh {
        since: Tick,
    },
    /// No activity in this life yet; the truce is announced.
    Opening {
        since: Tick,
    },
    IdleSince(Tick),
    /// The life's own truce.
    Spared {
        since: Tick,
    },
    Spent,
}

impl Stage {
    /// Since when players know of a truce, if there is one.
    fn announced_since(self) -> Option<Tick> {
        match self {
            Self::Opening { since } | Self::Spared { since } => Some(since),
            Self::Unborn | Self::Fresh { .. } | Self::IdleSince(_) | Self::Spent => None,
        }
    }
}

/// Whether the bots spare a player's ship.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Truce {
    life: u16,
    stage: Stage,
}

/// A change in a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TruceChange {
    Begun { ends_within_ms: u32 },
    Ended,
}

impl Truce {
    /// Whether it is still in its initial state.
    pub(super) fn is_new(&self) -> bool {
        *self == Self::default()
    }

    /// Whether the bots spare the ship.
    pub(super) fn holds(&self) -> bool {
        matches!(self.stage, Stage::Fresh { .. }) || self.stage.announced_since().is_some()
    }

    /// Updates the truce with the commands that a ship executes in the tick after `tick`.
    pub(super) fn update(
        &mut self,
        commands: &[(ShipId, UserCommand)],
        ship: &Ship,
        tick: Tick,
        rate: TickRate,
    ) -> Option<TruceChange> {
        let before = self.stage;
        let has_passed = |since: Tick, ms| tick.since(since) >= i64::from(rate.ticks_in_ms(ms));
        let acts = commands.iter().any(|(_, command)| command.acts());
        if !ship.alive() || ship.life != self.life || self.stage == Stage::Unborn {
            let stage = if ship.alive() { Stage::Fresh { since: tick } } else { Stage::Unborn };
            *self = Self { life: ship.life, stage };
        }
        self.stage = match self.stage {
            Stage::Fresh { .. } | Stage::Opening { .. } | Stage::IdleSince(_) if acts => {
                Stage::IdleSince(tick)
            }
            Stage::Fresh { since } if has_passed(since, TRUCE_AFTER_MS) => Stage::Opening { since },
            Stage::Opening { since } if has_passed(since, TRUCE_MAX_MS) => Stage::Spent,
            Stage::IdleSince(since) if has_passed(since, TRUCE_AFTER_MS) => {
                Stage::Spared { since: tick }
            }
            Stage::Spared { since } if acts || has_passed(since, TRUCE_MAX_MS) => Stage::Spent,
            as_before => as_before,
        };
        match (before.announced_since(), self.stage.announced_since()) {
            (Some(_), None) => Some(TruceChange::Ended),
            (None, Some(since)) => {
                let passed = rate.micros_at(tick) - rate.micros_at(since);
                let ends_within_ms = TRUCE_MAX_MS.saturating_sub(passed.as_ms() as u32);
                Some(TruceChange::Begun { ends_within_ms })
            }
            _ => None,
        }
    }
}

impl Room {
    /// Notifies players whose truces began or ended in this tick. Without bots, new truces are not
    /// announced.
    pub(super) fn send_truces(&mut self, changes: &[(SessionId, TruceChange)]) {
        for &(id, change) in changes {
            let ends_within_ms = match change {
                TruceChange::Begun { .. } if self.n_bots() == 0 => continue,
                TruceChange::Begun { ends_within_ms } => Some(ends_within_ms),
                TruceChange::Ended => None,
            };
            if self.session(id).is_some_and(|session| !session.is_lost()) {
                self.send_control(id, &ServerControl::Truce { ends_within_ms });
            }
        }
    }

    /// Lists the ships that the room's bots spare.
    pub(super) fn list_spared(&self, spared: &mut Vec<ShipId>) {
        spared.clear();
        let sessions = self.all_sessions().filter(|session| session.truce.holds());
        spared.extend(sessions.map(|session| session.ship));
    }
}
