//! Whether to show the card of a private room that the player just opened, with its link. It goes
//! when another player joins, or when it is closed.

/// Whether the card is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum OwnRoom {
    /// It is not.
    #[default]
    No,
    /// The player opened the room and is alone in it.
    Opened,
}
