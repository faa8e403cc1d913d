//! Shared by both time pictures: whose lane it is, its name, and hatching.

use shared::base::geometry::Vec2;

use crate::canvas::{fonts, palette, pen::Pen, rect::Rect};

/// Lanes narrower than this use the narrow layout, in CSS pixels.
const WIDE_PX: f32 = 700.0;
/// Width of a lane's name, as in the packet strip.
const NAME_PX: f32 = 92.0;
/// The same in the narrow layout.
const NAME_NARROW_PX: f32 = 48.0;
/// Spacing of the hatching strokes.
const HATCH_PX: f32 = 5.0;

/// Owner of a lane, as seen by the first player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaneOwner {
    /// The first player's.
    Yours,
    /// Another player's.
    Another,
}

impl LaneOwner {
    /// The colour of the lane's player.
    pub(super) const fn own(self) -> palette::Colour {
        match self {
            Self::Yours => palette::YOU,
            Self::Another => palette::PLAYER,
        }
    }

    /// The colour of the other players on that player's screen.
    pub(super) const fn others(self) -> palette::Colour {
        match self {
            Self::Yours => palette::PLAYER,
            Self::Another => palette::YOU,
        }
    }
}

/// The part of a lane beside its name.
pub(super) fn beside_name(lane: Rect) -> Rect {
    let name_px = if lane.size.x < WIDE_PX { NAME_NARROW_PX } else { NAME_PX };
    let inset = Vec2::new(name_px, 0.0);
    Rect { at: lane.at + inset, size: lane.size - inset }
}

/// Writes the name beside the lane.
pub(super) fn draw_name(pen: &Pen, lane: Rect, name: &str) {
    write(pen, name, lane.at + Vec2::new(0.0, lane.size.y / 2.0), "left", palette::QUIET);
}

/// Writes text in the lane.
pub(super) fn write(pen: &Pen, text: &str, at: Vec2, align: &str, colour: palette::Colour) {
    pen.set_font(fonts::WORDS);
    set(pen, text, at, align, colour);
}

/// Writes a number in the lane.
pub(super) fn figure(pen: &Pen, text: &str, at: Vec2, align: &str, colour: palette::Colour) {
    pen.set_font(fonts::FIGURES);
    set(pen, text, at, align, colour);
}

/// Draws text in the current font, vertically centred at the point.
fn set(pen: &Pen, text: &str, at: Vec2, align: &str, colour: palette::Colour) {
    pen.context.set_text_align(align);
    pen.context.set_text_baseline("middle");
    pen.colour(colour);
    pen.text(text, at);
}

/// Hatches adjacent rectangles, and draws their edges.
pub(super) fn hatch(pen: &Pen, rects: &[Rect], colour: palette::Colour) {
    let (Some(first), Some(last)) = (rects.first(), rects.last()) else { return };
    let (left, right) = (first.at.x, last.at.x + last.size.x);
    let (top, base) = (first.at.y, first.at.y + first.size.y);
    let outline = || {
        pen.context.begin_path();
        rects.iter().for_each(|rect| pen.rect(*rect));
    };
    pen.context.save();
    outline();
    pen.context.clip();
    pen.context.begin_path();
    let mut x = left - (base - top);
    while x < right {
        pen.line(Vec2::new(x, base), Vec2::new(x + (base - top), top));
        x += HATCH_PX;
    }
    pen.stroke(colour, 1.0);
    pen.context.restore();
    outline();
    pen.stroke(colour, 1.0);
}
