//! The bolts in flight, in firing order. Shots are added once a tick. A bolt that hits leaves a gap
//! until the next tick, so that indices stay valid.

use alloc::vec::Vec;

use serde::{Serialize, Serializer};

use super::{
    bolt::Bolt,
    event::{ShotId, Weapon},
};
use crate::base::limits::BOLTS_MAX;

/// Bolts in flight, in firing order; up to [`BOLTS_MAX`].
#[derive(Clone, Debug, Default)]
pub(super) struct Flights {
    /// `None` where a bolt hit during this tick.
    bolts: Vec<Option<Bolt>>,
    n_gaps: usize,
    /// Where the next search starts: just past the latest gap, since bolts end in firing order.
    search_from: usize,
}

impl Flights {
    pub(super) fn iter(&self) -> impl ExactSizeIterator<Item = &Bolt> {
        Flying { bolts: self.bolts.iter(), left: self.bolts.len() - self.n_gaps }
    }

    /// Removes a bolt that hit. Beams are not in the list, so theirs is a no-op.
    pub(super) fn end(&mut self, shot: ShotId) {
        if shot.weapon != Weapon::Laser {
            return;
        }
        let is_it = |bolt: &Option<Bolt>| bolt.is_some_and(|bolt| bolt.shot == shot);
        let (before, behind) = self.bolts.split_at(self.search_from.min(self.bolts.len()));
        let found = behind.iter().position(is_it).map(|at| at + before.len());
        let Some(at) = found.or_else(|| before.iter().position(is_it)) else { return };
        self.bolts[at] = None;
        self.n_gaps += 1;
        self.search_from = at + 1;
    }

    /// Moves on to the next tick: drops expired bolts and gaps, and adds new ones.
    pub(super) fn advance(
        &mut self,
        new: impl Iterator<Item = Bolt>,
        flies: impl Fn(&Bolt) -> bool,
    ) {
        self.bolts.retain(|bolt| bolt.as_ref().is_some_and(&flies));
        self.bolts.extend(new.filter(flies).map(Some));
        self.bolts.truncate(BOLTS_MAX);
        (self.n_gaps, self.search_from) = (0, 0);
    }
}

/// Serialised as a list, without gaps.
impl Serialize for Flights {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// Iterates over the bolts and skips gaps.
struct Flying<'a> {
    bolts: core::slice::Iter<'a, Option<Bolt>>,
    left: usize,
}

impl<'a> Iterator for Flying<'a> {
    type Item = &'a Bolt;

    fn next(&mut self) -> Option<&'a Bolt> {
        let bolt = self.bolts.find_map(Option::as_ref)?;
        self.left -= 1;
        Some(bolt)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Flying<'_> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        base::{
            geometry::{Turn, Vec2},
            rng::Rng,
            state_hash::state_hash,
            time::Tick,
        },
        sim::{arena::Arena, ship::ShipId},
    };

    fn bolt(n: u32) -> Bolt {
        let id = ShotId { tick: Tick(n), shooter: ShipId::default(), weapon: Weapon::Laser };
        Bolt::new(id, Tick(n), Vec2::new(500.0, 500.0), Turn(n as u16), &Arena::empty())
    }

    #[test]
    fn gaps_do_not_change_the_listed_bolts() {
        let (mut rng, mut flights) = (Rng::new(5, 0), Flights::default());
        let mut plain: Vec<Bolt> = Vec::new();
        for round in 0..200 {
            let new: Vec<Bolt> = (0..rng.below(6)).map(|n| bolt(round * 10 + n)).collect();
            let old = |bolt: &Bolt| bolt.fired.0 + 80 > round * 10;
            flights.advance(new.iter().copied(), old);
            plain.retain(old);
            plain.extend(new);
            for _ in 0..rng.below(8) {
                let shot = bolt(round.saturating_sub(rng.below(8)) * 10 + rng.below(6)).shot;
                flights.end(shot);
                plain.retain(|bolt| bolt.shot != shot);
                assert!(flights.iter().eq(&plain), "round {round}");
                assert_eq!(flights.iter().len(), plain.len());
            }
            assert_eq!(state_hash(&flights), state_hash(&plain));
        }
    }
}
