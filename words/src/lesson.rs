//! What is said of a lesson, and what its controls are called: they go in, words in a language come
//! out.

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

/// What is said of a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LessonWords {
    /// Its idea in a few words.
    pub title: &'static str,
    /// What there is to know: a few sentences that read well without play, each term explained
    /// where it comes first.
    pub text: &'static str,
    /// What to do with the match, and where.
    pub do_this: &'static str,
    /// What to see then.
    pub watch_that: &'static str,
}

/// What the controls of lessons are called.
pub(crate) struct LessonControls {
    pub(crate) fly: &'static str,
    pub(crate) play_or_pause: &'static str,
    pub(crate) frame_on: &'static str,
    pub(crate) other_screen: &'static str,
    pub(crate) newest_shot: &'static str,
    pub(crate) schemes: &'static str,
    pub(crate) network: &'static str,
    pub(crate) round_trip: &'static str,
    pub(crate) interpolation: &'static str,
    pub(crate) rewind_bound: &'static str,
    pub(crate) delay: &'static str,
    pub(crate) lockstep_ticks: &'static str,
}

impl Language {
    const fn lesson_controls(self) -> &'static LessonControls {
        in_language!(self, &lesson::CONTROLS)
    }

    /// What is said of a lesson.
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

    /// What a button of a lesson does, as it says itself.
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

    /// What a slider of a lesson moves.
    #[must_use]
    pub fn lesson_slider(self, slider: LessonSlider) -> &'static str {
        let controls = self.lesson_controls();
        match slider {
            LessonSlider::RoundTrip => controls.round_trip,
            LessonSlider::Setting { setting, .. } => match setting {
                Setting::Interpolation => controls.interpolation,
                Setting::RewindBound => controls.rewind_bound,
                Setting::Delay => controls.delay,
                Setting::LockstepTicks => controls.lockstep_ticks,
                setting => self.setting(setting),
            },
        }
    }

    /// The number of a control, with its unit.
    #[must_use]
    pub fn control(self, slider: LessonSlider, value: u32) -> String {
        figures::control(slider, value)
    }
}
