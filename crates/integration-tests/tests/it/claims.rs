//! The room answers claims, and requests to change its rules or a player's subscription.

use shared::{
    base::{
        geometry::{Turn, Vec2},
        time::{Micros, Tick},
    },
    judge::shot::HitClaim,
    netcode::{
        choices::HitRule,
        preset::Preset,
        values::{RoomNetcode, Subscription},
    },
    room::{ConfigError, Room, RoomConfig, RoomKind},
    schemes::claims::ClaimRefusal,
    sim::{
        arena::Arena,
        command::{Trigger, UserCommand, View},
        event::{Decision, ShotId, Weapon},
        ship::ShipId,
    },
    wire::message::{Access, ClientControl, Refusal, ServerControl, ServerMessage},
};

use crate::{
    answers::{fire, latest, pair, refusal},
    support::guest::{Party, config_of},
};

/// Sends a claim before its shot is executed. Returns the refusal, if any, and the verdict.
fn claimed(
    hit_rule: HitRule,
    change: impl Fn(&mut HitClaim, &Party),
) -> (Option<Refusal>, Option<Decision>) {
    let mut party = pair(hit_rule);
    let shot = fire(&mut party);
    let mut claim = HitClaim { shot, victim: party.guests[1].ship, age: 0 };
    change(&mut claim, &party);
    party.say_bytes(0, &ClientControl::Claim(claim).encode());
    assert_eq!(refusal(&party.guests[0]), None, "not before its tick");
    for _ in 0..45 {
        party.step();
    }
    let guest = &party.guests[0];
    (refusal(guest), guest.records.first().map(|record| record.verdict))
}

#[test]
fn every_claim_is_accepted_or_refused_with_a_reason() {
    let (refused, verdict) = claimed(HitRule::Claim, |_, _| ());
    assert_eq!(refused, None);
    assert!(matches!(verdict, Some(Decision::Hit { .. })), "{verdict:?}");

    let why = |refused| match refused {
        Some(Refusal::Claim { why, .. }) => why,
        other => panic!("{other:?}"),
    };
    let nobody = ShipId { idx: 3, generation: 9 };
    let (refused, verdict) = claimed(HitRule::Claim, |claim, _| claim.victim = nobody);
    assert_eq!((why(refused), verdict), (ClaimRefusal::Gone, Some(Decision::Missed)));
    let (refused, _) = claimed(HitRule::Claim, |claim, _| claim.age = 256 * 60);
    assert_eq!(why(refused), ClaimRefusal::NotReached);
    let (refused, _) = claimed(HitRule::Claim, |claim, _| claim.shot.weapon = Weapon::Laser);
    assert_eq!(why(refused), ClaimRefusal::UnknownShot);
    let other = |claim: &mut HitClaim, party: &Party| claim.shot.shooter = party.guests[1].ship;
    let (refused, _) = claimed(HitRule::Claim, other);
    assert_eq!(why(refused), ClaimRefusal::UnknownShot, "claims for other players are refused");
    let (refused, verdict) = claimed(HitRule::Lagrange, |_, _| ());
    assert_eq!(why(refused), ClaimRefusal::UnknownShot, "this room judges for itself");
    assert!(matches!(verdict, Some(Decision::Hit { .. })), "the room decided: {verdict:?}");
}

#[test]
fn where_nobody_verifies_a_claim_needs_a_shot_and_a_living_victim() {
    let unverified = HitRule::Unverified;
    let why = |refused| match refused {
        Some(Refusal::Claim { why, .. }) => why,
        other => panic!("{other:?}"),
    };
    // No check applies to the age, the distance or where the ship was.
    for age in [0, 1, 256 * 60, u32::MAX] {
        let (refused, verdict) = claimed(unverified, |claim, _| claim.age = age);
        assert_eq!(refused, None, "age {age}");
        assert!(matches!(verdict, Some(Decision::Hit { .. })), "age {age}: {verdict:?}");
    }
    let nobody = ShipId { idx: 3, generation: 9 };
    let (refused, verdict) = claimed(unverified, |claim, _| claim.victim = nobody);
    assert_eq!((why(refused), verdict), (ClaimRefusal::Gone, Some(Decision::Missed)));
    let (refused, _) = claimed(unverified, |claim, _| claim.shot.weapon = Weapon::Laser);
    assert_eq!(why(refused), ClaimRefusal::UnknownShot);
    let other = |claim: &mut HitClaim, party: &Party| claim.shot.shooter = party.guests[1].ship;
    let (refused, _) = claimed(unverified, other);
    assert_eq!(why(refused), ClaimRefusal::UnknownShot, "claims for other players are refused");
}

