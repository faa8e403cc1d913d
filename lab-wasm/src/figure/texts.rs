//! The texts of a figure: titles, time, and the sentence that says what came of its match. Updated
//! a few times a second, and after every act.

use web_ui::text::figures::whole;
use words::{FigureText, outcome_lines};

use super::{Figure, flight::Hand, notifier::Attempt, outward::Asking};
use crate::{
    hud::{
        bar,
        column_names::{nearest_preset, short_column_names},
        cue::set_mark,
    },
    time::transport::Pace,
    view::arrange::PANES,
};

/// The names of the panes.
const NAMES: [FigureText; PANES] = [FigureText::You, FigureText::Server, FigureText::Other];

impl Figure {
    /// Updates its texts.
    pub(super) fn say(&mut self) {
        self.say_titles();
        self.say_flight();
        for (n, pressed) in self.elements.columns_pressed.iter_mut().enumerate() {
            pressed.set(if self.column == n { "true" } else { "false" });
        }
        self.controls.say(&self.controls.chosen());
        let Some(awake) = &self.awake else { return };
        let (frame, run) = (awake.playback.frame(), awake.playback.run());
        let frames = run.frames.max(run.loop_frames().unwrap_or_default());
        self.elements.position.set_max(&whole(frames.into()));
        self.elements.position.set_value(&whole(frame.into()));
        self.shown_frame = frame;
        self.elements.time.say(&bar::time(frame));
        let playing = awake.transport.pace() == Pace::Playing;
        let play = if playing { FigureText::Pause } else { FigureText::Play };
        self.elements.play.say(self.language.figure(play));
        let cue = awake.watch.cue().map(|cue| cue.frame);
        self.elements.mark.set_hidden(cue.is_none());
        if let Some(cue) = cue {
            set_mark(&self.elements.mark, cue, frames);
        }
        self.say_outcome();
    }

    fn say_titles(&mut self) {
        let language = self.language;
        let names: Vec<_> = self.setup.columns.iter().map(|one| nearest_preset(*one)).collect();
        let names = match language.figure_columns(self.spec.scenario) {
            Some(names) if self.spec.compare.is_none() => names.map(String::from).into(),
            _ => short_column_names(language, &names),
        };
        for (row, titles) in self.elements.titles.iter_mut().enumerate() {
            let rects = self.cells.rows.get(row);
            let first = rects.and_then(|rects| rects.iter().position(|rect| rect.size.x >= 1.0));
            for (pane, title) in titles.iter_mut().enumerate() {
                let name = language.figure(NAMES[pane]);
                let scheme = names.get(row).filter(|_| names.len() > 1 && first == Some(pane));
                let scheme = scheme.map(|scheme| language.of_column(row, scheme));
                match scheme {
                    Some(scheme) if self.spec.panes.len() == 1 => title.name.say(&scheme),
                    Some(scheme) => title.name.say(&[&scheme, ": ", name].concat()),
                    None => title.name.say(name),
                }
            }
        }
    }

    /// Says what came of the match, and notifies the page.
    fn say_outcome(&mut self) {
        let language = self.language;
        let hides_outcome = self.hides_outcome();
        let attempt = self.attempt();
        let is_flown = self.is_flown();
        let Some(awake) = &self.awake else { return };
        let (said, outcomes) = match awake.watch.cue() {
            _ if hides_outcome => (String::new(), None),
            Some(cue) => (outcome_lines(language, &cue.outcomes), Some(&cue.outcomes[..])),
            None if awake.hand.flight().is_some() => {
                (language.flight_spread(&self.setup.columns), None)
            }
            None if is_flown => (String::new(), None),
            None if awake.watch.looks_ahead() => return,
            None => {
                let said = match self.spec.scenario.decisive() {
                    Some(_) => language.figure(FigureText::NothingCame),
                    None => language.scenario(self.spec.scenario).watch,
                };
                (said.into(), Some(&[][..]))
            }
        };
        let is_now = outcomes.is_some() && awake.watch.said(awake.playback.frame()).is_some();
        self.elements.sentence_now.set(if is_now { "true" } else { "false" });
        self.elements.sentence.say(&said);
        match outcomes {
            Some(outcomes) => {
                self.elements.canvas_name.set(&[&self.name, ". ", said.as_str()].concat());
                let shown = (&self.spec, &self.setup);
                self.notifier.notify(language, shown, (&said, outcomes), attempt);
            }
            None => self.elements.canvas_name.set(&self.name),
        }
    }

    /// Whether what is shown may solve the section's task.
    fn attempt(&self) -> Attempt {
        let hand = self.awake.as_ref().map(|awake| &awake.hand);
        let is_own_shot = hand.is_some_and(|hand| matches!(hand, Hand::Aims | Hand::Fired));
        match self.asking {
            Asking::No if !is_own_shot => Attempt::Counts,
            _ => Attempt::OnlyShows,
        }
    }
}
