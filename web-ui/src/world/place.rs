//! What a picture knows of the place it shows: its light, what is behind the stars, and how it
//! moves.

use shared::base::geometry::Vec2;

use super::{rocks::RockTones, sky::Backdrop};

/// The surroundings of a fight; the default is that of the laboratory.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// The unit vector towards the sun.
    pub light: Vec2,
    /// The tones of rocks in its light.
    pub rocks: RockTones,
    /// What is behind the stars.
    pub backdrop: Backdrop,
    /// The camera's velocity, in u/s: the nearest stars become streaks along it.
    pub speed: Vec2,
}

impl Default for Place {
    fn default() -> Self {
        // From the upper left, as drawings are lit.
        let light = Vec2::new(-0.6, -0.8);
        let (rocks, backdrop) = (RockTones::default(), Backdrop::default());
        Self { light, rocks, backdrop, speed: Vec2::ZERO }
    }
}
