//! Names of the laboratory's players, texts around the panes, and texts about the poses that the
//! server has stored for a ship, in Japanese.

use alloc::{format, string::String};

use crate::{
    japanese::person,
    lab::{BarText, LabPlayerTexts, PaneNameTexts, PaneWords, StoredWords},
};

pub(crate) const PLAYERS: LabPlayerTexts =
    LabPlayerTexts { You: "あなた", Other: "相手", Third: "3人目" };

pub(crate) const PANES: PaneWords = PaneWords {
    names: PaneNameTexts {
        You: "あなた", Server: "サーバー", OtherPlayer: "相手プレイヤー"
    },
    you: "あなた",
    lying: "嘘",
    lying_about: |lie| format!("嘘({lie})"),
    tick: |tick| format!("ティック{tick}"),
    moments: |own, others| format!("自分{own} ms、ほか{others} ms"),
    all_the_room: "この画面だけを広げる、または3つとも見る",
    all_the_room_for: |pane| format!("{pane}: この画面だけを広げる"),
    server: "サーバー",
};

pub(crate) fn bar(text: BarText) -> String {
    match text {
        BarText::Play => "再生".into(),
        BarText::Pause => "一時停止".into(),
        BarText::LessonPlace { number, of } => format!("レッスン {number} / {of}"),
        BarText::More => "関連するシナリオ".into(),
        BarText::NoScheme => "なし".into(),
        BarText::Compare => "比べる(B)".into(),
        BarText::EndComparison => "比較をやめる(B)".into(),
        BarText::CaptureTitle { room } => format!("ルーム「{room}」のキャプチャ"),
        BarText::CaptureWatch => {
            "オンラインの試合で1人のプレイヤーが受け取ったものを、その画面のとおりに描いています。"
                .into()
        }
        BarText::RingPlace { slot: None, nth, of } => format!("{of}件中{nth}件目"),
        BarText::RingPlace { slot: Some(slot), nth, of } => format!("{slot}、{of}件中{nth}件目"),
    }
}

pub(crate) const STORED: StoredWords = StoredWords {
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
