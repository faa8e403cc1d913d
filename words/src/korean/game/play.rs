//! What is said during play, in Korean.

use alloc::{format, string::String};

use crate::game::PlayWords;

pub(super) const WORDS: PlayWords = PlayWords {
    you: "나",
    joined: |player| format!("{player} 님이 들어왔습니다."),
    left: |player| format!("{player} 님이 나갔습니다."),
    is_back: |player| format!("{player} 님이 돌아왔습니다."),
    away: |player, seconds| {
        format!("{player} 님의 연결이 끊겼습니다. 자리는 {seconds}초 동안 남아 있습니다.")
    },
    shot_down: |killer, victim| format!("{killer}이(가) {victim} 격추"),
    you_shot_down: |victim| format!("내가 {victim} 격추"),
    you_were_shot_down: |killer| format!("{killer}이(가) 나를 격추"),
    look_into_shot: "이 사격 살펴보기",
    truce: "내가 움직이거나 쏘기 전까지 봇은 공격하지 않습니다. 최대 1분입니다.",
    refunded: |points| format!("체력 {points} 회복: 그 사격은 다른 기체에 먼저 맞았습니다."),
    points_back: |points| format!("+{points} 회복"),
    hit_undone: |victim| {
        format!("{victim} 명중이 취소되었습니다. 내 사격은 다른 기체에 먼저 맞았습니다.")
    },
    stalled: |seconds| {
        format!("서버가 {seconds}초 동안 멈췄습니다. 경기는 멈춘 곳에서 이어집니다.")
    },
    shot_you_down: |killer, weapon, side| {
        let from = side.map_or_else(String::new, |side| format!("{side}에서 "));
        let particle = if weapon.ends_with('빔') { "으로" } else { "로" };
        format!("{killer}이(가) {from}{weapon}{particle} 나를 격추했습니다.")
    },
    sides: ["오른쪽", "오른쪽 아래", "아래쪽", "왼쪽 아래", "왼쪽", "왼쪽 위", "위쪽", "오른쪽 위"],
    back_in: |seconds| format!("{seconds}초 뒤 복귀"),
    back_soon: "곧 복귀",
    watch_again: "다시 보기",
    why: "왜?",
    own_room: "나만의 비공개 방입니다. 이 링크로 친구를 초대하세요.",
    waiting_for_friend: "상대가 들어오면 라운드가 시작됩니다.",
    waiting_beside_bot: "상대가 들어오면 라운드가 시작됩니다. 그때까지는 봇과 싸웁니다.",
    only_with_link: "이 링크가 있는 사람만 들어올 수 있습니다.",
    listed: "공개된 방입니다. 참가 화면의 목록에서 누구나 들어올 수 있습니다.",
    shared_title: "Lagrange: 브라우저에서 즐기는 우주 대결",
    copied: "복사했습니다.",
    select_and_copy: "링크를 선택해서 복사하세요.",
    saved: |file, bytes, special| format!("저장했습니다: {file}, {bytes}바이트{special}."),
    capture_full: ", 캡처에 담을 수 있는 최대 크기",
    opens_at_shot: ". 실험실 페이지에 끌어다 놓으면 이 사격에서 열립니다",
    not_saved: "이 브라우저에서는 파일을 저장할 수 없습니다.",
    not_written: |error| format!("캡처를 파일로 만들 수 없습니다: {error}."),
};
