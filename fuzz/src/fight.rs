//! A fight in a room, the same in every process. Its states serve as baselines.

use std::sync::LazyLock;

use shared::{
    base::time::TickRate,
    sim::{state::WorldState, world::WorldParams},
    wire::codec::{Baseline, CodecContext, CodecId},
};
use testkit::workload::{Viewer, Workload};

/// Seats in the room.
pub const SEATS: u16 = 16;
/// Ticks between moments.
pub const INTERVAL: u8 = 3;
/// Moments that are kept: over 6 s.
const MOMENTS: usize = 128;
/// Ticks before the first moment, until every ship has spawned.
const BEFORE: usize = 120;

pub struct Fight {
    pub params: WorldParams,
    pub moments: Vec<Moment>,
}

pub struct Moment {
    pub state: WorldState,
    /// Its snapshot for a viewer that has the previous moment, one per codec; the first is a
    /// keyframe.
    pub bodies: Vec<Vec<u8>>,
}

pub static FIGHT: LazyLock<Fight> = LazyLock::new(|| {
    let workload = Workload::named("battle-16").expect("a workload");
    let mut trace = workload.start(TickRate::DEFAULT).expect("its room is valid");
    let mut viewer = Viewer::new(SEATS);
    (0..BEFORE).for_each(|_| trace.step());
    let mut moments = Vec::new();
    while moments.len() < MOMENTS {
        (0..INTERVAL).for_each(|_| trace.step());
        let state = trace.journal().state().clone();
        let bodies = CodecId::ALL.map(|codec| viewer.encode(codec, &trace).0).to_vec();
        viewer.note(&state);
        moments.push(Moment { state, bodies });
    }
    Fight { params: trace.world().params().clone(), moments }
});

impl Fight {
    pub fn context(&self) -> CodecContext<'_> {
        CodecContext { params: &self.params, seats: SEATS }
    }

    /// A moment as a baseline.
    pub fn baseline(&self, n: usize) -> Baseline<'_> {
        let before = n.checked_sub(1).map(|before| &self.moments[before].state);
        Baseline { state: &self.moments[n].state, before }
    }
}
