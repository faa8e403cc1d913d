//! The worth of lies: each liar's scenario has the outcome on its label, and another one without
//! the lie or under other rules. Links and files carry the lie, and a setup without one encodes as
//! if lies did not exist.

use lab::{
    lie::{Liar, Lie, LyingColumns},
    link::{LinkedHash, MomentLink},
    moment::Moment,
    outcome::{Outcome, OutcomeStatus},
    outcome_statement::OutcomeStatement,
    pack::{PackForm, pack, unpack},
    run::Run,
    scenario::Scenario,
    setup::{Setup, SetupError},
};
use shared::{
    base::time::Micros,
    netcode::choices::CommandPolicy,
    schemes::{claims::ClaimRefusal, clamp::Clamp},
    wire::{codec::CodecId, conditions::Conditions},
};

use crate::scenarios::{SPEED, TICK_S, as_expected, check_near, otherwise, play};

/// The same where there may be no outcome.
fn otherwise_or_nothing(scenario: Scenario, change: impl Fn(&mut Setup)) -> Option<Outcome> {
    let mut setup = scenario.setup();
    change(&mut setup);
    let outcome = play(setup).0;
    assert!(outcome.as_ref().is_none_or(|one| one.status == OutcomeStatus::Otherwise));
    outcome
}

#[test]
fn a_false_claim_is_refused_or_kills_with_the_ninth_laser() {
    let (outcome, _) = as_expected(Scenario::LiarClaim);
    check_near("from the first to the last, ms", outcome.value, 1200.0, 17.0);
    let OutcomeStatement::HitsClaimed(claims) = outcome.statement else { panic!("{outcome:?}") };
    let ClaimRefusal::TooFar { distance } = claims.why else { panic!("{outcome:?}") };
    check_near("off, u", distance as f32 / 256.0, 504.0, 5.0);
    assert_eq!((claims.n_refused, claims.n_claims), (9, 9));
    let verified = otherwise_or_nothing(Scenario::LiarClaim, |setup| {
        setup.columns[1] = setup.columns[0];
    });
    assert_eq!(verified, None, "no ship is hit");
}

#[test]
fn a_view_that_runs_backwards_is_raised_to_the_one_before() {
    let (outcome, _) = as_expected(Scenario::LiarBackwards);
    check_near("gained: from shot to shot, ms", outcome.value, 1000.0 / 6.0, 17.0);
    let honest = otherwise(Scenario::LiarBackwards, |setup| setup.players[0].liar = None);
    assert_eq!(honest.value, 0.0);
    let OutcomeStatement::ViewBackwards(view) = honest.statement else { panic!("{honest:?}") };
    assert_eq!(view.clamp, None, "an honest view is believed");
}

#[test]
fn the_cooldown_is_the_servers() {
    let (outcome, _) = as_expected(Scenario::LiarCooldown);
    assert_eq!(outcome.value, 0.0, "{outcome:?}");
    let OutcomeStatement::WithoutCooldown(shots) = outcome.statement else { panic!("{outcome:?}") };
    assert_eq!((shots.n_bolts, shots.apart), ([7; 2], Micros::from_ms(150)));
    otherwise(Scenario::LiarCooldown, |setup| setup.players[0].liar = None);
}

#[test]
fn a_burst_gains_the_bank_of_the_policy() {
    let (outcome, _) = as_expected(Scenario::LiarBurst);
    assert_eq!(outcome.value, 24.0);
    let quakeworld = otherwise(Scenario::LiarBurst, |setup| {
        setup.columns[1].room.commands = CommandPolicy::RunOnNext;
    });
    check_near("QuakeWorld: held poses", quakeworld.value, 40.0, 4.0);
    let honest = otherwise(Scenario::LiarBurst, |setup| setup.players[0].liar = None);
    assert!(honest.value <= 2.0, "{honest:?}");
}

#[test]
fn an_old_view_is_what_the_line_explains() {
    let (outcome, apart) = as_expected(Scenario::LiarOldView);
    // Round trip, margin, interpolation delay and the extra tolerance.
    let explained = 0.060 + 0.012 + 0.100 + 0.080;
    check_near("gained, u", outcome.value, SPEED * (explained - apart), SPEED * TICK_S + 4.0);
    let slow = otherwise_or_nothing(Scenario::LiarOldView, |setup| {
        setup.players[0].conditions = Conditions::round_trip(260);
    });
    let slow = slow.expect("the shot is judged");
    let OutcomeStatement::OldView(view) = slow.statement else { panic!("{slow:?}") };
    assert_eq!((view.back[1], view.clamp), (Micros::from_ms(400), Some(Clamp::Bound)));
    let capped = otherwise(Scenario::LiarOldView, |setup| {
        setup.columns.iter_mut().for_each(|column| column.room.ping_cap_ms = 80);
    });
    check_near("gained under a cap by ping, u", capped.value, SPEED * (0.180 - apart), 12.0);
}

#[test]
fn a_late_echo_is_a_head_start() {
    let (outcome, _) = as_expected(Scenario::LiarLateEcho);
    check_near("gained, u", outcome.value, 90.0, 2.0);
    let honest = otherwise(Scenario::LiarLateEcho, |setup| setup.players[0].liar = None);
    assert_eq!(honest.value, 0.0);
}

#[test]
fn links_and_packed_runs_carry_the_lie() {
    let lie = Lie::Burst { ticks: 12 };
    for liar in [None, Some(Liar { lie, columns: LyingColumns::All })] {
        for scenario in [Scenario::LateMiss, Scenario::LiarClaim] {
            let mut setup = scenario.setup();
            setup.players[1].liar = liar;
            let run = Run::new(setup);
            let moment = Moment { run: run.clone(), frame: 0, shot: None };
            let link = MomentLink { moment, lesson: None, check: LinkedHash::Absent };
            let back = MomentLink::parse(&link.to_fragment().unwrap()).unwrap();
            assert_eq!(back.moment, link.moment);
            for known in [None, Some(scenario.setup())] {
                let bytes = pack(&run, known.as_ref());
                let codec = CodecId::Replay;
                let back = unpack(&bytes, PackForm::Settings, codec, known.as_ref()).unwrap();
                assert_eq!(back, run);
            }
        }
    }
}

#[test]
fn a_run_without_a_liar_says_nothing_of_lies() {
    let lying = Scenario::LiarClaim.setup();
    let mut honest = lying.clone();
    honest.players[0].liar = None;
    let len = |setup: &Setup, known: Option<&Setup>| pack(&Run::new(setup.clone()), known).len();
    // A byte for each player, then the lie, its victim and its columns; nothing without any lie.
    assert_eq!(len(&lying, None), len(&honest, None) + 3 + 3);
    let mut setup = lying;
    setup.players[0].liar =
        Some(Liar { lie: Lie::OldView { ms: 1001 }, columns: LyingColumns::All });
    assert!(matches!(setup.check(), Err(SetupError::TooMuch { max: 1000, .. })));
}
