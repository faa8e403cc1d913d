//! Scores of a match, best first, from what the client knows; who leads, and a player's place.

use core::cmp::Reverse;

use shared::{
    client::Client,
    sim::ship::ShipId,
    wire::round::{Round, RoundPhase, Score},
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
}

impl Standings {
    /// Those of the round; of an endless match, since each ship joined. Includes distant ships,
    /// which are only on the chart.
    #[must_use]
    pub fn of(client: &Client) -> Self {
        let standing = |ship| Some(Standing { ship, score: client.score(ship)? });
        Self::new(client.roster().iter().filter_map(|entry| standing(entry.ship)).collect())
    }

    fn new(mut rows: Vec<Standing>) -> Self {
        rows.sort_unstable_by_key(|row| (Reverse(row.score.kills), row.score.deaths, row.ship));
        Self { rows }
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

    /// Whether one more kill of some ship ends a round.
    #[must_use]
    pub fn is_match_point(&self, round: &Round) -> bool {
        let best = self.rows.first().map_or(0, |best| best.score.kills);
        match round.phase {
            RoundPhase::Running { .. } => best + 1 >= round.limits.kills,
            RoundPhase::Overtime { .. } => true,
            RoundPhase::Waiting | RoundPhase::Closing | RoundPhase::Over { .. } => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::{base::time::Tick, wire::round::RoundLimits};

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
    fn match_point_is_one_kill_before_the_end() {
        let round = |phase| Round {
            phase,
            ..Round::waiting(RoundLimits { kills: 10, time_ms: 1, players: 1 })
        };
        let running = round(RoundPhase::Running { ends: Tick(9) });
        for (kills, is_match_point) in [(0, false), (8, false), (9, true), (10, true)] {
            assert_eq!(standings(&[(kills, 0)]).is_match_point(&running), is_match_point);
        }
        assert!(
            standings(&[(1, 0), (1, 0)])
                .is_match_point(&round(RoundPhase::Overtime { ends: Tick(9) }))
        );
        assert!(!standings(&[(9, 0)]).is_match_point(&round(RoundPhase::Closing)));
    }
}
