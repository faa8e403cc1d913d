//! An address's share of a server. Counted resources are reserved as parts that are released on
//! drop; rates are checked on use. Either returns an error when a limit is exceeded.
use std::iter::successors;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use governor::RateLimiter;
use tokio::time::Instant;

use super::bound::{Bounds, Count, Exceeded, Initiator, Owner, Rate};
use crate::address::Address;
use crate::awake::Awake;
use crate::budget::{Budget, Limiter};
use crate::clock::Clock;
use crate::limits::TURNED_AWAY_FOR;

/// The share of one address; clones refer to the same entry.
#[derive(Clone)]
pub(crate) struct Share {
    address: Address,
    /// Its entry; `None` without limits.
    usage: Option<Arc<AddressUsage>>,
}

/// A reserved unit of a share, released on drop.
pub(crate) struct Reservation {
    usage: Option<Arc<AddressUsage>>,
    count: Count,
    /// How many entries it was taken from: the address's, then its networks'.
    n_taken: usize,
}

/// What one address or network uses.
pub(super) struct AddressUsage {
    owner: Owner,
    bounds: Bounds,
    /// The entry of the next wider network that is counted, which includes this one's use.
    wider: Option<Arc<AddressUsage>>,
    connections: AtomicU32,
    web_sockets: AtomicU32,
    rooms: AtomicU32,
    new_connections: Limiter,
    by_client: HttpLimiters,
    by_other_site: HttpLimiters,
    handshakes: Limiter,
    new_rooms: Limiter,
    bytes: Mutex<Budget>,
    /// Why and when it was last refused a WebSocket.
    refusal: Mutex<Option<(Instant, Exceeded)>>,
    /// Time in µs of the clock at which all rate limits have recovered; an upper bound.
    full_at_us: AtomicU64,
    clock: Clock,
}

/// Rate limits of HTTP.
struct HttpLimiters {
    requests: Limiter,
    answers: Limiter,
}

impl Share {
    /// A share without limits.
    pub(super) fn unlimited(address: Address) -> Self {
        Self { address, usage: None }
    }

    pub(super) fn limited(address: Address, usage: Arc<AddressUsage>) -> Self {
        Self { address, usage: Some(usage) }
    }

    pub(crate) fn address(&self) -> Address {
        self.address
    }

    /// Whether it has limits.
    pub(crate) fn is_limited(&self) -> bool {
        self.usage.is_some()
    }

    /// Whether its widest network holds any of `count`; false without limits, since nothing is
    /// counted.
    pub(crate) fn has_any(&self, count: Count) -> bool {
        let widest = networks(&self.usage).last();
        widest.is_some_and(|usage| usage.n(count).load(Ordering::Relaxed) > 0)
    }

    /// Reserves one more.
    pub(crate) fn reserve(&self, count: Count) -> Result<Reservation, Exceeded> {
        // If a wider network refuses, dropping this releases what was taken.
        let mut reservation = Reservation { usage: self.usage.clone(), count, n_taken: 0 };
        for usage in networks(&self.usage) {
            usage.reserve(count)?;
            reservation.n_taken += 1;
        }
        Ok(reservation)
    }

    /// Uses a rate limit once.
    pub(crate) fn use_once(&self, rate: Rate) -> Result<(), Exceeded> {
        self.use_times(rate, NonZeroU32::MIN)
    }

    /// Uses a rate limit `n` times.
    pub(crate) fn use_times(&self, rate: Rate, n: NonZeroU32) -> Result<(), Exceeded> {
        networks(&self.usage).try_for_each(|usage| usage.use_times(rate, n))
    }

    /// Uses the byte rate limit; false if it is exceeded.
    pub(crate) fn take_bytes(&self, n: NonZeroU32) -> bool {
        networks(&self.usage).all(|usage| usage.take_bytes(n))
    }

    /// Records why a WebSocket was refused, or that one was granted.
    pub(crate) fn note_refusal(&self, refusal: Option<Exceeded>) {
        if let Some(usage) = &self.usage {
            *usage.refusal() = refusal.map(|refusal| (Instant::now(), refusal));
        }
    }

    /// Why its last WebSocket was refused, if that was just now.
    pub(crate) fn refusal(&self) -> Option<Exceeded> {
        let (at, refusal) = (*self.usage.as_ref()?.refusal())?;
        (at.elapsed() < TURNED_AWAY_FOR).then_some(refusal)
    }
}

/// The entry of an address, then those of its networks.
fn networks(usage: &Option<Arc<AddressUsage>>) -> impl Iterator<Item = &AddressUsage> {
    successors(usage.as_deref(), |usage| usage.wider.as_deref())
}

