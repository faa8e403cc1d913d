//! Draws the virtual sticks, at rest and deflected.

use shared::base::geometry::Vec2;
use words::Language;

use crate::canvas::{fonts, palette, pen::Pen, rect::Rect};
use crate::input::{
    stick_settings::{StickSettings, ThrustHand},
    sticks::{RIM, Stick, Sticks},
};

const KNOB_PX: f32 = 20.0;
/// Gap between the rim of a stick at rest and its caption, in CSS pixels.
const STICK_HINT_GAP_PX: f32 = 8.0;

/// Where a stick is drawn while untouched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StickAtRest {
    /// Centre, in CSS pixels.
    pub middle: Vec2,
    /// Radius, in CSS pixels. A held stick always has its full radius.
    pub radius_px: f32,
}

impl StickAtRest {
    /// The rectangle around it.
    #[must_use]
    pub fn rect(&self) -> Rect {
        Rect { at: self.middle - self.radius_px, size: Vec2::splat(self.radius_px * 2.0) }
    }
}

/// Draws both sticks, with their resting places from left to right: under their fingers, or at rest
/// if there is room. The pen is in CSS pixels.
pub fn draw(
    pen: &Pen,
    language: Language,
    [left, right]: [Option<StickAtRest>; 2],
    sticks: &Sticks,
) {
    let settings = &sticks.settings;
    let [thrust, aim] = language.game().controls.sticks;
    let [thruster, aimer] = match settings.thrust_hand {
        ThrustHand::Left => [left, right],
        ThrustHand::Right => [right, left],
    };
    draw_stick(pen, settings, thruster, sticks.thruster, thrust);
    draw_stick(pen, settings, aimer, sticks.aimer, aim);
    // The rim of the aiming stick fires the beam.
    if let Some(StickAtRest { middle, radius_px }) = place_of(settings, aimer, sticks.aimer) {
        pen.dashes(2.0, 4.0);
        pen.context.begin_path();
        pen.circle(middle, radius_px * RIM);
        pen.stroke(palette::ROCK_EDGE, 1.0);
        pen.dashes(0.0, 0.0);
    }
}

/// Position of a stick: under its finger, or at rest.
fn place_of(
    settings: &StickSettings,
    rest: Option<StickAtRest>,
    held: Option<Stick>,
) -> Option<StickAtRest> {
    let held = held.map(|held| StickAtRest { middle: held.base, radius_px: settings.reach_px() });
    held.or(rest)
}

fn draw_stick(
    pen: &Pen,
    settings: &StickSettings,
    rest: Option<StickAtRest>,
    held: Option<Stick>,
    hint: &str,
) {
    let Some(StickAtRest { middle, radius_px }) = place_of(settings, rest, held) else { return };
    let push = held.map_or(Vec2::ZERO, |held| held.push);
    let (colour, opacity) = match held {
        Some(_) => (palette::YOU, settings.held()),
        None => (palette::QUIET, settings.at_rest()),
    };
    pen.opacity(opacity);
    pen.context.begin_path();
    pen.circle(middle, radius_px);
    pen.stroke_cased_in_pixels(palette::QUIET, 1.5);
    pen.context.begin_path();
    pen.circle(middle + push * radius_px, KNOB_PX);
    // At rest what is below it stays in sight.
    if held.is_some() {
        pen.colour(palette::SPACE);
        pen.context.fill();
    }
    pen.stroke_cased_in_pixels(colour, 2.25);
    pen.opacity(1.0);
    // A stick that gave way to panels has no room for a caption.
    if held.is_none() && radius_px >= settings.reach_px() {
        pen.set_font(fonts::WORDS);
        pen.context.set_text_align("center");
        pen.context.set_text_baseline("top");
        pen.colour(palette::QUIET);
        pen.text(hint, middle + Vec2::new(0.0, radius_px + STICK_HINT_GAP_PX));
    }
}
