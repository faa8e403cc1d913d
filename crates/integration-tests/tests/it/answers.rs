//! The room answers every request a player can make: rule changes, subscriptions, claims,
//! reports.

use shared::{
    base::{
        geometry::{Turn, Vec2},
        limits::{
            COMMAND_LEAD_MAX_MS, REBUILD_TICKS, REPORT_REQUESTS_MAX, REPORTS_PER_TICK, TICK_MAX,
        },
        pressure::Pressure,
        time::{Micros, Tick},
    },
    judge::shot::HitClaim,
    netcode::{
        choices::HitRule,
        preset::Preset,
        values::{RoomNetcode, Subscription},
    },
    report::shot_report::{ReportRefusal, ReportsWanted, ShotReport},
    room::{ConfigError, Room, RoomConfig, RoomKind},
    schemes::targeting::ClaimRefusal,
    sim::{
        arena::Arena,
        command::{Trigger, UserCommand, View},
        event::{Decision, Finality, ShotId, Weapon},
        rules::BOLT_LIFE_MS,
        ship::ShipId,
    },
    wire::message::{Access, ClientControl, Refusal, ServerControl, ServerMessage},
};

use crate::support::guest::{Guest, Party, config_of};

/// The guest's latest control message that `of` picks.
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

/// Two players 400 u apart, with spawn protection over.
fn pair(hit_rule: HitRule) -> Party {
    let netcode = RoomNetcode { hit_rule, ..RoomNetcode::default() };
    let kind = if hit_rule.is_laboratory_only() { RoomKind::Simulated } else { RoomKind::Private };
    pair_in(RoomConfig { netcode, kind, ..config_of(4, 0, Arena::empty(), 3) })
}

