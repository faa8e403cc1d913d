//! Draws the bars of the net graph on their own canvas. The newest packet is at the right; a lost
//! one leaves a gap before the packet that revealed the loss.

use core::f64::consts::TAU;

use shared::{
    base::time::MICROS_PER_S,
    client::{
        netgraph::{NetGraph, STACK},
        packet_log::{PacketIn, PacketKind},
    },
    wire::bits::Category,
};
use web_sys::CanvasRenderingContext2d;

use crate::canvas::{
    fonts,
    palette::{self, Colour, Theme},
};
use crate::{shell::canvas::Size, text::figures::whole};

/// Width of a bar, in CSS pixels.
const BAR_PX: f32 = 2.0;
/// Pitch of the bars, in CSS pixels.
const PITCH_PX: f32 = 3.0;
/// Width of the gap for a lost update.
const GAP_PX: f32 = 7.0;
/// Maximum gaps drawn before one packet: after a long silence there is still room for bars.
const GAPS_MAX: u16 = 12;
/// Half the size of a cross, and the radius of a ring.
const MARK_PX: f64 = 2.0;
/// Full scales of the graph's height, in bytes.
const SCALES: [u32; 12] = [32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16_384, 65_536, 262_144];
/// Approximate width of a character of the scale's label.
const LETTER_PX: f64 = 7.3;
/// Opacity of a bar that arrived too late or was of no use.
const DIM: f64 = 0.45;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mark<'a> {
    Bar(&'a PacketIn),
    /// An update that was lost.
    Lost,
    /// An update that the server left out.
    Choked,
    /// A second boundary: the next second is to its right.
    Second,
}

#[must_use]
pub const fn colour(category: Category) -> Colour {
    match category {
        Category::Header => palette::QUIET,
        Category::OwnShip => palette::YOU,
        Category::Ships => palette::PLAYER,
        Category::Bolts => palette::SAW,
        Category::Events | Category::Commands => palette::JUDGED,
    }
}

/// The marks for a canvas of a width, from right to left, each with its left edge.
#[must_use]
pub fn marks(graph: &NetGraph, width_px: f32) -> Vec<(f32, Mark<'_>)> {
    let mut marks = Vec::new();
    let mut x = width_px;
    let mut newer: Option<&PacketIn> = None;
    for packet in graph.received.iter().rev() {
        let second = |packet: &PacketIn| packet.at.0.div_euclid(MICROS_PER_S);
        if newer.is_some_and(|newer| second(newer) != second(packet)) {
            marks.push((x, Mark::Second));
        }
        newer = Some(packet);
        x -= PITCH_PX;
        marks.push((x, Mark::Bar(packet)));
        let lost = packet.lost.min(GAPS_MAX);
        let gaps = core::iter::repeat_n(Mark::Lost, lost.into());
        let choked = packet.choked.min(GAPS_MAX);
        for gap in gaps.chain(core::iter::repeat_n(Mark::Choked, choked.into())) {
            x -= GAP_PX;
            marks.push((x, gap));
        }
        if x < 0.0 {
            break;
        }
    }
    marks.retain(|(x, _)| *x >= 0.0);
    marks
}

/// Full scale of the height, in bytes: nine of ten bars fit.
#[must_use]
pub fn scale(marks: &[(f32, Mark)]) -> u32 {
    let mut bytes: Vec<u32> = marks
        .iter()
        .filter_map(|(_, mark)| match mark {
            Mark::Bar(packet) => Some(packet.bytes),
            _ => None,
        })
        .collect();
    bytes.sort_unstable();
    let most = bytes.get(bytes.len() * 9 / 10).copied().unwrap_or(0);
    SCALES.into_iter().find(|scale| most <= *scale).unwrap_or(SCALES[SCALES.len() - 1])
}

