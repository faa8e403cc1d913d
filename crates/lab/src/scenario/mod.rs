//! Matches that demonstrate something: the article's figures and those of the other sources, each
//! with its setup and a check of its outcome. Read when a page opens one, and while it plays. The
//! texts on what it shows, and what its outcome must be, are in the crate `words`.

mod alternatives;
mod article;
mod basics;
mod bump;
mod card;
mod cards;
mod clock;
mod decisive;
mod deferred;
mod et;
mod interpolation;
mod jitter;
mod lag;
mod liars;
mod link;
mod policy;
mod props;
mod quakeworld;
mod ramming;
mod source;
mod source_records;
mod targeting;
mod three_speeds;
mod which;
mod zigzag;

pub use clock::LatencyStep;
pub use decisive::{Decisive, DecisiveWhen};
pub use which::Scenario;
