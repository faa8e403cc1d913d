//! The sockets that the server listens on: bound to an address, or handed over by systemd.
use std::io;
use std::net::SocketAddr;

use anyhow::{Context, Result, anyhow, ensure};
use listenfd::ListenFd;
use tokio::net::{TcpListener, TcpSocket, lookup_host};
use tracing::debug;

/// Connections that may wait to be accepted.
const BACKLOG: u32 = 1024;

/// The sockets of a `.socket` unit; `None` if there are none.
///
/// # Errors
/// If one of them is no TCP socket.
pub(crate) fn handed_over() -> Result<Option<Vec<TcpListener>>> {
    let mut handed_over = ListenFd::from_env();
    let mut listeners = Vec::new();
    for n in 0..handed_over.len() {
        let found = handed_over.take_tcp_listener(n);
        let listener = found.with_context(|| format!("socket {n} of systemd is not TCP"))?;
        let listener = listener.with_context(|| format!("socket {n} of systemd is taken"))?;
        listener.set_nonblocking(true)?;
        listeners.push(TcpListener::from_std(listener)?);
    }
    Ok((!listeners.is_empty()).then_some(listeners))
}

/// Binds every address of a host. All get the port of the first, which is picked if it is 0.
///
/// # Errors
/// If the host has no address, or one of them cannot be bound.
pub(crate) async fn bind(host_port: &str) -> Result<Vec<TcpListener>> {
    let found = lookup_host(host_port).await;
    let found = found.with_context(|| format!("{host_port} has no address (see --listen)"))?;
    let mut listeners = Vec::<TcpListener>::new();
    for mut address in found {
        if let Some(first) = listeners.first() {
            address.set_port(first.local_addr()?.port());
        }
        let is_bound = |one: &TcpListener| one.local_addr().is_ok_and(|own| own == address);
        if listeners.iter().any(is_bound) {
            continue;
        }
        match listen(address) {
            Ok(listener) => listeners.push(listener),
            // Names such as localhost have an IPv6 address where the machine has none.
            Err(error) if error.kind() == io::ErrorKind::AddrNotAvailable => {
                debug!(%address, "no such address on this machine");
            }
            Err(error) => return Err(explain(address, &error)),
        }
    }
    ensure!(!listeners.is_empty(), "no address of {host_port} is this machine's (see --listen)");
    Ok(listeners)
}

/// As [`TcpListener::bind`], which lets 128 connections wait: a proxy in front of a crowd opens
/// more at once.
fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4(),
        SocketAddr::V6(_) => TcpSocket::new_v6(),
    }?;
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

fn explain(address: SocketAddr, error: &io::Error) -> anyhow::Error {
    let port = address.port();
    match error.kind() {
        io::ErrorKind::AddrInUse => anyhow!(
            "port {port} is in use: another program listens on {address}; choose another port, \
             or 0 for any free one (see --listen and --admin)"
        ),
        _ => anyhow!("cannot listen on {address} (see --listen and --admin): {error}"),
    }
}

/// What a service manager is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ServiceState {
    Ready,
    Stopping,
}

/// Tells systemd how the service is; does nothing under anything else.
#[cfg(unix)]
pub(crate) fn tell_service_manager(state: ServiceState) {
    let state = match state {
        ServiceState::Ready => sd_notify::NotifyState::Ready,
        ServiceState::Stopping => sd_notify::NotifyState::Stopping,
    };
    if let Err(error) = sd_notify::notify(&[state]) {
        debug!(%error, "cannot notify the service manager");
    }
}

#[cfg(not(unix))]
pub(crate) fn tell_service_manager(_: ServiceState) {}
