//! How loud a sound is, and on which side, from where it happens.

use shared::{base::geometry::Vec2, sim::rules::VIEW_WIDTH_U};

use super::SoundKind;

/// Up to here a sound has its full gain, in u.
const NEAR_U: f32 = 160.0;
/// Gain of the nearest sound that is not the player's own.
const WORLD_GAIN: f32 = 0.75;
/// Offset to the side at which the pan is largest, in u: the edge of the view.
const PAN_REACH_U: f32 = VIEW_WIDTH_U / 2.0;
/// Largest pan. 1 would leave one ear silent.
const PAN_MAX: f32 = 0.8;

/// Where a sound comes from. Offsets are from the own ship, in u; y grows downwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Origin {
    /// The own ship.
    Own,
    /// Something about the player at a place: as loud from everywhere.
    Marked(Vec2),
    /// A place in the world: quieter with distance.
    World(Vec2),
}

/// A sound to play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sound {
    pub kind: SoundKind,
    pub origin: Origin,
}

/// Gain and side of a sound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placement {
    /// From 0, silent, to 1.
    pub gain: f32,
    /// From −1, left, to 1, right.
    pub pan: f32,
}

impl Sound {
    #[must_use]
    pub fn placement(&self) -> Placement {
        match self.origin {
            Origin::Own => Placement { gain: 1.0, pan: 0.0 },
            Origin::Marked(offset) => Placement { gain: 1.0, pan: pan(offset) },
            Origin::World(offset) => {
                let gain = WORLD_GAIN * nearness(offset.length(), reach_u(self.kind));
                Placement { gain, pan: pan(offset) }
            }
        }
    }

    /// Its importance: when there are too many sounds, the least important give way.
    #[must_use]
    pub const fn priority(&self) -> u8 {
        let in_world = matches!(self.origin, Origin::World(_));
        match self.kind {
            SoundKind::RoundWon | SoundKind::RoundLost => 10,
            SoundKind::Death => 9,
            SoundKind::OwnKill => 8,
            SoundKind::Confirmed | SoundKind::Refused => 7,
            SoundKind::LowHull | SoundKind::MatchPoint | SoundKind::LastSecond => 6,
            SoundKind::Laser | SoundKind::Beam if !in_world => 5,
            SoundKind::Kill => 4,
            SoundKind::Contact => 3,
            SoundKind::Beam => 2,
            SoundKind::Laser => 1,
        }
    }
}

/// Distance from which a sound is no longer heard, in u. The corners of the view are 918 u away.
const fn reach_u(kind: SoundKind) -> f32 {
    match kind {
        SoundKind::Laser | SoundKind::Contact => 1000.0,
        SoundKind::Kill | SoundKind::OwnKill => 1800.0,
        _ => 1300.0,
    }
}

/// The gain of a distance: 1 up to [`NEAR_U`], then falling with the square to 0 at the reach.
fn nearness(distance_u: f32, reach_u: f32) -> f32 {
    let beyond = (distance_u - NEAR_U).max(0.0) / (reach_u - NEAR_U);
    let left = (1.0 - beyond).max(0.0);
    left * left
}

fn pan(offset: Vec2) -> f32 {
    (offset.x / PAN_REACH_U).clamp(-1.0, 1.0) * PAN_MAX
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::sim::rules::VIEW_HEIGHT_U;

    fn at(kind: SoundKind, x: f32, y: f32) -> Placement {
        Sound { kind, origin: Origin::World(Vec2::new(x, y)) }.placement()
    }

    #[test]
    fn farther_is_quieter_until_silent() {
        for kind in SoundKind::ALL {
            let gains: Vec<f32> = (0..80).map(|n| at(kind, n as f32 * 25.0, 0.0).gain).collect();
            assert!(gains.windows(2).all(|pair| pair[1] <= pair[0]), "{kind:?}: {gains:?}");
            assert_eq!((gains[0], gains[79]), (WORLD_GAIN, 0.0), "{kind:?}");
        }
        let (x, y) = (VIEW_WIDTH_U / 2.0, VIEW_HEIGHT_U / 2.0);
        for (kind, least) in [(SoundKind::Laser, 0.005), (SoundKind::Kill, 0.15)] {
            assert!(at(kind, x, y).gain > least, "{kind:?} is heard in the corner of the view");
            assert!(at(kind, x, y).gain < 0.35, "{kind:?} is far away there");
        }
    }

    #[test]
    fn pan_grows_from_left_to_right() {
        let pans: Vec<f32> =
            (-40..=40).map(|n| at(SoundKind::Kill, n as f32 * 25.0, 300.0).pan).collect();
        assert!(pans.windows(2).all(|pair| pair[0] <= pair[1]), "{pans:?}");
        assert_eq!((pans[0], pans[40], pans[80]), (-PAN_MAX, 0.0, PAN_MAX));
        assert!(at(SoundKind::Kill, 200.0, 0.0).pan > at(SoundKind::Kill, 100.0, 0.0).pan);
    }

    #[test]
    fn what_concerns_the_player_is_as_loud_from_everywhere() {
        let marked =
            |x| Sound { kind: SoundKind::Confirmed, origin: Origin::Marked(Vec2::new(x, 0.0)) };
        assert_eq!([marked(10.0), marked(900.0)].map(|sound| sound.placement().gain), [1.0; 2]);
        assert_eq!(marked(900.0).placement().pan, PAN_MAX);
        let own = Sound { kind: SoundKind::Laser, origin: Origin::Own };
        assert_eq!(own.placement(), Placement { gain: 1.0, pan: 0.0 });
        assert!(own.priority() > Sound { origin: Origin::World(Vec2::ZERO), ..own }.priority());
    }
}
