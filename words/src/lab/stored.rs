//! Texts about the poses that the server has stored for a ship.

use alloc::{format, string::String};

use shared::judge::rule_table::TargetPoses;

use crate::{
    figures::share,
    language::{Language, in_language},
    names::ShipName,
};

/// How the judged pose derives from the stored ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StoredUse {
    /// Interpolated between two: the fraction of the way from the older to the newer, 0 to 1.
    Between(f32),
    /// Equal to one of them.
    One,
    /// Not from a stored pose.
    None,
}

/// A text about stored poses.
#[derive(Clone, Debug, PartialEq)]
pub enum StoredText {
    /// The poses that count for a beam fired at a ship now.
    OfShip { ship: ShipName, from: TargetPoses, used: StoredUse },
    /// No stored pose counts.
    NothingUsed { ship: ShipName },
    /// Heading of a lesson's example.
    Example { from: TargetPoses, used: StoredUse },
    /// The key selected the pointer again, which is at no ship.
    PointAtShip,
    /// That ship is not in the match.
    NoSuchShip,
    /// A capture does not hold the server's stored poses.
    NotInCapture,
}

/// Texts about stored poses.
pub(crate) struct StoredWords {
    /// Their names, by source.
    pub(crate) ticks: &'static str,
    pub(crate) snapshots: &'static str,
    pub(crate) records: &'static str,
    pub(crate) markers: &'static str,
    /// The judged pose: at a share of the way between two, equal to one, or from none.
    pub(crate) between: fn(&str) -> String,
    pub(crate) one: &'static str,
    pub(crate) none: &'static str,
    /// Name and use together.
    pub(crate) listed: fn(&str, &str) -> String,
    /// A ship's name before the text about it; then the texts without stored poses.
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

    /// Name of the stored poses that a rule uses.
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

    /// How the judged pose derives from the stored ones.
    #[must_use]
    pub fn stored_use(self, used: StoredUse) -> String {
        let words = self.stored_words();
        match used {
            StoredUse::Between(fraction) => (words.between)(&share(fraction)),
            StoredUse::One => words.one.into(),
            StoredUse::None => words.none.into(),
        }
    }

    /// A text about stored poses.
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
