//! What is kept of a shot: its measures, what the server said, and whom it hits at each rewind.

use crate::profile::Profile;
use crate::rule::{Measured, Rounding, Rule};
use crate::tables::ShotRow;
use crate::tables::ids::PlayerIdx;
use crate::tables::said::{Said, Victims};

/// Most bytes of a shot that are kept.
pub const SHOT_BYTES_MAX: usize = 256;

/// Most intervals of a shot that are kept; beyond them its poses count as unknown.
const HITS_MAX: usize = 6;

/// Most runs of ticks of a shot that are kept; beyond them its poses count as unknown.
const RUNS_MAX: usize = 4;

/// The rewinds in which one player is hit, in ms.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct KeptHit {
    from_ms: f32,
    to_ms: f32,
    victim: PlayerIdx,
}

/// Ticks in a row at which one player is hit, by their rewinds in ms.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Run {
    /// The tick after those of the run: a smaller rewind.
    newer_ms: f32,
    first_ms: f32,
    last_ms: f32,
    /// The tick before those of the run.
    older_ms: f32,
    victim: PlayerIdx,
}

impl Run {
    /// The rewinds that round to a tick of this run.
    fn rewinds(&self, rounding: Rounding) -> (f32, f32) {
        match rounding {
            Rounding::None => (self.first_ms, self.last_ms),
            Rounding::Older => (self.newer_ms, self.last_ms),
            Rounding::Newer => (self.first_ms, self.older_ms),
            Rounding::Nearest => {
                (self.newer_ms.midpoint(self.first_ms), self.last_ms.midpoint(self.older_ms))
            }
        }
    }
}

/// A shot as the search needs it.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptShot {
    /// In ms since the first pose.
    pub at_ms: f64,
    /// Its line in the table.
    pub line: u32,
    /// Shots of one shooter without a long pause: a number that counts up over all shooters.
    pub burst: u32,
    pub shooter: PlayerIdx,
    pub said: Said,
    pub pierces: bool,
    pub measured: Measured,
    /// The rewinds at which all poses are known, in ms.
    known_from_ms: f32,
    known_to_ms: f32,
    n_hits: u8,
    n_runs: u8,
    hits: [KeptHit; HITS_MAX],
    runs: [Run; RUNS_MAX],
}

const _: () = assert!(size_of::<KeptShot>() <= SHOT_BYTES_MAX);

/// An interval of rewinds, in ms.
pub(crate) type Rewinds = (f64, f64);

impl KeptShot {
    /// `ticks`: the moments of ticks, in order.
    pub(crate) fn new(
        row: &ShotRow,
        burst: u32,
        profile: &Profile,
        ticks: impl DoubleEndedIterator<Item = f64>,
    ) -> Self {
        let mut kept = Self {
            at_ms: row.at_ms,
            line: row.line,
            burst,
            shooter: row.shooter,
            said: row.said,
            pierces: row.weapon.pierce,
            measured: Measured {
                rtt_ms: row.rtt_ms.map(|ms| ms as f32),
                interp_ms: row.interp_ms.map(|ms| ms as f32),
                view_age_ms: row.view_ms.map(|ms| (row.at_ms - ms) as f32),
            },
            known_from_ms: profile.known_from_ms as f32,
            known_to_ms: profile.known_to_ms as f32,
            n_hits: 0,
            n_runs: 0,
            hits: [KeptHit::default(); HITS_MAX],
            runs: [Run::default(); RUNS_MAX],
        };
        for hit in &profile.hits {
            if usize::from(kept.n_hits) == HITS_MAX {
                kept.known_to_ms = kept.known_to_ms.min(hit.from_ms as f32);
                break;
            }
            let (from_ms, to_ms) = (hit.from_ms as f32, hit.to_ms as f32);
            kept.hits[usize::from(kept.n_hits)] = KeptHit { from_ms, to_ms, victim: hit.victim };
            kept.n_hits += 1;
        }
        kept.keep_runs(profile, ticks);
        kept
    }

    fn keep_runs(&mut self, profile: &Profile, ticks: impl DoubleEndedIterator<Item = f64>) {
        let at_ms = self.at_ms;
        let mut rewinds = ticks.rev().map(|tick| at_ms - tick).peekable();
        let mut newer = profile.known_from_ms;
        let mut open: Vec<usize> = Vec::new();
        while let Some(rewind) = rewinds.next() {
            if rewind < profile.known_from_ms {
                newer = rewind;
                continue;
            }
            if rewind > profile.known_to_ms {
                break;
            }
            let older = rewinds.peek().copied().unwrap_or(profile.known_to_ms);
            let mut still_open = Vec::new();
            for hit in &profile.hits {
                // Hits that touch count for the tick between them once: for the smaller rewind.
                if !(hit.from_ms..=hit.to_ms).contains(&rewind) {
                    continue;
                }
                let is_taken = |idx: &usize| self.runs[*idx].victim == hit.victim;
                if still_open.iter().any(is_taken) || (!self.pierces && !still_open.is_empty()) {
                    continue;
                }
                if let Some(idx) = open.iter().copied().find(is_taken) {
                    self.runs[idx].last_ms = rewind as f32;
                    self.runs[idx].older_ms = older as f32;
                    still_open.push(idx);
                    continue;
                }
                let idx = usize::from(self.n_runs);
                if idx == RUNS_MAX {
                    self.known_to_ms = self.known_to_ms.min(newer as f32);
                    return;
                }
                self.runs[idx] = Run {
                    newer_ms: newer as f32,
                    first_ms: rewind as f32,
                    last_ms: rewind as f32,
                    older_ms: older as f32,
                    victim: hit.victim,
                };
                self.n_runs += 1;
                still_open.push(idx);
            }
            open = still_open;
            newer = rewind;
        }
    }

