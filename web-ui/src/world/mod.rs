//! Draws the world on a canvas from plain data, once per frame. Only the sky is kept between
//! frames. Light comes first, the marks of the instrument last and above it.

pub(crate) mod arena;
mod burst;
mod effects;
pub(crate) mod ghosts;
mod hurts;
mod kick;
mod marks;
mod own;
mod place;
mod rocks;
mod ships;
mod shots;
mod sky;
mod stars;
mod trails;
mod wall;

use shared::{
    base::time::Micros,
    client::scene::{PlayerKind, Scene, SceneTrail},
    sim::{arena::Arena, rules::SHIP_RADIUS_U},
    wire::message::RosterEntry,
};

use crate::{
    canvas::{camera::Camera, glow::Glows, palette::Theme, pen::Pen, quality::Quality},
    input::sticks::Sticks,
};

pub use ghosts::{draw_judged_places, draw_saw};
pub use hurts::draw_hurts;
pub use kick::kick;
pub use own::{Cooldowns, OWN_REACH};
pub use place::Place;
pub use rocks::RockTones;
pub use ships::{LOW_HEALTH, RADIUS_MIN_PX, drawn_radius};
pub use sky::{Activity, Backdrop, SKY_BYTES_MAX, Sky, SkyDetail};

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
    /// Where the ships were lately.
    pub trails: &'a [SceneTrail],
    /// The lights; without them nothing glows.
    pub glows: Option<&'a Glows>,
    /// Remaining cooldowns of the own weapons.
    pub cooldowns: Cooldowns,
    /// The virtual sticks, on a touch screen.
    pub sticks: Option<&'a Sticks>,
    /// Whether decorations move.
    pub motion: Motion,
    /// How much of the world's light is drawn.
    pub quality: Quality,
    /// Its light, what is behind the stars, and how it moves.
    pub place: Place,
}

impl Picture<'_> {
    /// Whether pieces, trails and smoke are drawn.
    fn has_debris(&self) -> bool {
        self.quality < Quality::NoDebris
    }

    fn is_dense(&self, pen: &Pen) -> bool {
        is_dense(pen.camera, self.scene)
    }

    /// The lights, while quality allows them.
    fn lights(&self) -> Option<&Glows> {
        self.glows.filter(|_| self.quality < Quality::NoGlow)
    }
}

/// More ships than this in a picture make it dense.
const DENSE: usize = 40;

/// Whether a picture shows so many ships that trails, smoke and the details of hulls are left out:
/// they would hide more than they tell.
#[must_use]
pub fn is_dense(camera: &Camera, scene: &Scene) -> bool {
    let seen = scene.ships.iter().filter(|ship| camera.sees(ship.pos, SHIP_RADIUS_U));
    seen.take(DENSE + 1).count() > DENSE
}

/// Draws the world, over the sky if there is one; the pen must be in world units.
pub fn draw_world(pen: &Pen, picture: &Picture) {
    if pen.theme() == Theme::Dark {
        stars::draw(pen, picture);
    }
    if let Some(arena) = picture.arena {
        arena::draw(pen, arena, &picture.place);
        if arena::sees_walls(pen, arena.size()) {
            wall::draw_fence(pen, arena.size(), picture.scene);
        }
    }
    trails::draw(pen, picture);
    shots::draw(pen, picture);
    ships::draw(pen, picture, |owner| owner != PlayerKind::You);
    effects::draw(pen, picture);
    // Nothing covers the own ship.
    ships::draw(pen, picture, |owner| owner == PlayerKind::You);
    ghosts::draw(pen, picture.scene);
    marks::draw(pen, picture);
    own::draw(pen, picture);
}
