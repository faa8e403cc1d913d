//! What a player asks of a room is answered, whatever it is: rules, subscriptions, claims.

use crate::support::guest::{Guest, Party, config_of};
use shared::{
    base::{
        geometry::{Turn, Vec2},
        limits::{REPORTS_MAX, REPORTS_PER_TICK},
        time::Tick,
    },
    judge::shot::HitClaim,
    netcode::{
        choices::HitRule,
        preset::Preset,
        values::{RoomNetcode, Subscription},
    },
    report::{
        counterfactual::Finding,
        shot_report::{ReportRefusal, ShotReport},
    },
    room::{RoomConfig, RoomKind},
    schemes::targeting::ClaimRefusal,
    sim::{
        arena::Arena,
        command::{Trigger, UserCommand, View},
        event::{Decision, ShotId, Weapon},
        ship::ShipId,
    },
    wire::message::{Access, ClientControl, Refusal, ServerControl, ServerMessage},
};

/// The latest control message of a kind.
fn latest<T>(guest: &Guest, of: impl Fn(ServerControl) -> Option<T>) -> Option<T> {
    guest.messages.iter().rev().find_map(|message| match ServerMessage::decode(message) {
        Ok(ServerMessage::Control(control)) => of(control),
        _ => None,
    })
}

fn refusal(guest: &Guest) -> Option<Refusal> {
    latest(guest, |control| match control {
        ServerControl::Refused(refusal) => Some(refusal),
        _ => None,
    })
}

/// Two players, 400 u apart, whose shields are gone.
fn pair(hit_rule: HitRule) -> Party {
    let netcode = RoomNetcode { hit_rule, ..RoomNetcode::default() };
    let mut party = Party::new(RoomConfig { netcode, ..config_of(4, 0, Arena::empty(), 3) }, 2);
    for _ in 0..70 {
        party.step();
    }
    for (n, x) in [400.0, 800.0].into_iter().enumerate() {
        let ship = party.guests[n].ship;
        party.room.world_mut().place(ship, Vec2::new(x, 600.0));
    }
    party.step();
    party
}

/// The first guest fires its beam to the right with the next tick; the shot's name.
fn fire(party: &mut Party) -> ShotId {
    let tick = party.room.tick().next();
    let view = View::present(party.room.tick());
    let beam =
        UserCommand { tick, aim: Turn(0), trigger: Trigger::Beam, view, ..Default::default() };
    party.say(0, None, vec![beam]);
    ShotId { tick, shooter: party.guests[0].ship, weapon: Weapon::Beam }
}

