//! Runs a picture: advances time and draws the same instant in every pane.

use capture::playback::SeekProgress;
use lab::{
    column::Column,
    pane::{Pane, PaneView},
    run::Input,
    run_playback::RunPlayback,
    setup::{Controller, FRAMES, Setup},
};
use shared::{
    base::{
        geometry::Vec2,
        time::{Micros, Tick},
    },
    client::GhostVisibility,
};
use web_ui::{
    canvas::{camera::Camera, palette::Theme, pen::Pen},
    input::{
        sticks::STICK_REACH_PX,
        touch::{self, StickAtRest},
    },
    world::Motion,
};

use super::{App, SEEK_FRAMES, pane_of};
use crate::hud::column_names::column_names;
use crate::view::{
    arrange::PANES,
    callout::Callout,
    framing::Framing,
    panes::{self, Look},
    row::{self, Row},
    strip,
};

/// Distance of a resting stick from the edge of the page.
const STICK_RIM_PX: f32 = 24.0;
/// Its distance above the end of the text below the panes, which is read while playing.
const STICK_ABOVE_PX: f32 = 116.0;
/// Longest camera step, in s: it does not jump after a pause.
const STEP_MAX_S: f32 = 0.1;
/// Duration of a frame of the match.
const FRAME: Micros = FRAMES.micros_at(Tick(1));

impl App {
    pub(super) fn frame(&mut self) {
        let now = self.shell.clock.now();
        let dt = now - self.view_state.frame_at;
        self.view_state.frame_at = now;
        self.rate.count(now);
        self.panels.forensics.frame(now);
        if self.capture_session.is_some() {
            self.draw_capture(now, dt);
            return;
        }
        match self.playback.continue_seek(SEEK_FRAMES) {
            Some(SeekProgress::Arrived) => self.finish_seek(),
            Some(SeekProgress::Seeking) => {}
            None => self.pass(dt),
        }
        let run = self.shell.clock.now();
        let (rows, at) = self.render_views(dt.as_s_f32().clamp(0.0, STEP_MAX_S));
        let looked = self.shell.clock.now();
        self.draw(rows, now, at);
        let drawn = self.shell.clock.now();
        self.stopwatch.count([run - now, looked - run, drawn - looked]);
    }

    /// Runs a frame of the match, with the user's controls if the user flies.
    pub(super) fn run_frame(&mut self) {
        // The rest of the recording is replayed until the user takes the controls.
        self.live |= self.playback.frame() >= self.playback.run().frames;
        if let Some(player) = self.flown().filter(|_| self.live) {
            let controls = self.held.controls(self.view_state.ship_px, FRAME.as_s_f32());
            if controls != self.first().controls(player) {
                self.input(Input::Fly { player: player as u8, controls });
            }
        }
        if self.has_ended() {
            self.restart_scenario();
        } else {
            let stepped = self.playback.step();
            self.stop_if_full(stepped);
        }
    }

    /// Whether a scenario has reached its end and restarts, since the user does not fly.
    fn has_ended(&self) -> bool {
        let run = self.playback.run();
        let is_over =
            |length| self.playback.frame() >= length && self.playback.frame() >= run.frames;
        run.loop_frames().is_some_and(is_over)
    }

    /// Restarts the scenario with the settings now in force.
    fn restart_scenario(&mut self) {
        if self.playback.run().inputs.is_empty() {
            self.go_to(0);
            return;
        }
        match RunPlayback::new(self.setup_now()) {
            Ok(playback) => {
                self.playback = playback;
                self.known_shots.forget();
                self.cue.changed(&self.playback);
            }
            Err(error) => self.refuse(&error),
        }
    }

    /// The setup of the match with the netcodes and links now in force.
    pub(super) fn setup_now(&self) -> Setup {
        let mut setup = self.playback.run().setup.clone();
        setup.columns = self.playback.state().columns().iter().map(Column::netcode).collect();
        for (n, player) in setup.players.iter_mut().enumerate() {
            player.conditions = self.first().harness().conditions(n);
        }
        setup
    }

    /// The framing that the panes should show now.
    pub(super) fn framing(&self) -> Framing {
        match (self.flown(), self.view_state.scene) {
            (None, Some(framing)) => framing,
            (flown, _) => {
                let player = flown.unwrap_or(0);
                let column = self.first();
                let scene = column.harness().client(player).scene();
                let other = column.ship(1 - player.min(1));
                let other = scene.ships.iter().find(|ship| Some(ship.id) == other);
                Framing::around_both(scene.focus, other.map(|ship| ship.pos))
            }
        }
    }

    /// The content of every pane, and its moment.
    fn render_views(&mut self, dt_s: f32) -> (Vec<[PaneView; PANES]>, Micros) {
        let since = self.transport.since_frame();
        let at = self.playback.state().time_of(self.playback.frame()) + since;
        if self.view_state.arrangement.rows.len() != self.playback.state().columns().len() {
            self.fit();
        }
        let columns = self.playback.state().columns().iter();
        let mut rows: Vec<[PaneView; PANES]> =
            columns.map(|column| Pane::ALL.map(|pane| column.view(pane, at))).collect();
        let close_up = self.close_up().or_else(|| self.close_up_of_pause(&rows));
        let wanted = close_up.unwrap_or_else(|| self.framing());
        self.view_state.framing = match self.view_state.motion {
            Motion::Full => self.view_state.framing.towards(wanted, dt_s),
            Motion::Reduced => wanted,
        };
        if self.ghosts == GhostVisibility::Hidden {
            rows.iter_mut().flatten().for_each(|sight| sight.scene.ghosts.clear());
        }
        (rows, at)
    }

