//! A shot of a room whose verdict is still open, and what is left of it when it is over.

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
    /// Its place in the order in which the shots of a tick are judged: that in which they were
    /// fired.
    pub(super) order: u32,
    /// Who fired, where a player did.
    pub(super) session: Option<SessionId>,
    /// What the shooter said it saw.
    pub(super) claimed: View,
    pub(super) verdict: Option<Decision>,
    /// How long before its tick the command came, where it is a player's.
    pub(super) arrived: Option<Micros>,
    pub(super) undone: Option<RetractedHit>,
    /// The claim that was refused last, and when.
    pub(super) refused: Option<(RefusedClaim, Tick)>,
}

impl OpenShot {
    /// The ships that it concerns besides its shooter's: the victims of its verdict, and that of a
    /// hit that was undone.
    pub(super) fn concerned(&self) -> impl Iterator<Item = ShipId> {
        let named = self.verdict.iter().flat_map(Decision::names);
        named.chain(self.undone.map(|undone| undone.victim))
    }

    /// The newest decision is the verdict; a retraction is overwritten by the hit that follows it.
    pub(super) fn note(&mut self, decision: Decision) {
        self.verdict = Some(decision.after(self.verdict));
    }

    /// A hit was undone: what was given back is what the world says.
    pub(super) fn note_undone(&mut self, decision: Decision, events: &[Event]) {
        let Decision::Retracted { victim, by } = decision else { return };
        let mut refunds = events.iter().filter_map(|event| match event.kind {
            EventKind::Retracted { refund, .. } => Some(refund),
            _ => None,
        });
        self.undone = Some(RetractedHit { victim, by, refund: refunds.next_back().unwrap_or(0) });
    }
}
