//! A series of rounds, as both ends know it: who won which round, and who has won the series.

use alloc::vec::Vec;
use core::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use super::round::Winner;
use crate::{base::limits::SERIES_ROUNDS_MAX, sim::ship::ShipId};

/// The most rounds that a series needs if none is a draw: 3, 5 or 7. Who wins more than half of
/// them wins the series.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct BestOf(u8);

/// A number of rounds that no series has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a series is the best of 3, 5 or 7 rounds")]
pub struct BestOfError;

impl BestOf {
    /// Every length of a series, from the shortest.
    pub const ALL: [Self; 3] = [Self(3), Self(5), Self(7)];

    /// # Errors
    /// It is none of [`Self::ALL`].
    pub fn new(rounds: u8) -> Result<Self, BestOfError> {
        Self::ALL.into_iter().find(|one| one.0 == rounds).ok_or(BestOfError)
    }

    /// The number of rounds.
    #[must_use]
    pub fn get(self) -> u8 {
        self.0
    }

    /// The rounds that win the series.
    #[must_use]
    pub fn majority(self) -> usize {
        usize::from(self.0) / 2 + 1
    }
}

impl TryFrom<u8> for BestOf {
    type Error = BestOfError;

    fn try_from(rounds: u8) -> Result<Self, BestOfError> {
        Self::new(rounds)
    }
}

impl From<BestOf> for u8 {
    fn from(best_of: BestOf) -> Self {
        best_of.get()
    }
}

impl fmt::Display for BestOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for BestOf {
    type Err = BestOfError;

    fn from_str(text: &str) -> Result<Self, BestOfError> {
        Self::ALL.into_iter().find(|one| [one.0 + b'0'] == text.as_bytes()).ok_or(BestOfError)
    }
}

/// A round of a series that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeriesRound {
    pub winner: Winner,
    /// The most kills of a ship or side in it, and the most of any other.
    pub kills: u16,
    pub rival_kills: u16,
}

/// A series of rounds. It is won by who wins more than half of its rounds; draws count for nobody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Series {
    pub best_of: BestOf,
    /// Its rounds so far, in order, without those of ships that left. Of more than
    /// [`SERIES_ROUNDS_MAX`], which only many players or many draws make, the first are forgotten.
    pub rounds: Vec<SeriesRound>,
}

impl Series {
    /// One without a round yet.
    #[must_use]
    pub fn new(best_of: BestOf) -> Self {
        Self { best_of, rounds: Vec::new() }
    }

    /// The rounds that a ship won, or its side.
    #[must_use]
    pub fn won(&self, ship: ShipId) -> usize {
        self.rounds.iter().filter(|round| round.winner.includes(ship)).count()
    }

    /// The rounds that a ship or a side won.
    #[must_use]
    pub fn wins(&self, winner: Winner) -> usize {
        self.rounds.iter().filter(|round| round.winner == winner).count()
    }

    /// Whether two may win it with the next round, so that it decides.
    #[must_use]
    pub fn is_decider_next(&self) -> bool {
        let needs_one = |winner: &Winner| {
            *winner != Winner::Nobody && self.wins(*winner) + 1 == self.best_of.majority()
        };
        let mut near = self.rounds.iter().map(|round| round.winner).filter(needs_one);
        let are_two = near.next().is_some_and(|first| near.any(|other| other != first));
        are_two && self.winner().is_none()
    }

    /// Who has won the series.
    #[must_use]
    pub fn winner(&self) -> Option<Winner> {
        let winners = self.rounds.iter().map(|round| round.winner).rev();
        let mut winners = winners.filter(|winner| *winner != Winner::Nobody);
        winners.find(|winner| self.wins(*winner) >= self.best_of.majority())
    }

    /// Adds a round that is over.
    pub fn record(&mut self, round: SeriesRound) {
        if self.rounds.len() >= SERIES_ROUNDS_MAX {
            self.rounds.remove(0);
        }
        self.rounds.push(round);
    }

    /// A ship left: its rounds are lost.
    pub fn forget(&mut self, ship: ShipId) {
        self.rounds.retain(|round| round.winner != Winner::Ship(ship));
    }

    pub(super) fn is_valid(&self) -> bool {
        self.rounds.len() <= SERIES_ROUNDS_MAX
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    fn ship(idx: u16) -> ShipId {
        ShipId { idx, generation: 0 }
    }

    /// A series of rounds with these winners.
    fn series(best_of: u8, winners: &[Option<u16>]) -> Series {
        let mut series = Series::new(BestOf::new(best_of).unwrap());
        for winner in winners {
            let winner = winner.map_or(Winner::Nobody, |idx| Winner::Ship(ship(idx)));
            series.record(SeriesRound { winner, kills: 10, rival_kills: 7 });
        }
        series
    }

    #[test]
    fn the_majority_of_the_rounds_wins() {
        let (a, b) = (Some(1), Some(2));
        for (best_of, winners, winner) in [
            (3, &[][..], None),
            (3, &[a][..], None),
            (3, &[a, b][..], None),
            (3, &[a, a][..], a),
            (3, &[a, None, b, None, b][..], b),
            (5, &[a, a, b, b][..], None),
            (5, &[a, a, b, b, a][..], a),
            (7, &[a, a, a, None][..], None),
            (7, &[b, a, a, a, a][..], a),
        ] {
            let series = series(best_of, winners);
            let winner = winner.map(|idx| Winner::Ship(ship(idx)));
            assert_eq!(series.winner(), winner, "best of {best_of}: {winners:?}");
        }
    }

    #[test]
    fn a_round_decides_if_two_may_win_by_it() {
        let (a, b, c) = (Some(1), Some(2), Some(3));
        for (best_of, winners, decides) in [
            (3, &[][..], false),
            (3, &[a][..], false),
            (3, &[a, None][..], false),
            (3, &[a, None, b][..], true),
            (3, &[a, b, b][..], false),
            (3, &[a, b, c, c][..], false),
            (5, &[a, b, a][..], false),
            (5, &[a, b, a, b][..], true),
        ] {
            let series = series(best_of, winners);
            assert_eq!(series.is_decider_next(), decides, "best of {best_of}: {winners:?}");
        }
    }

    #[test]
    fn who_leaves_loses_its_rounds() {
        let mut series = series(5, &[Some(1), Some(2), None, Some(1)]);
        series.forget(ship(1));
        assert_eq!([1, 2].map(|idx| series.won(ship(idx))), [0, 1]);
        assert_eq!(series.rounds.len(), 2, "the draw stays");
    }

    #[test]
    fn of_too_many_rounds_the_first_are_forgotten() {
        let mut winners = [None; SERIES_ROUNDS_MAX];
        winners[0] = Some(1);
        let mut series = series(3, &winners);
        assert_eq!(series.won(ship(1)), 1);
        let winner = Winner::Ship(ship(2));
        series.record(SeriesRound { winner, kills: 1, rival_kills: 0 });
        assert!(series.is_valid());
        assert_eq!([1, 2].map(|idx| series.won(ship(idx))), [0, 1]);
    }

    #[test]
    fn a_length_survives_its_text() {
        for best_of in BestOf::ALL {
            assert_eq!(best_of.to_string().parse(), Ok(best_of));
            assert!(best_of.majority() * 2 > best_of.get().into());
        }
        for text in ["", "1", "2", "4", "9", "03", "+3", "3.", "13"] {
            assert_eq!(text.parse::<BestOf>(), Err(BestOfError), "{text}");
        }
    }
}
