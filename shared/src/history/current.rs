//! Everybody as they are while the shots of a tick are judged: filled once a tick, and kept up with
//! what hits change at once.

use alloc::vec::Vec;

use super::pose::Pose;
use crate::{
    base::time::Tick,
    sim::ship::{Ship, ShipId},
};

/// The poses of a tick's ships, by seat. Hits change who lives; nobody moves.
#[derive(Clone, Debug, Default)]
pub struct CurrentPoses {
    poses: Vec<Option<Pose>>,
}

impl CurrentPoses {
    /// Takes in everybody, and forgets who was there.
    pub fn fill<'a>(&mut self, ships: impl Iterator<Item = &'a Ship>, tick: Tick) {
        self.poses.clear();
        for ship in ships {
            self.renew(ship, tick);
        }
    }

    /// Something of a ship has changed.
    pub fn renew(&mut self, ship: &Ship, tick: Tick) {
        let seat = usize::from(ship.id.idx);
        if self.poses.len() <= seat {
            self.poses.resize(seat + 1, None);
        }
        self.poses[seat] = Some(Pose::of(ship, tick));
    }

    /// A ship's pose.
    #[must_use]
    pub fn pose(&self, ship: ShipId) -> Option<Pose> {
        self.at(ship.idx).filter(|pose| pose.ship == ship)
    }

    /// The pose of whoever has a seat.
    pub(crate) fn at(&self, seat: u16) -> Option<Pose> {
        *self.poses.get(usize::from(seat))?
    }

    /// Who has a seat.
    pub(crate) fn ship_at(&self, seat: u16) -> Option<ShipId> {
        Some(self.poses.get(usize::from(seat))?.as_ref()?.ship)
    }

    /// Everybody, in the order of the seats.
    pub fn poses(&self) -> impl Iterator<Item = Pose> {
        self.poses.iter().flatten().copied()
    }
}
