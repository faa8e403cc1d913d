//! Rounds, in Korean.

use alloc::{format, string::String};

use super::replay::ship_widths;
use crate::game::RoundWords;

pub(super) const WORDS: RoundWords = RoundWords {
    waiting: "대기 중",
    your_round_point: "내 라운드 포인트",
    your_match_point: "내 매치 포인트",
    round_point: |holder| format!("{holder} 라운드 포인트"),
    match_point: |holder| format!("{holder} 매치 포인트"),
    next_kill_wins: "다음 킬이 승리",
    overtime: "연장: 다음 킬이 승리",
    of_goal: |goal| format!("/ {goal}"),
    over: "라운드 종료",
    last_shots: "이미 쏜 사격은 아직 유효합니다.",
    you_win: "승리!",
    a_draw: "무승부",
    wins: |winner| format!("{winner} 승리"),
    place: |place, of, score| format!("{of}대 중 {place}위: {score}"),
    bot_level: |before, now, highest| {
        let from = if before == now { String::new() } else { format!("{before} → ") };
        format!("봇 레벨 {from}{now} / {highest}")
    },
    own_best: |kills, time| format!("내 최고 기록: {time}에 {kills}킬."),
    new_own_best: |kills, time| format!("내 최고 기록 경신: {time}에 {kills}킬!"),
    room_best: |name, kills, time| format!("이 방의 최고 기록: {name}, {time}에 {kills}킬."),
    best_shot: |weapon, victim, half_ships| {
        format!("{victim}에게 {weapon} 명중, {} 떨어진 거리", ship_widths(half_ships))
    },
    own_disputed_shot: |weapon, target, half_ships| {
        let apart = ship_widths(half_ships);
        format!("{target}에게 쏜 내 {weapon} 무효: 서버의 위치에서 {apart} 떨어진 곳에서 판정")
    },
    disputed_shot: |weapon, shooter, half_ships| {
        let apart = ship_widths(half_ships);
        format!("{shooter}의 {weapon}: 서버가 가진 내 위치에서 {apart} 떨어진 곳에서 명중")
    },
    next_in: |seconds| format!("다음 라운드까지 {seconds}초"),
};
