//! Drawing on a canvas: camera, a pen that works in world units, colours, fonts and frame rate.

pub mod axis;
pub mod beside;
pub mod camera;
pub mod fonts;
pub mod frame_rate;
pub mod free_rect;
pub mod glow;
pub mod hull;
pub mod palette;
pub mod pen;
pub mod quality;
pub mod rect;
pub mod room;
pub mod taken;
