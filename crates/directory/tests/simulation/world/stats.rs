//! What is measured: how long players were out, and rooms doubled, for each kind of fault.

use std::collections::{BTreeMap, BTreeSet};

use directory::{Reason, RoomKey};

use super::fault::Fault;
use super::{MS, Micros};

/// Of one run, or of many.
#[derive(Clone, Default)]
pub(crate) struct Stats {
    /// Each time that a player was out, until playing again; for phases of one fault.
    pub(crate) out: BTreeMap<Fault, Vec<Micros>>,
    /// Each time that a room was doubled.
    pub(crate) doubled: BTreeMap<Fault, Vec<Micros>>,
    /// Phases of each fault alone.
    pub(crate) n_phases: BTreeMap<Fault, u64>,
    pub(crate) told: BTreeMap<Reason, u64>,
    pub(crate) n_refused: u64,
    fault: Option<Fault>,
    /// Writes were undone in this run.
    undone: bool,
    doubled_since: BTreeMap<RoomKey, Micros>,
}

impl Stats {
    pub(crate) fn begin_phase(&mut self, faults: &[Fault]) {
        self.undone |= faults.contains(&Fault::WritesUndone);
        self.fault = match faults {
            [fault] => Some(*fault),
            _ => None,
        };
        if let Some(fault) = self.fault {
            *self.n_phases.entry(fault).or_default() += 1;
        }
    }

    pub(crate) fn end_phase(&mut self) {
        self.fault = None;
    }

    pub(crate) fn has_undone(&self) -> bool {
        self.undone
    }

    pub(crate) fn waited(&mut self, micros: Micros) {
        if let Some(fault) = self.fault {
            self.out.entry(fault).or_default().push(micros);
        }
    }

    pub(crate) fn told(&mut self, reason: Reason) {
        *self.told.entry(reason).or_default() += 1;
    }

    /// These are open twice now.
    pub(crate) fn doubled(&mut self, now: Micros, keys: &BTreeSet<RoomKey>) {
        for key in keys {
            self.doubled_since.entry(*key).or_insert(now);
        }
        let fault = self.fault;
        let doubled = &mut self.doubled;
        self.doubled_since.retain(|key, since| {
            let lasts = keys.contains(key);
            if let Some(fault) = fault.filter(|_| !lasts && now > *since) {
                doubled.entry(fault).or_default().push(now - *since);
            }
            lasts
        });
    }

    /// Adds those of another run.
    pub(crate) fn add(&mut self, other: &Self) {
        for (fault, times) in &other.out {
            self.out.entry(*fault).or_default().extend(times);
        }
        for (fault, times) in &other.doubled {
            self.doubled.entry(*fault).or_default().extend(times);
        }
        for (fault, n) in &other.n_phases {
            *self.n_phases.entry(*fault).or_default() += n;
        }
        for (reason, n) in &other.told {
            *self.told.entry(*reason).or_default() += n;
        }
        self.n_refused += other.n_refused;
    }
}

/// A quantile of unsorted times, in milliseconds; 0 of none.
pub(crate) fn quantile_ms(times: &[Micros], permille: usize) -> u64 {
    let mut times = times.to_vec();
    times.sort_unstable();
    let last = times.len().saturating_sub(1);
    times.get(last * permille / 1000).map_or(0, |time| time / MS)
}
