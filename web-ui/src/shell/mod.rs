//! One file per browser capability. Listeners, timers and sockets are released when dropped.

pub mod address;
pub mod audio;
pub mod canvas;
pub mod clipboard;
pub mod clock;
pub mod composed;
pub mod dom;
pub mod files;
pub mod focus;
pub mod frames;
pub mod gamepad;
pub mod json;
pub mod keyboard;
pub mod layout;
pub mod listener;
pub mod mailbox;
pub mod media;
pub mod panic_screen;
pub mod pointer;
pub mod preference;
pub mod probe;
pub mod request;
mod second_finger;
pub mod secret;
pub mod share;
pub mod socket;
pub mod still_canvas;
pub mod storage;
pub mod timer;
pub mod visibility;

/// A missing element or browser capability, worded for the player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MissingResource {
    /// No element has this id.
    #[error("The page lacks the element #{id}.")]
    Element { id: String },
    /// An element has another type than the code needs.
    #[error("The page's element {element} is no {wanted}.")]
    ElementType {
        /// A selector of the element, by its id or tag.
        element: String,
        /// The expected DOM type.
        wanted: &'static str,
    },
    /// The browser lacks a capability.
    #[error("This browser lacks {0}, which the game needs.")]
    Capability(&'static str),
    /// The page has nothing to show, for this reason.
    #[error("{0}")]
    Content(String),
}
