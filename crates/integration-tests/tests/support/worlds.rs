//! For tests and benchmarks of codecs and rules: a match of random commands, joins, leaves and hits
//! in one world without a network. It keeps every state and every event.
#![allow(dead_code, reason = "each test and benchmark uses a part of it")]

use shared::{
    base::{
        geometry::Turn,
        rng::Rng,
        time::{Micros, Tick, TickRate},
    },
    history::store::History,
    sim::{
        arena::Arena,
        command::{Thrust, Trigger, UserCommand, View},
        event::{Decided, Decision, Event, Finality, ShotId, Weapon},
        journal::Journal,
        record::WorldStep,
        ship::{Ship, ShipId},
        state::WorldState,
        world::{CollisionMode, Fired, World, WorldParams},
    },
};

/// Activity of a match; each is a chance per tick in thousandths.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Liveliness {
    /// A player joins, if there is a seat.
    pub(crate) join: u32,
    /// A player leaves.
    pub(crate) leave: u32,
    /// A bolt in flight hits a ship; a beam does eight times as often.
    pub(crate) hit: u32,
    /// A ship changes its command.
    pub(crate) turn: u32,
}

impl Liveliness {
    /// Everything happens all the time.
    pub(crate) const WILD: Self = Self { join: 60, leave: 30, hit: 40, turn: 80 };
    /// A full room: no joins or leaves, and a shot in eight hits.
    pub(crate) const STEADY: Self = Self { join: 0, leave: 0, hit: 2, turn: 30 };
}

#[derive(Clone, Debug)]
pub(crate) struct RandomMatch {
    pub(crate) world: World,
    pub(crate) history: History,
    /// After every tick, from the first on.
    pub(crate) states: Vec<WorldState>,
    /// All of them, in order.
    pub(crate) events: Vec<Event>,
    /// The records of every tick.
    pub(crate) journal: Journal,
    seats: u16,
    rng: Rng,
    lively: Liveliness,
    /// The command that each seat holds.
    held: Vec<UserCommand>,
    /// The newest key of each seat: commands are keyed independently of the world's ticks.
    keys: Vec<u32>,
    /// Tentative hits that may still be undone.
    open: Vec<(ShotId, ShipId)>,
}

impl RandomMatch {
    pub(crate) fn new(
        seats: u16,
        ships: u16,
        rate: TickRate,
        seed: u64,
        lively: Liveliness,
    ) -> Self {
        let mut rng = Rng::new(seed, 5);
        let arena = if rng.below(4) == 0 { Arena::empty() } else { Arena::strewn(seed) };
        let mut world = World::new(WorldParams::new(rate, arena), seats, seed);
        for _ in 0..ships {
            world.add_ship();
        }
        Self {
            world,
            history: History::new(rate),
            states: Vec::new(),
            events: Vec::new(),
            journal: Journal::new(4096),
            seats,
            lively,
            held: vec![UserCommand::default(); seats.into()],
            keys: (0..seats).map(|_| rng.below(4)).collect(),
            rng,
            open: Vec::new(),
        }
    }

    pub(crate) fn run(&mut self, ticks: usize) {
        for _ in 0..ticks {
            self.step();
        }
    }

    /// The tick of the newest state.
    pub(crate) fn tick(&self) -> Tick {
        self.world.tick
    }

    pub(crate) fn seats(&self) -> u16 {
        self.seats
    }

    /// The state after a tick.
    pub(crate) fn state(&self, tick: Tick) -> &WorldState {
        &self.states[tick.0 as usize - 1]
    }

    /// The events after one tick, up to another.
    pub(crate) fn events_between(&self, after: Tick, until: Tick) -> &[Event] {
        let from = self.events.partition_point(|event| event.tick <= after);
        let to = self.events.partition_point(|event| event.tick <= until);
        &self.events[from..to]
    }

