//! Draws on a screen where the newest snapshots have a ship, joined by the chords that it is drawn
//! along: where a figure is about interpolation.

use shared::{base::geometry::Vec2, client::Client, sim::ship::ShipId};
use web_ui::canvas::{camera::Camera, palette, pen::Pen};

/// Snapshots shown.
const SNAPSHOTS_MAX: usize = 8;
/// Half the width of a mark, and the width of its line, in CSS pixels.
const MARK_PX: f32 = 4.5;
const LINE_PX: f32 = 1.5;
/// Opacity of the oldest mark relative to the newest.
const OLDEST: f32 = 0.35;

/// Draws them in the window of a camera, with a pen in CSS pixels.
pub(super) fn draw(pen: &Pen, camera: &Camera, client: &Client, ship: ShipId) {
    let places = client.snapshot_positions(ship, SNAPSHOTS_MAX);
    let places: Vec<Vec2> = places.into_iter().map(|at| camera.to_page(at)).collect();
    pen.context.save();
    pen.context.begin_path();
    pen.rect(camera.window());
    pen.context.clip();
    pen.context.begin_path();
    for chord in places.windows(2) {
        pen.line(chord[0], chord[1]);
    }
    pen.opacity(0.5);
    pen.stroke_cased_in_pixels(palette::SERVER, 1.0);
    for (n, at) in places.iter().enumerate() {
        pen.opacity(1.0 - (1.0 - OLDEST) * n as f32 / SNAPSHOTS_MAX as f32);
        pen.context.begin_path();
        pen.polygon(&diamond(*at));
        pen.stroke_cased_in_pixels(palette::SERVER, LINE_PX);
    }
    pen.context.restore();
}

/// A square on its corner: no ship and no ring of the instrument looks like it.
fn diamond(at: Vec2) -> [Vec2; 4] {
    let (x, y) = (Vec2::new(MARK_PX, 0.0), Vec2::new(0.0, MARK_PX));
    [at - y, at + x, at + y, at - x]
}
