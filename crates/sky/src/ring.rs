//! The ring of a planet: its plane, its gaps, and the shadows between it and the planet.

use glam::Vec3;
use shared::base::{geometry::Vec2, rng::Rng};

use crate::{
    noise::{noise1, smooth},
    plan::{Disc, tint},
    tone::{Rgb, Tint, blend},
};

/// Contrast of the lit ring against space, where it is densest.
const LIT_CONTRAST: f32 = 1.52;
const SHADED_CONTRAST: f32 = 0.96;
/// Opacity where it is densest.
const OPACITY_MAX: f32 = 0.85;

/// A flat ring; lengths are in radii of the planet.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RingPlan {
    /// The unit vector along its longer axis, in the picture.
    major: Vec2,
    /// Ratio of its axes in the picture.
    flatness: f32,
    inner: f32,
    outer: f32,
    /// Radius of its widest gap.
    gap: f32,
    tint: Tint,
    seed: u32,
}

/// The half of a ring behind the planet, or that in front of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Half {
    Back,
    Front,
}

impl RingPlan {
    pub(crate) fn new(rng: &mut Rng, hue_deg: f32) -> Self {
        let inner = rng.range(1.28, 1.4);
        let outer = inner + rng.range(0.45, 0.8);
        Self {
            major: Vec2::from_angle(rng.range(-1.2, 1.2)),
            flatness: rng.range(0.16, 0.36),
            inner,
            outer,
            gap: inner + (outer - inner) * rng.range(0.5, 0.75),
            tint: tint(hue_deg, 0.4),
            seed: rng.next_u32(),
        }
    }

    /// The unit vector of the ring's axis.
    pub(crate) fn axis(&self) -> Vec3 {
        let height = (1.0 - self.flatness * self.flatness).sqrt();
        (self.major.perp() * height).extend(-self.flatness)
    }

    /// The density at a distance from the planet's centre, 0 to 1.
    fn density(&self, distance: f32) -> f32 {
        if !(self.inner..self.outer).contains(&distance) {
            return 0.0;
        }
        let ends = smooth(self.inner, self.inner + 0.1, distance)
            * (1.0 - smooth(self.outer - 0.05, self.outer, distance));
        let gap = smooth(0.012, 0.03, (distance - self.gap).abs());
        let ringlets =
            0.62 + 0.3 * noise1(distance * 14.0, self.seed) + 0.2 * noise1(distance * 47.0, 5);
        (ends * gap * ringlets).clamp(0.0, 1.0)
    }

    /// How much of the sun's light the ring keeps from a point of the planet's surface, 0 to 1.
    pub(crate) fn shade(&self, surface: Vec3, light: Vec3) -> f32 {
        let axis = self.axis();
        let along = light.dot(axis);
        if along.abs() < 1e-3 {
            return 0.0;
        }
        let travel = -surface.dot(axis) / along;
        if travel <= 0.0 { 0.0 } else { 0.7 * self.density((surface + light * travel).length()) }
    }
}

/// A ring ready to be painted.
pub(crate) struct Ring<'a> {
    plan: &'a RingPlan,
    planet: Disc,
    light: Vec3,
    lit: Rgb,
    shaded: Rgb,
}

impl<'a> Ring<'a> {
    pub(crate) fn new(plan: &'a RingPlan, planet: Disc, light: Vec3) -> Self {
        let (lit, shaded) = (plan.tint.at(LIT_CONTRAST), plan.tint.at(SHADED_CONTRAST));
        Self { plan, planet, light, lit, shaded }
    }

    /// Radius within which it colours the picture.
    pub(crate) fn reach(&self) -> f32 {
        self.planet.radius * self.plan.outer
    }

    /// The colour of a point of the picture with one half of the ring over `behind`.
    pub(crate) fn paint(&self, half: Half, at: Vec2, behind: Rgb) -> Rgb {
        let plan = self.plan;
        let off = (at - self.planet.centre) / self.planet.radius;
        let along = off.dot(plan.major);
        let across = off.dot(plan.major.perp()) / plan.flatness;
        if (across > 0.0) != (half == Half::Front) {
            return behind;
        }
        let density = plan.density(Vec2::new(along, across).length());
        if density <= 0.0 {
            return behind;
        }
        let height = (1.0 - plan.flatness * plan.flatness).sqrt();
        let place = off.extend(across * height);
        let sunward = place.dot(self.light);
        let from_shadow = (place - self.light * sunward).length();
        let lit = if sunward > 0.0 { 1.0 } else { smooth(0.97, 1.02, from_shadow) };
        blend(behind, blend(self.shaded, self.lit, lit), density * OPACITY_MAX)
    }
}
