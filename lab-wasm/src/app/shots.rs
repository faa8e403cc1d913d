//! Looking into a shot: time stands still, and the sheet shows what each of the three saw of it.

use shared::{
    base::geometry::Vec2,
    lab::{column::Column, forensics::Case, pane::Sight},
    sim::{event::ShotId, ship::ShipId},
};
use web_ui::{
    forensics::{
        sheet::{Exhibit, Nth},
        shot_act::ShotAct,
    },
    text::roster::name_of,
};

use super::{App, keymap};
use crate::{hud::drawers::Drawer, time::transport::Pace, view::panes};

/// A click this near to a shot means it, in CSS pixels.
const NEAR_PX: f32 = 24.0;

impl App {
    /// A key or a button that concerns a shot.
    pub(super) fn act_on_shot(&mut self, act: ShotAct) {
        let now = self.shell.clock.now();
        if self.panels.sheet.act(act, now) {
            return;
        }
        match act {
            ShotAct::Look { shot, preset } => {
                if let Some(preset) = preset {
                    self.panels.sheet.act(ShotAct::Scheme(preset), now);
                }
                self.look_at(shot);
            }
            ShotAct::Older => self.step_shots(-1),
            ShotAct::Newer => self.step_shots(1),
            _ => {}
        }
    }

    /// Stops time and looks into a shot.
    pub(super) fn look_at(&mut self, shot: ShotId) {
        self.transport.set_pace(Pace::Paused);
        self.transport.at_frame();
        match self.exhibit(shot) {
            Some(exhibit) => self.panels.sheet.open(exhibit),
            None => {
                let word = match self.screening {
                    None => "This shot is not judged yet: step on, and look again.",
                    Some(_) => "The server was not asked about this shot by then.",
                };
                self.panels.sheet.open_with_word(shot, word);
            }
        }
        let shots = self.shots();
        let nth = shots.iter().position(|one| *one == shot).map_or(0, |at| at + 1);
        let aside = "Time stands still.";
        self.panels.sheet.set_place(Nth { nth, of: shots.len() }, aside);
        self.shell.keyboard.set_keymap(keymap::shot);
        self.looked_into = Some((shot, self.reel.frame()));
    }

    /// The shot that this moment is about: the one that was looked into at this very frame. While
    /// the sheet is open nothing else can be reached, so that a link is made after it is closed.
    pub(super) fn selected(&self) -> Option<ShotId> {
        let here = self.looked_into.filter(|(_, frame)| *frame == self.reel.frame());
        here.map(|(shot, _)| shot)
    }

    /// Puts the sheet away; whether it was open.
    pub(super) fn close_shot(&mut self) -> bool {
        let open = self.panels.sheet.is_open();
        if open {
            self.panels.sheet.close();
            self.shell.keyboard.set_keymap(keymap::flight);
        }
        open
    }

    fn step_shots(&mut self, steps: isize) {
        let shots = self.shots();
        let Some(open) = self.panels.sheet.shot() else { return };
        let at = shots.iter().position(|shot| *shot == open);
        let next = at.and_then(|at| at.checked_add_signed(steps));
        if let Some(shot) = next.and_then(|next| shots.get(next)) {
            self.look_at(*shot);
        }
    }

    /// The shots that can be stepped through, oldest first.
    fn shots(&self) -> Vec<ShotId> {
        let client = match &self.screening {
            Some(screening) => screening.client(),
            None => self.in_hand().harness().client(0),
        };
        client.shots().map(|shot| shot.shot).collect()
    }

    /// The column whose shots are listed.
    fn in_hand(&self) -> &Column {
        self.reel.stage().columns().get(self.column).unwrap_or(self.first())
    }

    /// What is known of a shot.
    fn exhibit(&self, shot: ShotId) -> Option<Exhibit> {
        if let Some(screening) = &self.screening {
            return screening.exhibit(shot);
        }
        // The column in hand first: with two of them the same shot may be in both.
        let columns = self.reel.stage().columns().iter();
        core::iter::once(self.in_hand()).chain(columns).find_map(|column| exhibit_of(column, shot))
    }

    /// A click on a shot in some pane.
    pub(super) fn ask_at(&mut self, at: Vec2) {
        let Some((row, pane)) = self.looking.arrangement.pane_at(at) else { return };
        let sight = self.looking.rows.get(row).map(|sights| &sights[pane]);
        let rect = self.looking.arrangement.rows.get(row).map(|rects| rects[pane]);
        let (Some(sight), Some(rect)) = (sight, rect) else { return };
        let camera = panes::camera(rect, self.looking.framing);
        let near = nearest(sight, |place| (camera.to_page(place) - at).length());
        if let Some(shot) = near.filter(|(_, off)| *off <= NEAR_PX).map(|(shot, _)| shot) {
            self.column = row.min(self.reel.stage().columns().len() - 1);
            self.look_at(shot);
        }
    }

    /// Lists the shots while their drawer is open.
    pub(super) fn refresh_shots(&mut self) {
        if self.panels.drawers.open() != Some(Drawer::Shots) {
            return;
        }
        let column = self.reel.stage().columns().get(self.column);
        let Some(column) = column else { return };
        let client = column.harness().client(0);
        let rate = column.harness().room().config().rate;
        self.panels.shots.show(client.shots(), rate, |ship| name_of(client.roster(), ship));
    }

    /// Brings the net graph up to date.
    pub(super) fn refresh_graph(&mut self) {
        let column = self.reel.stage().columns().get(self.column);
        let player = self.flown().unwrap_or(0);
        if let Some(column) = column {
            let graph = column.harness().client(player).net_graph();
            self.panels.graph.refresh(&graph, self.rate.per_second());
        }
    }
}

fn exhibit_of(column: &Column, shot: ShotId) -> Option<Exhibit> {
    let room = column.harness().room();
    let ships = column.ships();
    let report = ships.iter().flatten().find_map(|viewer| column.report(*viewer, shot))?;
    let client = |ship: ShipId| {
        let player = ships.iter().position(|known| *known == Some(ship))?;
        Some(column.harness().client(player))
    };
    let target = Case::new(&report, None, None).target();
    let (shooter, victim) = (client(shot.shooter), target.and_then(client));
    Some(Exhibit {
        case: Case::new(&report, shooter, victim),
        roster: column.harness().client(0).roster().to_vec(),
        arena: Some(room.config().arena.clone()),
        save: Some("save-run"),
    })
}

/// The shot that is drawn nearest, by a measure of places.
fn nearest(sight: &Sight, off: impl Fn(Vec2) -> f32) -> Option<(ShotId, f32)> {
    let bolts = sight.scene.bolts.iter().map(|bolt| (bolt.shot, off(bolt.pos)));
    let beams = sight.scene.beams.iter().map(|beam| {
        let ends = [0.0, 0.25, 0.5, 0.75, 1.0].map(|part| off(beam.from.lerp(beam.to, part)));
        (beam.shot, ends.into_iter().fold(f32::INFINITY, f32::min))
    });
    let ghosts = sight.scene.ghosts.iter();
    let ghosts = ghosts.filter_map(|ghost| Some((ghost.shot?, off(ghost.pos))));
    bolts.chain(beams).chain(ghosts).min_by(|a, b| a.1.total_cmp(&b.1))
}
