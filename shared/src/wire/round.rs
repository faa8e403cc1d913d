//! A round of a match, as both ends know it: its limits, its phase, and the scores in it.
//!
//! A ship's kills and deaths count up for as long as it exists. Scores of a round are the
//! differences since its first tick, so a new round changes nothing in the world.

use alloc::{string::String, vec::Vec};
use core::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use super::series::Series;
use crate::{
    base::{
        limits::{
            NAME_BYTES_MAX, ROUND_KILLS_MAX, ROUND_MS_MAX, ROUND_PLAYERS_MAX, SEATS_MAX, TICK_MAX,
        },
        time::Tick,
    },
    sim::{
        ship::{Ship, ShipId},
        side::Side,
    },
};

/// When a round begins, and what ends it, whichever comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundLimits {
    /// Kills of one ship, or of one side, from 1 to [`ROUND_KILLS_MAX`].
    pub kills: u16,
    /// Time, in ms, from 1 to [`ROUND_MS_MAX`].
    pub time_ms: u32,
    /// Players who must be in the room, from 1 to [`ROUND_PLAYERS_MAX`].
    pub players: u8,
}

impl Default for RoundLimits {
    /// First to ten, or three minutes, once there is a player.
    fn default() -> Self {
        Self { kills: 10, time_ms: 180_000, players: 1 }
    }
}

impl RoundLimits {
    /// Whether all are in range.
    #[must_use]
    pub fn are_valid(&self) -> bool {
        (1..=ROUND_KILLS_MAX).contains(&self.kills)
            && (1..=ROUND_MS_MAX).contains(&self.time_ms)
            && (1..=ROUND_PLAYERS_MAX).contains(&self.players)
    }
}

/// How a match is divided. Its text is `endless`, or the kills and seconds of a round, `10/180`,
/// and if more than one, the players it waits for: `10/180/2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MatchMode {
    /// One match without end.
    Endless,
    /// Round after round.
    Rounds(RoundLimits),
}

impl Default for MatchMode {
    fn default() -> Self {
        Self::Rounds(RoundLimits::default())
    }
}

impl MatchMode {
    /// Whether its limits are in range.
    #[must_use]
    pub fn is_valid(self) -> bool {
        self.limits().is_none_or(|limits| limits.are_valid())
    }

    /// The limits of a round; `None` for an endless match.
    #[must_use]
    pub fn limits(self) -> Option<RoundLimits> {
        match self {
            Self::Endless => None,
            Self::Rounds(limits) => Some(limits),
        }
    }
}

/// Text of an endless match.
const ENDLESS: &str = "endless";

impl fmt::Display for MatchMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Endless => f.write_str(ENDLESS),
            Self::Rounds(RoundLimits { kills, time_ms, players }) => {
                write!(f, "{kills}/{}", time_ms / MS_PER_S)?;
                if *players == 1 { Ok(()) } else { write!(f, "/{players}") }
            }
        }
    }
}

/// Why a text is not a match mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MatchModeError {
    #[error("expected `endless`, or kills and seconds of a round such as `10/180`")]
    Format,
    #[error(
        "a round ends after 1 to {ROUND_KILLS_MAX} kills and 1 to {} seconds, and waits for 1 to \
         {ROUND_PLAYERS_MAX} players",
        ROUND_MS_MAX / MS_PER_S
    )]
    Range,
}

const MS_PER_S: u32 = 1_000;

impl FromStr for MatchMode {
    type Err = MatchModeError;

