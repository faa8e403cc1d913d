//! Whether to show the card of a private room that the player just opened, with its link. It
//! disappears when another player joins or the player closes it.

/// Whether the card is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum OwnRoom {
    #[default]
    No,
    /// The player opened the room and is alone in it.
    Opened,
    /// The player closed the card.
    Closed,
}