    /// Every ship's next commands, in seat order.
    pub(crate) fn commands(&mut self) -> Vec<(ShipId, UserCommand)> {
        let ids: Vec<ShipId> = self.world.ships().map(|ship| ship.id).collect();
        let mut commands = Vec::new();
        for id in ids {
            // Mostly one command a tick; a missing and a doubled one now and then.
            let n = match self.rng.below(64) {
                0 => 0,
                1 => 2,
                _ => 1,
            };
            for _ in 0..n {
                commands.push((id, self.command(id)));
            }
        }
        commands
    }

    pub(crate) fn step(&mut self) {
        self.come_and_go();
        let commands = self.commands();
        let stepped = self.world.step(&commands, CollisionMode::Mutual);
        self.history.record(self.world.tick, self.world.ships());
        let mut events = stepped.events;
        self.hit(&stepped.fired, &mut events);
        let step = WorldStep { commands: &commands, pairs: &stepped.pairs, events: &events };
        self.journal.record(&self.world, step);
        self.events.extend(events);
        self.states.push(WorldState::of(&self.world));
    }

    fn chance(&mut self, permille: u32) -> bool {
        self.rng.below(1000) < permille
    }

    fn come_and_go(&mut self) {
        if self.chance(self.lively.join) {
            self.world.add_ship();
        }
        if self.chance(self.lively.leave) {
            let id = self.random_id();
            self.world.remove_ship(id);
        }
    }

    /// Mostly a ship of the world.
    fn random_id(&mut self) -> ShipId {
        let idx = self.rng.below(self.seats.into()) as u16;
        let sitting = self.world.ships().find(|ship: &&Ship| ship.id.idx == idx);
        sitting.map_or(ShipId { idx, generation: 0 }, |ship| ship.id)
    }

    fn command(&mut self, id: ShipId) -> UserCommand {
        let seat = usize::from(id.idx);
        if self.chance(self.lively.turn) {
            let held = (self.rng.below(2) == 0, self.rng.below(3) == 0);
            self.held[seat].thrust = Thrust::ALL[self.rng.below(9) as usize];
            self.held[seat].trigger = Trigger::from_pressed(held);
            self.held[seat].aim = Turn(self.rng.next_u32() as u16);
        }
        let held = self.held[seat];
        let aim = Turn(held.aim.0.wrapping_add(self.rng.below(300) as u16));
        self.held[seat].aim = aim;
        self.keys[seat] += 1;
        let view = View::present(self.world.tick);
        UserCommand { tick: Tick(self.keys[seat]), aim, view, ..held }
    }

    /// Random shots hit random ships, dead and absent ones too; some tentative hits are undone.
    fn hit(&mut self, fired: &[Fired], events: &mut Vec<Event>) {
        let beams = fired.iter().map(|fired| fired.bolt.shot);
        let beams = beams.filter(|shot| shot.weapon == Weapon::Beam);
        let shots: Vec<ShotId> = beams.chain(self.world.bolts().map(|bolt| bolt.shot)).collect();
        for shot in shots {
            let likely = match shot.weapon {
                Weapon::Laser => self.lively.hit,
                Weapon::Beam => self.lively.hit * 8,
            };
            if !self.chance(likely) {
                continue;
            }
            let victim = self.random_id();
            let tentative = self.chance(200);
            let finality = match shot {
                _ if tentative => Finality::Tentative,
                ShotId { tick, weapon: Weapon::Laser, .. } if tick.0.is_multiple_of(4) => {
                    Finality::Piercing
                }
                _ => Finality::Final,
            };
            let distance_u = self.rng.range(0.0, 1200.0);
            let decision = Decision::Hit { victim, finality };
            self.world.apply(shot, &Decided { decision, distance_u, age: Micros::ZERO }, events);
            if tentative {
                self.open.push((shot, victim));
            }
        }
        if !self.open.is_empty() && self.chance(300) {
            let (shot, victim) = self.open.swap_remove(0);
            let settled = self.chance(500);
            let (settle, retract) =
                (Decision::Settled { victim }, Decision::Retracted { victim, by: shot.shooter });
            let decision = if settled { settle } else { retract };
            let decided = Decided { decision, distance_u: 0.0, age: Micros::ZERO };
            self.world.apply(shot, &decided, events);
        }
    }
}
