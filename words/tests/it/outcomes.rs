//! What is said of what came of scenarios, to the word: of every one as it plays by itself, in
//! every language, and of a few other values.
//!
//! `GOLDEN_UPDATE=outcomes cargo test -p words --test it outcomes::` rewrites `outcomes.txt`:
//! for each scenario and language what is said by the end of its loop.

use std::{env, fs};

use lab::{
    outcome::OutcomeStatus,
    outcome_statement::{
        Answer, BoltBeginning, ConvergedOverLine, DrawnBehind, DrawnBetween, DrawnMotion,
        EndedAndPierced, HitInLine, HitsClaimed, Killed, OldView, OutcomeStatement as Statement,
        PredictionErrors, RammingResult, ShipsInLine, ShotFate, ShotStatement, ThreeSpeeds,
        TimeZones,
    },
    run_playback::RunPlayback,
    scenario::Scenario,
};
use shared::{
    base::time::{Micros, Tick},
    client::view_line::DrawnFrom,
    schemes::{claims::ClaimRefusal, clamp::Clamp},
};
use words::Language;

use crate::sentences::check_sentences;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/outcomes.txt");

#[test]
fn every_outcome_is_written_in_whole_sentences_and_unchanged() {
    let mut text = String::new();
    for scenario in Scenario::ALL {
        let frames = u32::from(scenario.setup().loop_frames);
        let mut playback = RunPlayback::new(scenario.setup()).unwrap();
        let mut said = None;
        for _ in 0..frames {
            playback.step().unwrap();
            if let Some(outcome) = playback.state().outcome() {
                let sentence = Language::English.outcome(&outcome.statement);
                check_sentences(scenario.key(), &sentence);
                said = Some(sentence);
            }
        }
        assert_eq!(said.is_some(), scenario != Scenario::Free, "{}", scenario.key());
        for language in Language::ALL {
            if let Some(outcome) = playback.state().outcome() {
                let sentence = language.outcome(&outcome.statement);
                text += &format!("{} {}: {sentence}\n", scenario.key(), language.tag());
            }
        }
    }
    if env::var("GOLDEN_UPDATE").is_ok_and(|update| update == "outcomes") {
        fs::write(FILE, &text).unwrap();
    }
    let want = fs::read_to_string(FILE).unwrap();
    for (got, want) in text.lines().zip(want.lines()) {
        assert_eq!(got, want);
    }
    assert_eq!(text, want);
}

const fn shot(fate: ShotFate, passed_u: f32) -> ShotStatement {
    ShotStatement { fate, passed_u }
}

fn ms(ms: i64) -> Micros {
    Micros::from_ms(ms)
}

fn check_said(rows: &[(Statement, &str)]) {
    for (said, sentence) in rows {
        assert_eq!(Language::English.outcome(said), *sentence);
    }
}

#[test]
fn answers_and_motions_are_worded_exactly() {
    let answer = |after, predicted| Answer { after: ms(after), round_trip: ms(200), predicted };
    let right = PredictionErrors { n_wrong: 0, worst_u: 0.0 };
    let wrong = PredictionErrors { n_wrong: 12, worst_u: 0.5 };
    let hops = |by_u| DrawnMotion::Hops { by_u };
    let glides = DrawnMotion::Glides(DrawnBehind { time: ms(266), way_u: 71.8 });
    check_said(&[
        (
            Statement::Answered(answer(233, None)),
            "Your ship responds to a key after 233 ms: 200 ms to the server and back, and 33 ms of \
             waiting.",
        ),
        (
            Statement::Answered(answer(17, Some(right))),
            "Your ship responds to a key after 17 ms: it does not wait for the 200 ms that a \
             message takes to the server and back.",
        ),
        (
            Statement::AnsweredTwice([answer(233, None), answer(17, Some(right))]),
            "In A your ship waits for the server: it responds to a key after 233 ms. In B it is \
             predicted: it responds to a key after 17 ms, and the prediction was never wrong.",
        ),
        (
            Statement::AnsweredTwice([answer(233, None), answer(17, Some(wrong))]),
            "In A your ship waits for the server: it responds to a key after 233 ms. In B it is \
             predicted: it responds to a key after 17 ms, and the prediction was wrong 12 times, \
             recently by up to 0.5 u.",
        ),
        (
            Statement::DrawnMotions([hops(28.39), glides]),
            "In A the other ship hops by up to 28.4 u from one frame to the next. In B it glides, \
             266 ms and 72 u behind the server.",
        ),
        (
            Statement::DrawnMotions([hops(28.39), hops(14.0)]),
            "In A the other ship hops by up to 28.4 u from one frame to the next. In B it hops by \
             up to 14.0 u from one frame to the next.",
        ),
    ]);
}

