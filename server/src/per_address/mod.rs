//! What one address may use of a server, so that it cannot take everything: an address goes in when
//! somebody comes, its share comes out.
//!
//! The table of addresses is bounded. One that uses nothing is forgotten when its rates are full
//! again; while all are in use, those that come besides share one entry.
pub(crate) mod bound;
pub(crate) mod share;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::time::Instant;

use crate::address::Address;
use crate::awake::Awake;
use crate::clock::Clock;
use crate::config::Config;
use crate::limits::{ADDRESS_FORGET_AFTER, ADDRESS_SWEEP_PERIOD, ADDRESSES_MAX};
use bound::Bounds;
use share::{Share, Used};

/// The shares of all addresses.
pub(crate) struct PerAddress {
    /// None where nothing is bounded.
    bounds: Option<Bounds>,
    limits_loopback: bool,
    clock: Clock,
    awake: Arc<Awake>,
    table: Mutex<Table>,
}

struct Table {
    /// At most [`ADDRESSES_MAX`].
    entries: HashMap<Address, Entry>,
    /// Of all that found no place in it.
    others: Option<Arc<Used>>,
    swept_at: Instant,
}

struct Entry {
    used: Arc<Used>,
    /// When it was asked for last.
    at: Instant,
}

impl PerAddress {
    pub(crate) fn new(config: &Config, clock: Clock, awake: Arc<Awake>) -> Self {
        let table = Table { entries: HashMap::new(), others: None, swept_at: Instant::now() };
        Self {
            bounds: Bounds::new(config.per_address),
            limits_loopback: config.limit_loopback,
            clock,
            awake,
            table: Mutex::new(table),
        }
    }

    /// How many addresses are known apart.
    pub(crate) fn n_known(&self) -> usize {
        self.table().entries.len()
    }

    /// The share of an address. This machine's own have no bounds, unless it was asked for them.
    pub(crate) fn share(&self, ip: IpAddr) -> Share {
        let address = Address::of(ip);
        let is_exempt = ip.to_canonical().is_loopback() && !self.limits_loopback;
        let Some(bounds) = self.bounds.filter(|_| !is_exempt) else {
            return Share::endless(address);
        };
        let new = || Used::new(bounds, self.clock, &self.awake);
        Share::bounded(address, self.table().used(address, new))
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        // No code panics while it holds the lock, and the table is sound at every step.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Table {
    fn used(&mut self, address: Address, new: impl Fn() -> Used) -> Arc<Used> {
        let now = Instant::now();
        if let Some(entry) = self.entries.get_mut(&address) {
            entry.at = now;
            return entry.used.clone();
        }
        if self.entries.len() >= ADDRESSES_MAX && now - self.swept_at >= ADDRESS_SWEEP_PERIOD {
            self.swept_at = now;
            self.entries.retain(|_, entry| !entry.is_forgotten(now));
        }
        if self.entries.len() >= ADDRESSES_MAX {
            return self.others.get_or_insert_with(|| new().into()).clone();
        }
        let used = Arc::new(new());
        self.entries.insert(address, Entry { used: used.clone(), at: now });
        used
    }
}

impl Entry {
    /// Whether nobody could tell it from a new one.
    fn is_forgotten(&self, now: Instant) -> bool {
        Arc::strong_count(&self.used) == 1 && now - self.at >= ADDRESS_FORGET_AFTER
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::bound::{Count, Rate};
    use super::*;
    use crate::limits::{ADDRESS_NEW_ROOM_PERIOD, ADDRESS_NEW_ROOMS_BURST, ADDRESS_WEB_SOCKETS};

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
            assert!(said.starts_with(&format!("10.0.0.1 has {max} WebSockets")), "{said}");
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
        assert!(said.contains("the next in 5 s"), "{said}");
        tokio::time::advance(ADDRESS_NEW_ROOM_PERIOD).await;
        assert_eq!(share.do_once(Rate::NewRooms), Ok(()));
        assert!(share.do_once(Rate::NewRooms).is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn this_machine_and_whoever_wishes_has_no_bounds() {
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
    }

    #[tokio::test(start_paused = true)]
    async fn a_full_table_forgets_who_is_gone_and_shares_one_entry() {
        let shares = shares(&Config::default());
        let held: Vec<Share> = (0..ADDRESSES_MAX as u32).map(|n| shares.share(ip(n))).collect();
        // Of those that find no place each takes from the same share.
        let beyond = |n: u32| shares.share(ip(ADDRESSES_MAX as u32 + n));
        let parts: Vec<_> = (0..ADDRESS_WEB_SOCKETS)
            .filter_map(|n| beyond(n).take(Count::WebSockets).ok())
            .collect();
        assert_eq!(parts.len(), ADDRESS_WEB_SOCKETS as usize);
        assert!(beyond(0).take(Count::WebSockets).is_err());
        drop(held);
        tokio::time::advance(ADDRESS_FORGET_AFTER).await;
        assert!(beyond(0).take(Count::WebSockets).is_ok(), "the others are forgotten");
        assert_eq!(shares.n_known(), 1);
    }
}
