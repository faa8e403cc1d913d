//! The matches that show something: the article's figures and one for each other source, each with
//! its setup and a check of what came of it. Read when a page opens one, and while it plays. How
//! people say what it shows, and what must come of it, is in the crate `words`.

mod alternatives;
mod article;
mod basics;
mod card;
mod cards;
mod decisive;
mod deferred;
mod et;
mod interpolation;
mod lag;
mod liars;
mod link;
mod meeting;
mod policy;
mod props;
mod quakeworld;
mod source;
mod source_records;
mod targeting;
mod three_speeds;
mod which;
mod zigzag;

pub use decisive::{Decisive, DecisiveWhen};
pub use which::Scenario;
