//! What a picture knows of the place it shows: what is behind the stars, and how it moves.

use shared::base::geometry::Vec2;

use super::sky::Backdrop;

/// The surroundings of a fight; the default is that of the laboratory.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Place {
    /// What is behind the stars.
    pub backdrop: Backdrop,
    /// The camera's velocity, in u/s: the nearest stars become streaks along it.
    pub speed: Vec2,
}
