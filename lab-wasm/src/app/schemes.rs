//! Netcodes, links and controllers: turns the edits in the drawers into inputs of the match.

use ::words::Notice;
use lab::{
    link::{LinkedHash, MomentLink},
    moment::Moment,
    path::Path,
    run::Input,
    run_playback::RunPlayback,
    setup::{Controller, FRAMES, Setup},
};
use shared::{
    base::{
        limits::FULL_UPDATE_GAP_MS,
        time::{Micros, Tick},
    },
    netcode::{preset::Preset, values::Netcode},
    wire::codec::CodecId,
};
use web_ui::netcode::{chosen::Chosen, status::NetcodeStatus};

use super::App;
use crate::hud::{
    column_names::{column_names, nearest_preset},
    drawers::Drawer,
    network::Controllers,
};

/// The controllers that may fly a ship.
pub(super) fn crew() -> Controllers {
    let paths = Path::ALL.into_iter().map(|path| Controller::Script(path.script()));
    [Controller::You, Controller::Bot].into_iter().chain(paths).collect()
}

/// The netcodes of a match's columns, each described relative to a preset.
pub(super) fn chosen(playback: &RunPlayback) -> Vec<Chosen> {
    playback.state().columns().iter().map(|column| nearest_preset(column.netcode())).collect()
}

impl App {
    /// Applies a netcode to the selected column.
    pub(super) fn choose(&mut self, chosen: Chosen) {
        let waits = |netcode: &Netcode| netcode.room.lockstep().is_some();
        if waits(&chosen.netcode) != waits(&self.chosen[self.column].netcode) {
            let mut columns = self.setup_now().columns;
            columns[self.column] = chosen.netcode;
            return self.begin_with(columns);
        }
        self.input(Input::Netcode { column: self.column as u8, netcode: chosen.netcode });
        self.chosen[self.column] = chosen;
    }

    /// Restarts the match with other netcodes, which switching into or out of lockstep requires.
    fn begin_with(&mut self, columns: Vec<Netcode>) {
        if self.capture_session.is_some() {
            return self.notice(Notice::AsCaptured);
        }
        self.load(Setup { columns, ..self.setup_now() });
    }

    /// Matches the columns' netcodes to presets, since recorded inputs may have changed them.
    pub(super) fn match_presets(&mut self) {
        let columns = self.playback.state().columns();
        self.chosen.truncate(columns.len());
        for (n, column) in columns.iter().enumerate() {
            match self.chosen.get_mut(n) {
                Some(chosen) if chosen.netcode == column.netcode() => {}
                Some(chosen) => *chosen = nearest_preset(column.netcode()),
                None => self.chosen.push(nearest_preset(column.netcode())),
            }
        }
        self.column = self.column.min(columns.len() - 1);
    }

    /// Adds or removes the second column.
    pub(super) fn split(&mut self) {
        if self.playback.state().columns().len() > 1 {
            self.input(Input::Merge);
        } else {
            // The column to compare with: the preset without any compensation, or beside that the
            // game's default.
            let first = self.chosen[0].preset;
            let second = if first == Preset::Nothing { Preset::Lagrange } else { Preset::Nothing };
            let first = self.chosen[0].netcode;
            if first.room.lockstep().is_some() {
                self.begin_with(vec![first, second.netcode()]);
                self.column = 1.min(self.chosen.len() - 1);
                return;
            }
            self.input(Input::Split { netcode: second.netcode() });
            self.column = 1;
        }
        self.match_presets();
        self.fit();
    }

    /// Selects a column; if the second does not exist yet, it is added.
    pub(super) fn select_column(&mut self, column: usize) {
        if column >= self.chosen.len() {
            self.split();
        } else {
            self.column = column;
        }
    }

    /// Gives the ship of the selected player another controller.
    pub(super) fn set_controller(&mut self, n: usize) {
        let Some(controller) = self.panels.network.controller(n).cloned() else { return };
        let player = self.network_player;
        if controller == Controller::You && player < 2 {
            self.fly(player);
        } else {
            self.input(Input::Controller { player: player as u8, controller });
        }
    }

    /// Requests a full update for the selected player, if a server would grant it.
    pub(super) fn request_full_update(&mut self) {
        let player = self.network_player as u8;
        let ms = self.full_update_wait(player).as_ms();
        if ms > 0 {
            return self.notice(Notice::FullUpdateWait { ms });
        }
        self.input(Input::FullUpdate { player });
    }

