//! Bolts that converge: over modems, and at three speeds on three machines.

use lab::{
    outcome_statement::{OutcomeStatement, ShotFate},
    scenario::Scenario,
    setup::Setup,
};
use shared::{
    netcode::preset::Preset, sim::rules::BOLT_SPEED_U_PER_S, wire::conditions::Conditions,
};

use crate::scenarios::{as_expected, check_near, otherwise, play};

#[test]
fn figure_4_hits_over_modems_too() {
    let (outcome, _) = as_expected(Scenario::Modem);
    check_near("passed, u", outcome.value, 12.89, 0.01);
    let OutcomeStatement::ConvergedOverLine(over) = outcome.statement else {
        panic!("{outcome:?}")
    };
    assert_eq!((over.bytes_per_s, over.line_bytes_per_s), ([562, 312], 3200));
    otherwise(Scenario::Modem, |setup| setup.columns = vec![Preset::Nothing.netcode()]);
    let hits = (1..=20).filter(|seed| {
        let (outcome, _) = play(Setup { seed: *seed, ..Scenario::Modem.setup() });
        let said = outcome.map(|outcome| outcome.statement);
        matches!(
            said,
            Some(OutcomeStatement::ConvergedOverLine(one)) if one.shot.fate == ShotFate::Hit
        )
    });
    assert_eq!(hits.count(), 16, "of 20 seeds");
}

#[test]
fn a_bolt_is_faster_on_the_server_and_faster_still_on_a_third_machine() {
    let (outcome, _) = as_expected(Scenario::ThreeSpeeds);
    let OutcomeStatement::ThreeSpeeds(bolt) = outcome.statement else { panic!("{outcome:?}") };
    for (speed, want) in bolt.u_per_s.into_iter().zip([900.0, 1779.8, 2678.0]) {
        check_near("speed, u/s", speed, want, 0.1);
    }
    // 60 ms to the server and the margin; 90 ms to the other player and a frame.
    let [server_u, third_u] = bolt.caught_up_u;
    check_near("on the server, u", server_u, BOLT_SPEED_U_PER_S * 0.0993, 0.1);
    check_near("on a third machine, u", third_u - server_u, BOLT_SPEED_U_PER_S * 0.098, 9.0);
    let late = otherwise(Scenario::ThreeSpeeds, |setup| {
        setup.columns = vec![Preset::Nothing.netcode()];
    });
    assert!(late.value < 1.0, "{late:?}");
    let near = play({
        let mut setup = Scenario::ThreeSpeeds.setup();
        setup.players[1].conditions = Conditions::round_trip(0);
        setup
    });
    assert!(near.0.unwrap().value + 60.0 < outcome.value, "a third machine that is near");
}
