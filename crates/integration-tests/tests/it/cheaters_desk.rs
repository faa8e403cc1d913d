//! The cheater's desk reports each lie as the rooms counted it, with the number that the lie's
//! scenario promises.

use lab::{
    cheaters_desk::{Counter, DeskCounts, LieOutcome, LieResult, gain},
    lie::{Liar, Lie, LieUnit, LyingColumns},
    link::{LinkedHash, MomentLink},
    moment::Moment,
    run::Run,
    run_playback::RunPlayback,
    scenario::Scenario,
    setup::Setup,
};
use shared::schemes::claims::ClaimRefusal;

/// Frames after which every liar's scenario has shown its point.
const FRAMES: u32 = 236;

/// The counters of a player in each column after `frames` frames.
fn counted(setup: Setup, player: usize, frames: u32) -> Vec<DeskCounts> {
    counts_at(&played(setup, frames), player)
}

fn played(setup: Setup, frames: u32) -> RunPlayback {
    let mut playback = RunPlayback::new(setup).expect("a sound setup");
    (0..frames).for_each(|_| playback.step().expect("there is room"));
    playback
}

fn counts_at(playback: &RunPlayback, player: usize) -> Vec<DeskCounts> {
    let columns = playback.state().columns().iter();
    columns.map(|column| column.desk_counts(player).expect("a player")).collect()
}

/// Checks each counter in both columns, the gain over the honest column, and the result of the lie
/// in the first column that has it.
fn check(scenario: Scenario, rows: &[(Counter, [i64; 2])], n: Option<i64>, came: LieResult) {
    let counts = counted(scenario.setup(), 0, FRAMES);
    for (counter, expected) in rows {
        let values: Vec<i64> = counts.iter().filter_map(|one| counter.value(one)).collect();
        assert_eq!(values, expected, "{scenario:?}: {counter:?}");
    }
    let gain = gain(&counts).expect("a liar");
    assert_eq!(gain.surplus.map(|surplus| surplus.n), n, "{scenario:?}: {gain:?}");
    let LieOutcome::Results(columns) = &gain.outcome else { panic!("{scenario:?} waits") };
    assert_eq!(columns[0].1, came, "{scenario:?}");
    let lying: Vec<usize> = (0..2).filter(|n| counts[*n].lie.is_some()).collect();
    assert_eq!(columns.iter().map(|(n, _)| *n).collect::<Vec<_>>(), lying, "{scenario:?}");
}

#[test]
fn what_the_rooms_count_is_what_each_lie_comes_to() {
    use Counter::{
        Claims, ClaimsRefused, Hits, MaxInTick, OldestClaimed, Shots, ViewsBackwards,
        ViewsImplausible,
    };
    let claims = counted(Scenario::LiarClaim.setup(), 0, FRAMES);
    let refused = claims[0].room.refused_last;
    assert!(matches!(refused, Some(ClaimRefusal::TooFar { .. })), "{refused:?}");
    check(
        Scenario::LiarClaim,
        &[(Shots, [9, 9]), (Claims, [9, 9]), (ClaimsRefused, [9, 0]), (Hits, [0, 9])],
        None,
        LieResult::ClaimsRefused { n_refused: 9, n_claims: 9, last: refused },
    );
    let n_triggers = counted(Scenario::LiarCooldown.setup(), 0, FRAMES)[1].room.triggers;
    let left = LieResult::ShotsLeft { n_triggers, n_shots: 7 };
    check(Scenario::LiarCooldown, &[(Shots, [7, 7])], Some(0), left);
    check(
        Scenario::LiarBackwards,
        &[(Shots, [2, 2]), (ViewsBackwards, [0, 1])],
        Some(167),
        LieResult::ViewsMoved { n_moved: 1, n_shots: 2 },
    );
    check(
        Scenario::LiarOldView,
        &[(Hits, [0, 0]), (ViewsImplausible, [0, 1]), (OldestClaimed, [212, 1000])],
        Some(63),
        LieResult::ViewsMoved { n_moved: 1, n_shots: 1 },
    );
    let room = counted(Scenario::LiarBurst.setup(), 0, FRAMES)[0].room;
    let refused = LieResult::CommandsRefused { n_refused: room.late + room.early, max_in_tick: 1 };
    check(Scenario::LiarBurst, &[(MaxInTick, [1, 25])], None, refused);
    let round_trip = counted(Scenario::LiarLateEcho.setup(), 0, FRAMES)[1].round_trip;
    assert!(round_trip.is_some());
    check(Scenario::LiarLateEcho, &[(Hits, [3, 3])], Some(200), LieResult::Measured { round_trip });
}

