//! What the controls of lessons are called in Korean: a control goes in, its name comes out.

use lab::lesson_control::{LessonButton, LessonSlider};
use shared::netcode::setting::Setting;

use super::panels;

/// What a button does, as it says itself.
pub(crate) const fn button(button: LessonButton) -> &'static str {
    match button {
        LessonButton::Fly => "직접 조종하기",
        LessonButton::PlayOrPause => "시간 멈추기, 다시 흐르게 하기",
        LessonButton::FrameOn => "한 프레임 앞으로",
        LessonButton::OtherScreen => "상대 플레이어의 화면만 보기",
        LessonButton::NewestShot => "가장 새로운 사격 살펴보기",
        LessonButton::Schemes => "방식 고르기",
        LessonButton::Network => "회선 고르기",
    }
}

/// What a slider moves.
pub(crate) fn slider(slider: LessonSlider) -> &'static str {
    match slider {
        LessonSlider::RoundTrip => "내 왕복 시간",
        LessonSlider::Setting { setting: Setting::Interpolation, .. } => "B의 보간 지연",
        LessonSlider::Setting { setting: Setting::RewindBound, .. } => {
            "서버가 돌아보는 과거의 길이"
        }
        LessonSlider::Setting { setting: Setting::Delay, .. } => "지연 D",
        LessonSlider::Setting { setting: Setting::LockstepTicks, .. } => {
            "명령이 효력을 얻기까지의 틱 수"
        }
        LessonSlider::Setting { setting, .. } => panels::setting::title(setting),
    }
}
