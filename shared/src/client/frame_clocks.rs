//! The clocks that a frame's bolts are drawn by.

use crate::base::time::{Micros, TickRate};

/// The clocks of a frame, in µs on the tick timeline.
#[derive(Clone, Copy, Debug)]
pub(super) struct FrameClocks {
    pub(super) now: Micros,
    /// The client's own clock.
    pub(super) own: Micros,
    /// The estimated server clock.
    pub(super) server: Micros,
    pub(super) rate: TickRate,
}

/// Whether the server has confirmed a shot when it is first shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Confirmation {
    /// Not yet: it is shown in advance.
    Pending,
    /// Confirmed: it was held back until then.
    Received,
}