    fn draw(&mut self, rows: Vec<[PaneView; PANES]>, now: Micros, at: Micros) {
        self.view_state.lanes = self.match_lanes(at);
        let callouts = self.draw_rows(&rows, now, at);
        self.aim_from(&rows);
        self.panels.cue.place(&callouts);
        self.probe.count();
        self.view_state.rows = rows;
    }

    /// Draws everything. Returns the positions of the cue's callouts while they are shown.
    fn draw_rows(&self, rows: &[[PaneView; PANES]], now: Micros, at: Micros) -> Vec<Callout> {
        let canvas = (self.shell.canvas.context(), self.view_state.size);
        let page = Camera::fixed(Default::default(), Default::default(), 1.0);
        let pen = Pen::new(canvas.0, &page, canvas.1.ratio);
        pen.clear(canvas.1);
        let look = self.pane_look(now);
        let columns = self.playback.state().columns();
        let stored_ship = self.stored_ship(rows);
        let cue = self.said();
        let mut callouts = Vec::new();
        for ((n, sights), column) in rows.iter().enumerate().zip(columns) {
            let Some(rects) = self.view_state.arrangement.rows.get(n) else { continue };
            let stored = self.stored_in(column, stored_ship);
            let row = Row {
                column,
                sights,
                rects: *rects,
                flow: self.view_state.arrangement.flow,
                flown: self.flown().map(pane_of),
                stored: stored.as_ref(),
                look,
            };
            row::draw(canvas, &pen, &row);
            callouts.extend(cue.and_then(|cue| row::draw_cue(canvas, &pen, cue, n, &row)));
        }
        if self.touch && self.flown().is_some() {
            self.draw_sticks(&pen);
        }
        if let Some(column) = columns.get(self.column).or(columns.first()) {
            let strip = self.view_state.arrangement.strip;
            strip::draw(&pen, strip, column.harness(), at, self.panels.language);
        }
        self.draw_lanes(&pen);
        callouts
    }

    /// What all panes have in common at an instant of the page's clock.
    pub(super) fn pane_look(&self, now: Micros) -> Look {
        Look {
            framing: self.view_state.framing,
            now,
            motion: self.view_state.motion,
            theme: Theme::Dark,
            language: self.panels.language,
        }
    }

    /// Draws the sticks, which rest at the lower corners of the panes.
    fn draw_sticks(&self, pen: &Pen) {
        let inset = STICK_REACH_PX + STICK_RIM_PX;
        let y = self.view_state.arrangement.words_end_px - STICK_ABOVE_PX - inset;
        let right = Vec2::new(self.view_state.size.width_px - inset, y);
        let rest = |middle| Some(StickAtRest { middle, radius_px: STICK_REACH_PX });
        touch::draw(
            pen,
            self.panels.language,
            [rest(Vec2::new(inset, y)), rest(right)],
            self.held.sticks(),
        );
    }

    /// Updates the titles; a few times a second, so that they can be read.
    pub(super) fn say_titles(&mut self) {
        let columns = self.playback.state().columns();
        let two = columns.len() > 1;
        let names = column_names(self.panels.language, &self.chosen);
        for (n, (sights, column)) in self.view_state.rows.iter().zip(columns).enumerate() {
            let scheme = names.get(n).filter(|_| two);
            let tick = column.harness().room().tick().0;
            let lies = Pane::ALL.map(|pane| match pane {
                Pane::Player(player) => column.lie(player),
                Pane::Server => None,
            });
            self.panels.titles.say(n, scheme.map(String::as_str), sights, tick, lies);
        }
    }

    /// Finds where the flown ship is drawn on the page.
    fn aim_from(&mut self, rows: &[[PaneView; PANES]]) {
        let Some(player) = self.flown() else { return };
        let pane = pane_of(player);
        let rect = self.view_state.arrangement.rows.first().map(|row| row[pane]);
        if let (Some(rect), Some(sights)) = (rect, rows.first()) {
            let camera = panes::camera(rect, self.view_state.framing);
            self.view_state.ship_px = camera.to_page(sights[pane].scene.focus);
        }
    }

    /// Lets the user fly, unless they already do.
    pub(super) fn take_over(&mut self) {
        self.panels.beginning.close();
        self.live = true;
        if self.flown().is_none() {
            self.fly(0);
        }
    }

    /// Lets the user fly a player's ship, and release any other.
    pub(super) fn fly(&mut self, player: usize) {
        for other in (0..2).filter(|other| *other != player) {
            if *self.first().controller(other) == Controller::You {
                // Back to the controller that it started with.
                let before = self.playback.run().setup.players[other].controller.clone();
                let controller = if before == Controller::You { Controller::Bot } else { before };
                self.input(Input::Controller { player: other as u8, controller });
            }
        }
        self.input(Input::Controller { player: player as u8, controller: Controller::You });
        self.held.release_all();
    }
}