/// A liar fires bolts away from a ship 500 u off and claims a hit with each. Returns which shot
/// killed the ship, with the ticks from the first shot to that one, and why the first claim was
/// refused.
fn lies(hit_rule: HitRule) -> (Option<(usize, u32)>, Option<Refusal>) {
    let mut party = pair(hit_rule);
    let victim = party.guests[1].ship;
    party.room.world_mut().place(victim, Vec2::new(900.0, 600.0));
    party.step();
    let begun = party.room.tick().next();
    let mut n_shots = 0;
    for _ in 0..120 {
        let tick = party.room.tick().next();
        let fires = tick.since(begun) % 9 == 0;
        let trigger = if fires { Trigger::Laser } else { Trigger::None };
        let (aim, view) = (Turn(32768), View::present(party.room.tick()));
        party.say(0, None, vec![UserCommand { tick, aim, trigger, view, ..Default::default() }]);
        if fires {
            n_shots += 1;
            let shooter = party.guests[0].ship;
            let shot = ShotId { tick, shooter, weapon: Weapon::Laser };
            party.say_bytes(0, &ClientControl::Claim(HitClaim { shot, victim, age: 0 }).encode());
        }
        party.step();
        if !party.room.world().ship(victim).unwrap().alive() {
            return (Some((n_shots, tick.since(begun) as u32)), refusal(&party.guests[0]));
        }
    }
    (None, refusal(&party.guests[0]))
}

#[test]
fn a_liar_kills_with_the_ninth_laser_where_nobody_verifies() {
    let (killed, refused) = lies(HitRule::Claim);
    assert_eq!(killed, None);
    assert!(
        matches!(refused, Some(Refusal::Claim { why: ClaimRefusal::TooFar { .. }, .. })),
        "{refused:?}"
    );
    // Nine bolts of 12 points each. They are 150 ms apart, so eight intervals make 72 ticks, 1.2 s.
    assert_eq!(lies(HitRule::Unverified), (Some((9, 72)), None));
}

#[test]
fn only_the_laboratorys_own_room_plays_unverified() {
    let netcode = RoomNetcode { hit_rule: HitRule::Unverified, ..RoomNetcode::default() };
    let config = |kind| RoomConfig { netcode, kind, ..config_of(4, 0, Arena::empty(), 3) };
    let refused = ConfigError::LaboratoryOnly(netcode.check_outside_laboratory().unwrap_err());
    for kind in [RoomKind::Public, RoomKind::Private, RoomKind::Experimental] {
        assert_eq!(Room::new(config(kind), Micros::ZERO).unwrap_err(), refused, "{kind:?}");
        let plain = RoomConfig { netcode: RoomNetcode::default(), ..config(kind) };
        let mut party = Party::new(plain, 1);
        assert_eq!(party.room.set_netcode(netcode), Err(refused));
        party.say_bytes(0, &ClientControl::SetRules(netcode).encode());
        assert_eq!(refusal(&party.guests[0]), Some(Refusal::LaboratoryOnly), "{kind:?}");
        assert_eq!(party.room.config().netcode, RoomNetcode::default());
    }
    assert!(Room::new(config(RoomKind::Simulated), Micros::ZERO).is_ok());
}

