//! A network in memory, for servers that run in a time of their own: who dials gets one end of a
//! pipe, the server the other, and a [line](super::line) between the two.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use server::config::Config;
use server::listener::Listener;
use tokio::io::DuplexStream;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Error;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async, client_async_with_config};

use super::line::{AT_ONCE, Line, Wire};
use super::{http, metric_of, metric_sum_of};

/// Connections that wait to be accepted at most.
const DIALLED_MAX: usize = 64;
/// What a client reads at once, in bytes: it is cleared before, and the default of 128 KiB would
/// take a seventh of the time of hundreds of clients.
const READ_BUFFER_BYTES: usize = 4096;

/// Where servers in memory are dialled.
#[derive(Clone)]
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
        self.dial_by_wire(from, line, seed).await.expect("the server is there").1
    }

    /// The same, over a line to which something may be done; none if there is no server any more.
    pub(crate) async fn dial_by_wire(
        &self,
        from: SocketAddr,
        line: Line,
        seed: u64,
    ) -> Option<(Wire, DuplexStream)> {
        let (wire, near, far) = Wire::lay(line, seed);
        self.dialled.send((far, from)).await.ok()?;
        Some((wire, near))
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
pub(crate) const URL: &str = "ws://simulated/ws";

/// Runs a server over pipes while a test goes on, and then to its end.
pub(crate) async fn with_server<T>(mut config: Config, test: impl AsyncFnOnce(&Net) -> T) -> T {
    // Tests look more than once a second.
    config.timeouts.counters_age = Duration::ZERO;
    let (net, listener) = net();
    let (stop, stopped) = oneshot::channel::<()>();
    let server = tokio::spawn(server::run(listener, None, config, async {
        let _ = stopped.await;
    }));
    let said = test(&net).await;
    stop.send(()).unwrap();
    timeout(Duration::from_secs(30), server).await.expect("it ends").unwrap();
    said
}

/// Where the client of a number is: for each, up to 2²⁴, at an address of its own.
pub(crate) fn address(n: usize) -> SocketAddr {
    let [_, high, middle, low] = (n as u32).to_be_bytes();
    (Ipv4Addr::new(10, high, middle, low), 40_000).into()
}

/// Connects to the server as the client of a number, which is its address, over a line.
pub(crate) async fn connect(
    net: &Net,
    n: usize,
    line: Line,
    seed: u64,
) -> WebSocketStream<DuplexStream> {
    let pipe = net.dial(address(n), line, seed).await;
    let config = WebSocketConfig::default().read_buffer_size(READ_BUFFER_BYTES);
    client_async_with_config(URL, pipe, Some(config)).await.expect("it is upgraded").0
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

/// A program of the server's own machine, which is told what the server counts.
pub(crate) const LOCAL: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 40_000);

/// What a server says of itself, in a connection of its own.
pub(crate) async fn metric(net: &Net, name: &str) -> f64 {
    metric_of(&get(net, LOCAL, "/metrics").await, name)
}

/// The same, over all labels of a metric that has some.
pub(crate) async fn metric_sum(net: &Net, name: &str) -> f64 {
    metric_sum_of(&get(net, LOCAL, "/metrics").await, name)
}
