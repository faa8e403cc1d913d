//! A measuring course: a target flies along a line at full speed by real commands, a viewer watches
//! from beside it, and every frame of the viewer can be compared with the truth.
#![allow(dead_code, clippy::print_stdout, reason = "each test uses a part of it, and names it")]

use lab::harness::Harness;
use shared::{
    base::{
        geometry::Vec2,
        time::{Micros, TickRate},
    },
    client::{
        Client, Controls,
        scene::{PlayerKind, SceneShip},
    },
    netcode::values::{Netcode, PlayerNetcode},
    room::Room,
    sim::{
        arena::Arena,
        command::Thrust,
        ship::{Ship, ShipId},
    },
    wire::conditions::Conditions,
};

use super::{room, seconds};

/// The viewer's index among the players.
pub(crate) const VIEWER: usize = 0;
/// The target's index.
pub(crate) const TARGET: usize = 1;
/// When the target has reached full speed.
pub(crate) const AT_SPEED: Micros = Micros(4_000_000);
/// Its speed then, in u/s.
pub(crate) const SPEED: f32 = 420.0;
const PLACED: Micros = Micros(1_500_000);

#[derive(Clone)]
pub(crate) struct Course {
    pub(crate) harness: Harness,
    placed: bool,
}

/// What a frame of the viewer is compared with.
pub(crate) struct Sight<'a> {
    pub(crate) now: Micros,
    pub(crate) room: &'a Room,
    pub(crate) client: &'a Client,
}

/// An arena long enough for the target to fly for half a minute.
pub(crate) fn lane() -> Arena {
    Arena { width_u: 16_000, height_u: 1500, ..Arena::empty() }
}

impl Course {
    /// A viewer with a netcode and a link; the target's round trip is 40 ms.
    pub(crate) fn new(netcode: Netcode, viewer: Conditions, seed: u64) -> Self {
        let target = PlayerNetcode { backups: 3, ..PlayerNetcode::default() };
        Self::with_target(netcode, viewer, target, Conditions::round_trip(40), seed)
    }

    pub(crate) fn with_target(
        netcode: Netcode,
        viewer: Conditions,
        target: PlayerNetcode,
        link: Conditions,
        seed: u64,
    ) -> Self {
        let mut config = room(lane(), seed);
        config.netcode = netcode.room;
        let mut harness = Harness::new(config).unwrap();
        harness.add_player(netcode.player, viewer);
        harness.add_player(target, link);
        Self { harness, placed: false }
    }

    /// Runs until a moment. `drive` gives the viewer's controls, and `each` sees every frame of the
    /// viewer once the target is at speed.
    pub(crate) fn run(
        &mut self,
        until: Micros,
        drive: &mut dyn FnMut(&Client) -> Controls,
        each: &mut dyn FnMut(&Sight),
    ) {
        while self.harness.now() < until {
            self.place();
            let mut framed = false;
            self.harness.step(&mut |_, idx, client| {
                if idx == TARGET {
                    return Controls { thrust: Thrust::Right, ..Controls::default() };
                }
                framed = true;
                drive(client)
            });
            if framed && self.harness.now() > AT_SPEED {
                each(&Sight {
                    now: self.harness.now(),
                    room: self.harness.room(),
                    client: self.harness.client(VIEWER),
                });
            }
        }
    }

    /// Runs with idle controls. Returns a figure's mean and largest deviation from it, over all
    /// frames in which the figure exists.
    pub(crate) fn measure(
        &mut self,
        from: Micros,
        until: Micros,
        figure: &dyn Fn(&Sight) -> Option<f32>,
    ) -> Spread {
        let mut all = Vec::new();
        self.run(until, &mut |_| Controls::default(), &mut |sight| {
            if sight.now >= from {
                all.extend(figure(sight));
            }
        });
        Spread::of(&all)
    }

    fn place(&mut self) {
        if self.placed || self.harness.now() < PLACED {
            return;
        }
        self.placed = true;
        for (idx, at) in [(VIEWER, Vec2::new(3000.0, 300.0)), (TARGET, Vec2::new(400.0, 900.0))] {
            let id = self.harness.client(idx).own_id().unwrap();
            self.harness.room_mut().world_mut().place(id, at);
        }
    }
}

impl Sight<'_> {
    /// The target as drawn.
    pub(crate) fn drawn(&self) -> Option<SceneShip> {
        self.client.scene().ships.into_iter().find(|ship| ship.owner == PlayerKind::Player)
    }

    /// The viewer's own ship as drawn.
    pub(crate) fn own(&self) -> Option<SceneShip> {
        self.client.scene().own_ship().copied()
    }

    /// Where a ship truly is at this instant, between two ticks of the server.
    pub(crate) fn truth(&self, id: ShipId) -> Vec2 {
        let ship = self.room.world().ship(id).unwrap();
        let since = self.now - TickRate::DEFAULT.micros_at(self.room.tick());
        ship.body.pos + ship.body.vel * since.as_s_f32()
    }

    /// How far the target is drawn behind the truth, in ms of its flight.
    pub(crate) fn lag_ms(&self) -> Option<f32> {
        let drawn = self.drawn()?;
        Some((self.truth(drawn.id) - drawn.pos).x / SPEED * 1000.0)
    }

    /// The target in the newest snapshot.
    pub(crate) fn newest(&self) -> Option<&Ship> {
        let own = self.client.own_id()?;
        self.client.ships().iter().find(|ship| ship.id != own)
    }

    /// The age of the newest snapshot, in ms: the way down, and the wait since.
    pub(crate) fn staleness_ms(&self) -> f32 {
        let newest = TickRate::DEFAULT.micros_at(self.client.net_stats().server_tick);
        (self.now - newest).0 as f32 / 1000.0
    }
}

/// How far the target is drawn behind the truth, in ms of its flight.
pub(crate) fn lag_ms(sight: &Sight<'_>) -> Option<f32> {
    sight.lag_ms()
}

/// Statistics of a figure over many frames.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spread {
    pub(crate) mean: f32,
    /// The largest deviation from the mean.
    pub(crate) off: f32,
    pub(crate) n: usize,
}

impl Spread {
    pub(crate) fn of(all: &[f32]) -> Self {
        let n = all.len();
        let mean = all.iter().map(|x| f64::from(*x)).sum::<f64>() / n.max(1) as f64;
        let mean = mean as f32;
        let off = all.iter().map(|x| (x - mean).abs()).fold(0.0, f32::max);
        Self { mean, off, n }
    }

    /// Asserts the mean, and that there were frames at all.
    pub(crate) fn check(&self, what: &str, want: f32, within: f32) {
        println!(
            "  {what}: {:.2} ± {:.2} ({} frames), expected {want}",
            self.mean, self.off, self.n
        );
        assert!(self.n > 50, "{what}: {} frames", self.n);
        assert!((self.mean - want).abs() <= within, "{what}: {self:?} for {want}");
    }
}

/// A time after the target has reached its speed.
pub(crate) fn after(s: i64) -> Micros {
    AT_SPEED + seconds(s)
}
