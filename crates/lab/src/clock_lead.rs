//! How far the first player's clock runs ahead of the server's, frame by frame, and how many of its
//! commands came too late. Observes a column after every frame, in the one scenario that is about
//! it.

use alloc::collections::VecDeque;

use serde::Serialize;
use shared::base::{queue::push_bounded, time::Micros};

use crate::{harness::Harness, limits::CLOCK_LEADS_MAX};

/// The clock after a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LeadSample {
    /// How far it was ahead of the server's.
    pub lead: Micros,
    /// Commands that had come too late by then, as the server reported them.
    pub n_late: u32,
}

/// The newest samples, one a frame.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ClockLead {
    /// Up to [`CLOCK_LEADS_MAX`], oldest first.
    samples: VecDeque<LeadSample>,
}

impl ClockLead {
    /// Oldest first.
    pub fn samples(&self) -> impl ExactSizeIterator<Item = &LeadSample> + DoubleEndedIterator {
        self.samples.iter()
    }

    /// Observes the first player's clock after a frame.
    pub(super) fn observe(&mut self, harness: &Harness) {
        let (client, now) = (harness.client(0), harness.now());
        let Some(own) = client.own_time(now) else { return };
        let n_late = client.net_stats().late_commands;
        push_bounded(&mut self.samples, LeadSample { lead: own - now, n_late }, CLOCK_LEADS_MAX);
    }
}
