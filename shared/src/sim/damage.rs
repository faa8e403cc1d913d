//! Final and tentative damage. What tentative hits took is tracked per shot until it is settled or
//! retracted.

use alloc::vec::Vec;

use serde::Serialize;

use super::{event::ShotId, rules::SHIP_HEALTH, ship::ShipId};

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
struct TentativeDamage {
    shot: ShotId,
    victim: ShipId,
    damage: u8,
}

/// The damage of every ship in a world.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Damage {
    /// Hit points by seat, ignoring tentative damage.
    firm: Vec<u8>,
    /// In the order in which the hits were decided, living ships only; bounded by the shots under
    /// judgement.
    tentative: Vec<TentativeDamage>,
}

impl Damage {
    /// A ship starts a life at full health; tentative damage from an earlier one is dropped.
    pub(super) fn begin(&mut self, ship: ShipId) {
        let seat = usize::from(ship.idx);
        if self.firm.len() <= seat {
            self.firm.resize(seat + 1, 0);
        }
        self.firm[seat] = SHIP_HEALTH;
        self.tentative.retain(|open| open.victim.idx != ship.idx);
    }

    /// A ship died or left: drops its tentative damage.
    pub(super) fn end(&mut self, ship: ShipId) {
        self.tentative.retain(|open| open.victim != ship);
    }

    /// Displayed hit points. Tentative damage leaves at least one, since only a final hit kills.
    pub(super) fn health(&self, ship: ShipId) -> u8 {
        let firm = self.firm.get(usize::from(ship.idx)).copied().unwrap_or(0);
        let open = self.tentative.iter().filter(|open| open.victim == ship);
        let open: u32 = open.map(|open| u32::from(open.damage)).sum();
        let left = u32::from(firm).saturating_sub(open) as u8;
        left.max(firm.min(1))
    }

    /// Number of hits on a ship that may still be retracted.
    pub(super) fn n_tentative(&self, ship: ShipId) -> usize {
        self.tentative.iter().filter(|open| open.victim == ship).count()
    }

    /// Takes hit points for good and returns how many were left to take.
    pub(super) fn take(&mut self, victim: ShipId, damage: u8) -> u8 {
        let Some(firm) = self.firm.get_mut(usize::from(victim.idx)) else { return 0 };
        let taken = damage.min(*firm);
        *firm -= taken;
        taken
    }

    /// Takes hit points that may be refunded.
    pub(super) fn take_tentatively(&mut self, shot: ShotId, victim: ShipId, damage: u8) {
        self.tentative.push(TentativeDamage { shot, victim, damage });
    }

    /// Closes a tentative hit, settled or retracted, and returns its damage if it was open.
    pub(super) fn close(&mut self, shot: ShotId, victim: ShipId) -> Option<u8> {
        let of = |open: &TentativeDamage| open.shot == shot && open.victim == victim;
        let at = self.tentative.iter().position(of)?;
        Some(self.tentative.remove(at).damage)
    }
}
