//! What is told of a shot: how it was judged, what its shooter saw, where everybody truly was, and
//! what the other schemes would have said.

pub mod closest_approach;
pub mod counterfactual;
pub mod shot_record;
pub mod shot_report;
pub mod track;
