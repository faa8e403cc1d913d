//! The truce that a room's bots keep with a player who does nothing: who reads a panel is not shot
//! down meanwhile. A tick's executed commands go in; whether the bots spare the ship comes out.
//!
//! What counts is what the ship executed, so nothing is believed of a client. A life begins spared,
//! until its first thrust or fire. After that a truce begins with [`TRUCE_AFTER_MS`] without
//! either, and ends with the next; of these each life has one. After [`TRUCE_MAX_MS`] any ends.
//! Other players may shoot at all times.

use serde::Serialize;

use crate::{
    base::{
        limits::{TRUCE_AFTER_MS, TRUCE_MAX_MS},
        time::{Tick, TickRate},
    },
    sim::{
        command::UserCommand,
        ship::{Ship, ShipId},
    },
};

/// How far a life has come with its truce.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
enum Stage {
    /// Before a life's first tick.
    #[default]
    Unborn,
    /// Nothing was done in this life yet, which is too young for that to be told.
    Fresh {
        since: Tick,
    },
    /// Nothing was done in this life yet.
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

/// What a tick changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TruceChange {
    Begun { ends_within_ms: u32 },
    Ended,
}

impl Truce {
    /// Whether there is nothing to remember.
    pub(super) fn is_new(&self) -> bool {
        *self == Self::default()
    }

    /// Whether the bots spare the ship.
    pub(super) fn holds(&self) -> bool {
        matches!(self.stage, Stage::Fresh { .. }) || self.stage.announced_since().is_some()
    }

    /// The commands are known that a ship executes in the tick after this one.
    pub(super) fn note_executed(
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
