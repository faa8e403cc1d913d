//! The page while a capture is shown: its pictures, its panels, and seeking.

use lab::pane::{Pane, Sight};
use shared::base::time::Micros;
use web_ui::{
    canvas::{camera::Camera, pen::Pen},
    shell::dom::Shown,
    text::roster::name_of,
};
use words::Notice;

use super::{App, SEEK_FRAMES, screening::Screening};
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
    pub(super) fn begin_screening(&mut self, screening: Screening) {
        self.close_shot();
        self.opening = None;
        self.panels.refusal.close();
        let stands = screening.opens_at_shot();
        self.screening = Some(screening);
        self.watching.set("capture");
        // A link to the previous match does not lead to this capture.
        self.shell.address.set_fragment("");
        if self.panels.drawers.open().is_some_and(|drawer| !drawer.is_for_captures()) {
            self.panels.drawers.set(None);
        }
        self.transport.at_frame();
        self.transport.set_pace(if stands { Pace::Paused } else { Pace::Playing });
        let said = self.panels.language.notice(Notice::FileIsCapture);
        self.panels.share.say_file(&said);
        self.say(&said);
        self.fit();
        self.slow();
    }

    /// Draws a picture of a capture.
    pub(super) fn screen(&mut self, now: Micros, dt: Micros) {
        let frames = self.transport.pass(dt);
        let Some(screening) = &mut self.screening else { return };
        screening.playback.seek_on(SEEK_FRAMES);
        for _ in 0..frames {
            // At its end it stays.
            let _ = screening.playback.step();
        }
        let sight = Sight::of(screening.playback.client());
        self.looking.framing = Framing::around(sight.scene.focus);
        let client = self.screening.as_ref().map(Screening::client);
        let canvas = (self.shell.canvas.context(), self.looking.size);
        let page = Camera::fixed(Default::default(), Default::default(), 1.0);
        Pen::new(canvas.0, &page, canvas.1.ratio).clear(canvas.1);
        let rects = self.looking.arrangement.rows.first();
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
        self.looking.lanes = self.lanes_of_capture();
        self.draw_lanes(&Pen::new(canvas.0, &page, canvas.1.ratio));
        self.looking.rows = vec![[sight, Sight::default(), Sight::default()]];
        if let Some(shot) = self.screening.as_mut().and_then(Screening::arrived_at) {
            self.look_at(shot);
            self.slow();
        }
    }

    /// Seeks to a frame of the capture.
    pub(super) fn go_to_screened(&mut self, frame: u32) {
        if let Some(screening) = &mut self.screening {
            screening.playback.seek(frame, SEEK_FRAMES);
        }
    }

    /// Steps one frame of the capture, forward or back.
    pub(super) fn step_screening(&mut self, frames: i64) -> bool {
        let Some(screening) = &mut self.screening else { return false };
        let frame = i64::from(screening.playback.frame()) + frames;
        let frame = u32::try_from(frame).unwrap_or(0);
        self.go_to_screened(frame);
        true
    }

    /// Lays the page out for a single screen.
    pub(super) fn fit_screening(&mut self) -> bool {
        if self.screening.is_none() {
            return false;
        }
        let drawer = self.panels.drawers.open().is_some();
        let lanes = usize::from(self.panels.timelines.shown().is_some());
        let taken = OccupiedSpace { columns: 1, maximised: Some(0), drawer, lanes };
        self.looking.arrangement = Arrangement::of(self.looking.size, taken);
        self.panels.timelines.place(&self.looking.arrangement, self.looking.size);
        true
    }

    /// Updates the panels while a capture is shown; runs a few times a second.
    pub(super) fn slow_screening(&mut self) {
        let Some(screening) = &self.screening else { return };
        let client = screening.client();
        let frames = screening.playback.contents().frames;
        let scenario = self.scenario();
        let place = (screening.playback.frame(), frames);
        self.panels.bar.refresh(scenario, &self.transport, place, None);
        let graph = client.net_graph();
        self.panels.graph.refresh(&graph, self.rate.per_second());
        self.panels.caption.say_capture(client.room_name());
        self.panels.spoken.name_canvas();
        if let Some(rate) = client.tick_rate()
            && self.panels.drawers.open() == Some(Drawer::Shots)
        {
            let clock = ListClock { rate, begun: screening.begun() };
            let names = |ship| name_of(client.roster(), ship).into();
            self.panels.shots.show(client.shots(), clock, client.own_id(), &names);
        }
        self.panels.toasts.refresh(self.shell.clock.now());
        self.probe.refresh_capture(client, &self.transport, place.0);
        self.panels.stored.set_pressed(Shown::No);
        self.say_timelines();
    }
}
