//! Texts of the game's page, except those of its markup: one struct per part of the page. Each
//! language defines them as constants, so a text that one of them lacks does not compile.

mod address;
mod connection;
mod controls;
mod join;
mod link;
pub(crate) mod page;
mod play;
mod replay;
mod room_list;
mod rounds;
mod rules;
mod scores;
mod see_lag;
mod series;
mod sides;
mod watch;

pub use address::{AddressFault, AddressWords};
pub use connection::ConnectionWords;
pub use controls::ControlWords;
pub use join::JoinWords;
pub use link::LinkWords;
pub use page::GamePageText;
pub use play::PlayWords;
pub use replay::{Offset, OffsetFrom, ReplayWords};
pub use room_list::RoomListWords;
pub use rounds::RoundWords;
pub use rules::RuleWords;
pub use scores::ScoreWords;
pub use see_lag::SeeLagWords;
pub use series::SeriesWords;
pub use sides::SideWords;
pub use watch::WatchWords;

use crate::language::{Language, in_language};

/// Marks the player who leads a round, and one who uses aim assist.
pub const LEADER_SIGN: &str = "♛";
pub const AIM_ASSIST_SIGN: &str = "◎";

/// The texts of the game's page in a language.
pub struct GameWords {
    pub address: AddressWords,
    pub connection: ConnectionWords,
    pub controls: ControlWords,
    pub join: JoinWords,
    pub link: LinkWords,
    pub play: PlayWords,
    pub replay: ReplayWords,
    pub room_list: RoomListWords,
    pub rounds: RoundWords,
    pub rules: RuleWords,
    pub scores: ScoreWords,
    pub see_lag: SeeLagWords,
    pub sides: SideWords,
    pub series: SeriesWords,
    pub watch: WatchWords,
}

impl Language {
    /// The texts of the game's page.
    #[must_use]
    pub fn game(self) -> &'static GameWords {
        in_language!(self, &game::GAME)
    }
}
