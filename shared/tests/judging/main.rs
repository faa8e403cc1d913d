//! Searching is looking at all: random matches are judged twice, by the game's own trial over the
//! history's rows and by one that looks at everybody, and everything that comes of it is compared.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a test that cannot go on fails, and says what it measured"
)]

mod naive;
mod plain;

use naive::Naive;
use plain::{Plain, Ticks};
use proptest::prelude::*;
use shared::{
    base::{
        geometry::{Turn, Vec2},
        rng::Rng,
        time::{Micros, Tick, TickRate, ViewTime},
    },
    scheme::{
        choices::{BoltPath, CoverVeto, HitRule},
        history::{History, Pose, SentLog},
        netcode::RoomNetcode,
        present::Present,
        recall::Recall,
        shot::{LinkStats, Shot},
        trial::Trial,
        view::drawn_pair,
    },
    sim::{
        arena::Arena,
        bolt::Bolt,
        command::{Thrust, UserCommand, View},
        event::{Finality, ShotId, Weapon},
        ship::ShipId,
        world::{Ground, Meeting, Outcome, World},
    },
};

const RULES: [HitRule; 8] = [
    HitRule::Present,
    HitRule::EtPerCommand,
    HitRule::EtPerFrame,
    HitRule::SourceExact,
    HitRule::SourceLives,
    HitRule::Deferred,
    HitRule::Targeting,
    HitRule::Lagrange,
];
const PATHS: [BoltPath; 6] = [
    BoltPath::Muzzle,
    BoltPath::FastForward,
    BoltPath::Jump,
    BoltPath::ConvergeSeed,
    BoltPath::ConvergeTimed,
    BoltPath::Converge,
];

/// What a match is made of.
#[derive(Clone, Copy, Debug)]
struct Setup {
    hz: u16,
    seats: u16,
    seed: u64,
    /// Ticks from one snapshot to the next; 0: the shooters see every tick.
    sent_every: u32,
    rule: HitRule,
    /// Shots a tick.
    shots: u32,
    /// The sides of the field, in u: in a small one everybody is near.
    side_u: u16,
}

/// A shot under both judges.
struct Double {
    fast: Trial,
    naive: Naive,
}

struct Match {
    setup: Setup,
    world: World,
    history: History,
    ticks: Ticks,
    sent: Option<SentLog>,
    marker_rates_hz: Vec<u16>,
    held: Vec<UserCommand>,
    rng: Rng,
    open: Vec<Double>,
    n_hits: u32,
    n_looks: u32,
}

impl Match {
    fn new(setup: Setup) -> Self {
        let mut rng = Rng::new(setup.seed, 9);
        let rate = TickRate::new(setup.hz).unwrap();
        let arena = Arena {
            width_u: setup.side_u,
            height_u: setup.side_u / 2 + 200,
            ..Arena::strewn(setup.seed)
        };
        let mut world = World::new(Ground::new(rate, arena), setup.seats, setup.seed);
        for _ in 0..setup.seats {
            world.add_ship();
        }
        let marker_rates_hz = (0..setup.seats).map(|_| 20 + rng.below(106) as u16).collect();
        let sent = (setup.sent_every > 0).then(|| SentLog::new(rate));
        Self {
            world,
            history: History::new(rate),
            ticks: Ticks(vec![Vec::new()]),
            sent,
            marker_rates_hz,
            held: vec![UserCommand::default(); setup.seats.into()],
            rng,
            open: Vec::new(),
            n_hits: 0,
            n_looks: 0,
            setup,
        }
    }

    fn some_ship(&mut self) -> Option<ShipId> {
        let seat = self.rng.below(self.setup.seats.into()) as u16;
        self.world.ships().find(|ship| ship.id.idx == seat).map(|ship| ship.id)
    }

    fn chance(&mut self, permille: u32) -> bool {
        self.rng.below(1000) < permille
    }

