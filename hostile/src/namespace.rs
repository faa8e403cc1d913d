//! Two machines on one: network namespaces joined by a virtual cable, on which the kernel simulates
//! faults. They are removed on drop; those of a killed run are removed by the next run.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use shared::wire::seat::Admission;
use tokio::time::{Instant, sleep};

use crate::crowd::Crowd;
use crate::figures::Times;

/// The argument that turns this program into players: `play ADDRESS N SECONDS`.
pub(crate) const PLAY: &str = "play";
/// Prefix of the names, before the process id.
const PREFIX: &str = "lagrange-";
/// The two ends of the cable.
pub(crate) const SERVER_AT: Ipv4Addr = Ipv4Addr::new(192, 0, 2, 1);
pub(crate) const PLAYERS_AT: Ipv4Addr = Ipv4Addr::new(192, 0, 2, 2);
const SERVER_END: &str = "server0";
const PLAYERS_END: &str = "players0";

/// The two namespaces.
#[derive(Debug)]
pub(crate) struct VirtualLink {
    server: String,
    players: String,
}

/// Why namespaces are not available here; `None` if they are.
pub(crate) fn missing() -> Option<String> {
    if !rustix::process::geteuid().is_root() {
        return Some("it requires root".into());
    }
    let lacks = |tool: &&str| {
        let path = std::env::var_os("PATH").unwrap_or_default();
        !std::env::split_paths(&path).any(|folder| folder.join(tool).is_file())
    };
    let lacking: Vec<&str> = ["ip", "tc", "nft"].into_iter().filter(lacks).collect();
    (!lacking.is_empty()).then(|| format!("this machine has no {}", lacking.join(" and no ")))
}

/// Removes what killed runs left behind, by the process ids in the names.
pub(crate) fn remove_left_over() {
    let Ok(entries) = std::fs::read_dir("/run/netns") else { return };
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let id = name.strip_prefix(PREFIX).and_then(|rest| rest.split('-').next()?.parse().ok());
        if id.is_some_and(|id: u32| !Path::new(&format!("/proc/{id}")).exists()) {
            // One that cannot be removed does no harm.
            let _ = run(&["ip", "netns", "del", &name]);
        }
    }
}

impl VirtualLink {
    /// Creates the namespaces and the cable.
    pub(crate) fn create() -> Result<Self> {
        let id = std::process::id();
        let link = Self { server: format!("{PREFIX}{id}-s"), players: format!("{PREFIX}{id}-p") };
        for name in [&link.server, &link.players] {
            run(&["ip", "netns", "add", name])?;
        }
        let Self { server, players } = &link;
        let ends = ["netns", server, "type", "veth", "peer", "name", PLAYERS_END, "netns", players];
        run(&[&["ip", "link", "add", SERVER_END], &ends[..]].concat())?;
        for (name, end, at) in [(server, SERVER_END, SERVER_AT), (players, PLAYERS_END, PLAYERS_AT)]
        {
            run(&["ip", "-n", name, "addr", "add", &format!("{at}/24"), "dev", end])?;
            run(&["ip", "-n", name, "link", "set", end, "up"])?;
            run(&["ip", "-n", name, "link", "set", "lo", "up"])?;
        }
        Ok(link)
    }

    /// The command prefix for the server's end.
    pub(crate) fn at_server(&self) -> [&str; 4] {
        ["ip", "netns", "exec", &self.server]
    }

    /// The command prefix for the players' end.
    pub(crate) fn at_players(&self) -> [&str; 4] {
        ["ip", "netns", "exec", &self.players]
    }

    /// Sets the loss in percent, each way.
    pub(crate) fn lose(&self, percent: u32) -> Result<()> {
        let text = format!(
            "table inet faults {{\n chain in {{\n type filter hook input priority 0\n \
             iifname != \"lo\" numgen random mod 100 < {percent} drop\n }}\n }}\n"
        );
        for at in [self.at_server(), self.at_players()] {
            run(&[&at[..], &["nft", &text]].concat())?;
        }
        Ok(())
    }

    /// Limits the bandwidth in kbit/s, each way, with a queue of up to 400 ms.
    pub(crate) fn narrow(&self, kbit_per_s: u32) -> Result<()> {
        let rate = format!("{kbit_per_s}kbit");
        for (at, end) in [(self.at_server(), SERVER_END), (self.at_players(), PLAYERS_END)] {
            let add = ["tc", "qdisc", "add", "dev", end, "root", "tbf", "rate", &rate];
            run(&[&at[..], &add, &["burst", "3000", "latency", "400ms"]].concat())?;
        }
        Ok(())
    }

    /// Sets the link `up` or `down`.
    pub(crate) fn set_link(&self, to: &str) -> Result<()> {
        run(&["ip", "-n", &self.server, "link", "set", SERVER_END, to])
    }
}

impl Drop for VirtualLink {
    fn drop(&mut self) {
        for name in [&self.server, &self.players] {
            // It may already be gone.
            let _ = run(&["ip", "netns", "del", name]);
        }
    }
}

fn run(words: &[&str]) -> Result<()> {
    let (program, args) = words.split_first().context("no command")?;
    let output = Command::new(program).args(args).output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{}: {}", words.join(" "), said.trim());
    Ok(())
}

/// The program at the players' end: runs players for a while, and prints what each of them saw as a
/// line of JSON.
pub(crate) async fn play(words: &[String]) -> Result<()> {
    let [address, n, seconds] = words else { anyhow::bail!("play ADDRESS N SECONDS") };
    let (address, n): (SocketAddr, u64) = (address.parse()?, n.parse()?);
    let crowd = Crowd::join(IpAddr::V4(PLAYERS_AT), address, n);
    let joined = crowd.executed_after(Instant::now()).await;
    ensure!(!joined.contains(&None), "not all players joined");
    println!("joined");
    sleep(Duration::from_secs(seconds.parse()?)).await;
    let mut gaps = Times::default();
    let losses: Vec<Value> = crowd
        .logs
        .iter()
        .flat_map(|log| {
            let log = log.look();
            gaps.extend(&log.gaps);
            log.losses.clone()
        })
        .map(|loss| {
            let away_s = loss.resumed_at.map(|at| (at - loss.at).as_secs_f64());
            let resumed = loss.admission == Some(Admission::Resumed) && loss.same_seat;
            json!({ "code": loss.code, "away_s": away_s, "resumed": resumed })
        })
        .collect();
    let late = Duration::from_secs(2);
    let now = Instant::now();
    let plays = crowd
        .logs
        .iter()
        .filter(|log| log.look().executed.is_some_and(|newest| now - newest.reported_at < late));
    let report = json!({
        "players": n,
        "playing": plays.count(),
        "gap_p50_ms": gaps.ms_at(500),
        "gap_p99_ms": gaps.ms_at(990),
        "gap_most_ms": gaps.ms_at(1000),
        "losses": losses,
    });
    println!("{report}");
    Ok(())
}
