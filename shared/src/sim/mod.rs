//! The game simulation: commands, ships, bolts, the arena and the world step. It never decides a
//! hit.

pub mod arena;
pub mod asteroids;
pub mod bolt;
pub mod collision;
pub mod command;
mod damage;
pub mod event;
mod flights;
pub mod journal;
pub mod movement;
pub mod record;
pub mod replay;
pub mod rules;
pub mod ship;
pub mod side;
pub mod state;
pub mod tick_record;
pub mod world;
