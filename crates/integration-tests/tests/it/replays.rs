//! Replays of deaths: the clip that a screen can show at once, in which the killing shot is seen,
//! and the outlines that its report adds.

use forensics::{
    Case,
    outlines::{CountedClock, Outlines},
};
use lab::harness::Harness;
use shared::{
    base::time::Micros,
    client::Client,
    netcode::preset::Preset,
    report::shot_report::ShotReport,
    room::RoomConfig,
    sim::event::{ShotId, Weapon},
    wire::conditions::Conditions,
};

use crate::support::{RandomHand, narrow_arena, room, seconds};

const SEED: u64 = 8;
/// How much is replayed.
const LENGTH: Micros = Micros::from_ms(1_000);
/// In the first seconds of a match less was taped.
const FIRST_SECONDS: Micros = Micros::from_ms(3_000);
/// Clips are cut this long after a death.
const AFTER_DEATH: Micros = Micros::from_ms(250);
/// A bolt that has met a ship is no longer drawn; it was last seen this long before.
const BOLT_GONE: Micros = Micros::from_ms(500);

/// What the deaths of some players showed.
#[derive(Debug, Default)]
struct Deaths {
    n: u32,
    /// The killing shot is seen in the clip.
    n_seen: u32,
    n_reported: u32,
    /// Among the reported ones, those of which it is known what the shooter saw.
    n_saw: u32,
    clocks: Vec<CountedClock>,
}

/// Checks the clip of a death that this frame shows.
fn check_clip(client: &Client, shot: ShotId, deaths: &mut Deaths, case: &str) {
    let (clip, last) = client.clip_of_death(shot, LENGTH).expect("it was drawn");
    let (first, end) = clip.span().expect("it is not empty");
    assert!(first <= last && last <= end, "{case}: {last:?} of {first:?} to {end:?}");
    assert!(last - first >= LENGTH || first < FIRST_SECONDS, "{case}: {first:?} to {last:?}");
    let at = |at: Micros| client.replayed(&clip, at).expect("it is covered");
    let decisive = at(last);
    let own = decisive.scene.own_ship().unwrap_or_else(|| panic!("{case}: the own ship is shown"));
    assert_eq!(decisive.scene.focus, own.pos, "{case}");
    assert_eq!(decisive.trails[0].points[0].1, own.pos, "{case}: its trail begins at it");
    let is_seen = match shot.weapon {
        Weapon::Beam => decisive.scene.beams.iter().any(|beam| beam.shot == shot),
        Weapon::Laser => {
            let mut moments = (0..).map(|n| last - Micros::from_ms(16 * n));
            let mut moments = moments.by_ref().take_while(|at| *at > last - BOLT_GONE);
            moments.any(|moment| at(moment).scene.bolts.iter().any(|bolt| bolt.shot == shot))
        }
    };
    deaths.n += 1;
    deaths.n_seen += u32::from(is_seen);
}

fn note_report(client: &Client, shot: ShotId, deaths: &mut Deaths, case: &str) {
    let report = client.report(shot).expect("it has arrived");
    let of_shot = Case::new(report, Some(client), Some(client));
    let Outlines { target, saw, .. } = of_shot.outlines().expect("it hit this ship");
    assert_eq!(Some(target), client.own_id(), "{case}");
    deaths.n_reported += 1;
    deaths.n_saw += u32::from(saw.is_some());
    deaths.clocks.push(of_shot.counted_clock());
}

/// A minute of two players and bots under a preset.
fn deaths_under(preset: Preset) -> Deaths {
    let netcode = preset.netcode();
    let config = RoomConfig { bots: 7, netcode: netcode.room, ..room(narrow_arena(), SEED) };
    let mut harness = Harness::new(config).unwrap();
    let mut hands: Vec<RandomHand> = (0..2).map(|n| RandomHand::new(SEED + n, true)).collect();
    for round_trip_ms in [0, 150] {
        harness.add_player(netcode.player, Conditions::round_trip(round_trip_ms));
    }
    let mut deaths = Deaths::default();
    let mut down: [Option<(ShotId, Micros)>; 2] = [None; 2];
    let mut reported: [Option<ShotId>; 2] = [None; 2];
    while harness.now() < seconds(60) {
        harness.step(&mut |_, idx, _| hands[idx].next());
        for player in 0..2 {
            let client = harness.client(player);
            let case = format!("{preset:?}, seed {SEED}, player {player}: {:?}", harness.now());
            let Some(shot) = client.killed_by() else { continue };
            if down[player].is_none_or(|(before, _)| before != shot) {
                down[player] = Some((shot, harness.now() + AFTER_DEATH));
            }
            if let Some((_, at)) = &mut down[player]
                && *at <= harness.now()
            {
                check_clip(client, shot, &mut deaths, &case);
                *at = seconds(999);
            }
            let is_whole = client.report(shot).is_some_and(ShotReport::is_whole);
            if is_whole && reported[player].replace(shot) != Some(shot) {
                note_report(client, shot, &mut deaths, &case);
            }
        }
    }
    deaths
}

fn check(preset: Preset, clock: CountedClock, sees_all: impl Fn(&Deaths) -> bool) {
    let deaths = deaths_under(preset);
    let what = format!("{preset:?}: {deaths:?}");
    assert!(deaths.n >= 3, "{what}");
    assert!(sees_all(&deaths), "{what}");
    // The last death may come too late for its clip.
    assert!(deaths.n_reported >= deaths.n, "{what}");
    assert!(deaths.n_saw > 0, "{what}");
    assert!(deaths.clocks.contains(&clock), "{what}");
}

#[test]
fn a_death_shows_its_shot_at_once_and_its_outlines_with_the_report() {
    let all = |deaths: &Deaths| deaths.n_seen == deaths.n;
    check(Preset::Lagrange, CountedClock::Shooter, all);
    check(Preset::QuakeWorld, CountedClock::Server, all);
    check(Preset::DelayedSync, CountedClock::Shared, all);
    // A bolt fired from near has met its target before this screen draws it at all.
    check(Preset::Source, CountedClock::Shooter, |deaths| deaths.n_seen > 0);
}
