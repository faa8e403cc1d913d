//! Placeholder until merged.
use serde::Serialize;
/// Movement ticks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MovementBank(u8);
impl MovementBank {
    /// A tick passes; whether the bank was full.
    pub fn tick(&mut self) -> bool {
        let full = self.0 >= 24;
        self.0 = (self.0 + 1).min(24);
        full
    }
    /// Uses a tick.
    pub fn spend(&mut self) -> bool {
        let any = self.0 > 0;
        self.0 = self.0.saturating_sub(1);
        any
    }
}