#[test]
fn shots_are_worded_exactly() {
    use ShotFate::{Hit, Missed, Vetoed};

    let at_muzzle = BoltBeginning::AtMuzzle;
    check_said(&[
        (
            Statement::BoltCameBy(shot(Missed, 145.72)),
            "Missed: at its closest, the bolt was 145.7 u from where the server looked for the \
             ship.",
        ),
        (
            Statement::BoltCameBy(shot(Hit, 3.0)),
            "Hit: the bolt passed 3.0 u from the centre of the ship, whose radius is 16 u.",
        ),
        (
            Statement::BoltBegan { ahead_u: -0.3 },
            "On the other player’s screen your bolt started at your muzzle.",
        ),
        (
            Statement::BoltConverged { began: at_muzzle, shot: shot(Missed, 40.0) },
            "Missed: on the other player’s screen the bolt started at your muzzle, and it passed \
             40.0 u from the centre of the ship.",
        ),
        (
            Statement::BehindCover { shot: shot(Vetoed, 0.0), gone_u: 138.4 },
            "Vetoed: you hit what you saw, but the ship had flown 138.4 u on, behind the rock.",
        ),
        (
            Statement::JudgedAndGone { shot: shot(Hit, 0.4), gone_u: 145.2 },
            "Hit: the ship was judged 0.4 u from where you saw it. By that time it had already \
             flown 145.2 u on.",
        ),
        (
            Statement::JudgedAndGone { shot: shot(Missed, 145.1), gone_u: 0.0 },
            "Missed: the ship was judged where it was at that moment, 145.1 u from where you saw \
             it.",
        ),
        (
            Statement::ShipsInLine(ShipsInLine {
                by_claim: HitInLine::Both,
                by_server: HitInLine::Back,
                passed_u: 45.3,
            }),
            "Where your word counts, the bolt hit both ships. Where the server decides, it hit \
             only the ship behind: there it passed 45 u from the ship in front.",
        ),
        (
            Statement::EndedAndPierced(EndedAndPierced {
                came_back: [12, 0],
                n_hit: 1,
                points_each: 12,
            }),
            "In A the far ship got 12 points back. In B the bolt hit 1 ship for 12 points each, \
             and nothing came back.",
        ),
        (
            Statement::CoverSaves { fates: [Hit, Vetoed], gone_u: 120.0 },
            "In A the bolt hit. In B it was vetoed, because the rock was in between. When it was \
             judged, the ship was 120 u from where you saw it.",
        ),
    ]);
}

