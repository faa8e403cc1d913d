//! What a tick of a room needs at hand, used again and again: no part of its state.

use alloc::vec::Vec;

use super::output::SessionId;
use crate::{
    judge::{hit_test::state::HitTest, shot::HitClaim},
    pilot::sights::Sights,
    schemes::targeting::ClaimRefusal,
    sim::{
        collision::Solids, command::UserCommand, event::Decided, ship::ShipId, state::WorldState,
        world::Stepped,
    },
};

/// What judging needs at hand, used again and again: no part of a room's state.
#[derive(Clone, Debug, Default)]
pub(super) struct JudgeScratch {
    pub(super) marker_rates_hz: Vec<u16>,
    pub(super) decided: Vec<Decided>,
    pub(super) refused: Vec<(HitClaim, ClaimRefusal)>,
    pub(super) unheard: Vec<(SessionId, HitClaim, ClaimRefusal)>,
    /// Hit tests that are over, for their room in memory.
    pub(super) spare: Vec<HitTest>,
}

/// What a tick needs at hand, used again and again: no part of a room's state.
#[derive(Clone, Debug, Default)]
pub(super) struct TickScratch {
    pub(super) commands: Vec<(ShipId, UserCommand)>,
    pub(super) solids: Solids,
    pub(super) stepped: Stepped,
    pub(super) sights: Sights,
}

/// What somebody is told of a large room; kept for their room only.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    pub(super) state: WorldState,
    pub(super) baseline: WorldState,
    pub(super) before: WorldState,
}
