//! Between the socket and the client: the simulated link, and why the server refuses a page. What
//! to do after a close is decided by `shared::client::reconnect`, for any shell.

pub mod command_backups;
pub mod simulated_link;
pub mod unanswered;
