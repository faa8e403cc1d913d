//! The bars of the laboratory in Japanese.

use alloc::{format, string::String};

use crate::lab::BarText;

pub(crate) fn text(text: BarText) -> String {
    match text {
        BarText::Play => "再生".into(),
        BarText::Pause => "一時停止".into(),
        BarText::LessonPlace { number, of } => format!("レッスン {number} / {of}"),
        BarText::More => "関連:".into(),
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
