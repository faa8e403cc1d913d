//! The reusable buffers of a room's tick; not part of its state.

use alloc::vec::Vec;

use super::{output::SessionId, truce::TruceChange};
use crate::{
    judge::{hit_test::state::HitTest, shot::HitClaim},
    pilot::sights::Sights,
    schemes::targeting::ClaimRefusal,
    sim::{
        collision::Solids, command::UserCommand, event::Decided, ship::ShipId, state::WorldState,
        world::Stepped,
    },
};

/// The buffers of judging.
#[derive(Clone, Debug, Default)]
pub(super) struct JudgeScratch {
    pub(super) marker_rates_hz: Vec<u16>,
    pub(super) decided: Vec<Decided>,
    pub(super) refused: Vec<(HitClaim, ClaimRefusal)>,
    pub(super) orphan_claims: Vec<(SessionId, HitClaim, ClaimRefusal)>,
    /// Finished hit tests, whose buffers the next ones reuse.
    pub(super) spare: Vec<HitTest>,
}

/// The buffers of a tick.
#[derive(Clone, Debug, Default)]
pub(super) struct TickScratch {
    pub(super) commands: Vec<(ShipId, UserCommand)>,
    pub(super) solids: Solids,
    pub(super) stepped: Stepped,
    pub(super) sights: Sights,
    /// The ships that the room's bots spare.
    pub(super) spared: Vec<ShipId>,
    /// The truces that began or ended in it.
    pub(super) truces: Vec<(SessionId, TruceChange)>,
}

/// The states of one viewer of a large room; only their buffers are kept.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    pub(super) state: WorldState,
    pub(super) baseline: WorldState,
    pub(super) before: WorldState,
}
