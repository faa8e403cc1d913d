//! The panels of the laboratory's page. Their elements are defined in `web/lab.html`.

pub mod alternatives;
pub mod bar;
pub mod beginning;
pub mod caption;
pub mod codec;
pub mod column_names;
pub mod columns;
pub mod cue;
pub mod desk;
pub mod drawers;
mod et_example;
pub mod lesson_controls;
pub mod lessons;
pub mod more;
pub mod network;
pub mod refusal;
pub mod share;
pub mod shots;
pub mod snapshot_size;
pub mod spoken;
pub mod stored;
pub mod timelines;
pub mod titles;
pub mod units;
