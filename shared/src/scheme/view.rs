//! Settles once, when a shot is fired, which moment of the targets it looks at.

use super::{
    history::SentLog,
    shot::{Clamp, Pair, ResolvedView},
};
use crate::{
    base::time::{Tick, TickRate, ViewTime},
    sim::command::View,
};

/// What a claim is held against.
#[derive(Clone, Copy, Debug)]
pub struct ViewBounds<'a> {
    /// The tick at which the shot is executed.
    pub now: Tick,
    /// Ticks a second.
    pub rate: TickRate,
    /// How far back a shot may look, in ms.
    pub bound_ms: u16,
    /// The latest moment the viewer looked at in this view epoch: time does not run backwards.
    pub floor: ViewTime,
    /// What the viewer was sent; `None` for one that sees every tick.
    pub sent: Option<&'a SentLog>,
}

/// Accepts a claim as far as it is allowed, and says why not further.
#[must_use]
pub fn resolve(claimed: View, bounds: &ViewBounds) -> ResolvedView {
    let now = ViewTime::from_tick(bounds.now);
    let bound_micros = i64::from(bounds.bound_ms) * 1000;
    let earliest = ViewTime(now.0 - bounds.rate.view_at(crate::base::time::Micros(bound_micros)).0);
    let (mut used, mut clamp) = (claimed.time, None);
    if used < bounds.floor {
        (used, clamp) = (bounds.floor, Some(Clamp::Backwards));
    }
    if used < earliest {
        (used, clamp) = (earliest, Some(Clamp::Bound));
    }
    if used > now {
        (used, clamp) = (now, Some(Clamp::Future));
    }
    let pair = drawn_pair(claimed, bounds.sent).filter(|_| clamp.is_none());
    ResolvedView { claimed, used, pair, clamp }
}

/// The pair that the viewer says it blended, if it brackets the moment and both were sent.
fn drawn_pair(claimed: View, sent: Option<&SentLog>) -> Option<Pair> {
    let newer = claimed.older.0.checked_add(u32::from(claimed.span)).map(Tick)?;
    let pair = Pair { older: claimed.older, newer };
    let log = sent?;
    let brackets = claimed.span > 0
        && ViewTime::from_tick(pair.older) <= claimed.time
        && claimed.time <= ViewTime::from_tick(pair.newer);
    (brackets && log.was_sent(pair.older) && log.was_sent(pair.newer)).then_some(pair)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_held_to_the_bound_the_present_and_the_past() {
        let mut log = SentLog::new(TickRate::DEFAULT);
        for tick in (0..=100).step_by(2) {
            log.record(Tick(tick));
        }
        let bounds = ViewBounds {
            now: Tick(100),
            rate: TickRate::DEFAULT,
            bound_ms: 400,
            floor: ViewTime::from_tick(Tick(80)),
            sent: Some(&log),
        };
        let tick = |n: u32| ViewTime::from_tick(Tick(n));
        let pair = Some(Pair { older: Tick(90), newer: Tick(92) });
        let rows = [
            // (time, older, span, floor, used, clamp, pair)
            (ViewTime(tick(90).0 + 300), 90, 2, 80, ViewTime(tick(90).0 + 300), None, pair),
            (tick(91), 90, 0, 80, tick(91), None, None),
            (tick(91), 91, 1, 80, tick(91), None, None),
            (tick(95), 90, 2, 80, tick(95), None, None),
            (tick(79), 78, 2, 80, tick(80), Some(Clamp::Backwards), None),
            (tick(75), 74, 2, 0, tick(76), Some(Clamp::Bound), None),
            (tick(101), 100, 2, 80, tick(100), Some(Clamp::Future), None),
            (tick(50), 50, 2, 60, tick(76), Some(Clamp::Bound), None),
            (tick(90), u32::MAX, 2, 80, tick(90), None, None),
        ];
        for (time, older, span, floor, used, clamp, pair) in rows {
            let claimed = View { time, older: Tick(older), span };
            let bounds = ViewBounds { floor: tick(floor), ..bounds };
            let want = ResolvedView { claimed, used, pair, clamp };
            assert_eq!(resolve(claimed, &bounds), want);
        }
    }
}
