//! What the player's shots met on this screen, for rooms where the shooter says so: told once, as
//! soon as the command that fired has been sent.

use alloc::{collections::VecDeque, vec::Vec};

use serde::Serialize;

use crate::{
    base::{queue::push_bounded, time::Tick},
    judge::shot::HitClaim,
    netcode::choices::HitRule,
    wire::message::ClientControl,
};

/// Claims that wait, at most; the oldest go first.
const WAITING_MAX: usize = 64;

/// Claims that are still to be told: until the command of the shot has been sent. The server keeps
/// them until the tick of the shot.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Claims(VecDeque<HitClaim>);

impl Claims {
    /// A shot met a drawn ship, under the rule by which it is judged.
    pub(super) fn add(&mut self, claim: HitClaim, rule: HitRule) {
        if rule.by_claim() {
            push_bounded(&mut self.0, claim, WAITING_MAX);
        }
    }

    /// Keys after a tick come again: shots that were fired with them never were.
    pub(super) fn forget_after(&mut self, tick: Tick) {
        self.0.retain(|claim| claim.shot.tick <= tick);
    }

    /// The messages that are due: the commands up to this key are on their way.
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
