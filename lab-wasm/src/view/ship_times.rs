//! Draws beside each ship of a pane which moment it shows, relative to the server: where a figure
//! is about the moments that screens show.

use lab::pane::PaneView;
use shared::{
    base::{geometry::Vec2, time::Micros},
    sim::{rules::SHIP_RADIUS_U, ship::ShipId},
};
use web_ui::{
    canvas::{camera::Camera, fonts, palette, pen::Pen},
    text::figures::signed_ms,
};

/// Gap between a ship and its time, in CSS pixels.
const APART_PX: f32 = 14.0;

/// Draws them for some ships, of which the first is the first player's; `server_at` is the server's
/// time. The pen is in CSS pixels. Returns where they stand.
pub(super) fn draw(
    pen: &Pen,
    camera: &Camera,
    sight: &PaneView,
    (ships, server_at): (&[Option<ShipId>], Micros),
) -> Vec<Vec2> {
    pen.set_font(fonts::FIGURES);
    pen.context.set_text_align("center");
    pen.context.set_text_baseline("middle");
    let mut places = Vec::new();
    for (n, ship) in ships.iter().enumerate() {
        let Some(ship) = ship.and_then(|ship| sight.scene.ship(ship)) else { continue };
        let below = Vec2::new(0.0, SHIP_RADIUS_U * camera.scale() + APART_PX);
        let at = camera.to_page(ship.pos) + below;
        let colour = if n == 0 { palette::YOU } else { palette::PLAYER };
        pen.cased_text(&signed_ms(sight.shown_at(ship.id) - server_at), at, colour);
        places.push(at);
    }
    places
}
