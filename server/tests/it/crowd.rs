//! The real server, with hyper and tungstenite, in virtual time. One room is filled to the last
//! seat that `--seats` offers, over slow, lossy and narrow lines drawn from a seed, at once or in
//! batches. Every player gets a seat, keeps it, and receives current snapshots.

use std::num::NonZeroU32;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use server::config::{Config, Observer, SEATS_SHOWN};
use server::load::Light;
use shared::{
    base::{
        rng::{Rng, mix_all},
        time::{Micros, Tick, TickRate},
    },
    client::Client,
    netcode::values::PlayerNetcode,
    room::Room,
};
use tokio::io::DuplexStream;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, advance, sleep, sleep_until};
use tokio_tungstenite::WebSocketStream;

use crate::support::light_player::{LightPlayer, Received};
use crate::support::line::Line;
use crate::support::pipes::{Net, connect, metric, metric_sum, with_server};
use crate::support::player::Player;

const ROOM: &str = "crowd";
const PLAYERS: usize = SEATS_SHOWN as usize;
/// One in this many players runs the game's own client; the others are light bots of `lagrange
/// load`. Decoding in as many full clients as there are seats would take too long.
const FULL_EVERY: usize = 32;
/// Interval between two players' connects; all connect within about a second.
const STAGGER: Duration = Duration::from_millis(2);
/// How long the players have for a seat and a welcome after the last has dialled: 8 s until a
/// waiting newcomer is refused, and the time the worst line takes for a welcome.
const WELCOME_TIMEOUT: Duration = Duration::from_secs(12);

/// One in this many lines is narrow, with a bandwidth in bytes a second from this range: 64 to 128
/// kbit/s. In a full room, a player who requests no lower byte rate receives about 5,000 bytes a
/// second, and more while others join.
const NARROW_EVERY: u32 = 4;
const NARROW_BYTES_PER_S: (u32, u32) = (8_000, 16_000);

/// Rates that a light player requests, as in `lagrange load`: snapshots a second, and command
/// packets a second of even and odd players.
const UPDATES_PER_S: u16 = 20;
const COMMANDS_PER_S: [u16; 2] = [20, 30];
/// How early its commands should arrive.
const TARGET_MARGIN: Micros = Micros(15_000);

/// Maximum age of a player's newest snapshot. A line takes up to 490 ms (delay, jitter and a
/// stall); an overloaded server sends a snapshot every 100 ms; and what is queued before the
/// narrowest line drains within 700 ms.
const AGE_MAX_MS: i64 = 1500;
/// Keyframes of one player: its first snapshot, and one more if the player still requests it a
/// second after it was written, because it is queued behind the welcome on a narrow line. After
/// that, over a stream, each snapshot builds on the last one written.
const KEYFRAMES_MAX: u32 = 2;

/// The process stutters: it alternates between running and stalling for these times. A stall lasts
/// three ticks, so 30 % of the ticks are late, and from 15 % the server is overloaded.
const RUNS: Duration = Duration::from_millis(60);
const STALLS: Duration = Duration::from_millis(50);

/// How players arrive, and how long they play.
#[derive(Clone, Copy, Debug)]
struct Plan {
    seed: u64,
    /// Players that connect in one batch, and the time from one batch to the next.
    batch: usize,
    every: Duration,
    /// Time from the last welcome.
    played: Duration,
    /// Further time with a stuttering process.
    stuttered: Duration,
}

/// What a player has received.
#[derive(Clone, Copy, Debug, Default)]
struct PlayerProgress {
    /// A full player does not count keyframes.
    received: Received,
    /// `None` for a light player.
    full: Option<Full>,
}

/// Further state of the game's own client.
#[derive(Clone, Copy, Debug)]
struct Full {
    /// Snapshots whose decoded state did not match the server's.
    mismatches: u32,
    /// Players in its roster.
    n_roster: usize,
}

/// The room after its last tick.
#[derive(Clone, Copy, Debug, Default)]
struct RoomStatus {
    tick: Tick,
    n_roster: usize,
    n_held: usize,
}

/// The connected players.
struct Crowd<'a> {
    net: &'a Net,
    room: Arc<Mutex<RoomStatus>>,
    /// By player.
    progress: Vec<watch::Receiver<PlayerProgress>>,
    /// Each task ends when its player is disconnected, with the reason.
    playing: JoinSet<String>,
}

