//! The forensics of one shot: the sheet, its picture and its commands. Its texts come from the
//! crate `words`.

pub mod controller;
pub mod keys;
pub mod pick;
pub mod picture;
pub mod sheet;
pub mod shot_act;
pub mod times;
