//! The asteroids of an arena with a uniform grid for broad-phase queries, built once per arena and
//! queried for every ship move and every shot.
//!
//! The grid only culls rocks that cannot matter. Callers run the exact test on the candidates, in
//! list order, and get the same result as testing every rock.

use alloc::{sync::Arc, vec::Vec};
use core::ops::Deref;

use serde::{Deserialize, Serialize, Serializer};

use crate::base::{
    geometry::{Area, Vec2},
    limits::{ARENA_SIDE_MAX_U, ASTEROIDS_MAX},
};

/// Cell side, in u: a few ships, and less than one or two rocks.
const CELL_U: f32 = 512.0;
/// Most cells along a side. Coordinates past the last cell are clamped into it.
const CELLS_MAX: usize = ARENA_SIDE_MAX_U as usize / CELL_U as usize + 1;
/// Padding on a rock's radius, in u: more than rounding can lose.
const ROUNDING_U: f32 = 1.0;
const WORDS: usize = ASTEROIDS_MAX / u64::BITS as usize;

const _: () = assert!(ASTEROIDS_MAX.is_multiple_of(u64::BITS as usize));

/// A round rock, in whole u so that it is sent exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Asteroid {
    /// Centre, in u from the left wall.
    pub x_u: u16,
    /// Centre, in u from the top wall.
    pub y_u: u16,
    /// In u.
    pub radius_u: u16,
}

impl Asteroid {
    #[must_use]
    pub fn centre(&self) -> Vec2 {
        Vec2::new(self.x_u.into(), self.y_u.into())
    }

    /// In u.
    #[must_use]
    pub fn radius(&self) -> f32 {
        self.radius_u.into()
    }
}

/// Up to [`ASTEROIDS_MAX`] rocks, in the order in which ships are tested against them. Clones share
/// the data.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "Vec<Asteroid>")]
pub struct Asteroids(Arc<Grid>);

/// More than [`ASTEROIDS_MAX`] rocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{given} asteroids exceed the limit of {max}", max = ASTEROIDS_MAX)]
pub struct TooManyAsteroids {
    pub given: usize,
}

#[derive(Debug)]
struct Grid {
    rocks: Vec<Asteroid>,
    columns: usize,
    rows: usize,
    /// Row-major; which rocks overlap each cell.
    cells: Vec<AsteroidSet>,
}

/// A bit set of rocks: rock `n` is bit `n % 64` of word `n / 64`.
type AsteroidSet = [u64; WORDS];

impl Asteroids {
    /// Candidate rocks for an area, with their indices, in list order: every rock that overlaps the
    /// area, and some that do not.
    #[must_use]
    pub fn near(&self, area: Area) -> AsteroidsNear<'_> {
        let grid = &*self.0;
        let mut set = [0; WORDS];
        for row in cell(area.low.y, grid.rows)..=cell(area.high.y, grid.rows) {
            let (from, to) = (cell(area.low.x, grid.columns), cell(area.high.x, grid.columns));
            for here in &grid.cells[row * grid.columns + from..=row * grid.columns + to] {
                for (word, more) in set.iter_mut().zip(here) {
                    *word |= more;
                }
            }
        }
        AsteroidsNear { rocks: &grid.rocks, set }
    }

    /// Builds a grid that covers its rocks, whose number has been checked.
    fn over(rocks: Vec<Asteroid>) -> Self {
        let n_cells = |farthest: f32| cell(farthest, CELLS_MAX) + 1;
        let farthest = rocks.iter().map(|rock| rock.centre() + reach(rock));
        let farthest = farthest.fold(Vec2::ZERO, Vec2::max);
        Self::in_cells(rocks, n_cells(farthest.x), n_cells(farthest.y))
    }

    /// A grid that culls nothing, as the reference for tests.
    #[cfg(test)]
    pub(super) fn in_one_cell(rocks: &[Asteroid]) -> Self {
        Self::in_cells(rocks.to_vec(), 1, 1)
    }

    fn in_cells(rocks: Vec<Asteroid>, columns: usize, rows: usize) -> Self {
        let mut cells = alloc::vec![[0; WORDS]; columns * rows];
        for (n, rock) in rocks.iter().enumerate() {
            let (low, high) = (rock.centre() - reach(rock), rock.centre() + reach(rock));
            for row in cell(low.y, rows)..=cell(high.y, rows) {
                for column in cell(low.x, columns)..=cell(high.x, columns) {
                    cells[row * columns + column][n / 64] |= 1 << (n % 64);
                }
            }
        }
        Self(Arc::new(Grid { rocks, columns, rows, cells }))
    }
}

/// Half the side of a rock's padded bounding box, along each axis.
fn reach(rock: &Asteroid) -> Vec2 {
    Vec2::splat(rock.radius() + ROUNDING_U)
}

/// The cell index of a coordinate in u.
fn cell(at_u: f32, n_cells: usize) -> usize {
    // Negative coordinates saturate to 0.
    ((at_u / CELL_U) as usize).min(n_cells - 1)
}