/// Plays the game's own client for ever; panics if it is disconnected.
async fn play_full(
    mut player: Player<DuplexStream>,
    mut rng: Rng,
    report: impl Fn(PlayerProgress),
) {
    let is_over = |client: &Client| {
        let stats = client.net_stats();
        let newest = (stats.snapshots > 0).then_some(stats.server_tick);
        let received = Received { is_welcomed: client.joined(), newest, n_keyframes: 0 };
        let n_roster = client.roster().len();
        report(PlayerProgress {
            received,
            full: Some(Full { mismatches: stats.mismatches, n_roster }),
        });
        false
    };
    player.play_until("a ship", |client| is_over(client) || client.own_ship().is_some()).await;
    player.fly_until(&mut rng, is_over).await;
}

/// Plays until the player is disconnected, and returns the reason.
async fn play(
    n: usize,
    seed: u64,
    socket: WebSocketStream<DuplexStream>,
    progress: watch::Sender<PlayerProgress>,
) -> String {
    let name = format!("player {n}");
    if n.is_multiple_of(FULL_EVERY) {
        let player = Player::over(socket, &name, ROOM);
        play_full(player, Rng::new(seed, 1), |now| {
            progress.send_modify(|progress| *progress = now);
        })
        .await;
        return "the server stopped by itself".into();
    }
    let netcode = PlayerNetcode {
        update_rate_hz: UPDATES_PER_S,
        command_rate_hz: COMMANDS_PER_S[n % 2],
        ..PlayerNetcode::default()
    };
    let light = Light::new(name, ROOM.into(), netcode, TARGET_MARGIN, seed);
    let report = |received| progress.send_modify(|progress| progress.received = received);
    LightPlayer::over(socket, light).play(report).await
}

fn drawn_line(rng: &mut Rng) -> Line {
    let line = Line::drawn(rng);
    let (least, most) = NARROW_BYTES_PER_S;
    let bytes_per_s = least + rng.below(most - least);
    let is_narrow = rng.below(NARROW_EVERY) == 0;
    Line { bytes_per_s: NonZeroU32::new(bytes_per_s).filter(|_| is_narrow), ..line }
}

impl<'a> Crowd<'a> {
    /// Connects all players, one after the other.
    async fn dial(net: &'a Net, room: Arc<Mutex<RoomStatus>>, plan: Plan) -> Self {
        let mut rng = Rng::new(plan.seed, 0);
        let (mut progress, mut playing) = (Vec::new(), JoinSet::new());
        let begun = Instant::now();
        for n in 0..PLAYERS {
            let (batches, others) = ((n / plan.batch) as u32, (n % plan.batch) as u32);
            sleep_until(begun + plan.every * batches + STAGGER * others).await;
            let (line, seed) = (drawn_line(&mut rng), mix_all(&[plan.seed, n as u64]));
            let (report, knows) = watch::channel(PlayerProgress::default());
            progress.push(knows);
            let net = net.clone();
            playing.spawn(async move {
                let socket = connect(&net, n, line, seed).await;
                play(n, seed, socket, report).await
            });
        }
        Self { net, room, progress, playing }
    }

    fn all_progress(&self) -> impl Iterator<Item = PlayerProgress> {
        self.progress.iter().map(|progress| *progress.borrow())
    }

    /// Waits until every player has its welcome.
    async fn gather(&mut self) {
        let dialled = Instant::now();
        while self.all_progress().any(|progress| !progress.received.is_welcomed) {
            self.assert_nobody_is_lost();
            assert!(dialled.elapsed() <= WELCOME_TIMEOUT, "not every player has a welcome");
            sleep(Duration::from_millis(50)).await;
        }
    }

    fn assert_nobody_is_lost(&mut self) {
        let mut lost = Vec::new();
        while let Some(end) = self.playing.try_join_next() {
            lost.push(end.unwrap_or_else(|error| error.to_string()));
        }
        assert!(lost.is_empty(), "{} players are lost: {:?} …", lost.len(), lost.first());
    }

