//! The server of Lagrange: serves [`shared::room`] over HTTP and WebSocket.
//!
//! [`run`] is all of it. The binary gives it an address and the command line's settings; a test
//! gives it a free port and its own settings, or pipes in place of sockets ([`listener`]). A
//! request takes the path [`accept`] → [`router`] → [`page`], or [`socket`] → [`rooms`] → [`inbox`]
//! → [`room_task`], which owns the room; messages return through the [`socket::outbox`]. [`load`]
//! and [`check`] are behind subcommands and not part of serving; they connect by [`dial`].
#![deny(unsafe_code)]
#![allow(rustdoc::private_intra_doc_links, reason = "a map for readers of the source")]

mod accept;
mod address;
mod app;
mod awake;
mod bounds_page;
mod budget;
mod cached;
pub mod capacity;
pub mod check;
mod clock;
#[cfg_attr(
    not(feature = "cluster"),
    allow(dead_code, reason = "without a driver, nobody reads what it is told")
)]
mod cluster;
pub mod config;
mod connection_permit;
pub mod dial;
mod drain;
mod embedding;
mod header_watch;
mod headers;
mod heap_trim;
mod host;
mod inbox;
mod join_queue;
mod limits;
pub mod listener;
pub mod load;
mod metered;
mod metrics;
mod names;
mod origin;
mod page;
mod per_address;
mod phase;
mod pressure;
mod process;
mod proxies;
mod readings;
mod requests;
mod room_list;
mod room_task;
mod rooms;
mod router;
mod scores;
mod socket;
mod tally;
mod tickets;
mod watch_feed;
pub mod web_origin;
mod whoami;

use std::future::pending;
use std::io;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;

use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::time::{MissedTickBehavior, interval};

use crate::app::App;
use crate::config::Config;
use crate::limits::{ADMIN_CONNECTIONS_MAX, METRICS_UPKEEP_PERIOD};
use crate::listener::Listener;
use crate::metrics::Metrics;
use crate::router::MetricsExposure;

/// Serves until `shutdown` completes, then [drains](drain), closes every connection and returns
/// when all are closed or [`Timeouts::shutdown`](config::Timeouts::shutdown) is over.
///
/// `/metrics` and `/limits` are served to programs on this machine or, if there are admin
/// listeners, only there.
///
/// # Errors
/// If another server of this name is running in the cluster.
pub async fn run(
    listener: impl Listener,
    admin: Vec<TcpListener>,
    config: Config,
    shutdown: impl Future<Output = ()>,
) -> Result<(), NameTaken> {
    let app = App::new(config);
    // Rooms are open until shutdown, so this cannot fail.
    let _ = app.rooms.open_default();
    let exposure =
        if admin.is_empty() { MetricsExposure::Loopback } else { MetricsExposure::AdminOnly };
    let (public, max) = (router::public(app.clone(), exposure), app.config.connections_max);
    tokio::select! {
        () = accept::serve(listener, max, app.clone(), public, shutdown) => {}
        () = serve_admin(admin, &app) => {}
        () = keep_metrics_up(&app.metrics) => {}
        () = app.awake.beat() => {}
        () = app.rooms.heap_trim.run() => {}
    }
    app.rooms.close();
    if app.rooms.cluster.as_ref().is_some_and(|cluster| cluster.standing().is_refused) {
        return Err(NameTaken);
    }
    Ok(())
}

/// Another server of this one's name is running in its cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("another server of this name is running in the cluster (see --node)")]
pub struct NameTaken;

/// The program's own lines, which are logged by default.
pub(crate) const LOG_TARGET: &str = "lagrange";

/// [`run`] over TCP and not generic, so that a program that calls it does not compile the whole
/// server again for its own listener and shutdown types.
#[must_use]
pub fn serve(
    listeners: Vec<TcpListener>,
    admin: Vec<TcpListener>,
    config: Config,
    shutdown: oneshot::Receiver<()>,
) -> Pin<Box<dyn Future<Output = Result<(), NameTaken>> + Send>> {
    Box::pin(run(listeners, admin, config, async {
        // If the sender is gone, shut down as well.
        let _ = shutdown.await;
    }))
}

/// Creates the folder of [`Config::state`], unless it exists, and checks that it can be written.
///
/// # Errors
/// The system's error.
pub fn prepare_state(folder: &Path) -> io::Result<()> {
    scores::folder::prepare(folder)
}

async fn serve_admin(listeners: Vec<TcpListener>, app: &Arc<App>) {
    if listeners.is_empty() {
        return pending().await;
    }
    let (max, router) = (ADMIN_CONNECTIONS_MAX, router::admin(app.clone()));
    accept::serve(listeners, max, app.clone(), router, pending()).await;
}

async fn keep_metrics_up(metrics: &Metrics) {
    let mut period = interval(METRICS_UPKEEP_PERIOD);
    period.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        period.tick().await;
        metrics.upkeep();
    }
}
