//! Between the socket and the client: the simulated link, the real round trip, why the server
//! refuses a page, and which rooms it lists. What to do after a close is decided by
//! `shared::client::reconnect`, for any shell.

pub mod command_backups;
pub mod real_round_trip;
pub mod room_list;
pub mod simulated_link;
pub mod unanswered;
