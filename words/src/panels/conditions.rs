//! What the controls of a simulated link are called.

use shared::wire::conditions::{Condition, LinkMode};

use crate::{
    japanese, korean,
    language::{Language, in_language},
    texts::texts,
};

/// A text of the list of how losses show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CarrierText {
    /// What the list is called.
    Title,
    /// What to watch for when another one is chosen.
    Hint,
    /// One of the list.
    Mode(LinkMode),
}

impl CarrierText {
    /// Every one.
    pub const ALL: [Self; 4] =
        [Self::Title, Self::Hint, Self::Mode(LinkMode::Stream), Self::Mode(LinkMode::Datagram)];
}

texts! {
    /// A text for each condition of a link.
    ConditionTexts of Condition {
        Latency, Jitter, Loss, Burst, BurstLength, Duplicate, Reorder, Bandwidth,
    }
}

impl Language {
    /// What a condition is called.
    #[must_use]
    pub const fn condition(self, condition: Condition) -> &'static str {
        match self {
            Self::English => condition.spec().title,
            Self::Japanese => japanese::panels::conditions::TITLES.of(condition),
            Self::Korean => korean::panels::conditions::TITLES.of(condition),
        }
    }

    /// What a bandwidth of 0 is.
    #[must_use]
    pub const fn no_bound(self) -> &'static str {
        in_language!(self, &panels::conditions::NO_BOUND)
    }

    /// A text of the list of how losses show.
    #[must_use]
    pub const fn carrier(self, text: CarrierText) -> &'static str {
        in_language!(self, panels::conditions::carrier(text))
    }
}