#[test]
fn bolts_over_lines_and_beams_between_markers_are_worded_exactly() {
    use ShotFate::{Hit, Missed};

    let over = |began, shot| {
        let (bytes_per_s, line_bytes_per_s) = ([562, 312], 3200);
        Statement::ConvergedOverLine(ConvergedOverLine {
            began,
            shot,
            bytes_per_s,
            line_bytes_per_s,
        })
    };
    check_said(&[
        (
            over(BoltBeginning::AtMuzzle, shot(Hit, 12.89)),
            "Hit: on the other player’s screen too, the bolt started at your muzzle. It caught up, \
             and passed 12.9 u from the centre of the ship. Your connection carried 562 bytes a \
             second down and 312 up; it could carry 3200 each way.",
        ),
        (
            over(BoltBeginning::Ahead, shot(Missed, 16.92)),
            "Missed: on the other player’s screen the bolt started ahead of your muzzle, and it \
             passed 16.9 u from the centre of the ship. Your connection carried 562 bytes a second \
             down and 312 up; it could carry 3200 each way.",
        ),
        (
            Statement::ThreeSpeeds(ThreeSpeeds {
                u_per_s: [900.0, 1779.8, 2678.4],
                caught_up_u: [89.4, 177.6],
            }),
            "In its first 100 ms the bolt flew at 900 u/s on your screen, at 1780 u/s on the \
             server, and at 2678 u/s on the other player’s screen: it had to catch up 89 u on the \
             server, and 178 u there.",
        ),
        (
            Statement::OffMarkers { turn: shot(Hit, 0.456), bounce: shot(Missed, 16.24) },
            "As it turned, the ship was judged 0.46 u from where you saw it, and the beam hit. As \
             it bounced, it was judged 16.2 u from there, and the beam missed.",
        ),
    ]);
}

#[test]
fn screens_are_worded_exactly() {
    let yours = DrawnFrom::Extrapolated { from: Tick(340), by: ms(20) };
    let theirs = DrawnFrom::Nothing;
    let rammed = |thrown_u, wrong_predictions| RammingResult { thrown_u, wrong_predictions };
    check_said(&[
        (
            Statement::TimeZones(TimeZones { ahead: ms(131), behind: ms(-3) }),
            "You see yourself 131 ms ahead of the server, and the other ship 3 ms ahead of it.",
        ),
        (
            Statement::DrawnBetween(DrawnBetween { tick: 340.8, yours, theirs }),
            "At tick 340.8 you drew the others 20 ms straight ahead from snapshot 340. The other \
             player drew them not at all.",
        ),
        (
            Statement::Rammed([rammed(73.2, 1), rammed(0.2, 0)]),
            "In A the other ship was knocked 73 u away, and your prediction was wrong once. In B \
             the other ship was not moved, and your prediction was never wrong.",
        ),
    ]);
}

#[test]
fn lies_are_worded_exactly() {
    let claims = HitsClaimed {
        n_claims: 9,
        n_refused: 9,
        why: ClaimRefusal::TooFar { distance: 500 * 256 },
        n_hits: 9,
        killed: Killed::Yes,
        span: ms(1200),
    };
    let old_view = OldView {
        fates: [ShotFate::Missed; 2],
        back: [ms(190), ms(252)],
        claimed: ms(1000),
        clamp: Some(Clamp::Implausible),
        gained_u: 26.0,
    };
    check_said(&[
        (
            Statement::HitsClaimed(claims),
            "In A 9 of 9 claims were refused: the ship was 500 u from the bolt. In B 9 bolts hit, \
             the last one 1.2 s after the first, and the last of them was a kill.",
        ),
        (
            Statement::OldView(old_view),
            "In A the beam missed: the server looked 190 ms back. In B the beam missed: the server \
             looked 252 ms back, not the 1000 ms that your program claimed, because your \
             connection does not explain the claim. The lie gains 26 u of the ship’s path.",
        ),
        (
            Statement::Burst { most: [1, 25], late: 38 },
            "In A your ship executed at most 1 command in a tick, and 38 came too late: the lie \
             gains nothing. In B it executed at most 25 commands in a tick: the lie gains 24 \
             ticks.",
        ),
    ]);
}

#[test]
fn what_is_expected_and_what_came_out_differ_in_words_and_signs() {
    use OutcomeStatus::{AsExpected, Otherwise};

    let language = Language::English;
    assert_eq!(language.expected("It hits."), "Expected: It hits.");
    let said = Statement::BoltCameBy(shot(ShotFate::Missed, 12.34));
    for (promised, line) in [
        (Some(AsExpected), "✓ As expected. Missed: at"),
        (Some(Otherwise), "≠ Unexpected. Missed: at"),
        (None, "Result. Missed: at"),
    ] {
        let text = language.came_out(&said, promised);
        assert!(text.starts_with(line), "{text}");
    }
    assert_eq!(language.of_column(1, "It hits."), "B: It hits.");
}
