//! What the buttons of the join screen open besides the room that the player names: a duel with a
//! bot, a room for a friend, a private room. As the player chose it, kept by the browser.

use std::str::FromStr;

use shared::{
    base::limits::BOTS_REQUESTED_MAX,
    pilot::skill::{BotLevelNumber, RequestedLevel},
    wire::{
        message::BotsRequest,
        round::{MatchMode, RoundLimits},
        series::BestOf,
        sides::Sides,
    },
};
use web_ui::text::figures::whole;

use super::new_room::NewRoom;

/// The player's choice of what to open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offers {
    /// How well bots play.
    pub level: RequestedLevel,
    /// The series of a room for a friend; `None` for rounds that each stand alone.
    pub series: Option<BestOf>,
    /// Ships up to which bots fill a private room; `None` for the host's number.
    pub ships: Option<u16>,
    /// The two sides of a private room.
    pub sides: Option<Sides>,
}

impl Default for Offers {
    /// A series of three: long enough to answer a lucky round, short enough for a break.
    fn default() -> Self {
        let series = Some(BestOf::ALL[0]);
        Self { level: RequestedLevel::Adaptive, series, ships: None, sides: None }
    }
}

/// Levels that a player can tell apart: each wins nearly every round against the one before. The
/// lowest and the highest are left to links.
pub const RANKS: [u8; 5] = [4, 10, 16, 22, 28];

/// The place of a level among the ranks, from 1; 0 for one that follows the player.
#[must_use]
pub fn rank_of(level: RequestedLevel) -> usize {
    match level {
        RequestedLevel::Adaptive => 0,
        RequestedLevel::Fixed(level) => {
            1 + RANKS.iter().filter(|rank| **rank < level.get()).count()
        }
    }
}

/// The level of a rank.
#[must_use]
pub fn level_of(rank: usize) -> RequestedLevel {
    let level = rank.checked_sub(1).and_then(|place| RANKS.get(place));
    let level = level.and_then(|level| BotLevelNumber::new(*level).ok());
    level.map_or(RequestedLevel::Adaptive, RequestedLevel::Fixed)
}

/// The last place of a slider for [`ships_of`].
pub const SHIPS_LAST: usize = BOTS_REQUESTED_MAX as usize;

/// The ships up to which bots fill a room, by the place on a slider: the host's number, no bots,
/// and from 2 on as many ships, the player's among them.
#[must_use]
pub fn ships_of(place: usize) -> Option<u16> {
    match place.min(SHIPS_LAST) {
        0 => None,
        1 => Some(0),
        ships => Some(ships as u16),
    }
}

/// The place of a number of ships.
#[must_use]
pub fn place_of(ships: Option<u16>) -> usize {
    ships.map_or(0, |ships| ships.max(1).into())
}

/// Sides that are offered: players near the server against players in the same part of the world,
/// on another continent, and at the other end of the world. Links set any others.
pub const SIDES: [Sides; 3] = [
    Sides { round_trip_ms: [20, 80] },
    Sides { round_trip_ms: [20, 150] },
    Sides { round_trip_ms: [20, 300] },
];

/// The place of sides on a slider; 0 for none.
#[must_use]
pub fn place_of_sides(sides: Option<Sides>) -> usize {
    SIDES.iter().position(|one| Some(*one) == sides).map_or(0, |place| place + 1)
}

/// The sides at a place.
#[must_use]
pub fn sides_of(place: usize) -> Option<Sides> {
    SIDES.get(place.checked_sub(1)?).copied()
}

impl Offers {
    /// A room for one player and one bot: first to ten, in a series.
    #[must_use]
    pub fn duel(self) -> NewRoom {
        NewRoom {
            mode: Some(MatchMode::Rounds(RoundLimits::default())),
            bots: BotsRequest { ships: Some(2), level: Some(self.level) },
            series: Some(BestOf::ALL[0]),
            ..NewRoom::default()
        }
    }

    /// A room for two: its rounds wait for the second player, in whose place a bot flies until
    /// then.
    #[must_use]
    pub fn friend(self) -> NewRoom {
        let limits = RoundLimits { players: 2, ..RoundLimits::default() };
        NewRoom {
            mode: Some(MatchMode::Rounds(limits)),
            bots: BotsRequest { ships: Some(2), level: None },
            series: self.series,
            ..NewRoom::default()
        }
    }

