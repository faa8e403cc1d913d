//! The join screen's offers, in English.

use alloc::format;

use crate::game::JoinWords;

pub(super) const WORDS: JoinWords = JoinWords {
    bots_follow: "adapts to you",
    bot_ranks: ["Cadet", "Pilot", "Veteran", "Ace", "Legend"],
    single_rounds: "single rounds",
    best_of: |rounds| format!("best of {rounds}"),
    usual_bots: "usual bots",
    bots: |n| match n {
        0 => "no bots".into(),
        1 => "1 bot".into(),
        _ => format!("{n} bots"),
    },
    bots_of_rank: |bots, rank| format!("{bots}, {rank}"),
    no_sides: "free for all",
    sides: |[first, second]| format!("ping {first} against {second} ms"),
    listed_friend: "Play with anyone",
    listed_friend_hint: "A room for two: the round begins when somebody joins you",
    listed_room: "New listed room",
    listed_room_hint: "Its name is random: everyone sees it in the list and can join",
};
