//! A fight in a room, the same in every process: its states are what snapshots build upon.

use std::sync::LazyLock;

use shared::{
    base::time::TickRate,
    sim::{state::WorldState, world::Ground},
    wire::codec::{Baseline, CodecContext, CodecId},
};
use testkit::workload::{Viewer, Workload};

/// Seats of the room.
pub const SEATS: u16 = 16;
/// Ticks from one moment to the next.
pub const INTERVAL: u8 = 3;
/// Moments that are kept: over 6 s.
const MOMENTS: usize = 128;
/// Ticks before the first of them, until everybody has appeared.
const BEFORE: usize = 120;

/// A fight.
pub struct Fight {
    pub ground: Ground,
    pub moments: Vec<Moment>,
}

/// A moment of the fight.
pub struct Moment {
    pub state: WorldState,
    /// What it is told by to somebody who has the one before it, by codec; the first as a keyframe.
    pub bodies: Vec<Vec<u8>>,
}

pub static FIGHT: LazyLock<Fight> = LazyLock::new(|| {
    let workload = Workload::named("battle-16").expect("a workload");
    let mut trace = workload.start(TickRate::DEFAULT).expect("its room can be");
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
    Fight { ground: trace.world().ground().clone(), moments }
});

impl Fight {
    pub fn context(&self) -> CodecContext<'_> {
        CodecContext { ground: &self.ground, seats: SEATS }
    }

    /// A moment as what a snapshot builds upon.
    pub fn baseline(&self, n: usize) -> Baseline<'_> {
        let before = n.checked_sub(1).map(|before| &self.moments[before].state);
        Baseline { state: &self.moments[n].state, before }
    }
}
