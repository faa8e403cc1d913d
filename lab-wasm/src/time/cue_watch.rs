//! How a match waits at its cue: around that frame time runs at a tenth of its speed. At the cue
//! the laboratory stops for 2 s of real time and continues; a figure stays until its reader acts.
//! Runs once per picture and leaves the match itself unaffected.

use capture::playback::SeekProgress;
use lab::{cue::Cue, run_playback::RunPlayback, survey::Survey};
use shared::base::time::{MICROS_PER_S, Micros};

/// How many frames before the cue time slows down, and how many frames after it stays slow.
const BEFORE_FRAMES: u32 = 9;
const AFTER_FRAMES: u32 = 6;
/// Divisor of the speed around the cue.
const SLOWER: i64 = 10;
/// How long time stops at the cue, in real time.
const HELD: Micros = Micros(2 * MICROS_PER_S);
/// Frames surveyed per picture while the match plays.
pub const SURVEYED_FRAMES: u32 = 12;

/// Whether a match waits at its cue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CueUse {
    #[default]
    Waits,
    /// It stays there: whoever plays it pauses it.
    Stays,
    /// It plays through it.
    Passes,
}

/// The cue of the current match, and the state of the wait.
#[derive(Default)]
pub struct CueWatch {
    survey: Option<Survey>,
    cue: Option<Cue>,
    uses: CueUse,
    /// How long time has been stopped there.
    held: Micros,
    /// Whether the user skipped the wait.
    skipped: bool,
}

impl CueWatch {
    /// Starts another match and surveys it all at once.
    pub fn begin(&mut self, playback: &RunPlayback) -> Option<Survey> {
        let survey = Survey::whole(playback);
        self.survey = None;
        self.cue = survey.as_ref().and_then(Survey::cue);
        self.again();
        survey
    }

    /// The match changed: starts a new survey, which advances a little with each picture.
    pub fn changed(&mut self, playback: &RunPlayback) {
        self.survey = Survey::of(playback);
        self.cue = None;
        self.again();
    }

    /// The match has no cue: somebody flies in it.
    pub fn forget(&mut self) {
        (self.survey, self.cue) = (None, None);
        self.again();
    }

    /// Re-arms the wait.
    pub fn again(&mut self) {
        self.held = Micros::ZERO;
        self.skipped = false;
    }

    /// Sets whether it waits at all.
    pub fn set_use(&mut self, uses: CueUse) {
        self.uses = uses;
    }

    /// Advances the survey by `frames`, if the cue is not known yet. Returns the survey once it is
    /// complete.
    pub fn look_ahead(&mut self, frames: u32) -> Option<Survey> {
        if self.survey.as_mut()?.advance(frames) == SeekProgress::Seeking {
            return None;
        }
        let survey = self.survey.take();
        self.cue = survey.as_ref().and_then(Survey::cue);
        survey
    }

    /// Whether the survey is still running.
    #[must_use]
    pub fn looks_ahead(&self) -> bool {
        self.survey.is_some()
    }

    /// The part of the real time `dt` that counts while the match plays at `frame` at 1/`divisor`
    /// of its speed.
    pub fn pass(&mut self, frame: u32, divisor: u32, dt: Micros) -> Micros {
        let Some(cue) = self.cue.as_ref().map(|cue| cue.frame) else { return dt };
        if frame + BEFORE_FRAMES < cue {
            self.again();
        }
        if !self.is_near(frame) {
            return dt;
        }
        if self.uses == CueUse::Waits && frame == cue && self.held < HELD {
            self.held += dt;
            return Micros::ZERO;
        }
        let divisor = i64::from(divisor);
        Micros(dt.0 * divisor / divisor.max(SLOWER))
    }

    /// The cue, if a frame is close enough for its close-up and its marks.
    #[must_use]
    pub fn near(&self, frame: u32) -> Option<&Cue> {
        self.cue.as_ref().filter(|_| self.is_near(frame))
    }

    /// The cue, if a frame shows its sentence.
    #[must_use]
    pub fn said(&self, frame: u32) -> Option<&Cue> {
        self.near(frame).filter(|cue| frame >= cue.frame)
    }

