//! Value noise in one, two and three dimensions, from -1 to 1: cheap, and the same everywhere.

use glam::Vec3;
use shared::base::geometry::Vec2;

/// Rotates the plane between octaves, which hides the lattice.
const TURN: (f32, f32) = (0.8, 0.6);

/// A hash of a lattice point, from -1 to 1 (the constants are those of xxHash32).
fn lattice(x: i32, y: i32, z: i32, seed: u32) -> f32 {
    let mut h = seed
        ^ (x as u32).wrapping_mul(0x9E37_79B1)
        ^ (y as u32).wrapping_mul(0x85EB_CA77)
        ^ (z as u32).wrapping_mul(0xC2B2_AE3D);
    h = (h ^ (h >> 15)).wrapping_mul(0x2C1B_3C6D);
    h = (h ^ (h >> 12)).wrapping_mul(0x297A_2D39);
    (h >> 8) as f32 * (2.0 / 16_777_216.0) - 1.0
}

/// The lattice point below and the eased fraction beyond it.
fn split(x: f32) -> (i32, f32) {
    let floor = x.floor();
    let f = x - floor;
    (floor as i32, f * f * (3.0 - 2.0 * f))
}

fn mix(a: f32, b: f32, share: f32) -> f32 {
    a + (b - a) * share
}

pub(crate) fn noise1(x: f32, seed: u32) -> f32 {
    let (i, f) = split(x);
    mix(lattice(i, 0, 0, seed), lattice(i + 1, 0, 0, seed), f)
}

pub(crate) fn noise2(p: Vec2, seed: u32) -> f32 {
    let ((x, fx), (y, fy)) = (split(p.x), split(p.y));
    let row = |y| mix(lattice(x, y, 0, seed), lattice(x + 1, y, 0, seed), fx);
    mix(row(y), row(y + 1), fy)
}

pub(crate) fn noise3(p: Vec3, seed: u32) -> f32 {
    let ((x, fx), (y, fy), (z, fz)) = (split(p.x), split(p.y), split(p.z));
    let row = |y, z| mix(lattice(x, y, z, seed), lattice(x + 1, y, z, seed), fx);
    let plane = |z| mix(row(y, z), row(y + 1, z), fy);
    mix(plane(z), plane(z + 1), fz)
}

/// Octaves of noise, each twice as fine and half as strong.
pub(crate) fn fractal2(mut p: Vec2, octaves: u32, seed: u32) -> f32 {
    let (mut sum, mut strength) = (0.0, 0.5);
    for octave in 0..octaves {
        sum += noise2(p, seed.wrapping_add(octave)) * strength;
        strength *= 0.5;
        p = Vec2::new(p.x * TURN.0 - p.y * TURN.1, p.x * TURN.1 + p.y * TURN.0) * 2.03;
    }
    sum
}

/// As [`fractal2`], in space.
pub(crate) fn fractal3(mut p: Vec3, octaves: u32, seed: u32) -> f32 {
    let (mut sum, mut strength) = (0.0, 0.5);
    for octave in 0..octaves {
        sum += noise3(p, seed.wrapping_add(octave)) * strength;
        strength *= 0.5;
        p = Vec3::new(p.x * TURN.0 - p.y * TURN.1, p.x * TURN.1 + p.y * TURN.0, p.z + 0.37) * 2.03;
    }
    sum
}

/// 0 below `from`, 1 above `to`, and smooth between.
pub(crate) fn smooth(from: f32, to: f32, x: f32) -> f32 {
    let t = ((x - from) / (to - from)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_is_continuous_and_stays_in_range() {
        let mut last = noise2(Vec2::ZERO, 7);
        for n in 1..4000 {
            let at = Vec2::new(n as f32 * 0.01, n as f32 * 0.003);
            let now = noise2(at, 7);
            assert!((now - last).abs() < 0.06 && now.abs() <= 1.0, "{now} after {last}");
            last = now;
            assert!(fractal3(at.extend(0.5), 5, 7).abs() <= 1.0);
            assert!(fractal2(at, 5, 7).abs() <= 1.0);
        }
        assert_ne!(noise1(0.5, 1), noise1(0.5, 2));
    }
}
