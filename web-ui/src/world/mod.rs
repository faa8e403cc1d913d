//! The world on a canvas: plain data goes in once a frame, strokes come out. Nothing here is
//! remembered between two pictures.

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

/// Whether things that only decorate may move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// They may.
    Full,
    /// They stand still.
    Reduced,
}

/// Everything one picture shows.
#[derive(Clone, Copy)]
pub struct Picture<'a> {
    /// The page's clock.
    pub now: Micros,
    /// Ships, shots, effects and ghosts.
    pub scene: &'a Scene,
    /// Walls and asteroids, once known.
    pub arena: Option<&'a Arena>,
    /// Names.
    pub roster: &'a [RosterEntry],
    /// How far the own weapons are from ready.
    pub cooldowns: Cooldowns,
    /// The virtual sticks, on a touch screen.
    pub sticks: Option<&'a Sticks>,
    /// Whether decorations move.
    pub motion: Motion,
}

/// Draws what is in the world, with a pen that has entered it.
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
