//! The sky of a room, made from the room's name: a planet, moons and nebulae lit by one sun outside
//! the picture.
//!
//! [`SkyPlan`] chooses what the sky holds, [`Painter`] paints it row by row. Lengths are in heights
//! of the picture; the origin is its middle, and y points down.
#![forbid(unsafe_code)]

mod noise;
mod orb;
mod painter;
mod plan;
mod ring;
pub mod tone;

pub use painter::{Painter, Raster};
pub use plan::{Disc, SkyPlan};
