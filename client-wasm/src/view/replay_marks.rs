//! Draws the marks of a replay over its picture: a ring around the bolt, the way that it flew, and
//! the words at the places that are compared.

use shared::{
    base::geometry::{Segment, Vec2},
    client::scene::{PlayerKind, Scene},
};
use web_ui::canvas::{
    fonts, palette,
    pen::{CASING_PX, Pen},
    rect::Rect,
};

use super::labels::below_ship_px;
use crate::replay::callouts::{Callouts, Occupied, PlacedCallouts};

/// Radius of the ring around the replayed bolt, in CSS pixels.
const RING_PX: f32 = 10.0;
/// Lengths of a dash and a gap of a bolt's way, and its width at the end, in CSS pixels.
const DASH_PX: f32 = 9.0;
const STEP_PX: f32 = 14.0;
const WIDTHS_PX: (f32, f32) = (1.0, 3.5);
/// Height of a line of words, in CSS pixels.
const LINE_PX: f32 = 15.0;
/// Area of the name under a ship, in CSS pixels: nothing is written over it.
const NAME_PX: Vec2 = Vec2::new(96.0, 28.0);
/// Half the length of the ends of the measuring line, in CSS pixels.
const END_PX: f32 = 4.0;

/// The marks of the moment shown.
pub struct ReplayMarks<'a> {
    /// The word over the rule.
    pub title: &'static str,
    /// How much has been played, from 0 to 1.
    pub share: f32,
    /// The tip of the bolt, in u, while it flies.
    pub bolt: Option<Vec2>,
    /// The way that the bolt flew, in u, and who fired it, once it is decided.
    pub flown: Option<(Segment, PlayerKind)>,
    /// The shooter's place, in u, its name, and who it is, once it is decided.
    pub shooter: Option<(Vec2, &'a str, PlayerKind)>,
    /// The words, once it is decided.
    pub callouts: Option<PlacedCallouts<'a>>,
}

/// Where the words stand beside marks and ships; the pen must be in CSS pixels.
pub(super) fn place<'a>(
    pen: &Pen,
    callouts: &'a Callouts,
    scene: &Scene,
    mut occupied: Occupied,
) -> Option<PlacedCallouts<'a>> {
    let others = scene.ships.iter().filter(|ship| ship.owner != PlayerKind::You);
    for at in others.map(|ship| pen.camera.to_page(ship.pos)) {
        occupied.taken.circles.push((at, occupied.mark_px));
        let corner = at + Vec2::new(-NAME_PX.x / 2.0, occupied.mark_px);
        occupied.taken.rects.push(Rect { at: corner, size: NAME_PX });
    }
    pen.set_font(fonts::WORDS);
    let size_of = |text: &str| Vec2::new(pen.width_px(text).ceil(), LINE_PX);
    callouts.place(|at| pen.camera.to_page(at), size_of, occupied)
}

/// Draws the marks; the pen must be in CSS pixels.
pub(super) fn draw(pen: &Pen, marks: &ReplayMarks) {
    if let Some((way, owner)) = marks.flown {
        let way = Segment::new(pen.camera.to_page(way.from), pen.camera.to_page(way.to));
        draw_way(
            pen,
            way,
            if owner.is_hostile() { palette::SHOT_TAIL } else { palette::of(owner) },
        );
    }
    if let Some(at) = marks.bolt.and_then(|bolt| pen.camera.seen_at(bolt)) {
        pen.context.begin_path();
        pen.circle(at, RING_PX);
        pen.stroke_cased_in_pixels(palette::SERVER, 1.5);
    }
    if let Some((at, name, owner)) = marks.shooter {
        draw_name(pen, pen.camera.to_page(at), name, palette::of(owner));
    }
    if let Some(callouts) = &marks.callouts {
        draw_callouts(pen, callouts);
    }
}

/// Draws the way of a bolt in dashes that grow towards its end.
fn draw_way(pen: &Pen, way: Segment, colour: palette::Colour) {
    for (grown_px, colour) in [(CASING_PX, palette::CASING), (0.0, colour)] {
        pen.context.begin_path();
        for (dash, width_px) in dashes(way) {
            let along = (dash.to - dash.from).normalize_or_zero();
            let aside = along.perp() * (width_px / 2.0 + grown_px);
            let (from, to) = (dash.from - along * grown_px, dash.to + along * grown_px);
            pen.polygon(&[from - aside, from + aside, to + aside, to - aside]);
        }
        pen.colour(colour);
        pen.context.fill();
    }
}

/// The dashes of a way and their widths, the last one at its end.
fn dashes(way: Segment) -> impl Iterator<Item = (Segment, f32)> {
    let length = way.from.distance(way.to);
    let n = (length / STEP_PX) as u32;
    (0..=n).rev().map(move |nth| {
        let end = length - nth as f32 * STEP_PX;
        let at = |along: f32| way.at((along / length.max(1.0)).clamp(0.0, 1.0));
        let (from, to) = WIDTHS_PX;
        (Segment::new(at(end - DASH_PX), at(end)), from + (to - from) * end / length.max(1.0))
    })
}

/// Writes the shooter's name where the picture has it, so that it is read over any light.
fn draw_name(pen: &Pen, ship: Vec2, name: &str, colour: palette::Colour) {
    // At the edges the picture moves it inwards.
    if !pen.camera.window().inset(NAME_PX.x / 2.0).holds(ship) {
        return;
    }
    pen.set_font(fonts::WORDS);
    pen.context.set_text_align("center");
    pen.context.set_text_baseline("top");
    pen.cased_text(name, ship + Vec2::new(0.0, below_ship_px(pen)), colour);
}

fn draw_callouts(pen: &Pen, callouts: &PlacedCallouts) {
    if let Some(line) = callouts.line {
        let across = (line.to - line.from).normalize_or_zero().perp() * END_PX;
        pen.context.begin_path();
        pen.line(line.from, line.to);
        for end in [line.from, line.to] {
            pen.line(end - across, end + across);
        }
        pen.stroke_cased_in_pixels(palette::SERVER, 1.0);
    }
    pen.set_font(fonts::WORDS);
    pen.context.set_text_align("center");
    pen.context.set_text_baseline("middle");
    for placed in &callouts.texts {
        pen.cased_text(placed.text, placed.rect.middle(), palette::SERVER);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dashes_grow_from_the_muzzle_to_the_end() {
        let way = Segment::new(Vec2::new(100.0, 50.0), Vec2::new(100.0, 350.0));
        let all: Vec<(Segment, f32)> = dashes(way).collect();
        assert_eq!(all.len(), 22);
        assert!(all.is_sorted_by_key(|(_, width)| *width), "{all:?}");
        assert!(all.iter().all(|(dash, _)| dash.from.y >= 50.0 && dash.to.y <= 350.0), "{all:?}");
        assert_eq!(all.last().map(|(dash, width)| (dash.to, *width)), Some((way.to, WIDTHS_PX.1)));
        let point = Segment::new(way.from, way.from);
        assert!(dashes(point).all(|(dash, _)| dash.from == dash.to), "a point has no way");
    }
}
