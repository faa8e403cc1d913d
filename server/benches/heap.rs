//! Measures the server's heap use, counted byte by byte: for each player of a room of 64, for each
//! room of one player and three bots, and what is left after the rooms have ended. The server runs
//! in this process, its bots in another. Prints figures for `cargo xtask bench heap`.
#![allow(unsafe_code, reason = "an allocator is unsafe to implement")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a benchmark prints, and fails when it cannot continue"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::fs;
use std::net::SocketAddr;
use std::process::Stdio;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use serde_json::Value;
use server::config::{Config, Timeouts};
use tokio::net::TcpListener;
use tokio::process::Command;
use tokio::sync::oneshot;
use tokio::time::{interval, sleep};

/// The system allocator, with a count of the bytes allocated.
struct Counting;

static ALLOCATED: AtomicI64 = AtomicI64::new(0);

// SAFETY: every call goes unchanged to the system allocator, which upholds the contract; the
// counting adds to an atomic and allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATED.fetch_add(layout.size() as i64, Ordering::Relaxed);
        // SAFETY: upheld by the caller.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        ALLOCATED.fetch_sub(layout.size() as i64, Ordering::Relaxed);
        // SAFETY: upheld by the caller.
        unsafe { System.dealloc(ptr, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Players in the full room.
const PLAYERS: u32 = 64;
/// Rooms of one player and three bots.
const ROOMS: u32 = 256;
/// How long both are played, in s. By the last third, the minute of history that rooms keep is
/// full.
const PLAYED_S: u32 = 95;
/// Polling interval.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// How long rooms stay open when empty. The seats of lost players are held for 30 s.
const LINGER: Duration = Duration::from_secs(1);
/// By then, all rooms have ended.
const ENDED_AFTER: Duration = Duration::from_secs(40);
/// By then, their memory has been returned to the system.
const RETURNED_AFTER: Duration = Duration::from_secs(65);

/// A server in this process.
struct Server {
    address: SocketAddr,
    _stop: oneshot::Sender<()>,
}

#[tokio::main]
async fn main() {
    let server = Server::start(Config { bots: 0, seats: 64, ..config() }).await;
    // Allocate first what is created once and kept.
    server.play(1, PLAYERS, 1).await;
    let idle = ended().await;
    let (playing, joined) = server.play(PLAYERS, PLAYERS, PLAYED_S).await;
    figure("heap/player_kib", (playing - idle) / joined / 1024.0);
    let left = ended().await;
    figure("heap/left_pct", 100.0 * (left / idle - 1.0));
    drop(server);

    let server = Server::start(Config { bots: 4, seats: 8, ..config() }).await;
    server.play(1, 1, 1).await;
    let idle = ended().await;
    sleep(RETURNED_AFTER).await;
    let idle_resident = resident_bytes();
    let (playing, joined) = server.play(ROOMS, 1, PLAYED_S).await;
    println!("{joined} rooms of 1 + 3");
    figure("heap/room_kib", (playing - idle) / joined / 1024.0);
    // Everything is still allocated when the last player has just left.
    let full_resident = resident_bytes();
    sleep(RETURNED_AFTER).await;
    let left = resident_bytes();
    println!("resident: {idle_resident} bytes, with rooms {full_resident}, after them {left}");
    let share = (left - idle_resident) / (full_resident - idle_resident);
    figure("heap/resident_left_pct", 100.0 * share);
}

fn figure(key: &str, value: f64) {
    println!("figure {key} {value:.2}");
}

fn config() -> Config {
    let timeouts =
        Timeouts { room_linger: LINGER, brief_room_linger: LINGER, ..Timeouts::default() };
    // One more for the first lobby.
    Config { timeouts, seed: 1, rooms_max: ROOMS as usize + 1, ..Config::default() }
}

/// Allocated bytes of the process.
fn allocated_bytes() -> f64 {
    ALLOCATED.load(Ordering::Relaxed) as f64
}

/// Allocated bytes after the last room has ended.
async fn ended() -> f64 {
    sleep(ENDED_AFTER).await;
    allocated_bytes()
}

/// Resident bytes of the process.
fn resident_bytes() -> f64 {
    let of_process = fs::read_to_string("/proc/self/statm").expect("Linux tells");
    let pages = of_process.split(' ').nth(1).and_then(|n| n.parse::<f64>().ok());
    pages.unwrap() * rustix::param::page_size() as f64
}

impl Server {
    async fn start(config: Config) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        tokio::spawn(async move {
            let stopped = async { drop(stopped.await) };
            server::run(listener, Vec::new(), config, stopped).await.unwrap();
        });
        Self { address, _stop: stop }
    }

    /// Runs bots in rooms of this size. Returns the bytes allocated meanwhile, and how many bots
    /// got a seat.
    async fn play(&self, bots: u32, room_size: u32, seconds: u32) -> (f64, f64) {
        let url = format!("ws://{}", self.address);
        let words = [("--bots", bots), ("--room-size", room_size), ("--seconds", seconds)];
        let mut load = Command::new(env!("CARGO_BIN_EXE_lagrange"));
        load.args(["load", "--url", &url]).kill_on_drop(true);
        load.args(words.iter().flat_map(|(name, n)| [(*name).to_string(), n.to_string()]));
        let child = load.stdout(Stdio::piped()).spawn().expect("the program starts");
        let mut samples = Vec::new();
        let look = async {
            let mut look = interval(POLL_INTERVAL);
            loop {
                look.tick().await;
                samples.push(allocated_bytes());
            }
        };
        let output = tokio::select! {
            output = child.wait_with_output() => output.unwrap(),
            () = look => unreachable!("the search never ends"),
        };
        let line = String::from_utf8(output.stdout).unwrap();
        let report: Value = serde_json::from_str(line.trim()).unwrap();
        // In the last third, all bots have been in their rooms for a while.
        let mut last = samples.split_off(samples.len() * 2 / 3);
        last.sort_by(f64::total_cmp);
        (last[last.len() / 2], report["joined"].as_f64().unwrap())
    }
}
