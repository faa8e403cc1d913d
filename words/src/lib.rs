//! Turns typed values of `shared` into text in each language. Pure, like `shared`; pages and the
//! command line call it when they show or print something.
//!
//! Values of `shared` carry facts and numbers; only this crate puts them into words. Exhaustive
//! matches, common to all languages, decide which text a value gets. Each language has one module
//! of texts, in structs and functions of the same names, so the compiler reports a missing text.
#![cfg_attr(not(test), no_std)]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod article;
mod columns;
mod english;
mod figure;
mod figures;
pub mod game;
mod japanese;
mod korean;
mod lab;
mod language;
mod lesson;
mod names;
mod outcome;
mod page_texts;
mod panels;
mod scenario;
mod shot;
mod shot_sheet;
mod texts;

pub use columns::{column_lines, outcome_lines};

pub use figure::FigureText;
pub use lab::{
    BarText, DeskText, LabPageText, LabPlayer, LieWords, Notice, PaneName, PaneText, Refused,
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