    /// Checks that every player has a seat and current snapshots, and that the server's metrics
    /// agree.
    async fn check_all(&mut self, when: &str) {
        // Taken before anything that takes time.
        let room = *self.room.lock().unwrap();
        let progress: Vec<PlayerProgress> = self.all_progress().collect();
        self.assert_nobody_is_lost();
        assert_eq!((room.n_roster, room.n_held), (PLAYERS, 0), "{when}: in the room, and away");

        let newest = progress
            .iter()
            .map(|progress| progress.received.newest.expect("a snapshot was received"));
        let oldest = room.tick.since(newest.min().unwrap()) as u32;
        let oldest_ms = TickRate::DEFAULT.micros_at(Tick(oldest)).as_ms();
        let most_keyframes =
            progress.iter().map(|progress| progress.received.n_keyframes).max().unwrap();
        let keyframes = metric(self.net, "lagrange_keyframes_total").await;
        let left_out = metric(self.net, "lagrange_choked_snapshots_total").await;
        println!(
            "{when}: all players have the state of {oldest_ms} ms ago; {keyframes} keyframes, \
             {most_keyframes} of one player at most; {left_out} snapshots left out"
        );
        assert!(left_out > 0.0, "{when}: narrow lines have no room for all");
        assert!(oldest_ms <= AGE_MAX_MS, "{when}: {oldest_ms} ms");
        assert!(most_keyframes <= KEYFRAMES_MAX, "{when}: {most_keyframes}");
        assert!(keyframes <= f64::from(KEYFRAMES_MAX) * PLAYERS as f64, "{when}: {keyframes}");

        let full: Vec<Full> = progress.iter().filter_map(|progress| progress.full).collect();
        assert_eq!(full.len(), PLAYERS / FULL_EVERY);
        for Full { mismatches, n_roster } in full {
            assert_eq!((mismatches, n_roster), (0, PLAYERS), "{when}: states and names are right");
        }

        assert_eq!(metric(self.net, "lagrange_players").await, PLAYERS as f64, "{when}");
        for refusals in
            ["lagrange_closes_total", "lagrange_rejected_messages_total", "lagrange_refused_total"]
        {
            assert_eq!(metric_sum(self.net, refusals).await, 0.0, "{when}: {refusals}");
        }
    }

    async fn seconds_under(&self, pressure: &str) -> f64 {
        let name = format!("lagrange_room_seconds_total{{pressure=\"{pressure}\"}}");
        metric(self.net, &name).await
    }
}

/// Alternates between running and stalling the process.
async fn stutter(lasts: Duration) {
    let until = Instant::now() + lasts;
    while Instant::now() < until {
        sleep(RUNS).await;
        advance(STALLS).await;
    }
}

async fn fill(plan: Plan) {
    println!("{plan:?}");
    let room = Arc::<Mutex<RoomStatus>>::default();
    let seen = room.clone();
    let watch = move |_, room: &Room| {
        if room.config().name == ROOM {
            let (n_roster, n_held) = (room.roster().len(), room.n_held());
            *seen.lock().unwrap() = RoomStatus { tick: room.tick(), n_roster, n_held };
        }
    };
    let config = Config {
        seats: SEATS_SHOWN,
        bots: 0,
        seed: plan.seed,
        observer: Some(Observer(Arc::new(watch))),
        ..Config::default()
    };
    with_server(config, async |net| {
        let begun = Instant::now();
        let mut crowd = Crowd::dial(net, room, plan).await;
        crowd.gather().await;
        println!("all players have seats after {:?}", begun.elapsed());
        sleep(plan.played).await;
        crowd.check_all("when all have played").await;
        let pressed = crowd.seconds_under("busy").await + crowd.seconds_under("overloaded").await;
        assert_eq!(pressed, 0.0, "where time is simulated, a tick takes none");
        if !plan.stuttered.is_zero() {
            stutter(plan.stuttered).await;
            crowd.check_all("after a stutter").await;
            let overloaded_s = crowd.seconds_under("overloaded").await;
            assert!(overloaded_s >= plan.stuttered.as_secs_f64() / 2.0, "{overloaded_s} s");
        }
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_room_that_is_filled_at_once_loses_nobody() {
    fill(Plan {
        seed: 1,
        batch: PLAYERS,
        every: Duration::ZERO,
        played: Duration::from_secs(10),
        stuttered: Duration::from_secs(4),
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_room_that_is_filled_in_batches_loses_nobody() {
    fill(Plan {
        seed: 2,
        batch: PLAYERS / 4,
        every: Duration::from_secs(2),
        // The first players have flown for longer than that; a client that acknowledges nothing is
        // disconnected within 5 s.
        played: Duration::from_secs(6),
        stuttered: Duration::ZERO,
    })
    .await;
}
