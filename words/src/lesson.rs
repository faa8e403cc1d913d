//! Texts of the lessons, and labels of their controls.

use alloc::string::String;

use lab::{
    lesson::Lesson,
    lesson_control::{LessonButton, LessonSlider},
};
use shared::netcode::setting::Setting;

use crate::{
    figures,
    language::{Language, in_language},
};

/// The texts of a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LessonWords {
    /// The idea in a few words.
    pub title: &'static str,
    /// The explanation: a few sentences that read well without playing, each term explained where
    /// it first appears.
    pub text: &'static str,
    /// What to do in the match, and where.
    pub do_this: &'static str,
    /// What to watch for then.
    pub watch_that: &'static str,
}

/// Labels of the lessons' controls.
pub(crate) struct LessonControls {
    pub(crate) fly: &'static str,
    pub(crate) play_or_pause: &'static str,
    pub(crate) frame_on: &'static str,
    pub(crate) other_screen: &'static str,
    pub(crate) newest_shot: &'static str,
    pub(crate) schemes: &'static str,
    pub(crate) network: &'static str,
    pub(crate) round_trip: &'static str,
    pub(crate) jitter: &'static str,
    pub(crate) loss: &'static str,
    /// In the first column, and in the second.
    pub(crate) interpolation_in_a: &'static str,
    pub(crate) interpolation: &'static str,
    pub(crate) rewind_bound: &'static str,
    pub(crate) delay: &'static str,
    pub(crate) lockstep_ticks: &'static str,
}

impl Language {
    const fn lesson_controls(self) -> &'static LessonControls {
        in_language!(self, &lesson::CONTROLS)
    }

    /// The texts of a lesson.
    #[must_use]
    pub const fn lesson(self, lesson: Lesson) -> &'static LessonWords {
        match lesson {
            Lesson::Latency => in_language!(self, &lesson::LATENCY),
            Lesson::Zones => in_language!(self, &lesson::ZONES),
            Lesson::Prediction => in_language!(self, &lesson::PREDICTION),
            Lesson::Interpolation => in_language!(self, &lesson::INTERPOLATION),
            Lesson::LateLaser => in_language!(self, &lesson::LATE_LASER),
            Lesson::Convergence => in_language!(self, &lesson::CONVERGENCE),
            Lesson::Rewinding => in_language!(self, &lesson::REWINDING),
            Lesson::Cover => in_language!(self, &lesson::COVER),
            Lesson::AgreeLater => in_language!(self, &lesson::AGREE_LATER),
            Lesson::Choose => in_language!(self, &lesson::CHOOSE),
        }
    }

    /// Label of a lesson's button.
    #[must_use]
    pub const fn lesson_button(self, button: LessonButton) -> &'static str {
        let controls = self.lesson_controls();
        match button {
            LessonButton::Fly => controls.fly,
            LessonButton::PlayOrPause => controls.play_or_pause,
            LessonButton::FrameOn => controls.frame_on,
            LessonButton::OtherScreen => controls.other_screen,
            LessonButton::NewestShot => controls.newest_shot,
            LessonButton::Schemes => controls.schemes,
            LessonButton::Network => controls.network,
        }
    }

    /// Label of a lesson's slider.
    #[must_use]
    pub fn lesson_slider(self, slider: LessonSlider) -> &'static str {
        let controls = self.lesson_controls();
        match slider {
            LessonSlider::RoundTrip => controls.round_trip,
            LessonSlider::Jitter => controls.jitter,
            LessonSlider::Loss => controls.loss,
            LessonSlider::Setting { column: 0, setting: Setting::Interpolation, .. } => {
                controls.interpolation_in_a
            }
            LessonSlider::Setting { setting, .. } => match setting {
                Setting::Interpolation => controls.interpolation,
                Setting::RewindBound => controls.rewind_bound,
                Setting::Delay => controls.delay,
                Setting::LockstepTicks => controls.lockstep_ticks,
                setting => self.setting(setting),
            },
        }
    }

    /// A slider's value with its unit.
    #[must_use]
    pub fn control(self, slider: LessonSlider, value: u32) -> String {
        figures::control(slider, value)
    }
}
