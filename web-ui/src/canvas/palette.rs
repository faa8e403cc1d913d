//! The palette. Each colour has one meaning, in two shades: over the dark world, and on the light
//! panes of figures.

use shared::client::scene::PlayerKind;

/// Whether a picture is painted with light on black, or with ink on white.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    #[default]
    Dark,
    Light,
}

/// A colour, in a shade for each theme, as CSS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour {
    dark: &'static str,
    light: &'static str,
}

impl Colour {
    const fn new(dark: &'static str, light: &'static str) -> Self {
        Self { dark, light }
    }

    /// As CSS.
    #[must_use]
    pub const fn css(self, theme: Theme) -> &'static str {
        match theme {
            Theme::Dark => self.dark,
            Theme::Light => self.light,
        }
    }
}

pub const SPACE: Colour = Colour::new("#0B1020", "#EEF2FA");
/// The page outside the picture of the world.
pub const BEYOND: Colour = Colour::new("#070A15", "#FFFFFF");
/// Panels of the page.
pub const PANEL: Colour = Colour::new("#0F1529", "#FFFFFF");
/// Stars, by distance.
pub const STARS: Colour = Colour::new("#3F4A6B", "#CBD4E6");
pub const NEARER_STARS: Colour = Colour::new("#5C698F", "#BAC5DC");
pub const NEAREST_STARS: Colour = Colour::new("#7482AC", "#A9B6D2");
/// The grid, and asteroids on the map.
pub const GRID: Colour = Colour::new("#2A3350", "#CBD4E6");
/// Fill of asteroids under their facets.
pub const ROCK: Colour = Colour::new("#151C33", "#D3DAEA");
/// Outlines of the instrument: axes, sticks, the map's frame.
pub const ROCK_EDGE: Colour = Colour::new("#4A5680", "#8793B3");
/// Walls, and where something is near or meets them.
pub const WALL: Colour = Colour::new("#39456B", "#8E9BBD");
pub const WALL_LIT: Colour = Colour::new("#8492C4", "#4F5D86");
/// The viewer's own ship, shots and data.
pub const YOU: Colour = Colour::new("#56B4E9", "#0A69A6");
/// Those of other players.
pub const PLAYER: Colour = Colour::new("#E69F00", "#8F5400");
/// Those of bots: the players' colour, dimmed.
pub const BOT: Colour = Colour::new("#B07C0E", "#7A5B22");
/// Those of players on the viewer's side, and of its bots: the own colour, dimmed.
pub const ALLY: Colour = Colour::new("#4699CB", "#2C78A8");
pub const ALLY_BOT: Colour = Colour::new("#38779D", "#4A7FA1");
/// The server's current state.
pub const SERVER: Colour = Colour::new("#F2F4F8", "#1B2233");
/// What the viewer saw when firing.
pub const SAW: Colour = Colour::new("#D55E00", "#BF2E12");
/// The pose that the server judged.
pub const JUDGED: Colour = Colour::new("#A48BFF", "#5B3FD6");
/// Tentative: a rollback can still undo it.
pub const TENTATIVE: Colour = Colour::new("#F0E442", "#7D6700");
/// A confirmed hit.
pub const CONFIRMED: Colour = Colour::new("#009E73", "#00694C");
/// Undone or refused.
pub const UNDONE: Colour = Colour::new("#8A93A8", "#5A647C");
/// Secondary text.
pub const QUIET: Colour = Colour::new("#8A93A8", "#55607A");
/// Hairlines between panels.
pub const HAIRLINE: Colour = Colour::new("#232C49", "#C5CEE0");

/// The lit half of the own hull, the half away from the light, and its edge.
pub const YOU_LIT: Colour = Colour::new("#56B4E9", "#2B8FD1");
pub const YOU_DARK: Colour = Colour::new("#346C8C", "#074A77");
pub const YOU_EDGE: Colour = Colour::new("#BFE3F8", "#063B60");
pub const PLAYER_LIT: Colour = Colour::new("#E69F00", "#D58300");
pub const PLAYER_DARK: Colour = Colour::new("#8A5F00", "#663B00");
pub const PLAYER_EDGE: Colour = Colour::new("#FFD98A", "#4F2E00");
pub const BOT_LIT: Colour = Colour::new("#B07C0E", "#AD8437");
pub const BOT_DARK: Colour = Colour::new("#6E4D08", "#594214");
pub const BOT_EDGE: Colour = Colour::new("#E3BC66", "#453310");
pub const ALLY_LIT: Colour = Colour::new("#4699CB", "#5BA6D4");
pub const ALLY_DARK: Colour = Colour::new("#2A5C7A", "#1E5B82");
pub const ALLY_EDGE: Colour = Colour::new("#9CCBE8", "#174866");
pub const ALLY_BOT_LIT: Colour = Colour::new("#38779D", "#7BADCB");
pub const ALLY_BOT_DARK: Colour = Colour::new("#24506B", "#38637F");
pub const ALLY_BOT_EDGE: Colour = Colour::new("#7FB2D2", "#2B4D63");
/// The light in a cockpit.
pub const COCKPIT: Colour = Colour::new("#F6FAFF", "#FFFFFF");
/// Marks on hulls, and the casing of the instrument's lines.
pub const CASING: Colour = Colour::new("#060913", "#EEF2FA");
/// The core of a flame.
pub const FLAME: Colour = Colour::new("#FFF3D6", "#F2A33A");
/// The head of an own bolt.
pub const OWN_SHOT: Colour = Colour::new("#E8F6FF", "#063B60");
/// The head and the tail of a hostile bolt.
pub const SHOT: Colour = Colour::new("#FFE9C9", "#5C2A00");
pub const SHOT_TAIL: Colour = Colour::new("#FFB347", "#C05F00");
/// What burns.
pub const FIRE: Colour = Colour::new("#FFB347", "#D97A16");
pub const EMBER: Colour = Colour::new("#FF9A3D", "#C4570A");
/// Smoke and dust.
pub const SMOKE: Colour = Colour::new("#6B7390", "#8C95AC");

