//! One address's share of a server: who comes asks for a part of it, and keeps it by holding on to
//! what was given; what is more than the share is refused in words.
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use governor::RateLimiter;

use super::bound::{Bounds, Count, Exceeded, Rate};
use crate::address::Address;
use crate::awake::Awake;
use crate::budget::{Budget, Limiter};
use crate::clock::Clock;

/// What is left for an address; clones are of the same.
#[derive(Clone)]
pub(crate) struct Share {
    address: Address,
    /// What it uses; nothing where it may use as much as it likes.
    used: Option<Arc<Used>>,
}

/// A part of a share: given back when it is dropped.
pub(crate) struct Part {
    used: Option<Arc<Used>>,
    count: Count,
}

/// What one address uses.
pub(super) struct Used {
    bounds: Bounds,
    connections: AtomicU32,
    web_sockets: AtomicU32,
    rooms: AtomicU32,
    handshakes: Limiter,
    new_rooms: Limiter,
    bytes: Mutex<Budget>,
    clock: Clock,
}

impl Share {
    /// A share without bounds.
    pub(super) fn endless(address: Address) -> Self {
        Self { address, used: None }
    }

    pub(super) fn bounded(address: Address, used: Arc<Used>) -> Self {
        Self { address, used: Some(used) }
    }

    pub(crate) fn address(&self) -> Address {
        self.address
    }

    /// Whether there are bounds at all.
    pub(crate) fn is_bounded(&self) -> bool {
        self.used.is_some()
    }

    /// One more of what is counted.
    pub(crate) fn take(&self, count: Count) -> Result<Part, Exceeded> {
        if let Some(used) = &self.used {
            let max = used.bounds.max(count);
            let one_more = |n: u32| (n < max).then_some(n + 1);
            let taken = used.n(count).fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more);
            taken.map_err(|_| count.exceeded(self.address, max))?;
        }
        Ok(Part { used: self.used.clone(), count })
    }

    /// Does once more what is done only so often.
    pub(crate) fn do_once(&self, rate: Rate) -> Result<(), Exceeded> {
        let Some(used) = &self.used else { return Ok(()) };
        let address = self.address;
        match rate {
            Rate::Handshakes => used.handshakes.check().map_err(|_| {
                let per_s = used.bounds.handshakes_per_s();
                Exceeded::Handshakes { address, per_s }
            }),
            Rate::NewRooms => used.new_rooms.check().map_err(|until| {
                let wait = until.wait_time_from(governor::clock::Clock::now(&used.clock));
                Exceeded::NewRooms { address, wait_s: wait.as_millis().div_ceil(1000) as u64 }
            }),
        }
    }

    /// Takes so many bytes; whether there were as many left.
    pub(crate) fn take_bytes(&self, n: NonZeroU32) -> bool {
        let Some(used) = &self.used else { return true };
        // No code panics while it holds the lock.
        used.bytes.lock().unwrap_or_else(PoisonError::into_inner).take(n)
    }
}

impl Used {
    pub(super) fn new(bounds: Bounds, clock: Clock, awake: &Arc<Awake>) -> Self {
        let limiter = |rate| RateLimiter::direct_with_clock(bounds.quota(rate), clock);
        let (per_s, at_once) = bounds.bytes();
        Self {
            bounds,
            connections: AtomicU32::new(0),
            web_sockets: AtomicU32::new(0),
            rooms: AtomicU32::new(0),
            handshakes: limiter(Rate::Handshakes),
            new_rooms: limiter(Rate::NewRooms),
            bytes: Mutex::new(Budget::new(per_s, at_once, clock, awake)),
            clock,
        }
    }

    fn n(&self, count: Count) -> &AtomicU32 {
        match count {
            Count::Connections => &self.connections,
            Count::WebSockets => &self.web_sockets,
            Count::Rooms => &self.rooms,
        }
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        if let Some(used) = &self.used {
            used.n(self.count).fetch_sub(1, Ordering::Relaxed);
        }
    }
}
