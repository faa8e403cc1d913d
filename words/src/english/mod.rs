//! The texts in English.

pub(crate) mod article;
pub(crate) mod article_costs;
pub(crate) mod article_end;
pub(crate) mod article_glossary;
pub(crate) mod article_notes;
pub(crate) mod article_questions;
mod counts;
pub(crate) mod figure;
pub(crate) mod game;
pub(crate) mod lab;
pub(crate) mod legend;
pub(crate) mod lesson;
pub(crate) mod outcome;
pub(crate) mod panels;
pub(crate) mod person;
pub(crate) mod scenario;
pub(crate) mod shot;
pub(crate) mod shot_end;
pub(crate) mod shot_sheet;
