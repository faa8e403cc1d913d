//! The lesson “See the lag”, held in the running match: what the player is to see and do, from what
//! the client knows. Pure: the page applies the link and the ghosts that a lesson asks for, and
//! shows its sentences.
//!
//! | part | holds |
//! |---|---|
//! | [`offer`] | when the lesson is offered unasked |
//! | [`facts`] | what a lesson knows of a frame |
//! | [`each_way`] | the simulated latency that makes a picture as old as a step needs |
//! | [`course`] | the steps |
//! | [`callout`] | where a sentence stands on the page |

pub mod callout;
pub mod course;
pub mod each_way;
pub mod facts;
pub mod offer;
