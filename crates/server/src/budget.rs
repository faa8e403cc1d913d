//! What a connection, or an address, may use of something: so much a second and so much at once.
//! What piled up while the process stood still comes at once too, and is allowed besides.
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use governor::middleware::NoOpMiddleware;
use governor::state::{InMemoryState, NotKeyed};
use governor::{Quota, RateLimiter};

use crate::awake::Awake;
use crate::clock::Clock;
use crate::limits::PILED_UP_MAX_S;

/// How fast something may be used, by the server's clock.
pub(crate) type Limiter = RateLimiter<NotKeyed, InMemoryState, Clock, NoOpMiddleware<Duration>>;

/// What is left.
pub(crate) struct Budget {
    limiter: Limiter,
    per_s: NonZeroU32,
    awake: Arc<Awake>,
    /// How long the process had stood still when that was looked at last.
    stood: Duration,
    /// What may come besides, at most that of [`PILED_UP_MAX_S`].
    piled_up: u32,
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
            stood: awake.stood(),
            awake: awake.clone(),
            piled_up: 0,
        }
    }

    /// Uses so much; whether there was as much left.
    pub(crate) fn take(&mut self, n: NonZeroU32) -> bool {
        matches!(self.limiter.check_n(n), Ok(Ok(()))) || self.take_piled_up(n)
    }

    fn take_piled_up(&mut self, n: NonZeroU32) -> bool {
        let stood = self.awake.stood();
        let new_s = (stood - self.stood).as_secs_f64();
        self.stood = stood;
        let most = self.per_s.get().saturating_mul(PILED_UP_MAX_S);
        let new = (new_s * f64::from(self.per_s.get())).ceil() as u32;
        self.piled_up = self.piled_up.saturating_add(new).min(most);
        let left = self.piled_up.checked_sub(n.get());
        self.piled_up = left.unwrap_or(self.piled_up);
        left.is_some()
    }
}
