//! Wakes a figure and puts it to sleep, and restarts its match with the reader's choices.

use web_ui::shell::frames::Frames;

use super::{
    Figure,
    awake::{AfterSurvey, Awake, BeforePrint},
    event::Event,
    flight::Hand,
    outward::Asking,
};
use crate::{time::transport::Pace, view::framing::Framing};

/// Frames surveyed per picture after a change.
const AHEAD_FRAMES: u32 = 60;

impl Figure {
    /// Plays its match: at first from shortly before its cue, then from where it was.
    pub(super) fn wake(&mut self) {
        let Some(window) = self.elements.place.owner_document().and_then(|one| one.default_view())
        else {
            return;
        };
        if self.awake.is_some() {
            return;
        }
        // Includes choices made while it was asleep.
        self.setup = self.controls.chosen();
        let frames = Frames::new(&window, self.mailbox.clone(), || Event::Frame);
        match Awake::new(self.setup.clone(), frames, self.clock.now()) {
            Ok(mut awake) => {
                let cue = awake.watch.cue().map(|cue| cue.frame);
                if self.is_new {
                    self.holds = awake.watch.cue().map(Framing::holds).unwrap_or_default();
                    self.frame = self.spec.at.unwrap_or(awake.first_frame());
                    if let Some(cue) = cue.filter(|_| self.media.reduced_motion()) {
                        (self.frame, self.pace) = (cue, Pace::Paused);
                    }
                }
                self.is_new = false;
                awake.transport.set_pace(self.pace);
                awake.go_to(self.frame);
                self.awake = Some(awake);
                self.fit();
                self.say();
            }
            // Unreachable: tests run every scenario with every preset.
            Err(error) => self.elements.sentence.say(&error.to_string()),
        }
    }

    /// Keeps its position and frees the rest.
    pub(super) fn sleep(&mut self) {
        if let Some(awake) = self.awake.take() {
            self.frame = awake.playback.frame();
            self.pace = awake.transport.pace();
            // A flight ends; the figure begins again.
            if !matches!(awake.hand, Hand::Rests) {
                (self.is_new, self.pace) = (true, Pace::Playing);
            }
        }
        self.say_flight();
    }

    /// Pauses at its decisive moment, drawn at once.
    pub(super) fn print(&mut self) {
        let was_asleep = self.awake.is_none();
        self.wake();
        let Some(awake) = &mut self.awake else { return };
        let (frame, pace) = (awake.playback.frame(), awake.transport.pace());
        self.before_print = Some(BeforePrint { frame, pace, was_asleep });
        awake.transport.set_pace(Pace::Paused);
        if let Some(cue) = awake.watch.cue().map(|cue| cue.frame) {
            awake.go_to(cue);
        }
        self.draw(self.clock.now(), f32::INFINITY);
        self.say();
    }

    /// Returns to where it was.
    pub(super) fn printed(&mut self) {
        let (Some(before), Some(awake)) = (self.before_print.take(), &mut self.awake) else {
            return;
        };
        awake.go_to(before.frame);
        awake.transport.set_pace(before.pace);
        // In the theme of its page again, also if it sleeps from now on.
        self.draw(self.clock.now(), f32::INFINITY);
        if before.was_asleep {
            self.sleep();
        }
        self.say();
    }

    /// Draws its picture anew after it was lost, also asleep.
    pub(super) fn restored(&mut self) {
        if self.is_new {
            return;
        }
        let was_asleep = self.awake.is_none();
        self.wake();
        self.draw(self.clock.now(), f32::INFINITY);
        if was_asleep {
            self.sleep();
        }
    }

    /// Handles a change of a control.
    pub(super) fn edited(&mut self) {
        let position = self.elements.position.value().parse().ok();
        let Some(awake) = &mut self.awake else { return };
        if let Some(frame) = position.filter(|frame| *frame != self.shown_frame) {
            awake.transport.set_pace(Pace::Paused);
            awake.go_to(frame);
        }
        if self.controls.chosen() != self.setup {
            awake.changed = true;
            self.asking = Asking::No;
        }
        self.say();
    }

    /// Restarts the match with the current choices, unless the survey of the previous choice is
    /// still running; then seeks to the decisive moment once that is known.
    pub(super) fn follow_choice(&mut self) {
        let Some(awake) = &mut self.awake else { return };
        let surveyed = awake.watch.look_ahead(AHEAD_FRAMES);
        if let Some(survey) = surveyed {
            awake.scene = survey.area().map_or(awake.scene, Framing::of);
            awake.go_after_survey();
        }
        if awake.changed && !awake.watch.looks_ahead() {
            awake.changed = false;
            self.setup = self.controls.chosen();
            self.begin_chosen();
        }
    }

    /// Begins the match with the current choices: a flight is flown anew, anything else is shown.
    fn begin_chosen(&mut self) {
        match &mut self.awake {
            Some(awake) if awake.hand.flight().is_some() => {
                awake.begin_flight(self.setup.clone());
                self.say_flight();
            }
            _ => self.show_chosen(AfterSurvey::ToCue),
        }
    }

    /// Shows the match with the current choices, as its scenario plays it.
    pub(super) fn show_chosen(&mut self, then: AfterSurvey) {
        let Some(awake) = &mut self.awake else { return };
        awake.hand = Hand::Rests;
        if let Err(error) = awake.begin(self.setup.clone(), then) {
            self.elements.sentence.say(&error.to_string());
        }
        self.say_flight();
    }
}
