//! Remote ships as targets of own shots on this screen: sweeps a path against the ships as drawn in
//! the last two frames. Used when the player fires a beam, and once a frame for every own bolt.

use super::remote_model::Drawn;
use crate::{
    base::geometry::{Segment, first_contact},
    sim::{rules::SHIP_RADIUS_U, ship::ShipId, side::Division},
};

/// A ship that moves farther than this between frames jumped and is not swept, in u.
const JUMP_U: f32 = 64.0;

/// Remote ships as drawn in this frame and in the previous one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Targets<'a> {
    pub(super) before: &'a [Drawn],
    pub(super) now: &'a [Drawn],
    /// The viewer's ship, and how the ships are divided.
    pub(super) own: ShipId,
    pub(super) division: Division,
}

impl Targets<'_> {
    /// The first drawn ship that a path hits, with the fraction of the path. Ships move linearly
    /// between their positions in the two frames.
    pub(super) fn first_hit(&self, path: Segment) -> Option<(f32, ShipId)> {
        self.hits(path).min_by(|a, b| a.0.total_cmp(&b.0))
    }

    /// Every ship that a path hits, likewise, in no particular order.
    pub(super) fn hits(&self, path: Segment) -> impl Iterator<Item = (f32, ShipId)> {
        let targets =
            self.now.iter().filter(|drawn| self.division.may_hit(self.own, drawn.ship.id));
        targets.filter_map(move |drawn| {
            let fraction = first_contact(path, self.path_of(drawn), SHIP_RADIUS_U)?;
            Some((fraction, drawn.ship.id))
        })
    }

    fn path_of(&self, drawn: &Drawn) -> Segment {
        let same = |was: &&Drawn| was.ship.id == drawn.ship.id && was.pose.life == drawn.pose.life;
        let was = self.before.iter().find(same).map_or(drawn.pos, |was| was.pos);
        let jumps = (drawn.pos - was).length_squared() > JUMP_U * JUMP_U;
        if jumps { Segment::still(drawn.pos) } else { Segment::new(was, drawn.pos) }
    }
}
