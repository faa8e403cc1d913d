//! Limits what one address may use of a server, so that none can take everything. Finds or creates
//! an address's entry when a client connects.
//!
//! The table of addresses is bounded. An entry that holds nothing and was not used recently is
//! evicted as new addresses arrive. When none can be evicted, further addresses share entries,
//! hashed by network.
pub(crate) mod bound;
pub(crate) mod share;

use std::collections::HashMap;
use std::hash::BuildHasher;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::address::Address;
use crate::awake::Awake;
use crate::clock::Clock;
use crate::config::Config;
use crate::limits::{ADDRESS_LOOKS, ADDRESSES_MAX, COMMON_SHARES, FULL_TABLE_LOOKS};
use crate::proxies::Client;
use bound::{Bounds, Owner};
use share::{AddressUsage, Share};

/// The entries of all addresses.
pub(crate) struct PerAddress {
    /// `None` if the limits are disabled.
    bounds: Option<Bounds>,
    limits_loopback: bool,
    clock: Clock,
    awake: Arc<Awake>,
    table: Mutex<Table>,
}

/// Individual entries of addresses and networks, up to [`ADDRESSES_MAX`], and the shared ones.
#[derive(Default)]
struct Table {
    places: HashMap<Address, usize>,
    entries: Vec<(Address, Arc<AddressUsage>)>,
    /// Where the last search for an entry to evict stopped.
    next_look: usize,
    common: HashMap<u64, Arc<AddressUsage>>,
}

impl PerAddress {
    pub(crate) fn new(config: &Config, clock: Clock, awake: Arc<Awake>) -> Self {
        Self {
            bounds: Bounds::new(config.per_address),
            limits_loopback: config.limit_loopback,
            clock,
            awake,
            table: Mutex::default(),
        }
    }

    /// How many addresses have an entry of their own.
    pub(crate) fn n_known(&self) -> usize {
        self.table().entries.len()
    }

    /// The share of a connection's peer.
    pub(crate) fn share(&self, ip: IpAddr) -> Share {
        self.share_of(Client::at(ip))
    }

