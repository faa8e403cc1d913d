//! For benchmarks: a world whose shots are judged without any viewer, stepped one tick at a time,
//! for a number of ships and a firing rate.

use shared::{
    base::{
        geometry::Turn,
        rng::Rng,
        time::{Micros, TickRate},
    },
    history::{
        deaths::{Death, DeathLog},
        store::History,
    },
    judge::{hit_test::state::HitTest, shooter_history::ShooterHistory, shot::Shot},
    netcode::values::RoomNetcode,
    sim::{
        arena::Arena,
        command::{Thrust, Trigger, UserCommand},
        event::{Decided, Decision},
        ship::ShipId,
        world::{CollisionMode, Stepped, World, WorldParams},
    },
};

/// A world whose shots are judged without any viewer.
pub(crate) struct Skirmish {
    pub(crate) world: World,
    pub(crate) history: History,
    deaths: DeathLog,
    open: Vec<HitTest>,
    spare: Vec<HitTest>,
    decided: Vec<Decided>,
    pub(crate) stepped: Stepped,
    pub(crate) commands: Vec<(ShipId, UserCommand)>,
    rng: Rng,
}

impl Skirmish {
    /// A skirmish of `ships` ships that has run for `ticks` ticks. Each ship holds its trigger in
    /// `armed` of a thousand moments.
    pub(crate) fn after(ticks: usize, ships: u16, armed: u32) -> Self {
        // Wide enough that bolts fly for a while.
        let arena = Arena { width_u: 8000, height_u: 4500, ..Arena::strewn(7) };
        let params = WorldParams::new(TickRate::DEFAULT, arena);
        let mut world = World::new(params, ships, 7);
        let ids = (0..ships).map(|_| world.add_ship().unwrap());
        let commands = ids.map(|id| (id, UserCommand::default())).collect();
        let mut skirmish = Self {
            world,
            history: History::with_seats(TickRate::DEFAULT, ships),
            deaths: DeathLog::default(),
            open: Vec::new(),
            spare: Vec::new(),
            decided: Vec::new(),
            stepped: Stepped::default(),
            commands,
            rng: Rng::new(7, 4),
        };
        skirmish.run(ticks, armed);
        skirmish
    }

    pub(crate) fn run(&mut self, ticks: usize, armed: u32) {
        for _ in 0..ticks {
            self.feed(armed);
            self.step();
        }
    }

    /// Draws every ship's command for the next tick.
    pub(crate) fn feed(&mut self, armed: u32) {
        let tick = self.world.tick.next();
        for (_, command) in &mut self.commands {
            if self.rng.below(30) == 0 {
                command.thrust = Thrust::ALL[self.rng.below(9) as usize];
                command.aim = Turn(self.rng.next_u32() as u16);
                let held = self.rng.below(1000) < armed;
                command.trigger = Trigger::from_pressed((held, held && self.rng.below(8) == 0));
            }
            command.tick = tick;
        }
    }

    pub(crate) fn step(&mut self) {
        self.world.step_into(&self.commands, CollisionMode::Mutual, &mut self.stepped);
        let now = self.world.tick;
        self.history.record(now, self.world.ships());
        self.deaths.forget_before(now);
        let rate = TickRate::DEFAULT;
        for n in 0..self.stepped.fired.len() {
            let shot = Shot::of_bolt(&self.stepped.fired[n].bolt, rate, RoomNetcode::default());
            let shot = Shot { view: shot.fired - Micros::from_ms(104), ..shot };
            let mut hit_test = self.spare.pop();
            let rewind_source = rewind_source(&self.world, &self.history, &[]);
            match &mut hit_test {
                Some(hit_test) => hit_test.renew(shot, &rewind_source),
                None => hit_test = Some(HitTest::new(shot, &rewind_source)),
            }
            self.open.extend(hit_test);
        }
        for (order, hit_test) in (0..).zip(&mut self.open) {
            self.decided.clear();
            let died = self.deaths.before(now, order);
            hit_test.judge(&rewind_source(&self.world, &self.history, died), &mut self.decided);
            for decided in &self.decided {
                let Decision::Hit { victim, .. } = decided.decision else { continue };
                self.world.apply(hit_test.shot().id, decided, &mut self.stepped.events);
                if self.world.ship(victim).is_some_and(|ship| !ship.alive()) {
                    self.deaths.record(Death { tick: now, order, ship: victim });
                }
            }
        }
        self.spare.extend(self.open.extract_if(.., |hit_test| hit_test.over()));
    }
}

fn rewind_source<'a>(
    world: &'a World,
    history: &'a History,
    died: &'a [Death],
) -> ShooterHistory<'a> {
    let (now, params) = (world.tick, world.params());
    ShooterHistory { history, params, now, sent: None, marker_rates_hz: &[], died }
}
