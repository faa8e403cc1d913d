//! Playback at the cue: time waits there, the view zooms in, and the measured number is shown in
//! place. Any user action takes precedence: there is no wait while the user flies, inspects a shot
//! or skips it.

use lab::{cue::Cue, pane::PaneView};
use shared::base::{geometry::Vec2, time::Micros};

use super::App;
use crate::{
    time::{
        cue_watch::{CueUse, SURVEYED_FRAMES},
        transport::Pace,
    },
    view::{
        arrange::PANES,
        framing::{Framing, PX_PER_U, ShipPlaces},
    },
};

/// Storage key of the choice not to wait at cues.
const REMEMBERED: &str = "lagrange-laboratory-cues";
const PASSES: &str = "off";

impl App {
    /// Restores the choice of an earlier visit.
    pub(super) fn restore_cue_use(&mut self) {
        let passes = self.shell.memory.get(REMEMBERED).as_deref() == Some(PASSES);
        let uses = if passes { CueUse::Passes } else { CueUse::Waits };
        self.panels.cue.set_wanted(uses);
        self.cue.set_use(uses);
    }

    /// Handles a change of whether matches wait at their cue.
    pub(super) fn edited_cues(&mut self) {
        let uses = self.panels.cue.wanted();
        self.cue.set_use(uses);
        let text = if uses == CueUse::Passes { PASSES } else { "" };
        self.shell.memory.set(REMEMBERED, text);
    }

    /// Advances time, which waits at the cue.
    pub(super) fn pass(&mut self, dt: Micros) {
        self.cue.look_ahead(SURVEYED_FRAMES);
        if self.transport.pace() == Pace::Paused {
            return;
        }
        let frame = self.playback.frame();
        let dt = if self.waits() { self.cue.pass(frame, self.transport.divisor(), dt) } else { dt };
        (0..self.transport.pass(dt)).for_each(|_| self.run_frame());
    }

    /// Jumps to the cue and waits there, or plays on if already there.
    pub(super) fn go_to_cue(&mut self) {
        if self.cue.cue().is_none() || !self.waits() {
            return;
        }
        self.transport.set_pace(Pace::Playing);
        if let Some(frame) = self.cue.ask(self.playback.frame()) {
            self.go_to(frame);
        }
    }

    /// With reduced motion, a match opens paused at its cue.
    pub(super) fn open_at_cue(&mut self) {
        let frame = self.cue.cue().map(|cue| cue.frame);
        if let Some(frame) = frame.filter(|_| self.shell.media.reduced_motion()) {
            self.transport.set_pace(Pace::Paused);
            self.go_to(frame);
        }
    }

    /// The close-up that the panes show around the cue.
    pub(super) fn close_up(&self) -> Option<Framing> {
        let cue = self.cue.near(self.playback.frame()).filter(|_| self.waits())?;
        Some(Framing::close_up(cue, self.pane_size()?, PX_PER_U))
    }

    /// The close-up that they show of these ships while time is paused anywhere else: around the
    /// flown ship, or the one that the scenario is about.
    pub(super) fn close_up_of_pause(&self, rows: &[[PaneView; PANES]]) -> Option<Framing> {
        if self.transport.pace() == Pace::Playing {
            return None;
        }
        let decisive = || self.scenario().decisive().map(|decisive| decisive.player);
        let about = self.flown().or_else(decisive).unwrap_or(0);
        let places = ShipPlaces::of(self.playback.state().columns(), rows);
        Framing::of_pause(&places, about, self.pane_size()?, PX_PER_U)
    }

    /// Size of a pane, in CSS pixels.
    fn pane_size(&self) -> Option<Vec2> {
        let rects = self.view_state.arrangement.rows.first()?;
        rects.iter().map(|rect| rect.size).find(|size| size.x > 1.0)
    }

    /// Marks the cue on the time bar.
    pub(super) fn mark_cue(&mut self) {
        let frames = self.timeline_frames();
        let cue = self.cue.cue().filter(|_| self.waits());
        self.panels.cue.mark(cue, frames);
    }

    /// The cue while its sentence is shown.
    pub(super) fn said(&self) -> Option<&Cue> {
        self.cue.said(self.playback.frame()).filter(|_| self.waits())
    }

    /// Whether the match may wait at its cue.
    fn waits(&self) -> bool {
        self.flown().is_none() && self.capture_session.is_none() && !self.panels.forensics.is_open()
    }
}
