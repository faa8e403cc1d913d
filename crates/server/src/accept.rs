//! Accepts connections and spawns a task for each until the server ends; then gives them time to
//! close. A connection over a limit gets a 503, or is closed.
//!
//! `axum::serve` waits for ever for a client that sends half a header, and tells no WebSocket that
//! the server is ending. Hence this loop over hyper.
use std::collections::VecDeque;
use std::future::pending;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::Semaphore;
use tokio::task::AbortHandle;
use tokio::time::{Instant, sleep, timeout};
use tracing::warn;

use crate::app::App;
use crate::awake::AwakeTimer;
use crate::connection_permit::ConnectionPermit;
use crate::drain;
use crate::limits::{
    ACCEPT_ERROR_PAUSE, DELAYED_CLOSES_MAX, HTTP_BUFFER_BYTES, REFUSED_PAUSE, TURNED_AWAY_MAX,
};
use crate::listener::Listener;
use crate::metered::Metered;
use crate::metrics::Refused;
use crate::per_address::bound::{Count, Rate};
use crate::requests;
use crate::router::{HEALTH_PATH, unavailable};
use crate::whoami::PeerPort;

/// The server's capacity for concurrent connections.
struct ConnectionLimit {
    free: Arc<Semaphore>,
    max: u32,
}

/// The most recent refused connections, oldest first. A new one over the maximum aborts the oldest.
struct NewestRefusals {
    max: usize,
    tasks: VecDeque<AbortHandle>,
}

/// Why a connection is refused.
enum ConnectionRefusal {
    /// It gets a 503 with this text.
    Answered(String),
    /// The address opens so many that answering costs too much. It is closed after a pause, so that
    /// a client that waits for the close cannot retry faster than that.
    Silent,
}

impl NewestRefusals {
    fn new(max: usize) -> Self {
        Self { max, tasks: VecDeque::new() }
    }

    fn add(&mut self, task: impl Future<Output = ()> + Send + 'static) {
        self.tasks.push_back(tokio::spawn(task).abort_handle());
        if self.tasks.len() > self.max {
            self.tasks.drain(..1).for_each(|oldest| oldest.abort());
        }
    }
}

/// Serves up to `max` connections until `shutdown`, then until they have closed or the drain time
/// is over.
pub(crate) async fn serve(
    mut listener: impl Listener,
    max: u32,
    app: Arc<App>,
    router: Router,
    shutdown: impl Future<Output = ()>,
) {
    let limit = ConnectionLimit { free: Arc::new(Semaphore::new(max as usize)), max };
    let ends = async {
        tokio::select! {
            () = shutdown => {}
            () = app.rooms.refused() => {}
        }
        drain::run(&app).await;
    };
    tokio::select! {
        () = accept(&mut listener, &app, &router, &limit) => {}
        () = ends => {}
    }
    app.shutdown.begin();
    let all_closed = limit.free.acquire_many(max);
    if timeout(app.config.timeouts.shutdown, all_closed).await.is_err() {
        warn!("some connections did not close in time");
    }
}

async fn accept<L: Listener>(
    listener: &mut L,
    app: &Arc<App>,
    router: &Router,
    limit: &ConnectionLimit,
) {
    let mut refusals = NewestRefusals::new(TURNED_AWAY_MAX);
    let mut delayed_closes = NewestRefusals::new(DELAYED_CLOSES_MAX);
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => {
                let (app, router) = (app.clone(), router.clone());
                match reserve_connection(peer.ip(), limit, &app) {
                    Ok(permit) => {
                        L::set_up(&stream);
                        tokio::spawn(serve_connection(stream, peer, permit, app, router));
                    }
                    Err(ConnectionRefusal::Silent) => delayed_closes.add(async move {
                        sleep(REFUSED_PAUSE).await;
                        drop(stream);
                    }),
                    Err(ConnectionRefusal::Answered(why)) => {
                        L::set_up(&stream);
                        refusals.add(turn_away(stream, why, app, router));
                    }
                }
            }
            // The client disconnected while it was queued, which is no error of ours.
            Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => {}
            Err(error) => {
                warn!(%error, "cannot accept a connection");
                sleep(ACCEPT_ERROR_PAUSE).await;
            }
        }
    }
}

