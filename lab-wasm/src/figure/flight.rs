//! The reader's hand in a figure: flies its first ship, or chooses when its gun fires.

use article::figure::FigureFlight;
use lab::{
    flight::{Flight, FlightButton, Hold},
    run_playback::RunPlayback,
    setup::Setup,
};
use words::FigureText;

use super::{
    Figure,
    awake::{AfterSurvey, Awake},
    flight_row::Answer,
};
use crate::time::transport::Pace;

/// What the reader does in a match.
#[derive(Default)]
pub(super) enum Hand {
    /// Only watches.
    #[default]
    Rests,
    /// Flies the first ship.
    Flies(Flight),
    /// Aims, at a match without the shot.
    Aims,
    /// Fired.
    Fired,
}

impl Hand {
    /// The flight, while the reader flies.
    pub(super) fn flight(&self) -> Option<&Flight> {
        match self {
            Self::Flies(flight) => Some(flight),
            Self::Rests | Self::Aims | Self::Fired => None,
        }
    }

    /// The playback moved to another frame.
    pub(super) fn handle_seek(&mut self) {
        if let Self::Flies(flight) = self {
            flight.handle_seek();
        }
    }
}

impl Awake {
    /// Begins a flight from the start of a match.
    pub(super) fn begin_flight(&mut self, setup: Setup) {
        let Ok(mut playback) = RunPlayback::new(setup) else { return };
        let Ok(mut flight) = Flight::begin(&mut playback) else { return };
        // What is held is held in the new flight, too.
        flight.buttons = self.hand.flight().map(|flight| flight.buttons).unwrap_or_default();
        self.begin_unsurveyed(playback);
        self.hand = Hand::Flies(flight);
    }

    /// Plays a match without a cue.
    fn begin_unsurveyed(&mut self, playback: RunPlayback) {
        self.playback = playback;
        self.watch.forget();
        self.transport.set_pace(Pace::Playing);
        self.transport.at_frame();
        self.still = None;
    }
}

impl Figure {
    /// Handles a button that is held to fly, or fires.
    pub(super) fn fly(&mut self, button: FlightButton, hold: Hold) {
        match self.spec.fly {
            Some(FigureFlight::Ship) => self.hold(button, hold),
            Some(FigureFlight::Gun) if hold == Hold::Press => self.pull_trigger(),
            Some(FigureFlight::Gun) | None => {}
        }
        self.say();
    }

    /// Flies: the first press begins a flight.
    fn hold(&mut self, button: FlightButton, hold: Hold) {
        let Some(awake) = &mut self.awake else { return };
        if hold == Hold::Press && awake.hand.flight().is_none() {
            awake.begin_flight(self.setup.clone());
        }
        if let Hand::Flies(flight) = &mut awake.hand {
            flight.set(button, hold, awake.playback.state());
            if hold == Hold::Press {
                awake.transport.set_pace(Pace::Playing);
            }
        }
    }

    /// The first pull begins a match without the shot; the next one fires in the frame that is
    /// shown.
    fn pull_trigger(&mut self) {
        let Some(awake) = &mut self.awake else { return };
        if !matches!(awake.hand, Hand::Aims) {
            let first = awake.first_frame();
            let playback = self.setup.without_shot().and_then(|setup| RunPlayback::new(setup).ok());
            if let Some(playback) = playback {
                awake.begin_unsurveyed(playback);
                awake.go_to(first);
                awake.hand = Hand::Aims;
            }
        } else {
            let frame = awake.playback.frame();
            let shot_at = u16::try_from(frame + 1).ok();
            let setup = shot_at.and_then(|at| self.setup.with_shot_at(at));
            // A setup that was checked begins again.
            let then = AfterSurvey::PlayFrom(frame);
            if setup.is_some_and(|setup| awake.begin(setup, then).is_ok()) {
                awake.hand = Hand::Fired;
            }
        }
    }

    /// Lets go of every button: the reader looks elsewhere.
    pub(super) fn release_flight(&mut self) {
        if let Some(Awake { hand: Hand::Flies(flight), .. }) = &mut self.awake {
            flight.buttons.release_all();
        }
        self.say_flight();
    }

    /// Ends a flight or an aimed shot: the figure goes to its own moment.
    pub(super) fn rest(&mut self) {
        self.show_chosen(AfterSurvey::ToCue);
    }

    /// Whether the reader flies, or aims a shot that was not fired yet.
    pub(super) fn is_flown(&self) -> bool {
        let hand = self.awake.as_ref().map(|awake| &awake.hand);
        hand.is_some_and(|hand| matches!(hand, Hand::Flies(_) | Hand::Aims))
    }

    /// Updates the buttons, the lamps and the answer.
    pub(super) fn say_flight(&mut self) {
        let Some(row) = &mut self.elements.flight else { return };
        let language = self.language;
        let awake = self.awake.as_ref();
        let hand = awake.map_or(&Hand::Rests, |awake| &awake.hand);
        row.back.set_hidden(matches!(hand, Hand::Rests));
        let now = awake.map(|awake| awake.playback.state().time_of(awake.playback.frame()));
        let now = now.unwrap_or_default();
        match (hand, self.spec.fly) {
            (Hand::Flies(flight), _) => {
                let answers = flight.answers();
                let is_answering = (0..answers.len()).any(|n| flight.is_answering(n, now));
                let answering = if is_answering { Answer::Now } else { Answer::NotNow };
                row.light(|button| flight.buttons.holds(button), answering);
                row.answer.say(&language.flight_answer(&answers));
            }
            (hand, Some(FigureFlight::Gun)) => {
                let (act, hint) = match hand {
                    Hand::Aims => (FigureText::FireNow, language.figure(FigureText::FireHint)),
                    Hand::Fired => (FigureText::ShootAgain, ""),
                    Hand::Rests | Hand::Flies(_) => (FigureText::TakeShot, ""),
                };
                row.name(FlightButton::Fire, language.figure(act));
                row.answer.say(hint);
            }
            _ => {
                row.light(|_| false, Answer::NotNow);
                row.answer.say(&language.flight_answer(&[]));
            }
        }
    }
}
