//! Draws the packet strip. Time runs from left (past) to right (now); in each lane a packet climbs
//! from its sender to its receiver as it ages. Lost packets end on the way, late ones wait below
//! the edge.

use lab::harness::Harness;
use shared::{
    base::{
        geometry::Vec2,
        time::{MICROS_PER_S, Micros},
    },
    wire::link::{Delivery, Fate, Link, Packet},
};
use web_ui::canvas::{fonts, palette, pen::Pen, rect::Rect};
use words::{LabPlayer, Language, PaneText, Wording};

/// Minimum and maximum span of the lanes, in µs.
const SPANS: (i64, i64) = (MICROS_PER_S / 2, 3 * MICROS_PER_S);
/// Span in multiples of the slowest lane's latency.
const LATENCIES: i64 = 5;
/// Height that a packet reaches within its usual latency, where a stalled one waits.
const WAITS_AT: f32 = 0.86;
/// How long the cross of a lost packet stays, in µs.
const CROSS: i64 = 600_000;
/// Room for a lane's name.
const NAME_PX: f32 = 92.0;

/// Position of a packet in its lane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dot {
    /// Time since it was sent, as a fraction of the lane's span: 0 now, 1 at the far end.
    pub age: f32,
    /// How far it has come, 0 to 1.
    pub climb: f32,
    /// Its appearance.
    pub look: Look,
}

/// Appearance of a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// In flight.
    Flying,
    /// In flight, and late.
    Stalled,
    /// Delivered.
    Arrived,
    /// Dropped.
    Lost,
}

/// The current position of a packet; `None` once it is long past.
#[must_use]
pub fn dot(packet: &Packet, now: Micros, usual: Micros, span: Micros) -> Option<Dot> {
    let since = (now - packet.sent).0;
    if !(0..span.0).contains(&since) {
        return None;
    }
    let age = since as f32 / span.0 as f32;
    let climb = since as f32 / usual.0.max(1) as f32;
    let (climb, look) = match packet.fate {
        Fate::Arrives { at } if at <= now => (1.0, Look::Arrived),
        Fate::Arrives { at } => {
            let stalled = packet.stalled > Micros::ZERO;
            let way = since as f32 / (at - packet.sent).0.max(1) as f32;
            let climb = if stalled { climb.min(WAITS_AT) } else { way };
            (climb, if stalled { Look::Stalled } else { Look::Flying })
        }
        Fate::Lost if climb < 0.5 => (climb, Look::Flying),
        Fate::Lost | Fate::Refused if since < CROSS + usual.0 / 2 => (0.5, Look::Lost),
        Fate::Lost | Fate::Refused => return None,
    };
    Some(Dot { age, climb, look })
}

/// Draws the lanes of the first two players, uplink and downlink for each. Draws nothing if there
/// is no room.
pub fn draw(pen: &Pen, strip: Rect, harness: &Harness, now: Micros, language: Language) {
    if strip.size.y < 1.0 {
        return;
    }
    let half = Vec2::new(strip.size.x / 2.0, strip.size.y / 2.0);
    let latency = |link: &Link| i64::from(link.conditions().latency_ms) * 1000;
    let slowest = (0..2).flat_map(|player| harness.links(player)).map(latency).max();
    let span = Micros((slowest.unwrap_or(0) * LATENCIES).clamp(SPANS.0, SPANS.1));
    for player in 0..2 {
        let links = harness.links(player);
        for (way, link) in links.into_iter().enumerate() {
            let at = strip.at + Vec2::new(half.x * player as f32, half.y * way as f32);
            let lane = Rect { at, size: half - Vec2::new(16.0, 6.0) };
            let who = LabPlayer::of(player);
            let name = if way == 0 { PaneText::WayUp(who) } else { PaneText::WayDown(who) };
            let colour = if player == 0 { palette::YOU } else { palette::PLAYER };
            let colour = if way == 0 { colour } else { palette::SERVER };
            let name = language.pane(name, Wording::Full);
            draw_lane(pen, lane, (&name, colour), link, (now, span));
        }
    }
}

