//! Where a shot stands in a list.

/// Where a shot stands among those that the player can step through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShotPosition {
    /// From 1, the oldest.
    pub nth: usize,
    /// How many there are.
    pub of: usize,
}
