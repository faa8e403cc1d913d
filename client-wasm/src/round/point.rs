//! Who needs one more kill, and what it decides.

use shared::{
    client::Client,
    sim::{ship::ShipId, side::Side},
    wire::{
        round::{Round, RoundPhase, Winner},
        series::Series,
    },
};
use web_ui::text::roster::name_of;
use words::Language;

use super::standings::Standings;

/// What the next kill decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointKind {
    /// A round of a series.
    Round,
    /// The series, or a round that stands alone.
    Match,
}

/// One more kill ends the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Point {
    Of(Winner, PointKind),
    /// Several need one more kill.
    OfSeveral,
    /// In overtime any kill wins.
    Overtime,
}

impl Point {
    /// That of a round, if there is one.
    #[must_use]
    pub fn of(round: &Round, standings: &Standings) -> Option<Self> {
        match round.phase {
            RoundPhase::Running { .. } => {}
            RoundPhase::Overtime { .. } => return Some(Self::Overtime),
            RoundPhase::Waiting | RoundPhase::Closing | RoundPhase::Over { .. } => return None,
        }
        let needs_one = |kills: u16| kills + 1 == round.limits.kills;
        let side = |side: Side| (standings.side_kills(side), Winner::Side(side));
        let mut holders: Vec<Winner> = if standings.side_kills(Side::First).is_some() {
            let sides = Side::ALL.map(side).into_iter();
            sides.filter(|(kills, _)| kills.is_some_and(needs_one)).map(|(_, side)| side).collect()
        } else {
            let rows = standings.rows().iter().filter(|row| needs_one(row.score.kills));
            rows.map(|row| Winner::Ship(row.ship)).collect()
        };
        let holder = holders.pop()?;
        if !holders.is_empty() {
            return Some(Self::OfSeveral);
        }
        let wins_series = |series: &Series| series.wins(holder) + 1 >= series.best_of.majority();
        let is_match = round.series.as_ref().is_none_or(wins_series);
        Some(Self::Of(holder, if is_match { PointKind::Match } else { PointKind::Round }))
    }

    /// Whether a ship, or its side, may win by its next kill.
    #[must_use]
    pub fn is_of(self, ship: ShipId) -> bool {
        matches!(self, Self::Of(holder, _) if holder.includes(ship))
    }

    #[must_use]
    pub fn text(self, language: Language, client: &Client) -> String {
        let words = &language.game().rounds;
        let (holder, kind) = match self {
            Self::Of(holder, kind) => (holder, kind),
            Self::OfSeveral => return words.next_kill_wins.into(),
            Self::Overtime => return words.overtime.into(),
        };
        if client.flown_id().is_some_and(|own| holder.includes(own)) {
            return match kind {
                PointKind::Round => words.your_round_point.into(),
                PointKind::Match => words.your_match_point.into(),
            };
        }
        let say = match kind {
            PointKind::Round => words.round_point,
            PointKind::Match => words.match_point,
        };
        match holder {
            Winner::Ship(ship) => say(name_of(language, client.roster(), ship)),
            Winner::Side(side) => {
                let ms = client.sides().map_or(0, |state| state.sides.round_trip_ms[side.idx()]);
                say(&(language.game().sides.side)(ms))
            }
            Winner::Nobody => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::round::standings::Standing;
    use shared::{
        base::time::Tick,
        wire::{
            round::{RoundLimits, Score},
            series::{BestOf, SeriesRound},
        },
    };

    fn ship(idx: u16) -> ShipId {
        ShipId { idx, generation: 0 }
    }

    fn standings(kills: &[u16]) -> Standings {
        let row = |(kills, idx): (&u16, u16)| Standing {
            ship: ship(idx),
            score: Score { kills: *kills, deaths: 0 },
        };
        Standings::new(kills.iter().zip(0..).map(row).collect())
    }

    fn running(series: Option<Series>) -> Round {
        let limits = RoundLimits { kills: 10, time_ms: 1, players: 1 };
        Round { phase: RoundPhase::Running { ends: Tick(9) }, series, ..Round::waiting(limits) }
    }

    #[test]
    fn it_belongs_to_whoever_needs_one_more_kill() {
        let of = |idx| Some(Point::Of(Winner::Ship(ship(idx)), PointKind::Match));
        for (kills, point) in [
            (&[0, 3][..], None),
            (&[9, 3], of(0)),
            (&[3, 9], of(1)),
            (&[9, 9], Some(Point::OfSeveral)),
            // The end of the round is not known yet.
            (&[10, 3], None),
        ] {
            assert_eq!(Point::of(&running(None), &standings(kills)), point, "{kills:?}");
        }
        for (phase, point) in [
            (RoundPhase::Overtime { ends: Tick(9) }, Some(Point::Overtime)),
            (RoundPhase::Closing, None),
        ] {
            let round = Round { phase, ..running(None) };
            assert_eq!(Point::of(&round, &standings(&[9, 3])), point);
        }
    }

    #[test]
    fn in_a_series_only_the_last_round_is_the_match() {
        let mut series = Series::new(BestOf::ALL[0]);
        let kind = |series: &Series, kills: &[u16]| match Point::of(
            &running(Some(series.clone())),
            &standings(kills),
        ) {
            Some(Point::Of(_, kind)) => Some(kind),
            _ => None,
        };
        assert_eq!(kind(&series, &[9, 3]), Some(PointKind::Round));
        let winner = Winner::Ship(ship(0));
        series.record(SeriesRound { winner, kills: 10, rival_kills: 3 });
        assert_eq!(kind(&series, &[9, 3]), Some(PointKind::Match));
        assert_eq!(kind(&series, &[3, 9]), Some(PointKind::Round));
    }

    #[test]
    fn a_side_holds_it_for_its_ships() {
        let sides = standings(&[3, 4]).with_sides([3, 9]);
        let point = Point::of(&running(None), &sides).unwrap();
        assert_eq!(point, Point::Of(Winner::Side(Side::Second), PointKind::Match));
        assert!(point.is_of(ship(1)) && !point.is_of(ship(0)));
        assert_eq!(Point::of(&running(None), &standings(&[9, 9]).with_sides([8, 8])), None);
    }
}