impl Default for Asteroids {
    fn default() -> Self {
        Self::over(Vec::new())
    }
}

impl<const N: usize> From<[Asteroid; N]> for Asteroids {
    fn from(rocks: [Asteroid; N]) -> Self {
        const { assert!(N <= ASTEROIDS_MAX) };
        Self::over(rocks.into())
    }
}

impl TryFrom<Vec<Asteroid>> for Asteroids {
    type Error = TooManyAsteroids;

    fn try_from(rocks: Vec<Asteroid>) -> Result<Self, TooManyAsteroids> {
        let given = rocks.len();
        if given > ASTEROIDS_MAX {
            return Err(TooManyAsteroids { given });
        }
        Ok(Self::over(rocks))
    }
}

impl Deref for Asteroids {
    type Target = [Asteroid];

    fn deref(&self) -> &[Asteroid] {
        &self.0.rocks
    }
}

impl PartialEq for Asteroids {
    fn eq(&self, other: &Self) -> bool {
        self.0.rocks == other.0.rocks
    }
}

impl Eq for Asteroids {}

impl Serialize for Asteroids {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.rocks.serialize(serializer)
    }
}

/// Candidate asteroids for an area, with their indices.
#[derive(Clone, Debug)]
pub struct AsteroidsNear<'a> {
    rocks: &'a [Asteroid],
    set: AsteroidSet,
}

impl AsteroidsNear<'_> {
    /// Skips those up to and including an index.
    #[must_use]
    pub fn after(mut self, place: usize) -> Self {
        self.set[..place / 64].fill(0);
        if let Some(word) = self.set.get_mut(place / 64) {
            // All bits up to and including this one.
            *word &= !(u64::MAX >> (63 - place % 64));
        }
        self
    }
}

impl<'a> Iterator for AsteroidsNear<'a> {
    type Item = (usize, &'a Asteroid);

    fn next(&mut self) -> Option<Self::Item> {
        let n = self.set.iter().position(|word| *word != 0)?;
        let word = &mut self.set[n];
        let bit = word.trailing_zeros() as usize;
        *word &= *word - 1;
        let place = 64 * n + bit;
        Some((place, &self.rocks[place]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Rng;

    /// Random asteroids over a square, some large, some outside the largest arena.
    fn strewn(rng: &mut Rng, n: usize, side: u32) -> Vec<Asteroid> {
        let coordinate = |rng: &mut Rng| rng.below(side) as u16;
        let rock = |_| Asteroid {
            x_u: coordinate(rng),
            y_u: coordinate(rng),
            radius_u: rng.below(900) as u16,
        };
        (0..n).map(rock).collect()
    }

    #[test]
    fn the_grid_finds_whatever_reaches_into_an_area() {
        let mut rng = Rng::new(11, 0);
        for (n, side) in [(0, 1), (1, 400), (12, 3200), (200, 12_800), (256, 65_536)] {
            let rocks = Asteroids::try_from(strewn(&mut rng, n, side)).unwrap();
            let mut n_left_out = 0;
            for _ in 0..2000 {
                let from = -500.0..side as f32 + 500.0;
                let mut place = || rng.range(from.start, from.end);
                let (a, b) = (Vec2::new(place(), place()), Vec2::new(place(), place()));
                let b = a + (b - a) * 0.05;
                let area = Area { low: a.min(b), high: a.max(b) };
                let found: Vec<usize> = rocks.near(area).map(|(n, _)| n).collect();
                assert!(found.is_sorted());
                for (n, rock) in rocks.iter().enumerate() {
                    let nearest = rock.centre().clamp(area.low, area.high);
                    let reaches = (rock.centre() - nearest).length() <= rock.radius();
                    assert!(!reaches || found.contains(&n), "{rock:?} reaches into {area:?}");
                }
                n_left_out += n - found.len();
            }
            assert!(n < 12 || n_left_out > 1000 * n, "most of {n} are left out: {n_left_out}");
        }
    }

    #[test]
    fn iteration_from_an_index_continues_the_list() {
        let rocks = Asteroids::try_from(alloc::vec![Asteroid { x_u: 9, y_u: 9, radius_u: 9 }; 130]);
        let rocks = rocks.unwrap();
        let all = Area { low: Vec2::ZERO, high: Vec2::splat(20.0) };
        for place in [0, 1, 62, 63, 64, 100, 127, 128, 129] {
            let left: Vec<usize> = rocks.near(all).after(place).map(|(n, _)| n).collect();
            assert_eq!(left, (place + 1..130).collect::<Vec<usize>>(), "after {place}");
        }
    }

    #[test]
    fn more_rocks_than_there_may_be_are_refused() {
        let given = ASTEROIDS_MAX + 1;
        let rocks = alloc::vec![Asteroid { x_u: 9, y_u: 9, radius_u: 9 }; given];
        assert_eq!(Asteroids::try_from(rocks), Err(TooManyAsteroids { given }));
    }
}
