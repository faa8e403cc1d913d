//! One file per capability of the browser. What they hold (listeners, timers, sockets) they give
//! back when dropped.

use crate::plain::joined::Joined;

pub mod address;
pub mod canvas;
pub mod clock;
pub mod dom;
pub mod event;
pub mod files;
pub mod frames;
pub mod keyboard;
pub mod listener;
pub mod media;
pub mod panic_screen;
pub mod plug;
pub mod pointer;
pub mod socket;
pub mod storage;
pub mod timer;
pub mod visibility;

/// Something that the page or the browser lacks, as the player reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing(pub String);

impl Missing {
    /// An element of the page.
    #[must_use]
    pub fn of_page(id: &str) -> Self {
        Self(["This page lacks its `", id, "`."].joined())
    }

    /// A capability of the browser.
    #[must_use]
    pub fn of_browser(what: &str) -> Self {
        Self(["This browser lacks ", what, ", which the game needs."].joined())
    }
}
