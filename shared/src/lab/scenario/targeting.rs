//! The last problem of the article on targeting: two aliens in line, by claim and by server.

use alloc::format;

use super::{
    card::Card,
    props::{NEAR_MS, gun, path, second, still, third},
};
use crate::{
    lab::{
        column::Column,
        outcome::{Outcome, OutcomeUnit, judged, newest, victim},
        setup::{Aim, Setup},
        state::LabState,
    },
    netcode::{
        choices::{BoltPath, HitRule},
        preset::Preset,
        values::{Netcode, RoomNetcode},
    },
    sim::{command::Thrust, event::Weapon},
    wire::conditions::Conditions,
};

pub(super) const TWO_ALIENS: Card = Card {
    key: "two-aliens",
    title: "Targeting: two aliens in line",
    source: "The article on targeting in a networked space shooter, its last problem",
    watch: "On your screen the bolt meets the ship in front. In A your word counts; in B the \
            server has that ship further on already, and the bolt flies past it to the one behind.",
    label: "By your claim the ship in front is hit, by the server the one behind it.",
    setup: two_aliens,
    reached: who_is_hit,
};

fn two_aliens() -> Setup {
    let server = Preset::Targeting.netcode();
    // What is claimed is where the shooter has the bolt: it starts at the muzzle, at execution.
    let claim =
        RoomNetcode { hit_rule: HitRule::Claim, bolt_path: BoltPath::Muzzle, ..server.room };
    let mut setup = still(server);
    setup.columns = alloc::vec![Netcode { room: claim, ..server }, server];
    setup.players[0].controller = gun(2, Weapon::Laser, Aim::Seen, &[63]);
    setup.players[0].conditions = Conditions::round_trip(200);
    let past = [(Thrust::Down, 105), (Thrust::Up, 18), (Thrust::None, 177)];
    second(&mut setup, (300, -330), path(&past), NEAR_MS);
    third(&mut setup, (560, 0), path(&[]));
    setup
}

fn who_is_hit(state: &LabState) -> Option<Outcome> {
    let [claim, server] = state.columns() else { return None };
    let (claimed, decided) = (newest(claim)?, newest(server)?);
    let name = |column: &Column, hit| match hit {
        None => "nobody",
        hit if hit == column.ship(1) => "the ship in front",
        hit if hit == column.ship(2) => "the ship behind",
        Some(_) => "somebody else",
    };
    let hits = (victim(claimed), victim(decided));
    let off = judged(server, 1).map_or(0.0, |shot| shot.passed_u());
    let text = format!(
        "By your claim the bolt hit {}; by the server {}. There it passed {off:.0} u from the one \
         in front.",
        name(claim, hits.0),
        name(server, hits.1),
    );
    let as_expected = hits.0.is_some() && hits.0 == claim.ship(1) && hits.1 == server.ship(2);
    let outcome = if as_expected && hits.1.is_some() {
        Outcome::as_expected(off, OutcomeUnit::U, text)
    } else {
        Outcome::otherwise(off, OutcomeUnit::U, text)
    };
    Some(outcome.of(decided))
}
