//! The state that a figure has only while awake: its match, which plays to its cue and stays there
//! until the reader acts.

use lab::{
    cue::Cue,
    run::RunError,
    run_playback::{RunFull, RunPlayback},
    setup::Setup,
};
use shared::{
    base::{geometry::Vec2, time::Micros},
    sim::rules::SHIP_RADIUS_U,
};
use web_ui::{canvas::palette::Theme, shell::frames::Frames};

use super::flight::Hand;
use crate::{
    time::{
        cue_watch::{CueUse, CueWatch},
        transport::{Pace, Transport},
    },
    view::{cells::Cells, framing::Framing, overlay::covered_share},
};

/// Last frame at which a figure of a match that does not loop may pause: 10 s.
const STANDS_AT_MAX: u32 = 600;
/// A figure begins this many frames before its cue: what leads to it, and no more.
const LEAD_FRAMES: u32 = 60;
/// How long the close-up stays after the cue, in frames.
const CLOSE_FRAMES: u32 = 30;
/// A camera this close to where it should be has arrived, in u.
const ARRIVED_U: f32 = 0.05;

pub(super) struct Awake {
    pub(super) playback: RunPlayback,
    pub(super) watch: CueWatch,
    pub(super) transport: Transport,
    /// Where the match plays.
    pub(super) scene: Framing,
    /// What the panes show; `None` before the first picture.
    pub(super) framing: Option<Framing>,
    pub(super) frame_at: Micros,
    pub(super) pictures: u32,
    /// The last picture, if nothing in it moves.
    pub(super) still: Option<StillPicture>,
    pub(super) hand: Hand,
    pub(super) after_survey: AfterSurvey,
    /// Whether the reader changed a control that the match does not reflect yet.
    pub(super) changed: bool,
    _frames: Frames,
}

/// Where a match goes once its cue is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum AfterSurvey {
    /// To its cue, where it stays.
    #[default]
    ToCue,
    /// Plays on from a frame, if that is before the cue.
    PlayFrom(u32),
    /// Plays from its first frame to the cue.
    PlayToCue,
    /// To its first frame, where it stays.
    StandBefore,
}

/// A picture of a paused match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct StillPicture {
    pub(super) frame: u32,
    pub(super) theme: Theme,
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
        watch.set_use(CueUse::Stays);
        let area = watch.begin(&playback).and_then(|survey| survey.area());
        let scene = area.map_or(Framing::around(Vec2::ZERO), Framing::of);
        Ok(Self {
            playback,
            watch,
            transport: Transport::default(),
            scene,
            framing: None,
            frame_at: now,
            pictures: 0,
            still: None,
            hand: Hand::default(),
            after_survey: AfterSurvey::default(),
            changed: false,
            _frames: frames,
        })
    }

    /// Restarts the match; its outcome is surveyed a little with each picture, and then it goes
    /// where it should.
    pub(super) fn begin(&mut self, setup: Setup, then: AfterSurvey) -> Result<(), RunError> {
        self.playback = RunPlayback::new(setup)?;
        self.after_survey = then;
        self.watch.changed(&self.playback);
        self.transport.at_frame();
        self.still = None;
        Ok(())
    }

    /// Seeks to a frame of the loop, at once.
    pub(super) fn go_to(&mut self, frame: u32) {
        let length = self.playback.run().loop_frames().unwrap_or(STANDS_AT_MAX);
        let frame = frame.min(length);
        self.transport.at_frame();
        self.watch.again();
        self.still = None;
        let recorded = self.playback.frames();
        if recorded < frame {
            let _ = self.playback.seek(recorded, u32::MAX);
            while self.playback.frame() < frame && self.playback.step().is_ok() {}
        }
        let _ = self.playback.seek(frame, u32::MAX);
        self.hand.handle_seek();
    }

    /// The frame at which the match begins to play.
    pub(super) fn first_frame(&self) -> u32 {
        self.watch.cue().map_or(0, |cue| cue.frame.saturating_sub(LEAD_FRAMES))
    }

    /// Goes where it should once its cue is known; without a cue it plays from the beginning.
    pub(super) fn go_after_survey(&mut self) {
        let Some(cue) = self.watch.cue().map(|cue| cue.frame) else {
            self.transport.set_pace(Pace::Playing);
            return;
        };
        let first = self.first_frame();
        let (frame, pace) = match self.after_survey {
            AfterSurvey::PlayFrom(frame) if frame < cue => (frame, Pace::Playing),
            AfterSurvey::ToCue | AfterSurvey::PlayFrom(_) => (cue, Pace::Paused),
            AfterSurvey::PlayToCue => (first, Pace::Playing),
            AfterSurvey::StandBefore => (first, Pace::Paused),
        };
        self.go_to(frame);
        self.transport.set_pace(pace);
    }

    /// Advances by real time, up to the cue.
    pub(super) fn pass(&mut self, dt: Micros) {
        if self.transport.pace() == Pace::Paused {
            return;
        }
        let cue = self.watch.cue().map(|cue| cue.frame);
        let dt = self.watch.pass(self.playback.frame(), self.transport.divisor(), dt);
        for _ in 0..self.transport.pass(dt) {
            let over = self.playback.run().loop_frames();
            if over.is_some_and(|length| self.playback.frame() >= length) {
                self.go_to(self.first_frame());
            } else if self.step().is_err() {
                // A full run stays at its end.
                self.transport.set_pace(Pace::Paused);
            }
            if cue == Some(self.playback.frame()) {
                self.stay();
                return;
            }
        }
    }

    fn step(&mut self) -> Result<(), RunFull> {
        match &mut self.hand {
            Hand::Flies(flight) => flight.step(&mut self.playback),
            Hand::Rests | Hand::Aims | Hand::Fired => self.playback.step(),
        }
    }

    /// Pauses at the current frame.
    pub(super) fn stay(&mut self) {
        self.transport.set_pace(Pace::Paused);
        self.transport.at_frame();
    }

    /// Whether the picture would equal the last one.
    pub(super) fn is_still(&self, theme: Theme, wanted: Framing) -> bool {
        let picture = StillPicture { frame: self.playback.frame(), theme };
        let arrived = self.framing.is_some_and(|framing| framing.is_within(wanted, ARRIVED_U));
        self.transport.pace() == Pace::Paused && self.still == Some(picture) && arrived
    }

    /// The framing that the panes should show now.
    pub(super) fn wanted(&self, ships: &[Vec2], cells: &Cells) -> Framing {
        let frame = self.playback.frame();
        let is_close = |cue: &&Cue| {
            (cue.frame.saturating_sub(LEAD_FRAMES)..=cue.frame + CLOSE_FRAMES).contains(&frame)
        };
        match self.watch.cue().filter(is_close) {
            Some(cue) => {
                let covered = covered_share(self.playback.run().setup.scenario);
                Framing::close_up_above(cue, covered, cells.pane(), cells.px_per_u)
            }
            None => self.scene.held(ships, cells.pane(), cells.px_per_u),
        }
    }

    /// The framing around the first player's ship, which a reader flies anywhere, and the other
    /// one while that is near.
    pub(super) fn around_flown(&self, [other, own]: [Vec2; 2], cells: &Cells) -> Framing {
        let size = cells.pane() / cells.px_per_u;
        let is_near = ((other - own).abs() + 4.0 * SHIP_RADIUS_U).cmple(size).all();
        Framing { centre: if is_near { (own + other) / 2.0 } else { own }, size }
    }
}
