//! The colours, each with its one meaning.

use shared::client::scene::PlayerKind;

/// Space.
pub const SPACE: &str = "#0B1020";
/// What lies beyond the picture of the world.
pub const BEYOND: &str = "#070A15";
/// Panels of the page.
pub const PANEL: &str = "#0F1529";
/// Stars.
pub const STARS: &str = "#2A3350";
/// Asteroids and walls: their body.
pub const ROCK: &str = "#151C33";
/// Asteroids and walls: their edge.
pub const ROCK_EDGE: &str = "#4A5680";
/// The viewer's own.
pub const YOU: &str = "#56B4E9";
/// Another player's.
pub const PLAYER: &str = "#E69F00";
/// A bot's: the same, dimmer.
pub const BOT: &str = "#B07C0E";
/// What the server holds now.
pub const SERVER: &str = "#F2F4F8";
/// What the viewer saw when firing.
pub const SAW: &str = "#D55E00";
/// What the server judged.
pub const JUDGED: &str = "#A48BFF";
/// Tentative, not yet final.
pub const TENTATIVE: &str = "#F0E442";
/// A confirmed hit.
pub const CONFIRMED: &str = "#009E73";
/// Undone or refused.
pub const UNDONE: &str = "#8A93A8";
/// Text that matters less.
pub const QUIET: &str = "#8A93A8";
/// Hairlines between panels.
pub const HAIRLINE: &str = "#232C49";

/// The colour of what is somebody's.
#[must_use]
pub const fn of(owner: PlayerKind) -> &'static str {
    match owner {
        PlayerKind::You => YOU,
        PlayerKind::Player => PLAYER,
        PlayerKind::Bot => BOT,
    }
}
