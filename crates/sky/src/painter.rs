//! Paints a sky row by row: the glow of the sun, the nebulae, far stars, the planet and its moons.

use core::ops::Range;

use libm::expf;
use shared::base::{geometry::Vec2, rng::Rng};

use crate::{
    noise::{fractal2, smooth},
    orb::Orb,
    plan::SkyPlan,
    ring::{Half, Ring},
    tone::{Rgb, Tint, blend},
};

/// Side of a cell of the grid on which the background is computed, in CSS pixels.
const CELL_PX: f32 = 10.0;
/// Far stars per square height of the picture.
const STARS_PER_AREA: f32 = 900.0;
/// Height from which on a picture has all its stars, in CSS pixels.
const FULL_HEIGHT_PX: f32 = 720.0;
const SPACE_TINT: Tint = Tint::new(226.0, 0.19);
/// Contrasts against space.
const DARK_CONTRAST: f32 = 0.95;
const BRIGHT_CONTRAST: f32 = 1.06;
const NEBULA_CONTRAST: f32 = 1.5;
const GLOW_CONTRAST: f32 = 1.4;
const LANE_CONTRAST: f32 = 0.93;
const STAR_CONTRASTS: Range<f32> = 1.35..5.4;

/// The pixels to be painted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Raster {
    pub width: u32,
    pub height: u32,
    /// Pixels per height of the picture: fewer than `height` if there is a margin.
    pub scale: f32,
    /// Pixels per CSS pixel.
    pub ratio: f32,
}

/// Levels of brightness of the far stars.
const STAR_LEVELS: usize = 24;

struct Star {
    x: u32,
    y: u32,
    /// Side, in pixels.
    side: u32,
    colour: Rgb,
}

/// Paints one sky on one raster.
pub struct Painter {
    plan: SkyPlan,
    raster: Raster,
    /// Side of a cell, in pixels.
    cell: u32,
    /// Cells in a row of the grid, and one more.
    columns: usize,
    /// The background at the corners of the cells, row by row, as far as it was needed.
    grid: Vec<Rgb>,
    stars: Vec<Star>,
    row: Vec<Rgb>,
}

impl Painter {
    #[must_use]
    pub fn new(plan: SkyPlan, raster: Raster) -> Self {
        let cell = ((CELL_PX * raster.ratio) as u32).max(2);
        let columns = raster.width.div_ceil(cell) as usize + 1;
        let (grid, stars, row) = (Vec::new(), Vec::new(), Vec::new());
        let mut painter = Self { plan, raster, cell, columns, grid, stars, row };
        painter.stars = painter.scatter_stars();
        painter
    }

    #[must_use]
    pub fn raster(&self) -> Raster {
        self.raster
    }

    /// Paints some rows as RGBA.
    pub fn paint(&mut self, rows: Range<u32>, rgba: &mut Vec<u8>) {
        rgba.clear();
        let mut row = core::mem::take(&mut self.row);
        for y in rows {
            self.paint_background(y, &mut row);
            self.paint_stars(y, &mut row);
            self.paint_bodies(y, &mut row);
            rgba.extend(row.iter().enumerate().flat_map(|(x, colour)| {
                let noise = dither(x as u32, y);
                // A threshold of its own for each channel breaks up bands of equal colour.
                let byte = |n: usize| {
                    (colour[n] + ((noise >> (8 * n)) & 0xFF) as f32 * (1.0 / 256.0)) as u8
                };
                [byte(0), byte(1), byte(2), 255]
            }));
        }
        self.row = row;
    }

    /// A pixel's middle in the picture.
    fn place(&self, x: f32, y: f32) -> Vec2 {
        let middle = Vec2::new(self.raster.width as f32, self.raster.height as f32) / 2.0;
        (Vec2::new(x, y) - middle) / self.raster.scale
    }

    /// The background at a corner of the grid.
    fn background(&self, column: f32, row: f32) -> Rgb {
        let plan = &self.plan;
        let at = self.place(column * self.cell as f32, row * self.cell as f32);
        let bright = smooth(-0.9, 0.9, at.dot(plan.sun));
        let contrast = DARK_CONTRAST + (BRIGHT_CONTRAST - DARK_CONTRAST) * bright;
        let glow = expf(-(at - plan.sun * 1.15).length_squared() * 1.6);
        let colour = blend(SPACE_TINT.at(contrast), plan.sun_tint.at(GLOW_CONTRAST), glow * 0.8);
        let off = self.off_band(at);
        // In the axes of the band: the lattice of the noise is then not that of the picture.
        let at = Vec2::new(at.dot(plan.band) * 0.85, at.dot(plan.band.perp()));
        // Both clouds are torn by the same wind.
        let warp = Vec2::new(
            fractal2(at * 2.3, 3, plan.seed ^ 3),
            fractal2(at * 2.3 + 9.0, 3, plan.seed ^ 3),
        );
        let [first, second] = plan.nebulae.map(|tint| tint.at(NEBULA_CONTRAST));
        let colour = blend(colour, second, self.cloud(at, off - 0.24, warp, 5));
        let colour = blend(colour, first, self.cloud(at, off, warp, 6));
        blend(colour, SPACE_TINT.at(LANE_CONTRAST), self.dust(at + warp * 0.12, off))
    }

