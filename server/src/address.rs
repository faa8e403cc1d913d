//! Whose a connection is, as far as a server can tell: the machine's address goes in, what is
//! counted as one comes out.
use std::fmt;
use std::net::IpAddr;

use ipnet::{IpNet, Ipv6Net};

/// Bits of an IPv6 address that are one household's, or one rented machine's; the others it may
/// choose as it likes.
const IPV6_PREFIX_BITS: u8 = 64;

/// What is counted as one address: of IPv4 all of it, also where it comes dressed as IPv6
/// (`::ffff:192.0.2.1`); of IPv6 its first 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Address(IpNet);

impl Address {
    pub(crate) fn of(ip: IpAddr) -> Self {
        Self(match ip.to_canonical() {
            IpAddr::V4(ip) => IpNet::from(IpAddr::V4(ip)),
            // Fails only beyond 128 bits.
            IpAddr::V6(ip) => Ipv6Net::new(ip, IPV6_PREFIX_BITS)
                .map_or_else(|_| IpNet::from(IpAddr::V6(ip)), |net| net.trunc().into()),
        })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            IpNet::V4(net) => net.addr().fmt(f),
            IpNet::V6(net) => net.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_one_form() {
        for (ip, said) in [
            ("192.0.2.1", "192.0.2.1"),
            ("::ffff:192.0.2.1", "192.0.2.1"),
            ("2001:db8:0:7:1234::1", "2001:db8:0:7::/64"),
            ("2001:db8:0:7:ffff:ffff:ffff:ffff", "2001:db8:0:7::/64"),
            ("2001:db8:0:8::1", "2001:db8:0:8::/64"),
        ] {
            assert_eq!(Address::of(ip.parse().unwrap()).to_string(), said);
        }
    }
}
