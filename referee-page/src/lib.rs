//! The wasm of the page `/referee`: two tables in, the rule that explains them out, as HTML. Runs
//! in a Web Worker of that page.
#![forbid(unsafe_code)]

pub mod chart;
pub mod example;
pub mod file_table;
pub mod html;
pub mod judgement;
pub mod marks;
pub mod picture;
pub mod projection;
pub mod view;
pub mod worker;
