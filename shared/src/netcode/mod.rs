//! The netcode as values: every setting with its range and its owner, the choices, and the presets
//! that name published schemes.

pub mod choices;
pub mod laboratory;
pub mod laboratory_preset;
pub mod preset;
pub mod rates;
pub mod setting;
pub mod values;
mod written;
