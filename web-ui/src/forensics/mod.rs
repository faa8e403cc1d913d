//! Looking into one shot: the sheet, its picture, its words, and what can be asked of it.

pub mod controller;
pub mod keys;
pub mod pick;
pub mod picture;
pub mod sheet;
pub mod shot_act;
pub mod words;
