//! Where everybody was during the last moments: enough to rewind one shot.

use std::collections::VecDeque;

use crate::geometry::contact::{Flight, Ray};
use crate::geometry::point::Point;
use crate::rule::Rounding;
use crate::tables::PoseRow;
use crate::tables::ids::PlayerIdx;
use crate::tables::meta::Meta;

/// How far back a shot is judged, in ms.
pub const REWIND_MAX_MS: f64 = 1000.0;

/// How far ahead: for logs whose clock is late, in ms.
pub const AHEAD_MAX_MS: f64 = 100.0;

/// Most poses of the window of one player: 8 for every ms.
pub(crate) const SAMPLES_MAX: usize = 8 * (REWIND_MAX_MS + AHEAD_MAX_MS) as usize;

/// One pose of one player.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Sample {
    at_ms: f64,
    /// `None`: away.
    pose: Option<Point>,
    alive: bool,
    can_hit: bool,
    life: i64,
    shape_idx: u8,
}

/// A straight part of a player's way, between two of its poses.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Leg {
    pub from_ms: f64,
    pub to_ms: f64,
    pub flight: Flight,
    pub shape_idx: u8,
    pub can_hit: bool,
}

#[derive(Clone, Debug, Default)]
struct Track {
    /// In order of time.
    samples: VecDeque<Sample>,
    team: Option<PlayerIdx>,
}

/// The poses of the window that ends at the newest one.
#[derive(Clone, Debug)]
pub(crate) struct Past {
    /// By player.
    tracks: Vec<Track>,
    /// The moments of ticks within the window, in order.
    ticks: VecDeque<f64>,
    first_ms: f64,
    newest_ms: f64,
    tick_ms: Option<f64>,
    teleport: Option<f64>,
}

impl Past {
    /// `teleport`: the distance between two poses beyond which a player began a new life.
    pub(crate) fn new(meta: &Meta, teleport: Option<f64>) -> Self {
        Self {
            tracks: Vec::new(),
            ticks: VecDeque::new(),
            first_ms: f64::INFINITY,
            newest_ms: f64::NEG_INFINITY,
            tick_ms: meta.tick_ms,
            teleport,
        }
    }

    /// Adds a pose, none earlier than those before; `false` if the window holds too many.
    pub(crate) fn push(&mut self, row: &PoseRow) -> bool {
        let player = usize::from(row.player);
        if self.tracks.len() <= player {
            self.tracks.resize_with(player + 1, Track::default);
        }
        self.first_ms = self.first_ms.min(row.at_ms);
        if row.at_ms > self.newest_ms {
            self.add_ticks(row.at_ms);
            self.newest_ms = row.at_ms;
        }
        let oldest_ms = self.newest_ms - REWIND_MAX_MS - AHEAD_MAX_MS;
        while self.ticks.len() > 1 && self.ticks[1] < oldest_ms {
            self.ticks.pop_front();
        }
        let track = &mut self.tracks[player];
        track.team = row.team;
        let sample = Sample {
            at_ms: row.at_ms,
            pose: row.pose,
            alive: row.alive,
            can_hit: row.can_hit,
            life: track.life_of(row, self.teleport),
            shape_idx: row.shape_idx,
        };
        track.samples.push_back(sample);
        while track.samples.len() > 1 && track.samples[1].at_ms < oldest_ms {
            track.samples.pop_front();
        }
        track.samples.len() <= SAMPLES_MAX
    }

    fn add_ticks(&mut self, until_ms: f64) {
        let Some(tick_ms) = self.tick_ms else {
            self.ticks.push_back(until_ms);
            return;
        };
        // Ticks are counted from the first pose; after a gap, only those of the window.
        let window_ms = REWIND_MAX_MS + AHEAD_MAX_MS;
        let number = |ms: f64| libm::floor((ms - self.first_ms) / tick_ms + 1e-6);
        let from = self.newest_ms.max(until_ms - window_ms);
        let mut next = if from < self.first_ms { 0.0 } else { number(from) + 1.0 };
        if self.newest_ms < self.first_ms {
            next = 0.0;
        }
        while next <= number(until_ms) {
            self.ticks.push_back(self.first_ms + next * tick_ms);
            next += 1.0;
        }
    }

    /// By player: whether there was any pose of it.
    pub(crate) fn has_poses(&self) -> Vec<bool> {
        self.tracks.iter().map(|track| !track.samples.is_empty()).collect()
    }

    /// The newest moment of which poses are known.
    pub(crate) fn newest_ms(&self) -> f64 {
        self.newest_ms
    }

    /// The first moment of the log.
    pub(crate) fn first_ms(&self) -> f64 {
        self.first_ms
    }

