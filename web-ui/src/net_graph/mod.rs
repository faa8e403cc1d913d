//! The net graph: its panel, the bars on its canvas, and its words.

pub mod bars;
pub mod panel;
pub mod rows;
