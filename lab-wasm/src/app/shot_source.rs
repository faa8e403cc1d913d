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
    run_playback::{KNOWN_FRAMES_MAX, RunPlayback},
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

use super::Looking;
use crate::view::panes;

/// How far a shot of a capture is followed ahead, in frames: a screen may have drawn four times as
/// many frames as the laboratory.
const AHEAD_DRAWN_FRAMES: u32 = 4 * KNOWN_FRAMES_MAX;

/// What a copy of the match, simulated ahead, knows of a shot.
pub(super) struct ForeseenShot {
    shot: ShotId,
    shot_view: ShotView,
}

/// The shots of the match or capture.
pub(super) struct LabShots<'a> {
    pub(super) playback: &'a RunPlayback,
    /// The selected column, whose shots are listed. With two columns the same shot may be in both;
    /// this one's is used.
    pub(super) in_hand: &'a mut usize,
    /// The capture shown in place of the match.
    pub(super) captured: Option<&'a CapturePlayback>,
    pub(super) looking: &'a Looking,
    /// The shot requested last, if it was simulated ahead.
    pub(super) foreseen: &'a mut Option<ForeseenShot>,
}

impl ShotSource for LabShots<'_> {
    fn shots(&self) -> Vec<ShotId> {
        let captured = self.captured.map(CapturePlayback::client);
        let client = captured.unwrap_or_else(|| self.column().harness().client(0));
        client.shots().map(|shot| shot.shot).collect()
    }

    fn drawn_at(&mut self, at_px: Vec2) -> Option<ShotId> {
        let (row, pane) = self.looking.arrangement.pane_at(at_px)?;
        let sight = &self.looking.rows.get(row)?[pane];
        let rect = self.looking.arrangement.rows.get(row)?[pane];
        let camera = panes::camera(rect, self.looking.framing);
        let shot = shot_at(at_px, &sight.scene, &camera, core::iter::empty())?;
        *self.in_hand = row.min(self.columns().len() - 1);
        Some(shot)
    }

    /// There is no server to ask: what is not known yet is simulated ahead.
    fn ask_for(&mut self, shot: ShotId) {
        let Some(capture) = self.captured else { return self.ask_columns(shot) };
        let known = ShotView::of_screen(shot, capture.client(), None);
        let ahead = match known {
            Some(known) if says_all(&known) => None,
            _ => foreseen_in_capture(capture, shot),
        };
        *self.foreseen = ahead.map(|shot_view| ForeseenShot { shot, shot_view });
    }

    fn known(&self, shot: ShotId) -> KnownShot {
        let foreseen = self.foreseen.as_ref().filter(|foreseen| foreseen.shot == shot);
        let (note, unknown) = match self.captured {
            Some(_) => (SheetNote::CaptureEnds, SheetNote::SchemesNotAsked),
            None => (SheetNote::NothingComes, SheetNote::RunFull),
        };
        let (shot_view, aside) = match foreseen {
            Some(foreseen) => (Some(foreseen.shot_view.clone()), SheetNote::PlayedAhead),
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
        self.columns().get(*self.in_hand).unwrap_or(&self.columns()[0])
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
        *self.foreseen = None;
        let in_hand = *self.in_hand;
        let others = (0..self.columns().len()).filter(|column| *column != in_hand);
        for column in [in_hand].into_iter().chain(others) {
            let known = self.columns().get(column).and_then(|column| shot_view(column, shot));
            if known.is_none_or(|known| !says_all(&known)) {
                let Some(shot_view) = self.foreseen_in(column, shot) else { continue };
                *self.foreseen = Some(ForeseenShot { shot, shot_view });
            }
            *self.in_hand = column;
            return;
        }
    }

    /// What will become known of a shot of a column.
    fn foreseen_in(&self, column: usize, shot: ShotId) -> Option<ShotView> {
        let state = self.playback.after(self.playback.frame(), KNOWN_FRAMES_MAX, |state| {
            state.columns().get(column).is_some_and(|column| column.has_complete_report(shot))
        });
        shot_view(state.columns().get(column)?, shot)
    }
}

/// What will become known of a shot of a capture.
fn foreseen_in_capture(capture: &CapturePlayback, shot: ShotId) -> Option<ShotView> {
    let is_reported = |client: &Client| {
        let whole = client.report(shot).is_some_and(ShotReport::is_whole);
        whole || client.report_refused(shot).is_some()
    };
    let state =
        capture.after(capture.frame(), AHEAD_DRAWN_FRAMES, |state| is_reported(state.client()));
    ShotView::of_screen(shot, state.client(), None)
}

/// Whether a shot is completely known.
fn says_all(shot_view: &ShotView) -> bool {
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
