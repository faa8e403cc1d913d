//! The position of a shot in a list.

/// The position of a shot among those that the player can step through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShotPosition {
    /// Counted from 1, the oldest.
    pub nth: usize,
    /// Number of shots.
    pub of: usize,
}
