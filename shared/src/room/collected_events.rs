//! The events since a baseline, collected once for all snapshots of a tick that share it. Each
//! viewer's snapshot filters them afterwards.

use alloc::vec::Vec;

use crate::{base::time::Tick, sim::event::Event};

/// The events of a tick's snapshots; only the buffers are kept from one tick to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct CollectedEvents {
    /// By baseline, in order of request; the first `n_known` are of this tick.
    since: Vec<(Option<Tick>, Vec<Event>)>,
    n_known: usize,
}

impl CollectedEvents {
    /// Starts another tick.
    pub(super) fn clear(&mut self) {
        self.n_known = 0;
    }

    /// The events from a baseline to this tick, in order; for a keyframe the newest ones. Collected
    /// on the first request.
    pub(super) fn since(
        &mut self,
        baseline: Option<Tick>,
        collect: impl FnOnce(&mut Vec<Event>),
    ) -> &[Event] {
        let known = self.since[..self.n_known].iter().position(|(of, _)| *of == baseline);
        let nth = known.unwrap_or_else(|| {
            let nth = self.n_known;
            self.n_known += 1;
            if self.since.len() == nth {
                self.since.push((baseline, Vec::new()));
            }
            let (of, events) = &mut self.since[nth];
            *of = baseline;
            events.clear();
            collect(events);
            nth
        });
        &self.since[nth].1
    }
}
