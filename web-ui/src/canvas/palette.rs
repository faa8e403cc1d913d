//! The palette. Each colour has one meaning.

use shared::client::scene::PlayerKind;

pub const SPACE: &str = "#0B1020";
/// The page outside the picture of the world.
pub const BEYOND: &str = "#070A15";
/// Panels of the page.
pub const PANEL: &str = "#0F1529";
/// Stars, by distance.
pub const STARS: &str = "#3F4A6B";
pub const NEARER_STARS: &str = "#5C698F";
pub const NEAREST_STARS: &str = "#7482AC";
/// The grid, and asteroids on the map.
pub const GRID: &str = "#2A3350";
/// Fill of asteroids under their facets.
pub const ROCK: &str = "#151C33";
/// Outlines of the instrument: axes, sticks, the map's frame.
pub const ROCK_EDGE: &str = "#4A5680";
/// Walls, and where something is near or meets them.
pub const WALL: &str = "#39456B";
pub const WALL_LIT: &str = "#8492C4";
/// The viewer's own ship, shots and data.
pub const YOU: &str = "#56B4E9";
/// Those of other players.
pub const PLAYER: &str = "#E69F00";
/// Those of bots: the players' colour, dimmed.
pub const BOT: &str = "#B07C0E";
/// Those of players on the viewer's side, and of its bots: the own colour, dimmed.
pub const ALLY: &str = "#4699CB";
pub const ALLY_BOT: &str = "#38779D";
/// The server's current state.
pub const SERVER: &str = "#F2F4F8";
/// What the viewer saw when firing.
pub const SAW: &str = "#D55E00";
/// The pose that the server judged.
pub const JUDGED: &str = "#A48BFF";
/// Tentative: a rollback can still undo it.
pub const TENTATIVE: &str = "#F0E442";
/// A confirmed hit.
pub const CONFIRMED: &str = "#009E73";
/// Undone or refused.
pub const UNDONE: &str = "#8A93A8";
/// Secondary text.
pub const QUIET: &str = "#8A93A8";
/// Hairlines between panels.
pub const HAIRLINE: &str = "#232C49";

/// The half of the own hull away from the light, and its lit edge.
pub const YOU_DARK: &str = "#346C8C";
pub const YOU_EDGE: &str = "#BFE3F8";
pub const PLAYER_DARK: &str = "#8A5F00";
pub const PLAYER_EDGE: &str = "#FFD98A";
pub const BOT_DARK: &str = "#6E4D08";
pub const BOT_EDGE: &str = "#E3BC66";
pub const ALLY_DARK: &str = "#2A5C7A";
pub const ALLY_EDGE: &str = "#9CCBE8";
pub const ALLY_BOT_DARK: &str = "#24506B";
pub const ALLY_BOT_EDGE: &str = "#7FB2D2";
/// The light in a cockpit.
pub const COCKPIT: &str = "#F6FAFF";
/// Marks on hulls, and the casing of the instrument's lines.
pub const CASING: &str = "#060913";
/// The core of a flame.
pub const FLAME: &str = "#FFF3D6";
/// The head of an own bolt.
pub const OWN_SHOT: &str = "#E8F6FF";
/// The head and the tail of a hostile bolt.
pub const SHOT: &str = "#FFE9C9";
pub const SHOT_TAIL: &str = "#FFB347";
/// What burns.
pub const FIRE: &str = "#FFB347";
pub const EMBER: &str = "#FF9A3D";
/// Smoke and dust.
pub const SMOKE: &str = "#6B7390";

/// The tones of a hull: lit half, dark half, lit edge.
#[must_use]
pub const fn hull(owner: PlayerKind) -> [&'static str; 3] {
    match owner {
        PlayerKind::You => [YOU, YOU_DARK, YOU_EDGE],
        PlayerKind::Player => [PLAYER, PLAYER_DARK, PLAYER_EDGE],
        PlayerKind::Bot => [BOT, BOT_DARK, BOT_EDGE],
        PlayerKind::Ally => [ALLY, ALLY_DARK, ALLY_EDGE],
        PlayerKind::AllyBot => [ALLY_BOT, ALLY_BOT_DARK, ALLY_BOT_EDGE],
    }
}

#[must_use]
pub const fn of(owner: PlayerKind) -> &'static str {
    match owner {
        PlayerKind::You => YOU,
        PlayerKind::Player => PLAYER,
        PlayerKind::Bot => BOT,
        PlayerKind::Ally => ALLY,
        PlayerKind::AllyBot => ALLY_BOT,
    }
}

#[cfg(test)]
mod tests {
    use sky::tone::{
        AREA_CONTRAST_MAX, RIM_CONTRAST_MAX, SPACE as SKY_SPACE, STAR_CONTRAST_MAX, contrast,
    };

    use super::*;

    fn rgb(colour: &str) -> [u8; 3] {
        [1, 3, 5].map(|n| u8::from_str_radix(&colour[n..n + 2], 16).unwrap())
    }

    #[test]
    fn the_place_stays_behind_ships_and_marks() {
        assert_eq!(rgb(SPACE), SKY_SPACE);
        let areas = [BEYOND, ROCK].map(|colour| (colour, AREA_CONTRAST_MAX));
        let rims = [WALL, GRID].map(|colour| (colour, RIM_CONTRAST_MAX));
        let stars = [STARS, NEARER_STARS, NEAREST_STARS].map(|colour| (colour, STAR_CONTRAST_MAX));
        for (colour, limit) in areas.into_iter().chain(rims).chain(stars) {
            assert!(contrast(rgb(colour)) <= limit, "{colour}: {}", contrast(rgb(colour)));
        }
        assert!(contrast(rgb(YOU)) > 7.0, "the own ship stands out");
        assert!(contrast(rgb(ALLY)) > 4.5, "the name of an ally is legible");
        assert!(contrast(rgb(ALLY_BOT)) > 3.0, "and its bots are seen");
    }
}
