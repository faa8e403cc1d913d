//! Draws QuakeWorld's ring of commands, unrolled: a box for each slot, the oldest on the left, the
//! newest on the right.

use shared::{
    base::{geometry::Vec2, time::Micros},
    client::command_ring::{CommandRing, Freezing, Slot, SlotState},
    schemes::quakeworld::{FREEZE_AT, RING},
};

use words::Language;

use super::lane::{LaneOwner, beside_name, draw_name, figure, hatch, write};
use crate::{
    canvas::{palette, pen::Pen, rect::Rect},
    text::figures::{rounded_ms, whole},
};

/// Height of the text above the boxes and of the numbers below them.
const ROW_PX: f32 = 14.0;
/// Maximum height of a box.
const BOX_PX: f32 = 22.0;
/// Every how many slots a number is written.
const NUMBERED: u8 = 8;
/// Pitch from which on boxes have a gap between them.
const GAP_FROM_PX: f32 = 8.0;
/// Room for the text at the prediction freeze threshold.
const THRESHOLD_PX: f32 = 92.0;

/// Layout of the boxes in a lane.
struct Boxes {
    at: Vec2,
    pitch_px: f32,
    height_px: f32,
}

impl Boxes {
    fn of(lane: Rect) -> Self {
        let room = beside_name(lane);
        let height_px = (room.size.y - 2.0 * ROW_PX).clamp(4.0, BOX_PX);
        let pitch_px = room.size.x / RING as f32;
        Self { at: room.at + Vec2::new(0.0, ROW_PX), pitch_px, height_px }
    }

    /// Left edge of a box; fractions lie within one.
    fn x(&self, place: f32) -> f32 {
        self.at.x + self.pitch_px * place
    }

    fn rect(&self, place: usize) -> Rect {
        let gap_px = if self.pitch_px > GAP_FROM_PX { 3.0 } else { 1.0 };
        let left = self.x(place as f32).round();
        let width = (self.x(place as f32 + 1.0).round() - left - gap_px).max(1.0);
        Rect { at: Vec2::new(left, self.at.y), size: Vec2::new(width, self.height_px) }
    }
}

/// The slot at a point of the page, counted from the oldest; `None` outside the boxes.
#[must_use]
pub fn slot_at(lane: Rect, at: Vec2) -> Option<usize> {
    let boxes = Boxes::of(lane);
    let inside = at.y >= lane.at.y && at.y < lane.at.y + lane.size.y;
    let place = ((at.x - boxes.at.x) / boxes.pitch_px).floor();
    (inside && (0.0..RING as f32).contains(&place)).then_some(place as usize)
}

/// Draws a lane; `chosen` is the selected slot, counted from the oldest.
pub fn draw(
    pen: &Pen,
    lane: Rect,
    ring: &CommandRing,
    (name, whose): (&str, LaneOwner),
    chosen: Option<usize>,
    language: Language,
) {
    let boxes = Boxes::of(lane);
    pen.opacity(1.0);
    draw_name(pen, lane, name);
    for (place, slot) in ring.slots.iter().enumerate() {
        draw_box(pen, boxes.rect(place), slot.state, whose.own());
        if slot.number % NUMBERED == 0 {
            let rect = boxes.rect(place);
            let middle = rect.at + Vec2::new(rect.size.x / 2.0, rect.size.y + ROW_PX / 2.0);
            figure(pen, &whole(slot.number.into()), middle, "center", palette::QUIET);
        }
    }
    let frozen = |(place, slot): (usize, &Slot)| {
        (slot.state == SlotState::Frozen).then(|| boxes.rect(place))
    };
    let frozen: Vec<Rect> = ring.slots.iter().enumerate().filter_map(frozen).collect();
    hatch(pen, &frozen, palette::TENTATIVE);
    let asked = chosen.filter(|place| ring.slots.get(*place).is_some());
    let sample = || ring.slots.iter().rposition(|slot| slot.latency().is_some());
    let trip = asked.or_else(sample).and_then(|place| Trip::of(ring, place));
    if ring.freezing != Freezing::Never {
        draw_threshold(pen, &boxes, trip.as_ref(), language);
    }
    if let Some(trip) = &trip {
        draw_trip(pen, &boxes, trip, ring.estimate, whose.own());
    }
    if let Some(place) = asked {
        let Rect { at, size } = boxes.rect(place);
        let rim = Vec2::splat(1.5);
        pen.context.begin_path();
        pen.rect(Rect { at: at - rim, size: size + rim * 2.0 });
        pen.stroke(palette::SERVER, 2.0);
    }
}

