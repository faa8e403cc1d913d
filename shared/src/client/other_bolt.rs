//! A bolt of somebody else's, as this screen draws it: late, at once where its shooter has it, or
//! catching up with that place. Moved once a frame.
//!
//! Its *target point* is where it is on its shooter's own screen: ahead of the news by the way
//! flown from trigger to execution, and from there to here (*Targeting*,
//! [`crate::schemes::targeting`]).

use serde::Serialize;

use super::{
    effects::Effects,
    frame_clocks::FrameClocks,
    scene::{EffectKind, PlayerKind, SceneBolt},
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

/// How a bolt is drawn, settled when it appears.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct BoltFlight {
    pub(super) view: BoltView,
    /// The gain of a chase frame by frame.
    pub(super) k: u8,
    /// From the trigger until the news were here.
    pub(super) lead: Micros,
}

/// A bolt of somebody else's.
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
    /// One that appears at a muzzle as drawn on this screen.
    pub(super) fn new(
        bolt: Bolt,
        owner: PlayerKind,
        flight: BoltFlight,
        muzzle: Vec2,
        moment: FrameClocks,
    ) -> Self {
        let from = match flight.view {
            BoltView::Late | BoltView::ConvergeTimed | BoltView::Converge => muzzle,
            // The same place on every machine.
            BoltView::ConvergeSeed => bolt.origin,
            BoltView::Jump => {
                let age = age(&bolt, flight.lead, moment).max(Micros::ZERO);
                bolt.point_at((BOLT_SPEED_U_PER_S * age.as_s_f32()).min(bolt.reach_u))
            }
        };
        Self { bolt, owner, flight, from, since: moment.now, chase: Chase::new(from) }
    }

    /// Moves it to a frame. Tells whether it still flies.
    pub(super) fn fly(&mut self, moment: FrameClocks, dt: Micros, effects: &mut Effects) -> bool {
        let dir = self.bolt.aim.unit();
        let target_ago = |ago| target(&self.bolt, self.flight.lead, moment, ago);
        let way = Segment::new(target_ago(dt), target_ago(Micros::ZERO));
        let convergence = match self.flight.view {
            BoltView::Late | BoltView::Jump => None,
            BoltView::ConvergeSeed => Some(Convergence::Seed { k: self.flight.k.into() }),
            BoltView::ConvergeTimed => Some(Convergence::Timed),
            BoltView::Converge => Some(Convergence::Compensated),
        };
        let pos = match convergence {
            Some(convergence) => {
                self.chase.step(convergence, way, dt);
                self.chase.laser()
            }
            None if self.flight.view == BoltView::Jump => way.to,
            None => {
                let flown_s = (moment.now - self.since).as_s_f32();
                self.from + dir * (BOLT_SPEED_U_PER_S * flown_s)
            }
        };
        if convergence.is_none() {
            self.chase = Chase::new(pos);
        }
        let ended = (pos - self.bolt.origin).dot(dir) >= self.bolt.reach_u;
        if ended {
            effects.add(EffectKind::Dust, self.bolt.point_at(self.bolt.reach_u), moment.now);
        }
        !ended
    }

    pub(super) fn scene(&self) -> SceneBolt {
        SceneBolt {
            shot: self.bolt.shot,
            owner: self.owner,
            pos: self.chase.laser(),
            dir: self.bolt.aim.unit(),
        }
    }
}

/// Where a bolt is on its shooter's screen, or was some time ago, in u; beyond its reach too.
fn target(bolt: &Bolt, lead: Micros, moment: FrameClocks, ago: Micros) -> Vec2 {
    let age = age(bolt, lead, moment) - ago;
    bolt.point_at(BOLT_SPEED_U_PER_S * age.as_s_f32())
}

/// How old a bolt is on its shooter's screen.
fn age(bolt: &Bolt, lead: Micros, moment: FrameClocks) -> Micros {
    moment.server - moment.rate.micros_at(bolt.fired) + lead
}
