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
    nobody_yet: "아직 아무도 없습니다. 지금 들어가면 첫 번째입니다",
    waits_for: |n| format!("{n}명 더 오면 시작"),
    own_netcode: "직접 만든 넷코드",
    endless: "무제한",
    rounds: |kills, time| format!("{kills}킬 선취 또는 {time}"),
    closed: "닫힌 방입니다",
    unreadable: "방 목록을 불러올 수 없습니다.",
    more: |n| format!("그 외 방 {n}개"),
};
