//! The net graph: its panel, bars and texts.

pub mod bars;
pub mod panel;
pub mod rows;
