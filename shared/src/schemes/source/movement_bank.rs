//! Source's brake on speed hacks: a player may move one tick per tick of the server, and save some
//! up. Fed once a server tick and once a command.

use serde::Serialize;

/// Movement ticks that can be saved up (`sv_maxusrcmdprocessticks 24`).
pub const BANK_TICKS_MAX: u32 = 24;

/// What became of a server tick's movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Granted {
    /// It is saved for a command.
    Banked,
    /// The bank is full: it is to be used at once, for the last command again.
    RerunLast,
}

/// Movement ticks that a player may still spend; none at first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MovementBank {
    ticks: u32,
}

impl MovementBank {
    /// A server tick passes. In a full bank its movement would be lost: of the ticks so far,
    /// [`BANK_TICKS_MAX`] brought no command, and the player is starving. So that movement re-runs
    /// its last command, and the bank stays full. Either way, of any stretch of ticks no more
    /// commands are executed than it has, plus the bank.
    pub const fn tick(&mut self) -> Granted {
        if self.ticks >= BANK_TICKS_MAX {
            return Granted::RerunLast;
        }
        self.ticks += 1;
        Granted::Banked
    }

    /// A command asks to be executed; without a saved tick it does nothing.
    #[must_use]
    pub const fn spend(&mut self) -> bool {
        let may = self.ticks > 0;
        self.ticks = self.ticks.saturating_sub(1);
        may
    }

    /// Ticks saved, 0 to [`BANK_TICKS_MAX`].
    #[must_use]
    pub const fn banked(self) -> u32 {
        self.ticks
    }
}
