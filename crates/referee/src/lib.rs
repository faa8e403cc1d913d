//! How a match server rewinds, from two tables of one of its matches.
//!
//! The data flows one way: [`tables`] reads rows, [`past`] holds the last second of poses,
//! [`profile`] finds the rewinds at which a shot hits whom, [`collect`] keeps them as
//! [`kept_shot`]s, [`search`] fits and tests rules over them, [`explanation`] is the answer and
//! [`text`] its words. [`examination`], [`shape_fit`] and [`comparison`] read the tables again for
//! questions of their own; [`made`] makes matches whose rule is known.
#![forbid(unsafe_code)]
pub mod collect;
pub mod comparison;
pub mod examination;
pub mod explanation;
pub mod geometry;
pub mod kept_shot;
pub mod made;
pub mod past;
pub mod profile;
pub mod rule;
pub mod search;
pub mod shape_fit;
pub mod tables;
pub mod text;
pub mod verdicts;
