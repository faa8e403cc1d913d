//! The list of open rooms, in Japanese.

use alloc::format;

use crate::game::RoomListWords;

pub(super) const WORDS: RoomListWords = RoomListWords {
    join: "参加",
    watch: "観戦",
    join_room: |room, players| format!("{room}に参加、{players}"),
    watch_room: |room| format!("{room}を観戦"),
    lobby_on: |lobby, server| format!("{server}の{lobby}"),
    players: |n, seats| format!("{seats}人中{n}人"),
    full: |players| format!("{players}・満員"),
    nobody_yet: "まだ誰もいません。一番乗りできます",
    waits_for: |n| format!("あと{n}人で開始"),
    netcode: |title| format!("ネットコード：{title}"),
    custom_netcode: "カスタムのネットコード",
    endless: "エンドレス",
    rounds: |kills, time| format!("{kills}キル先取か{time}"),
    closed: "終了しました",
    summary: |players, rooms| format!("{rooms}ルームで{players}人がプレイ中。一覧を見る"),
    unreadable: "ルームの一覧を読み込めません。",
    more: |n| format!("ほかに{n}ルーム"),
};
