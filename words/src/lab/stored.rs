//! What is said of the poses that a server has stored of a ship.

use alloc::string::String;

use shared::judge::rule_table::TargetPoses;

use crate::{
    language::{Language, in_language},
    names::ShipName,
};

/// Of which stored poses the judged one is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StoredUse {
    /// Of two: how far it is on its way from the older to the newer one, 0 to 1.
    Between(f32),
    /// It is one of them.
    One,
    /// Of none.
    None,
}

/// A text about what is stored.
#[derive(Clone, Debug, PartialEq)]
pub enum StoredText {
    /// What counts for a beam that is fired now at a ship.
    OfShip { ship: ShipName, from: TargetPoses, used: StoredUse },
    /// Nothing that is stored counts.
    NothingUsed { ship: ShipName },
    /// The heading of the example in a lesson.
    Example { from: TargetPoses, used: StoredUse },
    /// The key came back to the pointer, which is at no ship.
    PointAtShip,
    /// The match does not have that ship.
    NoSuchShip,
    /// A capture is watched.
    NotInCapture,
}

impl Language {
    /// What the stored poses of a rule are called.
    #[must_use]
    pub const fn stored_poses(self, from: TargetPoses) -> &'static str {
        in_language!(self, lab::stored::poses(from))
    }

    /// How the judged pose comes from those that are stored.
    #[must_use]
    pub fn stored_use(self, used: StoredUse) -> String {
        in_language!(self, lab::stored::how(used))
    }

    /// What is said of what is stored.
    #[must_use]
    pub fn stored(self, text: &StoredText) -> String {
        in_language!(self, lab::stored::text(text))
    }
}
