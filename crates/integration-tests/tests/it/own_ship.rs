//! Every pane of the laboratory shows a player's ship by the command in force at the moment shown,
//! whether a person, a script or a pilot flies it, so the ship looks the same in each pane.

use std::collections::BTreeMap;

use lab::{
    column::Column,
    pane::{Pane, PaneView},
    run_playback::RunPlayback,
    scenario::Scenario,
    setup::{FRAMES, Setup},
};
use shared::{
    base::{
        geometry::Turn,
        time::{Micros, Tick},
    },
    client::scene::Scene,
    netcode::choices::OwnShip,
    sim::{command::Thrust, ship::ShipId},
};

/// Frames of a scenario without a loop.
const FRAMES_MAX: u32 = 300;
/// Frames after the last look, in which its command is made and executed.
const AFTER: u32 = 60;
/// How far an aim may turn in a frame: 2°.
const TURNS_A_FRAME: u16 = (u16::MAX as u32 * 2 / 360) as u16;

/// The most ticks that a frame runs.
const TICKS_A_FRAME: u32 = 3;

/// The visible part of a command on a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Seen {
    aim: Turn,
    thrust: Thrust,
}

/// What should be visible at each tick.
#[derive(Default)]
struct Log(BTreeMap<u32, Seen>);

/// The own ship in a picture.
#[derive(Debug)]
struct Look {
    /// The tick that the picture shows.
    tick: Tick,
    seen: Seen,
    /// Whether it was taken at a frame rather than between two.
    at_frame: bool,
}

/// A player of a column, with all looks at its ship.
#[derive(Default)]
struct Watched {
    waits: bool,
    looks: Vec<Look>,
    commanded: Log,
    executed: Log,
}

impl Log {
    /// Notes what is visible from the tick after the newest one up to `tick`.
    fn note(&mut self, tick: Tick, seen: Option<Seen>) {
        let Some(seen) = seen else { return };
        let after = self.0.last_key_value().map_or(tick.0, |(newest, _)| newest + 1);
        self.0.extend((after..=tick.0).map(|tick| (tick, seen)));
    }

    fn at(&self, tick: u32) -> Option<Seen> {
        self.0.get(&tick).copied()
    }
}

impl Watched {
    /// Notes the ship's command and what the server executes.
    fn note(&mut self, column: &Column, player: usize) {
        let client = column.harness().client(player);
        let own = client.own_ship().filter(|ship| ship.alive());
        self.commanded
            .note(client.own_tick(), own.map(|own| Seen { aim: own.aim, thrust: own.thrust }));
        let world = column.harness().room().world();
        let held = client.own_id().and_then(|ship| world.ship(ship)).filter(|ship| ship.alive());
        self.executed
            .note(world.tick, held.map(|held| Seen { aim: held.aim, thrust: held.thrust }));
        self.waits = column.netcode().player.own_ship == OwnShip::Wait;
    }

    /// Looks at the ship `thirds` thirds of a frame after the last frame.
    fn look(&mut self, column: &Column, player: usize, thirds: i64) {
        let at = column.harness().now() + Micros(FRAMES.micros_at(Tick(1)).0 * thirds / 3);
        let sight = column.view(Pane::Player(player), at);
        let Some(seen) = sight.own().and_then(|own| seen_in(&sight, own)) else { return };
        let rate = column.harness().room().config().rate;
        let tick = match self.waits {
            true => rate.tick_at(sight.moments().0),
            false => column.client_at(player, at).own_tick(),
        };
        self.looks.push(Look { tick, seen, at_frame: thirds == 0 });
    }

    /// The looks that differ from the command. A look between two frames may show the command of
    /// either, and each frame runs up to three ticks.
    fn wrong(&self) -> impl Iterator<Item = &Look> {
        self.looks.iter().filter(|look| {
            let commanded = |tick: u32| match self.waits {
                // Aims are sent in 256 steps.
                true => self.executed.at(tick).map(|seen| Seen { aim: seen.aim.coarse(), ..seen }),
                false => self.commanded.at(tick),
            };
            let Some(now) = commanded(look.tick.0) else { return false };
            let near = |other: Seen| {
                let turned = look.seen.aim.shortest_turn_to(other.aim).unsigned_abs();
                look.seen.thrust == other.thrust && turned <= TURNS_A_FRAME
            };
            let is_right = match look.at_frame {
                true => look.seen == now,
                false => (0..=TICKS_A_FRAME).any(|n| commanded(look.tick.0 - n).is_some_and(near)),
            };
            !is_right
        })
    }
}

