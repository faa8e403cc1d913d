//! An in-memory network for servers in virtual time. A client that dials gets one end of a pipe and
//! the server the other, with a [line](super::line) in between.

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

/// Maximum number of connections that wait to be accepted.
const DIALLED_MAX: usize = 64;
/// Read buffer of a client, in bytes. It is zeroed before each read, and with the default of 128
/// KiB that would take a seventh of the time of hundreds of clients.
const READ_BUFFER_BYTES: usize = 4096;

/// Dials servers in memory.
#[derive(Clone)]
pub(crate) struct Net {
    dialled: mpsc::Sender<(DuplexStream, SocketAddr)>,
}

/// The server's listener.
pub(crate) struct PipeListener(mpsc::Receiver<(DuplexStream, SocketAddr)>);

/// A network, and the listener of its server.
pub(crate) fn net() -> (Net, PipeListener) {
    let (dialled, listener) = mpsc::channel(DIALLED_MAX);
    (Net { dialled }, PipeListener(listener))
}

impl Net {
    /// Connects from an address, over a line.
    pub(crate) async fn dial(&self, from: SocketAddr, line: Line, seed: u64) -> DuplexStream {
        self.dial_with_wire(from, line, seed).await.expect("the server is there").1
    }

    /// Connects, and also returns the line's controls; `None` if the server is gone.
    pub(crate) async fn dial_with_wire(
        &self,
        from: SocketAddr,
        line: Line,
        seed: u64,
    ) -> Option<(Wire, DuplexStream)> {
        let (wire, near, far) = Wire::create(line, seed);
        self.dialled.send((far, from)).await.ok()?;
        Some((wire, near))
    }
}

impl Listener for PipeListener {
    type Stream = DuplexStream;

    async fn accept(&mut self) -> io::Result<(DuplexStream, SocketAddr)> {
        // When the network is dropped, no more connections come.
        match self.0.recv().await {
            Some(connection) => Ok(connection),
            None => std::future::pending().await,
        }
    }
}

/// The URL of a server in memory.
pub(crate) const URL: &str = "ws://simulated/ws";

/// Runs a server over pipes during a test, then shuts it down.
pub(crate) async fn with_server<T>(mut config: Config, test: impl AsyncFnOnce(&Net) -> T) -> T {
    // Tests fetch the metrics more than once a second.
    config.timeouts.metrics_age = Duration::ZERO;
    let (net, listener) = net();
    let (stop, stopped) = oneshot::channel::<()>();
    let server = tokio::spawn(async move {
        let stopped = async { drop(stopped.await) };
        server::run(listener, Vec::new(), config, stopped).await.unwrap();
    });
    let said = test(&net).await;
    stop.send(()).unwrap();
    timeout(Duration::from_secs(30), server).await.expect("it ends").unwrap();
    said
}

/// The address of the `n`th client: a different one for each, up to 2²⁴.
pub(crate) fn address(n: usize) -> SocketAddr {
    let [_, high, middle, low] = (n as u32).to_be_bytes();
    (Ipv4Addr::new(10, high, middle, low), 40_000).into()
}

/// Connects to the server as the `n`th client, from its address, over a line.
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

/// Tries to connect from any address with extra headers; the error is the server's response.
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

/// The response in place of an upgrade.
#[derive(Debug)]
pub(crate) struct Refused {
    pub(crate) status: u16,
    pub(crate) retry_after: bool,
    pub(crate) text: String,
}

/// Requests a path over a new connection.
pub(crate) async fn get(net: &Net, from: SocketAddr, path: &str) -> http::Answer {
    let mut pipe = net.dial(from, AT_ONCE, 0).await;
    http::request_over(&mut pipe, "GET", path, &[("host", "simulated")]).await
}

/// The address of a program on the server's machine, which may read the counters.
pub(crate) const LOCAL: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 40_000);

/// The value of a metric, over a new connection.
pub(crate) async fn metric(net: &Net, name: &str) -> f64 {
    metric_of(&get(net, LOCAL, "/metrics").await, name)
}

/// The value of a metric summed over all labels, over a new connection.
pub(crate) async fn metric_sum(net: &Net, name: &str) -> f64 {
    metric_sum_of(&get(net, LOCAL, "/metrics").await, name)
}
