//! Draws the own ship's status around it: arcs for the hull and for the weapons' cooldowns.

use shared::{
    base::time::Tick,
    client::Client,
    sim::rules::{BEAM_COOLDOWN_MS, LASER_COOLDOWN_MS, SHIP_HEALTH},
};

use super::{Picture, ships::drawn_radius};
use crate::canvas::{palette, pen::Pen};

/// Remaining cooldown of each weapon: 0 ready, 1 just fired.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cooldowns {
    /// The laser.
    pub laser: f32,
    /// The beam.
    pub beam: f32,
}

impl Cooldowns {
    /// Those of a client's own ship, as predicted.
    #[must_use]
    pub fn of(client: &Client) -> Self {
        let rate = client.tick_rate();
        let (Some(ship), Some(rate)) = (client.own_ship(), rate) else {
            return Self::default();
        };
        let left = |ready: Tick, cooldown_ms: u32| {
            let ticks = ready.since(client.own_tick()).max(0) as f32;
            (ticks / rate.ticks_in_ms(cooldown_ms) as f32).min(1.0)
        };
        Self {
            laser: left(ship.laser_ready, LASER_COOLDOWN_MS),
            beam: left(ship.beam_ready, BEAM_COOLDOWN_MS),
        }
    }
}

/// Radius of the outermost arc, in radii of the ship as drawn.
pub const OWN_REACH: f32 = 2.1;

/// Length of each arc, in turns: the hull on the left, the weapons on the right.
const ARC: f32 = 0.22;

pub(super) fn draw(pen: &Pen, picture: &Picture) {
    let Some(ship) = picture.scene.own_ship() else { return };
    let radius = drawn_radius(pen);
    let hull = f32::from(ship.health) / f32::from(SHIP_HEALTH);
    let arc = |radius: f32, from: f32, share: f32, colour: palette::Colour, width_px: f32| {
        if share > 0.0 {
            pen.context.begin_path();
            pen.arc(ship.pos, radius, from, share);
            pen.stroke_cased(colour, width_px);
        }
    };
    let outer = radius * OWN_REACH;
    if hull < 1.0 {
        pen.opacity(0.35);
        arc(outer, 0.5 - ARC / 2.0, ARC, palette::QUIET, 1.0);
        pen.opacity(0.9);
        arc(outer, 0.5 - ARC / 2.0, ARC * hull, palette::YOU, 2.5);
    }
    // A ready weapon draws nothing.
    if picture.cooldowns.beam > 0.0 {
        pen.opacity(0.35);
        arc(outer, -ARC / 2.0, ARC, palette::QUIET, 1.0);
        pen.opacity(0.9);
        let ready = 1.0 - picture.cooldowns.beam;
        arc(outer, -ARC / 2.0, ARC * ready, palette::SERVER, 2.5);
    }
    if picture.cooldowns.laser > 0.0 {
        pen.opacity(0.6);
        let ready = 1.0 - picture.cooldowns.laser;
        arc(outer + pen.px(5.0), -ARC / 2.0, ARC * ready, palette::YOU, 1.5);
    }
    pen.opacity(1.0);
}
