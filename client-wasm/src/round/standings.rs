//! Scores of a match, best first, from what the client knows; who leads, and a player's place.

use core::cmp::{Ordering, Reverse};

use shared::{
    base::time::Micros,
    client::Client,
    sim::{ship::ShipId, side::Side},
    wire::round::{RoundPhase, Score},
};

/// The score of a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    pub ship: ShipId,
    pub score: Score,
}

/// The scores of all ships.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standings {
    /// Most kills first, then fewest deaths.
    rows: Vec<Standing>,
    /// In a match of two sides: the kills of each, in the order of [`Side::ALL`].
    sides: Option<[u16; 2]>,
    /// How long ships could fire in the round, as far as known.
    lasted: Option<Micros>,
}

impl Standings {
    /// Those of the round; of an endless match, since each ship joined. Includes distant ships,
    /// which are only on the chart.
    #[must_use]
    pub fn of(client: &Client) -> Self {
        let standing = |ship| Some(Standing { ship, score: client.score(ship)? });
        let standings =
            Self::new(client.roster().iter().filter_map(|entry| standing(entry.ship)).collect());
        let sides = client.sides().map(|_| Side::ALL.map(|side| client.side_kills(side)));
        let sides = sides.map(|kills| kills.map(Option::unwrap_or_default));
        Self { sides, lasted: client.round_time(), ..standings }
    }

    /// The same; where it is not known how long the round has lasted, as long as before.
    #[must_use]
    pub fn following(client: &Client, before: &Self) -> Self {
        let now = Self::of(client);
        let waits = client.round().is_none_or(|round| round.phase == RoundPhase::Waiting);
        let lasted = now.lasted.or(before.lasted.filter(|_| !waits));
        Self { lasted, ..now }
    }

    pub(super) fn new(mut rows: Vec<Standing>) -> Self {
        rows.sort_unstable_by_key(|row| (Reverse(row.score.kills), row.score.deaths, row.ship));
        Self { rows, ..Self::default() }
    }

    /// The same in a match of two sides, with the kills of each.
    #[cfg(test)]
    pub(super) fn with_sides(self, kills: [u16; 2]) -> Self {
        Self { sides: Some(kills), ..self }
    }

    /// Best first.
    #[must_use]
    pub fn rows(&self) -> &[Standing] {
        &self.rows
    }

    /// The only ship with the most kills.
    #[must_use]
    pub fn leader(&self) -> Option<ShipId> {
        let best = self.rows.first().filter(|best| best.score.kills > 0)?;
        let is_tied = self.rows.get(1).is_some_and(|next| next.score.kills == best.score.kills);
        (!is_tied).then_some(best.ship)
    }

    /// The kills of a side, in a match of two sides.
    #[must_use]
    pub fn side_kills(&self, side: Side) -> Option<u16> {
        self.sides.map(|kills| kills[side.idx()])
    }

    /// The side with more kills.
    #[must_use]
    pub fn leading_side(&self) -> Option<Side> {
        let [first, second] = self.sides?;
        match first.cmp(&second) {
            Ordering::Greater => Some(Side::First),
            Ordering::Less => Some(Side::Second),
            Ordering::Equal => None,
        }
    }

    /// The ship that wears the crown: the leader; in a match of two sides, the best of the leading
    /// one.
    #[must_use]
    pub fn crowned(&self) -> Option<ShipId> {
        if self.sides.is_none() {
            return self.leader();
        }
        let side = self.leading_side()?;
        let best = self.rows.iter().find(|row| Side::of_seat(row.ship.idx) == side);
        best.filter(|best| best.score.kills > 0).map(|best| best.ship)
    }

    /// How long ships could fire in the round, as far as known.
    #[must_use]
    pub fn lasted(&self) -> Option<Micros> {
        self.lasted
    }

    /// The best of the other ships.
    #[must_use]
    pub fn rival(&self, own: ShipId) -> Option<Standing> {
        self.rows.iter().find(|row| row.ship != own).copied()
    }

    /// A ship's place, from 1: ships with as many kills share theirs.
    #[must_use]
    pub fn place(&self, ship: ShipId) -> Option<usize> {
        let own = self.rows.iter().find(|row| row.ship == ship)?;
        Some(1 + self.rows.iter().filter(|row| row.score.kills > own.score.kills).count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ship(idx: u16) -> ShipId {
        ShipId { idx, generation: 0 }
    }

    /// Ships from 0 on, with their kills and deaths.
    fn standings(scores: &[(u16, u16)]) -> Standings {
        let rows = scores.iter().zip(0..).map(|(&(kills, deaths), idx)| Standing {
            ship: ship(idx),
            score: Score { kills, deaths },
        });
        Standings::new(rows.collect())
    }

    #[test]
    fn most_kills_come_first_and_then_fewest_deaths() {
        let standings = standings(&[(2, 5), (7, 3), (7, 1), (0, 0)]);
        let order: Vec<u16> = standings.rows().iter().map(|row| row.ship.idx).collect();
        assert_eq!(order, [2, 1, 0, 3]);
        let places = [0, 1, 2, 3].map(|idx| standings.place(ship(idx)).unwrap());
        assert_eq!(places, [3, 1, 1, 4]);
        assert_eq!(standings.place(ship(9)), None);
        assert_eq!(standings.rival(ship(2)).unwrap().ship, ship(1));
        assert_eq!(standings.rival(ship(0)).unwrap().ship, ship(2));
    }

    #[test]
    fn a_leader_has_more_kills_than_all_others() {
        for (scores, leader) in [
            (&[][..], None),
            (&[(0, 0)], None),
            (&[(1, 0)], Some(ship(0))),
            (&[(1, 0), (1, 9)], None),
            (&[(1, 0), (2, 9)], Some(ship(1))),
        ] {
            assert_eq!(standings(scores).leader(), leader, "{scores:?}");
        }
    }

    #[test]
    fn the_best_of_the_leading_side_is_crowned() {
        // Even seats are the first side.
        let scores = [(2, 0), (5, 0), (4, 0), (0, 0)];
        for (sides, crowned) in [
            (None, Some(ship(1))),
            (Some([6, 5]), Some(ship(2))),
            (Some([5, 6]), Some(ship(1))),
            (Some([5, 5]), None),
        ] {
            assert_eq!(Standings { sides, ..standings(&scores) }.crowned(), crowned, "{sides:?}");
        }
    }
}