/// Every command received was executed or refused, or still waits for its tick.
#[test]
fn no_command_is_counted_twice_or_not_at_all() {
    for scenario in Scenario::ALL {
        let setup = scenario.setup();
        for player in 0..setup.players.len() {
            for DeskCounts { room, .. } in counted(setup.clone(), player, FRAMES) {
                let answered = room.executed + room.late + room.early;
                // Commands that wait for their tick now, or did at the start: up to two, or a burst
                // that has just arrived; over modems also those of the jitter and of the 180 ms
                // until a lost packet is resent.
                let waiting = room.commands.abs_diff(answered);
                let at_most = match scenario {
                    Scenario::LiarBurst => 40,
                    Scenario::Modem => 14,
                    _ => 2,
                };
                assert!(waiting <= at_most, "{scenario:?}, player {player}: {room:?}");
                assert!(room.hits <= room.shots && room.claims_refused <= room.claims, "{room:?}");
            }
        }
    }
}

#[test]
fn counts_go_back_with_the_match_and_nothing_is_counted_before_it_begins() {
    let begun = counted(Scenario::LiarCooldown.setup(), 0, 0);
    for one in &begun {
        let DeskCounts { lies, room, distance_u, .. } = one;
        assert_eq!((*lies, room.commands, room.shots, *distance_u), (0, 0, 0, 0.0));
    }
    let waits = gain(&begun).expect("a liar");
    assert_eq!((waits.surplus, waits.outcome), (None, LieOutcome::Waits(Lie::NoCooldown)));
    let mut playback = played(Scenario::LiarCooldown.setup(), FRAMES);
    let late = counts_at(&playback, 0);
    playback.seek(100, u32::MAX);
    let early = counts_at(&playback, 0);
    assert_ne!(early, late);
    assert_eq!(early, counted(Scenario::LiarCooldown.setup(), 0, 100));
    playback.seek(FRAMES, u32::MAX);
    assert_eq!(counts_at(&playback, 0), late);
}

#[test]
fn a_ship_flies_as_far_as_its_honest_double() {
    let mut setup = Scenario::HalfGap.setup();
    setup.columns = vec![setup.columns[0]; 2];
    let liar = Liar { lie: Lie::LateEcho { ms: 200 }, columns: LyingColumns::Second };
    setup.players[1].liar = Some(liar);
    let ways: Vec<i64> =
        counted(setup, 1, FRAMES).iter().filter_map(|one| Counter::Way.value(one)).collect();
    assert!(ways[0] > 100 && ways[0] == ways[1], "{ways:?}");
}

#[test]
fn every_lie_keeps_its_bounds_and_travels_in_a_link() {
    for lie in Lie::ALL {
        assert_eq!(Lie::of_key(lie.key()), Some(lie));
        let most = lie.with_number(u16::MAX);
        assert_eq!(most.above_bound(), None, "{most:?}");
        assert_eq!(most.number().map(|number| number.value), lie.number().map(|one| one.most));
        if let Some(number) = lie.number() {
            assert_eq!(number.what == LieUnit::Player, lie.key() == "claim");
            assert_eq!(lie.with_number(1).number().map(|number| number.value), Some(1));
        }
        let mut setup = Scenario::Free.setup();
        setup.players[2].liar = Some(Liar { lie: most, columns: LyingColumns::Second });
        setup.columns = vec![setup.columns[0]; 2];
        let moment = Moment { run: Run::new(setup.clone()), frame: 0, shot: None };
        let link = MomentLink { moment, lesson: None, check: LinkedHash::Absent };
        let fragment = link.to_fragment().expect("a short link");
        let opened = MomentLink::parse(&fragment).expect("a link");
        assert_eq!(opened.moment.run.setup, setup, "{fragment}");
    }
    assert_eq!(Lie::of_key("none"), None);
}
