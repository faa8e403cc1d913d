//! The limits on what one address may use, and the errors for exceeding them.
use std::fmt;
use std::num::NonZeroU32;
use std::time::Duration;

use governor::Quota;

use crate::address::Address;
use crate::limits::{
    ADDRESS_BYTES_BURST, ADDRESS_BYTES_PER_S, ADDRESS_CONNECTIONS, ADDRESS_HANDSHAKES_BURST,
    ADDRESS_HANDSHAKES_PER_S, ADDRESS_NEW_CONNECTIONS_BURST, ADDRESS_NEW_CONNECTIONS_PER_S,
    ADDRESS_NEW_ROOM_PERIOD, ADDRESS_NEW_ROOMS_BURST, ADDRESS_REQUESTS_BURST,
    ADDRESS_REQUESTS_PER_S, ADDRESS_RESPONSE_BYTES_BURST, ADDRESS_RESPONSE_BYTES_PER_S,
    ADDRESS_ROOMS, ADDRESS_SEATS_MIN, ADDRESS_WEB_SOCKETS, SEATS_FOR_OTHER_NETWORKS,
    SEATS_FOR_OTHERS,
};

/// What an address may hold a limited number of at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Count {
    /// HTTP and WebSocket.
    Connections,
    WebSockets,
    /// Open rooms that it created.
    Rooms,
}

/// What an address may do at a limited rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rate {
    /// Opening a connection.
    NewConnections,
    /// Sending an HTTP request.
    Requests(Initiator),
    /// Receiving bytes of HTTP responses.
    ResponseBytes(Initiator),
    /// Asking for a WebSocket.
    Handshakes,
    /// Opening a room.
    NewRooms,
}

/// What causes a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Initiator {
    /// The user, our own page, or a program that is no browser.
    Client,
    /// A page of another site, which must not use up its visitor's limits.
    OtherSite,
}

/// The limits of one server: a multiple of the defaults.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    times: NonZeroU32,
}

/// An address exceeded a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Exceeded {
    #[error("{owner} has reached the limit of {max} concurrent connections (--per-address).")]
    Connections { owner: Owner, max: u32 },
    #[error("{owner} has reached the limit of {max} concurrent WebSockets (--per-address).")]
    WebSockets { owner: Owner, max: u32 },
    #[error("{owner} has reached the limit of {max} opened rooms (--per-address).")]
    Rooms { owner: Owner, max: u32 },
    #[error(
        "{address} has {max} of {seats} seats here; the rest are for other addresses \
         (--per-address)."
    )]
    Seats { address: Address, max: u16, seats: u16 },
    #[error("{owner} exceeds the limit of {per_s} new connections per second (--per-address).")]
    NewConnections { owner: Owner, per_s: u32 },
    #[error("{owner} exceeds the limit of {per_s} requests per second (--per-address).")]
    Requests { owner: Owner, per_s: u32 },
    #[error("{owner} exceeds the limit of {kib_per_s} KiB per second (--per-address).")]
    ResponseBytes { owner: Owner, kib_per_s: u32 },
    #[error("{owner} exceeds the limit of {per_s} new WebSockets per second (--per-address).")]
    Handshakes { owner: Owner, per_s: u32 },
    #[error("{owner} opens rooms too fast; try again in {wait_s} s (--per-address).")]
    NewRooms { owner: Owner, wait_s: u64 },
}

/// Whose limit it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    /// Of one address, or of a wider network.
    Single(Address),
    /// Of several addresses that share an entry, one of which is in this network.
    Shared(Address),
}

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Single(address) => address.fmt(f),
            Self::Shared(network) => write!(
                f,
                "{network}, which shares its limits with other networks because this server \
                 tracks no more addresses,"
            ),
        }
    }
}

impl Count {
    fn max(self) -> u32 {
        match self {
            Self::Connections => ADDRESS_CONNECTIONS,
            Self::WebSockets => ADDRESS_WEB_SOCKETS,
            Self::Rooms => ADDRESS_ROOMS,
        }
    }

    /// The error for reaching the maximum.
    pub(super) fn exceeded(self, owner: Owner, max: u32) -> Exceeded {
        match self {
            Self::Connections => Exceeded::Connections { owner, max },
            Self::WebSockets => Exceeded::WebSockets { owner, max },
            Self::Rooms => Exceeded::Rooms { owner, max },
        }
    }
}

