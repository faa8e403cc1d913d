//! Starts a `lagrange` server with given options, and reads its metrics and its resource usage.

use std::ffi::OsString;
use std::fs;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use rustix::param::{clock_ticks_per_second, page_size};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::time::{Instant, sleep, timeout};

use crate::guard::Guarded;
use crate::http::get;
use crate::readings::Readings;

/// How long to wait for a server to listen, or for any other condition.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);
/// Interval between checks of a condition.
const POLL_INTERVAL: Duration = Duration::from_millis(100);
/// The address that requests metrics and health.
pub(crate) const OPERATOR: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
/// Bytes.
pub(crate) const MIB: f64 = 1024.0 * 1024.0;

/// A running server.
#[derive(Debug)]
pub(crate) struct Server {
    process: Guarded,
    pub(crate) address: SocketAddr,
    admin: SocketAddr,
}

/// Resource usage of a process so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Usage {
    pub(crate) resident_bytes: u64,
    pub(crate) cpu_s: f64,
}

/// The path of the server under attack.
pub(crate) fn program() -> Result<PathBuf> {
    let path = std::env::var_os("LAGRANGE_BIN").map(PathBuf::from);
    let path = path.context("LAGRANGE_BIN must be the path of the server")?;
    ensure!(path.is_file(), "no server at {}", path.display());
    Ok(path)
}

/// A port that is free at the moment.
pub(crate) fn free_port() -> Result<u16> {
    Ok(TcpListener::bind((OPERATOR, 0))?.local_addr()?.port())
}

impl Server {
    /// Starts a server on loopback, with metrics at an address that is not attacked.
    pub(crate) async fn start(options: &[&str]) -> Result<Self> {
        Self::start_at(SocketAddr::new(OPERATOR, free_port()?), options).await
    }

    /// Starts a server at a given address.
    pub(crate) async fn start_at(address: SocketAddr, options: &[&str]) -> Result<Self> {
        let admin = SocketAddr::new(OPERATOR, free_port()?);
        let (listen, tell) = (address.to_string(), admin.to_string());
        let own = ["--listen", &listen, "--admin", &tell, "--bots", "0", "--seed", "1"];
        let mut words = vec![program()?.into_os_string()];
        words.extend(own.iter().chain(options).map(OsString::from));
        let mut process = Guarded::start(&words)?;
        let mut lines = BufReader::new(process.take_output()?).lines();
        let first =
            timeout(PATIENCE, lines.next_line()).await.context("the server printed nothing")?;
        ensure!(first?.is_some_and(|line| line.contains("http://")), "the server did not start");
        Ok(Self { process, address, admin })
    }

    /// Reads its metrics.
    pub(crate) async fn readings(&self) -> Result<Readings> {
        Ok(Readings::parse(&get(OPERATOR, self.admin, "/metrics").await?.body))
    }

    /// The address of its metrics.
    pub(crate) fn admin(&self) -> SocketAddr {
        self.admin
    }

    /// Waits until a metric meets a condition. Returns whether it did in time.
    pub(crate) async fn wait_for_metric(
        &self,
        name: &str,
        condition: impl Fn(f64) -> bool,
    ) -> bool {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            let now = self.readings().await;
            if now.is_ok_and(|now| condition(now.value(name))) {
                return true;
            }
            sleep(POLL_INTERVAL).await;
        }
        false
    }

    /// Resource usage as the system counts it, even while the process is stopped.
    pub(crate) fn usage(&self) -> Usage {
        usage(self.process.id()).unwrap_or_default()
    }

    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }
}

/// The second number of `statm` is the resident pages; the twelfth and thirteenth after the name in
/// `stat` are processor time in user mode and in the kernel.
pub(crate) fn usage(process: u32) -> Option<Usage> {
    let statm = fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
    let pages: u64 = statm.split(' ').nth(1)?.parse().ok()?;
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let mut fields = stat.rsplit_once(") ")?.1.split(' ').skip(11);
    let mut ticks = || fields.next()?.parse::<f64>().ok();
    let cpu_s = (ticks()? + ticks()?) / clock_ticks_per_second() as f64;
    Some(Usage { resident_bytes: pages * page_size() as u64, cpu_s })
}
