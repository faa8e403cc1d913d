//! Planets and moons: spheres lit by the sun, with a surface, a lit rim and a thin atmosphere.

use glam::Vec3;
use libm::expf;
use shared::base::{geometry::Vec2, rng::Rng};

use crate::{
    noise::{fractal3, noise1, smooth},
    plan::{Disc, tint},
    ring::RingPlan,
    tone::{Rgb, Tint, blend},
};

/// Contrasts against space.
const NIGHT_CONTRAST: f32 = 0.96;
/// That of the night side's limb, which the sky lights.
const NIGHT_LIMB_CONTRAST: f32 = 1.16;
const DAY_CONTRAST: f32 = 1.55;
const DARK_SOIL_CONTRAST: f32 = 1.26;
const HAZE_CONTRAST: f32 = 1.54;
const RIM_CONTRAST: f32 = 3.3;
/// Those of a moon's day side and rim: a small disc must not be taken for a rock.
const MOON_DAY_CONTRAST: f32 = 1.3;
const MOON_RIM_CONTRAST: f32 = 1.6;
/// Width of the lit rim, in CSS pixels.
const RIM_PX: f32 = 1.15;
/// Height of the atmosphere outside the limb, in radii.
const HAZE: f32 = 0.05;
/// The atmosphere is painted up to this many of its heights.
const HAZE_REACH: f32 = 4.0;
/// Smaller bodies are moons, without an atmosphere.
const HAZE_RADIUS_MIN: f32 = 0.1;
/// Where the surface is turned further from the sun than this, no slope catches its light.
const DARK_BELOW: f32 = -0.3;
const CRATERS: usize = 26;
const SPACE_TINT: Tint = Tint::new(226.0, 0.19);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Surface {
    /// Bands of cloud along the parallels, with a storm.
    Banded,
    /// Swirls of cloud.
    Clouded,
    /// Plains and craters.
    Rocky,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Crater {
    /// The unit vector of its middle.
    middle: Vec3,
    /// In radii of the sphere.
    radius: f32,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct OrbPlan {
    pub(crate) disc: Disc,
    pub(crate) surface: Surface,
    /// The unit vector of its axis.
    axis: Vec3,
    tint: Tint,
    /// The tint of its darker parts.
    soil: Tint,
    craters: Vec<Crater>,
    seed: u32,
}

impl OrbPlan {
    pub(crate) fn new(rng: &mut Rng, disc: Disc, surface: Surface, hue_deg: f32) -> Self {
        let n_craters = if surface == Surface::Rocky { CRATERS } else { 0 };
        let mut crater = || {
            let middle = Vec3::new(rng.normal(), rng.normal(), rng.normal().abs());
            let share = rng.unit();
            Crater {
                middle: middle.normalize_or(Vec3::Z),
                radius: 0.025 + 0.16 * share * share * share * share,
            }
        };
        Self {
            craters: (0..n_craters).map(|_| crater()).collect(),
            disc,
            surface,
            axis: Vec3::new(rng.range(-0.6, 0.6), 1.0, rng.range(-0.5, 0.5)).normalize(),
            tint: tint(hue_deg, 0.65),
            soil: Tint::new(228.0, 0.2),
            seed: rng.next_u32(),
        }
    }
}

/// A sphere ready to be painted.
pub(crate) struct Orb<'a> {
    plan: &'a OrbPlan,
    ring: Option<&'a RingPlan>,
    light: Vec3,
    /// Length of a CSS pixel.
    px: f32,
    /// Length of a pixel of the raster.
    dot: f32,
    night: Rgb,
    night_limb: Rgb,
    day: Rgb,
    soil: Rgb,
    haze: Rgb,
    rim: Rgb,
}

impl<'a> Orb<'a> {
    pub(crate) fn new(
        plan: &'a OrbPlan,
        ring: Option<&'a RingPlan>,
        light: Vec3,
        (px, dot): (f32, f32),
    ) -> Self {
        let is_moon = plan.disc.radius < HAZE_RADIUS_MIN;
        let (day, rim) = if is_moon {
            (MOON_DAY_CONTRAST, MOON_RIM_CONTRAST)
        } else {
            (DAY_CONTRAST, RIM_CONTRAST)
        };
        Self {
            plan,
            ring,
            light,
            px,
            dot,
            night: SPACE_TINT.at(NIGHT_CONTRAST),
            night_limb: plan.tint.at(NIGHT_LIMB_CONTRAST),
            day: plan.tint.at(day),
            soil: plan.soil.at(DARK_SOIL_CONTRAST),
            haze: plan.tint.at(HAZE_CONTRAST),
            rim: plan.tint.at(rim),
        }
    }

    /// Radius within which it colours the picture.
    pub(crate) fn reach(&self) -> f32 {
        self.plan.disc.radius * (1.0 + HAZE * HAZE_REACH)
    }

    pub(crate) fn centre(&self) -> Vec2 {
        self.plan.disc.centre
    }

    /// The colour of a point of the picture with the sphere over `behind`.
    pub(crate) fn paint(&self, at: Vec2, behind: Rgb) -> Rgb {
        let radius = self.plan.disc.radius;
        let off = at - self.plan.disc.centre;
        let distance = off.length();
        let inside = radius - distance;
        let sunward = off.dot(self.light.truncate()) / distance.max(1e-6);
        let covered = (inside / self.dot + 0.5).clamp(0.0, 1.0);
        let outside = if covered < 1.0 { self.haze(behind, -inside, sunward) } else { behind };
        if covered <= 0.0 {
            return outside;
        }
        let flat = off / radius.max(distance);
        let normal = flat.extend((1.0 - flat.length_squared()).max(0.0).sqrt());
        let body = self.body(normal);
        // Light scattered by the atmosphere towards the limb.
        let edge = 1.0 - normal.z;
        let limb = edge * edge * edge * smooth(-0.15, 0.7, normal.dot(self.light));
        let body = blend(body, self.haze, limb * 0.8);
        let from_limb = inside.max(0.0) / self.px / RIM_PX;
        let rim = if from_limb < 3.0 { expf(-from_limb * from_limb) } else { 0.0 };
        let rim = rim * smooth(0.0, 0.8, sunward);
        blend(outside, blend(body, self.rim, rim), covered)
    }

    fn haze(&self, behind: Rgb, height: f32, sunward: f32) -> Rgb {
        let radius = self.plan.disc.radius;
        if radius < HAZE_RADIUS_MIN || sunward < -0.3 {
            return behind;
        }
        let share = height.max(0.0) / (radius * HAZE);
        // It ends at its reach without a step.
        let density = expf(-share) * (1.0 - share / HAZE_REACH).max(0.0);
        blend(behind, self.haze, density * 0.75 * smooth(-0.3, 0.9, sunward))
    }

    /// The colour of its surface.
    fn body(&self, normal: Vec3) -> Rgb {
        let facing = normal.dot(self.light);
        let edge = 1.0 - normal.z;
        let night = blend(self.night, self.night_limb, edge * edge);
        if facing < DARK_BELOW {
            return night;
        }
        let day = smooth(-0.12, 0.95, facing + self.slope(normal));
        if day <= 0.0 {
            return night;
        }
        let shade = self.ring.map_or(0.0, |ring| ring.shade(normal, self.light));
        let ground = blend(self.soil, self.day, self.pattern(normal));
        blend(night, ground, day * (1.0 - shade))
    }

    /// How bright the surface is, 0 to 1.
    fn pattern(&self, normal: Vec3) -> f32 {
        let seed = self.plan.seed;
        let height = normal.dot(self.plan.axis);
        match self.plan.surface {
            Surface::Banded => {
                let flow = Vec3::new(normal.x, normal.y * 2.5, normal.z) * 3.5;
                let warp = fractal3(flow, 3, seed) * 0.07;
                let wide = noise1((height + warp) * 6.0, seed);
                let fine = noise1((height + warp * 1.6) * 21.0, seed ^ 1);
                0.6 + 0.42 * wide + 0.22 * fine
            }
            Surface::Clouded => {
                let at = Vec3::new(normal.x, normal.y, normal.z) * 1.7 + self.plan.axis * height;
                let swirl = fractal3(at, 3, seed) * 1.9;
                let cloud = fractal3(at * 1.6 + Vec3::new(swirl, -swirl, swirl), 4, seed ^ 2);
                0.15 + 0.85 * smooth(-0.42, 0.45, cloud)
            }
            Surface::Rocky => 0.3 + 0.7 * smooth(-0.3, 0.22, fractal3(normal * 2.1, 4, seed)),
        }
    }

    /// How much more light the surface catches than a smooth sphere.
    fn slope(&self, normal: Vec3) -> f32 {
        if self.plan.surface != Surface::Rocky {
            return 0.0;
        }
        // What rises towards the sun catches less of its light than what falls towards it.
        let height = |at: Vec3| fractal3(at * 4.5, 3, self.plan.seed ^ 4);
        let hills = (height(normal) - height(normal + self.light * 0.05)) * 0.5;
        let craters = self.plan.craters.iter().map(|crater| self.crater(crater, normal));
        hills + craters.sum::<f32>()
    }

    fn crater(&self, crater: &Crater, normal: Vec3) -> f32 {
        let off = normal - crater.middle;
        let share2 = off.length_squared() / (crater.radius * crater.radius);
        if share2 >= 1.7 {
            return 0.0;
        }
        // A bowl slopes away from the sun on the sun's side, its wall the other way.
        let share = share2.sqrt();
        let bowl = smooth(0.1, 0.8, share) * (1.0 - smooth(0.85, 1.05, share));
        let wall = smooth(0.9, 1.1, share) * (1.0 - smooth(1.05, 1.3, share));
        let sunward = off.dot(self.light) / (share * crater.radius).max(1e-4);
        sunward * (wall * 0.22 - bowl * 0.4)
    }
}
