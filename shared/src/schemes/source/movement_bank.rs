//! Source's brake on speed hacks: a player may move one tick per tick of the server, and save some
//! up. Fed when a server tick begins, once a command, and when the tick's commands are over.

use serde::Serialize;

/// Movement ticks that can be saved up (`sv_maxusrcmdprocessticks 24`).
pub const BANK_TICKS_MAX: u32 = 24;

/// What becomes of what is left when a tick's commands are over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum AfterCommands {
    /// It is kept for later commands.
    Kept,
    /// More was left than is kept: the last command runs once more.
    RerunLast,
}

/// Movement ticks that a player may still spend; none at first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MovementBank {
    ticks: u32,
}

impl MovementBank {
    /// A server tick begins, and with it the player may move for one tick more.
    pub const fn begin_tick(&mut self) {
        self.ticks += 1;
    }

    /// A command asks to be executed; without a saved tick it does nothing.
    #[must_use]
    pub const fn spend(&mut self) -> bool {
        let may = self.ticks > 0;
        self.ticks = self.ticks.saturating_sub(1);
        may
    }

    /// The tick's commands are over. If more than [`BANK_TICKS_MAX`] ticks are left, the player is
    /// starving: one of them re-runs its last command. So of any stretch of ticks no more commands
    /// are executed than it has, plus the bank.
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
