//! Named link conditions, for both ways or one: round figures typical of each kind of connection,
//! not measurements of a provider.

use shared::wire::conditions::{Conditions, LinkConditions, LinkMode};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Network {
    /// No latency or loss.
    Perfect,
    Lan,
    Cable,
    /// Wi-Fi in a crowded house.
    WiFi,
    Mobile,
    Transatlantic,
    /// Geostationary satellite.
    Satellite,
    Modem,
}

impl Network {
    /// Every kind, best first.
    pub const ALL: [Self; 8] = [
        Self::Perfect,
        Self::Lan,
        Self::Cable,
        Self::WiFi,
        Self::Mobile,
        Self::Transatlantic,
        Self::Satellite,
        Self::Modem,
    ];

    /// Its key in links and in the page's markup.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Perfect => "perfect",
            Self::Lan => "lan",
            Self::Cable => "cable",
            Self::WiFi => "wifi",
            Self::Mobile => "mobile",
            Self::Transatlantic => "transatlantic",
            Self::Satellite => "satellite",
            Self::Modem => "modem",
        }
    }

    /// The conditions, each way.
    #[must_use]
    pub fn conditions(self) -> Conditions {
        let link = |latency_ms, jitter_ms, loss_permille| LinkConditions {
            latency_ms,
            jitter_ms,
            loss_permille,
            ..LinkConditions::default()
        };
        match self {
            Self::Perfect => Conditions::default(),
            Self::Lan => Conditions::both(link(1, 0, 0)),
            Self::Cable => Conditions::both(link(12, 2, 0)),
            Self::WiFi => {
                let burst = LinkConditions { burst_permille: 3, burst_ms: 80, ..link(15, 10, 5) };
                Conditions::both(burst)
            }
            Self::Mobile => {
                let burst = LinkConditions { burst_permille: 4, burst_ms: 150, ..link(45, 25, 10) };
                Conditions { up: LinkConditions { latency_ms: 60, ..burst }, down: burst }
            }
            Self::Transatlantic => Conditions::both(link(50, 4, 1)),
            Self::Satellite => Conditions::both(link(300, 10, 5)),
            // 28,800 bit/s each way, 9 of 10 of them for data; most of the latency is the modem's
            // own.
            Self::Modem => {
                let modem = LinkConditions { bandwidth_bytes_per_s: 3200, ..link(90, 20, 10) };
                Conditions::both(modem)
            }
        }
    }

    /// The kind whose conditions match exactly, however losses show.
    #[must_use]
    pub fn of(conditions: &Conditions) -> Option<Self> {
        let stream = |link: LinkConditions| LinkConditions { mode: LinkMode::Stream, ..link };
        let plain = Conditions { up: stream(conditions.up), down: stream(conditions.down) };
        Self::ALL.into_iter().find(|network| network.conditions() == plain)
    }
}
