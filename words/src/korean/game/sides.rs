//! The two sides of a room, in Korean.

use alloc::{format, string::String};

use crate::game::SideWords;

pub(super) const WORDS: SideWords = SideWords {
    your_side: "우리 편",
    side,
    you_win: |(own, other)| format!("우리 편 승리, {own} 대 {other}"),
    they_win: |ms, (won, lost)| format!("{} 승리, {won} 대 {lost}", side(ms)),
    link_is_set: |ms| {
        format!(
            "나는 {}입니다. 이 페이지가 내 핑을 {ms} ms까지 높이므로 여기서는 회선을 설정할 수 \
             없습니다.",
            side(ms)
        )
    },
    not_kept: "이 플레이어의 핑은 자기 편의 핑보다 30 ms 이상 낮습니다.",
    by_side: "핑에 따른 킬",
    headings: ["편", "핑", "인원", "킬/분", "데스/분", "명중률"],
    of_players: "킬과 데스는 플레이어 한 명 기준이며, 봇은 빠집니다.",
    of_bots: "플레이어가 없는 편은 봇의 수치입니다.",
    bar: |[one, other], [kills, other_kills]| {
        format!("1분당 킬: {one} {kills}, {other} {other_kills}")
    },
};

fn side(round_trip_ms: u16) -> String {
    format!("{round_trip_ms} ms 편")
}
