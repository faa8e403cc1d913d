//! Where every ship was at every tick, as clients were told, and how a pose between is made.
//!
//! The room stores the quantised poses after each tick. A rewind is a query: nothing is moved
//! back, nothing is restored.

use alloc::vec::Vec;

use serde::Serialize;

use super::shot::Pair;
use crate::{
    base::{
        geometry::{Turn, Vec2, blend_points},
        limits::HISTORY_MS,
        tick_ring::TickRing,
        time::{Tick, TickRate, VIEW_STEPS_PER_TICK, ViewTime},
    },
    sim::ship::{Ship, ShipId},
};

/// A ship at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Pose {
    /// Which ship.
    pub ship: ShipId,
    /// Where, in u.
    pub pos: Vec2,
    /// How it moves, in u/s.
    pub vel: Vec2,
    /// Where it aims.
    pub aim: Turn,
    /// Which of its lives; a teleport counts as one.
    pub life: u16,
    /// Whether it flies.
    pub alive: bool,
    /// Whether a shield holds.
    pub shielded: bool,
}

impl Pose {
    /// A ship's pose at a tick.
    #[must_use]
    pub fn of(ship: &Ship, tick: Tick) -> Self {
        Self {
            ship: ship.id,
            pos: ship.body.pos,
            vel: ship.body.vel,
            aim: ship.aim,
            life: ship.life,
            alive: ship.alive(),
            shielded: ship.shielded(tick),
        }
    }
}

/// The pose of a ship at `at`, between the poses of a pair of ticks that brackets it. This is the
/// one place where poses are blended: what a client draws with it, the server judges with it.
///
/// Nothing is blended from one life to the next: until the newer tick the older life is shown.
/// `None` where the poses are of different ships.
#[must_use]
pub fn pose_between(older: &Pose, newer: &Pose, pair: Pair, at: ViewTime) -> Option<Pose> {
    if older.ship != newer.ship {
        return None;
    }
    let den = pair.newer.since(pair.older) * VIEW_STEPS_PER_TICK;
    let num = at.since(ViewTime::from_tick(pair.older)).clamp(0, den);
    if num == den {
        return Some(*newer);
    }
    if older.life != newer.life {
        return Some(*older);
    }
    Some(Pose {
        pos: blend_points(older.pos, newer.pos, num, den),
        aim: older.aim.blend(newer.aim, num, den),
        ..*older
    })
}

/// Every ship's pose at every tick, within [`HISTORY_MS`].
#[derive(Clone, Debug, Serialize)]
pub struct History {
    frames: TickRing<Vec<Option<Pose>>>,
}

impl History {
    /// An empty history at a tick rate.
    #[must_use]
    pub fn new(rate: TickRate) -> Self {
        Self { frames: TickRing::new(rate.ticks_in_ms(HISTORY_MS) as usize) }
    }

    /// Stores the ships after a tick.
    pub fn record<'a>(&mut self, tick: Tick, ships: impl Iterator<Item = &'a Ship>) {
        let mut frame: Vec<Option<Pose>> = Vec::new();
        for ship in ships {
            let seat = usize::from(ship.id.idx);
            if frame.len() <= seat {
                frame.resize(seat + 1, None);
            }
            frame[seat] = Some(Pose::of(ship, tick));
        }
        self.frames.insert(tick, frame);
    }

    /// A seat's pose at exactly this tick.
    #[must_use]
    pub fn pose(&self, seat: u16, tick: Tick) -> Option<&Pose> {
        self.frames.get(tick)?.get(usize::from(seat))?.as_ref()
    }

    /// Every pose at exactly this tick, in the order of the seats.
    pub fn poses(&self, tick: Tick) -> impl Iterator<Item = &Pose> {
        self.frames.get(tick).into_iter().flatten().flatten()
    }

    /// A seat's pose on the curve that a viewer draws who was sent these snapshots: the chord of
    /// the two around the moment. The true poses where it was sent every tick, or none is known.
    #[must_use]
    pub fn drawn(&self, sent: Option<&SentLog>, seat: u16, at: ViewTime) -> Option<Pose> {
        let pair = sent.and_then(|log| log.around(at)).unwrap_or_else(|| ticks_around(at));
        self.between(seat, pair, at)
    }

    /// A seat's pose between a pair of ticks.
    #[must_use]
    pub fn between(&self, seat: u16, pair: Pair, at: ViewTime) -> Option<Pose> {
        if pair.older == pair.newer {
            return self.pose(seat, pair.older).copied();
        }
        let older = self.pose(seat, pair.older)?;
        match self.pose(seat, pair.newer) {
            Some(newer) if newer.ship == older.ship => pose_between(older, newer, pair, at),
            // It left its seat in between: it is there until the newer tick.
            _ => (at < ViewTime::from_tick(pair.newer)).then_some(*older),
        }
    }
}

