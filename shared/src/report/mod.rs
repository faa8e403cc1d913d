//! Shot records and reports: how a shot was judged, what its shooter saw, where the ships truly
//! were, and the verdicts of the other schemes.

pub mod closest_approach;
pub mod counterfactual;
pub mod shot_record;
pub mod shot_report;
pub mod track;
