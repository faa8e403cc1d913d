//! What of a server is bounded for one address, by how much, and in which words it is refused.
use std::num::NonZeroU32;

use governor::Quota;

use crate::address::Address;
use crate::limits::{
    ADDRESS_BYTES_BURST, ADDRESS_BYTES_PER_S, ADDRESS_CONNECTIONS, ADDRESS_HANDSHAKES_BURST,
    ADDRESS_HANDSHAKES_PER_S, ADDRESS_NEW_ROOM_PERIOD, ADDRESS_NEW_ROOMS_BURST, ADDRESS_ROOMS,
    ADDRESS_WEB_SOCKETS, LOBBY_SEATS_FOR_OTHERS,
};

/// What an address may have so many of at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Count {
    /// Of any kind.
    Connections,
    /// Connections that were upgraded.
    WebSockets,
    /// Rooms that it opened and that are still open.
    Rooms,
}

/// What an address may do so often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rate {
    /// Ask for a WebSocket.
    Handshakes,
    /// Open a room.
    NewRooms,
}

/// The bounds of one server: the defaults, so many times.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    times: NonZeroU32,
}

/// An address has come to a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Exceeded {
    #[error(
        "{address} has {max} connections, and one address may have no more at the same time \
         (--per-address)."
    )]
    Connections { address: Address, max: u32 },
    #[error(
        "{address} has {max} WebSockets, and one address may have no more at the same time \
         (--per-address)."
    )]
    WebSockets { address: Address, max: u32 },
    #[error("{address} has opened {max} rooms, and one address may have no more (--per-address).")]
    Rooms { address: Address, max: u32 },
    #[error(
        "{address} has {max} of {seats} seats here; the others are for others (--per-address)."
    )]
    Seats { address: Address, max: u16, seats: u16 },
    #[error("{address} asks for more than {per_s} WebSockets a second (--per-address).")]
    Handshakes { address: Address, per_s: u32 },
    #[error("{address} opens rooms too fast; the next in {wait_s} s (--per-address).")]
    NewRooms { address: Address, wait_s: u64 },
}

impl Count {
    fn max(self) -> u32 {
        match self {
            Self::Connections => ADDRESS_CONNECTIONS,
            Self::WebSockets => ADDRESS_WEB_SOCKETS,
            Self::Rooms => ADDRESS_ROOMS,
        }
    }

    /// What is said when there are as many as there may be.
    pub(super) fn exceeded(self, address: Address, max: u32) -> Exceeded {
        match self {
            Self::Connections => Exceeded::Connections { address, max },
            Self::WebSockets => Exceeded::WebSockets { address, max },
            Self::Rooms => Exceeded::Rooms { address, max },
        }
    }
}

/// Seats of a lobby that one address may have: some are left to others.
pub(crate) fn lobby_seats(seats: u16) -> u16 {
    seats.saturating_sub(LOBBY_SEATS_FOR_OTHERS).max(1)
}

impl Bounds {
    /// The defaults so many times; for 0 there are none.
    pub(crate) fn new(times: u32) -> Option<Self> {
        NonZeroU32::new(times).map(|times| Self { times })
    }

    /// How many there may be at the same time.
    pub(crate) fn max(self, count: Count) -> u32 {
        count.max().saturating_mul(self.times.get())
    }

    /// How often something may be done.
    pub(crate) fn quota(self, rate: Rate) -> Quota {
        match rate {
            Rate::Handshakes => {
                let per_s = self.times(ADDRESS_HANDSHAKES_PER_S);
                Quota::per_second(per_s).allow_burst(self.times(ADDRESS_HANDSHAKES_BURST))
            }
            Rate::NewRooms => {
                let period = ADDRESS_NEW_ROOM_PERIOD / self.times.get();
                let burst = self.times(ADDRESS_NEW_ROOMS_BURST);
                // There is no quota whose period is nothing: then a burst a second it is.
                Quota::with_period(period).unwrap_or(Quota::per_second(burst)).allow_burst(burst)
            }
        }
    }

    /// How many WebSockets may be asked for in a second, in the long run.
    pub(crate) fn handshakes_per_s(self) -> u32 {
        self.times(ADDRESS_HANDSHAKES_PER_S).get()
    }

    /// How fast rooms may be opened, in words.
    pub(crate) fn new_rooms(self) -> String {
        let (burst, period) = (self.times(ADDRESS_NEW_ROOMS_BURST), ADDRESS_NEW_ROOM_PERIOD);
        format!("{burst} at once, {} in {} s", self.times, period.as_secs())
    }

    /// Bytes a second, and at once.
    pub(crate) fn bytes(self) -> (NonZeroU32, NonZeroU32) {
        (self.times(ADDRESS_BYTES_PER_S), self.times(ADDRESS_BYTES_BURST))
    }

    fn times(self, n: NonZeroU32) -> NonZeroU32 {
        n.saturating_mul(self.times)
    }
}
