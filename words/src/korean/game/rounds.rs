//! Rounds, in Korean.

use alloc::format;

use crate::game::RoundWords;

pub(super) const WORDS: RoundWords = RoundWords {
    waiting: "대기 중",
    next_kill_wins: "연장: 다음 킬이 승리",
    of_goal: |goal| format!("/ {goal}"),
    over: "라운드 종료",
    last_shots: "이미 쏜 사격은 아직 유효합니다.",
    you_win: "승리!",
    a_draw: "무승부",
    wins: |winner| format!("{winner} 승리"),
    place: |place, of, score| format!("{of}대 중 {place}위: {score}"),
    own_best: |kills, time| format!("내 최고 기록: {time}에 {kills}킬."),
    new_own_best: |kills, time| format!("내 최고 기록 경신: {time}에 {kills}킬!"),
    room_best: |name, kills, time| format!("이 방의 최고 기록: {name}, {time}에 {kills}킬."),
    best_shot: |weapon, victim, length_u| format!("{victim}에게 쏜 {weapon}, 거리 {length_u} u"),
    own_disputed_shot: |weapon, target, apart_u| {
        format!("{target}에게 쏜 내 {weapon}: 서버가 가진 위치에서 {apart_u} u 떨어진 곳에서 판정")
    },
    disputed_shot: |weapon, shooter, apart_u| {
        format!("{shooter}의 {weapon}: 서버가 가진 내 위치에서 {apart_u} u 떨어진 곳에서 명중")
    },
    next_in: |seconds| format!("다음 라운드까지 {seconds}초"),
};
