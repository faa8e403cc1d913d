//! The palette. Each colour has one meaning.

use shared::client::scene::PlayerKind;

pub const SPACE: &str = "#0B1020";
/// The page outside the picture of the world.
pub const BEYOND: &str = "#070A15";
/// Panels of the page.
pub const PANEL: &str = "#0F1529";
pub const STARS: &str = "#2A3350";
/// Fill of asteroids and walls.
pub const ROCK: &str = "#151C33";
/// Outline of asteroids and walls.
pub const ROCK_EDGE: &str = "#4A5680";
/// The viewer's own ship, shots and data.
pub const YOU: &str = "#56B4E9";
/// Those of other players.
pub const PLAYER: &str = "#E69F00";
/// Those of bots: the players' colour, dimmed.
pub const BOT: &str = "#B07C0E";
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

#[must_use]
pub const fn of(owner: PlayerKind) -> &'static str {
    match owner {
        PlayerKind::You => YOU,
        PlayerKind::Player => PLAYER,
        PlayerKind::Bot => BOT,
    }
}
