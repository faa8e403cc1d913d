//! Tests of the checker: each run contains one violation that it must find, next to the same run
//! without it.

use shared::{
    base::{
        geometry::Turn,
        time::{Tick, TickRate},
    },
    sim::{
        command::{Thrust, Trigger, UserCommand},
        event::{Event, EventKind, Finality, ShotId, Weapon},
        ship::{Ship, ShipId},
        side::{Division, Side},
    },
    wire::{
        message::RosterEntry,
        round::{Round, RoundLimits, RoundPhase, Score, Winner},
        seat::Admission,
        snapshot::ViewerHead,
    },
};

use super::checker::{Checker, ClientView, ConnectionId, RoomTick};
use super::ledger::{Counts, Ledger};
use super::violation::Violation;

const ROOM: (u32, u64) = (1, 1);
const ADA: ShipId = ShipId { idx: 0, generation: 0 };
const BOB: ShipId = ShipId { idx: 1, generation: 0 };
/// A ship of Ada's side, that has left.
const CAT: ShipId = ShipId { idx: 2, generation: 0 };

/// A room of two ships, one of them flown over a connection.
struct Run {
    checker: Checker,
    ada: ConnectionId,
    tick: Tick,
    ships: Vec<Ship>,
    roster: Vec<RosterEntry>,
    stand_ins: u64,
    late: u8,
    reported: (u16, u16),
    hits: Vec<(ShipId, ShipId)>,
    mismatches: u32,
    round: Option<Round>,
    side_kills: Option<[u16; 2]>,
}

fn entry(ship: ShipId, name: &str) -> RosterEntry {
    RosterEntry { ship, name: name.into(), bot: ship == BOB }
}

/// A command that no stand-in can equal.
fn command(key: Tick) -> UserCommand {
    let aim = Turn(7 * key.0 as u16);
    UserCommand { thrust: Thrust::Up, ..UserCommand::neutral(key, aim) }
}

impl Run {
    fn new() -> Self {
        Self::divided(Division::None)
    }

    /// Ada on the first side, Bob on the second.
    fn of_two_sides() -> Self {
        Self::divided(Division::TwoSides)
    }

    fn divided(division: Division) -> Self {
        let mut checker = Checker::new(division);
        let ada = checker.connect();
        let ships = [ADA, BOB].map(|id| Ship::new(id, Tick::ZERO)).to_vec();
        let mut run = Self {
            checker,
            ada,
            tick: Tick::ZERO,
            ships,
            roster: vec![entry(ADA, "ada"), entry(BOB, "bob")],
            stand_ins: 0,
            late: 0,
            reported: (0, 0),
            hits: Vec::new(),
            mismatches: 0,
            round: None,
            side_kills: (division == Division::TwoSides).then_some([0; 2]),
        };
        run.tick(None, &[]).unwrap();
        run.checker.seat(ada, ADA, (&run.roster, Admission::New)).unwrap();
        run
    }

    /// Sends the command for a tick.
    fn send(&mut self, key: u32) -> Result<(), Violation> {
        self.checker.send(self.ada, &command(Tick(key)))
    }

    /// Simulates the next tick, with a command of Ada's or its stand-in.
    fn tick(&mut self, own: Option<UserCommand>, events: &[Event]) -> Result<(), Violation> {
        self.tick = self.tick.next();
        self.same_tick(own, events)
    }

    fn same_tick(&mut self, own: Option<UserCommand>, events: &[Event]) -> Result<(), Violation> {
        self.stand_ins += u64::from(own.is_none());
        let stand_in = UserCommand::neutral(self.tick, Turn::default());
        self.checker.tick(
            ROOM,
            &RoomTick {
                tick: self.tick,
                commands: &[(ADA, own.unwrap_or(stand_in)), (BOB, stand_in)],
                events,
                ships: &self.ships,
                roster: &self.roster,
                connected: &[ADA],
                round: self.round.as_ref(),
                side_kills: self.side_kills,
                stand_ins: self.stand_ins,
                contacts: 0,
            },
        )
    }

    /// Simulates a tick that executes the command with its key.
    fn run_command(&mut self) -> Result<(), Violation> {
        let key = self.tick.next();
        self.tick(Some(command(key)), &[])
    }