    fn from_str(text: &str) -> Result<Self, MatchModeError> {
        if text == ENDLESS {
            return Ok(Self::Endless);
        }
        let (kills, rest) = text.split_once('/').ok_or(MatchModeError::Format)?;
        let (seconds, players) = rest.split_once('/').unwrap_or((rest, "1"));
        let is_number =
            |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if ![kills, seconds, players].into_iter().all(is_number) {
            return Err(MatchModeError::Format);
        }
        let kills = kills.parse().map_err(|_| MatchModeError::Range)?;
        let players = players.parse().map_err(|_| MatchModeError::Range)?;
        let seconds: u32 = seconds.parse().map_err(|_| MatchModeError::Range)?;
        let time_ms = seconds.checked_mul(MS_PER_S).ok_or(MatchModeError::Range)?;
        let mode = Self::Rounds(RoundLimits { kills, time_ms, players });
        if mode.is_valid() { Ok(mode) } else { Err(MatchModeError::Range) }
    }
}

/// Where a round stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum RoundPhase {
    /// Too few players are in the room.
    #[default]
    Waiting,
    /// Until a ship or a side has enough kills, or until this tick.
    Running { ends: Tick },
    /// The leaders are tied: until a kill breaks the tie, or until this tick.
    Overtime { ends: Tick },
    /// Nobody fires; shots in flight are judged until they are final.
    Closing,
    /// The result is final.
    Over {
        winner: Winner,
        /// The first tick of the next round.
        next: Tick,
        /// From its first tick to the first at which nobody fired, in ms.
        took_ms: u32,
    },
}

impl RoundPhase {
    /// Whether the result is final.
    #[must_use]
    pub fn is_over(self) -> bool {
        matches!(self, Self::Over { .. })
    }

    /// Whether ships may fire.
    #[must_use]
    pub fn may_fire(self) -> bool {
        match self {
            Self::Waiting | Self::Running { .. } | Self::Overtime { .. } => true,
            Self::Closing | Self::Over { .. } => false,
        }
    }

    fn is_valid(self) -> bool {
        match self {
            Self::Waiting | Self::Closing => true,
            Self::Running { ends: tick }
            | Self::Overtime { ends: tick }
            | Self::Over { next: tick, .. } => tick.0 <= TICK_MAX,
        }
    }
}

/// Who won a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Winner {
    /// It is a draw.
    Nobody,
    Ship(ShipId),
    /// In a match of two sides.
    Side(Side),
}

impl Winner {
    /// Whether a ship won, or its side.
    #[must_use]
    pub fn includes(self, ship: ShipId) -> bool {
        match self {
            Self::Nobody => false,
            Self::Ship(winner) => winner == ship,
            Self::Side(side) => Side::of_seat(ship.idx) == side,
        }
    }
}

/// The kills and deaths of a ship.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    pub kills: u16,
    pub deaths: u16,
}

impl Score {
    /// Those of the ship's whole life in the room.
    #[must_use]
    pub fn of(ship: &Ship) -> Self {
        Self { kills: ship.kills, deaths: ship.deaths }
    }

    /// The part that came after an earlier score.
    #[must_use]
    pub fn since(self, before: Self) -> Self {
        Self {
            kills: self.kills.saturating_sub(before.kills),
            deaths: self.deaths.saturating_sub(before.deaths),
        }
    }
}

/// What a player achieved in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Achievement {
    pub kills: u16,
    /// From its first tick to the first at which nobody fired, in ms.
    pub time_ms: u32,
}

impl Achievement {
    /// Whether it is better than another one: more kills, or as many in less time.
    #[must_use]
    pub fn beats(self, other: Self) -> bool {
        (self.kills, other.time_ms) > (other.kills, self.time_ms)
    }
}

/// The best round that a player has won in a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BestRound {
    /// The player's name, since it may have left.
    pub name: String,
    pub achievement: Achievement,
}

impl BestRound {
    fn is_valid(&self) -> bool {
        self.name.len() <= NAME_BYTES_MAX
    }
}

/// A round of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    /// From 1, in the order of the room's rounds; 0 before the first.
    pub number: u32,
    pub limits: RoundLimits,
    pub phase: RoundPhase,
    /// Scores before the first tick, in seat order; of other ships, none.
    pub before: Vec<(ShipId, Score)>,
    /// The best one since the room opened, this one included once it is over.
    pub best: Option<BestRound>,
    /// Players who want the next round at once, in seat order; only while this one is over.
    pub rematch: Vec<ShipId>,
    /// The series that it belongs to, this one included once it is over; `None` where each round
    /// stands alone.
    pub series: Option<Series>,
}

