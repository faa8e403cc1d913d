//! Who flies without hands: from what a client may see to a user command, once a tick.
//!
//! Room bots, lab players and load bots are all [`Pilot`]s. The stages of a tick, one file each:
//! `perception` (what became conscious of the screen), `focus` (whom to fight, where to search),
//! `aim` (the hand), `trigger` (the finger), `course` (where to fly) and `helm` (which thrust).
//! `temper` holds every number, and the ones in which pilots differ.

mod aim;
mod course;
mod focus;
mod helm;
mod mind;
mod perception;
pub mod sights;
pub mod surroundings;
mod temper;
mod trigger;

#[cfg(test)]
mod check;

pub use mind::Pilot;
