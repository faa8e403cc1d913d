//! A bout: a world of the game's own, in which every ship has a pilot and every shot is judged by
//! the game's rules. Nothing is sent, so everybody sees the present.

use shared::{
    base::{rng::mix_all, time::TickRate},
    history::store::History,
    judge::{hit_test::state::HitTest, shooter_history::ShooterHistory, shot::Shot},
    netcode::values::RoomNetcode,
    pilot::{Pilot, sights::Sights},
    sim::{
        arena::Arena,
        bolt::Bolt,
        command::{UserCommand, View},
        event::{Decided, Event},
        ship::{Ship, ShipId},
        world::{CollisionMode, World, WorldParams},
    },
};

/// Ships in a bout.
const SHIPS: u16 = 8;

/// A match that plays itself.
pub(super) struct Bout {
    world: World,
    /// In seat order.
    pilots: Vec<(ShipId, Pilot)>,
    sights: Sights,
    history: History,
    /// The shots that are still judged, in order of firing.
    shots: Vec<HitTest>,
}

/// What a tick brought.
pub(super) struct Happened {
    /// Spawns, shots, hits and deaths, in order.
    pub(super) events: Vec<Event>,
    /// The ships before it, in seat order.
    pub(super) before: Vec<Ship>,
    /// The bolts that it ended, at a ship or at their reach, in order of firing.
    pub(super) ended: Vec<Bolt>,
}

impl Bout {
    pub(super) fn new(seed: u64) -> Self {
        let rate = TickRate::DEFAULT;
        let params = WorldParams::new(rate, Arena::for_seats(SHIPS, seed));
        let mut world = World::new(params, SHIPS, seed);
        let ships = (0..SHIPS).filter_map(|_| world.add_ship());
        let pilots =
            ships.map(|ship| (ship, Pilot::new(mix_all(&[seed, ship.idx.into()])))).collect();
        let history = History::with_seats(rate, SHIPS);
        Self { world, pilots, sights: Sights::default(), history, shots: Vec::new() }
    }

    /// Simulates a tick.
    pub(super) fn step(&mut self) -> Happened {
        let before = self.world.ships().copied().collect();
        let flying: Vec<Bolt> = self.world.bolts().copied().collect();
        let commands = self.commands();
        let stepped = self.world.step(&commands, CollisionMode::Mutual);
        let (mut events, fired) = (stepped.events, stepped.fired);
        self.history.record(self.world.tick, self.world.ships());
        let rate = self.world.params().rate;
        for fired in fired {
            let view = rate.micros_in_steps(fired.view.time.0);
            let shot = Shot::of_bolt(&fired.bolt, rate, RoomNetcode::default());
            let past = past(&self.history, &self.world);
            self.shots.push(HitTest::new(Shot { view, ..shot }, &past));
        }
        self.judge(&mut events);
        let is_over = |bolt: &Bolt| self.world.bolts().all(|other| other.shot != bolt.shot);
        let ended = flying.into_iter().filter(is_over).collect();
        Happened { events, before, ended }
    }

    /// The pilots' commands for the next tick.
    fn commands(&mut self) -> Vec<(ShipId, UserCommand)> {
        let Self { world, pilots, sights, .. } = self;
        sights.begin(world);
        let fly = |(id, pilot): &mut (ShipId, Pilot)| {
            let own = world.ship(*id)?;
            sights.observe(world, *id, Sights::now(world));
            let surroundings = sights.surroundings(own, world, View::present(world.tick));
            Some((*id, pilot.fly(&surroundings)))
        };
        pilots.iter_mut().filter_map(fly).collect()
    }

    /// Judges the open shots up to this tick.
    fn judge(&mut self, events: &mut Vec<Event>) {
        let mut decided: Vec<Decided> = Vec::new();
        for hit_test in &mut self.shots {
            decided.clear();
            hit_test.judge(&past(&self.history, &self.world), &mut decided);
            for decided in &decided {
                self.world.apply(hit_test.shot().id, decided, events);
            }
        }
        self.shots.retain(|hit_test| !hit_test.over());
    }

    pub(super) fn world(&self) -> &World {
        &self.world
    }

    pub(super) fn history(&self) -> &History {
        &self.history
    }
}

/// The past as every shooter sees it.
fn past<'a>(history: &'a History, world: &'a World) -> ShooterHistory<'a> {
    ShooterHistory {
        history,
        params: world.params(),
        now: world.tick,
        sent: None,
        marker_rates_hz: &[],
        died: &[],
    }
}