impl Round {
    /// The state before the first round.
    #[must_use]
    pub fn waiting(limits: RoundLimits) -> Self {
        Self {
            number: 0,
            limits,
            phase: RoundPhase::Waiting,
            before: Vec::new(),
            best: None,
            rematch: Vec::new(),
            series: None,
        }
    }

    /// Whether it is over and a ship won it, or its side.
    #[must_use]
    pub fn is_won_by(&self, ship: ShipId) -> bool {
        matches!(self.phase, RoundPhase::Over { winner, .. } if winner.includes(ship))
    }

    /// Whether it is the last round of its series.
    #[must_use]
    pub fn is_series_over(&self) -> bool {
        self.series.as_ref().is_some_and(|series| series.winner().is_some())
    }

    /// Notes that a player wants the next round at once. Returns whether that is news: while ships
    /// may fire or shots are in flight, there is nothing to ask for.
    pub fn want_rematch(&mut self, ship: ShipId) -> bool {
        let RoundPhase::Over { .. } = self.phase else { return false };
        let place = self.rematch.binary_search(&ship);
        if let Err(place) = place {
            self.rematch.insert(place, ship);
        }
        place.is_err()
    }

    /// A ship left.
    pub fn forget(&mut self, ship: ShipId) {
        self.rematch.retain(|one| *one != ship);
        if let Some(series) = &mut self.series {
            series.forget(ship);
        }
    }

    /// What a ship scored in this round, from its score in the room.
    #[must_use]
    pub fn score(&self, ship: ShipId, in_room: Score) -> Score {
        let place = self.before.binary_search_by_key(&ship, |(ship, _)| *ship);
        let before = place.ok().and_then(|place| self.before.get(place));
        in_room.since(before.map(|(_, score)| *score).unwrap_or_default())
    }