    /// Delivers a snapshot of the newest tick.
    fn handle_snapshot(&mut self) -> Result<(), Violation> {
        let viewer = ViewerHead { mistimed: self.late, ..ViewerHead::default() };
        let (ships, reported) = (&self.ships.clone(), self.reported);
        let (hits, mismatches) = (&self.hits, self.mismatches);
        let shown = ClientView { own: ADA, ships, reported, hits, mismatches };
        self.checker.handle_snapshot(self.ada, (self.tick, &viewer), &shown)
    }

    /// A shot of this ship in the next tick.
    fn shot(&self, shooter: ShipId) -> ShotId {
        ShotId { tick: self.tick.next(), shooter, weapon: Weapon::Beam }
    }

    /// Ada kills Bob.
    fn death(&mut self) -> Event {
        let shot = self.shot(ADA);
        Event { tick: shot.tick, kind: EventKind::Died { victim: BOB, shot } }
    }

    /// A round of this number begins with the next tick.
    fn begin_round(&mut self, number: u32, before: &[(ShipId, Score)]) {
        let limits = RoundLimits::default();
        let ends = self.tick.plus(TickRate::DEFAULT.ticks_in_ms(limits.time_ms));
        let (phase, before) = (RoundPhase::Running { ends }, before.to_vec());
        self.round = Some(Round { number, phase, before, ..Round::waiting(limits) });
    }

    /// Simulates a tick in which Bob is killed by Ada or by Cat, who has no score any more.
    fn kill_bob(&mut self, shooter: ShipId) -> Result<(), Violation> {
        let shot = self.shot(shooter);
        self.ships[0].kills += u16::from(shooter == ADA);
        self.ships[1].deaths += 1;
        let kind = EventKind::Died { victim: BOB, shot };
        self.tick(None, &[Event { tick: shot.tick, kind }])
    }
}

#[test]
fn a_run_without_faults_passes() {
    let mut run = Run::new();
    for key in 2..100 {
        run.send(key).unwrap();
        run.run_command().unwrap();
        run.handle_snapshot().unwrap();
    }
    let death = run.death();
    run.ships[0].kills = 1;
    run.ships[1].deaths = 1;
    run.tick(None, &[death]).unwrap();
    run.reported.0 = 1;
    run.handle_snapshot().unwrap();
    run.checker.end(run.ada);
    run.checker.finish().unwrap();
    let counts = run.checker.counts;
    assert_eq!((counts.sent, counts.executed, counts.missing), (98, 98, 0));
    assert_eq!((run.checker.checked.kills, run.checker.checked.facts_reported), (1, 1));
}

#[test]
fn between_two_rounds_commands_lose_their_triggers_alone() {
    let fires = |key| UserCommand { trigger: Trigger::Laser, ..command(key) };
    let mut run = Run::new();
    for key in (2..7).map(Tick) {
        run.checker.send(run.ada, &fires(key)).unwrap();
    }
    run.tick(Some(fires(Tick(2))), &[]).unwrap();
    let foreign = Violation::Foreign { ship: ADA, key: Tick(3) };
    assert_eq!(run.run_command(), Err(foreign), "while ships may fire");
    let closing = Round { phase: RoundPhase::Closing, ..Round::waiting(RoundLimits::default()) };
    run.round = Some(closing.clone());
    run.run_command().unwrap();
    let fired = run.tick(Some(fires(Tick(5))), &[]);
    assert_eq!(fired, Err(Violation::FiredBetweenRounds { ship: ADA }));
    let over = RoundPhase::Over { winner: Winner::Nobody, next: Tick(500), took_ms: 1 };
    run.round = Some(Round { phase: over, ..closing });
    run.run_command().unwrap();
    assert_eq!(run.checker.checked.rounds, 1);
    assert_eq!(run.checker.round(), run.round.as_ref());
}