    /// Distance from the band of nebulae, which meanders.
    fn off_band(&self, at: Vec2) -> f32 {
        let across = at.dot(self.plan.band.perp()) - self.plan.band_offset;
        across + 0.24 * fractal2(at * 1.3, 2, self.plan.seed ^ 7)
    }

    /// Opacity of a nebula around a line `off` away, 0 to 1.
    fn cloud(&self, at: Vec2, off: f32, warp: Vec2, stream: u32) -> f32 {
        let envelope = expf(-off * off * 9.0);
        if envelope < 0.01 {
            return 0.0;
        }
        let wisps = fractal2(at * 2.4 + warp * 1.5, 6, self.plan.seed ^ stream);
        envelope * smooth(-0.34, 0.55, wisps) * 0.85
    }

    /// Opacity of the dark lanes along the middle of the band.
    fn dust(&self, at: Vec2, off: f32) -> f32 {
        let envelope = expf(-off * off * 40.0);
        let ridge = 1.0 - fractal2(at * 3.1, 5, self.plan.seed ^ 9).abs() * 5.5;
        envelope * smooth(0.0, 1.0, ridge) * 0.6
    }

    /// The far stars, sorted by row; they crowd along the band.
    fn scatter_stars(&self) -> Vec<Star> {
        let Raster { width, height, scale, ratio } = self.raster;
        let area = width as f32 * height as f32 / (scale * scale);
        // On a small picture stars are fewer and smaller.
        let size = (scale / ratio / FULL_HEIGHT_PX).min(1.0);
        let Range { start, end } = STAR_CONTRASTS;
        let [cold, warm] = [Tint::new(226.0, 0.1), Tint::new(334.0, 0.06)].map(|tint| {
            let level = |n: usize| n as f32 / (STAR_LEVELS - 1) as f32;
            core::array::from_fn(|n| tint.at(start + (end - start) * level(n)))
        });
        let colours: [[Rgb; STAR_LEVELS]; 4] = [cold, cold, cold, warm];
        let mut rng = Rng::new(self.plan.seed.into(), 0x57A6);
        let mut stars = Vec::new();
        for _ in 0..(area * STARS_PER_AREA * size.max(0.4)) as u32 {
            let (x, y) = (rng.below(width), rng.below(height));
            let (share, keep) = (rng.unit(), rng.unit());
            let brightness = share * share * share * share;
            let colours = &colours[rng.below(4) as usize];
            let off = self.off_band(self.place(x as f32, y as f32));
            if keep > 0.3 + 0.7 * expf(-off * off * 12.0) {
                continue;
            }
            let side_px = if brightness > 0.85 { 2.0 } else { 1.0 };
            let side = if brightness > 0.1 { (ratio * size * side_px).round() as u32 } else { 1 };
            let colour = colours[(brightness * STAR_LEVELS as f32) as usize];
            stars.push(Star { x, y, side: side.max(1), colour });
        }
        stars.sort_by_key(|star| star.y);
        stars
    }

    fn paint_background(&mut self, y: u32, row: &mut Vec<Rgb>) {
        row.clear();
        while self.grid.len() < (y / self.cell + 2) as usize * self.columns {
            let n = self.grid.len();
            let corner = self.background((n % self.columns) as f32, (n / self.columns) as f32);
            self.grid.push(corner);
        }
        let (above, down) = ((y / self.cell) as usize, (y % self.cell) as f32 / self.cell as f32);
        let line = |row: usize| &self.grid[row * self.columns..][..self.columns];
        let (upper, lower) = (line(above), line(above + 1));
        let corner = |n: usize| blend(upper[n], lower[n], down);
        let mut left = corner(0);
        for n in 1..self.columns {
            let right = corner(n);
            let step: Rgb = core::array::from_fn(|c| (right[c] - left[c]) / self.cell as f32);
            for _ in 0..self.cell {
                row.push(left);
                left = core::array::from_fn(|c| left[c] + step[c]);
            }
            left = right;
        }
        row.truncate(self.raster.width as usize);
    }

    fn paint_stars(&self, y: u32, row: &mut [Rgb]) {
        let side_max = ((self.raster.ratio * 2.0).round() as u32).max(1);
        let first = self.stars.partition_point(|star| star.y + side_max <= y);
        for star in self.stars[first..].iter().take_while(|star| star.y <= y) {
            if y < star.y + star.side {
                let end = (star.x + star.side).min(self.raster.width);
                row[star.x as usize..end as usize].fill(star.colour);
            }
        }
    }

