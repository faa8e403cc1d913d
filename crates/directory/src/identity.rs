//! Who a node is: its name, which survives a restart, and its incarnation, which does not.

use alloc::format;
use alloc::string::String;
use core::fmt;

use serde::{Deserialize, Serialize};

use crate::limits::{NODE_NAME_MAX_BYTES, NODE_PATH_MAX_BYTES};

/// The name of a node: 1 to 32 of `a` to `z`, `0` to `9` and `-`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct NodeName(String);

/// Why a text is no name of a node.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is no name of a node: 1 to 32 of a to z, 0 to 9 and -")]
pub struct NodeNameError(pub String);

/// Where a page of the same origin reaches a node: `/n/NAME`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct NodePath(String);

/// Why a text is no path of a node.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is no path of a node: / and 1 to 63 of a to z, 0 to 9, -, _ and single /")]
pub struct NodePathError(pub String);

/// Drawn at random when a process starts: two processes of one name differ in it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Incarnation(pub u64);

/// A process: what claims name as owner.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Identity {
    pub node: NodeName,
    pub incarnation: Incarnation,
}

impl NodeName {
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The path that a node has unless it says another one.
    #[must_use]
    pub fn default_path(&self) -> NodePath {
        NodePath(format!("/n/{}", self.0))
    }

    /// Where the beacons of a node are sent.
    #[must_use]
    pub fn beacon_subject(&self) -> String {
        format!("lag.beacon.{}", self.0)
    }
}

impl Identity {
    /// Where requests to this process are sent.
    #[must_use]
    pub fn subject(&self) -> String {
        format!("lag.node.{}.{}", self.node, self.incarnation)
    }
}

impl NodePath {
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for NodeName {
    type Error = NodeNameError;

    fn try_from(text: String) -> Result<Self, NodeNameError> {
        let known = |byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
        let long = text.is_empty() || text.len() > NODE_NAME_MAX_BYTES;
        if long || !text.bytes().all(known) { Err(NodeNameError(text)) } else { Ok(Self(text)) }
    }
}

/// No `//`, which begins the address of another host; no dots, which climb.
impl TryFrom<String> for NodePath {
    type Error = NodePathError;

    fn try_from(text: String) -> Result<Self, NodePathError> {
        let known = |byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'/');
        let long = text.len() < 2 || text.len() > NODE_PATH_MAX_BYTES;
        let outside = !text.starts_with('/') || text.contains("//");
        if long || outside || !text.bytes().all(known) {
            Err(NodePathError(text))
        } else {
            Ok(Self(text))
        }
    }
}

impl fmt::Display for NodeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for Incarnation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn names_and_paths_are_checked() {
        for good in ["a", "node-1", &"z".repeat(32)] {
            assert!(NodeName::try_from(good.to_string()).is_ok(), "{good}");
        }
        for bad in ["", "Node", "a.b", "a b", "é", "a*", ">", &"z".repeat(33)] {
            assert!(NodeName::try_from(bad.to_string()).is_err(), "{bad}");
        }
        for good in ["/n/a", "/x", "/eu-1/n_2"] {
            assert!(NodePath::try_from(good.to_string()).is_ok(), "{good}");
        }
        let long = ["/", &"z".repeat(64)].concat();
        for bad in ["", "/", "n/a", "//evil", "/n//a", "/../x", "/n?x", "/é", &long] {
            assert!(NodePath::try_from(bad.to_string()).is_err(), "{bad}");
        }
    }

    #[test]
    fn subjects_name_both() {
        let node = NodeName::try_from("n1".to_string()).unwrap();
        let identity = Identity { node: node.clone(), incarnation: Incarnation(0xabc) };
        assert_eq!(identity.subject(), "lag.node.n1.0000000000000abc");
        assert_eq!(node.beacon_subject(), "lag.beacon.n1");
        assert_eq!(node.default_path().as_str(), "/n/n1");
    }
}
