//! Finds the client behind a proxy, from the peer address of a connection and a request's headers.
//! Only configured proxies are trusted, since anyone can send the headers.
use std::collections::HashSet;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::http::HeaderMap;
use ipnet::IpNet;
use serde::{Deserialize, Serialize};
use tracing::warn;

use crate::limits::PROXIES_WARNED_MAX;

/// The header in which each proxy appends the address of its client. The standard `Forwarded` is
/// not read: a proxy that writes only one of the two passes on the other as the client sent it.
const FORWARDED_FOR: &str = "x-forwarded-for";

/// Other headers that proxies add, besides any with the prefix below.
const FORWARDING: [&str; 5] =
    ["forwarded", "via", "x-real-ip", "true-client-ip", "cf-connecting-ip"];
const FORWARDING_PREFIX: &str = "x-forwarded-";

/// The configured proxies.
pub(crate) struct Proxies {
    trusted: Vec<IpNet>,
    warned_untrusted: WarnedAddresses,
    warned_without_header: WarnedAddresses,
}

/// Addresses that the log has warned about. Each is logged once, up to a maximum, so that a
/// stranger with many addresses cannot flood the log.
#[derive(Default)]
struct WarnedAddresses(Mutex<HashSet<IpAddr>>);

impl WarnedAddresses {
    fn should_warn(&self, ip: IpAddr) -> bool {
        let mut warned = self.lock();
        warned.len() < PROXIES_WARNED_MAX && warned.insert(ip)
    }

    fn len(&self) -> usize {
        self.lock().len()
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<IpAddr>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The client that sent a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Client {
    pub(crate) ip: IpAddr,
    pub(crate) route: RequestRoute,
}

/// How a request arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RequestRoute {
    /// From the client's own connection, as far as its headers tell.
    Direct,
    /// Through a trusted proxy that named the client.
    Named,
    /// Through trusted proxies that named only each other: the client is on the machine of one.
    FromProxy,
    /// Through a trusted proxy that named no client: all its clients count as one address.
    Unnamed,
    /// Through a proxy that is not trusted: all its clients count as one address.
    Untrusted,
}

impl Client {
    /// The client at the other end of a connection.
    pub(crate) fn at(ip: IpAddr) -> Self {
        Self { ip, route: RequestRoute::Direct }
    }

    /// Whether it is known to be a program of this machine.
    pub(crate) fn is_local(self) -> bool {
        self.route == RequestRoute::Direct && self.ip.to_canonical().is_loopback()
    }
}

impl Proxies {
    pub(crate) fn new(trusted: &[IpNet]) -> Self {
        Self {
            trusted: trusted.into(),
            warned_untrusted: WarnedAddresses::default(),
            warned_without_header: WarnedAddresses::default(),
        }
    }

    /// Whether an address belongs to a configured proxy.
    pub(crate) fn is_trusted(&self, ip: IpAddr) -> bool {
        let ip = ip.to_canonical();
        self.trusted.iter().any(|net| net.contains(&ip))
    }

    /// How many trusted proxies have forwarded a request without naming its client, up to the most
    /// that are warned about.
    pub(crate) fn n_without_header(&self) -> usize {
        self.warned_without_header.len()
    }

    /// The client that sent a request: of the addresses that a trusted proxy lists, the last one
    /// that is not a trusted proxy. If the list is missing or unreadable, all clients of the proxy
    /// count as one address, and never as local.
    pub(crate) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> Client {
        if self.is_trusted(peer) {
            let client = self.forwarded_client(peer, headers);
            if client.route == RequestRoute::Unnamed && self.warned_without_header.should_warn(peer)
            {
                warn!(
                    "the trusted proxy {peer} sends no {FORWARDED_FOR}: its clients count as one \
                     address"
                );
            }
            return client;
        }
        if !is_forwarded(headers) {
            return Client::at(peer);
        }
        if self.warned_untrusted.should_warn(peer) {
            warn!(
                "{peer} forwards requests; if it is your proxy, pass it to --trusted-proxy, or \
                 all its clients count as one address"
            );
        }
        Client { ip: peer, route: RequestRoute::Untrusted }
    }

