//! The game's page in English, one file per part.

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

use crate::game::GameWords;

pub(crate) const GAME: GameWords = GameWords {
    address: address::WORDS,
    connection: connection::WORDS,
    controls: controls::WORDS,
    join: join::WORDS,
    link: link::WORDS,
    play: play::WORDS,
    replay: replay::WORDS,
    room_list: room_list::WORDS,
    rounds: rounds::WORDS,
    rules: rules::WORDS,
    scores: scores::WORDS,
    see_lag: see_lag::WORDS,
    sides: sides::WORDS,
    series: series::WORDS,
    watch: watch::WORDS,
};