    /// Ships come, go, are put elsewhere, thrown, and shot down.
    fn stir(&mut self) {
        if self.chance(60) {
            self.world.add_ship();
        }
        let Some(ship) = self.some_ship() else { return };
        let size = self.world.ground().arena.size();
        let place =
            Vec2::new(self.rng.range(20.0, size.x - 20.0), self.rng.range(20.0, size.y - 20.0));
        match self.rng.below(24) {
            0 => self.world.remove_ship(ship),
            1 => self.world.place(ship, place),
            2 => {
                let near = self.world.ship(ship).unwrap().body.pos + (place - size * 0.5) * 0.02;
                self.world.place(ship, near);
            }
            3 => self.world.throw(ship, (place - size * 0.5) * 6.0),
            4 => self.kill(ship),
            _ => {}
        }
    }

    fn kill(&mut self, victim: ShipId) {
        let shot = ShotId { tick: self.world.tick, shooter: victim, weapon: Weapon::Beam };
        let finality = Finality::Final;
        let outcome = Outcome::Hit { shot, victim, damage: 200, distance_u: 0.0, finality };
        self.world.apply(outcome, &mut Vec::new());
    }

    fn tick(&mut self) {
        self.stir();
        let ids: Vec<ShipId> = self.world.ships().map(|ship| ship.id).collect();
        let mut commands = Vec::new();
        for id in ids {
            let held = &mut self.held[usize::from(id.idx)];
            if self.rng.below(20) == 0 {
                held.thrust = Thrust::ALL[self.rng.below(9) as usize];
                held.aim = Turn(self.rng.next_u32() as u16);
            }
            commands.push((id, UserCommand { tick: self.world.tick.next(), ..*held }));
        }
        self.world.step(&commands, Meeting::Mutual);
        let now = self.world.tick;
        self.history.record(now, self.world.ships());
        let mut frame = vec![None; self.setup.seats.into()];
        for ship in self.world.ships() {
            frame[usize::from(ship.id.idx)] = Some(Pose::of(ship, now));
        }
        self.ticks.0.push(frame);
        if let Some(sent) = &mut self.sent
            && now.0.is_multiple_of(self.setup.sent_every)
        {
            sent.record(now);
        }
        for _ in 0..self.setup.shots {
            self.fire();
        }
        self.judge();
    }

    fn fire(&mut self) {
        let Some(shooter) = self.some_ship() else { return };
        let (now, rate) = (self.world.tick, self.world.ground().rate);
        let ship = *self.world.ship(shooter).unwrap();
        let weapon = if self.rng.below(2) == 0 { Weapon::Beam } else { Weapon::Laser };
        let id = ShotId { tick: now, shooter, weapon };
        let aim = Turn(self.rng.next_u32() as u16);
        let bolt = Bolt::new(id, now, ship.body.pos, aim, &self.world.ground().arena);
        let rule = RoomNetcode {
            hit_rule: self.setup.rule,
            bolt_path: PATHS[self.rng.below(6) as usize],
            cover_veto: if self.rng.below(2) == 0 { CoverVeto::On } else { CoverVeto::Off },
            rewind_bound_ms: [100, 400, 1000][self.rng.below(3) as usize],
            delay_ms: [0, 150, 350, 1400][self.rng.below(4) as usize],
            ..RoomNetcode::default()
        };
        let back_ms = i64::from([0, 40, 113, 200, 350, 900, 1400][self.rng.below(7) as usize]);
        let back = Micros::from_ms(if rule.hit_rule == HitRule::Deferred {
            i64::from(rule.delay_ms)
        } else {
            back_ms
        });
        let fired = rate.micros_at(now);
        // On a tick at times, mostly between two.
        let view = match self.rng.below(3) {
            0 => rate.micros_at(rate.tick_at(fired - back)),
            _ => fired - back - Micros(i64::from(self.rng.below(9000))),
        };
        let time = rate.view_at(view);
        let older = if self.rng.below(2) == 0 { time.max(ViewTime(0)).floor() } else { Tick(0) };
        let claimed = View { time, older, span: self.setup.sent_every.max(1) as u8 };
        let round_trip = Micros::from_ms(self.rng.below(200).into());
        let lead = Micros(round_trip.0 / 2);
        let shot = Shot {
            view,
            pair: drawn_pair(claimed, self.sent.as_ref()),
            link: LinkStats { round_trip, lead },
            lerp: (back - round_trip).max(Micros::ZERO),
            ..Shot::of_bolt(&bolt, rate, rule)
        };
        let past = self.recall(None);
        let fast = Trial::new(shot, &past);
        let naive = Naive::new(shot, &past);
        self.open.push(Double { fast, naive });
    }

