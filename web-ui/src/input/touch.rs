//! The virtual sticks: where they rest, and how they are pushed.

use shared::base::geometry::Vec2;

use crate::canvas::{fonts, palette, pen::Pen};
use crate::input::sticks::{RIM, STICK_REACH_PX, Stick, Sticks};

const KNOB_PX: f32 = 20.0;

/// Draws both sticks; their middles while nobody holds them are `[left, right]`, in CSS pixels.
pub fn draw(pen: &Pen, [left, right]: [Vec2; 2], sticks: &Sticks) {
    draw_stick(pen, left, sticks.left);
    draw_stick(pen, right, sticks.right);
    // The rim of the right stick is the beam's.
    let base = sticks.right.map_or(right, |stick| stick.base);
    pen.dashes(2.0, 4.0);
    pen.context.begin_path();
    pen.circle(base, STICK_REACH_PX * RIM);
    pen.stroke(palette::ROCK_EDGE, 1.0);
    pen.dashes(0.0, 0.0);
    pen.context.set_font(fonts::WORDS);
    pen.context.set_text_align("center");
    pen.context.set_text_baseline("top");
    pen.colour(palette::QUIET);
    let below = Vec2::new(0.0, STICK_REACH_PX + 8.0);
    let hints = [(sticks.left, left, "thrust"), (sticks.right, right, "aim · rim: beam")];
    for (stick, rest, hint) in hints {
        if stick.is_none() {
            pen.text(hint, rest + below);
        }
    }
}

fn draw_stick(pen: &Pen, rest: Vec2, stick: Option<Stick>) {
    let (base, push) = stick.map_or((rest, Vec2::ZERO), |stick| (stick.base, stick.push));
    let colour = if stick.is_some() { palette::YOU } else { palette::ROCK_EDGE };
    pen.context.begin_path();
    pen.circle(base, STICK_REACH_PX);
    pen.stroke(palette::ROCK_EDGE, 1.0);
    pen.context.begin_path();
    pen.circle(base + push * STICK_REACH_PX, KNOB_PX);
    pen.opacity(0.9);
    pen.colour(palette::SPACE);
    pen.context.fill();
    pen.stroke(colour, 1.5);
    pen.opacity(1.0);
}
