//! Drawing on a canvas: the camera and the pen in the units of the world, colours, fonts, and how
//! often pictures come.

pub mod axis;
pub mod camera;
pub mod fonts;
pub mod frame_rate;
pub mod free_rect;
pub mod palette;
pub mod pen;
pub mod rect;
