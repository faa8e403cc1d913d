//! Between the socket and the client: the simulated link, and when to connect again.

pub mod backoff;
pub mod command_backups;
pub mod simulated_link;