/// Seats of a room that one address may have; the rest are left to others.
pub(crate) fn seats_of_one(seats: u16) -> u16 {
    seats.saturating_sub(SEATS_FOR_OTHERS).max(ADDRESS_SEATS_MIN)
}

/// Seats of a room that a wider network may have.
pub(crate) fn seats_of_network(seats: u16) -> u16 {
    seats.saturating_sub(SEATS_FOR_OTHER_NETWORKS).max(ADDRESS_SEATS_MIN)
}

impl Bounds {
    /// A multiple of the defaults; 0 disables the limits.
    pub(crate) fn new(times: u32) -> Option<Self> {
        NonZeroU32::new(times).map(|times| Self { times })
    }

    /// Maximum number at the same time.
    pub(crate) fn max(self, count: Count) -> u32 {
        count.max().saturating_mul(self.times.get())
    }

    /// Rate and burst as a quota.
    pub(crate) fn quota(self, rate: Rate) -> Quota {
        let (per_s, burst) = self.rate(rate);
        match rate {
            Rate::NewRooms => {
                let period = ADDRESS_NEW_ROOM_PERIOD / self.times.get();
                // A quota cannot have a period of zero; allow a burst every second instead.
                Quota::with_period(period).unwrap_or(Quota::per_second(burst))
            }
            _ => Quota::per_second(per_s),
        }
        .allow_burst(burst)
    }

    /// Sustained rate a second, and burst. The rate of [`Rate::NewRooms`] is a placeholder, since
    /// rooms may open less than once a second: see [`Self::quota`].
    fn rate(self, rate: Rate) -> (NonZeroU32, NonZeroU32) {
        let (per_s, burst) = match rate {
            Rate::NewConnections => (ADDRESS_NEW_CONNECTIONS_PER_S, ADDRESS_NEW_CONNECTIONS_BURST),
            Rate::Requests(_) => (ADDRESS_REQUESTS_PER_S, ADDRESS_REQUESTS_BURST),
            Rate::ResponseBytes(_) => (ADDRESS_RESPONSE_BYTES_PER_S, ADDRESS_RESPONSE_BYTES_BURST),
            Rate::Handshakes => (ADDRESS_HANDSHAKES_PER_S, ADDRESS_HANDSHAKES_BURST),
            Rate::NewRooms => (NonZeroU32::MIN, ADDRESS_NEW_ROOMS_BURST),
        };
        (self.times(per_s), self.times(burst))
    }

    /// The limits of a network with this multiple.
    pub(super) fn of_network(self, times: NonZeroU32) -> Self {
        Self { times: self.times(times) }
    }

    /// Sustained rate a second, and burst.
    pub(crate) fn per_s_and_burst(self, rate: Rate) -> (u32, u32) {
        let (per_s, burst) = self.rate(rate);
        (per_s.get(), burst.get())
    }

    /// The error for exceeding a rate; `wait` is the time until the next attempt can succeed.
    pub(super) fn exceeded(self, rate: Rate, owner: Owner, wait: Duration) -> Exceeded {
        let (per_s, _) = self.per_s_and_burst(rate);
        match rate {
            Rate::NewConnections => Exceeded::NewConnections { owner, per_s },
            Rate::Requests(_) => Exceeded::Requests { owner, per_s },
            Rate::ResponseBytes(_) => Exceeded::ResponseBytes { owner, kib_per_s: per_s / 1024 },
            Rate::Handshakes => Exceeded::Handshakes { owner, per_s },
            Rate::NewRooms => {
                Exceeded::NewRooms { owner, wait_s: wait.as_millis().div_ceil(1000) as u64 }
            }
        }
    }

    /// The rate of new rooms, in words.
    pub(crate) fn new_rooms(self) -> String {
        let (burst, period) = (self.times(ADDRESS_NEW_ROOMS_BURST), ADDRESS_NEW_ROOM_PERIOD);
        format!("{burst} at once, {} in {} s", self.times, period.as_secs())
    }

    /// Bytes a second, and burst.
    pub(crate) fn bytes(self) -> (NonZeroU32, NonZeroU32) {
        (self.times(ADDRESS_BYTES_PER_S), self.times(ADDRESS_BYTES_BURST))
    }

    fn times(self, n: NonZeroU32) -> NonZeroU32 {
        n.saturating_mul(self.times)
    }
}