    fn recall<'a>(&'a self, present: Option<&'a Present>) -> Recall<'a> {
        Recall {
            history: &self.history,
            ground: self.world.ground(),
            now: self.world.tick,
            sent: self.sent.as_ref(),
            marker_rates_hz: &self.marker_rates_hz,
            present,
        }
    }

    fn judge(&mut self) {
        let now = self.world.tick;
        // What hits of this tick changed already is not in the history.
        let hurt = self.chance(300);
        let mut present = Present::default();
        present.fill(self.world.ships(), now);
        if hurt && let Some(victim) = self.some_ship() {
            self.kill(victim);
            present.renew(self.world.ship(victim).unwrap(), now);
        }
        let poses: Vec<Pose> = self.world.ships().map(|ship| Pose::of(ship, now)).collect();
        let mut open = std::mem::take(&mut self.open);
        for Double { fast, naive } in &mut open {
            let plain = Plain {
                ticks: &self.ticks,
                ground: self.world.ground(),
                now,
                sent: self.sent.as_ref(),
                marker_rates_hz: &self.marker_rates_hz,
                present: &poses,
            };
            let told = hurt || now.0.is_multiple_of(2);
            let rulings = fast.advance(&self.recall(told.then_some(&present)));
            assert_eq!(rulings, naive.advance(&plain), "at {now:?}: {:?}", fast.shot());
            assert_eq!(fast.looks(), naive.looks(), "at {now:?}: {:?}", fast.shot());
            assert_eq!(fast.n_looks(), naive.n_looks(), "at {now:?}: {:?}", fast.shot());
            assert_eq!(fast.void(), naive.void(), "at {now:?}: {:?}", fast.shot());
            let state = (fast.flown(), fast.over(), fast.held().collect::<Vec<_>>());
            let other = (naive.flown(), naive.over(), naive.held().collect::<Vec<_>>());
            assert_eq!(state, other, "at {now:?}: {:?}", fast.shot());
            let hit = |ruling: &shared::scheme::trial::Ruling| ruling.victim().is_some();
            self.n_hits += rulings.iter().filter(|ruling| hit(ruling)).count() as u32;
            self.n_looks += u32::from(fast.n_looks());
        }
        open.retain(|double| !double.fast.over());
        self.open = open;
    }
}

/// Plays and judges a match; gives rulings about ships, and looks.
fn check_match(setup: Setup, ticks: u32) -> (u32, u32) {
    let mut playing = Match::new(setup);
    for _ in 0..ticks {
        playing.tick();
    }
    (playing.n_hits, playing.n_looks)
}

fn setups() -> impl Strategy<Value = Setup> {
    let hz = prop_oneof![Just(20_u16), Just(60), Just(128)];
    let seats = prop_oneof![1_u16..8, 8_u16..80, 150_u16..300];
    let side_u = prop_oneof![Just(500_u16), Just(3200), Just(9000)];
    let sent_every = prop_oneof![Just(0_u32), Just(1), Just(2), Just(5)];
    (hz, seats, any::<u64>(), sent_every, 0..RULES.len(), 1_u32..5, side_u).prop_map(
        |(hz, seats, seed, sent_every, rule, shots, side_u)| Setup {
            hz,
            seats,
            seed,
            sent_every,
            rule: RULES[rule],
            shots,
            side_u,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(48)
    })]

    #[test]
    fn judging_by_search_is_judging_by_looking_at_all(setup in setups()) {
        check_match(setup, 60);
    }
}

#[test]
fn every_rule_hits_and_looks_alike_in_a_long_match() {
    for rule in RULES {
        let (mut hits, mut looks) = (0, 0);
        for (hz, seats, sent_every, side_u) in
            [(60, 40, 2, 900), (128, 220, 4, 3200), (20, 64, 0, 900)]
        {
            let setup = Setup { hz, seats, seed: 5, sent_every, rule, shots: 2, side_u };
            let (n_hits, n_looks) = check_match(setup, 220);
            (hits, looks) = (hits + n_hits, looks + n_looks);
        }
        println!("{rule:?}: {hits} rulings, {looks} looks");
        assert!(hits > 50 && looks > 1000, "{rule:?}: {hits} rulings, {looks} looks");
    }
}
