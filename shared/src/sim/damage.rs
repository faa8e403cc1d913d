//! Hit points that are lost for good, and those that may still be given back: what tentative hits
//! took is kept by shot until it is settled or undone.

use alloc::vec::Vec;

use serde::Serialize;

use super::{event::ShotId, rules::SHIP_HEALTH, ship::ShipId};

/// A tentative hit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
struct TentativeDamage {
    shot: ShotId,
    victim: ShipId,
    damage: u8,
}

/// The damage of every ship of a world.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Damage {
    /// Hit points by seat, without what tentative hits took.
    firm: Vec<u8>,
    /// In the order in which they fell, of ships that live: bounded by the shots under judgement.
    tentative: Vec<TentativeDamage>,
}

impl Damage {
    /// A ship begins a life: whole, whatever was open.
    pub(super) fn begin(&mut self, ship: ShipId) {
        let seat = usize::from(ship.idx);
        if self.firm.len() <= seat {
            self.firm.resize(seat + 1, 0);
        }
        self.firm[seat] = SHIP_HEALTH;
        self.tentative.retain(|open| open.victim.idx != ship.idx);
    }

    /// A ship died or left: nothing of it is open any more.
    pub(super) fn end(&mut self, ship: ShipId) {
        self.tentative.retain(|open| open.victim != ship);
    }

    /// A ship's hit points as they are shown: a tentative hit leaves a spark of life, for death
    /// waits for what is final.
    pub(super) fn health(&self, ship: ShipId) -> u8 {
        let firm = self.firm.get(usize::from(ship.idx)).copied().unwrap_or(0);
        let open = self.tentative.iter().filter(|open| open.victim == ship);
        let open: u32 = open.map(|open| u32::from(open.damage)).sum();
        let left = u32::from(firm).saturating_sub(open) as u8;
        left.max(firm.min(1))
    }

    /// How many hits on a ship can still be undone.
    pub(super) fn n_tentative(&self, ship: ShipId) -> usize {
        self.tentative.iter().filter(|open| open.victim == ship).count()
    }

    /// Takes hit points for good; gives those really taken.
    pub(super) fn take(&mut self, victim: ShipId, damage: u8) -> u8 {
        let Some(firm) = self.firm.get_mut(usize::from(victim.idx)) else { return 0 };
        let taken = damage.min(*firm);
        *firm -= taken;
        taken
    }

    /// Takes hit points that may be given back.
    pub(super) fn take_tentatively(&mut self, shot: ShotId, victim: ShipId, damage: u8) {
        self.tentative.push(TentativeDamage { shot, victim, damage });
    }

    /// A tentative hit is over, one way or the other: what it took, if it was open.
    pub(super) fn close(&mut self, shot: ShotId, victim: ShipId) -> Option<u8> {
        let of = |open: &TentativeDamage| open.shot == shot && open.victim == victim;
        let at = self.tentative.iter().position(of)?;
        Some(self.tentative.remove(at).damage)
    }
}
