//! What a server has stored of a ship, in Japanese.

use alloc::format;

use crate::{japanese::person, lab::StoredWords};

pub(crate) const WORDS: StoredWords = StoredWords {
    ticks: "ティック",
    snapshots: "スナップショット",
    records: "記録",
    markers: "マーカー",
    between: |share| format!("間の{share}の所"),
    one: "1つをそのまま",
    none: "使われていない",
    listed: |poses, used| format!("{poses}、{used}"),
    ship: person::ship,
    nothing_used: "保存されたものは使われず、ビームは今いる場所で当たる",
    point_at_ship: "機体を指すと、保存されたものが表示されます。",
    no_such_ship: "保存されたものはありません。その機体は試合にいません。",
    not_in_capture: "サーバーが保存したものは、キャプチャには入っていません。",
};
