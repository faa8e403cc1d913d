//! The body of a player, as the game tests it.

use super::point::Point;

/// A body around a pose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    pub shape: Shape,
    /// From the pose to the centre of the body.
    pub at: Point,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    Sphere {
        radius: f64,
    },
    /// A sphere swept along the axis that points up, half of `core` either way.
    Capsule {
        radius: f64,
        /// Half of the distance between the centres of the two caps, along `up`.
        core: Point,
    },
    /// A box along the axes of the game.
    Box {
        half: Point,
    },
}

impl Shape {
    /// Whether it has one size in all directions.
    pub fn is_round(&self) -> bool {
        matches!(self, Self::Sphere { .. })
    }

    /// The radius of the smallest sphere that holds the body.
    pub fn bounding_radius(&self) -> f64 {
        match *self {
            Self::Sphere { radius } => radius,
            Self::Capsule { radius, core } => radius + core.length(),
            Self::Box { half } => half.length(),
        }
    }

    /// The same family of shape, wider and taller by these factors.
    pub fn scaled(&self, width: f64, height: f64, up: Point) -> Self {
        match *self {
            Self::Sphere { radius } => Self::Sphere { radius: radius * width },
            Self::Capsule { radius, core } => {
                let wider = radius * width;
                // The whole height is that of the core and of both caps.
                let tall = (core.length() + radius) * height;
                let core = (tall - wider).max(0.0);
                Self::Capsule { radius: wider, core: up * core }
            }
            Self::Box { half } => {
                let along = |axis: usize| if up[axis] == 0.0 { width } else { height };
                let half = [0, 1, 2].map(|axis| half[axis] * along(axis));
                Self::Box { half: Point(half) }
            }
        }
    }
}
