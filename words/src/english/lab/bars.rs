//! The bars of the laboratory in English.

use alloc::{format, string::String};

use crate::lab::BarText;

pub(crate) fn text(text: BarText) -> String {
    match text {
        BarText::Play => "Play".into(),
        BarText::Pause => "Pause".into(),
        BarText::LessonPlace { number, of } => format!("Lesson {number} of {of}"),
        BarText::More => "More:".into(),
        BarText::NoScheme => "none".into(),
        BarText::Compare => "Compare (B)".into(),
        BarText::EndComparison => "End the comparison (B)".into(),
        BarText::CaptureTitle { room } => format!("A capture of the room “{room}”"),
        BarText::CaptureWatch => {
            "What one player of an online match received, as that screen drew it.".into()
        }
        BarText::RingPlace { slot: None, nth, of } => format!("{nth} of {of}"),
        BarText::RingPlace { slot: Some(slot), nth, of } => format!("{slot}, {nth} of {of}"),
    }
}
