//! Handles a stall of the server's process: the room's clock opens a new epoch, in which every tick
//! is due later than before. Every session is notified, and its commands count again once it has
//! answered. Runs when a tick is due after a stall, and for each answer.
//!
//! A client's keys run ahead of the room's tick. After a stall of 3 s they are 3 s further ahead:
//! too early to accept, and meant for ticks that now come later. So the client sets its keys back
//! by the delay. Until its answer arrives none of its commands count, since they were made for the
//! epoch before. Meanwhile the room's command policy supplies the missing commands. After a stall
//! of a second or more all ships are shielded as after a respawn, so that no player is shot down
//! and no kill is credited before players can react.

use super::{session::Session, state::Room};
use crate::{
    base::time::{Micros, Tick},
    sim::{command::UserCommand, rules::SHIELD_MS},
    wire::message::ServerControl,
};

impl Session {
    /// Enters a new epoch of the room's clock after a tick. Commands for later ticks and
    /// measurements from the epoch before are discarded.
    fn enter_epoch(&mut self, number: u32, after: Tick) {
        self.keys.told = number;
        self.keys.after = Some(after);
        self.window.forget_after(after);
        (self.newest_key, self.newest_early) = (None, None);
        self.last = UserCommand::neutral(after, self.last.aim);
        self.margin = None;
        self.echo.give_up();
    }
}

impl Room {
    /// After a stall: makes the next tick due now, and all later ones follow it.
    pub(super) fn open_epoch(&mut self, now: Micros) {
        self.stats.stalls += 1;
        let epoch = self.clock.open_epoch(self.world.tick, now);
        for id in self.session_ids() {
            if let Some(session) = self.session_mut(id) {
                session.enter_epoch(epoch.number, epoch.after);
                session.ack_wait.postpone(epoch.later);
            }
        }
        if epoch.later >= Micros::from_ms(SHIELD_MS.into()) {
            self.world.shield_all();
        }
        self.broadcast(&ServerControl::Epoch(epoch));
    }
}
