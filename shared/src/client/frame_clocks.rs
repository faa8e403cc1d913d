//! The clocks by which a frame draws bolts.

use crate::base::time::{Micros, TickRate};

/// The clocks of a frame, in µs of the tick line.
#[derive(Clone, Copy, Debug)]
pub(super) struct FrameClocks {
    pub(super) now: Micros,
    /// Where the own clock stands.
    pub(super) own: Micros,
    /// Where the server is by now, as far as can be seen from here.
    pub(super) server: Micros,
    pub(super) rate: TickRate,
}

/// Whether the server has said already that a shot was fired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Confirmation {
    /// Not yet: it is shown before.
    Pending,
    /// It is shown because of that.
    Received,
}
