//! Which rule explains the server's decisions best, and which rivals explain them worse.
//!
//! The shots are split into folds. The shots of each fold are judged by the rule that won on the
//! others, so no shot chooses the rule that it speaks for. Shots of one burst lean on each other,
//! so a burst has one vote.
pub mod agreement;
pub mod bootstrap;
pub mod candidates;
pub mod contest;
pub mod fit;
pub mod folds;
pub mod permutation;
pub mod random;
pub mod sign_test;
