//! For benchmarks: a match in progress and a viewer for whom a snapshot is due, from the name of a
//! workload.

use shared::{
    base::time::TickRate,
    wire::codec::{CodecId, DecodedSnapshot},
};
use testkit::workload::{Trace, Viewer, Workload};

/// Ticks before anything is measured, so that bolts of every age fly.
const WARM_UP: u32 = 240;
/// Ticks between snapshots: 20 a second.
const INTERVAL: u32 = 3;

/// The match, and a viewer that has received two snapshots, the second a delta against the first.
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
