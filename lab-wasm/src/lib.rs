//! The laboratory's page: its elements go in; a room, its players and the links between them, all
//! run by the page itself, come out as pictures of the same instant. Made of the parts of `web-ui`.
//!
//! | part | holds |
//! |---|---|
//! | [`time`] | play, pause and slow motion; what a picture costs |
//! | [`view`] | panes, threads and packets on the canvas |
//! | [`hud`] | the panels of the page |
//! | [`app`] | what ties them together |
//! | [`figure`] | a match that other pages embed |
#![forbid(unsafe_code)]

pub mod app;
pub mod figure;
pub mod hud;
pub mod time;
pub mod view;
