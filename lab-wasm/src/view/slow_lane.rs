//! Draws the commands of lockstep's slow player on their way, below the server's pane: the player's
//! ship is outside the picture, but every tick waits for these.

use shared::base::{geometry::Vec2, time::Micros};
use web_ui::canvas::{palette, pen::Pen, rect::Rect};
use words::{LabPlayer, PaneText, Wording};

use super::{overlay::SERVER_PANE, row::Row, strip};

/// The player that all others wait for.
const SLOW_PLAYER: usize = 2;
/// Height of the lane, and its margin, in CSS pixels.
const LANE_PX: f32 = 26.0;
const MARGIN_PX: f32 = 6.0;
/// Length of the lane in time: two trips of the slowest command.
const SPAN: Micros = Micros::from_ms(600);

/// Draws the lane over the bottom of the server's pane.
pub fn draw(pen: &Pen, row: &Row) {
    let rect = row.rects[SERVER_PANE];
    let harness = row.column.harness();
    let below = Vec2::new(0.0, rect.size.y - LANE_PX);
    let strip = Rect { at: rect.at + below, size: Vec2::new(rect.size.x, LANE_PX) };
    pen.opacity(0.85);
    pen.colour(palette::PANEL);
    pen.fill_rect(strip);
    pen.opacity(1.0);
    let margin = Vec2::splat(MARGIN_PX);
    let lane = Rect { at: strip.at + margin, size: strip.size - 2.0 * margin };
    let name = PaneText::WayUp(LabPlayer::of(SLOW_PLAYER));
    let name = row.look.language.pane(name, Wording::Full);
    let [up, _] = harness.links(SLOW_PLAYER);
    strip::draw_lane(pen, lane, (&name, palette::PLAYER), up, (harness.now(), SPAN));
}
