//! What is said of the poses that a server has stored of a ship.

use alloc::{format, string::String};

use shared::judge::rule_table::TargetPoses;

use crate::{
    figures::share,
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

/// What is said of stored poses.
pub(crate) struct StoredWords {
    /// What they are called, by where they are from.
    pub(crate) ticks: &'static str,
    pub(crate) snapshots: &'static str,
    pub(crate) records: &'static str,
    pub(crate) markers: &'static str,
    /// Of which the judged one is made: a share of the way between two, one, or none.
    pub(crate) between: fn(&str) -> String,
    pub(crate) one: &'static str,
    pub(crate) none: &'static str,
    /// Both of that.
    pub(crate) listed: fn(&str, &str) -> String,
    /// A ship, before what is said of it, and where nothing is.
    pub(crate) ship: fn(&ShipName) -> String,
    pub(crate) nothing_used: &'static str,
    pub(crate) point_at_ship: &'static str,
    pub(crate) no_such_ship: &'static str,
    pub(crate) not_in_capture: &'static str,
}

impl Language {
    const fn stored_words(self) -> &'static StoredWords {
        in_language!(self, &lab::panes::STORED)
    }

    /// What the stored poses of a rule are called.
    #[must_use]
    pub const fn stored_poses(self, from: TargetPoses) -> &'static str {
        let words = self.stored_words();
        match from {
            TargetPoses::Present => words.ticks,
            TargetPoses::Drawn => words.snapshots,
            TargetPoses::Records(_) => words.records,
            TargetPoses::Markers(_) => words.markers,
        }
    }

    /// How the judged pose comes from those that are stored.
    #[must_use]
    pub fn stored_use(self, used: StoredUse) -> String {
        let words = self.stored_words();
        match used {
            StoredUse::Between(fraction) => (words.between)(&share(fraction)),
            StoredUse::One => words.one.into(),
            StoredUse::None => words.none.into(),
        }
    }

    /// What is said of what is stored.
    #[must_use]
    pub fn stored(self, text: &StoredText) -> String {
        let words = self.stored_words();
        let listed = |from, used| (words.listed)(self.stored_poses(from), &self.stored_use(used));
        match text {
            StoredText::OfShip { ship, from, used } => {
                format!("{}: {}", (words.ship)(ship), listed(*from, *used))
            }
            StoredText::NothingUsed { ship } => {
                format!("{}: {}", (words.ship)(ship), words.nothing_used)
            }
            StoredText::Example { from, used } => listed(*from, *used),
            StoredText::PointAtShip => words.point_at_ship.into(),
            StoredText::NoSuchShip => words.no_such_ship.into(),
            StoredText::NotInCapture => words.not_in_capture.into(),
        }
    }
}