fn seen_in(sight: &PaneView, ship: ShipId) -> Option<Seen> {
    sight.scene.ship(ship).map(|ship| Seen { aim: ship.aim, thrust: ship.thrust })
}

/// Plays a match, and looks at the own ships in both panes of each column in every frame.
fn watch(setup: Setup) -> Vec<[Watched; 2]> {
    let frames = if setup.loop_frames > 0 { setup.loop_frames.into() } else { FRAMES_MAX };
    let mut playback = RunPlayback::new(setup).unwrap();
    let mut all: Vec<[Watched; 2]> =
        playback.state().columns().iter().map(|_| Default::default()).collect();
    for frame in 0..frames + AFTER {
        for (column, watched) in playback.state().columns().iter().zip(&mut all) {
            for (player, watched) in watched.iter_mut().enumerate() {
                watched.note(column, player);
                if frame < frames {
                    watched.look(column, player, i64::from(frame % 3));
                }
            }
        }
        playback.step().unwrap();
    }
    all
}

#[test]
fn every_screen_shows_its_own_ship_as_it_is_commanded() {
    let (mut looks, mut turned, mut burning) = (0, 0, 0);
    for scenario in Scenario::ALL {
        for (n, column) in watch(scenario.setup()).iter().enumerate() {
            for (player, watched) in column.iter().enumerate() {
                let wrong: Vec<&Look> = watched.wrong().collect();
                let n_looks = watched.looks.len();
                assert!(
                    wrong.is_empty(),
                    "{}, column {n}, player {player}: {} of {n_looks}, {:?}",
                    scenario.key(),
                    wrong.len(),
                    wrong[0],
                );
                let seen = |test: fn(Seen) -> bool| {
                    watched.looks.iter().filter(|look| test(look.seen)).count()
                };
                looks += n_looks;
                turned += seen(|seen| seen.aim != Turn(0));
                burning += seen(|seen| seen.thrust != Thrust::None);
            }
        }
    }
    println!("{looks} looks, {turned} at a ship that aims, {burning} at one that burns");
    assert!(turned > 1000 && burning > 1000, "{turned} and {burning} of {looks}");
}

/// On even connections every command arrives before its tick runs, so a screen that is ahead shows
/// what the server shows a moment later.
#[test]
fn the_same_ship_looks_alike_in_each_pane() {
    for scenario in [
        Scenario::Zones,
        Scenario::Prediction,
        Scenario::EtVeto,
        Scenario::Rewind,
        Scenario::HalfGap,
        Scenario::OutOfNowhere,
        Scenario::Interpolation,
    ] {
        let columns = watch(scenario.setup());
        for watched in columns.iter().flatten().filter(|watched| !watched.waits) {
            for look in watched.looks.iter().filter(|look| look.at_frame) {
                if let Some(held) = watched.executed.at(look.tick.0) {
                    assert_eq!(look.seen, held, "{} at {:?}", scenario.key(), look.tick);
                }
            }
        }
        let mut playback = RunPlayback::new(scenario.setup()).unwrap();
        for _ in 0..100 {
            playback.step().unwrap();
        }
        let at = playback.state().time_of(playback.frame());
        for column in playback.state().columns() {
            let [you, server, other] = Pane::ALL.map(|pane| column.view(pane, at).scene);
            for ship in column.ships().into_iter().flatten() {
                let whose = |scene: &Scene| scene.ship(ship).map(|ship| ship.owner);
                assert!(whose(&you).is_some(), "{}", scenario.key());
                assert_eq!([whose(&you), whose(&other)], [whose(&server); 2]);
            }
        }
    }
}
