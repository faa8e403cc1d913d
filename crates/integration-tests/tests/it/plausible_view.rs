//! Views are limited to what their shooter's connection explains, and it explains every honest
//! view: with jitter and stalls, after a sudden rise in latency, and while the interpolation delay
//! changes.

use integration_tests::is_long;
use lab::harness::Harness;
use shared::{
    base::{
        rng::Rng,
        time::{Micros, TickRate},
    },
    client::Controls,
    netcode::{
        choices::{CommandPolicy, RemoteView},
        setting::Owner,
        values::{Netcode, PlayerNetcode},
    },
    room::RoomConfig,
    schemes::clamp::Clamp,
    sim::{
        arena::{Arena, Asteroids},
        command::Trigger,
    },
    wire::conditions::{Conditions, LinkConditions, LinkMode},
};

use crate::support::{RandomHand, room, seconds, shuffled};

const MODES: [LinkMode; 2] = [LinkMode::Stream, LinkMode::Datagram];
/// This long after a change, or after joining, every honest view is explained.
const SETTLED: Micros = Micros::from_ms(2000);
/// Without a change, no view may be implausible at all.
const NEVER: Micros = Micros::from_ms(-1);

/// An honest player's shot.
struct Judged {
    fired: Micros,
    /// How much older its view was than its connection explains; negative if it was younger.
    beyond: Micros,
    clamp: Option<Clamp>,
}

/// Statistics of an honest player's shots.
#[derive(Default)]
struct Seen {
    n_shots: usize,
    /// When the shots with implausible views were fired.
    implausible: Vec<Micros>,
    /// The most that a view exceeded what its connection explains.
    most_beyond: Option<Micros>,
}

impl Seen {
    /// Statistics of the shots from a moment on.
    fn from(shots: &[Judged], since: Micros) -> Self {
        let shots = || shots.iter().filter(|shot| shot.fired >= since);
        let implausible = shots().filter(|shot| shot.clamp == Some(Clamp::Implausible));
        Self {
            n_shots: shots().count(),
            implausible: implausible.map(|shot| shot.fired - since).collect(),
            most_beyond: shots().map(|shot| shot.beyond).max(),
        }
    }

    fn add(&mut self, other: Self) {
        self.n_shots += other.n_shots;
        self.implausible.extend(other.implausible);
        self.most_beyond = self.most_beyond.max(other.most_beyond);
    }

    /// Asserts that none is implausible later than `settled`.
    #[track_caller]
    fn check(&self, what: &str, settled: Micros) {
        let Self { n_shots, implausible, most_beyond } = self;
        let last = implausible.iter().max().map(|at| at.as_ms());
        println!(
            "{what}: {} of {n_shots} implausible, the last after {last:?} ms; the farthest \
             is {:?} ms beyond the plausible age",
            implausible.len(),
            most_beyond.map(|span| span.as_ms()),
        );
        assert!(*n_shots > 50, "{what}: {n_shots} shots");
        assert!(last.is_none_or(|last| last <= settled.as_ms()), "{what}");
    }
}

/// A link with this round trip that jitters and stalls each way.
fn line(round_trip_ms: u16, jitter_ms: u16, loss_permille: u16, mode: LinkMode) -> Conditions {
    let latency_ms = round_trip_ms / 2;
    let way = LinkConditions { latency_ms, jitter_ms, loss_permille, mode, ..Default::default() };
    Conditions::both(way)
}

/// An honest player who holds the trigger, beside another player.
struct Honest {
    seed: u64,
    netcode: PlayerNetcode,
    line: Conditions,
    until: Micros,
}

impl Honest {
    /// Plays in a room that `make` may modify, while `each` may change things during the match.
    fn play(
        &self,
        make: impl Fn(&mut RoomConfig),
        change: &mut dyn FnMut(&mut Harness),
    ) -> Vec<Judged> {
        let arena = Arena { width_u: 4000, height_u: 4000, asteroids: Asteroids::default() };
        let mut config = room(arena, self.seed);
        make(&mut config);
        let mut harness = Harness::new(config).unwrap();
        harness.add_player(self.netcode, self.line);
        harness.add_player(PlayerNetcode::default(), Conditions::round_trip(40));
        let mut hands = [RandomHand::new(self.seed, true), RandomHand::new(self.seed + 1, false)];
        let mut judged = Vec::new();
        while harness.now() < self.until {
            change(&mut harness);
            harness.step(&mut |_, idx, _| {
                let held = hands[idx].next();
                let trigger = if idx == 0 { Trigger::Laser } else { Trigger::None };
                Controls { trigger, ..held }
            });
            for record in harness.client_mut(0).drain_records() {
                let Some(evidence) = harness.room().evidence(record.shot) else { continue };
                let (shot, clamp) = (*evidence.shot(), record.view.clamp);
                let age = shot.fired - shot.view;
                let beyond = shot.plausible_age.map_or(Micros(i64::MIN), |most| age - most);
                judged.push(Judged { fired: shot.fired, beyond, clamp });
            }
        }
        judged
    }
}

