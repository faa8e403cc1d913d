//! A rate limit with a burst, for a connection or an address. It allows extra for what arrives at
//! once after the process was suspended.
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use governor::middleware::NoOpMiddleware;
use governor::state::{InMemoryState, NotKeyed};
use governor::{Quota, RateLimiter};

use crate::awake::Awake;
use crate::clock::Clock;
use crate::limits::BACKLOG_MAX_S;

/// A rate limiter on the server's clock.
pub(crate) type Limiter = RateLimiter<NotKeyed, InMemoryState, Clock, NoOpMiddleware<Duration>>;

/// What may still be used.
pub(crate) struct Budget {
    limiter: Limiter,
    per_s: NonZeroU32,
    awake: Arc<Awake>,
    /// Total time suspended as of the last check.
    suspended: Duration,
    /// Extra allowance for what piled up while suspended, up to that of [`BACKLOG_MAX_S`].
    backlog_allowance: u32,
}

impl Budget {
    pub(crate) fn new(
        per_s: NonZeroU32,
        at_once: NonZeroU32,
        clock: Clock,
        awake: &Arc<Awake>,
    ) -> Self {
        let quota = Quota::per_second(per_s).allow_burst(at_once);
        Self {
            limiter: RateLimiter::direct_with_clock(quota, clock),
            per_s,
            suspended: awake.suspended(),
            awake: awake.clone(),
            backlog_allowance: 0,
        }
    }

    /// Uses `n`; false if that exceeds the budget.
    pub(crate) fn take(&mut self, n: NonZeroU32) -> bool {
        matches!(self.limiter.check_n(n), Ok(Ok(()))) || self.take_backlog(n)
    }

    fn take_backlog(&mut self, n: NonZeroU32) -> bool {
        let suspended = self.awake.suspended();
        let new_s = (suspended - self.suspended).as_secs_f64();
        self.suspended = suspended;
        let most = self.per_s.get().saturating_mul(BACKLOG_MAX_S);
        let new = (new_s * f64::from(self.per_s.get())).ceil() as u32;
        self.backlog_allowance = self.backlog_allowance.saturating_add(new).min(most);
        let left = self.backlog_allowance.checked_sub(n.get());
        self.backlog_allowance = left.unwrap_or(self.backlog_allowance);
        left.is_some()
    }
}
