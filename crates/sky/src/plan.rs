//! What the sky of a room holds, chosen by a hash of the room's name.

use glam::Vec3;
use shared::base::{geometry::Vec2, rng::Rng};

use crate::{
    orb::{OrbPlan, Surface},
    ring::RingPlan,
    tone::Tint,
};

/// Half of the picture, whose aspect ratio is 16 : 9.
const HALF: Vec2 = Vec2::new(8.0 / 9.0, 0.5);
/// Maximum distance of the middle of the lit limb from the picture's middle, as fractions of
/// [`HALF`].
const LIMB_WITHIN: f32 = 0.62;
/// Minimum distance of a moon from the picture's edge.
const MOON_INSET: f32 = 0.13;

/// Places considered for a planet.
const PLACES_MAX: usize = 12;
/// Distances from its planet at which there may be a moon.
const MOON_PLACES: u32 = 24;

/// Pairs of nebula hues, in degrees. All keep clear of the instrument's hues (sky blue, orange,
/// vermilion, violet, yellow, green), and so do the hues of planets.
const NEBULAE_DEG: [[f32; 2]; 8] = [
    [228.0, 305.0],
    [228.0, 334.0],
    [188.0, 285.0],
    [334.0, 305.0],
    [285.0, 334.0],
    [325.0, 188.0],
    [228.0, 188.0],
    [305.0, 228.0],
];
const PLANETS_DEG: [f32; 6] = [228.0, 188.0, 285.0, 325.0, 330.0, 305.0];

/// A circle of the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Disc {
    pub centre: Vec2,
    pub radius: f32,
}

/// What a sky holds.
#[derive(Clone, Debug, PartialEq)]
pub struct SkyPlan {
    pub(crate) seed: u32,
    /// The unit vector towards the sun, in the plane of the picture.
    pub sun: Vec2,
    /// The same in space; z points to the viewer.
    pub(crate) light: Vec3,
    pub(crate) nebulae: [Tint; 2],
    pub(crate) sun_tint: Tint,
    pub(crate) planet: OrbPlan,
    pub(crate) ring: Option<RingPlan>,
    /// One or two, each 60° ahead of the planet or behind it on its orbit.
    pub(crate) moons: Vec<OrbPlan>,
    /// The unit vector along the band of nebulae.
    pub(crate) band: Vec2,
    /// Distance of the band from the picture's middle.
    pub(crate) band_offset: f32,
}

impl SkyPlan {
    /// The sky of a room.
    #[must_use]
    pub fn of(room: &str) -> Self {
        let hash = fnv1a(room.trim().to_lowercase().bytes());
        let mut rng = Rng::new(hash, 0x5C7);
        let sun = direction(rng.unit());
        // From a little more than half of the disc lit to a crescent.
        let phase = Vec2::from_angle(rng.range(1.25, 1.95));
        let light = (sun * phase.y).extend(phase.x);
        let pair = NEBULAE_DEG[rng.below(NEBULAE_DEG.len() as u32) as usize];
        let nebulae = pair.map(|hue_deg| tint(hue_deg, 1.0));
        let hue_deg = PLANETS_DEG[rng.below(PLANETS_DEG.len() as u32) as usize];
        let radius = rng.range(0.36, 0.6);
        let surface = match rng.below(5) {
            0 | 1 => Surface::Banded,
            2 => Surface::Clouded,
            _ => Surface::Rocky,
        };
        let (disc, moons) = place_bodies(&mut rng, sun, radius);
        let planet = OrbPlan::new(&mut rng, disc, surface, hue_deg);
        let ringed = match surface {
            Surface::Banded => rng.below(5) < 3,
            Surface::Clouded | Surface::Rocky => rng.below(5) == 0,
        };
        let ring = ringed.then(|| RingPlan::new(&mut rng, hue_deg));
        let band_turn = rng.unit();
        Self {
            seed: rng.next_u32(),
            sun,
            light,
            nebulae,
            sun_tint: tint(pair[rng.below(2) as usize], 0.6),
            planet,
            ring,
            moons,
            band: direction(band_turn),
            band_offset: rng.range(-0.22, 0.22),
        }
    }

    /// The tint of what its sun lights.
    #[must_use]
    pub fn sunlight(&self) -> Tint {
        self.sun_tint
    }

    /// The planet, behind which there are no stars.
    #[must_use]
    pub fn planet(&self) -> Disc {
        self.planet.disc
    }
}

/// The planet, and moons in the picture, if there are such places.
fn place_bodies(rng: &mut Rng, sun: Vec2, radius: f32) -> (Disc, Vec<OrbPlan>) {
    let n_moons = 1 + rng.below(2) as usize;
    let mut bodies = (Disc { centre: place_planet(rng, sun, radius), radius }, Vec::new());
    for _ in 0..PLACES_MAX {
        bodies.1 = place_moons(rng, sun, bodies.0, n_moons);
        if !bodies.1.is_empty() {
            break;
        }
        bodies.0.centre = place_planet(rng, sun, radius);
    }
    bodies
}

