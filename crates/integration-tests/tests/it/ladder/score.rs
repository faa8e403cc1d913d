//! Scores over many rounds of one side against another, and how exact their shares are.

use std::{
    ops::{Range, RangeInclusive},
    sync::atomic::{AtomicU64, Ordering},
    thread,
};

/// Quantile of the normal distribution for an interval of 95 %.
const Z_95: f64 = 1.96;

/// Rounds of one side against the other.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Score {
    pub(crate) won: u32,
    pub(crate) lost: u32,
    pub(crate) drawn: u32,
    kills: u32,
    deaths: u32,
}

impl Score {
    /// Of a round with these kills of the one and the other side.
    pub(crate) fn of([kills, deaths]: [u16; 2]) -> Self {
        Self {
            won: u32::from(kills > deaths),
            lost: u32::from(kills < deaths),
            drawn: u32::from(kills == deaths),
            kills: kills.into(),
            deaths: deaths.into(),
        }
    }

    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            won: self.won + other.won,
            lost: self.lost + other.lost,
            drawn: self.drawn + other.drawn,
            kills: self.kills + other.kills,
            deaths: self.deaths + other.deaths,
        }
    }

    /// As the other side sees it.
    pub(crate) fn reversed(self) -> Self {
        let Self { won, lost, drawn, kills, deaths } = self;
        Self { won: lost, lost: won, drawn, kills: deaths, deaths: kills }
    }

    /// Share of the decided rounds that were won.
    pub(crate) fn won_share(&self) -> f64 {
        f64::from(self.won) / f64::from(self.decided())
    }

    /// Whether the share may lie within a range, by its interval of 95 %.
    pub(crate) fn is_within(&self, range: RangeInclusive<f64>) -> bool {
        let (share, off) = (self.won_share(), self.won_error());
        share + off >= *range.start() && share - off <= *range.end()
    }

    /// The share in percent, with its interval of 95 %.
    pub(crate) fn won_text(&self) -> String {
        format!("{:.0} ± {:.0} %", self.won_share() * 100.0, self.won_error() * 100.0)
    }

    /// Mean kills of both sides in a round.
    pub(crate) fn kills_per_round(&self) -> String {
        let per_round = |kills: u32| f64::from(kills) / f64::from(self.decided() + self.drawn);
        format!("{:.1} : {:.1}", per_round(self.kills), per_round(self.deaths))
    }

    fn decided(&self) -> u32 {
        self.won + self.lost
    }

    /// Half of the interval of 95 % around the share, after Agresti and Coull, "Approximate is
    /// better than 'exact'", The American Statistician 52 (1998): as if two rounds more were won
    /// and two more lost, so that it is not 0 where every round was won.
    fn won_error(&self) -> f64 {
        let n = f64::from(self.decided()) + 4.0;
        let share = (f64::from(self.won) + 2.0) / n;
        Z_95 * (share * (1.0 - share) / n).sqrt()
    }
}

/// Plays the rounds of a range on all cores. Their order does not change the sum.
pub(crate) fn play(rounds: Range<u64>, round: impl Fn(u64) -> Score + Sync) -> Score {
    let next = AtomicU64::new(rounds.start);
    let work = || {
        let mut score = Score::default();
        loop {
            let n = next.fetch_add(1, Ordering::Relaxed);
            if n >= rounds.end {
                return score;
            }
            score = score.plus(round(n));
        }
    };
    let n_threads = thread::available_parallelism().map_or(1, |n| n.get());
    thread::scope(|scope| {
        let others: Vec<_> = (1..n_threads).map(|_| scope.spawn(work)).collect();
        let own = work();
        others.into_iter().fold(own, |all, other| all.plus(other.join().unwrap()))
    })
}
