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
use crate::limits::{ADDRESSES_MAX, EVICTION_CHECKS, EVICTION_CHECKS_WHEN_FULL, SHARED_ENTRIES};
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
    index_by_address: HashMap<Address, usize>,
    entries: Vec<(Address, Arc<AddressUsage>)>,
    /// Where the last search for an entry to evict stopped.
    eviction_cursor: usize,
    shared: HashMap<u64, Arc<AddressUsage>>,
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
    pub(crate) fn n_entries(&self) -> usize {
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
            return Share::unlimited(address);
        };
        let new = |owner, times: u32, wider| {
            let bounds = NonZeroU32::new(times).map_or(bounds, |times| bounds.of_network(times));
            Arc::new(AddressUsage::new(owner, bounds, wider, self.clock, &self.awake))
        };
        Share::limited(address, self.table().entry_or_shared(address, new))
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        // No code panics while it holds the lock, and the table is consistent at every step.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Table {
    /// Finds or creates the entry of an address; a shared one if the table is full. `new` takes the
    /// owner, the multiple of the limits, and the entry of the next wider network.
    fn entry_or_shared(
        &mut self,
        address: Address,
        new: impl Fn(Owner, u32, Option<Arc<AddressUsage>>) -> Arc<AddressUsage>,
    ) -> Arc<AddressUsage> {
        if let Some(entry) = self.get_or_insert(address, 1, &new) {
            return entry;
        }
        let index = self.shared_slot(address);
        let owner = Owner::Shared(address.neighbours());
        self.shared.entry(index).or_insert_with(|| new(owner, 1, None)).clone()
    }

    /// Finds or creates the individual entry of an address or a network; `None` if the table is
    /// full.
    fn get_or_insert(
        &mut self,
        address: Address,
        times: u32,
        new: &impl Fn(Owner, u32, Option<Arc<AddressUsage>>) -> Arc<AddressUsage>,
    ) -> Option<Arc<AddressUsage>> {
        if let Some(&index) = self.index_by_address.get(&address) {
            return self.entries.get(index).map(|(_, entry)| entry.clone());
        }
        let wider = match address.wider() {
            Some((network, times)) => Some(self.get_or_insert(network, times, new)?),
            None => None,
        };
        let is_full = self.entries.len() >= ADDRESSES_MAX;
        self.evict_idle(if is_full { EVICTION_CHECKS_WHEN_FULL } else { EVICTION_CHECKS });
        if self.entries.len() >= ADDRESSES_MAX {
            return None;
        }
        let entry = new(Owner::Single(address), times, wider);
        self.index_by_address.insert(address, self.entries.len());
        self.entries.push((address, entry.clone()));
        Some(entry)
    }

    /// Checks `n_checks` entries and evicts those that equal a new one: they hold nothing, and all
    /// their rate limits have recovered.
    fn evict_idle(&mut self, n_checks: usize) {
        for _ in 0..n_checks {
            self.eviction_cursor += 1;
            if self.eviction_cursor >= self.entries.len() {
                self.eviction_cursor = 0;
            }
            let Some((address, entry)) = self.entries.get(self.eviction_cursor) else { return };
            if Arc::strong_count(entry) > 1 || !entry.has_recovered() {
                continue;
            }
            self.index_by_address.remove(address);
            self.entries.swap_remove(self.eviction_cursor);
            if let Some((moved, _)) = self.entries.get(self.eviction_cursor) {
                self.index_by_address.insert(*moved, self.eviction_cursor);
            }
        }
    }

    /// Which shared entry an address uses. Clients cannot predict which addresses share one.
    fn shared_slot(&self, address: Address) -> u64 {
        self.index_by_address.hasher().hash_one(address.neighbours()) % SHARED_ENTRIES
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::bound::{Count, Initiator, Rate};
    use super::*;
    use crate::limits::{ADDRESS_NEW_ROOM_PERIOD, ADDRESS_NEW_ROOMS_BURST, ADDRESS_WEB_SOCKETS};
    use crate::proxies::RequestRoute;

    fn addresses(config: &Config) -> PerAddress {
        PerAddress::new(config, Clock::start(), Arc::new(Awake::new()))
    }

    fn ip(n: u32) -> IpAddr {
        Ipv4Addr::from_bits(0x0a00_0000 + n).into()
    }

    #[tokio::test(start_paused = true)]
    async fn dropped_reservations_are_released() {
        for times in [1, 3] {
            let addresses = addresses(&Config { per_address: times, ..Config::default() });
            let share = addresses.share(ip(1));
            let max = ADDRESS_WEB_SOCKETS * times;
            let mut reservations: Vec<_> =
                (0..max).map(|_| share.reserve(Count::WebSockets).ok().unwrap()).collect();
            let refused = addresses.share(ip(1)).reserve(Count::WebSockets).err().unwrap();
            let said = refused.to_string();
            let why = format!("10.0.0.1 has reached the limit of {max} concurrent WebSockets");
            assert!(said.starts_with(&why), "{said}");
            assert!(said.contains("--per-address"), "{said}");
            assert!(
                addresses.share(ip(2)).reserve(Count::WebSockets).is_ok(),
                "others have their own"
            );
            reservations.pop();
            assert!(share.reserve(Count::WebSockets).is_ok());
        }
    }

    #[tokio::test(start_paused = true)]
    async fn rates_follow_the_servers_clock() {
        let addresses = addresses(&Config::default());
        let share = addresses.share(ip(1));
        for _ in 0..ADDRESS_NEW_ROOMS_BURST.get() {
            assert_eq!(share.use_once(Rate::NewRooms), Ok(()));
        }
        let said = share.use_once(Rate::NewRooms).unwrap_err().to_string();
        assert!(said.contains("try again in 5 s"), "{said}");
        tokio::time::advance(ADDRESS_NEW_ROOM_PERIOD).await;
        assert_eq!(share.use_once(Rate::NewRooms), Ok(()));
        assert!(share.use_once(Rate::NewRooms).is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn loopback_is_unlimited_and_zero_disables_limits() {
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
            assert_eq!(addresses(config).share(ip).is_limited(), bounded, "{ip}");
        }
        // Who is behind a proxy, or is one, is not this machine.
        let handed_on = Client { ip: loopback, route: RequestRoute::Untrusted };
        assert!(addresses(&Config::default()).share_of(handed_on).is_limited());
        assert!(!addresses(&none).share_of(handed_on).is_limited());
    }

    /// Every address of the table holds its share.
    fn fill(addresses: &PerAddress) -> Vec<Share> {
        (0..ADDRESSES_MAX as u32).map(|n| addresses.share(ip(n))).collect()
    }

    #[tokio::test(start_paused = true)]
    async fn a_full_table_spreads_newcomers_over_shared_entries() {
        let addresses = addresses(&Config::default());
        let held = fill(&addresses);
        let index = |ip: IpAddr| addresses.table().shared_slot(Address::of(ip));
        let attacker = |n: u16| IpAddr::from([0x2001, 0xdb8, 1, n, 0, 0, 0, 1]);
        let mut reservations = Vec::new();
        let refused = loop {
            match addresses.share(attacker(reservations.len() as u16)).reserve(Count::WebSockets) {
                Ok(reservation) => reservations.push(reservation),
                Err(refused) => break refused.to_string(),
            }
        };
        assert_eq!(reservations.len(), ADDRESS_WEB_SOCKETS as usize, "the whole /48 has one share");
        let words = "2001:db8:1::/48, which shares its limits with other networks because this \
                     server tracks no more addresses, has reached the limit of 256 concurrent \
                     WebSockets";
        assert!(refused.starts_with(words), "{refused}");
        let newcomers = (0..=255).map(|n| IpAddr::from([198, 51, n, 7]));
        let mut n_refused = 0;
        for ip in newcomers {
            let let_in = addresses.share(ip).reserve(Count::WebSockets).is_ok();
            assert_eq!(let_in, index(ip) != index(attacker(0)), "{ip}");
            n_refused += u32::from(!let_in);
        }
        // One of 256 on average; whatever the hash, not many.
        assert!(n_refused < 16, "{n_refused} of 256");
        drop(held);
        for n in 0..ADDRESSES_MAX as u32 / EVICTION_CHECKS_WHEN_FULL as u32 {
            addresses.share(ip(1 << 20 | n));
        }
        let known_apart = addresses.share(attacker(0)).reserve(Count::WebSockets);
        assert!(known_apart.is_ok(), "the others are forgotten, because they hold nothing");
    }

    #[tokio::test(start_paused = true)]
    async fn idle_recovered_entries_are_evicted_first() {
        let addresses = addresses(&Config::default());
        let held = fill(&addresses);
        let asks = |n: u32| addresses.share(ip(n)).use_once(Rate::Handshakes);
        asks(7).unwrap();
        asks(8).unwrap();
        assert_eq!(addresses.n_entries(), ADDRESSES_MAX);
        // All but a few have left, and one of those has just sent a request.
        let kept: Vec<Share> = held.into_iter().take(7).collect();
        for n in 0..2 * ADDRESSES_MAX as u32 / EVICTION_CHECKS_WHEN_FULL as u32 {
            addresses.share(ip(1 << 20 | n));
        }
        let is_known =
            |n: u32| addresses.table().index_by_address.contains_key(&Address::of(ip(n)));
        assert!((0..7).all(is_known), "{} hold something", kept.len());
        assert!(is_known(7) && is_known(8), "its rates have not recovered");
        assert!(!is_known(9));
        tokio::time::advance(std::time::Duration::from_secs(1)).await;
        for n in 0..2 * ADDRESSES_MAX as u32 {
            addresses.share(ip(1 << 21 | n));
        }
        assert!(!is_known(7), "they have recovered");
    }

    #[tokio::test(start_paused = true)]
    async fn wide_networks_get_multiples_of_one_addresss_limits() {
        let addresses = addresses(&Config::default());
        let of = |n: u16| IpAddr::from([0x2001, 0xdb8, 1, n, 0, 0, 0, 1]);
        let all = |ips: &mut dyn Iterator<Item = IpAddr>| {
            let reservations = ips.flat_map(|ip| {
                let share = addresses.share(ip);
                (0..ADDRESS_WEB_SOCKETS).map_while(move |_| share.reserve(Count::WebSockets).ok())
            });
            reservations.collect::<Vec<_>>()
        };
        let max = ADDRESS_WEB_SOCKETS as usize;
        let mut reservations = all(&mut (0..8).map(of));
        assert_eq!(reservations.len(), 4 * max, "a /56");
        let said = addresses.share(of(9)).reserve(Count::WebSockets).err().unwrap().to_string();
        assert!(
            said.starts_with("2001:db8:1::/56 has reached the limit of 1024 concurrent WebSockets"),
            "{said}"
        );
        reservations.extend(all(&mut (1..256).map(|n| of(n << 8))));
        assert_eq!(reservations.len(), 16 * max, "a /48");
        let said =
            addresses.share(of(0xffff)).reserve(Count::WebSockets).err().unwrap().to_string();
        assert!(
            said.starts_with("2001:db8:1::/48 has reached the limit of 4096 concurrent WebSockets"),
            "{said}"
        );
        let elsewhere = IpAddr::from([0x2001, 0xdb8, 2, 0, 0, 0, 0, 1]);
        assert!(addresses.share(elsewhere).reserve(Count::WebSockets).is_ok());
        drop(reservations);
        assert_eq!(all(&mut (0..8).map(of)).len(), 4 * max, "all of it is given back");
    }

    #[tokio::test(start_paused = true)]
    async fn other_sites_requests_are_counted_separately() {
        let addresses = addresses(&Config::default());
        let share = addresses.share(ip(1));
        let flood = |initiator| {
            let rate = Rate::Requests(initiator);
            (0..100_000).take_while(|_| share.use_once(rate).is_ok()).count()
        };
        assert_eq!(flood(Initiator::OtherSite), 2048);
        let page = NonZeroU32::new(1_200_000).unwrap();
        for _page_of_a_class in 0..30 {
            for _request in 0..40 {
                assert_eq!(share.use_once(Rate::Requests(Initiator::Client)), Ok(()));
            }
            assert_eq!(share.use_times(Rate::ResponseBytes(Initiator::Client), page), Ok(()));
        }
        let more = (0..100)
            .find_map(|_| share.use_times(Rate::ResponseBytes(Initiator::Client), page).err());
        let words = "10.0.0.1 exceeds the limit of 4096 KiB per second (--per-address).";
        assert_eq!(more.unwrap().to_string(), words);
        flood(Initiator::Client);
        tokio::time::advance(std::time::Duration::from_secs(1)).await;
        assert_eq!(flood(Initiator::Client), 128);
    }
}
