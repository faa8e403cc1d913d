//! Maps a socket address to the address that limits are counted for.
use std::collections::HashMap;
use std::fmt;
use std::iter::successors;
use std::net::{IpAddr, Ipv6Addr};

use ipnet::{IpNet, Ipv4Net, Ipv6Net};

use crate::limits::IPV6_PREFIXES;

/// Prefix length of the IPv4 networks whose addresses share an entry.
const IPV4_NEIGHBOURS_BITS: u8 = 24;

/// What counts as one address: a whole IPv4 address, also in its IPv6 form (`::ffff:192.0.2.1`), or
/// the first 64 bits of an IPv6 address. Wider IPv6 networks are counted as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Address(IpNet);

impl Address {
    pub(crate) fn of(ip: IpAddr) -> Self {
        Self(match ip.to_canonical() {
            IpAddr::V4(ip) => IpNet::from(IpAddr::V4(ip)),
            IpAddr::V6(ip) => IpNet::V6(ipv6(ip, IPV6_PREFIXES[0].0)),
        })
    }

    /// The next wider network that is counted, and its multiple of the limits of one address.
    pub(crate) fn wider(self) -> Option<(Self, u32)> {
        let IpNet::V6(net) = self.0 else { return None };
        let (bits, times) = *IPV6_PREFIXES.iter().find(|(bits, _)| *bits < net.prefix_len())?;
        Some((Self(IpNet::V6(ipv6(net.addr(), bits))), times))
    }

    /// The address and each wider network that is counted, the widest last.
    pub(crate) fn networks(self) -> impl Iterator<Item = Self> {
        self.shares().map(|(network, _)| network)
    }

    /// The address and each wider network, with its multiple of the limits of one address.
    fn shares(self) -> impl Iterator<Item = (Self, u32)> {
        successors(Some((self, 1)), |(network, _)| network.wider())
    }

    /// Use in units of one address's share, given the use of each network: the maximum over the
    /// address and its networks.
    pub(crate) fn shares_used(self, used: &HashMap<Self, u32>) -> u32 {
        let of = |(network, times)| used.get(&network).map_or(0, |n| n / times);
        self.shares().map(of).max().unwrap_or(0)
    }

    /// The widest network that is counted.
    pub(crate) fn widest(self) -> Self {
        self.networks().last().unwrap_or(self)
    }

    /// Whether an address equals this one or is in this network.
    pub(crate) fn contains(self, address: Self) -> bool {
        self.0.contains(&address.0)
    }

    /// The network by which addresses share an entry when the table is full.
    pub(crate) fn neighbours(self) -> Self {
        Self(match self.0 {
            // Fails only beyond 32 bits.
            IpNet::V4(net) => Ipv4Net::new(net.addr(), IPV4_NEIGHBOURS_BITS)
                .map_or(self.0, |net| IpNet::V4(net.trunc())),
            IpNet::V6(net) => IpNet::V6(ipv6(net.addr(), IPV6_PREFIXES[2].0)),
        })
    }
}

/// The network of an address with this prefix length.
fn ipv6(ip: Ipv6Addr, bits: u8) -> Ipv6Net {
    // Fails only beyond 128 bits.
    Ipv6Net::new(ip, bits).map_or(Ipv6Net::from(ip), |net| net.trunc())
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            IpNet::V4(net) if net.prefix_len() == 32 => net.addr().fmt(f),
            net => net.fmt(f),
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

    #[test]
    fn ipv6_is_counted_by_wider_networks_too() {
        for (ip, wider, neighbours) in [
            ("192.0.2.1", &[][..], "192.0.2.0/24"),
            (
                "2001:db8:1:2345::1",
                &[("2001:db8:1:2300::/56", 4), ("2001:db8:1::/48", 16)],
                "2001:db8:1::/48",
            ),
        ] {
            let address = Address::of(ip.parse().unwrap());
            let mut all = Vec::new();
            let mut next = address.wider();
            while let Some((net, times)) = next {
                all.push((net.to_string(), times));
                next = net.wider();
            }
            let all: Vec<_> = all.iter().map(|(net, times)| (net.as_str(), *times)).collect();
            assert_eq!(all, wider, "{ip}");
            assert_eq!(address.neighbours().to_string(), neighbours, "{ip}");
        }
    }
}
