//! The state that a figure has only while awake: its match, which plays, pauses and waits at its
//! cue.

use lab::{run::RunError, run_playback::RunPlayback, setup::Setup};
use shared::base::{geometry::Vec2, time::Micros};
use web_ui::shell::frames::Frames;

use crate::{
    time::{
        cue_watch::CueWatch,
        transport::{Pace, Transport},
    },
    view::{cells::Cells, framing::Framing},
};

/// Last frame at which a figure of a match that does not loop may pause: 10 s.
const STANDS_AT_MAX: u32 = 600;

pub(super) struct Awake {
    pub(super) playback: RunPlayback,
    pub(super) watch: CueWatch,
    pub(super) transport: Transport,
    /// Where the match plays.
    pub(super) scene: Framing,
    pub(super) framing: Framing,
    pub(super) frame_at: Micros,
    pub(super) pictures: u32,
    /// Whether the reader changed a control that the match does not reflect yet.
    pub(super) changed: bool,
    _frames: Frames,
}

/// The position of a figure before its page was printed.
pub(super) struct BeforePrint {
    pub(super) frame: u32,
    pub(super) pace: Pace,
    pub(super) was_asleep: bool,
}

impl Awake {
    /// A match at its beginning, surveyed.
    pub(super) fn new(setup: Setup, frames: Frames, now: Micros) -> Result<Self, RunError> {
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

    /// Restarts the match; its outcome is surveyed a little with each picture.
    pub(super) fn begin(&mut self, setup: Setup) -> Result<(), RunError> {
        self.playback = RunPlayback::new(setup)?;
        self.watch.changed(&self.playback);
        self.transport.at_frame();
        Ok(())
    }

    /// Seeks to a frame of the loop, at once.
    pub(super) fn go_to(&mut self, frame: u32) {
        let length = self.playback.run().loop_frames().unwrap_or(STANDS_AT_MAX);
        let frame = frame.min(length);
        self.transport.at_frame();
        self.watch.again();
        let recorded = self.playback.frames();
        if recorded < frame {
            let _ = self.playback.seek(recorded, u32::MAX);
            while self.playback.frame() < frame && self.playback.step().is_ok() {}
        }
        let _ = self.playback.seek(frame, u32::MAX);
    }

    /// Advances by real time.
    pub(super) fn pass(&mut self, dt: Micros) {
        if self.transport.pace() == Pace::Paused {
            return;
        }
        let dt = self.watch.pass(self.playback.frame(), self.transport.divisor(), dt);
        for _ in 0..self.transport.pass(dt) {
            let over = self.playback.run().loop_frames();
            if over.is_some_and(|length| self.playback.frame() >= length) {
                self.go_to(0);
            } else if self.playback.step().is_err() {
                // A full run stays at its end.
                self.transport.set_pace(Pace::Paused);
            }
        }
    }

    /// The framing that the panes should show now.
    pub(super) fn wanted(&self, ships: &[Vec2], cells: &Cells) -> Framing {
        match self.watch.near(self.playback.frame()) {
            Some(cue) => Framing::close_up(cue, cells.pane(), cells.px_per_u),
            None => self.scene.held(ships, cells.pane(), cells.px_per_u),
        }
    }
}
