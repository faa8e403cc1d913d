//! Executes the user's orders besides flying.

use lab::{lesson::Lesson, network::Network, run::Input};
use shared::client::GhostVisibility;
use web_ui::forensics::shot_act::ShotAct;

use super::{App, order::Order};
use crate::{
    hud::{column_names::nearest_preset, drawers::Drawer},
    time::transport::Pace,
};

impl App {
    pub(super) fn handle_order(&mut self, order: Order) {
        // After any order the hint where to start is no longer needed.
        let begins = self.panels.beginning.close();
        // It closes before the order moves the focus. Going from ship to ship keeps it open.
        let stays = matches!(order, Order::More | Order::MoreStep(_) | Order::Stored);
        let closes_menu = !stays && self.panels.more.close();
        match order {
            Order::Dismiss if begins || closes_menu => {}
            Order::Play => {
                let playing = self.transport.pace() == Pace::Playing;
                self.transport.set_pace(if playing { Pace::Paused } else { Pace::Playing });
            }
            Order::Back => self.step(-1),
            Order::Forth => self.step(1),
            Order::Restart => self.restart(),
            Order::Cue => self.go_to_cue(),
            Order::Slower => self.transport.slower(1),
            Order::Faster => self.transport.slower(-1),
            Order::Take => self.fly(0),
            Order::Swap => self.fly(usize::from(self.flown() != Some(1))),
            Order::Maximise => {
                let pane = self.view_state.arrangement.pane_at(self.view_state.mouse);
                self.maximise(pane.map_or(0, |(_, pane)| pane));
            }
            Order::MaximisePane(pane) => self.maximise(pane),
            Order::Open(drawer) => self.open_drawer(drawer),
            Order::More => self.panels.more.toggle(),
            Order::MoreStep(step) => self.panels.more.step(step),
            Order::Dismiss => self.dismiss(),
            Order::Preset(preset) => self.choose(preset.into()),
            Order::Alternative(preset) => self.choose(nearest_preset(preset.netcode())),
            Order::Column(column) => self.select_column(column),
            Order::Split => self.split(),
            Order::Links(player) => self.network_player = player,
            Order::Network(network) => self.set_network(network),
            Order::FullUpdate => self.request_full_update(),
            Order::Controller(n) => self.set_controller(n),
            Order::Program(player) => self.select_program(player),
            Order::Lie(lie) => self.choose_lie(lie),
            Order::LyingIn(columns) => self.lie_in(columns),
            Order::Graph => self.toggle_graph(),
            Order::Timeline(timeline) => self.toggle_timeline(timeline),
            Order::CloseTimeline => self.choose_timeline(None),
            Order::Ghosts => {
                self.ghosts = match self.ghosts {
                    GhostVisibility::Hidden => GhostVisibility::Shown,
                    GhostVisibility::Shown => GhostVisibility::Hidden,
                };
            }
            Order::Stored => self.show_next_stored(),
            Order::Lesson(number) => self.open_lesson(Lesson::of_number(number)),
            Order::LessonBack => {
                let before = self.lesson.map_or(Some(Lesson::ALL[0]), Lesson::back);
                self.open_lesson(before);
            }
            Order::LessonNext => {
                let after = self.lesson.map_or(Some(Lesson::ALL[0]), Lesson::next);
                self.open_lesson(after);
            }
            Order::CopyLink => self.copy_link(),
            Order::CopyFigure(what) => self.copy_figure(what),
            Order::SaveRun => self.save_run(),
            Order::ExportShot => self.export_shot(),
            Order::Shot(ShotAct::Show) if !self.panels.forensics.is_open() => {
                self.open_drawer(Drawer::Shots);
            }
            Order::Shot(act) => return self.act_on_shot(act),
        }
        self.refresh_panels();
    }

    /// Restarts with the same seed.
    fn restart(&mut self) {
        if self.capture_session.is_some() {
            return self.go_to(0);
        }
        let setup = self.setup_now();
        self.load(setup);
    }

    /// Pauses and steps by whole frames, forward or back.
    fn step(&mut self, frames: i64) {
        self.transport.set_pace(Pace::Paused);
        self.transport.at_frame();
        if self.step_capture(frames) {
            return;
        }
        if frames < 0 {
            self.go_to(self.playback.frame().saturating_sub(1));
        } else {
            self.run_frame();
        }
    }

    /// Gives the selected player a kind of connection, over the same transports.
    fn set_network(&mut self, network: Network) {
        let mut conditions = network.conditions();
        let before = self.first().harness().conditions(self.network_player);
        conditions.up.mode = before.up.mode;
        conditions.down.mode = before.down.mode;
        self.input(Input::Conditions { player: self.network_player as u8, conditions });
    }

    fn maximise(&mut self, pane: usize) {
        let same = self.view_state.maximised == Some(pane);
        self.view_state.maximised = (!same).then_some(pane);
        self.fit();
    }

    /// Shows or hides the net graph. If it has no room beside an open drawer, the drawer is closed
    /// so that the graph is visible.
    fn toggle_graph(&mut self) {
        if !self.panels.graph.gives_way() {
            self.panels.graph.toggle();
        }
        if self.panels.graph.gives_way() {
            self.panels.drawers.set(None);
            self.fit();
        }
    }

    fn open_drawer(&mut self, drawer: Drawer) {
        self.panels.drawers.toggle(drawer);
        match self.panels.drawers.open() {
            Some(Drawer::Share) => self.share(),
            Some(Drawer::Lessons) if self.lesson.is_none() => {
                self.open_lesson(Some(Lesson::ALL[0]));
            }
            _ => {}
        }
        self.fit();
    }

    /// Closes the topmost open panel; a refusal lies on top of all others.
    fn dismiss(&mut self) {
        if self.panels.refusal.close() || self.close_shot() {
            return;
        }
        if self.panels.drawers.open().is_some() {
            self.panels.drawers.set(None);
        } else if self.panels.timelines.shown().is_some() {
            self.choose_timeline(None);
        } else {
            self.view_state.maximised = None;
        }
        self.fit();
    }
}
