//! The fourth step: whether the server counts each client by its own address, from what it says
//! that it sees of this one.
use std::net::{IpAddr, SocketAddr};

use super::finding::{Finding, Topic};
use super::page::Seen;
use crate::proxies::RequestRoute;
use crate::whoami::Whoami;

const NAME_ADVICE: &str = "Name the clients; in nginx: proxy_set_header X-Forwarded-For \
                           $proxy_add_x_forwarded_for;";

/// Judges what the server at `remote` sees; `None` if it does not say.
pub(super) fn judge(seen: Option<&Seen>, remote: SocketAddr) -> Finding {
    let Some(seen) = seen else {
        let sentence = "The server does not say what it sees of this client (/whoami).";
        return Finding::note(Topic::Forwarded, sentence);
    };
    let Whoami { address, port, route, .. } = seen.whoami;
    let local = seen.local.ip().to_canonical();
    let right = |sentence| Finding::right(Topic::Forwarded, sentence);
    let all_as_one = |by: &str, advice: &[&str]| {
        let sentence = format!("{by}, so that all players count as one address, {address}.");
        Finding::wrong(Topic::Forwarded, sentence, advice)
    };
    match route {
        RequestRoute::Named if is_inner(address) && !is_inner(remote.ip()) => {
            let sentence = format!(
                "The proxy names {address}, an address of its own network, as this client: there \
                 is another proxy before it."
            );
            let advice = "Trust all of them: lagrange --trusted-proxy ADDRESS for each.";
            Finding::wrong(Topic::Forwarded, sentence, &[advice])
        }
        RequestRoute::Named => {
            right(format!("The trusted proxy names its clients: this one is {address}."))
        }
        RequestRoute::FromProxy => right(format!(
            "The trusted proxy names its clients: this one is on a proxy's own machine, {address}."
        )),
        RequestRoute::Unnamed => all_as_one("The trusted proxy names no clients", &[NAME_ADVICE]),
        RequestRoute::Untrusted => {
            let trust = format!("Trust it: lagrange --trusted-proxy {address}");
            all_as_one("A proxy passes on requests and is not trusted", &[&trust, NAME_ADVICE])
        }
        RequestRoute::Direct if address == local && port == seen.local.port() => {
            right(format!("No proxy is in between: this client is {address}."))
        }
        RequestRoute::Direct if is_inner(local) && !is_inner(address) && address != remote.ip() => {
            let sentence = format!(
                "The server counts this client as {address}; if that is not the public address of \
                 this network, a proxy in between does not name its clients."
            );
            Finding::note(Topic::Forwarded, sentence)
        }
        RequestRoute::Direct => {
            let trust = format!("Trust it: lagrange --trusted-proxy {address}");
            all_as_one(
                "Something in between passes on requests without a word",
                &[NAME_ADVICE, &trust],
            )
        }
    }
}

/// Whether an address means something within its own network only.
fn is_inner(ip: IpAddr) -> bool {
    match ip.to_canonical() {
        IpAddr::V4(ip) => ip.is_loopback() || ip.is_private() || ip.is_link_local(),
        IpAddr::V6(ip) => ip.is_loopback() || ip.is_unique_local() || ip.is_unicast_link_local(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::finding::Verdict;
    use super::*;

    #[test]
    fn the_address_that_the_server_counts_is_judged() {
        use RequestRoute::{Direct, FromProxy, Named, Unnamed, Untrusted};
        let (home, public, server) = ("192.168.1.7:5000", "203.0.113.7:5000", "198.51.100.1:443");
        let here = "127.0.0.1:5000";
        for (local, remote, address, port, route, verdict, words) in [
            (public, server, "203.0.113.7", 9, Named, Verdict::Right, "this one is 203.0.113.7"),
            (home, server, "203.0.113.7", 9, Named, Verdict::Right, "this one is 203.0.113.7"),
            (here, "127.0.0.1:80", "127.0.0.1", 9, Named, Verdict::Right, "this one is 127.0.0.1"),
            (here, "127.0.0.1:80", "127.0.0.1", 9, FromProxy, Verdict::Right, "own machine"),
            (public, server, "10.0.0.2", 9, Named, Verdict::Wrong, "there is another proxy"),
            (public, server, "10.0.0.2", 9, Unnamed, Verdict::Wrong, "one address, 10.0.0.2."),
            (public, server, "127.0.0.1", 9, Untrusted, Verdict::Wrong, "is not trusted"),
            (public, server, "203.0.113.7", 5000, Direct, Verdict::Right, "No proxy is in between"),
            // The same machine, but another connection.
            (here, "127.0.0.1:80", "127.0.0.1", 9, Direct, Verdict::Wrong, "without a word"),
            (public, server, "127.0.0.1", 9, Direct, Verdict::Wrong, "without a word"),
            (home, server, "198.51.100.1", 9, Direct, Verdict::Wrong, "without a word"),
            // Behind a router that shares one address.
            (home, server, "203.0.113.7", 9, Direct, Verdict::Note, "if that is not the public"),
        ] {
            let whoami = Whoami {
                lagrange: "1".into(),
                host: None,
                address: address.parse().unwrap(),
                port,
                route,
            };
            let seen = Seen { whoami, local: local.parse().unwrap(), host: "h".into() };
            let finding = judge(Some(&seen), remote.parse().unwrap());
            assert_eq!(finding.verdict, verdict, "{finding:?}");
            assert!(finding.sentence.contains(words), "{finding:?}");
        }
    }
}
