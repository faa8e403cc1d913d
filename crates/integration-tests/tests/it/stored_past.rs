//! The stored past of a ship, as it counts for a shot. Every rule lists its own store, the judged
//! pose is made of exactly the poses marked as used, and a sheet without the room's history still
//! knows their times.

use forensics::{Case, stored::StoredCompleteness};
use lab::{column::Column, run_playback::RunPlayback, scenario::Scenario, setup::Setup};
use shared::{
    base::{geometry::Vec2, time::TickRate},
    history::{record::Bracket, target_time::MarkerKind},
    judge::{
        rule_table::TargetPoses,
        stored_past::{RECORDS_STEP, StoredPast, StoredPose},
    },
    netcode::{
        choices::{CoverVeto, HitRule},
        preset::Preset,
    },
    schemes::et::MARKERS,
};

/// Frames in which the beam of Source's screenshot is fired and judged.
const FRAMES: u32 = 170;

/// The player fires a beam at a crossing ship, at a round trip of 200 ms, under a hit rule.
fn beam(rule: HitRule) -> Setup {
    let mut setup = Scenario::Rewind.setup();
    setup.columns[0].room.hit_rule = rule;
    setup.columns[0].room.cover_veto = CoverVeto::Off;
    setup
}

fn played(setup: Setup, frames: u32) -> RunPlayback {
    let mut playback = RunPlayback::new(setup).unwrap();
    for _ in 0..frames {
        playback.step().unwrap();
    }
    playback
}

fn column(playback: &RunPlayback) -> &Column {
    &playback.state().columns()[0]
}

/// The stored past for the first player's newest shot, and where its target was judged.
fn of_shot(column: &Column) -> (StoredPast, Vec2) {
    let record = column.harness().client(0).records().next_back().unwrap();
    let viewer = column.ship(0).unwrap();
    let stored = column.stored_for_shot(viewer, record.shot).unwrap();
    let target = record.targets.iter().find(|target| target.ship == stored.ship).unwrap();
    (stored, target.judged.pos())
}

/// The position that the used poses and their fraction give.
fn made_of(stored: &StoredPast) -> Option<Vec2> {
    let used: Vec<&StoredPose> = stored.poses.iter().filter(|pose| pose.used).collect();
    match (used.as_slice(), stored.fraction()) {
        ([one], None) => Some(one.pos),
        ([newer, older], Some(fraction)) => Some(older.pos.lerp(newer.pos, fraction)),
        _ => None,
    }
}

fn check_shot(rule: HitRule, from: TargetPoses, n_used: usize) -> StoredPast {
    let playback = played(beam(rule), FRAMES);
    let (stored, judged) = of_shot(column(&playback));
    let times: Vec<(i64, bool)> =
        stored.poses.iter().map(|pose| ((pose.at - stored.now).as_ms(), pose.used)).collect();
    println!("{rule:?}: asked {}, {times:?}", (stored.asked - stored.now).as_ms());
    assert_eq!(stored.from, from, "{rule:?}");
    assert_eq!(stored.poses.iter().filter(|pose| pose.used).count(), n_used, "{rule:?}");
    // The record is quantised to the position grid.
    assert!((stored.found.pose.pos - judged).length() < 0.01, "{rule:?}");
    if let Some(made) = made_of(&stored) {
        assert!((made - judged).length() < 0.01, "{rule:?}: {made} for {judged}");
    }
    let falling = stored.poses.windows(2).all(|two| two[0].at >= two[1].at);
    assert!(falling, "{rule:?}: newest first");
    stored
}

