//! The laboratory's shots for the forensics sheet, with the views of shooter, server and target,
//! from the playback of a match or capture and the last picture.
//!
//! The match is paused while a shot is inspected, but the verdicts of the schemes become known only
//! later. So a copy of the match is simulated ahead, with the recorded inputs and the current
//! controls, and the sheet shows what the copy knows in the end.

use capture::capture_playback::CapturePlayback;
use forensics::Case;
use lab::{
    column::Column,
    run_playback::{REPORT_FRAMES_MAX, RunPlayback},
};
use shared::{
    base::geometry::Vec2,
    client::Client,
    report::shot_report::ShotReport,
    sim::{event::ShotId, ship::ShipId},
};
use web_ui::forensics::{
    controller::{Content, KnownShot, ShotSource},
    pick::shot_at,
    sheet::ShotView,
};
use words::SheetNote;

use super::ViewState;
use crate::view::panes;

/// How far a shot of a capture is followed ahead, in frames: a screen may have drawn four times as
/// many frames as the laboratory.
const AHEAD_DRAWN_FRAMES: u32 = 4 * REPORT_FRAMES_MAX;

/// What a copy of the match, simulated ahead, knows of a shot.
pub(super) struct SimulatedShot {
    shot: ShotId,
    shot_view: ShotView,
}

/// The shots of the match or capture.
pub(super) struct LabShots<'a> {
    pub(super) playback: &'a RunPlayback,
    /// The selected column, whose shots are listed. With two columns the same shot may be in both;
    /// this one's is used.
    pub(super) selected_column: &'a mut usize,
    /// The capture shown in place of the match.
    pub(super) captured: Option<&'a CapturePlayback>,
    pub(super) view_state: &'a ViewState,
    /// The shot requested last, if it was simulated ahead.
    pub(super) simulated: &'a mut Option<SimulatedShot>,
}

impl ShotSource for LabShots<'_> {
    fn shots(&self) -> Vec<ShotId> {
        let captured = self.captured.map(CapturePlayback::client);
        let client = captured.unwrap_or_else(|| self.column().harness().client(0));
        client.shots().map(|shot| shot.shot).collect()
    }

    fn drawn_at(&mut self, at_px: Vec2) -> Option<ShotId> {
        let (row, pane) = self.view_state.arrangement.pane_at(at_px)?;
        let sight = &self.view_state.rows.get(row)?[pane];
        let rect = self.view_state.arrangement.rows.get(row)?[pane];
        let camera = panes::camera(rect, self.view_state.framing);
        let shot = shot_at(at_px, &sight.scene, &camera, core::iter::empty())?;
        *self.selected_column = row.min(self.columns().len() - 1);
        Some(shot)
    }

    /// There is no server to ask: what is not known yet is simulated ahead.
    fn ask_for(&mut self, shot: ShotId) {
        let Some(capture) = self.captured else { return self.ask_columns(shot) };
        let known = ShotView::of_screen(shot, capture.client(), None);
        let ahead = match known {
            Some(known) if is_complete(&known) => None,
            _ => simulate_capture_until_reported(capture, shot),
        };
        *self.simulated = ahead.map(|shot_view| SimulatedShot { shot, shot_view });
    }

    fn known(&self, shot: ShotId) -> KnownShot {
        let simulated = self.simulated.as_ref().filter(|simulated| simulated.shot == shot);
        let (note, unknown) = match self.captured {
            Some(_) => (SheetNote::CaptureEnds, SheetNote::SchemesNotAsked),
            None => (SheetNote::NothingComes, SheetNote::RunFull),
        };
        let (shot_view, aside) = match simulated {
            Some(simulated) => (Some(simulated.shot_view.clone()), SheetNote::PlayedAhead),
            None => (self.shot_view(shot), SheetNote::TimeStandsStill),
        };
        let shot = shot_view.map(|shot_view| Content::Shot(Box::new(shot_view)));
        KnownShot { content: shot.unwrap_or(Content::Note(note)), aside, unknown }
    }
}

impl LabShots<'_> {
    fn columns(&self) -> &[Column] {
        self.playback.state().columns()
    }

    fn column(&self) -> &Column {
        self.columns().get(*self.selected_column).unwrap_or(&self.columns()[0])
    }

    /// What is known of a shot at the moment shown.
    fn shot_view(&self, shot: ShotId) -> Option<ShotView> {
        match self.captured {
            Some(capture) => ShotView::of_screen(shot, capture.client(), None),
            None => shot_view(self.column(), shot),
        }
    }

    /// Looks for a shot in the selected column and, if it never becomes known there, in the others.
    /// The column that has it becomes the selected one, so that files and links of the shot refer
    /// to it.
    fn ask_columns(&mut self, shot: ShotId) {
        *self.simulated = None;
        let selected_column = *self.selected_column;
        let others = (0..self.columns().len()).filter(|column| *column != selected_column);
        for column in [selected_column].into_iter().chain(others) {
            let known = self.columns().get(column).and_then(|column| shot_view(column, shot));
            if known.is_none_or(|known| !is_complete(&known)) {
                let Some(shot_view) = self.simulate_until_reported(column, shot) else { continue };
                *self.simulated = Some(SimulatedShot { shot, shot_view });
            }
            *self.selected_column = column;
            return;
        }
    }

    /// What will become known of a shot of a column.
    fn simulate_until_reported(&self, column: usize, shot: ShotId) -> Option<ShotView> {
        let state = self.playback.look_ahead(self.playback.frame(), REPORT_FRAMES_MAX, |state| {
            state.columns().get(column).is_some_and(|column| column.has_complete_report(shot))
        });
        shot_view(state.columns().get(column)?, shot)
    }
}

/// What will become known of a shot of a capture.
fn simulate_capture_until_reported(capture: &CapturePlayback, shot: ShotId) -> Option<ShotView> {
    let is_reported = |client: &Client| {
        let whole = client.report(shot).is_some_and(ShotReport::is_whole);
        whole || client.report_refused(shot).is_some()
    };
    let state = capture
        .look_ahead(capture.frame(), AHEAD_DRAWN_FRAMES, |state| is_reported(state.client()));
    ShotView::of_screen(shot, state.client(), None)
}

/// Whether a shot is completely known.
fn is_complete(shot_view: &ShotView) -> bool {
    shot_view.case.report().counterfactuals.is_some() && shot_view.case.report().is_whole()
}

/// A shot of a column, with the screens of its shooter and its target.
fn shot_view(column: &Column, shot: ShotId) -> Option<ShotView> {
    let room = column.harness().room();
    let ships = column.ships();
    let report = ships.iter().flatten().find_map(|viewer| column.report(*viewer, shot))?;
    let client = |ship: ShipId| {
        let player = ships.iter().position(|known| *known == Some(ship))?;
        Some(column.harness().client(player))
    };
    let (shooter, victim) = (client(shot.shooter), report.principal().and_then(client));
    let recipient = ships[0].unwrap_or(report.viewer);
    Some(ShotView {
        case: Case::new(&report, shooter, victim)
            .with_stored(column.stored_for_shot(report.viewer, shot))
            .addressed_to(recipient),
        roster: column.harness().client(0).roster().to_vec(),
        players: ships.to_vec(),
        arena: Some(room.config().arena.clone()),
        save: Some("save-run"),
        link: Some("copy-link"),
        export: Some("export-shot"),
    })
}