    /// Time until a server grants that player another full update. Two requests can arrive closer
    /// together than they were sent, by the jitter of the uplink.
    fn full_update_wait(&self, player: u8) -> Micros {
        let frame = self.playback.frame();
        let inputs = &self.playback.run().inputs;
        let mut heard = inputs.iter().rev().skip_while(|timed| timed.frame > frame);
        let asked = heard.find(|timed| timed.input == Input::FullUpdate { player });
        let Some(asked) = asked else { return Micros::ZERO };
        let jitter = self.first().harness().conditions(usize::from(player)).up.jitter_ms;
        let apart = Micros::from_ms(i64::from(FULL_UPDATE_GAP_MS) + i64::from(jitter));
        let since = FRAMES.micros_at(Tick(frame)) - FRAMES.micros_at(Tick(asked.frame));
        (apart - since).max(Micros::ZERO)
    }

    /// Selects another codec for all players' snapshots. The codec is negotiated on joining, so the
    /// match restarts, and the address names the codec.
    fn choose_codec(&mut self, codec: CodecId) {
        if self.capture_session.is_some() {
            self.panels.codec.put(self.playback.run().setup.codec);
            return self.notice(Notice::AsCaptured);
        }
        self.restart_and_link(Setup { codec, ..self.setup_now() });
    }

    /// Starts a match and writes its setup into the address.
    pub(super) fn restart_and_link(&mut self, setup: Setup) {
        self.load(setup);
        let lesson = self.lesson.map(|lesson| lesson.number());
        let link = MomentLink {
            moment: Moment::of(&self.playback, None),
            lesson,
            check: LinkedHash::Absent,
        };
        if let Ok(fragment) = link.to_fragment() {
            self.shell.address.set_fragment(&["#", &fragment].concat());
        }
    }

    /// Handles a change of a form control, which may be in a drawer.
    pub(super) fn edited_schemes(&mut self) {
        if let Some(codec) = self.panels.codec.chosen() {
            return self.choose_codec(codec);
        }
        let player = self.network_player;
        let effective = self.first().harness().conditions(player);
        if let Some(conditions) = self.panels.network.edited(&effective) {
            self.input(Input::Conditions { player: player as u8, conditions });
        }
        let mut chosen = self.chosen[self.column];
        for (setting, value) in self.panels.netcode.edits() {
            // Controls have the ranges of their settings.
            let _ = chosen.netcode.set(setting, value);
        }
        if chosen != self.chosen[self.column] {
            self.choose(chosen);
        }
    }

    /// Handles a change of a form control, which may be a slider of the lesson.
    pub(super) fn edited_lesson(&mut self) {
        let input = self.panels.lessons.moved();
        let input = input.and_then(|(slider, value)| slider.input(self.playback.state(), value));
        if let Some(input) = input {
            self.input(input);
            self.match_presets();
        }
    }

    pub(super) fn refresh_graph(&mut self) {
        let player = self.flown().unwrap_or(0);
        if let Some(column) = self.playback.state().columns().get(self.column) {
            let graph = column.harness().client(player).net_graph();
            self.panels.graph.refresh(&graph, self.rate.per_second());
        }
    }

    pub(super) fn refresh_schemes(&mut self) {
        let columns = self.playback.state().columns();
        let Some(column) = columns.get(self.column) else { return };
        match self.panels.drawers.open() {
            Some(Drawer::Schemes) => {
                let chosen = self.chosen[self.column];
                let status =
                    NetcodeStatus::of(self.panels.language, &chosen, column.harness().client(0));
                self.panels.netcode.refresh(&status);
                self.panels.alternatives.refresh(&chosen.netcode);
                self.panels
                    .columns
                    .refresh(&column_names(self.panels.language, &self.chosen), self.column);
            }
            Some(Drawer::Network) => {
                let player = self.network_player;
                let conditions = column.harness().conditions(player);
                self.panels.network.refresh(player, &conditions, column.controller(player));
                let graph = column.harness().client(player).net_graph();
                self.panels.codec.refresh(self.playback.run().setup.codec, &graph);
            }
            _ => {}
        }
    }
}