#[test]
fn a_round_begins_early_only_if_all_connected_players_asked() {
    let round = |number, phase| Round { number, phase, ..Round::waiting(RoundLimits::default()) };
    let too_early = Err(Violation::RoundTooEarly { ships: vec![ADA] });
    // The round after which Ada asked, and what the next round's beginning is.
    for (asked_after, want) in [(None, too_early.clone()), (Some(6), too_early), (Some(7), Ok(()))]
    {
        let mut run = Run::new();
        let over = RoundPhase::Over { winner: Winner::Nobody, next: Tick(500), took_ms: 1 };
        run.round = Some(round(7, over));
        run.tick(None, &[]).unwrap();
        if let Some(number) = asked_after {
            run.checker.ask_rematch(run.ada, number);
        }
        run.round = Some(round(8, RoundPhase::Running { ends: Tick(900) }));
        assert_eq!(run.tick(None, &[]), want, "asked after {asked_after:?}");
        assert_eq!(run.checker.checked.rematches, 1);
    }
}

#[test]
fn repeated_and_foreign_commands_are_detected() {
    let mut run = Run::new();
    run.send(2).unwrap();
    assert_eq!(run.send(2), Err(Violation::SentTwice { key: Tick(2) }));
    run.run_command().unwrap();
    let key = Tick(2);
    assert_eq!(
        run.same_tick(Some(command(key)), &[]),
        Err(Violation::TickAgain { tick: key, before: key })
    );
    // In place of another tick's command.
    run.tick(None, &[]).unwrap();
    let again = run.tick(Some(command(key)), &[]);
    assert_eq!(again, Err(Violation::ExecutedTwice { key }));
    let mut run = Run::new();
    assert_eq!(run.run_command(), Err(Violation::Foreign { ship: ADA, key }));
    // With another thrust than the one sent.
    let mut run = Run::new();
    run.send(2).unwrap();
    let other = UserCommand { thrust: Thrust::Left, trigger: Trigger::Laser, ..command(key) };
    assert_eq!(run.tick(Some(other), &[]), Err(Violation::Foreign { ship: ADA, key }));
}

#[test]
fn unreported_late_commands_are_detected() {
    for (late, want) in [
        (1, Ok(())),
        (0, Err(Violation::Unreported { keys: vec![Tick(2)], missing: 1, reported: 0 })),
        (2, Err(Violation::OverReported { reported: 2, most: 1 })),
    ] {
        let mut run = Run::new();
        run.send(2).unwrap();
        run.send(3).unwrap();
        run.tick(None, &[]).unwrap();
        assert_eq!(run.handle_snapshot(), Ok(()), "it may still be on its way");
        // A later command has arrived, so this one has as well.
        run.run_command().unwrap();
        run.late = late;
        assert_eq!(run.handle_snapshot(), want, "{late}");
    }
}

#[test]
fn a_wrapped_late_count_is_bounded_by_open_commands() {
    const FIRST: u32 = 2;
    let named = (FIRST..).take(8).map(Tick).collect();
    for (n_late, want) in [
        (256, Ok(())),
        (254, Err(Violation::Unreported { keys: named, missing: 254, reported: 0 })),
    ] {
        let mut run = Run::new();
        for key in FIRST..FIRST + n_late {
            run.send(key).unwrap();
            run.tick(None, &[]).unwrap();
        }
        run.send(FIRST + n_late).unwrap();
        run.run_command().unwrap();
        assert_eq!(run.handle_snapshot(), want, "{n_late}");
    }
    // Commands given up with an epoch only account for losses before the next snapshot.
    let mut run = Run::new();
    for key in FIRST..300 {
        run.send(key).unwrap();
    }
    run.checker.begin_epoch(run.ada);
    run.send(2).unwrap();
    run.send(3).unwrap();
    run.tick(None, &[]).unwrap();
    run.handle_snapshot().unwrap();
    run.run_command().unwrap();
    let unreported = Violation::Unreported { keys: vec![Tick(2)], missing: 1, reported: 0 };
    assert_eq!(run.handle_snapshot(), Err(unreported));
}

#[test]
fn commands_cut_off_by_an_epoch_or_the_end_are_given_up() {
    let mut run = Run::new();
    run.send(2).unwrap();
    run.checker.begin_epoch(run.ada);
    // Keys start over.
    run.send(2).unwrap();
    run.run_command().unwrap();
    run.handle_snapshot().unwrap();
    run.send(3).unwrap();
    run.checker.end(run.ada);
    run.checker.finish().unwrap();
    let counts = run.checker.counts;
    assert_eq!((counts.executed, counts.given_up, counts.in_flight_at_end), (1, 1, 1));
}

