//! The ticks of which a viewer was sent snapshots, a bit each: what its log of snapshots is rebuilt
//! from when somebody looks into a shot that the log no longer reaches back to.

use alloc::vec::Vec;

use super::sent::SentLog;
use crate::base::{
    limits::JOURNAL_MS,
    time::{Tick, TickRate},
};

/// The ticks of the last [`JOURNAL_MS`] of which a viewer was sent snapshots.
#[derive(Clone, Debug)]
pub struct SentTicks {
    /// A ring of words: the tick `n` is bit `n % 64` of word `n / 64`, counted round.
    words: Vec<u64>,
    newest: Tick,
}

impl SentTicks {
    /// None at all, at a tick rate.
    #[must_use]
    pub fn new(rate: TickRate) -> Self {
        // The oldest word is the newest one's, as far as that is not used yet.
        let n_words = rate.ticks_in_ms(JOURNAL_MS).div_ceil(u64::BITS) as usize + 1;
        Self { words: alloc::vec![0; n_words], newest: Tick::ZERO }
    }

    /// Notes a snapshot. Ticks come in order; one that comes again counts once.
    pub fn record(&mut self, tick: Tick) {
        let (before, now) = (self.newest.0 / u64::BITS, tick.0 / u64::BITS);
        for word in (before + 1..=now).rev().take(self.words.len()) {
            let at = self.at(word);
            self.words[at] = 0;
        }
        let at = self.at(now);
        self.words[at] |= 1 << (tick.0 % u64::BITS);
        self.newest = self.newest.max(tick);
    }

    /// The log of the snapshots from one tick to another.
    #[must_use]
    pub fn log(&self, (first, last): (Tick, Tick), rate: TickRate) -> SentLog {
        let mut log = SentLog::new(rate);
        let sent = (first.0..=last.min(self.newest).0).map(Tick);
        sent.filter(|tick| self.was_sent(*tick)).for_each(|tick| log.record(tick));
        log
    }

    fn was_sent(&self, tick: Tick) -> bool {
        let back = self.newest.0 / u64::BITS - tick.0 / u64::BITS;
        (back as usize) < self.words.len()
            && self.words[self.at(tick.0 / u64::BITS)] >> (tick.0 % u64::BITS) & 1 == 1
    }

    fn at(&self, word: u32) -> usize {
        word as usize % self.words.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_is_rebuilt_of_any_stretch_that_is_kept() {
        let rate = TickRate::DEFAULT;
        let mut ticks = SentTicks::new(rate);
        let was_sent = |tick: u32| !tick.is_multiple_of(3) && !(900..1200).contains(&tick);
        let mut last = 0;
        for tick in (1..=9000).filter(|tick| was_sent(*tick)) {
            ticks.record(Tick(tick));
            ticks.record(Tick(tick));
            last = tick;
        }
        let kept = rate.ticks_in_ms(JOURNAL_MS);
        for first in [last - kept, last - 900, last - 100] {
            let end = first + 200;
            let log = ticks.log((Tick(first), Tick(end)), rate);
            for tick in first - 5..=end + 5 {
                let is_in = (first..=end).contains(&tick) && tick <= last;
                assert_eq!(log.was_sent(Tick(tick)), is_in && was_sent(tick), "{tick}");
            }
        }
        let long_ago = ticks.log((Tick(1), Tick(200)), rate);
        assert!((1..=200).all(|tick| !long_ago.was_sent(Tick(tick))), "it is forgotten");
    }
}
