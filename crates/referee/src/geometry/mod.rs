//! Points, bodies, and when a moving body meets a ray.
pub mod contact;
pub mod point;
pub mod shape;
