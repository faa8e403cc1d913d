//! What follows a round, in Korean.

use alloc::{format, string::String, vec::Vec};

use crate::game::SeriesWords;

pub(super) const WORDS: SeriesWords = SeriesWords {
    revenge: "복수전",
    next_round: "다음 라운드",
    next_series: "다음 시리즈",
    wants_revenge: |player| format!("{player} 님이 복수전을 원합니다."),
    wants_another: |player| format!("{player} 님이 한 라운드 더 원합니다."),
    players_want_another: |n, of| format!("{of}명 중 {n}명이 한 라운드 더 원합니다."),
    waiting_for: |player| format!("{player} 님을 기다리는 중입니다."),
    waiting_for_players: |n| format!("{n}명을 기다리는 중입니다."),
    you: "나",
    state: |best_of, won| {
        let won: Vec<String> = won.iter().map(|(name, won)| format!("{name} {won}")).collect();
        format!("{best_of}판 승부 · {}", won.join(", "))
    },
    you_win_round: "라운드 승리",
    wins_round: |winner| format!("라운드는 {winner} 승리"),
    next_decides: "다음 라운드가 결승입니다.",
    you_win: "시리즈 내 승리",
    wins: |winner| format!("시리즈 {winner} 승리"),
    round: |winner, kills, rival_kills| {
        format!("{} {kills} : {rival_kills}", winner.unwrap_or("나"))
    },
    drawn_round: |kills, rival_kills| format!("무승부 {kills} : {rival_kills}"),
    other_side: "상대 편",
    record: |other, won, lost| format!("{other} 님과의 시리즈: {won}승 {lost}패."),
    next_in: |seconds| format!("다음 시리즈까지 {seconds}초"),
};
