//! Why somebody waits, is refused, or is sent away, with a sentence for each.

use core::fmt;

/// Why there is no seat now.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reason {
    /// NATS is not reached, or does not write.
    Unreachable,
    /// The owner is silent, and not for long enough to be taken for dead.
    OwnerSilent,
    /// The page was sent on three times.
    ThreeMoves,
    /// The room is on a node of another protocol version.
    AnotherVersion,
    /// This node has just started.
    Starting,
    /// This node is about to stop, and no other one takes the room.
    Draining,
    /// All rooms of this node are taken, and no other node is less loaded.
    Full,
    /// Too many ask for rooms at once.
    Busy,
    /// Several nodes want the room, and none has got it yet.
    Contended,
    /// The node has the claim, but could not open the room.
    OpenFailed,
    /// Another process of this name is running.
    NameTaken,
    /// The room is open on another node.
    Lost,
}

impl Reason {
    /// All reasons, for counters and tests.
    pub const ALL: [Self; 12] = [
        Self::Unreachable,
        Self::OwnerSilent,
        Self::ThreeMoves,
        Self::AnotherVersion,
        Self::Starting,
        Self::Draining,
        Self::Full,
        Self::Busy,
        Self::Contended,
        Self::OpenFailed,
        Self::NameTaken,
        Self::Lost,
    ];

    /// The sentence that a player reads.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Unreachable => {
                "The directory of rooms is not reachable: new rooms wait; rooms that are open go \
                 on."
            }
            Self::OwnerSilent => {
                "The server of this room does not answer yet: if it stays silent, another one \
                 takes the room."
            }
            Self::ThreeMoves => {
                "This room was moved three times while you were asking for it: try again in a \
                 moment."
            }
            Self::AnotherVersion => {
                "This room is on a server of another version: reload the page, or wait until the \
                 update is done."
            }
            Self::Starting => "This server is starting: try again in a moment.",
            Self::Draining => "This server is about to stop, and no other one has room yet.",
            Self::Full => "No server has room for another room now.",
            Self::Busy => "Too many people ask for rooms at once: try again in a moment.",
            Self::Contended => "Several servers want this room: try again in a moment.",
            Self::OpenFailed => "The room could not be opened here: try again in a moment.",
            Self::NameTaken => {
                "Another server of the same name is running, so this one takes no rooms."
            }
            Self::Lost => "This room is open on another server: go there.",
        }
    }

    /// Its name in counters.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Unreachable => "unreachable",
            Self::OwnerSilent => "owner_silent",
            Self::ThreeMoves => "three_moves",
            Self::AnotherVersion => "another_version",
            Self::Starting => "starting",
            Self::Draining => "draining",
            Self::Full => "full",
            Self::Busy => "busy",
            Self::Contended => "contended",
            Self::OpenFailed => "open_failed",
            Self::NameTaken => "name_taken",
            Self::Lost => "lost",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_reason_is_a_sentence_of_its_own() {
        let texts: BTreeSet<&str> = Reason::ALL.iter().map(|reason| reason.text()).collect();
        let labels: BTreeSet<&str> = Reason::ALL.iter().map(|reason| reason.label()).collect();
        assert_eq!((texts.len(), labels.len()), (Reason::ALL.len(), Reason::ALL.len()));
        assert!(texts.iter().all(|text| text.ends_with('.') && !text.contains("  ")));
    }
}