    /// The client of a trusted proxy.
    fn forwarded_client(&self, peer: IpAddr, headers: &HeaderMap) -> Client {
        let values = headers.get_all(FORWARDED_FOR).iter().rev();
        let hops = values.flat_map(|value| value.to_str().unwrap_or("").rsplit(','));
        let mut hops = hops.map(|hop| parse(hop.trim())).peekable();
        let is_listed = hops.peek().is_some();
        match hops.find(|hop| hop.is_none_or(|ip| !self.is_trusted(ip))) {
            Some(Some(ip)) => Client { ip, route: RequestRoute::Named },
            None if is_listed => Client { ip: peer, route: RequestRoute::FromProxy },
            Some(None) | None => Client { ip: peer, route: RequestRoute::Unnamed },
        }
    }
}

/// Whether a request carries the header of a proxy.
fn is_forwarded(headers: &HeaderMap) -> bool {
    headers.keys().any(|name| {
        let name = name.as_str();
        FORWARDING.contains(&name) || name.starts_with(FORWARDING_PREFIX)
    })
}

/// Parses an address with or without a port.
fn parse(hop: &str) -> Option<IpAddr> {
    let bare = hop.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(hop);
    let with_port = || hop.parse::<SocketAddr>().ok().map(|address| address.ip());
    bare.parse().ok().or_else(with_port)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_untrusted_hop_is_the_client() {
        let trusted = ["10.0.0.0/8".parse().unwrap(), "2001:db8::/32".parse().unwrap()];
        let proxies = Proxies::new(&trusted);
        use RequestRoute::{FromProxy, Named, Unnamed, Untrusted};
        for (peer, forwarded, client, route) in [
            ("10.0.0.1", &["203.0.113.7"][..], "203.0.113.7", Named),
            ("10.0.0.1", &["198.51.100.1, 203.0.113.7"], "203.0.113.7", Named),
            ("10.0.0.1", &["203.0.113.7, 10.0.0.2,10.0.0.3"], "203.0.113.7", Named),
            ("10.0.0.1", &["198.51.100.1", "203.0.113.7, 10.0.0.2"], "203.0.113.7", Named),
            ("2001:db8::1", &["203.0.113.7:4711"], "203.0.113.7", Named),
            ("10.0.0.1", &["[2001:dead::7]:4711"], "2001:dead::7", Named),
            ("10.0.0.1", &["[2001:dead::7]"], "2001:dead::7", Named),
            ("::ffff:10.0.0.1", &["203.0.113.7"], "203.0.113.7", Named),
            // If the header is missing, malformed or lists only proxies, the proxy itself counts.
            ("10.0.0.1", &[], "10.0.0.1", Unnamed),
            ("10.0.0.1", &[""], "10.0.0.1", Unnamed),
            ("10.0.0.1", &["203.0.113.7, unknown"], "10.0.0.1", Unnamed),
            ("10.0.0.1", &["10.0.0.2"], "10.0.0.1", FromProxy),
            // The header of an untrusted peer is ignored.
            ("203.0.113.9", &["198.51.100.1"], "203.0.113.9", Untrusted),
        ] {
            let mut headers = HeaderMap::new();
            for value in forwarded {
                headers.append(FORWARDED_FOR, value.parse().unwrap());
            }
            let found = proxies.client(peer.parse().unwrap(), &headers);
            let expected = Client { ip: client.parse().unwrap(), route };
            assert_eq!(found, expected, "{peer} {forwarded:?}");
        }
    }

    #[test]
    fn warnings_are_bounded_and_once_per_address() {
        let warned = WarnedAddresses::default();
        let ip = |n: usize| IpAddr::from([127, 0, 0, n as u8]);
        assert!(warned.should_warn(ip(9)), "a stranger's");
        assert!(warned.should_warn(ip(1)), "does not use up the warning of a proxy");
        assert!(!warned.should_warn(ip(1)));
        assert_eq!(
            (10..200).filter(|n| warned.should_warn(ip(*n))).count(),
            PROXIES_WARNED_MAX - 2
        );
    }

    #[test]
    fn forwarded_requests_are_never_local() {
        let local: IpAddr = "127.0.0.1".parse().unwrap();
        let (none, itself) = (Proxies::new(&[]), Proxies::new(&["127.0.0.0/8".parse().unwrap()]));
        for (proxies, peer, header, is_local) in [
            (&none, "127.0.0.1", "accept", true),
            (&none, "::ffff:127.0.0.1", "accept", true),
            (&none, "192.0.2.1", "accept", false),
            (&none, "127.0.0.1", "x-forwarded-for", false),
            (&none, "127.0.0.1", "x-forwarded-proto", false),
            (&none, "127.0.0.1", "Forwarded", false),
            (&none, "127.0.0.1", "X-Real-IP", false),
            (&none, "127.0.0.1", "Via", false),
            // A proxy that names no client, or names this machine.
            (&itself, "127.0.0.1", "accept", false),
            (&itself, "127.0.0.1", "x-forwarded-for", false),
        ] {
            let mut headers = HeaderMap::new();
            let name: axum::http::HeaderName = header.parse().unwrap();
            headers.insert(name, local.to_string().parse().unwrap());
            let client = proxies.client(peer.parse().unwrap(), &headers);
            assert_eq!(client.is_local(), is_local, "{peer} {header}");
        }
    }
}
