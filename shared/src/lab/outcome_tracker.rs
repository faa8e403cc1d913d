//! What happened in a column so far that no screen remembers: it looks on after every frame. It is
//! part of the state that is kept, so that whoever goes back in time finds it as it was then.

use alloc::{collections::VecDeque, vec::Vec};

use serde::Serialize;

use super::harness::Harness;
use crate::{
    base::{
        geometry::{Segment, Vec2, nearest_approach},
        limits::{LAB_PLAYERS, OUTCOME_TRACKED_MAX},
        time::{Micros, Tick},
    },
    client::scene::{Scene, SceneShip},
    sim::{
        event::{EventKind, ShotId},
        rules::SHIP_RADIUS_U,
        ship::ShipId,
    },
};

/// Frames for which it remembers where the second player's ship truly was: two seconds.
const TRAIL_FRAMES: usize = 120;

/// A hit that was undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct UndoneHit {
    pub shot: ShotId,
    /// Who was hit at first.
    pub victim: ShipId,
    /// Hit points given back.
    pub refund: u8,
    /// When the victim felt it.
    pub felt: Tick,
    /// When it was undone.
    pub undone: Tick,
}

/// A bolt of the first player's when it was first to be seen on the second player's screen.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Appeared {
    pub shot: ShotId,
    /// How far ahead of the muzzle as drawn there, in u.
    pub ahead_u: f32,
}

/// How snapshots came to a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Arrivals {
    /// How many came.
    n: u32,
    /// When the newest came, to a frame.
    newest_at: Micros,
    /// The longest time without one.
    pub gap: Micros,
    /// How many came at once after it.
    pub burst: u32,
}

/// What happened in a column so far.
#[derive(Clone, Debug, Default, Serialize)]
pub struct OutcomeTracker {
    /// How snapshots came to each player.
    arrivals: [Arrivals; LAB_PLAYERS],
    /// Hits that may be undone: shot, victim, when; at most [`OUTCOME_TRACKED_MAX`], oldest first.
    felt: VecDeque<(ShotId, ShipId, Tick)>,
    undone: Option<UndoneHit>,
    /// The newest bolts, at most [`OUTCOME_TRACKED_MAX`], oldest first.
    appeared: VecDeque<Appeared>,
    /// Where the second player's ship was, at most [`TRAIL_FRAMES`], oldest first.
    trail: VecDeque<Vec2>,
    off_trail_u: f32,
    /// Up to which tick the room's events are read.
    read: Tick,
}

impl OutcomeTracker {
    /// One that looks on from now on.
    pub(super) fn new(harness: &Harness) -> Self {
        let mut outcome_tracker = Self { read: harness.room().tick(), ..Self::default() };
        for (player, arrivals) in outcome_tracker.arrivals.iter_mut().enumerate() {
            arrivals.n = harness.client(player).net_stats().snapshots;
            arrivals.newest_at = harness.now();
        }
        outcome_tracker
    }

    /// How snapshots came to a player.
    #[must_use]
    pub fn arrivals(&self, player: usize) -> Arrivals {
        self.arrivals.get(player).copied().unwrap_or_default()
    }

    /// The newest hit that was undone.
    #[must_use]
    pub fn undone(&self) -> Option<UndoneHit> {
        self.undone
    }

    /// The newest bolt of the first player's that the second one saw.
    #[must_use]
    pub fn appeared(&self) -> Option<Appeared> {
        self.appeared.back().copied()
    }

    /// How far the first player's screen drew the second player's ship off the way that it really
    /// flew, at most so far, in u.
    #[must_use]
    pub fn off_trail_u(&self) -> f32 {
        self.off_trail_u
    }

    /// Looks at a column as it stands after a frame.
    pub(super) fn look(&mut self, harness: &Harness, ships: &[Option<ShipId>]) {
        for (player, arrivals) in self.arrivals.iter_mut().enumerate() {
            arrivals.count(harness.client(player).net_stats().snapshots, harness.now());
        }
        self.read_events(harness);
        let [Some(first), Some(second), ..] = *ships else { return };
        self.look_at_bolts(&harness.client(1).scene(), first);
        if let Some(ship) = harness.room().world().ship(second) {
            if self.trail.len() == TRAIL_FRAMES {
                self.trail.pop_front();
            }
            self.trail.push_back(ship.body.pos);
        }
        if let Some(drawn) = ship_of(&harness.client(0).scene(), second) {
            self.off_trail_u = self.off_trail_u.max(self.off_trail(drawn.pos));
        }
    }

    fn read_events(&mut self, harness: &Harness) {
        for event in harness.room().events_after(self.read) {
            match event.kind {
                EventKind::Hit { shot, victim, .. } => {
                    if self.felt.len() == OUTCOME_TRACKED_MAX {
                        self.felt.pop_front();
                    }
                    self.felt.push_back((shot, victim, event.tick));
                }
                EventKind::Retracted { shot, victim, refund } => {
                    let felt = self.felt.iter().find(|felt| (felt.0, felt.1) == (shot, victim));
                    let felt = felt.map_or(event.tick, |felt| felt.2);
                    self.undone =
                        Some(UndoneHit { shot, victim, refund, felt, undone: event.tick });
                }
                _ => {}
            }
        }
        self.read = harness.room().tick();
    }

    fn look_at_bolts(&mut self, screen: &Scene, shooter: ShipId) {
        let Some(ship) = ship_of(screen, shooter) else { return };
        let theirs = screen.bolts.iter().filter(|bolt| bolt.shot.shooter == shooter);
        let new: Vec<Appeared> = theirs
            .filter(|bolt| self.appeared.iter().all(|known| known.shot != bolt.shot))
            .map(|bolt| Appeared {
                shot: bolt.shot,
                ahead_u: (bolt.pos - ship.pos).dot(bolt.dir) - SHIP_RADIUS_U,
            })
            .collect();
        for appeared in new {
            if self.appeared.len() == OUTCOME_TRACKED_MAX {
                self.appeared.pop_front();
            }
            self.appeared.push_back(appeared);
        }
    }

    /// How far a point is from the way that was flown, in u.
    fn off_trail(&self, point: Vec2) -> f32 {
        let steps = self.trail.iter().zip(self.trail.iter().skip(1));
        let off = |(from, to): (&Vec2, &Vec2)| {
            nearest_approach(Segment::new(*from, *to), Segment::still(point)).distance
        };
        steps.map(off).min_by(f32::total_cmp).unwrap_or(0.0)
    }
}

impl Arrivals {
    /// So many have come by now.
    fn count(&mut self, n: u32, now: Micros) {
        let new = n.saturating_sub(self.n);
        if new == 0 {
            return;
        }
        let gap = now - self.newest_at;
        if gap > self.gap {
            (self.gap, self.burst) = (gap, new);
        }
        (self.n, self.newest_at) = (n, now);
    }
}

fn ship_of(screen: &Scene, id: ShipId) -> Option<SceneShip> {
    screen.ships.iter().find(|ship| ship.id == id).copied()
}
