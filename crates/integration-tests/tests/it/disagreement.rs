//! Checks that each difference between where a screen drew a target and where it was judged at that
//! moment is explained, with its size: the screen was extrapolating, or its view slipped while the
//! bolt flew.

use std::collections::BTreeSet;

use forensics::{
    Case, PanelKind, Role,
    guess::Disagreement,
    sentence::{ImpactPlace, MissReason, Separation, ShotSentence},
};
use lab::harness::Harness;
use shared::{
    base::geometry::Vec2,
    netcode::values::PlayerNetcode,
    room::RoomConfig,
    sim::{event::ShotId, rules::SHIP_SPEED_MAX_U_PER_S},
    wire::conditions::{Conditions, LinkConditions, LinkMode},
};

use crate::support::{RandomHand, narrow_arena, room, seconds};

const SEED: u64 = 20_261_123;
/// How far a report's track may be off, in u: it is quantised and interpolated as a curve.
const TRACK_U: f32 = 1.0;

#[derive(Debug, Default)]
struct DisagreementCounts {
    shots: u32,
    same: u32,
    guessed: u32,
    lost: u32,
    slipped: u32,
    unexplained: Vec<String>,
}

/// Where the shooter's screen drew the target at the decisive age, and where it was judged.
fn places(case: &Case) -> Option<(Vec2, Vec2)> {
    let moment = case.at(case.decisive());
    let drawn = moment.shooter.ships.iter().find(|ship| ship.role == Role::Target)?;
    let judged = moment.server.ships.iter().find(|ship| ship.kind == PanelKind::Judged)?;
    Some((drawn.pos, judged.pos))
}

/// Whether a sentence says that the judged place is the drawn one, or gives no place.
fn says_same_place(sentence: &ShotSentence) -> bool {
    match sentence {
        ShotSentence::Hit { met, .. } => {
            met.iter().any(|met| matches!(met.place, ImpactPlace::Past(Separation::Same { .. })))
        }
        ShotSentence::Missed { because, .. } => {
            matches!(because, MissReason::Past { apart: Some(Separation::Same { .. }), .. })
        }
        ShotSentence::Void { .. } => true,
        _ => false,
    }
}

fn look_into(case: &Case, counts: &mut DisagreementCounts) {
    let report = case.report();
    let Some((drawn, judged)) = places(case) else { return };
    if report.record.view.clamp.is_some() || case.passed_no_ship() {
        return;
    }
    counts.shots += 1;
    let apart = (drawn - judged).length();
    let said = case.sentences();
    if said.iter().any(says_same_place) {
        counts.same += 1;
        return;
    }
    let last = said.last();
    match case.disagreement() {
        Some(Disagreement::Extrapolated { since_snapshot }) => {
            counts.guessed += 1;
            assert!(since_snapshot.0 > 0, "{said:?}");
            assert!(matches!(last, Some(ShotSentence::Extrapolated { .. })), "{said:?}");
            let left = case.at(case.decisive()).shooter;
            assert!(left.ships.iter().any(|ship| ship.kind == PanelKind::Extrapolated), "hatched");
            let newest = case.line().newest.expect("the screen is known");
            assert!(newest < case.line().fired);
        }
        Some(Disagreement::Lost { gap }) => {
            counts.lost += 1;
            assert!(gap.as_ms() > 34, "more than from one snapshot to the next");
            assert!(matches!(last, Some(ShotSentence::Lost { .. })), "{said:?}");
        }
        // While the view slips, the target flies no farther than its speed allows.
        Some(Disagreement::Slipped { by })
            if apart <= SHIP_SPEED_MAX_U_PER_S * by.0.abs() as f32 / 1e6 + TRACK_U =>
        {
            counts.slipped += 1;
            assert!(matches!(last, Some(ShotSentence::Slipped { .. })), "{said:?}");
        }
        other => counts.unexplained.push(format!("{apart:.1} u, {other:?}: {said:?}")),
    }
}

/// A minute of shots between pilots, each examined once its report is due.
fn fight(link: LinkConditions) -> DisagreementCounts {
    println!("seed {SEED}, {link:?}");
    let config = RoomConfig { bots: 6, ..room(narrow_arena(), SEED) };
    let mut harness = Harness::new(config).unwrap();
    harness.add_player(PlayerNetcode::default(), Conditions::both(link));
    let mut hand = RandomHand::new(SEED, true);
    let (mut counts, mut seen) = (DisagreementCounts::default(), BTreeSet::<ShotId>::new());
    while harness.now() < seconds(60) {
        harness.step(&mut |_, _, _| hand.next());
        let (room, client) = (harness.room(), harness.client(0));
        let Some(own) = client.own_id() else { continue };
        let now = room.config().rate.micros_at(room.tick());
        let over = room
            .judged_shots(own, now - seconds(1))
            .filter(|(shot, due)| shot.shooter == own && *due <= now && seen.insert(*shot));
        for (shot, _) in over.collect::<Vec<_>>() {
            let Some(report) = room.report(own, shot) else { continue };
            look_into(&Case::new(&report, Some(client), None), &mut counts);
        }
    }
    println!("  {counts:#?}");
    counts
}

#[test]
fn on_a_perfect_line_what_is_apart_is_a_picture_that_slipped() {
    let counts = fight(LinkConditions::delay(40));
    assert!(counts.shots > 50, "{}", counts.shots);
    assert_eq!((counts.guessed, counts.lost, counts.unexplained.len()), (0, 0, 0));
    assert!(counts.same > 9 * counts.slipped, "{counts:?}");
}

#[test]
fn with_losses_a_screen_that_guessed_says_so() {
    let link = LinkConditions {
        jitter_ms: 20,
        loss_permille: 300,
        mode: LinkMode::Datagram,
        ..LinkConditions::delay(80)
    };
    let counts = fight(link);
    assert!(counts.shots > 50 && counts.guessed > 0 && counts.lost > 0, "{counts:?}");
    assert_eq!(counts.unexplained.len(), 0);
}
