//! Two figures of Wolfenstein: ET 2.60: its markers are a frame ahead, and its cover veto.

use alloc::format;

use super::{
    card::Card,
    props::{ABOVE, CROSSING, CROSSING_FROM, NEAR_MS, from_middle, gun, path, second, still},
};
use crate::{
    lab::{
        outcome::{Outcome, OutcomeUnit, judged},
        setup::{Aim, Setup},
        state::LabState,
    },
    netcode::{
        choices::{CoverVeto, HitRule},
        preset::Preset,
        values::{Netcode, RoomNetcode},
    },
    sim::{
        arena::{Arena, Asteroid},
        event::{Decision, Weapon},
    },
    wire::conditions::Conditions,
};

const SOURCE: &str = "The article on the anti-lag of Wolfenstein: Enemy Territory 2.60";

/// What is judged nearer than this to what was seen counts as the same, in u.
const SAME_U: f32 = 4.0;

pub(super) const BIAS: Card = Card {
    key: "et-bias",
    title: "ET 2.60: a frame ahead",
    source: SOURCE,
    watch: "Your beam goes through the middle of the ship you see. The server looks at markers \
            whose times are a frame off, and finds the ship ahead of that.",
    label: "The ship is judged 17 to 37 u ahead of where you saw it.",
    setup: bias,
    reached: bias_reached,
};

pub(super) const VETO: Card = Card {
    key: "et-veto",
    title: "ET 2.60: the cover veto",
    source: SOURCE,
    watch: "You hit a ship in the open. By the time the server hears of it the ship is behind the \
            rock, and the rock has the last word.",
    label: "The hit is vetoed: the rock is in the way of where the ship is now.",
    setup: veto,
    reached: veto_reached,
};

fn bias() -> Setup {
    let netcode = Preset::Et260.netcode();
    // Without the veto, so that nothing but the bias is seen.
    let room = RoomNetcode { cover_veto: CoverVeto::Off, ..netcode.room };
    let mut setup = still(Netcode { room, ..netcode });
    // Ten markers are 183 ms deep: a short way, or the shot looks beyond the oldest one.
    setup.players[0].controller = gun(1, Weapon::Beam, Aim::Seen, &[ABOVE]);
    second(&mut setup, CROSSING_FROM, path(&CROSSING), NEAR_MS);
    setup
}

fn bias_reached(state: &LabState) -> Option<Outcome> {
    let shot = judged(state.columns().first()?, 1)?;
    let off = shot.passed_u();
    let word = if shot.hit() { "Hit" } else { "Missed" };
    let text = format!("{word}: the ship was judged {off:.1} u from where you saw it.");
    let outcome = if off > SAME_U {
        Outcome::as_expected(off, OutcomeUnit::U, text)
    } else {
        Outcome::otherwise(off, OutcomeUnit::U, text)
    };
    Some(outcome.of(shot.record))
}

/// Somebody crosses who is about to be behind a rock when fired at.
fn behind_cover(netcode: Netcode) -> Setup {
    let mut setup = still(netcode);
    let (at, radius_u) = (from_middle(75, -110), 45);
    let rock = Asteroid { x_u: at.x_u, y_u: at.y_u, radius_u };
    setup.arena = Arena { asteroids: alloc::vec![rock], ..Arena::empty() };
    setup.players[0].controller = gun(1, Weapon::Beam, Aim::Seen, &[ABOVE]);
    setup.players[0].conditions = Conditions::round_trip(100);
    second(&mut setup, CROSSING_FROM, path(&CROSSING), NEAR_MS);
    setup
}

fn veto() -> Setup {
    // With markers per frame, so that nothing but the veto is seen.
    let netcode = Preset::Et260.netcode();
    let room = RoomNetcode { hit_rule: HitRule::EtPerFrame, ..netcode.room };
    behind_cover(Netcode { room, ..netcode })
}

fn veto_reached(state: &LabState) -> Option<Outcome> {
    let shot = judged(state.columns().first()?, 1)?;
    let moved = shot.moved_on_u();
    let outcome = match shot.record.verdict {
        Decision::Vetoed { .. } => Outcome::as_expected(
            moved,
            OutcomeUnit::U,
            format!(
                "Vetoed: you hit what you saw, but by then the ship was {moved:.0} u further on, \
                 behind the rock."
            ),
        ),
        Decision::Hit { .. } | Decision::Settled { .. } => Outcome::otherwise(
            moved,
            OutcomeUnit::U,
            format!("Hit: by then the ship was {moved:.0} u further on. It dies behind cover."),
        ),
        Decision::Missed | Decision::Void { .. } | Decision::Retracted { .. } => {
            Outcome::otherwise(
                moved,
                OutcomeUnit::U,
                format!("Missed by {:.1} u.", shot.passed_u()),
            )
        }
    };
    Some(outcome.of(shot.record))
}
