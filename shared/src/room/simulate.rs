//! One tick: gathers the commands, steps the world, judges the shots, applies the decisions.

use super::{bots::BotView, policy, scratch::TickScratch, seat::Seat, state::Room};
use crate::{
    netcode::choices::Ramming,
    sim::{
        record::WorldStep,
        world::{CollisionMode, Stepped},
    },
};

impl Room {
    /// Simulates the next tick, whether it is due or not, and sends no snapshots, for tests and
    /// tools that look at this part alone. A shell calls [`handle_time`](Self::handle_time).
    pub fn simulate(&mut self) {
        self.expire_held_seats();
        self.apply_pending_rules();
        self.advance_solo();
        self.advance_round();
        let mut tick_scratch = core::mem::take(&mut self.scratch.tick);
        self.gather(&mut tick_scratch);
        let TickScratch { commands, solids, stepped, truces, .. } = &mut tick_scratch;
        self.hold_fire(commands);
        self.send_truces(truces);
        let collision_mode = match self.config.netcode.ramming {
            Ramming::Mutual => CollisionMode::Mutual,
            Ramming::RammerOnly => {
                self.find_solids(solids);
                CollisionMode::RammerOnly(solids)
            }
        };
        self.world.step_into(commands, collision_mode, stepped);
        self.set_behind();
        self.history.record(self.world.tick, self.world.ships());
        self.stats.contacts += u64::from(stepped.contacts);
        let bounces = stepped.bounced.walls + stepped.bounced.asteroids;
        self.stats.bounces += u64::from(bounces);
        for fired in &stepped.fired {
            self.open_shot(fired);
        }
        self.judge_shots(&mut stepped.events);
        self.answer_report_requests();
        let Stepped { pairs, events, .. } = &*stepped;
        self.journal.record(&self.world, WorldStep { commands, pairs, events });
        self.write_long_journal();
        self.scratch.tick = tick_scratch;
    }

    /// Appends the tick to the journal that reports are made from.
    fn write_long_journal(&mut self) {
        if let Some(record) = self.journal.newest() {
            let (after, params) = (self.journal.state(), self.world.params());
            self.kept.long_journal.record(record, after, &self.history, &self.deaths, params);
        }
    }

    /// Sets each ship's command age: how many ticks ago its player's newest executed command was
    /// due.
    fn set_behind(&mut self) {
        let tick = self.world.tick;
        for seat in &self.seats {
            if let Seat::Player(session) = seat {
                let behind = u8::try_from(tick.since(session.executed)).unwrap_or(u8::MAX);
                self.world.set_behind(session.ship, behind);
            }
        }
    }

    /// The commands of every ship, in seat order; those of one ship in their order.
    fn gather(&mut self, scratch: &mut TickScratch) {
        let TickScratch { commands, sights, spared, truces, .. } = scratch;
        self.list_spared(spared);
        truces.clear();
        let has_truces = self.config.has_truces();
        let tick = self.world.tick.next();
        let rate = self.clock.rate();
        let (seen, netcode) = ((&self.world, &self.history), &self.config.netcode);
        let watch = BotView::new(seen, spared, netcode, self.bot_conduct());
        commands.clear();
        sights.begin(&self.world);
        for seat in &mut self.seats {
            match seat {
                Seat::Empty => {}
                Seat::Bot(bot) => commands.extend(watch.fly(bot, sights)),
                Seat::Player(session) => {
                    let policy = self.config.netcode.commands;
                    let before = commands.len();
                    let counts = policy::run_policy(session, tick, rate, policy, commands);
                    session.counts.count_executed(&commands[before..], counts.stand_ins);
                    if let Some(ship) = self.world.ship(session.ship).filter(|_| has_truces) {
                        let executed = &commands[before..];
                        let change = session.truce.update(executed, ship, tick, rate);
                        truces.extend(change.map(|change| (session.id, change)));
                    }
                    session.counts.late += counts.dropped;
                    session.update_peaks(tick, rate, &self.config.netcode);
                    self.stats.stand_ins += u64::from(counts.stand_ins);
                    self.stats.late_commands += u64::from(counts.dropped);
                    session.mistimed = session.mistimed.wrapping_add(counts.dropped as u8);
                }
            }
        }
    }
}