/// The planet lies on the side away from the sun, cut by the picture's edge, so that its lit limb
/// crosses the picture.
fn place_planet(rng: &mut Rng, sun: Vec2, radius: f32) -> Vec2 {
    let away = -sun;
    let to_edge = (HALF / away.abs().max(Vec2::splat(1e-3))).min_element();
    let along = away * (to_edge + radius * rng.range(-0.1, 0.35));
    let centre = along + away.perp() * rng.range(-0.4, 0.4);
    // The limb's lit middle stays well inside the picture.
    let limb = centre + sun * radius;
    let kept = limb.clamp(-HALF * LIMB_WITHIN, HALF * LIMB_WITHIN);
    centre + (kept - limb)
}

/// Seen from a planet, its fourth and fifth Lagrange points are 60° to either side of the sun.
fn place_moons(rng: &mut Rng, sun: Vec2, planet: Disc, n: usize) -> Vec<OrbPlan> {
    let sides = if rng.below(2) == 0 { [1.0, -1.0] } else { [-1.0, 1.0] };
    let inside = |at: Vec2| (at.abs() + MOON_INSET).cmple(HALF).all();
    let mut moons = Vec::new();
    for side in sides {
        let towards = Vec2::from_angle(side * core::f32::consts::FRAC_PI_3).rotate(sun);
        let (first, radius) = (rng.below(MOON_PLACES), rng.range(0.022, 0.052));
        let distances = (0..MOON_PLACES).map(|n| 1.25 + 0.06 * ((first + n) % MOON_PLACES) as f32);
        let mut places = distances.map(|radii| planet.centre + towards * (planet.radius * radii));
        let place = places.find(|at| inside(*at));
        if let Some(centre) = place.filter(|_| moons.len() < n) {
            let hue_deg = PLANETS_DEG[rng.below(2) as usize];
            moons.push(OrbPlan::new(rng, Disc { centre, radius }, Surface::Rocky, hue_deg));
        }
    }
    moons
}

/// The tint of a hue, as pure as others of this strength: blue holds little of the luminance of
/// white and cyan most of it.
pub(crate) fn tint(hue_deg: f32, strength: f32) -> Tint {
    let chroma = match hue_deg {
        170.0..200.0 => 0.7,
        200.0..260.0 => 0.3,
        _ => 0.44,
    };
    Tint::new(hue_deg, chroma * strength)
}

fn direction(share: f32) -> Vec2 {
    Vec2::from_angle(share * core::f32::consts::TAU)
}

/// FNV-1a (Fowler, Noll, Vo).
fn fnv1a(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Hues of the instrument's colours, in degrees: sky blue, orange, vermilion, violet, yellow,
    /// green.
    const INSTRUMENT_DEG: [f32; 6] = [202.0, 41.0, 26.0, 253.0, 56.0, 164.0];

    fn names() -> impl Iterator<Item = String> {
        let rooms = (0..200).map(|n| format!("room {n}"));
        rooms.chain(["lobby", "lab", "", "ラグランジュ"].map(String::from))
    }

    #[test]
    fn a_name_has_one_sky_and_names_have_many() {
        let mut kinds = BTreeSet::new();
        for name in names() {
            let plan = SkyPlan::of(&name);
            assert_eq!(plan, SkyPlan::of(&name), "{name}");
            assert_eq!(plan, SkyPlan::of(&format!(" {} ", name.to_uppercase())), "{name}");
            let sun = (plan.sun.to_angle() * 4.0) as i32;
            let hues = plan.nebulae.map(|tint| tint.hue_deg as i32);
            let surface = plan.planet.surface as u8;
            kinds.insert((sun, hues, surface, plan.ring.is_some(), plan.moons.len()));
        }
        assert!(kinds.len() > 150, "{} kinds of sky", kinds.len());
    }

    #[test]
    fn every_hue_keeps_clear_of_the_instrument() {
        let hues = NEBULAE_DEG.as_flattened().iter().chain(&PLANETS_DEG);
        for hue in hues {
            for taken in INSTRUMENT_DEG {
                let apart = (hue - taken + 180.0).rem_euclid(360.0) - 180.0;
                assert!(apart.abs() > 12.0, "{hue}° is {apart}° from {taken}°");
            }
        }
    }

    #[test]
    fn the_planet_is_cut_by_the_edge_and_shows_its_lit_limb() {
        for name in names() {
            let plan = SkyPlan::of(&name);
            let Disc { centre, radius } = plan.planet();
            assert!((plan.sun.length() - 1.0).abs() < 1e-5);
            let limb = centre + plan.sun * radius;
            assert!(limb.abs().cmplt(HALF * 0.9).all(), "{name}: limb at {limb}");
            let is_cut = (centre.abs() + radius).cmpgt(HALF).any();
            assert!(is_cut && centre.length() > 0.2, "{name}: {centre}, {radius}");
        }
    }

    #[test]
    fn moons_are_60_degrees_from_the_sun_and_whole() {
        let (mut some, mut all) = (0, 0);
        for name in names() {
            let plan = SkyPlan::of(&name);
            all += 1;
            some += usize::from(!plan.moons.is_empty());
            for moon in &plan.moons {
                let Disc { centre, radius } = moon.disc;
                let towards = (centre - plan.planet().centre).normalize();
                assert!((towards.dot(plan.sun) - 0.5).abs() < 1e-3, "{name}");
                assert!((centre.abs() + radius).cmplt(HALF).all(), "{name}: {centre}");
                assert!(centre.distance(plan.planet().centre) > plan.planet().radius + radius);
            }
        }
        assert!(some * 10 > all * 9, "{some} of {all} skies have a moon");
    }
}