#[test]
fn stand_ins_are_counted_as_the_room_counts_them() {
    let mut run = Run::new();
    run.stand_ins += 1;
    let counted = run.tick(None, &[]);
    assert_eq!(counted, Err(Violation::StandIns { counted: 2, least: 1, most: 1 }));
}

#[test]
fn scores_and_events_that_disagree_are_detected() {
    let mut run = Run::new();
    run.handle_snapshot().unwrap();
    run.ships[0].kills = 1;
    let unfounded = run.tick(None, &[]);
    assert_eq!(unfounded, Err(Violation::Score { ship: ADA, shown_score: (1, 0), facts: (0, 0) }));
    let mut run = Run::new();
    run.handle_snapshot().unwrap();
    let death = run.death();
    run.ships[0].kills = 1;
    let unscored = run.tick(None, &[death]);
    assert_eq!(unscored, Err(Violation::Score { ship: BOB, shown_score: (0, 0), facts: (0, 1) }));
    let mut run = Run::new();
    run.handle_snapshot().unwrap();
    let death = run.death();
    run.ships[0].kills = 1;
    run.ships[1].deaths = 1;
    run.tick(None, &[death]).unwrap();
    assert_eq!(run.handle_snapshot(), Err(Violation::Facts { reported: (0, 0), facts: (1, 0) }));
}

#[test]
fn misplaced_and_missing_ships_are_detected() {
    let mut run = Run::new();
    run.handle_snapshot().unwrap();
    run.tick(None, &[]).unwrap();
    run.ships[1].health = 9;
    assert_eq!(run.handle_snapshot(), Err(Violation::State { ship: BOB, tick: run.tick }));
    run.ships.pop();
    let ships = Violation::Ships { tick: run.tick, shown: vec![ADA], had: vec![ADA, BOB] };
    assert_eq!(run.handle_snapshot(), Err(ships));
}

#[test]
fn a_snapshot_that_differs_from_its_hash_is_detected() {
    let mut run = Run::new();
    run.mismatches = 1;
    assert_eq!(run.handle_snapshot(), Err(Violation::Mismatches { mismatches: 1 }));
}

#[test]
fn unsent_and_unsettled_commands_are_detected() {
    let key = Tick(2);
    assert_eq!(Ledger::default().execute(key), Err(Violation::NotSent { key }));
    let counts = Counts { sent: 2, executed: 1, ..Counts::default() };
    assert_eq!(counts.check_settled(), Err(Violation::Unsettled { sent: 2, settled: 1 }));
}

#[test]
fn a_player_on_another_ship_is_detected() {
    for division in [Division::None, Division::TwoSides] {
        let mut run = Run::divided(division);
        // Its seat is held, and later it returns.
        run.tick(None, &[]).unwrap();
        let ada = run.roster.remove(0);
        run.tick(None, &[]).unwrap();
        run.roster.push(RosterEntry { ship: CAT, ..ada });
        let moved = Violation::Moved { name: "ada".into(), before: ADA, now: CAT };
        assert_eq!(run.tick(None, &[]), Err(moved), "{division:?}");
    }
}

#[test]
fn hits_on_allies_are_detected() {
    let shot = Run::new().shot(ADA);
    let (shooter, victim) = (ADA, CAT);
    let (damage, distance_u, finality) = (12, 100.0, Finality::Final);
    for kind in [
        EventKind::Hit { shot, victim, damage, distance_u, finality },
        EventKind::Settled { shot, victim },
        EventKind::Retracted { shot, victim, refund: 12 },
        EventKind::Died { victim, shot },
    ] {
        let event = Event { tick: shot.tick, kind };
        let mut run = Run::new();
        run.ships[0].kills = u16::from(matches!(kind, EventKind::Died { .. }));
        assert_eq!(run.tick(None, &[event]), Ok(()), "without sides: {kind:?}");
        let found = Run::of_two_sides().tick(None, &[event]);
        assert_eq!(found, Err(Violation::AllyHit { shooter, victim }), "{kind:?}");
    }
    // As the client is notified.
    for (hit, want) in
        [((BOB, ADA), Ok(())), ((CAT, ADA), Err(Violation::AllyHit { shooter: CAT, victim: ADA }))]
    {
        let mut run = Run::of_two_sides();
        run.hits.push(hit);
        assert_eq!(run.handle_snapshot(), want);
    }
}

