//! What stands above the panes: whose truth each is, and which moment it shows.

use alloc::string::String;

use lab::lie::Lie;
use shared::base::time::Micros;

use crate::{
    lab::LabPlayer,
    language::{Language, in_language},
};

/// A pane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaneName {
    You,
    Server,
    OtherPlayer,
}

impl PaneName {
    /// All three, from left to right.
    pub const ALL: [Self; 3] = [Self::You, Self::Server, Self::OtherPlayer];
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

impl Language {
    /// A text above a pane.
    #[must_use]
    pub fn pane(self, text: PaneText, wording: Wording) -> String {
        in_language!(self, lab::panes::text(text, wording))
    }
}
