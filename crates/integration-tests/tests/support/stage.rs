//! A history with ships placed by a test at each tick, and shots from one muzzle into it, decided
//! by the real hit test.

use shared::{
    base::{
        geometry::{Turn, Vec2},
        time::{Micros, Tick, TickRate},
    },
    history::{sent::SentLog, store::History},
    judge::{
        hit_test::state::HitTest,
        shooter_history::ShooterHistory,
        shot::{LinkStats, Shot},
    },
    netcode::values::RoomNetcode,
    sim::{
        arena::Arena,
        bolt::Bolt,
        event::{Decided, ShotId, Weapon},
        ship::Ship,
        world::WorldParams,
    },
};

use super::{id, ship};

pub(crate) const RATE: TickRate = TickRate::DEFAULT;
/// Position of the shooter and of its muzzle.
pub(crate) const AT: Vec2 = Vec2::new(200.0, 900.0);

/// The history of a room: its ships at every tick, and its rocks.
pub(crate) struct Stage {
    pub(crate) history: History,
    pub(crate) params: WorldParams,
    /// The snapshots sent to the shooter; `None` for every tick.
    pub(crate) sent: Option<SentLog>,
}

impl Stage {
    /// The shooter, and the other ships at each tick.
    pub(crate) fn new(ticks: u32, others: impl Fn(u32) -> Vec<Ship>) -> Self {
        let mut history = History::new(RATE);
        for tick in 0..=ticks {
            let shooter = ship(0, AT);
            history.record(Tick(tick), [shooter].iter().chain(&others(tick)));
        }
        Self { history, params: WorldParams::new(RATE, Arena::empty()), sent: None }
    }

    /// The rewind source at a tick.
    pub(crate) fn rewind_source(&self, now: u32) -> ShooterHistory<'_> {
        ShooterHistory {
            history: &self.history,
            params: &self.params,
            now: Tick(now),
            sent: self.sent.as_ref(),
            marker_rates_hz: &[60; 4],
            died: &[],
        }
    }

    /// A shot to the right, fired at one tick with the view of another.
    pub(crate) fn shot(&self, weapon: Weapon, fired: u32, seen: u32, rule: RoomNetcode) -> Shot {
        let shot = ShotId { tick: Tick(fired), shooter: id(0), weapon };
        let bolt = Bolt::new(shot, Tick(fired), AT, Turn(0), &self.params.arena);
        let link = LinkStats { round_trip: Micros::from_ms(100), lead: Micros::from_ms(50) };
        let view = RATE.micros_at(Tick(seen));
        let lerp = (RATE.micros_at(Tick(fired)) - view - link.latency()).max(Micros::ZERO);
        Shot { view, link, interpolation_delay: lerp, ..Shot::of_bolt(&bolt, RATE, rule) }
    }

    /// Every decision on a shot within `ticks` ticks, with the ticks since it was fired.
    pub(crate) fn run(&self, shot: Shot, ticks: u32) -> Vec<(u32, Decided)> {
        self.run_test(shot, ticks).0
    }

    /// The same, and the hit test at the end.
    pub(crate) fn run_test(&self, shot: Shot, ticks: u32) -> (Vec<(u32, Decided)>, HitTest) {
        let fired = RATE.tick_at(shot.fired).0;
        let mut hit_test = HitTest::new(shot, &self.rewind_source(fired));
        let mut all = Vec::new();
        for after in 0..=ticks {
            let now = hit_test.advance(&self.rewind_source(fired + after));
            all.extend(now.into_iter().map(|decided| (after, decided)));
        }
        (all, hit_test)
    }
}
