//! Labels of a simulated link's controls.

use shared::wire::conditions::{Condition, LinkMode};

use crate::{
    japanese, korean,
    language::{Language, in_language},
    texts::texts,
};

/// A text of the carrier list, which sets how losses show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CarrierText {
    /// The list's label.
    Title,
    /// What to watch for when the choice changes.
    Hint,
    /// An entry of the list.
    Mode(LinkMode),
}

impl CarrierText {
    /// Every text of the list.
    pub const ALL: [Self; 4] =
        [Self::Title, Self::Hint, Self::Mode(LinkMode::Stream), Self::Mode(LinkMode::Datagram)];
}

texts! {
    /// One text per condition of a link.
    ConditionTexts of Condition {
        Latency, Jitter, Loss, Burst, BurstLength, Duplicate, Reorder, Bandwidth,
    }
}

impl Language {
    /// Name of a condition.
    #[must_use]
    pub const fn condition(self, condition: Condition) -> &'static str {
        match self {
            Self::English => condition.spec().title,
            Self::Japanese => japanese::panels::conditions::TITLES.of(condition),
            Self::Korean => korean::panels::conditions::TITLES.of(condition),
        }
    }

    /// Shown for a bandwidth of 0, which means no limit.
    #[must_use]
    pub const fn no_bound(self) -> &'static str {
        in_language!(self, &panels::conditions::NO_BOUND)
    }

    /// A text of the carrier list, which sets how losses show.
    #[must_use]
    pub const fn carrier(self, text: CarrierText) -> &'static str {
        in_language!(self, panels::conditions::carrier(text))
    }
}
