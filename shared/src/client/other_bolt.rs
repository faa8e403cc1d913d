//! Another player's bolt on this screen. Depending on the settings it is drawn late, drawn at its
//! target point from the start, or made to converge on it. Advanced once a frame.
//!
//! The *target point* is where the bolt is on its shooter's own screen. It is ahead of the reported
//! position by the flight from trigger to execution, and from the server to here (*Targeting*,
//! [`crate::schemes::targeting`]).

use serde::Serialize;

use super::{
    effects::Effects,
    frame_clocks::FrameClocks,
    scene::{EffectCause, EffectKind, PlayerKind, SceneBolt},
};
use crate::{
    base::{
        geometry::{Segment, Vec2},
        time::Micros,
    },
    netcode::choices::BoltView,
    schemes::targeting::{Chase, Convergence},
    sim::{bolt::Bolt, rules::BOLT_SPEED_U_PER_S},
};

/// How a bolt is drawn; fixed when it appears.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct BoltFlight {
    pub(super) view: BoltView,
    /// The gain of a per-frame chase.
    pub(super) k: u8,
    /// Time from the trigger until the report arrived here.
    pub(super) lead: Micros,
}

/// A bolt fired by another player.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct OtherBolt {
    pub(super) bolt: Bolt,
    owner: PlayerKind,
    flight: BoltFlight,
    /// Where it appeared, in u.
    from: Vec2,
    /// When it appeared.
    since: Micros,
    chase: Chase,
}

impl OtherBolt {
    /// A bolt that appears at a muzzle as drawn on this screen.
    pub(super) fn new(
        bolt: Bolt,
        owner: PlayerKind,
        flight: BoltFlight,
        muzzle: Vec2,
        clocks: FrameClocks,
    ) -> Self {
        let from = match flight.view {
            BoltView::Late | BoltView::ConvergeTimed | BoltView::Converge => muzzle,
            // The same position on every machine.
            BoltView::ConvergeAsPublished => bolt.origin,
            BoltView::Jump => {
                let age = age(&bolt, flight.lead, clocks).max(Micros::ZERO);
                bolt.point_at((BOLT_SPEED_U_PER_S * age.as_s_f32()).min(bolt.reach_u))
            }
        };
        Self { bolt, owner, flight, from, since: clocks.now, chase: Chase::new(from) }
    }

    /// Advances to a frame. Returns whether it is still in flight.
    pub(super) fn fly(&mut self, clocks: FrameClocks, dt: Micros, effects: &mut Effects) -> bool {
        let dir = self.bolt.aim.unit();
        let target_ago = |ago| target(&self.bolt, self.flight.lead, clocks, ago);
        let path = Segment::new(target_ago(dt), target_ago(Micros::ZERO));
        let convergence = match self.flight.view {
            BoltView::Late | BoltView::Jump => None,
            BoltView::ConvergeAsPublished => {
                Some(Convergence::AsPublished { k: self.flight.k.into() })
            }
            BoltView::ConvergeTimed => Some(Convergence::Timed),
            BoltView::Converge => Some(Convergence::Compensated),
        };
        let pos = match convergence {
            Some(convergence) => {
                self.chase.step(convergence, path, dt);
                self.chase.pos()
            }
            None if self.flight.view == BoltView::Jump => path.to,
            None => {
                let flown_s = (clocks.now - self.since).as_s_f32();
                self.from + dir * (BOLT_SPEED_U_PER_S * flown_s)
            }
        };
        if convergence.is_none() {
            self.chase = Chase::new(pos);
        }
        let ended = (pos - self.bolt.origin).dot(dir) >= self.bolt.reach_u;
        if ended {
            let at = self.bolt.point_at(self.bolt.reach_u);
            effects.add_caused(
                EffectKind::Dust,
                at,
                clocks.now,
                EffectCause::flight(self.bolt.aim.unit()),
            );
        }
        !ended
    }

    pub(super) fn scene(&self) -> SceneBolt {
        SceneBolt {
            shot: self.bolt.shot,
            owner: self.owner,
            pos: self.chase.pos(),
            dir: self.bolt.aim.unit(),
        }
    }
}

/// Where a bolt was on its shooter's screen `ago` before this frame, in u; may exceed its range.
fn target(bolt: &Bolt, lead: Micros, clocks: FrameClocks, ago: Micros) -> Vec2 {
    let age = age(bolt, lead, clocks) - ago;
    bolt.point_at(BOLT_SPEED_U_PER_S * age.as_s_f32())
}

/// The age of a bolt on its shooter's screen.
fn age(bolt: &Bolt, lead: Micros, clocks: FrameClocks) -> Micros {
    clocks.server - clocks.rate.micros_at(bolt.fired) + lead
}