/// The same pair in a room with this configuration.
fn pair_in(config: RoomConfig) -> Party {
    let mut party = Party::new(config, 2);
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

/// The first guest fires its beam to the right in the next tick. Returns the shot's id.
fn fire(party: &mut Party) -> ShotId {
    let tick = party.room.tick().next();
    let view = View::present(party.room.tick());
    let beam =
        UserCommand { tick, aim: Turn(0), trigger: Trigger::Beam, view, ..Default::default() };
    party.say(0, None, vec![beam]);
    ShotId { tick, shooter: party.guests[0].ship, weapon: Weapon::Beam }
}

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
    assert_eq!(why(refused), ClaimRefusal::UnknownShot, "nobody claims for others");
    let (refused, verdict) = claimed(HitRule::Lagrange, |_, _| ());
    assert_eq!(why(refused), ClaimRefusal::UnknownShot, "this room judges for itself");
    assert!(matches!(verdict, Some(Decision::Hit { .. })), "and did so: {verdict:?}");
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
    assert_eq!(why(refused), ClaimRefusal::UnknownShot, "nobody claims for others");
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

/// The latest shot report that a guest received.
fn report(guest: &Guest) -> Option<ShotReport> {
    latest(guest, |control| match control {
        ServerControl::Report(report) => Some(*report),
        _ => None,
    })
}

/// How many of a guest's control messages match.
fn answers(guest: &Guest, of: impl Fn(&ServerControl) -> bool) -> usize {
    let read = guest.messages.iter().filter_map(|message| match ServerMessage::decode(message) {
        Ok(ServerMessage::Control(control)) => Some(control),
        _ => None,
    });
    read.filter(|control| of(control)).count()
}

fn n_reports(guest: &Guest) -> usize {
    answers(guest, |control| matches!(control, ServerControl::Report(_)))
}

fn look_into(party: &mut Party, guest: usize, shot: ShotId) {
    party.say_bytes(guest, &ClientControl::LookInto(shot).encode());
}

/// Ticks until the full report of a shot fired now is due: a bolt's life and `D`.
fn until_due(party: &Party) -> u32 {
    let delay_ms = u32::from(party.room.config().netcode.delay_ms);
    party.room.config().rate.ticks_in_ms(BOLT_LIFE_MS + delay_ms)
}

fn step(party: &mut Party, ticks: u32) {
    (0..ticks).for_each(|_| party.step());
}

#[test]
fn a_report_is_told_to_whom_it_concerns_and_to_nobody_else() {
    let mut party = pair(HitRule::Lagrange);
    let third = party.join();
    step(&mut party, 90);
    let shot = fire(&mut party);
    let (own, other) = (party.guests[0].ship, party.guests[1].ship);
    // Asked before the shot is executed and again while it is pending, so there are two answers.
    look_into(&mut party, 0, shot);
    party.step();
    for guest in [0, 0, 1, third] {
        look_into(&mut party, guest, shot);
    }
    let until_due = until_due(&party);
    step(&mut party, until_due - 1);
    let counts: Vec<usize> = party.guests.iter().map(n_reports).collect();
    assert_eq!(counts, [1, 1, 0], "what the rule in force decided");
    for guest in [0, 1] {
        let got = report(&party.guests[guest]).unwrap();
        assert_eq!((got.record.verdict.victim(), got.counterfactuals), (Some(other), None));
        assert!(got.is_whole() && !got.is_complete());
    }
    step(&mut party, 3);
    for (guest, viewer) in [(0, own), (1, other)] {
        let got = report(&party.guests[guest]).unwrap();
        assert_eq!((got.viewer, got.record.shot), (viewer, shot));
        assert_eq!(got.record.verdict.victim(), Some(other));
        assert!(!got.track.is_empty());
        let victim = other;
        let hit = Some(Decision::Hit { victim, finality: Finality::Final });
        let others = got.counterfactuals.unwrap();
        assert!(others.iter().all(|other| other.decision == hit), "{others:?}");
    }
    let why = ReportRefusal::NotYours;
    assert_eq!(refusal(&party.guests[third]), Some(Refusal::Report { shot, why }));
    step(&mut party, 60);
    let counts: Vec<usize> = party.guests.iter().map(n_reports).collect();
    assert_eq!(counts, [2, 2, 0], "each is answered twice");
}

#[test]
fn what_was_decided_is_told_in_the_tick_after_the_question() {
    let mut party = pair(HitRule::Lagrange);
    let shot = fire(&mut party);
    party.step();
    for guest in [0, 1] {
        look_into(&mut party, guest, shot);
    }
    party.step();
    let counts: Vec<usize> = party.guests.iter().map(n_reports).collect();
    assert_eq!(counts, [1, 1]);
}

#[test]
fn a_tentative_verdict_is_told_as_one_and_the_final_one_when_it_is() {
    let netcode = Preset::Deferred.room();
    let config = RoomConfig { netcode, ..config_of(4, 0, Arena::empty(), 3) };
    let mut party = pair_in(config);
    // Wait until both have been in the room for `D`.
    step(&mut party, 90);
    let tick = party.room.tick().next();
    let view = View::present(party.room.tick());
    let laser = UserCommand { tick, trigger: Trigger::Laser, view, ..UserCommand::default() };
    party.say(0, None, vec![laser]);
    let shot = ShotId { tick, shooter: party.guests[0].ship, weapon: Weapon::Laser };
    step(&mut party, 2);
    let victim = party.guests[1].ship;
    let mut verdicts = Vec::new();
    look_into(&mut party, 1, shot);
    let until_due = until_due(&party);
    for _ in 0..until_due + 3 {
        let before = n_reports(&party.guests[1]);
        party.step();
        if n_reports(&party.guests[1]) > before {
            let got = report(&party.guests[1]).unwrap();
            verdicts.push((got.record.verdict, got.counterfactuals.is_some()));
        }
    }
    let hit = |finality| Decision::Hit { victim, finality };
    let (first, last) = (verdicts[0], verdicts[verdicts.len() - 1]);
    assert_eq!(first, (hit(Finality::Tentative), false), "{verdicts:?}");
    assert!(!last.0.is_open() && last.1, "{verdicts:?}");
    assert!(verdicts.len() <= 4, "{verdicts:?}");
}

/// The first guest shoots the second down. Returns the killing shot, one tick before its execution.
fn shoot_down(party: &mut Party) -> ShotId {
    loop {
        let shot = fire(party);
        let victim = party.guests[1].ship;
        let before = party.room.world().ship(victim).unwrap().health;
        party.step();
        if !party.room.world().ship(victim).unwrap().alive() {
            return shot;
        }
        assert!(party.room.world().ship(victim).unwrap().health < before, "it hits");
        step(party, 60);
    }
}

#[test]
fn who_is_shot_down_is_told_by_what_without_asking() {
    let mut party = pair(HitRule::Lagrange);
    let shot = shoot_down(&mut party);
    let got = report(&party.guests[1]).unwrap();
    assert_eq!((got.record.shot, got.viewer), (shot, party.guests[1].ship));
    assert!(got.is_whole() && !got.is_complete());
    assert_eq!(n_reports(&party.guests[0]), 0, "the shooter did not ask");
    let until_due = until_due(&party);
    step(&mut party, until_due + 2);
    assert_eq!(n_reports(&party.guests[1]), 1, "the rest is for who asks");
    look_into(&mut party, 1, shot);
    party.step();
    assert!(report(&party.guests[1]).unwrap().is_complete());
}

#[test]
fn reports_that_were_asked_for_come_first_and_an_overloaded_room_sends_no_others() {
    let mut party = pair(HitRule::Lagrange);
    let shots: Vec<ShotId> = (0..2)
        .map(|_| {
            let shot = fire(&mut party);
            step(&mut party, 60);
            shot
        })
        .collect();
    let last = fire(&mut party);
    for shot in &shots[..REPORTS_PER_TICK] {
        look_into(&mut party, 0, *shot);
    }
    party.step();
    let victim = party.guests[1].ship;
    assert!(!party.room.world().ship(victim).unwrap().alive());
    let counts: Vec<usize> = party.guests.iter().map(n_reports).collect();
    assert_eq!(counts, [REPORTS_PER_TICK, 0]);
    party.step();
    assert_eq!(report(&party.guests[1]).unwrap().record.shot, last);

    let mut party = pair(HitRule::Lagrange);
    party.room.handle_pressure(Pressure::Overloaded);
    shoot_down(&mut party);
    step(&mut party, 60);
    assert_eq!(n_reports(&party.guests[1]), 0);
}

#[test]
fn what_there_is_no_report_of_is_refused_with_the_reason() {
    let mut party = pair(HitRule::Lagrange);
    let shot = fire(&mut party);
    step(&mut party, 2);
    let unknown = ShotId { weapon: Weapon::Laser, ..shot };
    look_into(&mut party, 0, unknown);
    party.step();
    let why = ReportRefusal::Unknown;
    assert_eq!(refusal(&party.guests[0]), Some(Refusal::Report { shot: unknown, why }));
    // A report expires after a minute.
    for second in 0..61 {
        let report = party.room.report(party.guests[0].ship, shot);
        assert_eq!(report.is_some(), second < 60, "after {second} s");
        step(&mut party, 60);
        // Keep acknowledging, or the room closes the session as silent.
        let ack = party.guests[0].newest();
        let tick = party.room.tick().next();
        party.say(0, ack, vec![UserCommand { tick, ..UserCommand::default() }]);
    }
    assert_eq!(party.room.report(party.guests[0].ship, shot), None);
    look_into(&mut party, 0, shot);
    party.step();
    let why = ReportRefusal::TooOld;
    assert_eq!(refusal(&party.guests[0]), Some(Refusal::Report { shot, why }));
}

#[test]
fn a_shot_that_can_never_come_is_refused_and_not_waited_for() {
    let mut party = pair(HitRule::Lagrange);
    let rate = party.room.config().rate;
    let shooter = party.guests[0].ship;
    let lead = rate.ticks_in_ms(COMMAND_LEAD_MAX_MS);
    for (ahead, is_refused) in [(lead, false), (lead + 2, true), (TICK_MAX / 2, true)] {
        let tick = party.room.tick().plus(ahead);
        let shot = ShotId { tick, shooter, weapon: Weapon::Laser };
        look_into(&mut party, 0, shot);
        party.step();
        let why = ReportRefusal::Unknown;
        let refused = refusal(&party.guests[0]) == Some(Refusal::Report { shot, why });
        assert_eq!(refused, is_refused, "{ahead} ticks ahead");
    }
}

#[test]
fn more_requests_than_a_room_remembers_are_refused() {
    let mut party = pair(HitRule::Lagrange);
    let tick = party.room.tick();
    let of = |n: u32| ShotId {
        tick: tick.plus(n),
        shooter: party.guests[0].ship,
        weapon: Weapon::Laser,
    };
    let shots: Vec<ShotId> = (1..=REPORT_REQUESTS_MAX as u32 + 9).map(of).collect();
    for shot in &shots {
        look_into(&mut party, 0, *shot);
    }
    let busy = |control: &ServerControl| {
        let is_busy = |why: &ReportRefusal| *why == ReportRefusal::Busy;
        matches!(control, ServerControl::Refused(Refusal::Report { why, .. }) if is_busy(why))
    };
    assert_eq!(answers(&party.guests[0], busy), 9);
    assert_eq!(party.guests[0].closed, None);
}

#[test]
fn a_room_makes_a_few_reports_a_tick_and_the_others_wait() {
    let mut party = pair(HitRule::Lagrange);
    let shooter = party.guests[0].ship;
    let mut shots = Vec::new();
    while shots.len() < 6 {
        let tick = party.room.tick().next();
        let view = View::present(party.room.tick());
        let trigger = if tick.0.is_multiple_of(12) { Trigger::Laser } else { Trigger::None };
        let ack = party.guests[0].newest();
        party.say(0, ack, vec![UserCommand { tick, trigger, view, ..UserCommand::default() }]);
        party.step();
        let fired = trigger == Trigger::Laser;
        shots.extend(fired.then_some(ShotId { tick, shooter, weapon: Weapon::Laser }));
    }
    // By then every report is due.
    let until_due = until_due(&party);
    step(&mut party, until_due);
    for shot in &shots {
        look_into(&mut party, 0, *shot);
    }
    let mut counts = Vec::new();
    for _ in 0..4 {
        party.step();
        counts.push(n_reports(&party.guests[0]));
    }
    assert_eq!(counts, [1, 2, 3, 3].map(|ticks| ticks * REPORTS_PER_TICK));
    // Once the history no longer reaches back to the shots, each report costs more to rebuild.
    for _ in 0..4 {
        step(&mut party, 60);
        let ack = party.guests[0].newest();
        let tick = party.room.tick().next();
        party.say(0, ack, vec![UserCommand { tick, ..UserCommand::default() }]);
    }
    for shot in &shots {
        look_into(&mut party, 0, *shot);
    }
    let before = n_reports(&party.guests[0]);
    let mut counts = Vec::new();
    for _ in 0..4 {
        party.step();
        counts.push(n_reports(&party.guests[0]) - before);
        step(&mut party, REBUILD_TICKS - 1);
    }
    assert_eq!(counts, [1, 2, 3, 4]);
}

#[test]
fn who_wants_reports_of_all_shots_gets_one_of_each_without_a_track() {
    let mut party = pair(HitRule::Lagrange);
    party.say_bytes(0, &ClientControl::WantReports(ReportsWanted::Yes).encode());
    let first = fire(&mut party);
    let until_due = until_due(&party);
    step(&mut party, until_due + 5);
    let got = report(&party.guests[0]).unwrap();
    assert_eq!((got.record.shot, got.track.is_empty()), (first, true));
    assert!(got.counterfactuals.is_some());
    assert_eq!(n_reports(&party.guests[1]), 0, "the other did not ask");
    // The report of the first shot is still available, but without a track.
    look_into(&mut party, 0, first);
    step(&mut party, 2);
    assert!(!report(&party.guests[0]).unwrap().track.is_empty());
    party.say_bytes(0, &ClientControl::WantReports(ReportsWanted::No).encode());
    fire(&mut party);
    step(&mut party, until_due + 5);
    assert_eq!(n_reports(&party.guests[0]), 2, "no longer");
}
