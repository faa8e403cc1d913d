//! A token bucket (RFC 2697) whose tokens are ticks: it limits how many ticks' worth of deltas a
//! session may be sent. Checked before a snapshot is made for a session, and charged with each one
//! made.
//!
//! The viewer chooses the baseline of a snapshot. A delta over the last two seconds takes some
//! thirty times the bytes of a delta over one tick, and a keyframe a hundred times. So a client
//! that acknowledges late or never, or that asks for datagrams without need, would cost as much as
//! a hundred others. Therefore each session earns [`TICK_RESENDS_MAX`] ticks with every tick of the
//! match, and a snapshot costs the ticks between it and its baseline. A keyframe costs
//! [`KEYFRAME_COUNTS_MS`] worth of ticks, about its size in a fight, and there are no more than
//! [`KEYFRAMES_PER_S_MAX`] in any second. The cost of that many keyframes can be saved up: a
//! newcomer gets its first one at once, and another one in case that is lost. A snapshot that is
//! not covered waits until it is. While a keyframe is in flight, the next snapshots use it as their
//! baseline.
//!
//! Over a stream, where snapshots are written as they fall due, each tick is sent once. Over
//! datagrams, thirty snapshots a second repeat a tick ten times over a round trip of 300 ms, and
//! thirteen times over 400 ms; beyond some 370 ms a session gets fewer than thirty.

use serde::Serialize;

use crate::base::{
    limits::{KEYFRAME_COUNTS_MS, KEYFRAMES_PER_S_MAX, TICK_RESENDS_MAX},
    time::{Tick, TickRate},
};

/// The token bucket of a session.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Allowance {
    rate: TickRate,
    /// Ticks left when it was last charged; negative after a keyframe sent without a check.
    left: i64,
    charged: Tick,
    /// Its last keyframes, the oldest first.
    keyframes: [Option<Tick>; KEYFRAMES_PER_S_MAX],
}

impl Allowance {
    /// The allowance of a newcomer: a full bucket.
    pub(super) fn full(tick: Tick, rate: TickRate) -> Self {
        let keyframes = [None; KEYFRAMES_PER_S_MAX];
        Self { rate, left: saved_max(rate), charged: tick, keyframes }
    }

    /// Whether it covers a snapshot of a tick on this baseline, or a keyframe for `None`.
    pub(super) fn covers(&self, tick: Tick, baseline: Option<Tick>) -> bool {
        let second = i64::from(self.rate.hz());
        let has_turn =
            baseline.is_some() || self.keyframes[0].is_none_or(|at| tick.since(at) >= second);
        has_turn && self.left_at(tick) >= self.price(tick, baseline)
    }

    /// Charges a snapshot that was made.
    pub(super) fn charge(&mut self, tick: Tick, baseline: Option<Tick>) {
        self.left = self.left_at(tick) - self.price(tick, baseline);
        self.charged = tick;
        if baseline.is_none() {
            self.keyframes.rotate_left(1);
            self.keyframes[KEYFRAMES_PER_S_MAX - 1] = Some(tick);
        }
    }

    fn left_at(&self, tick: Tick) -> i64 {
        let earned = i64::from(TICK_RESENDS_MAX) * tick.since(self.charged);
        (self.left + earned).min(saved_max(self.rate))
    }

    fn price(&self, tick: Tick, baseline: Option<Tick>) -> i64 {
        baseline.map_or(keyframe_price(self.rate), |baseline| tick.since(baseline))
    }
}

fn keyframe_price(rate: TickRate) -> i64 {
    rate.ticks_in_ms(KEYFRAME_COUNTS_MS).into()
}

fn saved_max(rate: TickRate) -> i64 {
    KEYFRAMES_PER_S_MAX as i64 * keyframe_price(rate)
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    /// Ticks a second.
    const SECOND: u32 = 60;
    const BEGUN: u32 = 1000;

    fn full() -> Allowance {
        Allowance::full(Tick(BEGUN), TickRate::DEFAULT)
    }

    /// The ticks at which a snapshot is covered, over some seconds.
    fn covered(seconds: u32, baseline: impl Fn(Tick) -> Option<Tick>) -> Vec<u32> {
        let mut allowance = full();
        let ticks = (BEGUN..BEGUN + seconds * SECOND).map(Tick);
        let sent = ticks.filter(|tick| {
            let covers = allowance.covers(*tick, baseline(*tick));
            if covers {
                allowance.charge(*tick, baseline(*tick));
            }
            covers
        });
        sent.map(|tick| tick.0 - BEGUN).collect()
    }

    #[test]
    fn a_newcomer_gets_two_keyframes_at_once_and_never_more_in_a_second() {
        let at = covered(10, |_| None);
        assert!(at.windows(3).all(|three| three[2] - three[0] >= SECOND), "{at:?}");
        let earned_in = keyframe_price(TickRate::DEFAULT) as u32 / TICK_RESENDS_MAX;
        let earned = (2 * earned_in..10 * SECOND).step_by(earned_in as usize);
        assert_eq!(at, [0, 1, SECOND].into_iter().chain(earned).collect::<Vec<u32>>());
    }

    #[test]
    fn no_tick_is_sent_more_often_than_allowed() {
        for back in [1, 2, 9, 20, 60, 119] {
            let sent = covered(60, |tick| Some(tick.minus(back))).len() as u32 * back;
            let earned = 60 * SECOND * TICK_RESENDS_MAX;
            let limit = earned + saved_max(TickRate::DEFAULT) as u32;
            assert!(sent <= limit, "{back} back: {sent} ticks sent");
            let asked = 60 * SECOND * back;
            assert!(sent + back >= earned.min(asked), "{back} back: {sent} ticks sent");
        }
    }

    #[test]
    fn an_overdraft_is_paid_off_before_the_next_snapshot() {
        let mut allowance = full();
        (0..4).for_each(|_| allowance.charge(Tick(BEGUN), None));
        let first =
            (BEGUN + 1..).map(Tick).find(|tick| allowance.covers(*tick, Some(tick.minus(1))));
        // The debt of two keyframes, and one tick for the snapshot.
        let owed = saved_max(TickRate::DEFAULT) as u32 + 1;
        assert_eq!(first, Some(Tick(BEGUN + owed.div_ceil(TICK_RESENDS_MAX))));
    }
}
