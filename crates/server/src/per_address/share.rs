//! An address's share of a server. Counted resources are reserved as parts that are released on
//! drop; rates are checked on use. Either returns an error when a limit is exceeded.
use std::iter::successors;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use governor::RateLimiter;
use tokio::time::Instant;

use super::bound::{Asker, Bounds, Count, Exceeded, Owner, Rate};
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
    used: Option<Arc<AddressUsage>>,
}

/// A reserved unit of a share, released on drop.
pub(crate) struct Part {
    used: Option<Arc<AddressUsage>>,
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
    by_client: Http,
    by_other_site: Http,
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
struct Http {
    requests: Limiter,
    answers: Limiter,
}

impl Share {
    /// A share without limits.
    pub(super) fn endless(address: Address) -> Self {
        Self { address, used: None }
    }

    pub(super) fn bounded(address: Address, used: Arc<AddressUsage>) -> Self {
        Self { address, used: Some(used) }
    }

    pub(crate) fn address(&self) -> Address {
        self.address
    }

    /// Whether it has limits.
    pub(crate) fn is_bounded(&self) -> bool {
        self.used.is_some()
    }

    /// Whether its widest network holds any of `count`; false without limits, since nothing is
    /// counted.
    pub(crate) fn has_any(&self, count: Count) -> bool {
        let widest = networks(&self.used).last();
        widest.is_some_and(|used| used.n(count).load(Ordering::Relaxed) > 0)
    }

    /// Reserves one more.
    pub(crate) fn take(&self, count: Count) -> Result<Part, Exceeded> {
        // If a wider network refuses, dropping this releases what was taken.
        let mut part = Part { used: self.used.clone(), count, n_taken: 0 };
        for used in networks(&self.used) {
            used.take(count)?;
            part.n_taken += 1;
        }
        Ok(part)
    }

    /// Uses a rate limit once.
    pub(crate) fn do_once(&self, rate: Rate) -> Result<(), Exceeded> {
        self.do_times(rate, NonZeroU32::MIN)
    }

    /// Uses a rate limit `n` times.
    pub(crate) fn do_times(&self, rate: Rate, n: NonZeroU32) -> Result<(), Exceeded> {
        networks(&self.used).try_for_each(|used| used.do_times(rate, n))
    }

    /// Uses the byte rate limit; false if it is exceeded.
    pub(crate) fn take_bytes(&self, n: NonZeroU32) -> bool {
        networks(&self.used).all(|used| used.take_bytes(n))
    }

    /// Records why a WebSocket was refused, or that one was granted.
    pub(crate) fn note_refusal(&self, refusal: Option<Exceeded>) {
        if let Some(used) = &self.used {
            *used.refusal() = refusal.map(|refusal| (Instant::now(), refusal));
        }
    }

    /// Why its last WebSocket was refused, if that was just now.
    pub(crate) fn refusal(&self) -> Option<Exceeded> {
        let (at, refusal) = (*self.used.as_ref()?.refusal())?;
        (at.elapsed() < TURNED_AWAY_FOR).then_some(refusal)
    }
}

/// The entry of an address, then those of its networks.
fn networks(used: &Option<Arc<AddressUsage>>) -> impl Iterator<Item = &AddressUsage> {
    successors(used.as_deref(), |used| used.wider.as_deref())
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
        let http = |asker| Http {
            requests: limiter(Rate::Requests(asker)),
            answers: limiter(Rate::Answers(asker)),
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
            by_client: http(Asker::Client),
            by_other_site: http(Asker::OtherSite),
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

    fn take(&self, count: Count) -> Result<(), Exceeded> {
        let max = self.bounds.max(count);
        let one_more = |n: u32| (n < max).then_some(n + 1);
        let taken = self.n(count).fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more);
        taken.map(drop).map_err(|_| count.exceeded(self.owner, max))
    }

    fn do_times(&self, rate: Rate, n: NonZeroU32) -> Result<(), Exceeded> {
        let wait = match self.limiter(rate).check_n(n) {
            Ok(Ok(())) => {
                self.note_use(self.bounds.quota(rate).replenish_interval() * n.get());
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
            self.note_use(Duration::from_secs(1) * n.get() / per_s.get());
        }
        taken
    }

    /// Postpones recovery by `full_after`. Uses of different limits add up, though they recover in
    /// parallel.
    fn note_use(&self, full_after: Duration) {
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
            Rate::Requests(asker) => &self.http(asker).requests,
            Rate::Answers(asker) => &self.http(asker).answers,
            Rate::Handshakes => &self.handshakes,
            Rate::NewRooms => &self.new_rooms,
        }
    }

    fn http(&self, asker: Asker) -> &Http {
        match asker {
            Asker::Client => &self.by_client,
            Asker::OtherSite => &self.by_other_site,
        }
    }

    fn refusal(&self) -> MutexGuard<'_, Option<(Instant, Exceeded)>> {
        // No code panics while it holds the lock.
        self.refusal.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        for used in networks(&self.used).take(self.n_taken) {
            used.n(self.count).fetch_sub(1, Ordering::Relaxed);
        }
    }
}
