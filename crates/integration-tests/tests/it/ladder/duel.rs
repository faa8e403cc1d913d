//! A round between two pilots: they see each other as a room's bots do, under the game's own rules,
//! and the room's limits of a round end it.

use shared::{
    base::time::{TickRate, ViewTime},
    history::store::History,
    judge::{hit_test::state::HitTest, shooter_history::ShooterHistory, shot::Shot},
    netcode::values::{PlayerNetcode, RoomNetcode},
    pilot::{
        Pilot,
        conduct::Conduct,
        sights::{SeenShip, Sights},
        surroundings::Look,
    },
    sim::{
        arena::Arena,
        command::{UserCommand, View},
        event::{Decision, Event, EventKind},
        rules::SHIP_HEALTH,
        ship::ShipId,
        world::{CollisionMode, World, WorldParams},
    },
    wire::round::RoundLimits,
};

/// From a tie to a draw, in ms.
const OVERTIME_MS: u32 = 60_000;

struct Duel {
    world: World,
    history: History,
    hit_tests: Vec<HitTest>,
    pilots: Vec<(ShipId, Pilot, Conduct)>,
    sights: Sights,
    kills: [u16; 2],
}

/// Plays a round; returns the kills of each side.
pub(crate) fn duel(conducts: [Conduct; 2], seed: u64) -> [u16; 2] {
    let rate = TickRate::DEFAULT;
    let params = WorldParams::new(rate, Arena::for_seats(8, seed));
    let mut world = World::new(params, 8, seed);
    let pilot = |(n, conduct)| {
        Some((world.add_ship()?, Pilot::new(seed.wrapping_mul(1_000).wrapping_add(n)), conduct))
    };
    let pilots: Vec<_> = (0..).zip(conducts).filter_map(pilot).collect();
    let history = History::with_seats(rate, 8);
    let (hit_tests, sights) = (Vec::new(), Sights::default());
    let mut duel = Duel { world, history, hit_tests, pilots, sights, kills: [0; 2] };
    let limits = RoundLimits::default();
    for _ in 0..rate.ticks_in_ms(limits.time_ms) {
        duel.tick();
        if duel.kills.iter().any(|kills| *kills >= limits.kills) {
            break;
        }
    }
    for _ in 0..rate.ticks_in_ms(OVERTIME_MS) {
        if duel.kills[0] != duel.kills[1] {
            break;
        }
        duel.tick();
    }
    duel.kills
}

impl Duel {
    fn tick(&mut self) {
        let commands = self.commands();
        let stepped = self.world.step(&commands, CollisionMode::Mutual);
        self.history.record(self.world.tick, self.world.ships());
        let mut events = stepped.events;
        let rate = self.world.params().rate;
        for fired in &stepped.fired {
            let shot = Shot::of_bolt(&fired.bolt, rate, RoomNetcode::default());
            let shot = Shot { view: rate.micros_in_steps(fired.view.time.0), ..shot };
            self.hit_tests.push(HitTest::new(shot, &past(&self.history, &self.world)));
        }
        self.judge(&mut events);
        for event in events {
            let EventKind::Died { shot, .. } = event.kind else { continue };
            let killer = self.pilots.iter().position(|(ship, ..)| *ship == shot.shooter);
            self.kills[killer.unwrap()] += 1;
        }
    }

    fn commands(&mut self) -> Vec<(ShipId, UserCommand)> {
        let Self { world, history, pilots, sights, .. } = self;
        let delay_ms = PlayerNetcode::default().interpolation_delay().as_ms() as u32;
        let then = world.tick.minus(world.params().rate.ticks_in_ms(delay_ms));
        let view = View { time: ViewTime::from_tick(then), older: then, span: 0 };
        let most_kills = world.ships().map(|ship| ship.kills).max().unwrap_or(0);
        let seen = |id: ShipId| {
            let pose = history.drawn(None, id.idx, view.time).filter(|pose| pose.alive)?;
            let ship = world.ship(id)?;
            let look = Look {
                damage: SHIP_HEALTH - ship.health,
                reloads: ship.beam_ready > world.tick,
                leads: ship.kills > 0 && ship.kills == most_kills,
            };
            let (pos, vel, shielded) = (pose.pos, pose.vel, pose.shielded);
            Some(SeenShip { pos, vel, shielded, spared: false, look: Some(look) })
        };
        sights.begin(world);
        let fly = |(id, pilot, conduct): &mut (ShipId, Pilot, Conduct)| {
            sights.observe(world, *id, seen);
            let surroundings = sights.surroundings(world.ship(*id)?, world, view);
            Some((*id, pilot.fly_as(&surroundings, conduct)))
        };
        pilots.iter_mut().filter_map(fly).collect()
    }

    fn judge(&mut self, events: &mut Vec<Event>) {
        for mut hit_test in std::mem::take(&mut self.hit_tests) {
            for decided in hit_test.advance(&past(&self.history, &self.world)) {
                if matches!(decided.decision, Decision::Hit { .. }) {
                    self.world.apply(hit_test.shot().id, &decided, events);
                }
            }
            if !hit_test.over() {
                self.hit_tests.push(hit_test);
            }
        }
    }
}

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