    fn paint_bodies(&self, y: u32, row: &mut [Rgb]) {
        let plan = &self.plan;
        let dot = 1.0 / self.raster.scale;
        let lengths = (dot * self.raster.ratio, dot);
        let ring = plan.ring.as_ref();
        let planet = Orb::new(&plan.planet, ring, plan.light, lengths);
        let ring = ring.map(|ring| Ring::new(ring, plan.planet.disc, plan.light));
        let paint_ring = |half, row: &mut [Rgb]| {
            if let Some(ring) = &ring {
                let paint = |at, behind| ring.paint(half, at, behind);
                self.cover(y, planet.centre(), ring.reach(), row, paint);
            }
        };
        paint_ring(Half::Back, row);
        self.cover(y, planet.centre(), planet.reach(), row, |at, behind| planet.paint(at, behind));
        paint_ring(Half::Front, row);
        for moon in &plan.moons {
            let moon = Orb::new(moon, None, plan.light, lengths);
            self.cover(y, moon.centre(), moon.reach(), row, |at, behind| moon.paint(at, behind));
        }
    }

    /// Paints over the part of a row within a circle.
    fn cover(
        &self,
        y: u32,
        centre: Vec2,
        radius: f32,
        row: &mut [Rgb],
        paint: impl Fn(Vec2, Rgb) -> Rgb,
    ) {
        let left = self.place(0.5, y as f32 + 0.5);
        let across = radius * radius - (left.y - centre.y) * (left.y - centre.y);
        if across <= 0.0 {
            return;
        }
        let half = across.sqrt();
        let pixel = |x: f32| ((x - left.x) * self.raster.scale).clamp(0.0, row.len() as f32);
        let (first, end) = (pixel(centre.x - half) as usize, pixel(centre.x + half) as usize);
        for (n, colour) in row[first..end].iter_mut().enumerate() {
            let at = Vec2::new(left.x + (first + n) as f32 / self.raster.scale, left.y);
            *colour = paint(at, *colour);
        }
    }
}

/// Noise without a pattern.
fn dither(x: u32, y: u32) -> u32 {
    let h = (x.wrapping_mul(0x9E37_79B1) ^ y.wrapping_mul(0x85EB_CA77)).wrapping_mul(0x2C1B_3C6D);
    (h ^ (h >> 15)).wrapping_mul(0x297A_2D39) >> 5
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tone::{AREA_CONTRAST_MAX, RIM_CONTRAST_MAX, STAR_CONTRAST_MAX, contrast};

    fn paint(name: &str, raster: Raster) -> Vec<u8> {
        let mut painter = Painter::new(SkyPlan::of(name), raster);
        let (mut sky, mut slice) = (Vec::new(), Vec::new());
        for from in (0..raster.height).step_by(50) {
            painter.paint(from..(from + 50).min(raster.height), &mut slice);
            sky.extend_from_slice(&slice);
        }
        sky
    }

    /// Whether some square of pixels is wholly above a contrast.
    fn has_square(contrasts: &[f32], width: usize, side: usize, above: f32) -> bool {
        let height = contrasts.len() / width;
        let is_above = |x: usize, y: usize| contrasts[y * width + x] > above;
        let square =
            |x: usize, y: usize| (y..y + side).all(|y| (x..x + side).all(|x| is_above(x, y)));
        (0..=height - side).any(|y| (0..=width - side).any(|x| is_above(x, y) && square(x, y)))
    }

    #[test]
    fn every_sky_stays_behind_the_ships() {
        let large = Raster { width: 1320, height: 760, scale: 720.0, ratio: 1.0 };
        let small = Raster { width: 165, height: 95, scale: 90.0, ratio: 0.25 };
        let large = ["lobby", "kepler", "duel"].map(|name| (name.to_string(), large));
        let small = (0..200).map(|n| (format!("room {n}"), small));
        for (name, raster) in large.into_iter().chain(small) {
            let sky = paint(&name, raster);
            assert_eq!(sky.len() as u32, raster.width * raster.height * 4);
            let contrasts: Vec<f32> = sky.chunks(4).map(|p| contrast([p[0], p[1], p[2]])).collect();
            let highest = contrasts.iter().copied().fold(0.0, f32::max);
            assert!(highest <= STAR_CONTRAST_MAX, "{name}: a star of {highest} : 1");
            let width = raster.width as usize;
            // A rim up to 3 px wide holds no square of 4 px, a star of 2 px none of 3.
            assert!(!has_square(&contrasts, width, 4, AREA_CONTRAST_MAX), "{name}: an area");
            assert!(!has_square(&contrasts, width, 3, RIM_CONTRAST_MAX), "{name}: a rim");
        }
    }

    #[test]
    fn slices_join_without_a_seam() {
        let raster = Raster { width: 160, height: 90, scale: 90.0, ratio: 0.25 };
        let mut whole = Vec::new();
        Painter::new(SkyPlan::of("lobby"), raster).paint(0..90, &mut whole);
        assert!(whole == paint("lobby", raster));
    }
}
