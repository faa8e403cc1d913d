//! What both ends of a codec know before the first snapshot.

use crate::sim::world::WorldParams;

/// What both ends know from the welcome.
#[derive(Clone, Copy, Debug)]
pub struct CodecContext<'a> {
    /// The arena and the tick rate.
    pub params: &'a WorldParams,
    /// Seats in the room; ids take as many bits as these need.
    pub seats: u16,
}

impl CodecContext<'_> {
    /// The bits of a seat number.
    pub(super) fn seat_bits(&self) -> u32 {
        16 - self.seats.saturating_sub(1).leading_zeros()
    }
}
