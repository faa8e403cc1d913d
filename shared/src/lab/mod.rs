//! The whole system in one place: room, clients and links under one virtual clock and one seed.

pub mod forensics;
pub mod golden;
pub mod harness;