/// Draws the lane of a link: its name and its packets of the last `span`, in the sender's colour.
pub fn draw_lane(
    pen: &Pen,
    lane: Rect,
    (name, colour): (&str, palette::Colour),
    link: &Link,
    (now, span): (Micros, Micros),
) {
    draw_name(pen, lane, name);
    let usual = Micros::from_ms(i64::from(link.conditions().latency_ms).max(8));
    let name_width = Vec2::new(NAME_PX, 0.0);
    let rect = Rect { at: lane.at + name_width, size: lane.size - name_width };
    draw_rims(pen, rect);
    for packet in link.traffic() {
        if let Some(dot) = dot(packet, now, usual, span) {
            draw_dot(pen, rect, dot, packet, colour);
        }
    }
    pen.opacity(1.0);
}

fn draw_name(pen: &Pen, lane: Rect, name: &str) {
    pen.opacity(1.0);
    pen.colour(palette::QUIET);
    pen.set_font(fonts::WORDS);
    pen.context.set_text_align("left");
    pen.context.set_text_baseline("middle");
    pen.text(name, lane.at + Vec2::new(0.0, lane.size.y / 2.0));
}

fn draw_rims(pen: &Pen, lane: Rect) {
    pen.context.begin_path();
    for y in [0.0, lane.size.y] {
        pen.line(lane.at + Vec2::new(0.0, y), lane.at + Vec2::new(lane.size.x, y));
    }
    pen.opacity(1.0);
    pen.stroke(palette::HAIRLINE, 1.0);
}

fn draw_dot(pen: &Pen, lane: Rect, dot: Dot, packet: &Packet, colour: palette::Colour) {
    let at = lane.at + Vec2::new(lane.size.x * (1.0 - dot.age), lane.size.y * (1.0 - dot.climb));
    // The area of a dot grows with the packet's bytes.
    let radius = (1.2 + (packet.bytes as f32).sqrt() * 0.12).min(5.0);
    pen.context.begin_path();
    match dot.look {
        Look::Lost => {
            for diagonal in [1.0, -1.0] {
                let arm = Vec2::new(3.0, 3.0 * diagonal);
                pen.line(at - arm, at + arm);
            }
            pen.opacity(1.0 - dot.age);
            pen.stroke(palette::UNDONE, 1.5);
        }
        look => {
            pen.circle(at, radius);
            pen.opacity(if look == Look::Arrived { 0.35 * (1.0 - dot.age) } else { 1.0 });
            pen.colour(if look == Look::Stalled { palette::TENTATIVE } else { colour });
            if packet.delivery == Delivery::Reliable && look != Look::Arrived {
                pen.stroke(colour, 1.0);
            } else {
                pen.context.fill();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packet(fate: Fate, stalled_ms: i64) -> Packet {
        Packet {
            sent: Micros::from_ms(1000),
            fate,
            bytes: 30,
            delivery: Delivery::Unreliable,
            stalled: Micros::from_ms(stalled_ms),
        }
    }

    #[test]
    fn packets_climb_arrive_wait_and_die() {
        let usual = Micros::from_ms(100);
        let at = |ms| Fate::Arrives { at: Micros::from_ms(ms) };
        let rows = [
            (packet(at(1100), 0), 1050, Some((0.5, Look::Flying))),
            (packet(at(1100), 0), 1100, Some((1.0, Look::Arrived))),
            (packet(at(1400), 300), 1090, Some((WAITS_AT, Look::Stalled))),
            (packet(at(1400), 300), 1399, Some((WAITS_AT, Look::Stalled))),
            (packet(Fate::Lost, 0), 1040, Some((0.4, Look::Flying))),
            (packet(Fate::Lost, 0), 1200, Some((0.5, Look::Lost))),
            (packet(Fate::Lost, 0), 1900, None),
            (packet(at(1100), 0), 2100, None),
            (packet(at(1100), 0), 900, None),
        ];
        for (packet, now, expected) in rows {
            let got = dot(&packet, Micros::from_ms(now), usual, Micros(MICROS_PER_S));
            assert_eq!(got.map(|dot| (dot.climb, dot.look)), expected, "{packet:?} at {now}");
        }
    }
}
