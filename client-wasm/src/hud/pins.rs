//! What the player keeps on screen, and its stored form: `figures,net-graph`.

use core::convert::Infallible;
use std::str::FromStr;

/// Which of the optional panels are always shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pins {
    /// The figures of the connection.
    pub figures: bool,
    /// The netcode in use.
    pub netcode: bool,
    pub net_graph: bool,
}

impl Pins {
    /// The stored form; empty if nothing is pinned.
    #[must_use]
    pub fn text(self) -> String {
        let Self { figures, netcode, net_graph } = self;
        let pins = [(figures, "figures"), (netcode, "netcode"), (net_graph, "net-graph")];
        let names = pins.into_iter().filter(|(pinned, _)| *pinned).map(|(_, name)| name);
        names.collect::<Vec<_>>().join(",")
    }
}

impl FromStr for Pins {
    type Err = Infallible;

    /// Names that it does not know are ignored: a later version of the game may have stored them.
    fn from_str(text: &str) -> Result<Self, Infallible> {
        let has = |name: &str| text.split(',').any(|pin| pin == name);
        let (figures, netcode, net_graph) = (has("figures"), has("netcode"), has("net-graph"));
        Ok(Self { figures, netcode, net_graph })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_pins_are_read_back() {
        for bits in 0..8 {
            let [figures, netcode, net_graph] = [1, 2, 4].map(|bit| bits & bit != 0);
            let pins = Pins { figures, netcode, net_graph };
            assert_eq!(pins.text().parse(), Ok(pins));
        }
        assert_eq!("".parse(), Ok(Pins::default()));
        let known = Pins { netcode: true, ..Pins::default() };
        assert_eq!("radar,netcode,,NETCODE".parse(), Ok(known));
    }
}
