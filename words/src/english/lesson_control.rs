//! What the controls of lessons are called in English: a control goes in, its name comes out.

use lab::lesson_control::{LessonButton, LessonSlider};
use shared::netcode::setting::Setting;

/// What a button does, as it says itself.
pub(crate) const fn button(button: LessonButton) -> &'static str {
    match button {
        LessonButton::Fly => "Fly it yourself",
        LessonButton::PlayOrPause => "Stop time, or go on",
        LessonButton::FrameOn => "One frame on",
        LessonButton::OtherScreen => "The other player’s screen alone",
        LessonButton::NewestShot => "Look into the newest shot",
        LessonButton::Schemes => "Choose the schemes",
        LessonButton::Network => "Choose the connections",
    }
}

/// What a slider moves.
pub(crate) fn slider(slider: LessonSlider) -> &'static str {
    match slider {
        LessonSlider::RoundTrip => "Your round trip",
        LessonSlider::Setting { setting: Setting::Interpolation, .. } => {
            "Interpolation delay, in B"
        }
        LessonSlider::Setting { setting: Setting::RewindBound, .. } => {
            "How far back the server looks"
        }
        LessonSlider::Setting { setting: Setting::Delay, .. } => "Delay D",
        LessonSlider::Setting { setting: Setting::LockstepTicks, .. } => {
            "Ticks until a command counts"
        }
        LessonSlider::Setting { setting, .. } => setting.spec().title,
    }
}
