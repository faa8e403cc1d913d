//! Texts of the scenarios in English.

pub(crate) mod basics;
pub(crate) mod deferred;
pub(crate) mod games;
pub(crate) mod liars;
pub(crate) mod targeting;
