//! The room answers requests for reports of shots.

use shared::{
    base::{
        geometry::{Turn, Vec2},
        limits::{
            COMMAND_LEAD_MAX_MS, REBUILD_TICKS, REPORT_REQUESTS_MAX, REPORTS_PER_TICK, TICK_MAX,
        },
        pressure::Pressure,
    },
    netcode::{choices::HitRule, preset::Preset, values::RoomNetcode},
    report::shot_report::{ReportRefusal, ReportsWanted, ShotReport},
    room::{RoomConfig, RoomKind},
    sim::{
        arena::Arena,
        command::{Trigger, UserCommand, View},
        event::{Decision, Finality, ShotId, Weapon},
        rules::BOLT_LIFE_MS,
    },
    wire::message::{ClientControl, Refusal, ServerControl, ServerMessage},
};

use crate::support::guest::{Guest, Party, config_of};

/// The guest's latest control message that `of` picks.
pub(crate) fn latest<T>(guest: &Guest, of: impl Fn(ServerControl) -> Option<T>) -> Option<T> {
    guest.messages.iter().rev().find_map(|message| match ServerMessage::decode(message) {
        Ok(ServerMessage::Control(control)) => of(control),
        _ => None,
    })
}

pub(crate) fn refusal(guest: &Guest) -> Option<Refusal> {
    latest(guest, |control| match control {
        ServerControl::Refused(refusal) => Some(refusal),
        _ => None,
    })
}

/// Two players 400 u apart, with spawn protection over.
pub(crate) fn pair(hit_rule: HitRule) -> Party {
    let netcode = RoomNetcode { hit_rule, ..RoomNetcode::default() };
    let kind = if hit_rule.is_laboratory_only() { RoomKind::Simulated } else { RoomKind::Private };
    pair_in(RoomConfig { netcode, kind, ..config_of(4, 0, Arena::empty(), 3) })
}

/// The same pair in a room with this configuration.
pub(crate) fn pair_in(config: RoomConfig) -> Party {
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
pub(crate) fn fire(party: &mut Party) -> ShotId {
    let tick = party.room.tick().next();
    let view = View::present(party.room.tick());
    let beam =
        UserCommand { tick, aim: Turn(0), trigger: Trigger::Beam, view, ..Default::default() };
    party.say(0, None, vec![beam]);
    ShotId { tick, shooter: party.guests[0].ship, weapon: Weapon::Beam }
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
    party.say_bytes(guest, &ClientControl::RequestReport(shot).encode());
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
fn a_report_goes_to_those_involved_and_to_no_one_else() {
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
fn a_decided_shot_is_reported_in_the_tick_after_the_request() {
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
fn a_tentative_verdict_is_reported_and_later_the_final_one() {
    let netcode = Preset::DelayedSync.room();
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
fn a_player_shot_down_gets_the_report_unasked() {
    let mut party = pair(HitRule::Lagrange);
    let shot = shoot_down(&mut party);
    let got = report(&party.guests[1]).unwrap();
    assert_eq!((got.record.shot, got.viewer), (shot, party.guests[1].ship));
    assert!(got.is_whole() && !got.is_complete());
    assert_eq!(n_reports(&party.guests[0]), 0, "the shooter did not ask");
    let until_due = until_due(&party);
    step(&mut party, until_due + 2);
    assert_eq!(n_reports(&party.guests[1]), 1, "the rest only on request");
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
