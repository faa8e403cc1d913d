//! Measures the gain of back-dated views. Duels of one beam start from the same moment of the same
//! match, fired by an honest client and by lying ones. A liar shoots at a ship that has just
//! reached cover, with a view from a moment before.

use integration_tests::is_long;
use lab::{cheat_proxy::CheatProxy, harness::Harness, lie::Lie};
use shared::{
    base::{
        geometry::{Turn, Vec2},
        rng::Rng,
        time::{Micros, TickRate, ViewTime},
    },
    client::{Client, Controls, scene::PlayerKind, screen_pilot::ScreenPilot},
    netcode::values::PlayerNetcode,
    room::Room,
    schemes::clamp::Clamp,
    sim::{
        arena::Arena,
        command::Trigger,
        event::Weapon,
        rules::{BEAM_RANGE_U, SHIP_RADIUS_U},
    },
    wire::conditions::Conditions,
};

use crate::support::{room, towards};

const RATE: TickRate = TickRate::DEFAULT;
/// An honest client.
const HONEST: Lie = Lie::LateEcho { ms: 0 };
/// How late a liar answers echoes, in order to pass for a slow line.
const LATE: Lie = Lie::LateEcho { ms: 400 };
/// The room's rewind limit.
const BOUND: Micros = Micros::from_ms(400);
/// Number of matches, and the time of each in which duels are fought.
const MATCHES: u64 = 18;
const DUELS_FROM: Micros = Micros::from_ms(15_000);
const DUELS_UNTIL: Micros = Micros::from_ms(75_000);

/// A match of two ships, flown by the game's own pilots in the game's own arena. They do not fire.
#[derive(Clone)]
struct Fight {
    harness: Harness,
    pilots: [ScreenPilot; 2],
    arena: Arena,
    /// Where and when the first player's screen showed the other ship.
    tape: Vec<(ViewTime, Vec2)>,
}

/// A beam to fire: its aim, and the claimed age of its view in ticks.
#[derive(Clone, Copy)]
struct Beam {
    aim: Turn,
    said_ticks: Option<i64>,
}

/// How a beam was judged.
struct Judged {
    is_hit: bool,
    /// Whether a rock was between it and its victim by then.
    behind_cover: bool,
    /// How far the server rewound.
    back: Micros,
    clamp: Option<Clamp>,
}

/// Results of one client's duels.
#[derive(Clone, Copy, Debug, Default)]
struct Score {
    fired: u32,
    hits: u32,
    behind_cover: u32,
}

impl Fight {
    fn new(seed: u64, round_trip_ms: u16, lie: Lie) -> Self {
        let arena = Arena::strewn(seed);
        let mut harness = Harness::new(room(arena.clone(), seed)).unwrap();
        let shooter = Conditions::round_trip(round_trip_ms);
        for (name, line) in [("liar", shooter), ("victim", Conditions::round_trip(40))] {
            harness.add_named_player(name, PlayerNetcode::default(), line);
        }
        harness.set_proxy(0, CheatProxy::new(lie, &["liar", "victim"]));
        let pilots = [ScreenPilot::new(2 * seed), ScreenPilot::new(2 * seed + 1)];
        Self { harness, pilots, arena, tape: Vec::new() }
    }

    fn step(&mut self, fired: Option<Turn>) {
        let params = self.harness.room().world().params().clone();
        let pilots = &mut self.pilots;
        self.harness.step(&mut |_: &Room, idx, client: &Client| {
            let flown = pilots[idx].fly(client, &params);
            match fired.filter(|_| idx == 0) {
                Some(aim) => Controls { aim, trigger: Trigger::Beam, ..flown },
                None => Controls { trigger: Trigger::None, ..flown },
            }
        });
        let shown = self.harness.client(0).view().zip(self.victim());
        if let Some((view, pos)) = shown
            && self.tape.last().is_none_or(|(at, _)| *at < view.time)
        {
            self.tape.push((view.time, pos));
        }
    }

    /// Where the victim is drawn.
    fn victim(&self) -> Option<Vec2> {
        let scene = self.harness.client(0).scene();
        let mut others = scene.ships.iter().filter(|ship| ship.owner != PlayerKind::You);
        others.find(|ship| !ship.shielded).map(|ship| ship.pos)
    }

    /// Where it was drawn at a moment.
    fn victim_at(&self, time: ViewTime) -> Option<Vec2> {
        let next = self.tape.iter().position(|(at, _)| *at >= time)?;
        let ((before, from), (after, to)) = (self.tape[next.checked_sub(1)?], self.tape[next]);
        Some(from.lerp(to, time.since(before) as f32 / after.since(before) as f32))
    }

    fn is_clear(&self, from: Vec2, to: Vec2) -> bool {
        let reach = (to - from).length() - SHIP_RADIUS_U;
        let dir = (to - from).normalize_or_zero();
        reach < BEAM_RANGE_U && self.arena.free_path(from, dir, reach) >= reach - 0.5
    }

    /// A beam at what is on the screen, given a line of fire.
    fn honest_beam(&self) -> Option<Beam> {
        let own = self.harness.client(0).own_ship()?.body.pos;
        let to = self.victim().filter(|to| self.is_clear(own, *to))?;
        Some(Beam { aim: towards(own, to), said_ticks: None })
    }