#[test]
fn every_rule_lists_its_own_store() {
    use HitRule::{EtPerCommand, EtPerFrame, Lagrange, Present, SourceByLifeId, SourceExact};
    let frames = check_shot(EtPerFrame, TargetPoses::Markers(MarkerKind::PerFrame), 2);
    assert_eq!(frames.poses.len(), MARKERS);
    let apart = frames.poses.windows(2).map(|two| (two[0].at - two[1].at).as_ms());
    assert!(apart.into_iter().all(|ms| ms == 50), "a marker each server frame");
    // Ten commands at 60 a second reach back less far than the view, so the oldest is used.
    let commands = check_shot(EtPerCommand, TargetPoses::Markers(MarkerKind::PerCommand), 1);
    assert_eq!(commands.poses.len(), MARKERS);
    assert!(commands.poses[MARKERS - 1].used && commands.fraction().is_none());
    let lives = check_shot(SourceByLifeId, Preset::Source.room().hit_rule.row().beams, 2);
    let exact = check_shot(SourceExact, SourceExact.row().beams, 1);
    for records in [&lives, &exact] {
        // Every fifth tick of the last second, and the ticks that are used.
        let fifth = |pose: &&StoredPose| !pose.used;
        let others: Vec<_> = records.poses.iter().filter(fifth).map(|pose| pose.at).collect();
        assert!((11..=13).contains(&others.len()), "{others:?}");
        let tick = |at| TickRate::DEFAULT.tick_at(at);
        for at in others {
            let back = tick(records.now).since(tick(at));
            assert!(back % RECORDS_STEP as i64 == 0, "{back} ticks back");
        }
    }
    let chord = check_shot(Lagrange, TargetPoses::Drawn, 2);
    assert_eq!(chord.poses.len(), 2, "the two snapshots that were blended");
    let present = check_shot(Present, TargetPoses::Present, 0);
    assert!(present.poses.is_empty() && present.found.bracket == Bracket::Present);
    assert_eq!(present.asked, present.now);
}

#[test]
fn a_beam_that_would_be_fired_now_finds_what_a_real_one_finds() {
    for rule in [HitRule::EtPerFrame, HitRule::SourceByLifeId, HitRule::Lagrange] {
        let playback = played(beam(rule), FRAMES);
        // The same ages, up to the frame by which a command is late for its view.
        let column = column(&playback);
        let (shot, _) = of_shot(column);
        let now = column.stored_now(column.ship(1).unwrap()).unwrap();
        let age = |stored: &StoredPast| (stored.now - stored.asked).as_ms();
        let differs = (age(&shot) - age(&now)).abs();
        assert!(differs <= 34, "{rule:?}: {} for {} ms", age(&now), age(&shot));
        assert_eq!(now.from, shot.from);
    }
}

#[test]
fn what_is_kept_with_a_report_outlives_the_history() {
    let playback = played(beam(HitRule::EtPerFrame), FRAMES);
    let (before, _) = of_shot(column(&playback));
    let mut setup = beam(HitRule::EtPerFrame);
    setup.loop_frames = 0;
    let later = played(setup, FRAMES + 600);
    let (after, _) = of_shot(column(&later));
    assert_eq!(after, before);
}

#[test]
fn a_report_alone_knows_the_times_that_were_used() {
    let playback = played(beam(HitRule::EtPerFrame), FRAMES);
    let column = column(&playback);
    let (stored, _) = of_shot(column);
    let (viewer, client) = (column.ship(0).unwrap(), column.harness().client(0));
    let shot = client.records().next_back().unwrap().shot;
    let report = column.report(viewer, shot).unwrap();
    let case = Case::new(&report, Some(client), None);
    let timed = case.stored().expect("between two markers");
    assert_eq!((timed.known, timed.marks.len()), (StoredCompleteness::TimesUsed, 2));
    assert!(timed.marks.iter().all(|mark| mark.used && mark.pos.is_none()));
    let all = Case::new(&report, Some(client), None).with_stored(Some(stored));
    let all = all.stored().unwrap();
    assert_eq!((all.known, all.marks.len()), (StoredCompleteness::All, MARKERS));
    let used: Vec<_> = all.marks.iter().filter(|mark| mark.used).map(|mark| mark.at).collect();
    for (known, mark) in used.iter().zip(&timed.marks) {
        assert!((known.0 - mark.at.0).abs() <= 1, "{known:?} for {:?}", mark.at);
    }
    let fractions = all.fraction.unwrap() - timed.fraction.unwrap();
    assert!(fractions.abs() < 1e-3);
}
