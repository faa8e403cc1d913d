//! What the controls of lessons are called in Japanese: a control goes in, its name comes out.

use lab::lesson_control::{LessonButton, LessonSlider};
use shared::netcode::setting::Setting;

use super::panels;

/// What a button does, as it says itself.
pub(crate) const fn button(button: LessonButton) -> &'static str {
    match button {
        LessonButton::Fly => "自分で操縦する",
        LessonButton::PlayOrPause => "時間を止める、進める",
        LessonButton::FrameOn => "1フレーム進める",
        LessonButton::OtherScreen => "相手プレイヤーの画面だけを見る",
        LessonButton::NewestShot => "最新のショットを調べる",
        LessonButton::Schemes => "方式を選ぶ",
        LessonButton::Network => "回線を選ぶ",
    }
}

/// What a slider moves.
pub(crate) fn slider(slider: LessonSlider) -> &'static str {
    match slider {
        LessonSlider::RoundTrip => "あなたの往復時間",
        LessonSlider::Setting { setting: Setting::Interpolation, .. } => "Bの補間遅延",
        LessonSlider::Setting { setting: Setting::RewindBound, .. } => "サーバーがさかのぼる時間",
        LessonSlider::Setting { setting: Setting::Delay, .. } => "遅延D",
        LessonSlider::Setting { setting: Setting::LockstepTicks, .. } => {
            "コマンドが効くまでのティック数"
        }
        LessonSlider::Setting { setting, .. } => panels::setting::title(setting),
    }
}
