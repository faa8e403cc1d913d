//! Draws the world on a canvas from plain data, once per frame. No state is kept between frames.

pub(crate) mod arena;
mod effects;
pub(crate) mod ghosts;
mod own;
mod ships;
mod shots;
mod stars;

use shared::{
    base::time::Micros, client::scene::Scene, sim::arena::Arena, wire::message::RosterEntry,
};

use crate::{canvas::pen::Pen, input::sticks::Sticks};

pub use ghosts::draw_judged_places;
pub use own::{Cooldowns, OWN_REACH};
pub use ships::{RADIUS_MIN_PX, drawn_radius};

/// Whether decorations move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    Full,
    Reduced,
}

/// The data of one frame.
#[derive(Clone, Copy)]
pub struct Picture<'a> {
    pub now: Micros,
    /// Ships, shots, effects and ghosts.
    pub scene: &'a Scene,
    /// Walls and asteroids, once known.
    pub arena: Option<&'a Arena>,
    pub roster: &'a [RosterEntry],
    /// Remaining cooldowns of the own weapons.
    pub cooldowns: Cooldowns,
    /// The virtual sticks, on a touch screen.
    pub sticks: Option<&'a Sticks>,
    /// Whether decorations move.
    pub motion: Motion,
}

/// Draws the world; the pen must be in world units.
pub fn draw_world(pen: &Pen, picture: &Picture) {
    stars::draw(pen, picture.motion);
    if let Some(arena) = picture.arena {
        arena::draw(pen, arena);
    }
    shots::draw(pen, picture.scene);
    ghosts::draw(pen, picture.scene);
    ships::draw(pen, picture);
    effects::draw(pen, picture);
    own::draw(pen, picture);
}
