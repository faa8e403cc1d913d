#![forbid(unsafe_code)]
pub mod collect;
pub mod comparison;
pub mod examination;
pub mod explanation;
pub mod geometry;
pub mod kept_shot;
pub mod made;
pub mod past;
pub mod profile;
pub mod rule;
pub mod search;
pub mod shape_fit;
pub mod tables;
pub mod text;
pub mod verdicts;
