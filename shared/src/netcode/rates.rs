//! Rate negotiation: clamps the rates a player requests to the bounds of the room and of the
//! server, and reports what clamped each. Both ends compute it whenever one of the inputs changes.
//!
//! Source's servers clamp `cl_updaterate` and `rate` in the same way.

use serde::{Deserialize, Serialize};

use super::values::{PlayerNetcode, RoomNetcode, Subscription};
use crate::base::time::TickRate;

/// Bounds on the rates that players request, from one source: the room's rules or the server's
/// configuration. Where minimum and maximum cross, the maximum applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RateBounds {
    /// Snapshots per second.
    pub update_min_hz: u16,
    /// Snapshots per second.
    pub update_max_hz: u16,
    /// In kB/s.
    pub bytes_min_kb_per_s: u16,
    /// In kB/s.
    pub bytes_max_kb_per_s: u16,
}

impl Default for RateBounds {
    /// The widest bounds: they clamp no valid request.
    fn default() -> Self {
        Self {
            update_min_hz: 1,
            update_max_hz: 128,
            bytes_min_kb_per_s: 1,
            bytes_max_kb_per_s: 1000,
        }
    }
}

impl RateBounds {
    /// A requested update rate, clamped.
    #[must_use]
    pub const fn update_rate(&self, wish_hz: u16) -> u16 {
        clamped(wish_hz, (self.update_min_hz, self.update_max_hz))
    }

    /// Whether every bound is within the range of its setting.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        let Self { update_min_hz, update_max_hz, bytes_min_kb_per_s, bytes_max_kb_per_s } = self;
        let all = Self::default();
        [update_min_hz, update_max_hz].iter().all(|hz| (1..=all.update_max_hz).contains(*hz))
            && [bytes_min_kb_per_s, bytes_max_kb_per_s]
                .iter()
                .all(|kb| (1..=all.bytes_max_kb_per_s).contains(*kb))
    }
}

/// What clamped a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RateCap {
    /// The room's rules.
    Room,
    /// The server's configuration.
    Server,
    /// There is one snapshot per tick.
    TickRate,
}

/// The rate that [`RateLimits`] grant for a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GrantedRate {
    /// In the unit of the request.
    pub rate: u16,
    /// What clamped the request, if it differs.
    pub cut_by: Option<RateCap>,
}

/// Everything that bounds requested rates: the [`RateBounds`] of the room, then those of the
/// server, and the tick rate. Each request is answered with a [`GrantedRate`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RateLimits {
    pub ticks: TickRate,
    /// From the room's rules.
    pub room: RateBounds,
    /// From the server's configuration.
    pub server: RateBounds,
}

impl RateLimits {
    /// Snapshots per second granted for a request.
    #[must_use]
    pub fn update_rate(&self, wish_hz: u16) -> GrantedRate {
        let bounds = |of: &RateBounds| (of.update_min_hz, of.update_max_hz);
        let mut granted = self.limited(wish_hz, bounds);
        granted.clamp((1, self.ticks.hz()), RateCap::TickRate);
        granted
    }

    /// kB/s granted for a request.
    #[must_use]
    pub fn byte_rate(&self, wish_kb_per_s: u16) -> GrantedRate {
        self.limited(wish_kb_per_s, |of| (of.bytes_min_kb_per_s, of.bytes_max_kb_per_s))
    }

    fn limited(&self, wish: u16, bounds: impl Fn(&RateBounds) -> (u16, u16)) -> GrantedRate {
        let mut granted = GrantedRate { rate: wish, cut_by: None };
        granted.clamp(bounds(&self.room), RateCap::Room);
        granted.clamp(bounds(&self.server), RateCap::Server);
        granted
    }

    /// A player's netcode with the rates granted to it.
    #[must_use]
    pub fn granted(&self, wish: &PlayerNetcode) -> PlayerNetcode {
        PlayerNetcode {
            update_rate_hz: self.update_rate(wish.update_rate_hz).rate,
            rate_kb_per_s: self.byte_rate(wish.rate_kb_per_s).rate,
            ..*wish
        }
    }