impl AddressUsage {
    pub(super) fn new(
        owner: Owner,
        bounds: Bounds,
        wider: Option<Arc<Self>>,
        clock: Clock,
        awake: &Arc<Awake>,
    ) -> Self {
        let limiter = |rate| RateLimiter::direct_with_clock(bounds.quota(rate), clock);
        let http = |initiator| HttpLimiters {
            requests: limiter(Rate::Requests(initiator)),
            answers: limiter(Rate::ResponseBytes(initiator)),
        };
        let (per_s, at_once) = bounds.bytes();
        Self {
            owner,
            bounds,
            wider,
            connections: AtomicU32::new(0),
            web_sockets: AtomicU32::new(0),
            rooms: AtomicU32::new(0),
            new_connections: limiter(Rate::NewConnections),
            by_client: http(Initiator::Client),
            by_other_site: http(Initiator::OtherSite),
            handshakes: limiter(Rate::Handshakes),
            new_rooms: limiter(Rate::NewRooms),
            bytes: Mutex::new(Budget::new(per_s, at_once, clock, awake)),
            refusal: Mutex::new(None),
            full_at_us: AtomicU64::new(0),
            clock,
        }
    }

    /// Whether all rate limits have recovered, so that evicting the entry gives its address
    /// nothing.
    pub(super) fn has_recovered(&self) -> bool {
        self.full_at_us.load(Ordering::Relaxed) <= self.now_us()
    }

    fn reserve(&self, count: Count) -> Result<(), Exceeded> {
        let max = self.bounds.max(count);
        let one_more = |n: u32| (n < max).then_some(n + 1);
        let taken = self.n(count).fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more);
        taken.map(drop).map_err(|_| count.exceeded(self.owner, max))
    }

    fn use_times(&self, rate: Rate, n: NonZeroU32) -> Result<(), Exceeded> {
        let wait = match self.limiter(rate).check_n(n) {
            Ok(Ok(())) => {
                self.postpone_recovery(self.bounds.quota(rate).replenish_interval() * n.get());
                return Ok(());
            }
            Ok(Err(until)) => until.wait_time_from(governor::clock::Clock::now(&self.clock)),
            // More than the burst.
            Err(_) => Duration::MAX,
        };
        Err(self.bounds.exceeded(rate, self.owner, wait))
    }

    fn take_bytes(&self, n: NonZeroU32) -> bool {
        // No code panics while it holds the lock.
        let taken = self.bytes.lock().unwrap_or_else(PoisonError::into_inner).take(n);
        if taken {
            let (per_s, _) = self.bounds.bytes();
            self.postpone_recovery(Duration::from_secs(1) * n.get() / per_s.get());
        }
        taken
    }

    /// Postpones recovery by `full_after`. Uses of different limits add up, though they recover in
    /// parallel.
    fn postpone_recovery(&self, full_after: Duration) {
        let now = self.now_us();
        let more = u64::try_from(full_after.as_micros()).unwrap_or(u64::MAX).saturating_add(1);
        let later = |at: u64| Some(at.max(now).saturating_add(more));
        // The closure always returns a value.
        let _ = self.full_at_us.fetch_update(Ordering::Relaxed, Ordering::Relaxed, later);
    }

    fn now_us(&self) -> u64 {
        u64::try_from(self.clock.now().0).unwrap_or(0)
    }

    fn n(&self, count: Count) -> &AtomicU32 {
        match count {
            Count::Connections => &self.connections,
            Count::WebSockets => &self.web_sockets,
            Count::Rooms => &self.rooms,
        }
    }

    fn limiter(&self, rate: Rate) -> &Limiter {
        match rate {
            Rate::NewConnections => &self.new_connections,
            Rate::Requests(initiator) => &self.http(initiator).requests,
            Rate::ResponseBytes(initiator) => &self.http(initiator).answers,
            Rate::Handshakes => &self.handshakes,
            Rate::NewRooms => &self.new_rooms,
        }
    }

    fn http(&self, initiator: Initiator) -> &HttpLimiters {
        match initiator {
            Initiator::Client => &self.by_client,
            Initiator::OtherSite => &self.by_other_site,
        }
    }

    fn refusal(&self) -> MutexGuard<'_, Option<(Instant, Exceeded)>> {
        // No code panics while it holds the lock.
        self.refusal.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        for usage in networks(&self.usage).take(self.n_taken) {
            usage.n(self.count).fetch_sub(1, Ordering::Relaxed);
        }
    }
}
