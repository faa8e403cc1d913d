//! The end of a run, when no more faults occur: every player comes back, and all pages show what
//! the room has.

use std::time::Duration;

use shared::{sim::side::Side, wire::round::Round};
use tokio::time::{Instant, sleep};

use super::stage::{Phase, Seen, SeenSides, Stage};
use super::violation::Violation;

/// How long pages may take to return: 20 s until a page gives up a dead line, and a minute for
/// which a room stays closed after three failures.
const BACK_WITHIN: Duration = Duration::from_secs(120);
/// How long to wait for two seconds without contacts between players.
const QUIET_WITHIN: Duration = Duration::from_secs(120);
const SECOND: Duration = Duration::from_secs(1);

/// Waits until every player is back, and checks the state two quiet seconds later.
pub(super) async fn heal(stage: &Stage) -> Result<(), Violation> {
    let healed = Instant::now();
    while !stage.missing().is_empty() || stage.watched().is_none() {
        if stage.has_failed() {
            return Ok(());
        }
        if healed.elapsed() > BACK_WITHIN {
            let after_s = BACK_WITHIN.as_secs();
            return Err(Violation::NotBack { players: stage.missing(), after_s });
        }
        sleep(Duration::from_millis(10)).await;
    }
    stage.count(|done| done.longest_healing = healed.elapsed());
    stage.enter(Phase::Still);
    let quiet = Instant::now();
    loop {
        let events_before = stage.checker().unpredictable_events();
        // By then every client has received earlier events.
        sleep(SECOND).await;
        let before = stage.seen();
        sleep(SECOND).await;
        if stage.checker().unpredictable_events() == events_before {
            let checker = stage.checker();
            let (round, side_kills) = (checker.round().cloned(), checker.side_kills());
            drop(checker);
            compare(&before, &stage.seen(), (round.as_ref(), side_kills))?;
            return compare_watched(stage, round.as_ref());
        }
        if quiet.elapsed() > QUIET_WITHIN {
            return Err(Violation::NoQuiet { after_s: QUIET_WITHIN.as_secs() });
        }
    }
}

/// Compares what the watcher shows with what a player does.
fn compare_watched(stage: &Stage, round: Option<&Round>) -> Result<(), Violation> {
    let played = stage.seen().into_iter().flatten().next();
    let played = format!("{:?}", played.map(|seen| (seen.scores, round.cloned())));
    let watched = format!("{:?}", stage.watched());
    if watched == played { Ok(()) } else { Err(Violation::WatchedOtherwise { watched, played }) }
}

/// Compares what pages show at the start and the end of a second without faults and contacts, with
/// each other and with the room's round and the score of its sides.
fn compare(
    before: &[Option<Seen>],
    after: &[Option<Seen>],
    (round, side_kills): (Option<&Round>, Option<[u16; 2]>),
) -> Result<(), Violation> {
    let gone = |n: usize| match (&before[n], &after[n]) {
        (Some(before), Some(after)) => before.connection != after.connection,
        _ => true,
    };
    let players: Vec<usize> = (0..after.len()).filter(|n| gone(*n)).collect();
    if !players.is_empty() {
        return Err(Violation::NotBack { players, after_s: 1 });
    }
    let seen: Vec<(&Seen, &Seen)> = before.iter().flatten().zip(after.iter().flatten()).collect();
    for (n, (before, after)) in seen.iter().enumerate() {
        let wrong = after.mispredictions - before.mispredictions;
        if wrong > 0 {
            return Err(Violation::Mispredicted { player: n, n: wrong });
        }
        if after.round.as_ref() != round {
            let rounds = [after.round.as_ref(), round].map(|round| format!("{round:?}"));
            return Err(Violation::OtherRound { player: n, rounds });
        }
        let own = Side::of_seat(after.ship.idx);
        let sides = side_kills.map(|kills| SeenSides { own, kills });
        if after.sides != sides {
            let sides = [after.sides, sides].map(|sides| format!("{sides:?}"));
            return Err(Violation::OtherSides { player: n, sides });
        }
        for (m, (_, other)) in seen.iter().enumerate().skip(n + 1) {
            if other.ship == after.ship {
                return Err(Violation::OneSeat { players: [n, m], ship: after.ship });
            }
            if other.scores != after.scores {
                let seen = [after.scores.clone(), other.scores.clone()];
                return Err(Violation::SeenOtherwise { players: [n, m], seen });
            }
        }
    }
    Ok(())
}
