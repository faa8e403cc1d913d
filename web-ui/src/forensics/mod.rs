//! Looking into one shot: the sheet, its picture, and what can be asked of it. What it says comes
//! from the crate `words`.

pub mod controller;
pub mod keys;
pub mod pick;
pub mod picture;
pub mod sheet;
pub mod shot_act;
pub mod times;
