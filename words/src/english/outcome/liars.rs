//! Outcomes of lies, in English.

use alloc::{format, string::String};

use lab::outcome_statement::{HitsClaimed, Killed, OldView};
use shared::schemes::{claims::ClaimRefusal, clamp::Clamp};

use super::shots::did;
use crate::{english::counts::counted, figures::whole_ms, shot_sheet::ClampTexts};

pub(crate) fn hits_claimed(claims: HitsClaimed) -> String {
    let HitsClaimed { n_claims, n_refused, why, n_hits, killed, span } = claims;
    let killed = match killed {
        Killed::Yes => "the last of them was a kill",
        Killed::No => "none of them was a kill",
    };
    format!(
        "In A {n_refused} of {} were refused: {}. In B {} hit, the last one {:.1} s after the \
         first, and {killed}.",
        counted(n_claims, "claim"),
        refused(why),
        counted(n_hits, "bolt"),
        span.as_s_f32(),
    )
}

/// Why the server refused a claim.
fn refused(why: ClaimRefusal) -> String {
    match why {
        ClaimRefusal::TooFar { distance } => {
            format!("the ship was {:.0} u from the bolt", distance as f32 / 256.0)
        }
        ClaimRefusal::BeyondBound { ms } => {
            format!("you saw the ship {ms} ms ago, which is beyond the limit")
        }
        ClaimRefusal::UnknownShot => "there is no such shot".into(),
        ClaimRefusal::Decided => "the shot had already been judged".into(),
        ClaimRefusal::NotReached => "the bolt cannot have got that far".into(),
        ClaimRefusal::LifeOver => "the life that was hit is over".into(),
        ClaimRefusal::Shielded => "a shield protected the ship".into(),
        ClaimRefusal::Gone => "the ship is not there".into(),
        ClaimRefusal::Cover => "the rock is now in the way".into(),
        ClaimRefusal::Ally => "the ship is on the shooter's side".into(),
    }
}

/// Why the server used a different moment from the one claimed.
const BECAUSE: ClampTexts = ClampTexts {
    Backwards: "because a view never runs backwards",
    Bound: "because the claim is beyond the limit",
    PingCap: "because the claim is beyond the ping cap",
    Implausible: "because your connection does not explain the claim",
    Future: "because nobody sees the future",
    NotDelayed: "because everybody sees the same delay here",
};

pub(crate) fn view_backwards(asked_ms: i64, gained_ms: i64, clamp: Option<Clamp>) -> String {
    let claimed = "For the second bolt, your program in B claimed a moment";
    match clamp {
        Some(clamp) => format!(
            "{claimed} {asked_ms} ms before the one you saw. The server used one {gained_ms} ms \
             before it, {}.",
            BECAUSE.of(clamp)
        ),
        None => {
            format!("{claimed} {asked_ms} ms before the one you saw, and the server believed it.")
        }
    }
}

pub(crate) fn without_cooldown([honest, lying]: [u32; 2], n_lies: u32, apart_ms: i64) -> String {
    let [honest, lying] = [honest, lying].map(|n| counted(n, "bolt"));
    let lies = counted(n_lies, "more command");
    format!(
        "In A {honest} left. In B your program pulled the trigger in {lies}, and {lying} left, at \
         least {apart_ms} ms apart: the server counts the cooldown itself."
    )
}

pub(crate) fn burst([in_a, in_b]: [u8; 2], late: u32) -> String {
    let gains = |most: u8| match most.saturating_sub(1) {
        0 => "nothing".into(),
        n => counted(n.into(), "tick"),
    };
    format!(
        "In A your ship executed at most {} in a tick, and {late} came too late: the lie gains \
         {}. In B it executed at most {} in a tick: the lie gains {}.",
        counted(in_a.into(), "command"),
        gains(in_a),
        counted(in_b.into(), "command"),
        gains(in_b),
    )
}

pub(crate) fn old_view(view: OldView) -> String {
    let ([honest, lying], [in_a, in_b]) = (view.fates, view.back.map(whole_ms));
    let claimed = whole_ms(view.claimed);
    let instead = match view.clamp {
        Some(clamp) => {
            format!("not the {claimed} ms that your program claimed, {}", BECAUSE.of(clamp))
        }
        None => "as your program claimed".into(),
    };
    format!(
        "In A the beam {}: the server looked {in_a} ms back. In B the beam {}: the server looked \
         {in_b} ms back, {instead}. The lie gains {:.0} u of the ship’s path.",
        did(honest),
        did(lying),
        view.gained_u,
    )
}

pub(crate) fn head_starts([honest, lying]: [f32; 2]) -> String {
    let gained = lying - honest;
    format!(
        "Your bolt started {honest:.0} u ahead of your muzzle in A, and {lying:.0} u ahead of it \
         in B. The lie gains {gained:.0} u, and the server has no reason to refuse it."
    )
}
