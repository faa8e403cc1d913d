//! The scores, in Korean.

use alloc::format;

use crate::game::ScoreWords;

pub(super) const WORDS: ScoreWords = ScoreWords {
    kills: |_| "킬",
    deaths: |_| "데스",
    score: |kills, deaths| format!("{kills}킬 {deaths}데스"),
    in_room: |room| format!("‘{room}’ 방의 점수"),
    bots_at_level: |level| format!(" · 봇: 레벨 {level}"),
    away: "연결 끊김",
    bot: "봇",
    away_hint: |seconds| format!("연결이 끊겼습니다. 자리는 {seconds}초 동안 남아 있습니다."),
    aim_assist_legend: "◎ 조준 보정 사용 중",
    aim_assist_hint: "조준 보정 사용 중: 스틱의 조준이 기체 쪽으로 당겨집니다.",
    lag_not_equal: "이 플레이어의 명령은 방의 최소 랙만큼 기다리지 않습니다.",
};
