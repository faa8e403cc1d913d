//! A match under way and somebody who is told of it, with a snapshot due: a workload's name goes
//! in. For benchmarks.

use shared::{
    base::time::TickRate,
    wire::codec::{CodecId, DecodedSnapshot},
};
use testkit::workload::{Trace, Viewer, Workload};

/// Ticks before anything is measured: bolts of every age fly.
const WARM_UP: u32 = 240;
/// Ticks from a snapshot to the next: 20 a second.
const INTERVAL: u32 = 3;

/// The match and its viewer, who was told two snapshots, each against the one before.
pub(crate) struct Played {
    trace: Trace,
    viewer: Viewer,
}

impl Played {
    pub(crate) fn new(name: &str) -> Self {
        let workload = Workload::named(name).unwrap();
        let mut trace = workload.start(TickRate::DEFAULT).unwrap();
        let mut viewer = Viewer::new(workload.ships);
        for n in 0..=WARM_UP {
            trace.step();
            if n % INTERVAL == 0 && n < WARM_UP {
                viewer.note(trace.journal().state());
            }
        }
        Self { trace, viewer }
    }

    pub(crate) fn encode(&self, codec: CodecId) -> Vec<u8> {
        self.viewer.encode(codec, &self.trace).0
    }

    pub(crate) fn decode(&self, codec: CodecId, body: &[u8]) -> DecodedSnapshot {
        let tick = self.trace.journal().state().tick;
        self.viewer.decode(codec, &self.trace, tick, body).unwrap()
    }
}
