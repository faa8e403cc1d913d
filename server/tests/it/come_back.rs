//! `lagrange load` against servers that go away: its bots and watchers follow their room, or come
//! back, and the report says what they missed.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::Value;
use server::config::Config;
use server::dial::Trust;
use server::load::target::{Owner, Target};
use server::load::{Cause, ComeBack, Plan, Search, run};
use tokio::time::{interval, timeout};

use crate::support::program::Program;
use crate::support::relay::Relay;
use crate::support::{Server, http, metric_of, without_timeouts};

const BOTS: u32 = 4;
const WATCHERS: u32 = 2;
/// Snapshots after which each bot and each watcher had some.
const SNAPSHOTS: f64 = 200.0;
/// How long a test waits for the whole load.
const GUARD: Duration = Duration::from_secs(90);

fn plan(address: SocketAddr, come_back: ComeBack) -> Plan {
    let url = format!("ws://{address}");
    Plan {
        target: Target::parse(&url, Owner::Unconfirmed, Trust::default()).unwrap(),
        metrics: None,
        bots: BOTS,
        batches: None,
        seconds: 3600,
        room_size: BOTS as u16,
        // All read their scores.
        sample: 1,
        watchers: WATCHERS,
        seed: 1,
        settle: Duration::ZERO,
        come_back,
        search: Search::Once,
    }
}

/// Loads until `events` are over. Returns the report.
async fn load(plan: &Plan, events: impl Future<Output = ()> + Send) -> Value {
    let mut printed = Vec::new();
    let cause = timeout(GUARD, run(plan, &mut printed, events)).await.expect("the load ends");
    assert_eq!(cause.unwrap(), Cause::Interrupted);
    serde_json::from_slice(&printed).unwrap()
}

/// Waits until this many bots and watchers are there, and then for some snapshots.
async fn meet_at(address: SocketAddr, bots: u32, watchers: u32) {
    let mut again = interval(Duration::from_millis(20));
    let mut enough = None;
    loop {
        again.tick().await;
        let answer = http::get(address, "/metrics", &[]).await;
        let of = |name| metric_of(&answer, name);
        let are_all_there = of("lagrange_players") == f64::from(bots)
            && of("lagrange_watchers") == f64::from(watchers);
        let n_snapshots = of("lagrange_snapshots_total");
        if are_all_there && n_snapshots > *enough.get_or_insert(n_snapshots + SNAPSHOTS) {
            return;
        }
    }
}

/// Asserts that every watcher had one outage of this cause and was there at the end.
fn check_watchers(report: &Value, cause: &str) {
    let watchers = &report["watchers"];
    assert_eq!(watchers["joined"], WATCHERS, "{report:#}");
    assert_eq!(watchers["outages"]["causes"], serde_json::json!({ cause: WATCHERS }), "{report:#}");
    assert_eq!(watchers["outages"]["not_back"], 0, "{report:#}");
    assert_eq!(watchers["disconnects"], serde_json::json!({}), "{report:#}");
}

fn config(state: &Path, seed: u64) -> Config {
    let drain = Some(Duration::from_secs(30));
    Config { state: Some(state.into()), bots: 0, drain, seed, ..without_timeouts() }
}

#[tokio::test]
async fn all_follow_their_room_to_the_server_that_goes_on() {
    let state = tempfile::tempdir().unwrap();
    let first = Server::start(config(state.path(), 1)).await;
    let second = Server::start(config(state.path(), 2)).await;
    let drains = Arc::new(AtomicBool::new(false));
    let relay = Relay::start({
        let (drains, before, after) = (drains.clone(), first.address, second.address);
        move |_| if drains.load(Ordering::Relaxed) { after } else { before }
    })
    .await;
    let after = second.address;
    let events = async move {
        meet_at(first.address, BOTS, WATCHERS).await;
        drains.store(true, Ordering::Relaxed);
        first.stop().await.unwrap();
        meet_at(after, BOTS, WATCHERS).await;
    };
    let report = load(&plan(relay.address, ComeBack::Ordered), events).await;
    let outages = &report["outages"];
    assert_eq!(outages["outages"], BOTS, "{report:#}");
    assert_eq!(outages["causes"]["moved"], BOTS, "{report:#}");
    assert!(outages["playing_again_ms"]["max"].as_u64().unwrap() > 0, "{report:#}");
    for (name, n) in [
        ("not_back", 0),
        ("scores_compared", BOTS),
        ("scores_lost", 0),
        ("points_lost", 0),
        ("scores_counted_twice", 0),
    ] {
        assert_eq!(outages[name], n, "{name}: {report:#}");
    }
    assert_eq!(report["disconnects"], serde_json::json!({}));
    check_watchers(&report, "moved");
}

#[tokio::test]
async fn all_come_back_to_a_server_that_was_killed() {
    let mut server = Program::start(&["--listen", "127.0.0.1:0", "--bots", "0"]).await;
    let address = server.address;
    let listen = address.to_string();
    // It must outlive the bots.
    let mut restarted = None;
    let events = async {
        meet_at(address, BOTS, WATCHERS).await;
        server.child.kill().await.unwrap();
        restarted = Some(Program::start(&["--listen", &listen, "--bots", "0"]).await);
        meet_at(address, BOTS, WATCHERS).await;
    };
    let report = load(&plan(address, ComeBack::Always), events).await;
    let outages = &report["outages"];
    for (name, n) in [("outages", BOTS), ("not_back", 0), ("scores_compared", BOTS)] {
        assert_eq!(outages[name], n, "{name}: {report:#}");
    }
    assert_eq!(outages["causes"]["lost"], BOTS, "{report:#}");
    assert_eq!(report["doubled"]["rooms"], 0, "{report:#}");
    assert_eq!(report["joined"], BOTS);
    check_watchers(&report, "lost");
}

#[tokio::test]
async fn a_room_on_two_servers_is_reported() {
    let of_seed = |seed| Server::start(Config { seed, bots: 0, ..without_timeouts() });
    let (one, two) = (of_seed(1).await, of_seed(2).await);
    let addresses = [one.address, two.address];
    let relay = Relay::start(move |n| addresses[n % 2]).await;
    let events = async move {
        for address in addresses {
            meet_at(address, BOTS / 2, 0).await;
        }
    };
    let plan = Plan { watchers: 0, ..plan(relay.address, ComeBack::Always) };
    let report = load(&plan, events).await;
    let doubled = &report["doubled"];
    assert_eq!(doubled["rooms"], 1, "{report:#}");
    assert!(doubled["longest_ms"].as_i64().unwrap() > 0, "{report:#}");
    assert_eq!(doubled["longest_ms"], doubled["total_ms"]);
    assert_eq!(report["outages"]["outages"], 0);
}
