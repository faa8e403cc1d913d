//! Texts on the quality of the connection, on the server's load, and on the simulated link.

use alloc::string::String;

pub struct LinkWords {
    /// The quality of the connection for screen readers, after the ping: good, fair, poor.
    pub qualities: [&'static str; 3],
    /// The server's load.
    pub busy: &'static str,
    pub overloaded: &'static str,
    pub prediction_frozen: fn(commands: &str) -> String,
    /// The badge of a simulated link, the same each way or not, with [`Self::datagrams`] or
    /// nothing.
    pub each_way: fn(link: &str, carrier: &str) -> String,
    pub up_and_down: fn(up: &str, down: &str, carrier: &str) -> String,
    pub datagrams: &'static str,
    /// Follows a latency.
    pub loss: fn(percent: &str) -> String,
    /// What to watch for under conditions of the uplink: latency, jitter, loss.
    pub up_hints: [&'static str; 3],
    /// The same for the downlink.
    pub down_hints: [&'static str; 3],
}