    /// The rewinds in which each player is hit, if the moment is rounded to a tick or not.
    fn hits(&self, rounding: Rounding) -> impl Iterator<Item = (Rewinds, PlayerIdx)> + '_ {
        let exact = self.hits[..usize::from(self.n_hits)].iter();
        let rounded = self.runs[..usize::from(self.n_runs)].iter();
        let is_exact = rounding == Rounding::None;
        let exact = exact.filter(move |_| is_exact).map(|hit| (hit.from_ms, hit.to_ms, hit.victim));
        let rounded = rounded.filter(move |_| !is_exact).map(move |run| {
            let (from, to) = run.rewinds(rounding);
            (from, to, run.victim)
        });
        exact.chain(rounded).map(|(from, to, victim)| ((f64::from(from), f64::from(to)), victim))
    }

    /// Whom the shot hits under a rule; `None` if a measure or a pose is missing.
    pub fn verdict(&self, rule: &Rule) -> Option<Victims> {
        self.verdict_at(rule.rewind_ms(&self.measured)?, rule.rounding)
    }

    /// Whom the shot hits at a rewind.
    pub fn verdict_at(&self, rewind_ms: f64, rounding: Rounding) -> Option<Victims> {
        if !(f64::from(self.known_from_ms)..=f64::from(self.known_to_ms)).contains(&rewind_ms) {
            return None;
        }
        let mut victims = Victims::NOBODY;
        for ((from, to), victim) in self.hits(rounding) {
            let is_first = self.pierces || victims.is_empty();
            // A moment between two ticks belongs to one of them.
            let is_within = match rounding {
                Rounding::None => (from..=to).contains(&rewind_ms),
                Rounding::Older => from < rewind_ms && rewind_ms <= to,
                Rounding::Newer | Rounding::Nearest => from <= rewind_ms && rewind_ms < to,
            };
            if is_within && is_first {
                victims.insert(victim);
            }
        }
        Some(victims)
    }

    /// Whether a verdict is what the server said; `false` if either is unknown.
    pub fn agrees(&self, verdict: Option<Victims>) -> bool {
        let (Said::Victims(said), Some(verdict)) = (self.said, verdict) else { return false };
        if self.pierces {
            return said == verdict;
        }
        match verdict.as_slice() {
            [] => said.is_empty(),
            [first, ..] => said.contains(*first),
        }
    }

    /// Whether the server said what it decided.
    pub(crate) fn is_decided(&self) -> bool {
        self.said != Said::Unknown
    }

    /// Whether the server said that somebody was hit.
    pub fn is_said_hit(&self) -> bool {
        matches!(self.said, Said::Victims(victims) if !victims.is_empty())
    }

    /// The rewinds at which the verdict is what the server said, in order.
    pub(crate) fn agreeing(&self, rounding: Rounding) -> Vec<Rewinds> {
        let (known_from, known_to) = (f64::from(self.known_from_ms), f64::from(self.known_to_ms));
        let mut cuts = vec![known_from, known_to];
        for ((from, to), _) in self.hits(rounding) {
            cuts.extend([from, to].iter().filter(|ms| **ms > known_from && **ms < known_to));
        }
        cuts.sort_by(f64::total_cmp);
        cuts.dedup();
        let mut agreeing: Vec<Rewinds> = Vec::new();
        for pair in cuts.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            if !self.agrees(self.verdict_at(from.midpoint(to), rounding)) {
                continue;
            }
            match agreeing.last_mut() {
                Some(last) if last.1 == from => last.1 = to,
                _ => agreeing.push((from, to)),
            }
        }
        agreeing
    }

    /// How far the rewind is from one at which the verdict is what the server said, in ms; `None`
    /// if there is none.
    pub(crate) fn time_off(&self, rewind_ms: f64, rounding: Rounding) -> Option<f64> {
        let off = |(from, to): Rewinds| (from - rewind_ms).max(rewind_ms - to).max(0.0);
        self.agreeing(rounding).into_iter().map(off).min_by(f64::total_cmp)
    }

    /// Whether all poses are known at this rewind.
    pub(crate) fn knows(&self, rewind_ms: f64) -> bool {
        (f64::from(self.known_from_ms)..=f64::from(self.known_to_ms)).contains(&rewind_ms)
    }
}