    /// The cue of the match, whether it waits there or not.
    #[must_use]
    pub fn cue(&self) -> Option<&Cue> {
        self.cue.as_ref()
    }

    /// Handles the cue order at a frame: the frame to seek to, or `None` if the match was waiting
    /// there and now continues.
    pub fn ask(&mut self, frame: u32) -> Option<u32> {
        if self.is_near(frame) {
            self.skipped = true;
            return None;
        }
        self.cue.as_ref().map(|cue| cue.frame)
    }

    fn is_near(&self, frame: u32) -> bool {
        let around = |cue: &Cue| {
            let from = cue.frame.saturating_sub(BEFORE_FRAMES);
            (from..=cue.frame + AFTER_FRAMES).contains(&frame)
        };
        self.uses != CueUse::Passes && !self.skipped && self.cue.as_ref().is_some_and(around)
    }
}

#[cfg(test)]
mod tests {
    use lab::scenario::Scenario;

    use super::*;
    use crate::time::transport::Transport;

    /// Interval of the pictures.
    const PICTURE: Micros = Micros(16_667);

    /// Plays a scenario's first loop. Returns the number of pictures.
    fn pictures(scenario: Scenario, uses: CueUse, skip_at: Option<u32>) -> (u32, u32) {
        let mut playback = RunPlayback::new(scenario.setup()).unwrap();
        let mut watch = CueWatch::default();
        watch.set_use(uses);
        assert!(watch.begin(&playback).is_some());
        let mut transport = Transport::default();
        let (mut all, mut held) = (0, 0);
        while playback.frame() < u32::from(playback.run().setup.loop_frames) {
            let frame = playback.frame();
            if skip_at == Some(frame) {
                assert_eq!(watch.ask(frame), None);
            }
            let dt = watch.pass(frame, transport.divisor(), PICTURE);
            (0..transport.pass(dt)).for_each(|_| playback.step().unwrap());
            all += 1;
            held += u32::from(dt == Micros::ZERO);
        }
        (all, held)
    }

    #[test]
    fn a_match_slows_down_to_a_tenth_stands_for_two_seconds_and_goes_on() {
        let (plain, none) = pictures(Scenario::EtVeto, CueUse::Passes, None);
        let (waiting, held) = pictures(Scenario::EtVeto, CueUse::Waits, None);
        assert_eq!((none, held), (0, 120));
        let extra_pictures = (BEFORE_FRAMES + 1 + AFTER_FRAMES) * (SLOWER as u32 - 1);
        assert!(
            (plain + held + extra_pictures).abs_diff(waiting) <= 12,
            "{waiting}, {plain} without"
        );
    }

    #[test]
    fn who_does_not_want_to_wait_need_not() {
        let mut watch = CueWatch::default();
        watch.begin(&RunPlayback::new(Scenario::EtVeto.setup()).unwrap());
        let cue = watch.cue().unwrap().frame;
        let (all, held) = pictures(Scenario::EtVeto, CueUse::Waits, Some(cue - 2));
        assert_eq!(held, 0);
        assert!(all < 300 + 10 * 10, "{all}");
        assert_eq!(watch.ask(cue - 20), Some(cue), "there is nothing to skip there");
        assert!(watch.ask(cue).is_none() && watch.near(cue).is_none());
        watch.again();
        assert!(watch.said(cue).is_some() && watch.said(cue - 1).is_none());
    }

    #[test]
    fn what_changed_is_surveyed_again_while_it_plays() {
        let playback = RunPlayback::new(Scenario::LateMiss.setup()).unwrap();
        let mut watch = CueWatch::default();
        watch.begin(&playback);
        let before = watch.cue().cloned();
        watch.changed(&playback);
        assert!(watch.cue().is_none());
        (0..100).for_each(|_| drop(watch.look_ahead(SURVEYED_FRAMES)));
        assert!(!watch.looks_ahead());
        assert_eq!(watch.cue().cloned(), before);
    }
}
