//! The page while a capture is shown: its pictures, its panels, and seeking.

use lab::pane::{Pane, PaneView};
use shared::base::time::Micros;
use web_ui::{
    canvas::{camera::Camera, pen::Pen},
    shell::dom::Shown,
    text::roster::name_of,
};
use words::Notice;

use super::{App, SEEK_FRAMES, capture_session::CaptureSession};
use crate::{
    hud::{drawers::Drawer, shots::ListClock},
    time::transport::Pace,
    view::{
        arrange::{Arrangement, OccupiedSpace},
        framing::Framing,
        panes::{self, Drawn},
    },
};

impl App {
    /// Shows a capture in place of the match.
    pub(super) fn open_capture(&mut self, capture_session: CaptureSession) {
        self.close_shot();
        self.opening = None;
        self.panels.refusal.close();
        let opens_paused = capture_session.opens_at_shot();
        self.capture_session = Some(capture_session);
        self.watching.set("capture");
        // A link to the previous match does not lead to this capture.
        self.shell.address.set_fragment("");
        if self.panels.drawers.open().is_some_and(|drawer| !drawer.is_for_captures()) {
            self.panels.drawers.set(None);
        }
        self.transport.at_frame();
        self.transport.set_pace(if opens_paused { Pace::Paused } else { Pace::Playing });
        let said = self.panels.language.notice(Notice::FileIsCapture);
        self.panels.share.say_file(&said);
        self.say(&said);
        self.fit();
        self.refresh_panels();
    }

    /// Draws a picture of a capture.
    pub(super) fn draw_capture(&mut self, now: Micros, dt: Micros) {
        let frames = self.transport.pass(dt);
        let Some(capture_session) = &mut self.capture_session else { return };
        capture_session.playback.continue_seek(SEEK_FRAMES);
        for _ in 0..frames {
            // At its end it stays.
            let _ = capture_session.playback.step();
        }
        let sight = PaneView::of(capture_session.playback.client());
        self.view_state.framing = Framing::around(sight.scene.focus);
        let client = self.capture_session.as_ref().map(CaptureSession::client);
        let canvas = (self.shell.canvas.context(), self.view_state.size);
        let page = Camera::fixed(Default::default(), Default::default(), 1.0);
        Pen::new(canvas.0, &page, canvas.1.ratio).clear(canvas.1);
        let rects = self.view_state.arrangement.rows.first();
        if let (Some(client), Some(rects)) = (client, rects) {
            let drawn = Drawn {
                pane: Pane::Player(0),
                sight: &sight,
                flown: Some(client),
                roster: client.roster(),
                arena: client.arena(),
                stored: None,
                rect: rects[0],
            };
            let look = self.pane_look(now);
            panes::draw(canvas, &drawn, look);
        }
        self.view_state.lanes = self.capture_lanes();
        self.draw_lanes(&Pen::new(canvas.0, &page, canvas.1.ratio));
        self.view_state.rows = vec![[sight, PaneView::default(), PaneView::default()]];
        if let Some(shot) = self.capture_session.as_mut().and_then(CaptureSession::arrived_at) {
            self.inspect(shot);
            self.refresh_panels();
        }
    }

    /// Seeks to a frame of the capture.
    pub(super) fn seek_capture(&mut self, frame: u32) {
        if let Some(capture_session) = &mut self.capture_session {
            capture_session.playback.seek(frame, SEEK_FRAMES);
        }
    }

    /// Steps one frame of the capture, forward or back.
    pub(super) fn step_capture(&mut self, frames: i64) -> bool {
        let Some(capture_session) = &mut self.capture_session else { return false };
        let frame = i64::from(capture_session.playback.frame()) + frames;
        let frame = u32::try_from(frame).unwrap_or(0);
        self.seek_capture(frame);
        true
    }

    /// Lays the page out for a single screen.
    pub(super) fn fit_capture(&mut self) -> bool {
        if self.capture_session.is_none() {
            return false;
        }
        let drawer = self.panels.drawers.open().is_some();
        let lanes = usize::from(self.panels.timelines.shown().is_some());
        let taken = OccupiedSpace { columns: 1, maximised: Some(0), drawer, lanes };
        self.view_state.arrangement = Arrangement::of(self.view_state.size, taken);
        self.panels.timelines.place(&self.view_state.arrangement, self.view_state.size);
        true
    }

    /// Updates the panels while a capture is shown; runs a few times a second.
    pub(super) fn refresh_capture_panels(&mut self) {
        let Some(capture_session) = &self.capture_session else { return };
        let client = capture_session.client();
        let frames = capture_session.playback.contents().frames;
        let scenario = self.scenario();
        let place = (capture_session.playback.frame(), frames);
        self.panels.bar.refresh(scenario, &self.transport, place, None);
        self.panels.more.refresh();
        let graph = client.net_graph();
        self.panels.graph.refresh(&graph, self.rate.per_second());
        self.panels.caption.say_capture(client.room_name());
        self.panels.spoken.name_canvas();
        if let Some(rate) = client.tick_rate()
            && self.panels.drawers.open() == Some(Drawer::Shots)
        {
            let clock = ListClock { rate, begun: capture_session.started_at() };
            let language = self.panels.language;
            let names = |ship| name_of(language, client.roster(), ship).into();
            self.panels.shots.show(client.shots(), clock, client.own_id(), &names);
        }
        self.panels.toasts.refresh(self.shell.clock.now());
        self.probe.refresh_capture(client, &self.transport, place.0);
        self.panels.stored.set_pressed(Shown::No);
        self.say_timelines();
    }
}