    /// The share of a client. Loopback addresses have no limits unless configured, but a client
    /// behind a proxy never counts as local.
    pub(crate) fn share_of(&self, client: Client) -> Share {
        let address = Address::of(client.ip);
        let is_exempt = client.is_local() && !self.limits_loopback;
        let Some(bounds) = self.bounds.filter(|_| !is_exempt) else {
            return Share::endless(address);
        };
        let new = |owner, times: u32, wider| {
            let bounds = NonZeroU32::new(times).map_or(bounds, |times| bounds.of_network(times));
            Arc::new(AddressUsage::new(owner, bounds, wider, self.clock, &self.awake))
        };
        Share::bounded(address, self.table().used(address, new))
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        // No code panics while it holds the lock, and the table is consistent at every step.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Table {
    /// Finds the entry of an address, or creates it with its owner, the multiple of its limits and
    /// the next wider network.
    fn used(
        &mut self,
        address: Address,
        new: impl Fn(Owner, u32, Option<Arc<AddressUsage>>) -> Arc<AddressUsage>,
    ) -> Arc<AddressUsage> {
        if let Some(used) = self.own(address, 1, &new) {
            return used;
        }
        let place = self.network_slot(address);
        let owner = Owner::Common(address.neighbours());
        self.common.entry(place).or_insert_with(|| new(owner, 1, None)).clone()
    }

    /// The individual entry of an address or a network; `None` if the table is full.
    fn own(
        &mut self,
        address: Address,
        times: u32,
        new: &impl Fn(Owner, u32, Option<Arc<AddressUsage>>) -> Arc<AddressUsage>,
    ) -> Option<Arc<AddressUsage>> {
        if let Some(&place) = self.places.get(&address) {
            return self.entries.get(place).map(|(_, used)| used.clone());
        }
        let wider = match address.wider() {
            Some((network, times)) => Some(self.own(network, times, new)?),
            None => None,
        };
        let is_full = self.entries.len() >= ADDRESSES_MAX;
        self.forget_some(if is_full { FULL_TABLE_LOOKS } else { ADDRESS_LOOKS });
        if self.entries.len() >= ADDRESSES_MAX {
            return None;
        }
        let used = new(Owner::Own(address), times, wider);
        self.places.insert(address, self.entries.len());
        self.entries.push((address, used.clone()));
        Some(used)
    }

    /// Checks `n_looks` entries and evicts those that are the same as new: they hold nothing, and
    /// all their rate limits have recovered.
    fn forget_some(&mut self, n_looks: usize) {
        for _ in 0..n_looks {
            self.next_look += 1;
            if self.next_look >= self.entries.len() {
                self.next_look = 0;
            }
            let Some((address, used)) = self.entries.get(self.next_look) else { return };
            if Arc::strong_count(used) > 1 || !used.has_recovered() {
                continue;
            }
            self.places.remove(address);
            self.entries.swap_remove(self.next_look);
            if let Some((moved, _)) = self.entries.get(self.next_look) {
                self.places.insert(*moved, self.next_look);
            }
        }
    }

    /// Which shared entry an address uses. Clients cannot predict which addresses share one.
    fn network_slot(&self, address: Address) -> u64 {
        self.places.hasher().hash_one(address.neighbours()) % COMMON_SHARES
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::bound::{Asker, Count, Rate};
    use super::*;
    use crate::limits::{ADDRESS_NEW_ROOM_PERIOD, ADDRESS_NEW_ROOMS_BURST, ADDRESS_WEB_SOCKETS};
    use crate::proxies::RequestRoute;

    fn shares(config: &Config) -> PerAddress {
        PerAddress::new(config, Clock::start(), Arc::new(Awake::new()))
    }

    fn ip(n: u32) -> IpAddr {
        Ipv4Addr::from_bits(0x0a00_0000 + n).into()
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_dropped_is_given_back() {
        for times in [1, 3] {
            let shares = shares(&Config { per_address: times, ..Config::default() });
            let share = shares.share(ip(1));
            let max = ADDRESS_WEB_SOCKETS * times;
            let mut parts: Vec<_> =
                (0..max).map(|_| share.take(Count::WebSockets).ok().unwrap()).collect();
            let refused = shares.share(ip(1)).take(Count::WebSockets).err().unwrap();
            let said = refused.to_string();
            let why = format!("10.0.0.1 has reached the limit of {max} concurrent WebSockets");
            assert!(said.starts_with(&why), "{said}");
            assert!(said.contains("--per-address"), "{said}");
            assert!(shares.share(ip(2)).take(Count::WebSockets).is_ok(), "others have their own");
            parts.pop();
            assert!(share.take(Count::WebSockets).is_ok());
        }
    }

    #[tokio::test(start_paused = true)]
    async fn rates_go_by_the_servers_clock() {
        let shares = shares(&Config::default());
        let share = shares.share(ip(1));
        for _ in 0..ADDRESS_NEW_ROOMS_BURST.get() {
            assert_eq!(share.do_once(Rate::NewRooms), Ok(()));
        }
        let said = share.do_once(Rate::NewRooms).unwrap_err().to_string();
        assert!(said.contains("try again in 5 s"), "{said}");
        tokio::time::advance(ADDRESS_NEW_ROOM_PERIOD).await;
        assert_eq!(share.do_once(Rate::NewRooms), Ok(()));
        assert!(share.do_once(Rate::NewRooms).is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn loopback_has_no_bounds_and_a_setting_turns_them_off() {
        let none = Config { per_address: 0, ..Config::default() };
        let loopback = IpAddr::from(Ipv4Addr::LOCALHOST);
        let limited = Config { limit_loopback: true, ..Config::default() };
        for (config, ip, bounded) in [
            (&none, ip(1), false),
            (&Config::default(), loopback, false),
            (&Config::default(), "::ffff:127.0.0.1".parse().unwrap(), false),
            (&Config::default(), "::1".parse().unwrap(), false),
            (&limited, loopback, true),
            (&Config::default(), ip(1), true),
        ] {
            assert_eq!(shares(config).share(ip).is_bounded(), bounded, "{ip}");
        }
        // Who is behind a proxy, or is one, is not this machine.
        let handed_on = Client { ip: loopback, way: RequestRoute::Forwarded };
        assert!(shares(&Config::default()).share_of(handed_on).is_bounded());
        assert!(!shares(&none).share_of(handed_on).is_bounded());
    }

    /// Every address of the table holds its share.
    fn fill(shares: &PerAddress) -> Vec<Share> {
        (0..ADDRESSES_MAX as u32).map(|n| shares.share(ip(n))).collect()
    }

    #[tokio::test(start_paused = true)]
    async fn in_a_full_table_few_newcomers_share_with_an_attacker() {
        let shares = shares(&Config::default());
        let held = fill(&shares);
        let place = |ip: IpAddr| shares.table().network_slot(Address::of(ip));
        let attacker = |n: u16| IpAddr::from([0x2001, 0xdb8, 1, n, 0, 0, 0, 1]);
        let mut parts = Vec::new();
        let refused = loop {
            match shares.share(attacker(parts.len() as u16)).take(Count::WebSockets) {
                Ok(part) => parts.push(part),
                Err(refused) => break refused.to_string(),
            }
        };
        assert_eq!(parts.len(), ADDRESS_WEB_SOCKETS as usize, "the whole /48 has one share");
        let words = "2001:db8:1::/48, which shares its limits with other networks because this \
                     server tracks no more addresses, has reached the limit of 256 concurrent \
                     WebSockets";
        assert!(refused.starts_with(words), "{refused}");
        let newcomers = (0..=255).map(|n| IpAddr::from([198, 51, n, 7]));
        let mut n_refused = 0;
        for ip in newcomers {
            let let_in = shares.share(ip).take(Count::WebSockets).is_ok();
            assert_eq!(let_in, place(ip) != place(attacker(0)), "{ip}");
            n_refused += u32::from(!let_in);
        }
        // One of 256 on average; whatever the hash, not many.
        assert!(n_refused < 16, "{n_refused} of 256");
        drop(held);
        for n in 0..ADDRESSES_MAX as u32 / FULL_TABLE_LOOKS as u32 {
            shares.share(ip(1 << 20 | n));
        }
        let known_apart = shares.share(attacker(0)).take(Count::WebSockets);
        assert!(known_apart.is_ok(), "the others are forgotten, because they hold nothing");
    }

    #[tokio::test(start_paused = true)]
    async fn entries_that_hold_nothing_and_have_recovered_go_first() {
        let shares = shares(&Config::default());
        let held = fill(&shares);
        let asks = |n: u32| shares.share(ip(n)).do_once(Rate::Handshakes);
        asks(7).unwrap();
        asks(8).unwrap();
        assert_eq!(shares.n_known(), ADDRESSES_MAX);
        // All but a few have left, and one of those has just sent a request.
        let kept: Vec<Share> = held.into_iter().take(7).collect();
        for n in 0..2 * ADDRESSES_MAX as u32 / FULL_TABLE_LOOKS as u32 {
            shares.share(ip(1 << 20 | n));
        }
        let is_known = |n: u32| shares.table().places.contains_key(&Address::of(ip(n)));
        assert!((0..7).all(is_known), "{} hold something", kept.len());
        assert!(is_known(7) && is_known(8), "its rates have not recovered");
        assert!(!is_known(9));
        tokio::time::advance(std::time::Duration::from_secs(1)).await;
        for n in 0..2 * ADDRESSES_MAX as u32 {
            shares.share(ip(1 << 21 | n));
        }
        assert!(!is_known(7), "they have recovered");
    }

    #[tokio::test(start_paused = true)]
    async fn a_wide_network_has_so_many_times_the_bounds_of_one_address() {
        let shares = shares(&Config::default());
        let of = |n: u16| IpAddr::from([0x2001, 0xdb8, 1, n, 0, 0, 0, 1]);
        let all = |ips: &mut dyn Iterator<Item = IpAddr>| {
            let parts = ips.flat_map(|ip| {
                let share = shares.share(ip);
                (0..ADDRESS_WEB_SOCKETS).map_while(move |_| share.take(Count::WebSockets).ok())
            });
            parts.collect::<Vec<_>>()
        };
        let max = ADDRESS_WEB_SOCKETS as usize;
        let mut parts = all(&mut (0..8).map(of));
        assert_eq!(parts.len(), 4 * max, "a /56");
        let said = shares.share(of(9)).take(Count::WebSockets).err().unwrap().to_string();
        assert!(
            said.starts_with("2001:db8:1::/56 has reached the limit of 1024 concurrent WebSockets"),
            "{said}"
        );
        parts.extend(all(&mut (1..256).map(|n| of(n << 8))));
        assert_eq!(parts.len(), 16 * max, "a /48");
        let said = shares.share(of(0xffff)).take(Count::WebSockets).err().unwrap().to_string();
        assert!(
            said.starts_with("2001:db8:1::/48 has reached the limit of 4096 concurrent WebSockets"),
            "{said}"
        );
        let elsewhere = IpAddr::from([0x2001, 0xdb8, 2, 0, 0, 0, 0, 1]);
        assert!(shares.share(elsewhere).take(Count::WebSockets).is_ok());
        drop(parts);
        assert_eq!(all(&mut (0..8).map(of)).len(), 4 * max, "all of it is given back");
    }

    #[tokio::test(start_paused = true)]
    async fn a_class_loads_every_page_and_a_page_of_another_site_spends_nothing_of_it() {
        let shares = shares(&Config::default());
        let share = shares.share(ip(1));
        let flood = |asker| {
            let rate = Rate::Requests(asker);
            (0..100_000).take_while(|_| share.do_once(rate).is_ok()).count()
        };
        assert_eq!(flood(Asker::OtherSite), 2048);
        let page = NonZeroU32::new(1_200_000).unwrap();
        for _page_of_a_class in 0..30 {
            for _part in 0..40 {
                assert_eq!(share.do_once(Rate::Requests(Asker::Client)), Ok(()));
            }
            assert_eq!(share.do_times(Rate::Answers(Asker::Client), page), Ok(()));
        }
        let more = (0..100).find_map(|_| share.do_times(Rate::Answers(Asker::Client), page).err());
        let words = "10.0.0.1 exceeds the limit of 4096 KiB per second (--per-address).";
        assert_eq!(more.unwrap().to_string(), words);
        flood(Asker::Client);
        tokio::time::advance(std::time::Duration::from_secs(1)).await;
        assert_eq!(flood(Asker::Client), 128);
    }
}
