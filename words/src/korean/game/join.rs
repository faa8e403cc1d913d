//! The join screen's offers, in Korean.

use alloc::format;

use crate::game::JoinWords;

pub(super) const WORDS: JoinWords = JoinWords {
    bots_follow: "내 실력에 맞춤",
    bot_ranks: ["훈련생", "파일럿", "베테랑", "에이스", "전설"],
    single_rounds: "한 라운드씩",
    best_of: |rounds| format!("{rounds}판 승부"),
    usual_bots: "평소 봇",
    bots: |n| if n == 0 { "봇 없음".into() } else { format!("봇 {n}대") },
    bots_of_rank: |bots, rank| format!("{bots}, {rank}"),
    no_sides: "개인전",
    sides: |[first, second]| format!("핑 {first} 대 {second} ms"),
    listed_friend: "아무나와 대결",
    listed_friend_hint: "둘이 겨루는 공개 방입니다. 누군가 들어오면 라운드가 시작됩니다",
    listed_room: "새 공개 방",
    listed_room_hint: "방 이름은 무작위입니다. 목록에 나오고 누구나 들어올 수 있습니다",
};