/// What becomes of a claim that is made before its shot is executed.
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
    assert_eq!(why(refused), ClaimRefusal::UnknownShot, "nobody claims for others");
    let (refused, verdict) = claimed(HitRule::Lagrange, |_, _| ());
    assert_eq!(why(refused), ClaimRefusal::UnknownShot, "this room judges for itself");
    assert!(matches!(verdict, Some(Decision::Hit { .. })), "and did so: {verdict:?}");
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
fn everyone_is_told_of_new_rules_and_who_may_not_change_them_why() {
    let mut party = pair(HitRule::Lagrange);
    let first = party.guests[0].ship;
    party.say_bytes(1, &ClientControl::SetRules(Preset::Source.room()).encode());
    let access = Access::FirstOnly { first };
    assert_eq!(refusal(&party.guests[1]), Some(Refusal::Rules(access)));
    party.say_bytes(0, &ClientControl::SetRules(Preset::Jump.room()).encode());
    party.say_bytes(0, &ClientControl::SetRules(Preset::Source.room()).encode());
    party.step();
    for guest in &party.guests {
        let told = latest(guest, |control| match control {
            ServerControl::Rules { netcode, from, by } => Some((netcode, from, by)),
            _ => None,
        });
        let newest = (Preset::Source.room(), party.room.tick(), first);
        assert_eq!(told, Some(newest), "the newest of those asked for counts from the next tick");
    }
    // Whoever asks without end is told of no more than ten changes a second.
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
    let told = party.guests[1].messages[messages..].iter().filter(rules).count();
    assert!((9..=11).contains(&told), "{told} changes in a second");
    // Whoever is left may change them, and is told so.
    let session = party.guests[0].session;
    party.room.handle_leave(session);
    party.step();
    let told = latest(&party.guests[1], |control| match control {
        ServerControl::Access(access) => Some(access),
        _ => None,
    });
    assert_eq!(told, Some(Access::May));
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

/// The latest report that a guest was told.
fn report(guest: &Guest) -> Option<ShotReport> {
    latest(guest, |control| match control {
        ServerControl::Report(report) => report.open(),
        _ => None,
    })
}

/// How many answers of a kind a guest got, from some message on.
fn answers(guest: &Guest, from: usize, of: impl Fn(&ServerControl) -> bool) -> usize {
    let new = guest.messages[from..].iter();
    let read = new.filter_map(|message| match ServerMessage::decode(message) {
        Ok(ServerMessage::Control(control)) => Some(control),
        _ => None,
    });
    read.filter(|control| of(control)).count()
}

#[test]
fn a_report_is_told_to_whom_it_concerns_and_to_nobody_else() {
    let mut party = pair(HitRule::Lagrange);
    let third = party.join();
    for _ in 0..90 {
        party.step();
    }
    let shot = fire(&mut party);
    party.step();
    let (own, other) = (party.guests[0].ship, party.guests[1].ship);
    for (guest, viewer) in [(0, own), (1, other)] {
        assert_eq!(report(&party.guests[guest]), None, "nobody asked");
        party.say_bytes(guest, &ClientControl::Report(shot).encode());
        let told = report(&party.guests[guest]).unwrap();
        assert_eq!((told.viewer, told.record.shot), (viewer, shot));
        assert_eq!(Some(told.clone()), party.room.report(viewer, shot), "right after the verdict");
        assert_eq!(told.record.verdict.victim(), Some(other));
    }
    let unknown = ShotId { tick: Tick(shot.tick.0 + 1), ..shot };
    let rows = [(third, shot, ReportRefusal::NotYours), (0, unknown, ReportRefusal::Unknown)];
    for (guest, shot, why) in rows {
        party.say_bytes(guest, &ClientControl::Report(shot).encode());
        assert_eq!(refusal(&party.guests[guest]), Some(Refusal::Report { shot, why }));
    }
    assert_eq!(report(&party.guests[third]), None);
    // What the others would have said is there later, though nobody asked for that.
    for _ in 0..120 {
        party.step();
    }
    for viewer in [own, other] {
        let counterfactuals = party.room.report(viewer, shot).unwrap().counterfactuals.unwrap();
        let hit = Finding::Hit { victim: other };
        assert!(
            counterfactuals.iter().all(|counterfactual| counterfactual.finding == hit),
            "{counterfactuals:?}"
        );
    }
    let told = latest(&party.guests[0], |control| match control {
        ServerControl::Counterfactuals(counterfactuals) => Some(counterfactuals),
        _ => None,
    });
    assert_eq!(told, None, "they are told to those who want them");
}

#[test]
fn who_asks_without_end_is_told_a_few_reports_a_tick() {
    let mut party = pair(HitRule::Lagrange);
    let shot = fire(&mut party);
    party.step();
    let from = party.guests[0].messages.len();
    for _ in 0..100 {
        party.say_bytes(0, &ClientControl::Report(shot).encode());
    }
    let told = |control: &ServerControl| matches!(control, ServerControl::Report(_));
    let most = usize::from(REPORTS_PER_TICK);
    assert_eq!(answers(&party.guests[0], from, told), most);
    let busy = Refusal::Report { shot, why: ReportRefusal::Busy };
    let refused = |control: &ServerControl| *control == ServerControl::Refused(busy);
    assert_eq!(answers(&party.guests[0], from, refused), 100 - most);
    party.step();
    party.say_bytes(0, &ClientControl::Report(shot).encode());
    assert_eq!(answers(&party.guests[0], from, told), most + 1, "the next tick is another one");
}

#[test]
fn of_too_many_reports_misses_go_first_and_the_oldest_is_too_old() {
    let mut party = pair(HitRule::Lagrange);
    let (own, hit) = (party.guests[0].ship, fire(&mut party));
    party.step();
    let mut missed = Vec::new();
    while missed.len() < REPORTS_MAX + 8 {
        let tick = party.room.tick().next();
        let view = View::present(party.room.tick());
        let (aim, trigger) = (Turn(16_384), Trigger::Laser);
        let ack = party.guests[0].newest();
        party.say(0, ack, vec![UserCommand { tick, aim, trigger, view, ..Default::default() }]);
        party.step();
        missed.push(ShotId { tick, shooter: own, weapon: Weapon::Laser });
        for _ in 0..9 {
            party.step();
        }
    }
    for _ in 0..80 {
        party.step();
    }
    assert_eq!(party.room.reports(own).count(), REPORTS_MAX);
    assert!(party.room.report(own, hit).is_some(), "a hit stays longer than misses");
    assert_eq!(party.room.report(own, missed[0]), None);
    assert!(party.room.report(own, missed[missed.len() - 1]).is_some());
    party.say_bytes(0, &ClientControl::Report(ShotId { tick: Tick(3), ..hit }).encode());
    let why = ReportRefusal::TooOld;
    let shot = ShotId { tick: Tick(3), ..hit };
    assert_eq!(refusal(&party.guests[0]), Some(Refusal::Report { shot, why }));
}