#[test]
fn honest_views_are_explained_on_lines_that_jitter_and_stall() {
    let policies = [CommandPolicy::RepeatLast, CommandPolicy::RunOnNext, CommandPolicy::Bank];
    let matches = if is_long() { 20 } else { 3 };
    for (jitter_ms, loss_permille) in [(0, 0), (20, 20), (40, 20)] {
        for (mode, policy) in MODES.iter().flat_map(|mode| policies.map(|policy| (*mode, policy))) {
            let mut seen = Seen::default();
            for seed in 0..matches {
                let line = line(60, jitter_ms, loss_permille, mode);
                let netcode = PlayerNetcode::default();
                let honest = Honest { seed, netcode, line, until: seconds(60) };
                let shots = honest.play(|config| config.netcode.commands = policy, &mut |_| ());
                seen.add(Seen::from(&shots, SETTLED));
            }
            let what = format!(
                "seeds 0 to {matches}: 60 ± {} ms, {loss_permille} ‰ lost, {mode:?}, {policy:?}",
                2 * jitter_ms
            );
            seen.check(&what, NEVER);
        }
    }
}

/// At every phase of the server's probes, which are two seconds apart.
#[test]
fn honest_views_are_explained_again_within_two_seconds_of_a_step() {
    for mode in MODES {
        let changes =
            [(50, 250, 50, 250), (250, 50, 250, 50), (50, 50, 50, 450), (50, 450, 50, 50)];
        for (up, up_then, down, down_then) in changes {
            let of = |up: u16, down: u16| Conditions {
                up: line(up, 0, 0, mode).up,
                down: line(down, 0, 0, mode).down,
            };
            let mut seen = Seen::default();
            for phase in 0..20 {
                let step = Micros::from_ms(12_000 + 100 * phase);
                let until = step + seconds(5);
                let (seed, netcode) = (phase as u64, PlayerNetcode::default());
                let honest = Honest { seed, netcode, line: of(up, down), until };
                let mut is_done = false;
                let shots = honest.play(|_| (), &mut |harness| {
                    if harness.now() >= step && !is_done {
                        harness.set_conditions(0, of(up_then, down_then));
                        is_done = true;
                    }
                });
                seen.add(Seen::from(&shots, step));
            }
            let what = format!(
                "seeds 0 to 20, {mode:?}: up {} to {} ms, down {} to {} ms",
                up / 2,
                up_then / 2,
                down / 2,
                down_then / 2
            );
            seen.check(&what, SETTLED);
        }
    }
}

/// The server's process stalls, or the player's tab is in the background.
#[test]
fn honest_views_are_explained_again_within_two_seconds_of_an_absence() {
    for (ms, of_server) in [(200, true), (1500, true), (6000, true), (300, false), (4000, false)] {
        let mut seen = Seen::default();
        for seed in 0..4 {
            let begins = Micros::from_ms(8000 + 337 * seed as i64);
            let ends = begins + Micros::from_ms(ms);
            let line = line(60, 10, 20, LinkMode::Stream);
            let netcode = PlayerNetcode::default();
            let honest = Honest { seed, netcode, line, until: ends + seconds(6) };
            let mut is_done = false;
            let mut went_on_at = None;
            let shots = honest.play(|_| (), &mut |harness| {
                let now = harness.now();
                if now >= begins && !is_done {
                    match of_server {
                        true => harness.stall_room(ends),
                        false => harness.sleep_player(0, ends),
                    }
                    is_done = true;
                }
                if now >= ends {
                    let tick = harness.room().tick();
                    went_on_at.get_or_insert(TickRate::DEFAULT.micros_at(tick));
                }
            });
            // A stalled server postpones its ticks, so this counts in tick time.
            seen.add(Seen::from(&shots, went_on_at.unwrap()));
        }
        let who = if of_server { "the server" } else { "the player" };
        seen.check(&format!("seeds 0 to 4: {who} was away for {ms} ms"), SETTLED);
    }
}

