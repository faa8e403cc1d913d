//! What the player's shots met on this screen, for rooms where the shooter says so: told once, as
//! soon as the command that fired has been sent.

use alloc::{collections::VecDeque, vec::Vec};

use serde::Serialize;

use crate::{
    base::time::Tick,
    scheme::{choices::HitRule, shot::HitClaim, targeting::ClaimRefusal},
    wire::message::ClientControl,
};

/// Claims that wait, at most; the oldest go first.
const CLAIMS_MAX: usize = 64;

/// Claims that are still to be told.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Claims {
    /// Until the command of the shot has been sent.
    waiting: VecDeque<HitClaim>,
    /// Told before the server had the shot: told again when it has.
    early: VecDeque<HitClaim>,
}

impl Claims {
    /// A shot met a drawn ship, under the rule by which it is judged.
    pub(super) fn add(&mut self, claim: HitClaim, rule: HitRule) {
        if rule == HitRule::Claim {
            push(&mut self.waiting, claim);
        }
    }

    /// The messages that are due: the commands up to `sent` are on their way, and those up to
    /// `executed` are known to have been executed.
    pub(super) fn due(&mut self, sent: Tick, executed: Tick) -> Vec<Vec<u8>> {
        let mut due = Vec::new();
        let queues = [(&mut self.waiting, sent), (&mut self.early, executed)];
        for (queue, until) in queues {
            queue.retain(|claim| {
                let ripe = claim.shot.tick <= until;
                if ripe {
                    due.push(ClientControl::Claim(*claim).encode());
                }
                !ripe
            });
        }
        due
    }

    /// A claim was refused. Tells whether it overtook its shot, and will be told again.
    pub(super) fn ask_again(&mut self, claim: HitClaim, why: ClaimRefusal, executed: Tick) -> bool {
        let early = why == ClaimRefusal::UnknownShot && claim.shot.tick > executed;
        if early {
            push(&mut self.early, claim);
        }
        early
    }
}

fn push(queue: &mut VecDeque<HitClaim>, claim: HitClaim) {
    if queue.len() == CLAIMS_MAX {
        queue.pop_front();
    }
    queue.push_back(claim);
}
