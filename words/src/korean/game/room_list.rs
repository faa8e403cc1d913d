//! The list of open rooms, in Korean.

use alloc::format;

use crate::game::RoomListWords;

pub(super) const WORDS: RoomListWords = RoomListWords {
    join: "참가",
    watch: "관전",
    join_room: |room, players| format!("{room} 참가, {players}"),
    watch_room: |room| format!("{room} 관전"),
    lobby_on: |lobby, server| format!("{server}의 {lobby}"),
    players: |n, seats| format!("{seats}명 중 {n}명"),
    full: |players| format!("{players} · 만원"),
    nobody_yet: "아직 아무도 없습니다. 지금 들어가면 첫 번째입니다",
    waits_for: |n| format!("{n}명 더 오면 시작"),
    netcode: |title| format!("넷코드: {title}"),
    custom_netcode: "사용자 설정 넷코드",
    endless: "무제한",
    rounds: |kills, time| format!("{kills}킬 선취 또는 {time}"),
    closed: "닫힌 방입니다",
    summary: |players, rooms| format!("방 {rooms}개에서 {players}명이 플레이 중: 목록 보기"),
    unreadable: "방 목록을 불러올 수 없습니다.",
    more: |n| format!("그 외 방 {n}개"),
};
