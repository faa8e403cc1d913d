//! The players of a laboratory match, and the texts around the panes: whose truth each shows, and
//! which moment.

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
    /// Names of the players.
    LabPlayerTexts of
    /// A player of a laboratory match.
    pub enum LabPlayer {
        /// The viewer.
        You,
        Other,
        Third,
    }
}

impl LabPlayer {
    /// The player with an index; the viewer is 0.
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
    /// Names of the panes.
    PaneNameTexts of
    /// A pane, from left to right.
    pub enum PaneName {
        You,
        Server,
        OtherPlayer,
    }
}

/// How long a text may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wording {
    Full,
    /// For little space.
    Short,
    /// For the least space: only whose pane it is.
    Least,
}

/// A text above, beside or below a pane, or of its button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaneText<'a> {
    /// Whose it is; in the first pane of one of two columns, the column's index and scheme; and
    /// the lie of its player's program, if it lies.
    Title {
        pane: PaneName,
        column: Option<(usize, &'a str)>,
        lie: Option<Lie>,
    },
    /// The server's tick.
    Tick(u32),
    /// How far ahead of the server's time a screen draws its own ship, and the others.
    Moments {
        own: Micros,
        others: Micros,
    },
    /// The maximise button in the corner.
    AllTheRoom,
    /// The same, with the pane's name.
    AllTheRoomFor(PaneName),
    /// Beside a player's packets: to the server, and from it.
    WayUp(LabPlayer),
    WayDown(LabPlayer),
}

/// Texts above, beside and below the panes.
pub(crate) struct PaneWords {
    pub(crate) names: PaneNameTexts,
    /// Whose pane it is, after its column's scheme.
    pub(crate) you: &'static str,
    /// A player's program lies: without, and with the title of the lie.
    pub(crate) lying: &'static str,
    pub(crate) lying_about: fn(&str) -> String,
    pub(crate) tick: fn(u32) -> String,
    /// How far ahead of the server's time a screen draws its own ship, and the others, in ms.
    pub(crate) moments: fn(&str, &str) -> String,
    pub(crate) all_the_room: &'static str,
    pub(crate) all_the_room_for: fn(&str) -> String,
    /// The server, at the end of a player's uplink.
    pub(crate) server: &'static str,
}

impl Language {
    /// Name of a player on buttons and beside lanes.
    #[must_use]
    pub const fn lab_player(self, player: LabPlayer) -> &'static str {
        in_language!(self, &lab::panes::PLAYERS).of(player)
    }

    /// A text around a pane.
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
                // First, so a narrow pane does not cut it off.
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
            PaneText::WayUp(player) => format!("{} → {}", self.lab_player(player), words.server),
            PaneText::WayDown(player) => format!("{} ← {}", self.lab_player(player), words.server),
        }
    }
}
