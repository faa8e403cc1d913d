//! The other ships as things that own shots meet on this screen: what two frames drew goes in, whom
//! a path meets first comes out. Asked when the player fires a beam, and for every own bolt once a
//! frame.

use super::remote_model::Drawn;
use crate::{
    base::geometry::{Segment, first_contact},
    sim::{rules::SHIP_RADIUS_U, ship::ShipId},
};

/// Ships that jump farther from one frame to the next were not in between, in u.
const JUMP_U: f32 = 64.0;

/// What the screen shows of the others at a frame, and what it showed at the frame before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Targets<'a> {
    pub(super) before: &'a [Drawn],
    pub(super) now: &'a [Drawn],
}

impl Targets<'_> {
    /// The first ship that a path meets, as drawn: ships move in lines from where they were at the
    /// frame before. The fraction of the path.
    pub(super) fn met_by(&self, path: Segment) -> Option<(f32, ShipId)> {
        self.all_met_by(path).min_by(|a, b| a.0.total_cmp(&b.0))
    }

    /// Every ship that a path meets, likewise, in no order.
    pub(super) fn all_met_by(&self, path: Segment) -> impl Iterator<Item = (f32, ShipId)> {
        self.now.iter().filter_map(move |drawn| {
            let fraction = first_contact(path, self.way(drawn), SHIP_RADIUS_U)?;
            Some((fraction, drawn.ship.id))
        })
    }

    fn way(&self, drawn: &Drawn) -> Segment {
        let same = |was: &&Drawn| was.ship.id == drawn.ship.id && was.pose.life == drawn.pose.life;
        let was = self.before.iter().find(same).map_or(drawn.pos, |was| was.pos);
        let jumps = (drawn.pos - was).length_squared() > JUMP_U * JUMP_U;
        if jumps { Segment::still(drawn.pos) } else { Segment::new(was, drawn.pos) }
    }
}