fn draw_box(pen: &Pen, rect: Rect, state: SlotState, own: palette::Colour) {
    let outline = |colour| {
        let half = Vec2::splat(0.5);
        pen.context.begin_path();
        pen.rect(Rect { at: rect.at + half, size: rect.size - half * 2.0 });
        pen.stroke(colour, 1.0);
    };
    match state {
        SlotState::Empty => outline(palette::HAIRLINE),
        SlotState::Acknowledged => outline(palette::SERVER),
        SlotState::Replayed => {
            pen.colour(own);
            pen.fill_rect(rect);
        }
        SlotState::Sent => {
            outline(own);
            pen.context.begin_path();
            pen.circle(rect.at + rect.size / 2.0, (rect.size.x / 4.0).clamp(1.0, 3.0));
            pen.colour(own);
            pen.context.fill();
        }
        // Drawn below, all together.
        SlotState::Frozen => {}
    }
}

/// Marks where prediction freezes: once the unacknowledged commands reach back to here. A round
/// trip takes precedence over its text.
fn draw_threshold(pen: &Pen, boxes: &Boxes, trip: Option<&Trip>, language: Language) {
    let x = boxes.x((RING - FREEZE_AT as usize) as f32) - 1.0;
    pen.context.begin_path();
    pen.line(Vec2::new(x, boxes.at.y - 5.0), Vec2::new(x, boxes.at.y + boxes.height_px + 3.0));
    pen.stroke(palette::TENTATIVE, 1.5);
    if trip.is_none_or(|trip| boxes.x(trip.from as f32) > x + THRESHOLD_PX) {
        let at = Vec2::new(x + 4.0, boxes.at.y - ROW_PX / 2.0);
        write(pen, &language.freezes_at(), at, "left", palette::QUIET);
    }
}

/// The round trip of a slot's command: from its slot to the newest slot when the acknowledgement
/// arrived.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Trip {
    from: usize,
    to: usize,
    latency: Micros,
}

impl Trip {
    fn of(ring: &CommandRing, from: usize) -> Option<Self> {
        let slot = ring.slots.get(from)?;
        let received = slot.received?;
        let latency = slot.latency().filter(|latency| latency.0 > 0)?;
        let sent_by_then = |other: &Slot| other.sent.is_some_and(|sent| sent <= received);
        let to = ring.slots.iter().rposition(sent_by_then)?;
        Some(Self { from, to, latency })
    }
}

/// Draws a round trip as a length, with the RTT estimate below it on the same scale.
fn draw_trip(pen: &Pen, boxes: &Boxes, trip: &Trip, estimate: Micros, own: palette::Colour) {
    let [from, to] = [trip.from, trip.to].map(|place| boxes.x(place as f32 + 0.5));
    let y = boxes.at.y - 4.0;
    pen.context.begin_path();
    pen.line(Vec2::new(from, y), Vec2::new(to, y));
    for x in [from, to] {
        pen.line(Vec2::new(x, y - 3.0), Vec2::new(x, y + 3.0));
    }
    pen.stroke(own, 1.5);
    let estimated = (to - from) * estimate.0 as f32 / trip.latency.0 as f32;
    pen.context.begin_path();
    pen.line(Vec2::new(from, y + 3.0), Vec2::new(from + estimated, y + 3.0));
    pen.stroke(palette::QUIET, 2.0);
    let middle = Vec2::new((from + to) / 2.0, y - 6.0);
    figure(pen, &rounded_ms(trip.latency), middle, "center", own);
}

#[cfg(test)]
mod tests {
    use shared::base::time::Tick;

    use super::*;

    const LANE: Rect = Rect { at: Vec2::new(8.0, 500.0), size: Vec2::new(92.0 + 640.0, 50.0) };

    #[test]
    fn a_place_of_the_page_is_a_slot() {
        let rows = [
            ((100.0, 520.0), Some(0)),
            ((109.9, 520.0), Some(0)),
            ((110.1, 520.0), Some(1)),
            ((739.0, 520.0), Some(63)),
            ((741.0, 520.0), None),
            ((99.0, 520.0), None),
            ((300.0, 499.0), None),
            ((300.0, 551.0), None),
        ];
        for ((x, y), slot) in rows {
            assert_eq!(slot_at(LANE, Vec2::new(x, y)), slot, "{x}, {y}");
        }
    }

    #[test]
    fn a_latency_ends_at_the_slot_that_was_newest_then() {
        let ms = |ms| Some(Micros::from_ms(ms));
        let slot = |key: u32| Slot {
            number: (key % 64) as u8,
            tick: Tick(key),
            state: SlotState::Acknowledged,
            sent: ms(i64::from(key) * 10),
            received: ms(i64::from(key) * 10 + 35),
        };
        let ring = CommandRing {
            now: Micros::from_ms(1_000),
            slots: (0..64).map(slot).collect(),
            unacknowledged: 0,
            replayed: 0,
            freezing: Freezing::No,
            estimate: Micros::ZERO,
        };
        let latency = Micros::from_ms(35);
        assert_eq!(Trip::of(&ring, 10), Some(Trip { from: 10, to: 13, latency }));
        assert_eq!(Trip::of(&ring, 63), Some(Trip { from: 63, to: 63, latency }));
        assert_eq!(Trip::of(&ring, 64), None);
    }
}