    /// Whether every field is within its limits.
    pub(super) fn is_valid(&self) -> bool {
        self.limits.are_valid()
            && self.phase.is_valid()
            && self.before.len() <= SEATS_MAX.into()
            && self.before.is_sorted_by(|(one, _), (other, _)| one < other)
            && self.best.as_ref().is_none_or(BestRound::is_valid)
            && self.rematch.len() <= SEATS_MAX.into()
            && self.rematch.is_sorted_by(|one, other| one < other)
            && self.series.as_ref().is_none_or(Series::is_valid)
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn scores_are_differences_since_the_first_tick() {
        let ship = |idx, generation| ShipId { idx, generation };
        let score = |kills, deaths| Score { kills, deaths };
        let before = [(ship(0, 3), score(7, 2)), (ship(4, 0), score(0, 5))].to_vec();
        let round = Round { before, ..Round::waiting(RoundLimits::default()) };
        assert!(round.is_valid());
        for (ship, in_room, in_round) in [
            (ship(0, 3), score(9, 2), score(2, 0)),
            (ship(4, 0), score(1, 6), score(1, 1)),
            // The seat's next player, and a newcomer.
            (ship(0, 4), score(1, 2), score(1, 2)),
            (ship(9, 0), score(3, 0), score(3, 0)),
        ] {
            assert_eq!(round.score(ship, in_room), in_round, "{ship:?}");
        }
    }

    #[test]
    fn rounds_out_of_range_are_not_valid() {
        let valid = Round::waiting(RoundLimits::default());
        let limits = |kills, time_ms| Round {
            limits: RoundLimits { kills, time_ms, players: 1 },
            ..valid.clone()
        };
        let phase = |phase| Round { phase, ..valid.clone() };
        let entry = |idx| (ShipId { idx, generation: 0 }, Score::default());
        let rematch = |seats: [u16; 2]| Round {
            rematch: seats.map(|idx| ShipId { idx, generation: 0 }).to_vec(),
            ..valid.clone()
        };
        let best = |name| Round {
            best: Some(BestRound { name, achievement: Achievement { kills: 10, time_ms: 90_000 } }),
            ..valid.clone()
        };
        assert!(best("x".repeat(NAME_BYTES_MAX)).is_valid());
        for round in [
            limits(0, 1),
            limits(ROUND_KILLS_MAX + 1, 1),
            limits(1, 0),
            limits(1, ROUND_MS_MAX + 1),
            phase(RoundPhase::Running { ends: Tick(TICK_MAX + 1) }),
            phase(RoundPhase::Over {
                winner: Winner::Nobody,
                next: Tick(TICK_MAX + 1),
                took_ms: 1,
            }),
            Round { before: [entry(1), entry(0)].to_vec(), ..valid.clone() },
            Round { before: [entry(1), entry(1)].to_vec(), ..valid.clone() },
            Round { before: (0..=SEATS_MAX).map(entry).collect(), ..valid.clone() },
            best("x".repeat(NAME_BYTES_MAX + 1)),
            rematch([1, 0]),
            rematch([1, 1]),
        ] {
            assert!(!round.is_valid(), "{round:?}");
        }
    }

    #[test]
    fn a_rematch_is_wanted_once_and_only_after_a_round() {
        let ship = |idx| ShipId { idx, generation: 0 };
        let over = RoundPhase::Over { winner: Winner::Nobody, next: Tick(9), took_ms: 1 };
        for (phase, is_news) in [
            (RoundPhase::Waiting, false),
            (RoundPhase::Running { ends: Tick(9) }, false),
            (RoundPhase::Overtime { ends: Tick(9) }, false),
            (RoundPhase::Closing, false),
            (over, true),
        ] {
            let mut round = Round { phase, ..Round::waiting(RoundLimits::default()) };
            let wanted = [4, 2, 4].map(|idx| round.want_rematch(ship(idx)));
            assert_eq!(wanted, [is_news, is_news, false], "{phase:?}");
            assert!(round.is_valid(), "{phase:?}");
            round.forget(ship(4));
            assert_eq!(round.rematch.len(), usize::from(is_news), "{phase:?}");
        }
    }

    #[test]
    fn a_mode_survives_its_text() {
        for text in ["endless", "10/180", "1/1", "1000/3600", "10/180/2", "5/60/8"] {
            assert_eq!(text.parse::<MatchMode>().unwrap().to_string(), text);
        }
        assert_eq!(MatchMode::default().to_string(), "10/180");
        for (text, why) in [
            ("", MatchModeError::Format),
            ("Endless", MatchModeError::Format),
            ("10", MatchModeError::Format),
            ("10/", MatchModeError::Format),
            ("+1/60", MatchModeError::Format),
            ("10/180/", MatchModeError::Format),
            ("10/180/2/2", MatchModeError::Format),
            ("10/180/0", MatchModeError::Range),
            ("10/180/9", MatchModeError::Range),
            ("0/60", MatchModeError::Range),
            ("10/0", MatchModeError::Range),
            ("1001/60", MatchModeError::Range),
            ("70000/60", MatchModeError::Range),
            ("10/3601", MatchModeError::Range),
            ("10/99999999999", MatchModeError::Range),
            ("10/4294968", MatchModeError::Range),
        ] {
            assert_eq!(text.parse::<MatchMode>(), Err(why), "{text}");
        }
    }

    #[test]
    fn more_kills_are_better_and_then_less_time() {
        let round = |kills, time_ms| Achievement { kills, time_ms };
        assert!(round(10, 90_000).beats(round(9, 20_000)));
        assert!(round(10, 80_000).beats(round(10, 90_000)));
        assert!(!round(10, 90_000).beats(round(10, 90_000)));
        assert!(!round(9, 1).beats(round(10, 90_000)));
    }
}
