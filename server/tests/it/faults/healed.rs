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

mod tests {
    use std::sync::Arc;

    use shared::{
        base::time::Tick,
        sim::ship::ShipId,
        wire::round::{RoundLimits, RoundPhase, Winner},
    };
    use tokio::time::timeout;

    use super::*;
    use crate::faults::checker::{ConnectionId, RoomTick};

    const KILLS: [u16; 2] = [2, 1];

    fn won(winner: Winner) -> Round {
        let phase = RoundPhase::Over { winner, next: Tick(500), took_ms: 1 };
        Round { number: 1, phase, ..Round::waiting(RoundLimits::default()) }
    }

    /// What the page of a player shows at the end of a round that the first side won.
    fn page(player: u16) -> Option<Seen> {
        let own = Side::of_seat(player);
        Some(Seen {
            connection: ConnectionId(player.into()),
            ship: ShipId { idx: player, generation: 0 },
            mispredictions: 7,
            scores: "ada 2, bob 1".into(),
            round: Some(won(Winner::Side(Side::First))),
            sides: Some(SeenSides { own, kills: KILLS }),
        })
    }

    /// Compares two pages, of which the second changes before the end of the second.
    fn check(change: impl FnOnce(&mut Seen)) -> Result<(), Violation> {
        let before = [page(0), page(1)];
        let mut after = before.clone();
        change(after[1].as_mut().expect("it is there"));
        compare(&before, &after, (Some(&won(Winner::Side(Side::First))), Some(KILLS)))
    }

    #[test]
    fn pages_that_differ_are_detected() {
        assert_eq!(check(|_| {}), Ok(()));
        let not_back = Err(Violation::NotBack { players: vec![1], after_s: 1 });
        assert_eq!(check(|page| page.connection = ConnectionId(2)), not_back);
        assert_eq!(compare(&[page(0), None], &[page(0), page(1)], (None, None)), not_back);
        let wrong = check(|page| page.mispredictions += 2);
        assert_eq!(wrong, Err(Violation::Mispredicted { player: 1, n: 2 }));
        let other = check(|page| page.scores = "ada 2, bob 0".into());
        let seen = ["ada 2, bob 1", "ada 2, bob 0"].map(String::from);
        assert_eq!(other, Err(Violation::SeenOtherwise { players: [0, 1], seen }));
        for winner in [Winner::Nobody, Winner::Side(Side::Second)] {
            let other = check(|page| page.round = Some(won(winner)));
            assert!(matches!(other, Err(Violation::OtherRound { player: 1, .. })), "{other:?}");
        }
    }

    #[test]
    fn pages_on_one_seat_are_detected() {
        let ship = ShipId { idx: 0, generation: 0 };
        let shared = check(|other| {
            let first = page(0).expect("it is there");
            (other.ship, other.sides) = (ship, first.sides);
        });
        assert_eq!(shared, Err(Violation::OneSeat { players: [0, 1], ship }));
    }

    #[test]
    fn pages_with_other_sides_are_detected() {
        for sides in [
            None,
            Some(SeenSides { own: Side::First, kills: KILLS }),
            Some(SeenSides { own: Side::Second, kills: [2, 0] }),
        ] {
            let other = check(|page| page.sides = sides);
            assert!(matches!(other, Err(Violation::OtherSides { player: 1, .. })), "{other:?}");
        }
    }

    #[test]
    fn a_watcher_that_sees_something_else_is_detected() {
        let stage = Stage::new(1, 1);
        let round = won(Winner::Nobody);
        let scores = || "ada 2, bob 1".to_owned();
        stage.show(0, page(0));
        for (watched, is_same) in [
            (Some((scores(), Some(round.clone()))), true),
            (Some(("ada 2, bob 0".into(), Some(round.clone()))), false),
            (Some((scores(), Some(won(Winner::Side(Side::First))))), false),
            (Some((scores(), None)), false),
            (None, false),
        ] {
            stage.show_watcher(watched);
            let found = compare_watched(&stage, Some(&round));
            match found {
                Ok(()) => assert!(is_same),
                Err(Violation::WatchedOtherwise { .. }) => assert!(!is_same, "{found:?}"),
                Err(other) => panic!("{other}"),
            }
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_player_who_does_not_come_back_is_detected() {
        let healed = heal(&Stage::new(1, 1)).await;
        assert_eq!(healed, Err(Violation::NotBack { players: vec![0], after_s: 120 }));
    }

    /// A room in which two ships collide again and again.
    async fn collide(stage: Arc<Stage>) {
        for tick in 1.. {
            let now = RoomTick {
                tick: Tick(tick),
                commands: &[],
                events: &[],
                ships: &[],
                roster: &[],
                connected: &[],
                round: None,
                side_kills: None,
                stand_ins: 0,
                contacts: tick.into(),
            };
            let checked = stage.checker().tick((1, 1), &now);
            stage.record("a room", checked);
            sleep(SECOND / 4).await;
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_run_that_does_not_come_to_rest_is_detected() {
        let stage = Stage::new(1, 0);
        stage.show_watcher(Some((String::new(), None)));
        let healed = tokio::select! {
            healed = timeout(2 * QUIET_WITHIN, heal(&stage)) => healed.expect("in time"),
            () = collide(stage.clone()) => Ok(()),
        };
        assert_eq!(healed, Err(Violation::NoQuiet { after_s: 120 }));
        assert_eq!(stage.failures(), [""; 0]);
    }
}
