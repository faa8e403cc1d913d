//! One address's share of a server: who comes asks for a part of it, and keeps it by holding on to
//! what was given; what is more than the share is refused in words.
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

/// What is left for an address; clones are of the same.
#[derive(Clone)]
pub(crate) struct Share {
    address: Address,
    /// What it uses; nothing where it may use as much as it likes.
    used: Option<Arc<AddressUsage>>,
}

/// A part of a share: given back when it is dropped.
pub(crate) struct Part {
    used: Option<Arc<AddressUsage>>,
    count: Count,
    /// Of the address, and of so many networks that it is in.
    n_taken: usize,
}

/// What one address uses, or a network.
pub(super) struct AddressUsage {
    owner: Owner,
    bounds: Bounds,
    /// What the next wider network uses that is counted: all of this, and more.
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
    /// Why it got no WebSocket last, and when.
    refusal: Mutex<Option<(Instant, Exceeded)>>,
    /// When everything that it may do so often is full again, in µs of the clock; not earlier.
    full_at_us: AtomicU64,
    clock: Clock,
}

/// What was asked for by HTTP.
struct Http {
    requests: Limiter,
    answers: Limiter,
}

impl Share {
    /// A share without bounds.
    pub(super) fn endless(address: Address) -> Self {
        Self { address, used: None }
    }

    pub(super) fn bounded(address: Address, used: Arc<AddressUsage>) -> Self {
        Self { address, used: Some(used) }
    }

    pub(crate) fn address(&self) -> Address {
        self.address
    }

    /// Whether there are bounds at all.
    pub(crate) fn is_bounded(&self) -> bool {
        self.used.is_some()
    }

    /// Whether anybody in its widest network has any of what is counted; where nothing is bounded,
    /// nothing is counted.
    pub(crate) fn has_any(&self, count: Count) -> bool {
        let widest = networks(&self.used).last();
        widest.is_some_and(|used| used.n(count).load(Ordering::Relaxed) > 0)
    }

    /// One more of what is counted.
    pub(crate) fn take(&self, count: Count) -> Result<Part, Exceeded> {
        // Dropped half taken, it gives back what it has.
        let mut part = Part { used: self.used.clone(), count, n_taken: 0 };
        for used in networks(&self.used) {
            used.take(count)?;
            part.n_taken += 1;
        }
        Ok(part)
    }

    /// Does once more what is done only so often.
    pub(crate) fn do_once(&self, rate: Rate) -> Result<(), Exceeded> {
        self.do_times(rate, NonZeroU32::MIN)
    }

    /// Does so often what is done only so often.
    pub(crate) fn do_times(&self, rate: Rate, n: NonZeroU32) -> Result<(), Exceeded> {
        networks(&self.used).try_for_each(|used| used.do_times(rate, n))
    }

    /// Takes so many bytes; whether there were as many left.
    pub(crate) fn take_bytes(&self, n: NonZeroU32) -> bool {
        networks(&self.used).all(|used| used.take_bytes(n))
    }

    /// It gets no WebSocket, or gets one.
    pub(crate) fn note_refusal(&self, refusal: Option<Exceeded>) {
        if let Some(used) = &self.used {
            *used.refusal() = refusal.map(|refusal| (Instant::now(), refusal));
        }
    }

    /// Why it got no WebSocket, if it asked for one just now.
    pub(crate) fn refusal(&self) -> Option<Exceeded> {
        let (at, refusal) = (*self.used.as_ref()?.refusal())?;
        (at.elapsed() < TURNED_AWAY_FOR).then_some(refusal)
    }
}

/// What an address uses, and each network that it is in.
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

    /// Whether everything that it may do so often is full: nobody has more by being forgotten.
    pub(super) fn is_full(&self) -> bool {
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
            // More than there ever is at once.
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

    /// What was used is full again after so long, or less where other things are used meanwhile.
    fn note_use(&self, full_after: Duration) {
        let now = self.now_us();
        let more = u64::try_from(full_after.as_micros()).unwrap_or(u64::MAX).saturating_add(1);
        let later = |at: u64| Some(at.max(now).saturating_add(more));
        // It always has a next value.
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