#[test]
fn rooms_with_another_division_are_detected() {
    for division in [Division::None, Division::TwoSides] {
        let mut run = Run::divided(division);
        run.side_kills = if run.side_kills.is_some() { None } else { Some([0; 2]) };
        assert_eq!(run.tick(None, &[]), Err(Violation::OtherDivision), "{division:?}");
    }
}

#[test]
fn newcomers_on_the_side_with_more_players_are_detected() {
    let larger = |players| Err(Violation::LargerSide { ship: ADA, players });
    let ship = |idx| ShipId { idx, generation: 0 };
    for (others, admission, want) in [
        (&[][..], Admission::New, Ok(())),
        (&[3], Admission::New, Ok(())),
        (&[2, 3], Admission::New, Ok(())),
        (&[2], Admission::New, larger([1, 0])),
        (&[2, 3, 4], Admission::Instead, larger([2, 1])),
        (&[2, 3, 4], Admission::Resumed, Ok(())),
    ] {
        let mut run = Run::of_two_sides();
        let others = others.iter().map(|idx| entry(ship(*idx), "another"));
        // Bots do not count.
        let roster: Vec<_> =
            [entry(ADA, "ada"), entry(BOB, "bob")].into_iter().chain(others).collect();
        let seated = run.checker.seat(run.ada, ADA, (&roster, admission));
        assert_eq!(seated, want, "{roster:?}, {admission:?}");
    }
}

#[test]
fn scores_of_a_round_that_differ_from_its_events_are_detected() {
    let before = [(ADA, Score { kills: 2, deaths: 0 }), (BOB, Score { kills: 0, deaths: 2 })];
    let of_side = |kills, facts| Err(Violation::SideScore { side: Side::First, kills, facts });
    // The room's scores in the next round.
    for (before, side_kills, want) in [
        (&before[..], [0, 0], Ok(())),
        (&before, [2, 0], of_side(2, 0)),
        (&[], [0, 0], Err(Violation::RoundScore { ship: ADA, kills: 2, facts: 0 })),
    ] {
        let mut run = Run::of_two_sides();
        run.begin_round(1, &[]);
        for kills in 1..=2 {
            run.side_kills = Some([kills, 0]);
            run.kill_bob(ADA).unwrap();
        }
        run.begin_round(2, before);
        run.side_kills = Some(side_kills);
        assert_eq!(run.tick(None, &[]), want);
    }
    // A kill in the first tick belongs to the round; so does one by a shot of a ship that left.
    for shooter in [ADA, CAT] {
        for (kills, want) in [(1, Ok(())), (0, of_side(0, 1))] {
            let mut run = Run::of_two_sides();
            run.begin_round(1, &[]);
            run.side_kills = Some([kills, 0]);
            assert_eq!(run.kill_bob(shooter), want, "{shooter:?}");
        }
    }
}

#[test]
fn a_winner_without_the_most_kills_is_detected() {
    let (ada, bob) = (Winner::Ship(ADA), Winner::Ship(BOB));
    let [first, second] = Side::ALL.map(Winner::Side);
    for (division, kills, wins, others) in [
        (Division::None, 0, Winner::Nobody, [ada, bob]),
        (Division::None, 1, ada, [Winner::Nobody, bob]),
        (Division::TwoSides, 0, Winner::Nobody, [first, second]),
        (Division::TwoSides, 1, first, [Winner::Nobody, second]),
    ] {
        for (winner, want) in [
            (wins, Ok(())),
            (others[0], Err(Violation::OtherWinner { winner: others[0], facts: wins })),
            (others[1], Err(Violation::OtherWinner { winner: others[1], facts: wins })),
        ] {
            let mut run = Run::divided(division);
            run.begin_round(1, &[]);
            run.tick(None, &[]).unwrap();
            for _ in 0..kills {
                run.side_kills = run.side_kills.map(|_| [kills, 0]);
                run.kill_bob(ADA).unwrap();
            }
            let over = RoundPhase::Over { winner, next: Tick(500), took_ms: 1 };
            run.round = run.round.map(|round| Round { phase: over, ..round });
            assert_eq!(run.tick(None, &[]), want, "{division:?}, {kills} kills");
        }
    }
}
