//! Hit claims, for rooms that trust the shooter: what own shots hit on this screen is sent to the
//! server once, as soon as the command that fired the shot has been sent.

use alloc::{collections::VecDeque, vec::Vec};

use serde::Serialize;

use crate::{
    base::{queue::push_bounded, time::Tick},
    judge::shot::HitClaim,
    netcode::choices::HitRule,
    wire::message::ClientControl,
};

/// Cap on waiting claims; beyond it the oldest are dropped.
const WAITING_MAX: usize = 64;

/// Claims that wait until the command of their shot is sent. The server in turn holds them until
/// the tick of the shot.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Claims(VecDeque<HitClaim>);

impl Claims {
    /// Adds a claim, if shots under this rule are judged by claims.
    pub(super) fn add(&mut self, claim: HitClaim, rule: HitRule) {
        if rule.by_claim() {
            push_bounded(&mut self.0, claim, WAITING_MAX);
        }
    }

    /// Drops claims of shots after `tick`: later ticks will be reused.
    pub(super) fn forget_after(&mut self, tick: Tick) {
        self.0.retain(|claim| claim.shot.tick <= tick);
    }

    /// The claims due now that commands up to `sent` have been sent, as messages.
    pub(super) fn due(&mut self, sent: Tick) -> Vec<Vec<u8>> {
        let mut due = Vec::new();
        self.0.retain(|claim| {
            let ripe = claim.shot.tick <= sent;
            if ripe {
                due.push(ClientControl::Claim(*claim).encode());
            }
            !ripe
        });
        due
    }
}
