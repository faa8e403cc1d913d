//! Between the socket and the client: the simulated link; and why a page does not get into the
//! game. What helps when a connection has ended is any shell's rule: `shared::client::after_close`.

pub mod command_backups;
pub mod simulated_link;
pub mod unanswered;