/// Reserves capacity for a connection, or says why it is refused.
fn reserve_connection(
    peer: IpAddr,
    limit: &ConnectionLimit,
    app: &App,
) -> Result<ConnectionPermit, ConnectionRefusal> {
    let mut reservation = None;
    if !app.proxies.is_trusted(peer) {
        let share = app.addresses.share(peer);
        if let Err(exceeded) = share.use_once(Rate::NewConnections) {
            app.metrics.count_refused(exceeded);
            return Err(ConnectionRefusal::Silent);
        }
        let taken = share.reserve(Count::Connections).map_err(|exceeded| {
            app.metrics.count_refused(exceeded);
            ConnectionRefusal::Answered(exceeded.to_string())
        });
        reservation = Some(taken?);
    }
    let permit = limit.free.clone().try_acquire_owned();
    let permit = permit.map_err(|_| {
        app.metrics.count_refused(Refused::ServerConnections);
        ConnectionRefusal::Answered(format!(
            "All {} connections of this server are in use.",
            limit.max
        ))
    })?;
    Ok(ConnectionPermit::new(permit, reservation, app))
}

/// Answers one request of a refused connection: the health check, or a 503 that says why and when
/// to retry.
async fn turn_away<S>(stream: S, why: String, app: Arc<App>, router: Router)
where
    S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let router = TowerToHyperService::new(router);
    let service = service_fn(move |request: Request<Incoming>| {
        let (router, why) = (router.clone(), why.clone());
        async move {
            if request.uri().path() == HEALTH_PATH {
                return router.call(request).await;
            }
            Ok(unavailable(&why))
        }
    });
    let connection = http1::Builder::new()
        .keep_alive(false)
        .max_buf_size(HTTP_BUFFER_BYTES)
        .serve_connection(TokioIo::new(stream), service);
    // The connection is over whether or not this succeeded.
    let _ = app.awake.timeout(app.config.timeouts.header, connection).await;
}

async fn serve_connection<S>(
    stream: S,
    peer: SocketAddr,
    permit: ConnectionPermit,
    app: Arc<App>,
    router: Router,
) where
    S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let (peer, port) = (peer.ip(), PeerPort(peer.port()));
    let is_proxy = app.proxies.is_trusted(peer);
    let own_share = (!is_proxy).then(|| app.addresses.share(peer));
    let stream = Metered::new(stream, own_share, &app);
    let (meter, headers) = (stream.meter(), stream.headers());
    let watched = headers.clone();
    let timeouts = &app.config.timeouts;
    let pause = if is_proxy { Duration::ZERO } else { REFUSED_PAUSE };
    let router = TowerToHyperService::new(router);
    let asked = app.clone();
    let service = service_fn(move |mut request: Request<Incoming>| {
        let client = asked.proxies.client(peer, request.headers());
        let share = asked.addresses.share_of(client);
        request.extensions_mut().insert(client);
        request.extensions_mut().insert(port);
        request.extensions_mut().insert(share.clone());
        request.extensions_mut().insert(permit.clone());
        request.extensions_mut().insert(meter.clone());
        headers.note_request();
        let (headers, app, router) = (headers.clone(), asked.clone(), router.clone());
        async move {
            let answer = requests::answer(request, router, &share, pause, &app.metrics).await;
            headers.note_answer();
            answer
        }
    });
    let between = if is_proxy { timeouts.between_proxied } else { timeouts.between };
    let connection = http1::Builder::new()
        .timer(AwakeTimer(app.awake.clone()))
        .header_read_timeout(between)
        .max_buf_size(HTTP_BUFFER_BYTES)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let too_long = async {
        if is_proxy {
            pending::<()>().await;
        }
        app.awake.sleep_until(Instant::now() + timeouts.http).await;
    };
    tokio::select! {
        // Completes on an upgrade too. An error of the client needs no handling.
        _ = connection.as_mut() => return,
        () = too_long => return,
        () = watched.overdue(&app.awake, timeouts.header) => return,
        () = app.shutdown.wait() => connection.as_mut().graceful_shutdown(),
    }
    let _ = timeout(timeouts.close, connection).await;
}
