//! The bars of the laboratory in Korean.

use alloc::{format, string::String};

use crate::lab::BarText;

pub(crate) fn text(text: BarText) -> String {
    match text {
        BarText::Play => "재생".into(),
        BarText::Pause => "일시 정지".into(),
        BarText::LessonPlace { number, of } => format!("레슨 {number}/{of}"),
        BarText::More => "더 보기:".into(),
        BarText::NoScheme => "없음".into(),
        BarText::Compare => "비교하기 (B)".into(),
        BarText::EndComparison => "비교 끝내기 (B)".into(),
        BarText::CaptureTitle { room } => format!("‘{room}’ 방의 캡처"),
        BarText::CaptureWatch => {
            "온라인 경기의 한 플레이어가 받은 것을, 그 화면이 그린 대로 보여 줍니다.".into()
        }
        BarText::RingPlace { slot: None, nth, of } => format!("{nth}/{of}"),
        BarText::RingPlace { slot: Some(slot), nth, of } => format!("{slot}, {nth}/{of}"),
    }
}