    /// A private room. Where the player chose nothing, the host's defaults hold.
    #[must_use]
    pub fn private_room(self) -> NewRoom {
        let chosen = self.level != RequestedLevel::Adaptive;
        let bots = BotsRequest { ships: self.ships, level: chosen.then_some(self.level) };
        NewRoom { bots, sides: self.sides, ..NewRoom::default() }
    }

    /// The stored form: `level/series/ships`, and `/sides` where there are any.
    #[must_use]
    pub fn text(self) -> String {
        let series = self.series.map_or_else(String::new, |best_of| best_of.to_string());
        let ships = self.ships.map_or_else(String::new, |ships| whole(ships.into()));
        let sides = self.sides.map_or_else(String::new, |sides| ["/", &sides.to_string()].concat());
        [&self.level.to_string(), "/", &series, "/", &ships, &sides].concat()
    }
}

/// A stored choice that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OffersError;

impl FromStr for Offers {
    type Err = OffersError;

    fn from_str(text: &str) -> Result<Self, OffersError> {
        let (level, rest) = text.split_once('/').ok_or(OffersError)?;
        let (series, rest) = rest.split_once('/').ok_or(OffersError)?;
        let (ships, sides) = match rest.split_once('/') {
            Some((ships, sides)) => (ships, Some(sides.parse().map_err(|_| OffersError)?)),
            None => (rest, None),
        };
        let level = level.parse().map_err(|_| OffersError)?;
        let of_length = |series: &str| series.parse().map_err(|_| OffersError);
        let series = if series.is_empty() { None } else { Some(of_length(series)?) };
        let of_number = |ships: &str| {
            let ships = ships.parse().map_err(|_| OffersError)?;
            if ships <= BOTS_REQUESTED_MAX { Ok(ships) } else { Err(OffersError) }
        };
        let ships = if ships.is_empty() { None } else { Some(of_number(ships)?) };
        Ok(Self { level, series, ships, sides })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rank_has_its_level() {
        for rank in 0..=RANKS.len() {
            assert_eq!(rank_of(level_of(rank)), rank);
        }
        assert_eq!(level_of(RANKS.len() + 1), RequestedLevel::Adaptive);
        assert!(RANKS.is_sorted());
    }

    #[test]
    fn every_place_asks_for_a_room_that_links_allow() {
        for place in 0..=SHIPS_LAST {
            let chosen = Offers { ships: ships_of(place), ..Offers::default() };
            assert_eq!(place_of(chosen.ships), place);
            assert_eq!(chosen.text().parse(), Ok(chosen));
        }
        assert_eq!(ships_of(SHIPS_LAST + 1), ships_of(SHIPS_LAST));
    }

    #[test]
    fn every_place_of_sides_has_its_sides() {
        for place in 0..=SIDES.len() {
            assert_eq!(place_of_sides(sides_of(place)), place);
        }
        assert_eq!(sides_of(SIDES.len() + 1), None);
    }

    #[test]
    fn a_choice_survives_its_text() {
        for text in ["adaptive/3/", "16//", "adaptive/7/0", "28/5/8", "16/3//20/150"] {
            assert_eq!(text.parse::<Offers>().unwrap().text(), text);
        }
        for text in ["", "16", "16/3", "40/3/", "adaptive/4/", "adaptive//9", "16//x", "16///20"] {
            assert_eq!(text.parse::<Offers>(), Err(OffersError), "{text}");
        }
    }

    #[test]
    fn a_private_room_asks_only_for_what_was_chosen() {
        assert_eq!(Offers::default().private_room(), NewRoom::default());
        let (level, sides) = (level_of(3), sides_of(2));
        let chosen = Offers { level, series: None, ships: Some(0), sides };
        let room = ["bots=0", "level=16", "sides=20/150"];
        assert_eq!(chosen.private_room().pairs(), room);
        assert_eq!(chosen.duel().pairs(), ["rounds=10/180", "best-of=3", "bots=2", "level=16"]);
        assert_eq!(chosen.friend().pairs(), ["rounds=10/180/2", "bots=2"]);
        let friend = Offers::default().friend().pairs();
        assert_eq!(friend, ["rounds=10/180/2", "best-of=3", "bots=2"]);
    }
}
