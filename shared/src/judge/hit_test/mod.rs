//! The hit test of a shot: asks where bolt and targets are, stretch by stretch, and applies the
//! rule's policies on who decides and when it is final. Advanced once a tick; returns decisions.
//!
//! A bolt and its targets are swept against each other between two moments, so neither can tunnel
//! through the other. Of several ships met, a bolt hits the one with the smallest age, a beam the
//! nearest one. Ties go to the first ship that the broad phase gives, which has the lowest id. A
//! hit test queries the past and changes only its own state.

mod decide;
pub mod state;
mod sweep;
