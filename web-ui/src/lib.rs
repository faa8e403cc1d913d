//! Shared parts of the pages: browser capabilities, a canvas that draws the world, and panels for
//! any page. It is a library without an event loop; each page defines its own events.
//!
//! A part uses only those above it.
//!
//! | part | holds |
//! |---|---|
//! | [`sound`] | what the sounds of the game are, and which of them are heard |
//! | [`shell`] | one file per browser capability, free of any page's rules |
//! | [`text`] | numbers and names as text |
//! | [`widgets`] | small reusable page elements |
//! | [`canvas`] | camera, pen and colours |
//! | [`input`] | keys, mouse and touches as controls and commands |
//! | [`world`] | ships, shots and everything else in the world, drawn |
//! | [`stored`] | the poses that the server stores for a ship, drawn |
//! | [`netcode`] | the drawer of presets and settings |
//! | [`net_graph`] | traffic and quality of a connection |
//! | [`forensics`] | the sheet that inspects a shot |
//! | [`timelines`] | the ring of commands and the line of snapshots, as pictures and in words |
#![forbid(unsafe_code)]

pub mod canvas;
pub mod forensics;
pub mod input;
pub mod net_graph;
pub mod netcode;
pub mod shell;
pub mod sound;
pub mod stored;
pub mod text;
pub mod timelines;
pub mod widgets;
pub mod world;
