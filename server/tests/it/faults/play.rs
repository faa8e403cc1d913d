//! Plays one seed: a server, its players and their faults, then heals everything and checks the
//! result.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use server::config::{Config, Observer, Probe};
use shared::base::rng::Rng;
use shared::room::Room;
use shared::sim::event::Event;
use shared::sim::side::Side;
use shared::wire::round::{MatchMode, RoundLimits};
use tokio::runtime::Builder;
use tokio::sync::oneshot;
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{Instant, advance, sleep, sleep_until, timeout};
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;

use super::checker::RoomTick;
use super::fault::{self, ServerFault};
use super::healed::heal;
use super::page::Page;
use super::stage::{Phase, Stage, StallScope};
use super::summary::Summary;
use super::violation::Violation;
use super::visit::ROOM;
use super::watcher;
use crate::support::hello;
use crate::support::line::AT_ONCE;
use crate::support::pipes::{URL, address, metric, net};

const PLAYERS: usize = 8;
/// Bots that fill up for missing players.
const BOTS: u16 = 4;
/// Short, so that faults meet every phase of a round.
const ROUNDS: RoundLimits = RoundLimits { kills: 3, time_ms: 15_000, players: 1 };
/// A hello with this name makes its room fail.
const FAILING_NAME: &str = "boom";
const SECOND: Duration = Duration::from_secs(1);
/// Timeout for anything else that must happen.
const GUARD: Duration = Duration::from_secs(30);

/// A running server.
struct Server {
    stop: oneshot::Sender<()>,
    run: JoinHandle<()>,
    number: u32,
    /// Rooms made to fail.
    injected_failures: Arc<AtomicU64>,
}

/// Plays a seed for a time and until everything is healed; returns the summary, or the violations.
pub(super) fn seed(seed: u64, played: Duration) -> Result<Summary, String> {
    let runtime = Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
    let (stage, lasted) = runtime.block_on(async {
        let stage = Stage::new(seed, PLAYERS);
        run(&stage, played).await;
        let lasted = stage.elapsed();
        (stage, lasted)
    });
    let failures = stage.failures();
    if !failures.is_empty() {
        return Err(failures.join("\n"));
    }
    let (checker, done) = (stage.checker(), stage.done());
    let (checked, counts) = (checker.checked, checker.counts);
    Ok(Summary { seeds: 1, played: lasted, done, checked, counts })
}

async fn run(stage: &Arc<Stage>, played: Duration) {
    let mut rng = Rng::new(stage.seed, 0);
    let mut server = begin_server(stage, 1);
    let mut pages = JoinSet::new();
    for player in 0..PLAYERS {
        pages.spawn(Page::new(stage, player).run());
    }
    pages.spawn(watcher::watch(stage.clone()));
    let mut n_servers = 1;
    let end = Instant::now() + played;
    loop {
        let next = Instant::now() + fault::server_pause(&mut rng);
        while Instant::now() < next.min(end) && !stage.has_failed() {
            sleep_until(next.min(end).min(Instant::now() + SECOND)).await;
        }
        if Instant::now() >= end || stage.has_failed() {
            break;
        }
        let fault = fault::of_server(&mut rng);
        stage.log(format_args!("server {fault:?}"));
        match fault {
            ServerFault::AllStall(lasts) => stall(stage, StallScope::All, lasts).await,
            ServerFault::ServerStalls(lasts) => stall(stage, StallScope::Server, lasts).await,
            ServerFault::Panic => fail_room(stage).await,
            ServerFault::Drain(lasts) => {
                stage.count(|done| done.drains += 1);
                end_server(stage, server).await;
                sleep(lasts).await;
                n_servers += 1;
                server = begin_server(stage, n_servers);
            }
        }
    }
    stage.enter(Phase::Healing);
    if !stage.has_failed() {
        stage.record("all players", heal(stage).await);
    }
    stage.enter(Phase::Over);
    let all_left = timeout(GUARD, pages.join_all()).await;
    assert!(all_left.is_ok(), "pages leave");
    // Time for the close frames to arrive.
    sleep(SECOND).await;
    end_server(stage, server).await;
    let finished = stage.checker().finish();
    stage.record("a connection", finished);
}

