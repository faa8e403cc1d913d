//! Smooths prediction errors by Source's rule: the drawn ship is shifted from its predicted
//! position by an offset that fades. The simulation never sees the offset.

use serde::Serialize;

use crate::{
    base::{geometry::Vec2, time::Micros},
    netcode::{
        choices::{CorrectionMode, OwnShip},
        values::PlayerNetcode,
    },
    schemes::source::error_smoothing::ErrorSmoothing,
};

/// The error that has not faded yet.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct Correction(ErrorSmoothing);

impl Correction {
    /// Adds an error: how far a correction moved the drawn ship.
    pub(super) fn add(&mut self, now: Micros, error: Vec2, netcode: &PlayerNetcode) {
        if fades(netcode) {
            self.0.add(now, error, fade_time(netcode));
        }
    }

    /// The offset still to be applied.
    pub(super) fn offset_at(&self, now: Micros, netcode: &PlayerNetcode) -> Vec2 {
        if fades(netcode) { self.0.offset_at(now, fade_time(netcode)) } else { Vec2::ZERO }
    }

    /// Drops the offset, after a respawn or a change of settings.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }
}

/// Only predicted ships have errors to smooth, and QuakeWorld snaps instead.
fn fades(netcode: &PlayerNetcode) -> bool {
    netcode.own_ship == OwnShip::Predict && netcode.correction == CorrectionMode::Linear
}

fn fade_time(netcode: &PlayerNetcode) -> Micros {
    Micros::from_ms(netcode.correction_ms.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_fade_linearly_or_snap() {
        let linear = PlayerNetcode::default();
        let mut correction = Correction::default();
        correction.add(Micros::ZERO, Vec2::new(8.0, 0.0), &linear);
        for (ms, want) in [(0, 8.0), (25, 6.0), (50, 4.0), (75, 2.0), (100, 0.0), (500, 0.0)] {
            assert_eq!(correction.offset_at(Micros::from_ms(ms), &linear).x, want, "{ms} ms");
        }
        for correction_mode in [CorrectionMode::Off, CorrectionMode::Snap] {
            let netcode = PlayerNetcode { correction: correction_mode, ..linear };
            let mut correction = Correction::default();
            correction.add(Micros::ZERO, Vec2::new(8.0, 0.0), &netcode);
            assert_eq!(correction.offset_at(Micros::ZERO, &netcode), Vec2::ZERO);
        }
    }
}