/// The ticks of which a viewer was sent snapshots.
#[derive(Clone, Debug, Serialize)]
pub struct SentLog(TickRing<()>);

impl SentLog {
    /// An empty log at a tick rate.
    #[must_use]
    pub fn new(rate: TickRate) -> Self {
        Self(TickRing::new(rate.ticks_in_ms(HISTORY_MS) as usize))
    }

    /// Notes a snapshot.
    pub fn record(&mut self, tick: Tick) {
        self.0.insert(tick, ());
    }

    /// Whether a snapshot of this tick was sent.
    #[must_use]
    pub fn was_sent(&self, tick: Tick) -> bool {
        self.0.get(tick).is_some()
    }

    /// The snapshots sent next to a moment, before and after, as far as both are known.
    #[must_use]
    pub fn around(&self, at: ViewTime) -> Option<Pair> {
        let (older, ()) = self.0.at_or_before(at.floor())?;
        if ViewTime::from_tick(older) == at {
            return Some(Pair { older, newer: older });
        }
        let (newer, ()) = self.0.at_or_after(at.floor().next())?;
        Some(Pair { older, newer })
    }
}

/// The ticks next to a moment, for a viewer that has every tick.
#[must_use]
pub fn ticks_around(at: ViewTime) -> Pair {
    let older = at.floor();
    let whole = ViewTime::from_tick(older) == at;
    Pair { older, newer: if whole { older } else { older.next() } }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ship(x: f32, life: u16) -> Ship {
        let mut ship = Ship::new(ShipId::default(), Tick::ZERO);
        ship.spawn(Vec2::new(x, 0.0), Tick::ZERO);
        ship.life = life;
        ship
    }

    fn at(tick: u32, steps: i64) -> ViewTime {
        ViewTime(i64::from(tick) * VIEW_STEPS_PER_TICK + steps)
    }

    #[test]
    fn poses_between_two_ticks_are_on_their_chord() {
        let mut history = History::new(TickRate::DEFAULT);
        history.record(Tick(10), [ship(100.0, 1)].iter());
        history.record(Tick(14), [ship(140.0, 1)].iter());
        let pair = Pair { older: Tick(10), newer: Tick(14) };
        let rows = [(at(10, 0), 100.0), (at(11, 0), 110.0), (at(12, 128), 125.0)];
        for (moment, x) in rows.into_iter().chain([(at(14, 0), 140.0), (at(20, 0), 140.0)]) {
            assert_eq!(history.between(0, pair, moment).unwrap().pos.x, x, "{moment:?}");
        }
        assert_eq!(history.between(1, pair, at(11, 0)), None, "an empty seat");
        let gone = Pair { older: Tick(10), newer: Tick(13) };
        assert_eq!(history.between(0, gone, at(11, 0)).unwrap().pos.x, 100.0);
        assert_eq!(history.between(0, gone, at(13, 0)), None, "left its seat");
    }

    #[test]
    fn lives_are_not_blended() {
        let mut history = History::new(TickRate::DEFAULT);
        history.record(Tick(1), [ship(100.0, 1)].iter());
        history.record(Tick(2), [ship(900.0, 2)].iter());
        let pair = Pair { older: Tick(1), newer: Tick(2) };
        assert_eq!(history.between(0, pair, at(1, 255)).unwrap().pos.x, 100.0);
        assert_eq!(history.between(0, pair, at(2, 0)).unwrap().pos.x, 900.0);
    }

    #[test]
    fn a_log_finds_the_snapshots_around_a_moment() {
        let mut log = SentLog::new(TickRate::DEFAULT);
        assert_eq!(log.around(at(3, 0)), None);
        for tick in [4, 6, 10] {
            log.record(Tick(tick));
        }
        let pair = |older, newer| Some(Pair { older: Tick(older), newer: Tick(newer) });
        assert_eq!(log.around(at(6, 0)), pair(6, 6));
        assert_eq!(log.around(at(6, 1)), pair(6, 10));
        assert_eq!(log.around(at(5, 200)), pair(4, 6));
        assert_eq!(log.around(at(10, 1)), None, "nothing was sent after");
        assert_eq!(log.around(at(3, 255)), None, "nothing was sent before");
    }
}