    /// The moments of ticks, in order.
    pub(crate) fn ticks(&self) -> impl DoubleEndedIterator<Item = f64> + '_ {
        self.ticks.iter().copied()
    }

    /// The moment of the tick that a moment is rounded to.
    pub(crate) fn to_tick(&self, at_ms: f64, rounding: Rounding) -> f64 {
        let after = self.ticks.partition_point(|tick| *tick < at_ms);
        let before = self.ticks.partition_point(|tick| *tick <= at_ms).checked_sub(1);
        let (older, newer) = (before.map(|idx| self.ticks[idx]), self.ticks.get(after).copied());
        let tick = match (rounding, older, newer) {
            (Rounding::None, ..) => None,
            (Rounding::Older, older, _) => older,
            (Rounding::Newer, _, newer) => newer,
            (Rounding::Nearest, Some(older), Some(newer)) => {
                Some(if at_ms - older < newer - at_ms { older } else { newer })
            }
            (Rounding::Nearest, older, newer) => older.or(newer),
        };
        tick.unwrap_or(at_ms)
    }

    /// Everybody but `shooter`, with whether they play together.
    pub(crate) fn others(
        &self,
        shooter: PlayerIdx,
    ) -> impl Iterator<Item = (PlayerIdx, bool)> + '_ {
        let team = self.tracks.get(usize::from(shooter)).and_then(|track| track.team);
        (0..)
            .zip(&self.tracks)
            .filter(move |(player, _)| *player != shooter)
            .map(move |(player, track)| (player, team.is_some() && track.team == team))
    }

    /// The way of a player while alive, leg by leg, in order.
    pub(crate) fn legs(&self, player: PlayerIdx) -> impl Iterator<Item = Leg> + '_ {
        let samples = self.tracks.get(usize::from(player)).map(|track| &track.samples);
        samples.into_iter().flat_map(|samples| {
            samples.iter().zip(samples.iter().skip(1)).filter_map(|(one, next)| one.leg_to(next))
        })
    }

    /// The leg at a moment.
    pub(crate) fn leg_at(&self, player: PlayerIdx, at_ms: f64) -> Option<Leg> {
        self.legs(player).find(|leg| (leg.from_ms..=leg.to_ms).contains(&at_ms))
    }

    /// The pose of a player at a moment, dead or alive.
    pub(crate) fn pose_at(&self, player: PlayerIdx, at_ms: f64) -> Option<Point> {
        let samples = &self.tracks.get(usize::from(player))?.samples;
        let next = samples.partition_point(|sample| sample.at_ms < at_ms);
        match (next.checked_sub(1).and_then(|idx| samples.get(idx)), samples.get(next)) {
            (_, Some(here)) if here.at_ms <= at_ms => here.pose,
            (Some(before), Some(after)) if before.life == after.life => {
                let fraction = (at_ms - before.at_ms) / (after.at_ms - before.at_ms);
                Some(before.pose?.lerp(after.pose?, fraction))
            }
            (Some(before), _) => before.pose,
            (None, _) => None,
        }
    }
}

impl Track {
    fn life_of(&self, row: &PoseRow, teleport: Option<f64>) -> i64 {
        let Some(last) = self.samples.back() else { return row.life.unwrap_or(0) };
        if let Some(life) = row.life {
            return life;
        }
        let jumped = match (last.pose, row.pose, teleport) {
            (Some(from), Some(to), Some(most)) => (to - from).length() > most,
            _ => false,
        };
        let risen = row.alive && !last.alive;
        last.life + i64::from(risen || jumped)
    }
}

impl Sample {
    /// The leg from this pose to the next one. Somebody who ends here or goes elsewhere stays until
    /// then where this pose is.
    fn leg_to(&self, next: &Self) -> Option<Leg> {
        if !self.alive || next.at_ms <= self.at_ms {
            return None;
        }
        let from = self.pose?;
        let to = if next.life == self.life { next.pose.unwrap_or(from) } else { from };
        Some(Leg {
            from_ms: self.at_ms,
            to_ms: next.at_ms,
            flight: Flight { from, to },
            shape_idx: self.shape_idx,
            can_hit: self.can_hit,
        })
    }
}

impl Leg {
    pub(crate) fn pose_at(&self, at_ms: f64) -> Point {
        let fraction = (at_ms - self.from_ms) / (self.to_ms - self.from_ms);
        self.flight.from.lerp(self.flight.to, fraction)
    }

    /// In units a second.
    pub(crate) fn speed(&self) -> f64 {
        (self.flight.to - self.flight.from).length() / (self.to_ms - self.from_ms) * 1000.0
    }

    /// The moments in which `ray` meets the body.
    pub(crate) fn contact_ms(&self, ray: &Ray, meta: &Meta) -> Option<(f64, f64)> {
        let span = ray.contact(self.flight, meta.body(self.shape_idx))?;
        let length = self.to_ms - self.from_ms;
        Some((self.from_ms + span.from * length, self.from_ms + span.to * length))
    }
}
