//! Who is behind a proxy: the address of a connection's other end and a request's headers go in,
//! the address of the client comes out. A header is believed of proxies that were named only;
//! anybody can write one.
use std::net::{IpAddr, SocketAddr};
use std::sync::Once;

use axum::http::HeaderMap;
use ipnet::IpNet;
use tracing::warn;

/// In which proxies say for whom they ask: each adds the address that it sees at the end. Its
/// standardised cousin, `Forwarded`, is not read: a proxy that writes only one of the two passes
/// the other on as the client wrote it.
const FORWARDED_FOR: &str = "x-forwarded-for";

/// The proxies that were named.
pub(crate) struct Proxies {
    trusted: Vec<IpNet>,
    warned: Once,
}

impl Proxies {
    pub(crate) fn new(trusted: &[IpNet]) -> Self {
        Self { trusted: trusted.into(), warned: Once::new() }
    }

    /// Whether somebody is one of them.
    pub(crate) fn is_trusted(&self, ip: IpAddr) -> bool {
        let ip = ip.to_canonical();
        self.trusted.iter().any(|net| net.contains(&ip))
    }

    /// Whose request it is: of those that a proxy says it was handed on by, the last one that is
    /// no proxy of ours. A proxy that says nothing, or nothing that can be read, is the client.
    pub(crate) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        if !self.is_trusted(peer) {
            if headers.contains_key(FORWARDED_FOR) {
                self.warned.call_once(|| {
                    warn!(
                        "{peer} says for whom it asks ({FORWARDED_FOR}); if it is a proxy of \
                         yours, name it by --trusted-proxy, or all its clients count as one"
                    );
                });
            }
            return peer;
        }
        let values = headers.get_all(FORWARDED_FOR).iter().rev();
        let hops = values.flat_map(|value| value.to_str().unwrap_or("").rsplit(','));
        for hop in hops {
            match parse(hop.trim()) {
                Some(ip) if self.is_trusted(ip) => {}
                Some(ip) => return ip,
                None => return peer,
            }
        }
        peer
    }
}

/// An address, with or without a port.
fn parse(hop: &str) -> Option<IpAddr> {
    let bare = hop.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(hop);
    let with_port = || hop.parse::<SocketAddr>().ok().map(|address| address.ip());
    bare.parse().ok().or_else(with_port)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_one_who_is_no_proxy_of_ours_is_the_client() {
        let trusted = ["10.0.0.0/8".parse().unwrap(), "2001:db8::/32".parse().unwrap()];
        let proxies = Proxies::new(&trusted);
        for (peer, forwarded, client) in [
            ("10.0.0.1", &["203.0.113.7"][..], "203.0.113.7"),
            ("10.0.0.1", &["198.51.100.1, 203.0.113.7"], "203.0.113.7"),
            ("10.0.0.1", &["203.0.113.7, 10.0.0.2,10.0.0.3"], "203.0.113.7"),
            ("10.0.0.1", &["198.51.100.1", "203.0.113.7, 10.0.0.2"], "203.0.113.7"),
            ("2001:db8::1", &["203.0.113.7:4711"], "203.0.113.7"),
            ("10.0.0.1", &["[2001:dead::7]:4711"], "2001:dead::7"),
            ("10.0.0.1", &["[2001:dead::7]"], "2001:dead::7"),
            ("::ffff:10.0.0.1", &["203.0.113.7"], "203.0.113.7"),
            // Missing, broken, or nothing but proxies: the proxy itself.
            ("10.0.0.1", &[], "10.0.0.1"),
            ("10.0.0.1", &[""], "10.0.0.1"),
            ("10.0.0.1", &["203.0.113.7, unknown"], "10.0.0.1"),
            ("10.0.0.1", &["10.0.0.2"], "10.0.0.1"),
            // Somebody else may say what they like.
            ("203.0.113.9", &["198.51.100.1"], "203.0.113.9"),
        ] {
            let mut headers = HeaderMap::new();
            for value in forwarded {
                headers.append(FORWARDED_FOR, value.parse().unwrap());
            }
            let found = proxies.client(peer.parse().unwrap(), &headers);
            assert_eq!(found, client.parse::<IpAddr>().unwrap(), "{peer} {forwarded:?}");
        }
    }
}
