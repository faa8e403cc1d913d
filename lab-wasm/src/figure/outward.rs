//! What the page around a figure can ask of it: a question whose outcome it hides, and a link to
//! what it shows.

use lab::{moment::Moment, run::Run, run_playback::RunPlayback};

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
        self.rest();
        if let Some(awake) = &mut self.awake {
            awake.after_survey = AfterSurvey::StandBefore;
        }
        self.say();
    }

    /// Plays to the outcome.
    pub(super) fn tell(&mut self) {
        if self.asking == Asking::Open {
            self.asking = Asking::Told;
        }
        if let Some(awake) = &mut self.awake {
            awake.after_survey = AfterSurvey::PlayToCue;
            awake.transport.set_pace(Pace::Playing);
            awake.still = None;
        }
    }

    /// Whether the outcome is hidden now.
    pub(super) fn hides_outcome(&self) -> bool {
        let reached = self.awake.as_ref().is_some_and(|awake| {
            awake.watch.cue().is_some_and(|cue| awake.playback.frame() >= cue.frame)
        });
        match self.asking {
            Asking::No => false,
            Asking::Open => true,
            Asking::Told => !reached,
        }
    }

    /// The fragment of a link to what is shown; empty if it is too long.
    pub(super) fn moment(&self, flown: Flown) -> String {
        let shown = self
            .awake
            .as_ref()
            .filter(|awake| flown == Flown::Included || awake.hand.flight().is_none());
        let linked = match shown {
            Some(awake) => {
                let played = awake.playback.state().played_hash();
                Moment::of(&awake.playback, None).to_link(played)
            }
            None => {
                let Ok(start) = RunPlayback::new(self.setup.clone()) else { return String::new() };
                let frame = self.frame;
                let run = Run { frames: frame, ..Run::new(self.setup.clone()) };
                Moment { run, frame, shot: None }.to_link(start.state().played_hash())
            }
        };
        linked.unwrap_or_default()
    }
}