    /// A beam at the newest moment with a line of fire, no older than `oldest_ticks`.
    fn lying_beam(&self, oldest_ticks: i64) -> Option<Beam> {
        let client = self.harness.client(0);
        let own = client.own_ship()?.body.pos;
        let now = ViewTime::from_tick(client.own_tick().next());
        let newest_ticks = (now.since(client.view()?.time) + 255) / 256;
        (newest_ticks..=oldest_ticks).find_map(|ticks| {
            let to = self.victim_at(ViewTime(now.0 - 256 * ticks))?;
            let aim = towards(own, to);
            self.is_clear(own, to).then_some(Beam { aim, said_ticks: Some(ticks) })
        })
    }

    /// Fires in a copy of the match.
    fn fire(&self, beam: Beam) -> Judged {
        let mut copy = self.clone();
        if let Some(ticks) = beam.said_ticks {
            let ms = (0..).find(|ms| i64::from(RATE.ticks_in_ms((*ms).into())) == ticks).unwrap();
            copy.harness.proxy_mut(0).unwrap().set_lie(Lie::OldView { ms });
        }
        let before = copy.harness.client(0).own_tick();
        while copy.harness.client(0).own_tick() == before {
            copy.step(Some(beam.aim));
        }
        let mut records = Vec::new();
        while records.is_empty() {
            copy.step(None);
            records = copy.harness.client_mut(0).drain_records();
        }
        let record = &records[0];
        let evidence = copy.harness.room().evidence(record.shot).unwrap();
        assert_eq!((records.len(), record.shot.weapon), (1, Weapon::Beam));
        let victim = record.targets.first();
        let is_clear = |to| self.is_clear(evidence.shot().muzzle, to);
        Judged {
            is_hit: record.verdict.hits().is_some(),
            behind_cover: victim.is_some_and(|victim| !is_clear(victim.present.pos())),
            back: evidence.shot().fired - RATE.micros_in_steps(record.view.used.0),
            clamp: record.view.clamp,
        }
    }
}

impl Score {
    fn note(&mut self, fight: &Fight, beam: Option<Beam>) -> Option<Judged> {
        let judged = fight.fire(beam?);
        self.fired += 1;
        self.hits += u32::from(judged.is_hit);
        self.behind_cover += u32::from(judged.is_hit && judged.behind_cover);
        Some(judged)
    }
}

/// Duels at random moments of some matches: their number, and the results of four clients. The
/// first is honest, the second claims the oldest view that its line explains, the third the oldest
/// that the bound allows, and the fourth does the latter and also delays its echoes.
fn duels(round_trip_ms: u16) -> (u32, [Score; 4]) {
    let (mut n_duels, mut scores) = (0, [Score::default(); 4]);
    for seed in 0..MATCHES {
        let mut truthful = Fight::new(seed, round_trip_ms, HONEST);
        let mut late = Fight::new(seed, round_trip_ms, LATE);
        let mut rng = Rng::new(seed, 9);
        let mut next = DUELS_FROM;
        while truthful.harness.now() < DUELS_UNTIL {
            truthful.step(None);
            late.step(None);
            if truthful.harness.now() < next {
                continue;
            }
            next = truthful.harness.now() + Micros::from_ms(800 + i64::from(rng.below(400)));
            // A liar can find out what its line explains: it fires with an impossible view and sees
            // how far the server rewinds.
            let tried = truthful.fire(Beam { aim: Turn(0), said_ticks: Some(60) });
            assert_eq!(tried.clamp, Some(Clamp::Implausible));
            let ticks = |span: Micros| RATE.view_at(span).0 / 256;
            n_duels += 1;
            let [honest, at_line, at_bound, by_echo] = &mut scores;
            honest.note(&truthful, truthful.honest_beam());
            at_line.note(&truthful, truthful.lying_beam(ticks(tried.back)));
            at_bound.note(&truthful, truthful.lying_beam(ticks(BOUND)));
            if let Some(judged) = by_echo.note(&late, late.lying_beam(ticks(BOUND))) {
                assert!(judged.clamp.is_none() && judged.back <= BOUND, "{:?}", judged.back);
            }
            let tried = late.fire(Beam { aim: Turn(0), said_ticks: Some(60) });
            assert_eq!((tried.clamp, tried.back), (Some(Clamp::Bound), BOUND));
        }
    }
    (n_duels, scores)
}

#[test]
fn a_back_dated_view_gains_at_most_a_hit_in_a_hundred_on_a_truthful_line() {
    let lines: &[u16] = if is_long() { &[20, 60, 100, 150] } else { &[60] };
    for round_trip_ms in lines {
        let (n_duels, scores) = duels(*round_trip_ms);
        let [honest, at_line, at_bound, by_echo] = scores;
        println!(
            "{n_duels} duels at {round_trip_ms} ms, seeds 0 to {MATCHES}: honest {honest:?}; as \
             old as the line explains {at_line:?}; as the bound allows {at_bound:?}; that, and \
             echoes 400 ms late {by_echo:?}"
        );
        assert!(n_duels >= 1000 && honest.hits * 2 > n_duels, "too few shots to compare");
        let gained = |score: Score| i64::from(score.hits) - i64::from(honest.hits);
        for score in [at_line, at_bound] {
            assert!(score.fired >= honest.fired, "{score:?}");
            assert!(100 * gained(score) <= n_duels.into(), "{score:?}");
        }
        assert!(gained(by_echo) > gained(at_line), "delayed echoes gain the whole bound");
    }
}
