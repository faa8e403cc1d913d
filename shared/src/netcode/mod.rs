//! The netcode as data: settings with ranges and owners, enum choices, and presets that reproduce
//! published schemes.

pub mod choices;
pub mod laboratory;
pub mod laboratory_preset;
pub mod preset;
pub mod rates;
pub mod setting;
pub mod values;
mod written;
