//! The cheater's desk: a choice made there restarts the match with a new setup, so that both
//! columns count from the same moment.

use lab::lie::{Liar, Lie, LyingColumns};
use words::Notice;

use super::App;
use crate::hud::{desk::Program, drawers::Drawer};

impl App {
    /// Selects the player whose program the desk controls.
    pub(super) fn select_program(&mut self, player: usize) {
        self.desk_player = player;
    }

    /// The lying part of the selected program, if it lies.
    fn liar(&self) -> Option<Liar> {
        self.playback.run().setup.players[self.desk_player].liar
    }

    /// Makes the selected program tell another lie, or none.
    pub(super) fn choose_lie(&mut self, lie: Option<Lie>) {
        // By default the claimed victim is not the user's own ship.
        let lie = lie.map(|lie| match lie {
            Lie::FalseClaim { .. } => lie.with_number(u16::from(self.desk_player != 1)),
            lie => lie,
        });
        self.set_liar(lie);
    }

    /// Selects the columns in which it lies.
    pub(super) fn lie_in(&mut self, columns: LyingColumns) {
        self.lying_in = columns;
        if let Some(Liar { lie, .. }) = self.liar() {
            self.set_liar(Some(lie));
        }
    }

    fn set_liar(&mut self, lie: Option<Lie>) {
        if self.capture_session.is_some() {
            return self.notice(Notice::AsCaptured);
        }
        let liar = lie.map(|lie| Liar { lie, columns: self.lying_in });
        let mut setup = self.setup_now();
        if liar.is_some() && self.lying_in == LyingColumns::Second && setup.columns.len() == 1 {
            // The same match beside it, so that the lie is the only difference.
            setup.columns.push(setup.columns[0]);
        }
        if liar != self.liar() || setup.columns.len() != self.playback.state().columns().len() {
            setup.players[self.desk_player].liar = liar;
            self.restart_and_link(setup);
        }
    }

    /// Updates the desk, and applies its slider once that rests.
    pub(super) fn refresh_desk(&mut self) {
        if self.panels.drawers.open() != Some(Drawer::Desk) {
            return;
        }
        if let Some((number, Liar { lie, .. })) = self.panels.desk.rested().zip(self.liar()) {
            self.set_liar(Some(lie.with_number(number)));
        }
        if let Some(Liar { columns, .. }) = self.liar() {
            self.lying_in = columns;
        }
        let columns = self.playback.state().columns().iter();
        let rooms: Vec<_> = columns.filter_map(|one| one.desk_counts(self.desk_player)).collect();
        let lie = self.liar().map(|liar| liar.lie);
        let program = Program { player: self.desk_player, lie, lying_in: self.lying_in };
        self.panels.desk.refresh(program, &rooms);
    }
}
