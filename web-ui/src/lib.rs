//! What the pages share: the capabilities of the browser, a canvas to draw the world on, and the
//! panels that any page can hold. A library: it starts nothing, and each page has its own events.
//!
//! A part uses only those above it.
//!
//! | part | holds |
//! |---|---|
//! | [`shell`] | one file per capability of the browser, without a page's rules |
//! | [`text`] | numbers and names as text |
//! | [`widgets`] | small parts of a page |
//! | [`canvas`] | camera, pen and colours |
//! | [`input`] | what a player holds down |
//! | [`world`] | ships, shots and all else in the world, drawn |
//! | [`stored`] | what the server stores of a ship, drawn |
//! | [`netcode`] | the drawer of presets and settings |
//! | [`net_graph`] | what a connection carries |
//! | [`forensics`] | the sheet that looks into a shot |
//! | [`timelines`] | the ring of commands and the line of snapshots, as pictures and in words |
#![forbid(unsafe_code)]

pub mod canvas;
pub mod forensics;
pub mod input;
pub mod net_graph;
pub mod netcode;
pub mod shell;
pub mod stored;
pub mod text;
pub mod timelines;
pub mod widgets;
pub mod world;
