//! Who a node is: its name, which survives a restart, and its incarnation, which does not.

use alloc::format;
use alloc::string::String;
use core::fmt;

use serde::{Deserialize, Serialize};

use shared::wire::route::NodeName;

/// Drawn at random when a process starts: two processes of one name differ in it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Incarnation(pub u64);

/// A process: what claims name as owner.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Identity {
    pub node: NodeName,
    pub incarnation: Incarnation,
}

/// Of the subjects of beacons; the name of the node follows.
pub const BEACON_PREFIX: &str = "lag.beacon.";

/// Of the subjects of lists of rooms; the name of the node follows.
pub const ROOMS_PREFIX: &str = "lag.rooms.";

/// Where the lists of a node's rooms are sent.
#[must_use]
pub fn rooms_subject(node: &NodeName) -> String {
    format!("{ROOMS_PREFIX}{node}")
}

/// Where the beacons of a node are sent.
#[must_use]
pub fn beacon_subject(node: &NodeName) -> String {
    format!("{BEACON_PREFIX}{node}")
}

impl Identity {
    /// Where requests to this process are sent.
    #[must_use]
    pub fn subject(&self) -> String {
        format!("lag.node.{}.{}", self.node, self.incarnation)
    }
}

impl fmt::Display for Incarnation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subjects_name_both() {
        let node = "n1".parse::<NodeName>().unwrap();
        let identity = Identity { node: node.clone(), incarnation: Incarnation(0xabc) };
        assert_eq!(identity.subject(), "lag.node.n1.0000000000000abc");
        assert_eq!(beacon_subject(&node), "lag.beacon.n1");
        assert_eq!(rooms_subject(&node), "lag.rooms.n1");
    }
}
