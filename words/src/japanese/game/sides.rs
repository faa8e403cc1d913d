//! The two sides of a room, in Japanese.

use alloc::{format, string::String};

use crate::game::SideWords;

pub(super) const WORDS: SideWords = SideWords {
    your_side: "味方陣営",
    side,
    you_win: |(own, other)| format!("味方の勝ち、{own}対{other}"),
    they_win: |ms, (won, lost)| format!("{}の勝ち、{won}対{lost}", side(ms)),
    link_is_set: |ms| {
        format!(
            "あなたは{}です。このページがあなたのpingを{ms} msまで引き上げるので、ここでは回線を設定\
             できません。",
            side(ms)
        )
    },
    not_kept: "このプレイヤーのpingは、陣営のpingより30 ms以上低くなっています。",
    by_side: "ping別のキル",
    headings: ["陣営", "ping", "人数", "キル/分", "デス/分", "命中率"],
    of_players: "キルとデスはプレイヤー1人あたり。ボットは含みません。",
    of_bots: "プレイヤーのいない陣営は、ボットの数値です。",
    bar: |[one, other], [kills, other_kills]| {
        format!("1分あたりのキル: {one} {kills}、{other} {other_kills}")
    },
};

fn side(round_trip_ms: u16) -> String {
    format!("{round_trip_ms} ms陣営")
}