/// Draws the bars over a whole canvas.
pub fn draw(context: &CanvasRenderingContext2d, size: Size, graph: &NetGraph) {
    let ratio = f64::from(size.ratio);
    let _ = context.set_transform(ratio, 0.0, 0.0, ratio, 0.0, 0.0);
    let (width, height) = (f64::from(size.width_px), f64::from(size.height_px));
    context.set_global_alpha(1.0);
    context.clear_rect(0.0, 0.0, width, height);
    let marks = marks(graph, size.width_px);
    let scale = scale(&marks);
    for y in [0.5, height / 2.0, height - 0.5] {
        fill(context, palette::HAIRLINE, [0.0, y - 0.5, width, 1.0]);
    }
    for (x, mark) in &marks {
        let x = f64::from(*x);
        match mark {
            Mark::Bar(packet) => draw_bar(context, packet, x, height, scale),
            Mark::Lost => draw_cross(context, x, height),
            Mark::Choked => draw_ring(context, x, height),
            Mark::Second => {
                fill(context, palette::ROCK_EDGE, [x - 1.0, 0.0, 1.0, height]);
            }
        }
    }
    context.set_global_alpha(1.0);
    label(context, &[whole(scale.into()).as_str(), " B"].concat());
}

fn draw_bar(
    context: &CanvasRenderingContext2d,
    packet: &PacketIn,
    x: f64,
    height: f64,
    scale: u32,
) {
    let useful = matches!(packet.kind, PacketKind::Snapshot | PacketKind::Control);
    if packet.full {
        context.set_global_alpha(DIM);
        fill(context, palette::SERVER, [x - 1.0, 0.0, f64::from(BAR_PX) + 2.0, height]);
    }
    context.set_global_alpha(if useful { 1.0 } else { DIM });
    let per_bit = (height - 1.0) / (f64::from(scale) * 8.0);
    let mut foot = height;
    for category in STACK {
        let tall = f64::from(packet.bits.bits(category)) * per_bit;
        let top = (foot - tall).max(1.0);
        fill(context, colour(category), [x, top, BAR_PX.into(), foot - top]);
        foot = top;
    }
    context.set_global_alpha(1.0);
    if packet.bytes > scale {
        // The bar is cut off at the top.
        fill(context, palette::SERVER, [x, 0.0, BAR_PX.into(), 2.0]);
    }
}

fn draw_cross(context: &CanvasRenderingContext2d, x: f64, height: f64) {
    let (x, y) = (x + f64::from(GAP_PX - 1.0) / 2.0, height - MARK_PX - 3.0);
    context.begin_path();
    for (dx, dy) in [(MARK_PX, MARK_PX), (MARK_PX, -MARK_PX)] {
        context.move_to(x - dx, y - dy);
        context.line_to(x + dx, y + dy);
    }
    stroke(context);
}

fn draw_ring(context: &CanvasRenderingContext2d, x: f64, height: f64) {
    let (x, y) = (x + f64::from(GAP_PX - 1.0) / 2.0, height - MARK_PX - 3.0);
    context.begin_path();
    let _ = context.arc(x, y, MARK_PX, 0.0, TAU);
    stroke(context);
}

fn stroke(context: &CanvasRenderingContext2d) {
    context.set_stroke_style_str(palette::UNDONE.css(Theme::Dark));
    context.set_line_width(1.25);
    context.stroke();
}

/// The full-scale label at the upper left.
fn label(context: &CanvasRenderingContext2d, text: &str) {
    context.set_font(fonts::FIGURES);
    context.set_text_align("left");
    context.set_text_baseline("top");
    let width = LETTER_PX * text.len() as f64;
    context.set_global_alpha(0.8);
    fill(context, palette::BEYOND, [0.0, 1.0, width + 6.0, 15.0]);
    context.set_global_alpha(1.0);
    context.set_fill_style_str(palette::QUIET.css(Theme::Dark));
    let _ = context.fill_text(text, 2.0, 3.0);
}

fn fill(context: &CanvasRenderingContext2d, colour: Colour, [x, y, width, height]: [f64; 4]) {
    context.set_fill_style_str(colour.css(Theme::Dark));
    context.fill_rect(x, y, width, height);
}
