//! Bots: from what a client may see to a user command, once a tick.
//!
//! Room bots, lab players and load bots are all [`Pilot`]s. The stages of a tick, one file each:
//! `perception` (what it has noticed on its screen), `focus` (whom to fight, where to search),
//! `aim` (the mouse hand), `trigger` (the fire buttons), `course` (where to fly) and `helm` (which
//! thrust). `temper` holds every constant, including those that vary between pilots; `skill` says
//! how well a pilot of a level plays, `manner` how a pilot of a name does, and `conduct` which of
//! them a room asks for.

mod aim;
pub mod conduct;
mod course;
mod focus;
mod helm;
pub mod manner;
mod mind;
mod perception;
pub mod sights;
pub mod skill;
pub mod surroundings;
mod temper;
mod trigger;

#[cfg(test)]
mod check;

pub use mind::Pilot;
