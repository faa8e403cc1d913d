//! The players of a match of the laboratory, and what stands above the panes: whose truth each is,
//! and which moment it shows.

use alloc::{format, string::String};

use lab::lie::Lie;
use shared::base::time::Micros;

use crate::{
    columns::of_column,
    figures::signed_ms,
    language::{Language, in_language},
    texts::texts,
};

texts! {
    /// What players are called.
    LabPlayerTexts of
    /// A player of a match of the laboratory.
    pub enum LabPlayer {
        /// Who is told.
        You,
        Other,
        Third,
    }
}

impl LabPlayer {
    /// The player of an index.
    #[must_use]
    pub const fn of(index: usize) -> Self {
        match index {
            0 => Self::You,
            1 => Self::Other,
            _ => Self::Third,
        }
    }
}

texts! {
    /// What panes are called.
    PaneNameTexts of
    /// A pane, from left to right.
    pub enum PaneName {
        You,
        Server,
        OtherPlayer,
    }
}

/// How much is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wording {
    Full,
    /// Where room is short.
    Short,
    /// Where there is none but for whose it is.
    Least,
}

/// A text above a pane, of its button, beside it or below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaneText<'a> {
    /// Whose it is; in the first pane of one of two columns, which column and what it runs under;
    /// and what its player's program lies about, if it does.
    Title {
        pane: PaneName,
        column: Option<(usize, &'a str)>,
        lie: Option<Lie>,
    },
    /// The server's tick.
    Tick(u32),
    /// How far ahead of the server's moment a screen has its own ship, and the others.
    Moments {
        own: Micros,
        others: Micros,
    },
    /// What the button in the corner does.
    AllTheRoom,
    /// The same, said with the pane.
    AllTheRoomFor(PaneName),
    /// Between two panes that show something at the same place.
    SamePlace,
    /// Beside the packets of a player: those to the server, and those from it.
    WayUp(LabPlayer),
    WayDown(LabPlayer),
}

/// What stands above the panes, beside and below them.
pub(crate) struct PaneWords {
    pub(crate) names: PaneNameTexts,
    /// Whose pane it is, behind what its column runs under.
    pub(crate) you: &'static str,
    /// That a player's program lies, and about what.
    pub(crate) lying: &'static str,
    pub(crate) lying_about: fn(&str) -> String,
    pub(crate) tick: fn(u32) -> String,
    /// How far ahead of the server's moment a screen has its own ship, and the others, in ms.
    pub(crate) moments: fn(&str, &str) -> String,
    pub(crate) all_the_room: &'static str,
    pub(crate) all_the_room_for: fn(&str) -> String,
    pub(crate) same_place: &'static str,
    /// At the end of a player's way up.
    pub(crate) server: &'static str,
}

impl Language {
    /// What a player is called on buttons and beside lanes.
    #[must_use]
    pub const fn lab_player(self, player: LabPlayer) -> &'static str {
        in_language!(self, &lab::panes::PLAYERS).of(player)
    }

    /// A text above a pane.
    #[must_use]
    pub fn pane(self, text: PaneText, wording: Wording) -> String {
        let words: &PaneWords = in_language!(self, &lab::panes::PANES);
        match text {
            PaneText::Title { pane, column, lie } => {
                let name = match (column, wording) {
                    (Some((column, scheme)), Wording::Full) => {
                        of_column(column, &format!("{scheme}: {}", words.you))
                    }
                    (Some((column, scheme)), Wording::Short) => of_column(column, scheme),
                    (Some((column, _)), Wording::Least) => of_column(column, words.you),
                    (None, _) => words.names.of(pane).into(),
                };
                let lying = match (lie, wording) {
                    (None, _) => return name,
                    (Some(lie), Wording::Full) => (words.lying_about)(self.lie(lie).title),
                    (Some(_), Wording::Short | Wording::Least) => words.lying.into(),
                };
                // First, so that no narrow pane cuts it off.
                format!("{lying} · {name}")
            }
            PaneText::Tick(tick) => (words.tick)(tick),
            PaneText::Moments { own, others } => {
                let (own, others) = (signed_ms(own), signed_ms(others));
                match wording {
                    Wording::Full => (words.moments)(&own, &others),
                    Wording::Short | Wording::Least => format!("{own}, {others} ms"),
                }
            }
            PaneText::AllTheRoom => words.all_the_room.into(),
            PaneText::AllTheRoomFor(pane) => (words.all_the_room_for)(words.names.of(pane)),
            PaneText::SamePlace => words.same_place.into(),
            PaneText::WayUp(player) => format!("{} → {}", self.lab_player(player), words.server),
            PaneText::WayDown(player) => format!("{} ← {}", self.lab_player(player), words.server),
        }
    }
}
