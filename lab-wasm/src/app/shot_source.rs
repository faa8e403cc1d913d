//! What the laboratory knows of the shots of its match or of a capture: the columns and the last
//! picture go in; the sheet is told what the shooter, the server and the target saw of a shot.

use shared::{
    base::geometry::Vec2,
    client::Client,
    lab::{column::Column, forensics::Case},
    sim::{event::ShotId, ship::ShipId},
};
use web_ui::forensics::{
    controller::{Content, Known, ShotSource},
    pick::shot_at,
    sheet::Exhibit,
};

use super::Looking;
use crate::view::panes;

/// What stands for a shot that is not over yet.
const NOT_YET: &str = "This shot is not judged yet: step on, and look again.";
/// What stands for a shot of a capture that nobody asked about.
const NOT_ASKED: &str = "The server was not asked about this shot by then.";
/// What goes on while a shot is looked into.
const ASIDE: &str = "Time stands still.";

/// The shots of what is watched.
pub(super) struct LabShots<'a> {
    /// The match.
    pub(super) columns: &'a [Column],
    /// The column whose shots are listed.
    pub(super) in_hand: &'a mut usize,
    /// The client of the capture that is watched in place of the match.
    pub(super) captured: Option<&'a Client>,
    /// The last picture.
    pub(super) looking: &'a Looking,
}

impl ShotSource for LabShots<'_> {
    fn shots(&self) -> Vec<ShotId> {
        let client = self.captured.unwrap_or_else(|| self.column().harness().client(0));
        client.shots().map(|shot| shot.shot).collect()
    }

    fn drawn_at(&mut self, at_px: Vec2) -> Option<ShotId> {
        let (row, pane) = self.looking.arrangement.pane_at(at_px)?;
        let sight = &self.looking.rows.get(row)?[pane];
        let rect = self.looking.arrangement.rows.get(row)?[pane];
        let camera = panes::camera(rect, self.looking.framing);
        let shot = shot_at(at_px, &sight.scene, &camera, core::iter::empty())?;
        *self.in_hand = row.min(self.columns.len() - 1);
        Some(shot)
    }

    /// A match of the laboratory keeps its reports; and a capture has what was asked for.
    fn ask_for(&mut self, _: ShotId) {}

    fn known(&self, shot: ShotId) -> Known {
        let (exhibit, word) = match self.captured {
            Some(client) => (Exhibit::of_screen(shot, client, None), NOT_ASKED),
            // The column in hand first: with two of them the same shot may be in both.
            None => {
                let mut columns = core::iter::once(self.column()).chain(self.columns);
                (columns.find_map(|column| exhibit(column, shot)), NOT_YET)
            }
        };
        let shot = exhibit.map(|exhibit| Content::Shot(Box::new(exhibit)));
        Known { content: shot.unwrap_or_else(|| Content::Word(word.into())), aside: ASIDE }
    }
}

impl LabShots<'_> {
    fn column(&self) -> &Column {
        self.columns.get(*self.in_hand).unwrap_or(&self.columns[0])
    }
}

/// A shot of a column, with the screens of its shooter and of its target.
fn exhibit(column: &Column, shot: ShotId) -> Option<Exhibit> {
    let room = column.harness().room();
    let ships = column.ships();
    let report = ships.iter().flatten().find_map(|viewer| column.report(*viewer, shot))?;
    let client = |ship: ShipId| {
        let player = ships.iter().position(|known| *known == Some(ship))?;
        Some(column.harness().client(player))
    };
    let (shooter, victim) = (client(shot.shooter), report.principal().and_then(client));
    Some(Exhibit {
        case: Case::new(&report, shooter, victim),
        roster: column.harness().client(0).roster().to_vec(),
        arena: Some(room.config().arena.clone()),
        save: Some("save-run"),
    })
}
