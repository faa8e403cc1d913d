//! The server of Lagrange: the shell around [`shared::room`] that speaks HTTP and WebSocket.
//!
//! [`run`] is all of it. The binary gives it an address and the command line's settings, a test a
//! free port and its own; or pipes in place of sockets ([`listener`]). A request's way: [`accept`]
//! → [`router`] → [`page`], or [`socket`] → [`rooms`] → [`inbox`] → [`room_task`], which owns the
//! room; back by the [`socket::outbox`]. [`load`] is a command of the program, and is served.
#![deny(unsafe_code)]
#![allow(rustdoc::private_intra_doc_links, reason = "a map for those who read the source")]

mod accept;
mod address;
mod app;
mod awake;
mod bounds_page;
mod budget;
mod cached;
pub mod capacity;
mod clock;
pub mod config;
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
mod place;
mod pressure;
mod process;
mod proxies;
mod readings;
mod requests;
mod room_task;
mod rooms;
mod router;
mod socket;
mod tally;
mod tickets;
pub mod web_origin;

use std::future::pending;
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
use crate::router::Counters;

/// Serves until `shutdown` is ready; then every client is told, and it returns when all have
/// gone or [`Timeouts::drain`](config::Timeouts::drain) is over.
///
/// What the server counts is told to programs of its own machine; where there is an address of its
/// own for whoever runs the server, it is told there and nowhere else.
pub async fn run(
    listener: impl Listener,
    admin: Option<TcpListener>,
    config: Config,
    shutdown: impl Future<Output = ()>,
) {
    let app = App::new(config);
    // The rooms are open until the end, so this is no error.
    let _ = app.rooms.open_default();
    let counters = if admin.is_some() { Counters::Elsewhere } else { Counters::Here };
    let (public, max) = (router::public(app.clone(), counters), app.config.connections_max);
    tokio::select! {
        () = accept::serve(listener, max, app.clone(), public, shutdown) => {}
        () = serve_admin(admin, &app) => {}
        () = keep_metrics_up(&app.metrics) => {}
        () = app.awake.beat() => {}
        () = app.rooms.heap_trim.run() => {}
    }
    app.rooms.close();
}

/// [`run`] over TCP, in one piece: a program that calls it does not compile all of the server once
/// more for its own kinds of listener and shutdown.
#[must_use]
pub fn serve(
    listener: TcpListener,
    admin: Option<TcpListener>,
    config: Config,
    shutdown: oneshot::Receiver<()>,
) -> Pin<Box<dyn Future<Output = ()> + Send>> {
    Box::pin(run(listener, admin, config, async {
        // If nobody can ask it to stop, there is nothing to wait for.
        let _ = shutdown.await;
    }))
}

async fn serve_admin(admin: Option<TcpListener>, app: &Arc<App>) {
    let Some(listener) = admin else { return pending().await };
    let (max, router) = (ADMIN_CONNECTIONS_MAX, router::admin(app.clone()));
    accept::serve(listener, max, app.clone(), router, pending()).await;
}

async fn keep_metrics_up(metrics: &Metrics) {
    let mut period = interval(METRICS_UPKEEP_PERIOD);
    period.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        period.tick().await;
        metrics.upkeep();
    }
}
