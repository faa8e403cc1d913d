//! Inspects shots: pauses the match and opens the forensics sheet with all three views. Also fills
//! the list of shots.

use lab::moment::ColumnShot;
use shared::{base::geometry::Vec2, sim::event::ShotId};
use web_ui::{
    forensics::{
        controller::{Answer, ShotController},
        shot_act::ShotAct,
    },
    text::roster::known_name,
};
use words::ShipName;

use super::{App, keymap, shot_source::LabShots};
use crate::{
    hud::{drawers::Drawer, shots::ListClock},
    time::transport::Pace,
};

impl App {
    /// Handles a key or button that concerns a shot.
    pub(super) fn act_on_shot(&mut self, act: ShotAct) {
        let now = self.shell.clock.now();
        match self.with_shots(|forensics, shots| forensics.act(act, now, shots)) {
            Answer::Opened(shot) => {
                self.transport.set_pace(Pace::Paused);
                self.transport.at_frame();
                self.shell.keyboard.set_keymap(keymap::shot);
                let shot = ColumnShot { column: self.column as u8, shot };
                self.last_inspected = Some((shot, self.playback.frame()));
            }
            Answer::Closed => self.shell.keyboard.set_keymap(keymap::flight),
            Answer::Stays | Answer::NoShot => {}
        }
    }

    /// Pauses and opens a shot.
    pub(super) fn inspect(&mut self, shot: ShotId) {
        self.act_on_shot(ShotAct::Look { shot, preset: None });
    }

    /// Handles a click on a shot in a pane.
    pub(super) fn inspect_at(&mut self, at: Vec2) {
        self.act_on_shot(ShotAct::at(at));
    }

    /// The shot of this moment: the one inspected at this very frame. Links and files can be made
    /// while the sheet is open, or after it is closed as long as the frame stays.
    pub(super) fn selected(&self) -> Option<ColumnShot> {
        let here = self.last_inspected.filter(|(_, frame)| *frame == self.playback.frame());
        here.map(|(shot, _)| shot)
    }

    /// Closes the sheet. Returns whether it was open.
    pub(super) fn close_shot(&mut self) -> bool {
        let open = self.panels.forensics.close();
        if open {
            self.shell.keyboard.set_keymap(keymap::flight);
        }
        open
    }

    /// Lists the shots while their drawer is open.
    pub(super) fn refresh_shots(&mut self) {
        if self.panels.drawers.open() != Some(Drawer::Shots) {
            return;
        }
        let column = self.playback.state().columns().get(self.column);
        let Some(column) = column else { return };
        let client = column.harness().client(0);
        let clock = ListClock {
            rate: column.harness().room().config().rate,
            begun: self.playback.state().time_of(0),
        };
        let known = self.known_shots.note(self.column, client.shots());
        let players = column.ships();
        let names = |ship| ShipName::among(&players, ship, known_name(client.roster(), ship));
        self.panels.shots.show(known, clock, client.own_id(), &names);
    }

    /// Runs a function with the sheet and the shots of the match or capture.
    fn with_shots<T>(&mut self, what: impl FnOnce(&mut ShotController, &mut LabShots) -> T) -> T {
        let mut shots = LabShots {
            playback: &self.playback,
            selected_column: &mut self.column,
            captured: self
                .capture_session
                .as_ref()
                .map(|capture_session| &capture_session.playback),
            view_state: &self.view_state,
            simulated: &mut self.simulated,
        };
        what(&mut self.panels.forensics, &mut shots)
    }
}
