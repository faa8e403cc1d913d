//! Source's limit on speed hacks: a player may move one tick per server tick, and save some up.
//! Updated when a server tick begins, once per command, and when the tick's commands have run.

use serde::Serialize;

/// Movement ticks that can be saved up (`sv_maxusrcmdprocessticks 24`).
pub const BANK_TICKS_MAX: u32 = 24;

/// How unused ticks are handled after a tick's commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum AfterCommands {
    /// They are kept for later commands.
    Kept,
    /// There were more than the bank keeps: the last command runs once more.
    RerunLast,
}

/// Movement ticks that a player may still spend; none at first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MovementBank {
    ticks: u32,
}

impl MovementBank {
    /// Adds one movement tick when a server tick begins.
    pub const fn begin_tick(&mut self) {
        self.ticks += 1;
    }

    /// Spends a tick on a command; returns false if there is none, and the command is not executed.
    #[must_use]
    pub const fn spend(&mut self) -> bool {
        let may = self.ticks > 0;
        self.ticks = self.ticks.saturating_sub(1);
        may
    }

    /// Ends a tick's commands. If more than [`BANK_TICKS_MAX`] ticks are left, the player is
    /// starving: one of them re-runs its last command. So over any stretch of ticks no more
    /// commands are executed than it has ticks, plus the bank.
    #[must_use]
    pub const fn end_tick(&mut self) -> AfterCommands {
        if self.ticks <= BANK_TICKS_MAX {
            return AfterCommands::Kept;
        }
        self.ticks = BANK_TICKS_MAX;
        AfterCommands::RerunLast
    }

    /// Ticks saved: 0 to [`BANK_TICKS_MAX`] between two ticks.
    #[must_use]
    pub const fn banked(self) -> u32 {
        self.ticks
    }
}
