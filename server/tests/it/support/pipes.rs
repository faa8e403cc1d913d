//! A network in memory, for servers that run in a time of their own: who dials gets one end of a
//! pipe, the server the other, and between the two everything is carried late, by times that a seed
//! draws. The pipes are streams: nothing is lost and nothing overtakes, as with TCP.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use lagrange::config::Config;
use lagrange::listener::Listener;
use shared::base::rng::Rng;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, ReadHalf, WriteHalf, duplex, split};
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, sleep_until, timeout};
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};

use super::{http, metric_of};

/// What a pipe holds that was not read yet, in bytes: then who writes waits.
const PIPE_BYTES: usize = 64 * 1024;
/// What is carried at once, in bytes: a segment of TCP.
const SEGMENT_BYTES: usize = 1400;
/// Segments under way in one direction at most.
const SEGMENTS_MAX: usize = 4096;
/// Connections that wait to be accepted at most.
const DIALLED_MAX: usize = 64;

/// How late a line is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    /// One way, in ms.
    pub(crate) delay_ms: u32,
    /// Added to it at random, up to so much, in ms.
    pub(crate) jitter_ms: u32,
    /// Of a thousand segments so many are held up besides, and all behind them with them.
    pub(crate) stalls_permille: u32,
    /// For so long, in ms.
    pub(crate) stall_ms: u32,
}

/// Where servers in memory are dialled.
pub(crate) struct Net {
    dialled: mpsc::Sender<(DuplexStream, SocketAddr)>,
}

/// The server's end.
pub(crate) struct PipeListener(mpsc::Receiver<(DuplexStream, SocketAddr)>);

/// A network, and what its server listens to.
pub(crate) fn net() -> (Net, PipeListener) {
    let (dialled, listener) = mpsc::channel(DIALLED_MAX);
    (Net { dialled }, PipeListener(listener))
}

impl Net {
    /// Connects from an address, over a line.
    pub(crate) async fn dial(&self, from: SocketAddr, line: Line, seed: u64) -> DuplexStream {
        let (near, near_end) = duplex(PIPE_BYTES);
        let (far_end, far) = duplex(PIPE_BYTES);
        let ((near_read, near_write), (far_read, far_write)) = (split(near_end), split(far_end));
        tokio::spawn(carry(near_read, far_write, line, Rng::new(seed, 0)));
        tokio::spawn(carry(far_read, near_write, line, Rng::new(seed, 1)));
        self.dialled.send((far, from)).await.unwrap();
        near
    }
}

impl Listener for PipeListener {
    type Stream = DuplexStream;

    async fn accept(&mut self) -> io::Result<(DuplexStream, SocketAddr)> {
        // Without a network nobody comes any more.
        match self.0.recv().await {
            Some(connection) => Ok(connection),
            None => std::future::pending().await,
        }
    }
}

/// What a server in memory is called.
const URL: &str = "ws://simulated/ws";

/// A line without any delay.
pub(crate) const AT_ONCE: Line =
    Line { delay_ms: 0, jitter_ms: 0, stalls_permille: 0, stall_ms: 0 };

/// Runs a server over pipes while a test goes on, and then to its end.
pub(crate) async fn with_server<T>(config: Config, test: impl AsyncFnOnce(&Net) -> T) -> T {
    let (net, listener) = net();
    let (stop, stopped) = oneshot::channel::<()>();
    let server = tokio::spawn(lagrange::run(listener, None, config, async {
        let _ = stopped.await;
    }));
    let said = test(&net).await;
    stop.send(()).unwrap();
    timeout(Duration::from_secs(30), server).await.expect("it ends").unwrap();
    said
}

/// Where the client of a number is.
pub(crate) fn address(n: usize) -> SocketAddr {
    (Ipv4Addr::new(10, 0, 0, n as u8), 40_000).into()
}

/// Connects to the server as the client of a number, which is its address, over a line.
pub(crate) async fn connect(
    net: &Net,
    n: usize,
    line: Line,
    seed: u64,
) -> WebSocketStream<DuplexStream> {
    let pipe = net.dial(address(n), line, seed).await;
    client_async(URL, pipe).await.expect("it is upgraded").0
}

/// Tries to, at once, from any address, and with headers of its own; else what the server answered.
pub(crate) async fn try_connect(
    net: &Net,
    from: SocketAddr,
    headers: &[(&'static str, &str)],
) -> Result<WebSocketStream<DuplexStream>, Refused> {
    let pipe = net.dial(from, AT_ONCE, 1).await;
    let mut request = URL.into_client_request().unwrap();
    for (name, value) in headers {
        request.headers_mut().append(*name, value.parse().unwrap());
    }
    match client_async(request, pipe).await {
        Ok((socket, _)) => Ok(socket),
        Err(Error::Http(answer)) => Err(Refused {
            status: answer.status().as_u16(),
            retry_after: answer.headers().get("retry-after").is_some(),
            text: String::from_utf8(answer.into_body().unwrap_or_default()).unwrap(),
        }),
        Err(error) => panic!("no upgrade: {error}"),
    }
}

/// What a server answered in place of an upgrade.
#[derive(Debug)]
pub(crate) struct Refused {
    pub(crate) status: u16,
    pub(crate) retry_after: bool,
    pub(crate) text: String,
}

/// Asks for a path in a connection of its own.
pub(crate) async fn get(net: &Net, from: SocketAddr, path: &str) -> http::Answer {
    let mut pipe = net.dial(from, AT_ONCE, 0).await;
    http::request_over(&mut pipe, "GET", path, &[("host", "simulated")]).await
}

/// What a server says of itself, in a connection of its own.
pub(crate) async fn metric(net: &Net, name: &str) -> f64 {
    metric_of(&get(net, address(0), "/metrics").await, name)
}

/// Carries what is read to the other end, late and in order, until either end is closed.
async fn carry(
    mut from: ReadHalf<DuplexStream>,
    mut to: WriteHalf<DuplexStream>,
    line: Line,
    mut rng: Rng,
) {
    let (sender, mut segments) = mpsc::channel::<(Instant, Vec<u8>)>(SEGMENTS_MAX);
    let read = async move {
        let mut due = Instant::now();
        loop {
            let mut segment = vec![0; SEGMENT_BYTES];
            let Ok(n) = from.read(&mut segment).await else { return };
            segment.truncate(n);
            let late_ms = line.delay_ms + rng.below(line.jitter_ms + 1);
            let is_stalled = rng.below(1000) < line.stalls_permille;
            let stall_ms = if is_stalled { line.stall_ms } else { 0 };
            let late = Duration::from_millis(u64::from(late_ms + stall_ms));
            due = due.max(Instant::now() + late);
            if sender.send((due, segment)).await.is_err() || n == 0 {
                return;
            }
        }
    };
    let write = async {
        while let Some((due, segment)) = segments.recv().await {
            sleep_until(due).await;
            if segment.is_empty() || to.write_all(&segment).await.is_err() {
                break;
            }
        }
        let _ = to.shutdown().await;
    };
    tokio::join!(read, write);
}
