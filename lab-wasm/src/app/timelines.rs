//! The time pictures: which one is shown, for which players, and its text.

use lab::scenario::Scenario;
use shared::base::time::Micros;
use web_ui::{canvas::pen::Pen, timelines::LaneOwner};
use words::LabPlayer;

use super::App;
use crate::{
    hud::timelines::{LANES_MAX, Timeline},
    view::lanes::{self, Lane},
};

/// A player with a lane: the column, and the lane's name.
pub(super) struct LaneViewer {
    column: usize,
    player: usize,
    name: String,
}

impl App {
    /// Shows a time picture, or hides it if it is shown.
    pub(super) fn toggle_timeline(&mut self, timeline: Timeline) {
        let shown = self.panels.timelines.shown() == Some(timeline);
        self.choose_timeline((!shown).then_some(timeline));
    }

    /// Shows a time picture, or none, until the user chooses another.
    pub(super) fn choose_timeline(&mut self, timeline: Option<Timeline>) {
        self.chosen_timeline = timeline;
        self.panels.timelines.set(timeline);
        self.fit();
    }

    /// Shows the time picture that a scenario is about, if it has one.
    pub(super) fn show_scenario_timeline(&mut self, scenario: Scenario) {
        self.panels.timelines.set(Timeline::of(scenario).or(self.chosen_timeline));
    }

    /// The players with lanes: both players that have a pane; with two columns the same player in
    /// each; and with a player's pane maximised, only that player.
    pub(super) fn lane_viewers(&self) -> Vec<LaneViewer> {
        let of_pane = self.view_state.maximised.filter(|pane| *pane != 1).map(|pane| pane / 2);
        let n_columns = self.playback.state().columns().len();
        let language = self.panels.language;
        let viewer = |column: usize, player: usize| {
            let name = language.lab_player(LabPlayer::of(player));
            let name = match n_columns {
                1 => name.into(),
                _ => language.of_column(column, name),
            };
            LaneViewer { column, player, name }
        };
        match (n_columns, of_pane) {
            (1, Some(player)) => vec![viewer(0, player)],
            (1, None) => (0..LANES_MAX).map(|player| viewer(0, player)).collect(),
            (n, of_pane) => {
                (0..n.min(LANES_MAX)).map(|column| viewer(column, of_pane.unwrap_or(0))).collect()
            }
        }
    }

    /// The lanes at an instant; empty while no time picture is shown.
    pub(super) fn match_lanes(&self, at: Micros) -> Vec<Lane> {
        let Some(timeline) = self.panels.timelines.shown() else { return Vec::new() };
        let columns = self.playback.state().columns();
        let viewers = self.lane_viewers();
        let lane = |viewer: &LaneViewer| {
            let client = columns.get(viewer.column)?.client_at(viewer.player, at);
            let whose = if viewer.player == 0 { LaneOwner::Yours } else { LaneOwner::Another };
            Lane::of(timeline, &viewer.name, whose, &client)
        };
        viewers.iter().filter_map(lane).collect()
    }

    /// The lane of the player who recorded the capture.
    pub(super) fn capture_lanes(&self) -> Vec<Lane> {
        let Some(timeline) = self.panels.timelines.shown() else { return Vec::new() };
        let client = self.capture_session.as_ref().map(|capture_session| capture_session.client());
        let name = self.panels.language.lab_player(LabPlayer::You);
        let lane = client.and_then(|client| Lane::of(timeline, name, LaneOwner::Yours, client));
        lane.into_iter().collect()
    }

    pub(super) fn draw_lanes(&self, pen: &Pen) {
        let shown = (&self.view_state.lanes[..], &self.view_state.arrangement.lanes[..]);
        lanes::draw(pen, shown, self.slot_asked(), self.panels.language);
    }

    /// Updates the text; runs a few times a second.
    pub(super) fn say_timelines(&mut self) {
        if self.panels.timelines.shown().is_none() {
            return;
        }
        let (slot, language) = (self.slot_asked(), self.panels.language);
        let lanes = self.view_state.lanes.iter();
        let said: Vec<String> = lanes.map(|lane| lane.sentence(slot, language)).collect();
        let at = self.panels.timelines.slider();
        let at = self.view_state.lanes.first().and_then(|lane| lane.slot_name(at, language));
        self.panels.timelines.say(&said, at.as_deref(), self.transport.pace());
    }

    /// The selected slot, counted from the oldest: the one under the mouse, or the one chosen with
    /// the slider.
    fn slot_asked(&self) -> Option<usize> {
        let lanes = self.view_state.lanes.iter().zip(&self.view_state.arrangement.lanes);
        let mouse = self.view_state.mouse;
        let hovered = lanes.filter_map(|(lane, rect)| lane.slot_at(*rect, mouse)).next();
        hovered.or(self.panels.timelines.chosen())
    }
}
