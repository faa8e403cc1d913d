//! Sentences for people: typed values of `shared` go in, text in a language comes out. Pure, like
//! `shared`; pages and the command line ask when they show or print something.
//!
//! A value of `shared` says what is so, with its numbers. How people say it is here alone. Which
//! text it asks for is decided once, by exhaustive matches. Each language has one folder of texts,
//! in structs and functions of the same names, so that the compiler names whatever it still lacks.
#![cfg_attr(not(test), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod article;
mod columns;
mod english;
mod figure;
mod figures;
mod japanese;
mod korean;
mod lab;
mod language;
mod lesson;
mod names;
mod outcome;
mod panels;
mod scenario;
mod shot;
mod shot_sheet;
mod texts;

pub use columns::{column_lines, outcome_lines};
pub use figure::FigureText;
pub use lab::{
    BarText, DeskText, LabPlayer, LieWords, Notice, PageText, PaneName, PaneText, Refused,
    SnapshotSize, StoredText, StoredUse, TimelineText, Wording,
};
pub use language::Language;
pub use lesson::LessonWords;
pub use names::{Names, ShipName};
pub use panels::{
    CarrierText, GraphMark, GraphRow, GraphText, GraphWarning, NetcodeNote, PictureAgeStatement,
    Term,
};
pub use scenario::ScenarioWords;
pub use shot_sheet::{SheetNote, SheetText};