fn begin_server(stage: &Arc<Stage>, number: u32) -> Server {
    let (net, listener) = net();
    let (stop, stopped) = oneshot::channel::<()>();
    let (watched, injected_failures) = (stage.clone(), Arc::<AtomicU64>::default());
    let injected = injected_failures.clone();
    let config = Config {
        seats: PLAYERS as u16,
        bots: BOTS,
        mode: MatchMode::Rounds(ROUNDS),
        seed: stage.seed ^ (u64::from(number) << 32),
        probe: Some(Probe(Arc::new(move |hello| {
            if hello.name == FAILING_NAME {
                injected.fetch_add(1, Ordering::Relaxed);
                // Bypasses the panic hook, which would print.
                resume_unwind(Box::new("a room fails, as this test wants"));
            }
        }))),
        observer: Some(Observer(Arc::new(move |id, room| watch(&watched, (number, id), room)))),
        ..Config::default()
    };
    let run = tokio::spawn(async move {
        let stopped = async { drop(stopped.await) };
        server::run(listener, Vec::new(), config, stopped).await.unwrap();
    });
    stage.set_net(Some(Arc::new(net)));
    Server { stop, run, number, injected_failures }
}

async fn end_server(stage: &Stage, Server { stop, run, number, injected_failures }: Server) {
    if let Some(net) = stage.net() {
        let injected_before = injected_failures.load(Ordering::Relaxed);
        let failed = timeout(GUARD, metric(&net, "lagrange_room_failures_total"));
        let failed = failed.await.expect("the server answers") as u64;
        let injected = injected_failures.load(Ordering::Relaxed);
        if !(injected_before..=injected).contains(&failed) {
            let violation = Violation::RoomFailed { failed, injected };
            stage.record(&format!("server {number}"), Err(violation));
        }
    }
    stage.set_net(None);
    stop.send(()).expect("the server runs");
    timeout(GUARD, run).await.expect("it ends").expect("in order");
}

/// A room has simulated its due ticks.
fn watch(stage: &Stage, id: (u32, u64), room: &Room) {
    if room.config().name != ROOM {
        return;
    }
    let stats = room.stats();
    let connected: Vec<_> = room.connected().collect();
    let mut checker = stage.checker();
    let events: Vec<Event> = room.events_after(checker.seen_tick(id)).copied().collect();
    let checked = checker.tick(
        id,
        &RoomTick {
            tick: room.tick(),
            commands: room.commands_now(),
            events: &events,
            ships: &room.journal().state().ships,
            roster: room.roster(),
            connected: &connected,
            round: room.round(),
            side_kills: room.sides().map(|_| Side::ALL.map(|side| room.side_kills(side))),
            stand_ins: stats.stand_ins,
            contacts: stats.contacts,
        },
    );
    drop(checker);
    stage.record(&format!("room {} of server {}", id.1, id.0), checked);
}

async fn stall(stage: &Stage, stall: StallScope, lasts: Duration) {
    stage.count(|done| done.stalls += 1);
    stage.set_stall(stall);
    advance(lasts).await;
}

/// Makes the room fail while it handles a join.
async fn fail_room(stage: &Stage) {
    stage.count(|done| done.panics += 1);
    let Some(net) = stage.net() else { return };
    let _ = timeout(GUARD, async {
        let (_, pipe) = net.dial_with_wire(address(200), AT_ONCE, 0).await?;
        let mut socket = client_async(URL, pipe).await.ok()?.0;
        socket.send(Message::Binary(hello(FAILING_NAME, ROOM).into())).await.ok()?;
        while let Some(Ok(_)) = socket.next().await {}
        Some(())
    })
    .await;
}

mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_room_that_fails_by_itself_is_detected() {
        for injected in [1, 0] {
            let stage = Stage::new(1, PLAYERS);
            let server = begin_server(&stage, 1);
            fail_room(&stage).await;
            let counted = server.injected_failures.swap(injected, Ordering::Relaxed);
            assert_eq!(counted, 1, "one was made to fail");
            end_server(&stage, server).await;
            let failures = stage.failures().join("\n");
            let failed = Violation::RoomFailed { failed: 1, injected: 0 };
            assert_eq!(failures.ends_with(&failed.to_string()), injected == 0, "{failures:?}");
            assert_eq!(failures.is_empty(), injected == 1, "{failures:?}");
        }
    }
}