    /// A subscription with the rates granted to it.
    #[must_use]
    pub fn subscribed(&self, wish: &Subscription) -> Subscription {
        Subscription {
            update_rate_hz: self.update_rate(wish.update_rate_hz).rate,
            rate_kb_per_s: self.byte_rate(wish.rate_kb_per_s).rate,
            ..*wish
        }
    }
}

impl RoomNetcode {
    /// The bounds that the room sets.
    #[must_use]
    pub const fn rate_bounds(&self) -> RateBounds {
        RateBounds {
            update_min_hz: self.update_min_hz,
            update_max_hz: self.update_max_hz,
            bytes_min_kb_per_s: self.rate_min_kb_per_s,
            bytes_max_kb_per_s: self.rate_max_kb_per_s,
        }
    }
}

impl GrantedRate {
    fn clamp(&mut self, (min, max): (u16, u16), by: RateCap) {
        let rate = clamped(self.rate, (min, max));
        if rate != self.rate {
            *self = Self { rate, cut_by: Some(by) };
        }
    }
}

/// Clamps to a range; an empty range yields its upper end.
const fn clamped(rate: u16, (min, max): (u16, u16)) -> u16 {
    let raised = if rate < min { min } else { rate };
    if raised > max { max } else { raised }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_clamped_and_the_cap_is_named() {
        use RateCap::{Room, Server, TickRate as Ticks};
        let bounds = |min, max| RateBounds {
            update_min_hz: min,
            update_max_hz: max,
            ..RateBounds::default()
        };
        let all = RateBounds::default();
        let rows = [
            // (requested, tick rate, room, server, granted, clamped by)
            (10, 60, bounds(20, 40), all, 20, Some(Room)),
            (66, 60, bounds(20, 40), all, 40, Some(Room)),
            (30, 60, bounds(20, 40), all, 30, None),
            (10, 60, all, bounds(20, 40), 20, Some(Server)),
            (66, 60, all, bounds(20, 40), 40, Some(Server)),
            (66, 60, bounds(20, 50), bounds(20, 40), 40, Some(Server)),
            (66, 60, bounds(20, 30), bounds(20, 40), 30, Some(Room)),
            (128, 60, all, all, 60, Some(Ticks)),
            (128, 60, bounds(20, 40), all, 40, Some(Room)),
            (10, 20, bounds(50, 100), all, 20, Some(Ticks)),
            (60, 60, bounds(40, 20), all, 20, Some(Room)),
        ];
        for (wish, hz, room, server, rate, cut_by) in rows {
            let limits = RateLimits { ticks: TickRate::new(hz).unwrap(), room, server };
            let got = limits.update_rate(wish);
            assert_eq!(
                got,
                GrantedRate { rate, cut_by },
                "{wish} at {hz} Hz, {room:?}, {server:?}"
            );
        }
    }

    #[test]
    fn byte_rates_are_clamped_too() {
        let room =
            RateBounds { bytes_min_kb_per_s: 5, bytes_max_kb_per_s: 20, ..Default::default() };
        let limits = RateLimits { ticks: TickRate::DEFAULT, room, server: RateBounds::default() };
        for (wish, rate) in [(1, 5), (5, 5), (12, 12), (80, 20)] {
            let cut_by = (rate != wish).then_some(RateCap::Room);
            assert_eq!(limits.byte_rate(wish), GrantedRate { rate, cut_by });
        }
    }

    #[test]
    fn bounds_outside_the_settings_range_are_invalid() {
        assert!(RateBounds::default().is_valid());
        assert!(!RateBounds { update_min_hz: 0, ..RateBounds::default() }.is_valid());
        assert!(!RateBounds { bytes_max_kb_per_s: 1001, ..RateBounds::default() }.is_valid());
    }
}
