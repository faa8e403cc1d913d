//! The hit test of a shot: the two questions asked stretch by stretch as time goes on, and the two
//! policies, who decides and when it is final. Advanced once a tick; gives what is decided.
//!
//! A bolt and its targets are swept against each other between two moments, so neither can slip
//! through the other. Of several ships met, a bolt hits the one of the smallest age, a beam the
//! nearest one; of equals, the one that the broad phase gives first, which is the lowest id. A hit
//! test asks the past and changes nothing but itself.

mod decide;
pub mod state;
mod sweep;
