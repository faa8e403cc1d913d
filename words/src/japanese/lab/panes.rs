//! The players of the laboratory, and what stands above the panes, in Japanese.

use alloc::format;

use crate::lab::{LabPlayerTexts, PaneNameTexts, PaneWords};

pub(crate) const PLAYERS: LabPlayerTexts =
    LabPlayerTexts { You: "あなた", Other: "相手", Third: "3人目" };

pub(crate) const WORDS: PaneWords = PaneWords {
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
    same_place: "同じ場所",
    server: "サーバー",
};
