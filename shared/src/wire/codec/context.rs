//! What both ends of a codec know before the first snapshot.

use crate::sim::world::Ground;

/// What both ends know from the welcome.
#[derive(Clone, Copy, Debug)]
pub struct CodecContext<'a> {
    /// Field and pace.
    pub ground: &'a Ground,
    /// Seats of the room: ids take as many bits as it needs.
    pub seats: u16,
}

impl CodecContext<'_> {
    /// How many bits the number of a seat takes.
    pub(super) fn seat_bits(&self) -> u32 {
        16 - self.seats.saturating_sub(1).leading_zeros()
    }
}
