//! Between the socket and the client: the simulated link; what helps when nothing comes any more or
//! the connection has ended; and when to connect again.

pub mod backoff;
pub mod command_backups;
pub mod remedy;
pub mod silence;
pub mod simulated_link;
pub mod unanswered;