/// The delay changes at once or within a second, on a link that stalls, and with commands that wait
/// long for their ticks and so carry views from before the change.
#[test]
fn honest_views_are_explained_while_the_interpolation_delay_is_moved() {
    let of = |ms: i64, margin_ms| PlayerNetcode {
        interpolation_ms: ms as u16,
        margin_ms,
        ..PlayerNetcode::default()
    };
    let moves = [(50, 300, 0), (300, 50, 0), (50, 300, 1000), (300, 50, 1000)];
    for (mode, (jitter_ms, loss_permille, margin_ms)) in
        MODES.iter().flat_map(|mode| [(20, 20, 12), (0, 0, 150)].map(|line| (*mode, line)))
    {
        for (from_ms, to_ms, span_ms) in moves {
            let mut seen = Seen::default();
            for seed in 0..8 {
                let begins = Micros::from_ms(8000 + 137 * seed as i64);
                let line = line(60, jitter_ms, loss_permille, mode);
                let netcode = of(from_ms, margin_ms);
                let honest = Honest { seed, netcode, line, until: begins + seconds(5) };
                let mut set_ms = from_ms;
                let shots = honest.play(|_| (), &mut |harness| {
                    let since_ms = (harness.now() - begins).as_ms();
                    let share = (since_ms * 1000 / span_ms.max(1)).clamp(0, 1000);
                    let ms = from_ms + (to_ms - from_ms) * share / 1000;
                    if since_ms >= 0 && ms != set_ms {
                        harness.client_mut(0).set_netcode(of(ms, margin_ms));
                        set_ms = ms;
                    }
                });
                seen.add(Seen::from(&shots, begins));
            }
            let what = format!(
                "seeds 0 to 8, {mode:?}, {loss_permille} ‰ lost, margin {margin_ms} ms: \
                 {from_ms} to {to_ms} ms within {span_ms} ms"
            );
            // The change is announced before the views that follow it, unless the announcement is
            // lost.
            let is_sure = mode == LinkMode::Stream || loss_permille == 0;
            seen.check(&what, if is_sure { NEVER } else { SETTLED });
        }
    }
}

/// Any player settings, at any tick rate. On a lossless link every view is explained. On one that
/// stalls, that still holds for players who draw remote ships between snapshots or `D` ago; a
/// player who draws the newest snapshot sees it age during the stall.
#[test]
fn honest_views_are_explained_under_all_settings() {
    let (mut all, mut newest_on_stalling) = (Seen::default(), Seen::default());
    for seed in 0..if is_long() { 1000 } else { 120 } {
        let mut rng = Rng::new(seed, 5);
        let mut one_of = |values: &[u16]| values[rng.below(values.len() as u32) as usize];
        let (hz, commands) = (one_of(&[20, 30, 60, 128]), one_of(&[0, 1, 2]));
        let (minimum_lag_ms, round_trip_ms) = (one_of(&[0, 0, 100]), one_of(&[0, 20, 60, 120]));
        let (jitter_ms, loss_permille) = (one_of(&[0, 10, 20, 40]), one_of(&[0, 20]));
        let mode = MODES[usize::from(one_of(&[0, 1]))];
        let netcode = shuffled(Netcode::default(), Owner::Player, &mut rng).player;
        let line = line(round_trip_ms, jitter_ms, loss_permille, mode);
        let honest = Honest { seed, netcode, line, until: seconds(20) };
        let make = |config: &mut RoomConfig| {
            config.rate = TickRate::new(hz).unwrap();
            config.netcode.commands = CommandPolicy::ALL[usize::from(commands)];
            config.netcode.minimum_lag_ms = minimum_lag_ms;
        };
        let seen = Seen::from(&honest.play(make, &mut |_| ()), SETTLED);
        let stalls = loss_permille > 0;
        match netcode.remote {
            RemoteView::Raw | RemoteView::QuakeWorld | RemoteView::Chase if stalls => {
                newest_on_stalling.add(seen);
            }
            RemoteView::Predicted if stalls => newest_on_stalling.add(seen),
            _ => {
                if !seen.implausible.is_empty() {
                    println!("seed {seed}: {:?} {line:?} {netcode:?}", seen.implausible);
                }
                all.add(seen);
            }
        }
    }
    all.check("all settings", NEVER);
    let Seen { n_shots, implausible, .. } = newest_on_stalling;
    println!("newest snapshot, stalling lines: {} of {n_shots} implausible", implausible.len());
    assert!(implausible.len() * 50 < n_shots, "up to 2 in 100");
}
