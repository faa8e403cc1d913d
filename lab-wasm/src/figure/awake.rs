//! A figure that is awake: its match plays, stands at a moment, waits at its cue, and begins anew
//! with what somebody chose.

use shared::{
    base::{geometry::Vec2, time::Micros},
    lab::{playback::Reached, run::RunError, run_playback::RunPlayback, setup::Setup},
};
use web_sys::Window;
use web_ui::shell::frames::Frames;

use super::Figure;
use crate::{
    time::{
        cue_watch::CueWatch,
        transport::{Pace, Transport},
    },
    view::framing::Framing,
};

/// Frames that are run for one picture at most, on the way to a moment.
const SEEK_FRAMES: u32 = 120;
/// Frames that are run ahead for one picture, once somebody has changed something.
const AHEAD_FRAMES: u32 = 60;

/// What a figure has only while it is awake.
pub(super) struct Awake {
    pub(super) playback: RunPlayback,
    pub(super) watch: CueWatch,
    pub(super) transport: Transport,
    /// Where the match plays.
    scene: Framing,
    pub(super) framing: Framing,
    pub(super) frame_at: Micros,
    /// Pictures drawn.
    pub(super) pictures: u32,
    /// Whether somebody chose something that the match does not begin with yet.
    changed: bool,
    _frames: Frames,
}

impl Awake {
    /// A match from its beginning, surveyed.
    fn new(setup: Setup, frames: Frames, now: Micros) -> Result<Self, RunError> {
        let playback = RunPlayback::new(setup)?;
        let mut watch = CueWatch::default();
        let area = watch.begin(&playback).and_then(|survey| survey.area());
        let scene = area.map_or(Framing::around(Vec2::ZERO), Framing::of);
        Ok(Self {
            playback,
            watch,
            transport: Transport::default(),
            scene,
            framing: scene,
            frame_at: now,
            pictures: 0,
            changed: false,
            _frames: frames,
        })
    }

    /// The match again, from its beginning; what comes of it is looked for, a little with each
    /// picture.
    fn begin(&mut self, setup: Setup) -> Result<(), RunError> {
        self.playback = RunPlayback::new(setup)?;
        self.watch.changed(&self.playback);
        self.transport.at_frame();
        Ok(())
    }

    /// Goes to a frame of the loop, at once.
    pub(super) fn go_to(&mut self, frame: u32) {
        self.transport.at_frame();
        self.watch.again();
        if self.playback.run().frames < frame {
            let _ = self.playback.seek(self.playback.run().frames, u32::MAX);
            while self.playback.frame() < frame && self.playback.step().is_ok() {}
        }
        let _ = self.playback.seek(frame, u32::MAX);
    }

    /// Real time passes.
    pub(super) fn pass(&mut self, dt: Micros) {
        if self.playback.seek_on(SEEK_FRAMES) == Some(Reached::OnTheWay)
            || self.transport.pace() == Pace::Paused
        {
            return;
        }
        let dt = self.watch.pass(self.playback.frame(), self.transport.divisor(), dt);
        for _ in 0..self.transport.pass(dt) {
            let over = self.playback.run().loop_frames();
            if over.is_some_and(|length| self.playback.frame() >= length) {
                self.go_to(0);
            } else if self.playback.step().is_err() {
                // A run that is full stands at its end.
                self.transport.set_pace(Pace::Paused);
            }
        }
    }

    /// What the panes of a size are to show now.
    pub(super) fn wanted(&self, ships: &[Vec2], pane: Vec2) -> Framing {
        match self.watch.near(self.playback.frame()) {
            Some(cue) => Framing::close_up(cue, pane),
            None => self.scene.held(ships, pane),
        }
    }
}

impl Figure {
    /// Its match plays, from where it was; `frames` asks for pictures.
    pub(super) fn wake(&mut self, frames: impl FnOnce(&Window) -> Frames) {
        let Some(window) = self.elements.place.owner_document().and_then(|one| one.default_view())
        else {
            return;
        };
        if self.awake.is_some() {
            return;
        }
        match Awake::new(self.setup.clone(), frames(&window), self.clock.now()) {
            Ok(mut awake) => {
                let cue = awake.watch.cue().map(|cue| cue.frame);
                if let Some(cue) = cue.filter(|_| self.is_new && self.media.reduced_motion()) {
                    (self.frame, self.pace) = (cue, Pace::Paused);
                }
                self.is_new = false;
                awake.transport.set_pace(self.pace);
                awake.go_to(self.frame);
                self.awake = Some(awake);
                self.fit();
                self.say();
            }
            // A scenario with any preset can be run: tests run them all.
            Err(error) => self.elements.sentence.say(&error.to_string()),
        }
    }

    /// It keeps where it was.
    pub(super) fn sleep(&mut self) {
        if let Some(awake) = self.awake.take() {
            self.frame = awake.playback.frame();
            self.pace = awake.transport.pace();
        }
    }

    /// Somebody moved something.
    pub(super) fn edited(&mut self) {
        let position = self.elements.position.value().parse().ok();
        let Some(awake) = &mut self.awake else { return };
        if let Some(frame) = position.filter(|frame| *frame != self.shown_frame) {
            awake.transport.set_pace(Pace::Paused);
            awake.go_to(frame);
        }
        awake.changed |= self.controls.chosen() != self.setup;
        self.say();
    }

    /// Begins the match with what was chosen, unless what came of the choice before is still being
    /// looked for; and goes to where it is decided once that is known.
    pub(super) fn follow_choice(&mut self) {
        let Some(awake) = &mut self.awake else { return };
        let surveyed = awake.watch.look_ahead(AHEAD_FRAMES);
        if let Some(survey) = surveyed {
            awake.scene = survey.area().map_or(awake.scene, Framing::of);
            if let Some(cue) = awake.watch.cue().map(|cue| cue.frame) {
                awake.go_to(cue);
            }
        }
        if awake.changed && !awake.watch.looks_ahead() {
            awake.changed = false;
            self.setup = self.controls.chosen();
            if let Err(error) = awake.begin(self.setup.clone()) {
                self.elements.sentence.say(&error.to_string());
            }
        }
    }
}