#[test]
fn more_claims_than_a_session_keeps_are_refused() {
    let mut party = pair(HitRule::Claim);
    let victim = party.guests[1].ship;
    for n in 0..40 {
        let tick = Tick(party.room.tick().0 + 500 + n);
        let shot = ShotId { tick, shooter: party.guests[0].ship, weapon: Weapon::Laser };
        party.say_bytes(0, &ClientControl::Claim(HitClaim { shot, victim, age: 0 }).encode());
    }
    assert!(matches!(refusal(&party.guests[0]), Some(Refusal::Claim { .. })));
    assert_eq!(party.guests[0].closed, None);
}

#[test]
fn settings_out_of_range_change_nothing_and_are_refused() {
    let mut party = pair(HitRule::Lagrange);
    let wild = RoomNetcode { rewind_bound_ms: 5000, ..RoomNetcode::default() };
    party.say_bytes(0, &ClientControl::SetRules(wild).encode());
    assert_eq!(refusal(&party.guests[0]), Some(Refusal::Setting));
    assert_eq!(party.room.config().netcode, RoomNetcode::default());
    let wild = Subscription { update_rate_hz: 0, ..Subscription::default() };
    party.say_bytes(1, &ClientControl::Subscribe(wild).encode());
    assert_eq!(refusal(&party.guests[1]), Some(Refusal::Setting));
}

#[test]
fn new_rules_reach_everyone_and_a_refused_change_gives_its_reason() {
    let mut party = pair(HitRule::Lagrange);
    let first = party.guests[0].ship;
    party.say_bytes(1, &ClientControl::SetRules(Preset::Source.room()).encode());
    let access = Access::FirstOnly { first };
    assert_eq!(refusal(&party.guests[1]), Some(Refusal::Rules(access)));
    party.say_bytes(0, &ClientControl::SetRules(Preset::Jump.room()).encode());
    party.say_bytes(0, &ClientControl::SetRules(Preset::Source.room()).encode());
    party.step();
    for guest in &party.guests {
        let announced = latest(guest, |control| match control {
            ServerControl::Rules { netcode, from, by } => Some((netcode, from, by)),
            _ => None,
        });
        let newest = (Preset::Source.room(), party.room.tick(), Some(first));
        assert_eq!(
            announced,
            Some(newest),
            "the newest of those asked for counts from the next tick"
        );
    }
    // However often a player asks, the room announces no more than ten changes a second.
    let messages = party.guests[1].messages.len();
    for n in 0..60 {
        let rules = RoomNetcode { rewind_bound_ms: 400 + n, ..RoomNetcode::default() };
        party.say_bytes(0, &ClientControl::SetRules(rules).encode());
        party.say_bytes(0, &ClientControl::SetRules(rules).encode());
        party.step();
    }
    let rules = |message: &&Vec<u8>| {
        let read = ServerMessage::decode(message);
        matches!(read, Ok(ServerMessage::Control(ServerControl::Rules { .. })))
    };
    let changes = party.guests[1].messages[messages..].iter().filter(rules).count();
    assert!((9..=11).contains(&changes), "{changes} changes in a second");
    // The player who remains may change the rules, and is notified of it.
    let session = party.guests[0].session;
    party.room.handle_leave(session);
    party.step();
    let access = latest(&party.guests[1], |control| match control {
        ServerControl::Access(access) => Some(access),
        _ => None,
    });
    assert_eq!(access, Some(Access::May));
    assert_eq!(party.room.config().kind, RoomKind::Private);
}

#[test]
fn nobody_claims_by_the_open_shot_of_another() {
    let mut party = pair(HitRule::Claim);
    let shot = fire(&mut party);
    party.step();
    let claim = HitClaim { shot, victim: party.guests[1].ship, age: 0 };
    party.say_bytes(1, &ClientControl::Claim(claim).encode());
    party.step();
    let why = ClaimRefusal::UnknownShot;
    assert_eq!(refusal(&party.guests[1]), Some(Refusal::Claim { claim, why }));
    assert_eq!(party.guests[0].records.len(), 0, "the shot is as open as before");
}
