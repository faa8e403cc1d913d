//! One tick: gather the commands, step the world, judge the shots, apply what was judged.

use alloc::vec::Vec;

use super::{Room, Seat, bots::fly_bots, policy};
use crate::{
    scheme::choices::Ramming,
    sim::{command::UserCommand, ship::ShipId, world::Meeting},
};

impl Room {
    /// Simulates the next tick, whether it is due or not, and sends nothing of it: for what looks
    /// at this part alone. A shell calls [`handle_time`](Self::handle_time).
    pub fn simulate(&mut self) {
        self.change_rules();
        let commands = self.gather();
        let solids;
        let meeting = match self.config.netcode.ramming {
            Ramming::Mutual => Meeting::Mutual,
            Ramming::RammerOnly => {
                solids = self.solids();
                Meeting::RammerOnly(&solids)
            }
        };
        let stepped = self.world.step(&commands, meeting);
        self.note_lag();
        self.history.record(self.world.tick, self.world.ships());
        let mut events = stepped.events;
        self.stats.contacts += u64::from(stepped.contacts);
        let bounces = stepped.bounced.walls + stepped.bounced.asteroids;
        self.stats.bounces += u64::from(bounces);
        for fired in &stepped.fired {
            self.open_shot(fired);
        }
        self.judge_shots(&mut events);
        self.complete_stories();
        self.tell_opinions();
        self.events.extend(&events);
    }

    /// Each ship says how long ago its player was last heard.
    fn note_lag(&mut self) {
        let tick = self.world.tick;
        for seat in &self.seats {
            if let Seat::Player(session) = seat {
                let behind = u8::try_from(tick.since(session.executed)).unwrap_or(u8::MAX);
                self.world.set_behind(session.ship, behind);
            }
        }
    }

    /// The commands of every ship, in the order of the seats.
    fn gather(&mut self) -> Vec<(ShipId, UserCommand)> {
        let tick = self.world.tick.next();
        let rate = self.clock.rate();
        let mut commands =
            fly_bots(&mut self.seats, &self.world, &self.history, &self.config.netcode);
        for seat in &mut self.seats {
            if let Seat::Player(session) = seat {
                let due = policy::due(session, tick, rate, self.config.netcode.commands);
                self.stats.stand_ins += u64::from(due.stand_ins);
                self.stats.late_commands += u64::from(due.dropped);
                session.late = session.late.wrapping_add(due.dropped as u8);
                commands.extend(due.commands.into_iter().map(|command| (session.ship, command)));
            }
        }
        commands.sort_by_key(|(ship, _)| ship.idx);
        commands
    }
}
