//! Reports on a shot arrive promptly: what the rule in force decided within a round trip and 100
//! ms, and the report on a killing shot unasked. A shot in flight can be asked about; the answer
//! comes with its verdict.

use lab::harness::Harness;
use shared::{
    base::time::Micros,
    client::{shots::ShotSide, status::Notice},
    netcode::preset::Preset,
    report::shot_report::{ReportRefusal, ShotReport},
    room::RoomConfig,
    sim::event::ShotId,
    wire::conditions::Conditions,
};

use crate::support::{RandomHand, narrow_arena, room, seconds};

/// Round trips of the two players, in ms.
const ROUND_TRIPS_MS: [u16; 2] = [0, 150];
const SEED: u64 = 8;

/// What one player observed.
#[derive(Debug, Default)]
struct PlayerTally {
    asked: Option<(ShotId, Micros)>,
    longest: Micros,
    n_answers: u32,
    died: Option<Micros>,
    n_deaths: u32,
}

/// A minute of two players under a preset; `note` runs for each of them after every frame.
fn play(preset: Preset, mut note: impl FnMut(&mut Harness, usize)) {
    let netcode = preset.netcode();
    let config = RoomConfig { bots: 7, netcode: netcode.room, ..room(narrow_arena(), SEED) };
    let mut harness = Harness::new(config).unwrap();
    let mut hands: Vec<RandomHand> = (0..2).map(|n| RandomHand::new(SEED + n, true)).collect();
    for round_trip_ms in ROUND_TRIPS_MS {
        harness.add_player(netcode.player, Conditions::round_trip(round_trip_ms));
    }
    while harness.now() < seconds(60) {
        harness.step(&mut |_, idx, _| hands[idx].next());
        (0..2).for_each(|player| note(&mut harness, player));
    }
}

/// One frame of a player who asks about each own shot as soon as it learns of it.
fn note(harness: &mut Harness, player: usize, met: &mut PlayerTally) {
    let now = harness.now();
    let case = format!("seed {SEED}, player {player} at {} ms", now.as_ms());
    let client = harness.client_mut(player);
    for notice in client.drain_notices() {
        match notice {
            Notice::Died { .. } => (met.died, met.n_deaths) = (Some(now), met.n_deaths + 1),
            Notice::Spawned => met.died = None,
            _ => {}
        }
    }
    let own = client.own_id();
    let killed_by = client.kill_feed().rfind(|line| Some(line.victim_id) == own);
    let killed_by = killed_by.map(|line| line.shot);
    if let Some((shot, at)) = met.asked
        && client.report(shot).is_some_and(ShotReport::is_whole)
    {
        (met.asked, met.longest) = (None, met.longest.max(now - at));
        met.n_answers += 1;
    }
    if let Some(died) = met.died {
        let shot = client.shot_in_question();
        assert_eq!(shot, killed_by, "{case}: the shot that killed");
        let is_here = shot.and_then(|shot| client.report(shot)).is_some_and(ShotReport::is_whole);
        assert!(is_here || now - died < Micros::from_ms(100), "{case}: its report");
        return;
    }
    let question = client.shot_in_question();
    assert!(
        question.is_none_or(|shot| Some(shot.shooter) == own),
        "{case}: a shot of the player's own"
    );
    let newest =
        client.shots().rfind(|judged| judged.side == ShotSide::Own).map(|judged| judged.shot);
    let is_new = |shot: &ShotId| met.asked.is_none() && client.report(*shot).is_none();
    if let Some(shot) = newest.filter(is_new) {
        client.inspect_shot(shot);
        met.asked = Some((shot, now));
    }
}

#[test]
fn answers_come_within_a_round_trip_and_a_tenth_of_a_second() {
    for preset in [Preset::Lagrange, Preset::Source, Preset::DelayedSync] {
        let mut n_deaths = 0;
        let mut met: [PlayerTally; 2] = Default::default();
        play(preset, |harness, player| note(harness, player, &mut met[player]));
        for (met, round_trip_ms) in met.into_iter().zip(ROUND_TRIPS_MS) {
            let longest = Micros::from_ms(i64::from(round_trip_ms) + 100);
            assert!(met.longest <= longest && met.n_answers > 20, "{preset:?}: {met:?}");
            n_deaths += met.n_deaths;
        }
        assert!(n_deaths >= 3, "{preset:?}: {n_deaths} deaths");
    }
}

/// Results for the shots that a player asked about as soon as it had fired them.
#[derive(Debug, Default)]
struct AskedInFlight {
    waits: Option<(ShotId, Micros)>,
    /// When the player learned that it was judged.
    judged: Option<Micros>,
    /// The longest wait for an answer, since the verdict or since a round trip after the question.
    longest: Micros,
    n_answers: u32,
    refused: Vec<Micros>,
    deaths: Vec<Micros>,
}

/// One frame of a player who asks about each shot as soon as it is fired.
fn ask_in_flight(harness: &mut Harness, player: usize, asked: &mut AskedInFlight) {
    let now = harness.now();
    let client = harness.client_mut(player);
    let notices = client.drain_notices();
    let deaths = notices.iter().filter(|notice| matches!(notice, Notice::Died { .. }));
    asked.deaths.extend(deaths.map(|_| now));
    let Some((shot, since)) = asked.waits else {
        if let Some(shot) = client.shot_to_be_judged() {
            client.inspect_shot(shot);
            asked.waits = Some((shot, now));
        }
        return;
    };
    if asked.judged.is_none() && client.shots().any(|judged| judged.shot == shot) {
        asked.judged = Some(now);
    }
    if client.report(shot).is_some_and(ShotReport::is_whole) {
        let due = since + Micros::from_ms(ROUND_TRIPS_MS[player].into());
        asked.longest = asked.longest.max(now - due.max(asked.judged.unwrap_or(now)));
        asked.n_answers += 1;
    } else if let Some(why) = client.report_refused(shot) {
        assert_eq!(why, ReportRefusal::Unknown, "seed {SEED}, player {player}");
        asked.refused.push(now);
    } else {
        return;
    }
    (asked.waits, asked.judged) = (None, None);
}

#[test]
fn a_shot_that_still_flies_is_answered_with_its_verdict() {
    let tenth = Micros::from_ms(100);
    for preset in [Preset::Lagrange, Preset::Source, Preset::DelayedSync] {
        let mut asked: [AskedInFlight; 2] = Default::default();
        play(preset, |harness, player| ask_in_flight(harness, player, &mut asked[player]));
        for (asked, round_trip_ms) in asked.into_iter().zip(ROUND_TRIPS_MS) {
            let case = format!("seed {SEED}, {preset:?}: {asked:?}");
            assert!(asked.longest <= tenth && asked.n_answers > 20, "{case}");
            // The server had killed the ship earlier, and the news was in flight when the player
            // asked.
            let news = Micros::from_ms(2 * i64::from(round_trip_ms)) + tenth;
            let of_death = |at: &Micros| {
                asked.deaths.iter().any(|died| (*at - *died).max(*died - *at) <= news)
            };
            assert!(asked.refused.iter().all(of_death), "{case}");
        }
    }
}
