//! Whether the card of a private room that the player just opened is due: whose it is, and the link
//! to it. It goes when somebody comes, or when the player puts it away.

/// Whether the card is due.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum OwnRoom {
    /// It is not.
    #[default]
    No,
    /// The player opened the room, and is alone in it.
    Opened,
}
