//! The way from a page to its room where a room may be on one of several servers: the path and
//! query of the WebSocket's address, and the order to come back by another path.
//!
//! | address | leads to |
//! |---|---|
//! | `/ws` | any server |
//! | `/n/NODE/ws` | the server of that name, if it is there |
//! | `?room=1a2b3c4d` | the room's [shard](room_shard), which proxies hash: its players meet |
//! | `&hops=1` | how often the page was sent on since its last welcome |

use alloc::{format, string::String};
use core::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use crate::base::state_hash::bytes_hash;

/// Most bytes of a node's name.
pub const NODE_NAME_BYTES_MAX: usize = 32;
/// How often in a row a page follows an order to move. After that it waits, as where a server is
/// busy.
pub const HOPS_MAX: u8 = 3;

/// The name of a server among several: 1 to 32 of `a` to `z`, digits and `-`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct NodeName(String);

/// A text that is not the name of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected 1 to {NODE_NAME_BYTES_MAX} small letters, digits or -, e.g. node-1")]
pub struct NodeNameError;

/// The way by which a page connects. As a text it is the order to come by it, which goes with the
/// close reason [`Moved`](super::close_reason::CloseReason::Moved): `NODE/HOPS`, or `/HOPS` where
/// any server will do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Route {
    /// The server to connect to; any if `None`.
    pub node: Option<NodeName>,
    /// How often the page was sent on since its last welcome, up to [`HOPS_MAX`].
    pub hops: u8,
}

impl NodeName {
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for NodeName {
    type Error = NodeNameError;

    fn try_from(text: String) -> Result<Self, NodeNameError> {
        let is_plain = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
        let is_name = (1..=NODE_NAME_BYTES_MAX).contains(&text.len()) && text.bytes().all(is_plain);
        if is_name { Ok(Self(text)) } else { Err(NodeNameError) }
    }
}

impl FromStr for NodeName {
    type Err = NodeNameError;

    fn from_str(text: &str) -> Result<Self, NodeNameError> {
        Self::try_from(String::from(text))
    }
}

impl fmt::Display for NodeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let node = self.node.as_ref().map_or("", NodeName::as_str);
        write!(f, "{node}/{}", self.hops)
    }
}

impl Route {
    /// Reads the text of a close frame; `None` if it is no order to move.
    #[must_use]
    pub fn from_order(text: &str) -> Option<Self> {
        let (node, hops) = text.split_once('/')?;
        let hops = hops.parse().ok().filter(|hops| *hops <= HOPS_MAX)?;
        let node = if node.is_empty() { None } else { Some(node.parse().ok()?) };
        Some(Self { node, hops })
    }

    /// The route by which a page came, from the path and query of the WebSocket's address. What
    /// cannot be read counts as absent: a page may lie only to its own harm.
    #[must_use]
    pub fn from_address(path: &str, query: Option<&str>) -> Self {
        let node = path.strip_prefix("/n/").and_then(|rest| rest.strip_suffix("/ws"));
        let mut pairs = query.unwrap_or_default().split('&');
        let hops = pairs.find_map(|pair| pair.strip_prefix("hops=")?.parse().ok());
        let hops = hops.unwrap_or(0u8).min(HOPS_MAX);
        Self { node: node.and_then(|node| node.parse().ok()), hops }
    }

    /// The path and query of the WebSocket's address. A lobby has no shard.
    #[must_use]
    pub fn path(&self, shard: Option<u32>) -> String {
        let mut path = match &self.node {
            Some(node) => format!("/n/{node}/ws"),
            None => String::from("/ws"),
        };
        let room = shard.map(|shard| format!("room={shard:08x}"));
        let hops = (self.hops > 0).then(|| format!("hops={}", self.hops));
        for (pair, sign) in room.into_iter().chain(hops).zip(['?', '&']) {
            path.push(sign);
            path.push_str(&pair);
        }
        path
    }
}

/// The shard of a room: the lower 32 bits of the FNV-1a of its clean name in Unicode's NFC. Names
/// are secrets and proxies log addresses, so this is all that an address has of one.
#[must_use]
pub fn room_shard(name: &str) -> u32 {
    bytes_hash(name.as_bytes()) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(name: &str) -> NodeName {
        name.parse().expect("a name")
    }

    #[test]
    fn a_node_has_a_plain_name() {
        for name in ["a", "node-1", &"x".repeat(32)] {
            assert_eq!(node(name).as_str(), name);
        }
        for name in ["", "Node", "a b", "a/b", "é", "a.b", &"x".repeat(33)] {
            assert_eq!(name.parse::<NodeName>(), Err(NodeNameError), "{name}");
        }
    }

    #[test]
    fn an_order_to_move_comes_back_from_its_text() {
        for (node, hops, text) in [(Some(node("n2")), 1, "n2/1"), (None, 0, "/0")] {
            let route = Route { node, hops };
            assert_eq!(format!("{route}"), text);
            assert_eq!(Route::from_order(text), Some(route));
        }
        for text in ["", "n2", "n2/", "n2/4", "N2/1", "n2/1/1", "n2/-1", "../1", "//evil/1"] {
            assert_eq!(Route::from_order(text), None, "{text}");
        }
    }

    #[test]
    fn an_address_has_the_node_the_shard_and_the_hops() {
        for (node, hops, shard, path) in [
            (None, 0, None, "/ws"),
            (None, 0, Some(0xAB), "/ws?room=000000ab"),
            (None, 2, None, "/ws?hops=2"),
            (Some(node("n2")), 1, Some(7), "/n/n2/ws?room=00000007&hops=1"),
        ] {
            let route = Route { node, hops };
            assert_eq!(route.path(shard), path);
            let (path, query) = path.split_once('?').map_or((path, None), |(a, b)| (a, Some(b)));
            assert_eq!(Route::from_address(path, query), route);
        }
    }

    #[test]
    fn an_address_that_cannot_be_read_has_neither() {
        for (path, query) in [("/n/N 2/ws", "hops=x"), ("/n//ws", ""), ("/n/a/b/ws", "hops=-1")] {
            assert_eq!(Route::from_address(path, Some(query)), Route::default(), "{path}");
        }
        assert_eq!(Route::from_address("/ws", Some("room=7&hops=200")).hops, HOPS_MAX);
    }

    /// Pages of different versions meet only if this never changes.
    #[test]
    fn the_shard_of_a_name_never_changes() {
        for (name, shard) in [("duel", 0xF551_EA5B), ("étude", 0xA142_8901), ("", 0x8422_2325)] {
            assert_eq!(room_shard(name), shard, "{name}");
        }
    }
}