/// The tones of a hull: lit half, dark half, lit edge.
#[must_use]
pub const fn hull(owner: PlayerKind) -> [Colour; 3] {
    match owner {
        PlayerKind::You => [YOU_LIT, YOU_DARK, YOU_EDGE],
        PlayerKind::Player => [PLAYER_LIT, PLAYER_DARK, PLAYER_EDGE],
        PlayerKind::Bot => [BOT_LIT, BOT_DARK, BOT_EDGE],
        PlayerKind::Ally => [ALLY_LIT, ALLY_DARK, ALLY_EDGE],
        PlayerKind::AllyBot => [ALLY_BOT_LIT, ALLY_BOT_DARK, ALLY_BOT_EDGE],
    }
}

#[must_use]
pub const fn of(owner: PlayerKind) -> Colour {
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

    fn rgb(colour: Colour, theme: Theme) -> [u8; 3] {
        let css = colour.css(theme);
        [1, 3, 5].map(|n| u8::from_str_radix(&css[n..n + 2], 16).unwrap())
    }

    /// The contrast of a colour against another one, in a theme.
    fn apart(colour: Colour, from: Colour, theme: Theme) -> f32 {
        let [a, b] = [colour, from].map(|one| contrast(rgb(one, theme)));
        if a > b { a / b } else { b / a }
    }

    #[test]
    fn the_place_stays_behind_ships_and_marks() {
        assert_eq!(rgb(SPACE, Theme::Dark), SKY_SPACE);
        let areas = [BEYOND, ROCK].map(|colour| (colour, AREA_CONTRAST_MAX));
        let rims = [WALL, GRID].map(|colour| (colour, RIM_CONTRAST_MAX));
        let stars = [STARS, NEARER_STARS, NEAREST_STARS].map(|colour| (colour, STAR_CONTRAST_MAX));
        for theme in [Theme::Dark, Theme::Light] {
            for (colour, limit) in areas.into_iter().chain(rims).chain(stars) {
                let contrast = apart(colour, SPACE, theme);
                assert!(contrast <= limit, "{colour:?}: {contrast} in {theme:?}");
            }
        }
        assert!(apart(YOU, SPACE, Theme::Dark) > 7.0, "the own ship stands out");
        assert!(apart(ALLY, SPACE, Theme::Dark) > 4.5, "the name of an ally is legible");
        assert!(apart(ALLY_BOT, SPACE, Theme::Dark) > 3.0, "and its bots are seen");
    }

    /// The style sheets of the article and of figures cannot read this file.
    #[test]
    fn style_sheets_have_the_same_colours() {
        let names = [("beyond", BEYOND), ("you", YOU), ("player", PLAYER), ("server", SERVER)];
        let names = names.into_iter().chain([("quiet", QUIET), ("judged", JUDGED)]);
        for (sheet, text) in [
            ("learn.css", include_str!("../../../web/learn.css")),
            ("figure.css", include_str!("../../../web/figure.css")),
        ] {
            for (name, colour) in
                names.clone().filter(|(name, _)| text.contains(&format!("--{name}: ")))
            {
                let [light, dark] = [Theme::Light, Theme::Dark].map(|theme| colour.css(theme));
                let line = format!("--{name}: light-dark({light}, {dark});").to_lowercase();
                assert!(text.contains(&line), "{sheet} lacks {line}");
            }
            assert!(text.contains("--you: light-dark("), "{sheet}");
        }
    }

    #[test]
    fn words_and_marks_are_read_on_light_panes() {
        let words = [YOU, PLAYER, BOT, SERVER, SAW, JUDGED, TENTATIVE, CONFIRMED, UNDONE, QUIET];
        for (colour, below) in words.into_iter().flat_map(|one| [SPACE, PANEL].map(|on| (one, on)))
        {
            let contrast = apart(colour, below, Theme::Light);
            assert!(contrast >= 4.5, "{colour:?} on {below:?}: {contrast}");
        }
        // Shots are what is seen first, and a mark is read over whatever it crosses.
        for colour in [OWN_SHOT, SHOT] {
            assert!(apart(colour, SPACE, Theme::Light) >= 7.0, "{colour:?}");
        }
        for colour in [YOU, PLAYER, SERVER, SAW, JUDGED, TENTATIVE, CONFIRMED, UNDONE] {
            assert!(apart(colour, CASING, Theme::Light) >= 4.5, "{colour:?}");
        }
    }
}
