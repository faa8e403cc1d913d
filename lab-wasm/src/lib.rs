//! The laboratory's page: runs a room, its players and the links between them in the page itself,
//! and draws them all at the same instant. Built from the parts of `web-ui`.
//!
//! | part | holds |
//! |---|---|
//! | [`time`] | play, pause and slow motion; the cost of a picture |
//! | [`view`] | panes, threads and packets on the canvas |
//! | [`hud`] | the panels of the page |
//! | [`app`] | the app that connects them |
//! | [`figure`] | a match that other pages embed |
#![forbid(unsafe_code)]

pub mod app;
pub mod figure;
pub mod hud;
pub mod time;
pub mod view;
