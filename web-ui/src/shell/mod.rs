//! One file per capability of the browser. What they hold (listeners, timers, sockets) they give
//! back when dropped.

pub mod address;
pub mod canvas;
pub mod clipboard;
pub mod clock;
pub mod dom;
pub mod files;
pub mod frames;
pub mod keyboard;
pub mod layout;
pub mod listener;
pub mod mailbox;
pub mod media;
pub mod panic_screen;
pub mod pointer;
pub mod preference;
pub mod request;
pub mod secret;
pub mod socket;
pub mod storage;
pub mod timer;
pub mod visibility;

/// Something that the page or the browser lacks, as the player reads it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MissingResource {
    /// No element of the page has this id.
    #[error("The page lacks the element #{id}.")]
    Element {
        /// The id.
        id: String,
    },
    /// An element of the page is of another type than the code needs.
    #[error("The page's element {element} is no {wanted}.")]
    ElementType {
        /// The element, as a selector: by its id or by its tag.
        element: String,
        /// The type of the DOM that it should have.
        wanted: &'static str,
    },
    /// The browser lacks a capability.
    #[error("This browser lacks {0}, which the game needs.")]
    Capability(&'static str),
    /// The page has nothing to show, for this reason.
    #[error("{0}")]
    Content(String),
}
