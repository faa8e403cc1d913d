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
/// Gap between a time and the pane's edge, in CSS pixels.
const EDGE_PX: f32 = 3.0;

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
        let mut at = camera.to_page(ship.pos) + below;
        let colour = if n == 0 { palette::YOU } else { palette::PLAYER };
        let text = signed_ms(rounded(sight.shown_at(ship.id) - server_at));
        // Inside the pane, also beside a ship at its edge.
        let (pane, half_px) = (camera.window(), pen.width_px(&text) / 2.0 + EDGE_PX);
        let (low, high) = (pane.at.x + half_px, pane.at.x + pane.size.x - half_px);
        at.x = at.x.min(high).max(low);
        pen.cased_text(&text, at, colour);
        places.push(at);
    }
    places
}

/// To the nearest ms, as sentences have it.
fn rounded(span: Micros) -> Micros {
    Micros::from_ms((span.0 + 500).div_euclid(1000))
}
