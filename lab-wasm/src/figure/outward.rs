//! What the page around a figure can ask of it: a question whose outcome it hides, and a link to
//! what it shows.

use lab::{moment::Moment, run_playback::RunPlayback};

use super::{Figure, awake::AfterSurvey};
use crate::time::transport::Pace;

/// Whether the outcome is a question to the reader.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Asking {
    #[default]
    No,
    /// The figure stands before the outcome.
    Open,
    /// It plays to the outcome, which is said when it is reached.
    Told,
    /// It was reached.
    Answered,
}

/// Whether a link includes the reader's flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flown {
    Included,
    LeftOut,
}

impl Figure {
    /// Sets a control and stands before the outcome.
    pub(super) fn ask(&mut self, control: usize, value: u32) {
        self.wake();
        self.controls.choose(control, value);
        self.setup = self.controls.chosen();
        self.asking = Asking::Open;
        self.notifier.forget();
        self.show_chosen(AfterSurvey::StandBefore);
        self.say();
    }

    /// Plays to the outcome.
    pub(super) fn tell(&mut self) {
        if self.asking == Asking::Open {
            self.asking = Asking::Told;
        }
        if let Some(awake) = &mut self.awake {
            // If the outcome is not known yet.
            awake.after_survey = AfterSurvey::PlayToCue;
            awake.transport.set_pace(Pace::Playing);
            awake.still = None;
        }
    }

    /// Notes that the outcome was reached, if it was.
    pub(super) fn observe_answer(&mut self) {
        let reached = self.awake.as_ref().is_some_and(|awake| match awake.watch.cue() {
            Some(cue) => awake.playback.frame() >= cue.frame,
            // There is none to wait for.
            None => !awake.watch.looks_ahead(),
        });
        if self.asking == Asking::Told && reached {
            self.asking = Asking::Answered;
        }
    }

    /// Whether the outcome is hidden now.
    pub(super) fn hides_outcome(&self) -> bool {
        matches!(self.asking, Asking::Open | Asking::Told)
    }

    /// The fragment of a link to what is shown; empty if it is too long.
    pub(super) fn moment(&self, flown: Flown) -> String {
        let shown = self
            .awake
            .as_ref()
            .filter(|awake| flown == Flown::Included || awake.hand.flight().is_none());
        let linked = match shown {
            Some(awake) => Moment::link_of(&awake.playback),
            None => {
                let Ok(mut playback) = RunPlayback::new(self.setup.clone()) else {
                    return String::new();
                };
                while playback.frame() < self.frame && playback.step().is_ok() {}
                Moment::link_of(&playback)
            }
        };
        linked.unwrap_or_default()
    }
}
