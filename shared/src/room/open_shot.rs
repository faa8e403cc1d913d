//! A shot of a room whose verdict is still open, with its session and the decisions so far.

use serde::Serialize;

use super::output::SessionId;
use crate::{
    base::time::{Micros, Tick},
    judge::hit_test::state::HitTest,
    report::shot_report::{RefusedClaim, RetractedHit},
    sim::{
        command::View,
        event::{Decision, Event, EventKind},
        ship::ShipId,
    },
};

/// A shot whose verdict is still open.
#[derive(Clone, Debug, Serialize)]
pub(super) struct OpenShot {
    pub(super) hit_test: HitTest,
    /// Its place in the order in which the shots of a tick are judged, which is the order of
    /// firing.
    pub(super) order: u32,
    /// The shooter's session; `None` for a bot.
    pub(super) session: Option<SessionId>,
    /// The view that the shooter claimed.
    pub(super) claimed: View,
    pub(super) verdict: Option<Decision>,
    /// How long before its tick the command arrived, for a player's shot.
    pub(super) arrived: Option<Micros>,
    pub(super) undone: Option<RetractedHit>,
    /// The last refused claim, and when.
    pub(super) refused: Option<(RefusedClaim, Tick)>,
}

impl OpenShot {
    /// The ships that it concerns besides its shooter's: the victims of its verdict and of a
    /// retracted hit.
    pub(super) fn concerned(&self) -> impl Iterator<Item = ShipId> {
        let named = self.verdict.iter().flat_map(Decision::ships);
        named.chain(self.undone.map(|undone| undone.victim))
    }

    /// Takes the newest decision as the verdict; a retraction is overwritten by the hit that
    /// follows it.
    pub(super) fn set_verdict(&mut self, decision: Decision) {
        self.verdict = Some(decision.after(self.verdict));
    }

    /// Records a retracted hit, with the refund from the world's events.
    pub(super) fn record_retraction(&mut self, decision: Decision, events: &[Event]) {
        let Decision::Retracted { victim, by } = decision else { return };
        let mut refunds = events.iter().filter_map(|event| match event.kind {
            EventKind::Retracted { refund, .. } => Some(refund),
            _ => None,
        });
        self.undone = Some(RetractedHit { victim, by, refund: refunds.next_back().unwrap_or(0) });
    }
}
