//! Looking into a shot while the match goes on: what the player asks for goes in, the client asks
//! the server for the report of a shot, and the sheet shows what is known. The ship coasts
//! meanwhile.

use std::collections::VecDeque;

use shared::{
    base::{geometry::Vec2, queue::push_bounded, state_hash::state_hash, time::Micros},
    client::{Client, scene::Scene, shots::ReceivedReport, status::Notice, tape::Footage},
    lab::{capture::RecordedClient, forensics::Case},
    report::shot_report::ReportRefusal,
    sim::{event::ShotId, ship::ShipId},
    wire::message::Refusal,
};
use web_sys::Element;
use web_ui::{
    canvas::camera::Camera,
    forensics::{
        sheet::{Exhibit, ForensicsSheet, Nth},
        shot_act::ShotAct,
    },
    netcode::words as netcode_words,
    shell::Missing,
};

/// A click this near to a shot means it, in CSS pixels.
const NEAR_PX: f32 = 24.0;
/// How long after its last picture a bolt can still be clicked, where it sparked.
const BOLT_STAYS: Micros = Micros::from_ms(2_000);
/// Bolts whose last place is remembered.
const BOLTS_MAX: usize = 64;
/// After so long what the other schemes say is known.
const ASK_AGAIN: Micros = Micros::from_ms(2_000);
/// A shot that flies has no verdict yet: the server is asked again after so long.
const ASK_SOON: Micros = Micros::from_ms(400);
/// How often the server is asked about one shot.
const ASKS_MAX: u8 = 8;

/// What stands for a report until it comes.
const ASKING: &str = "Asking the server …";
/// What stands for a report that no room tells.
const UNREADABLE: &str = "What the server told of that shot cannot be read.";
/// What stands where there is no shot.
const NONE_YET: &str = "No shot concerns you yet: fire one, or be hit. Then press F.";
/// What goes on while a shot is looked into.
const ASIDE: &str = "The match goes on; your ship coasts.";

/// Where a shot is looked for.
pub(super) struct Stage<'a> {
    /// The time.
    pub(super) now: Micros,
    /// The player's client.
    pub(super) client: &'a mut RecordedClient,
    /// The last picture's scene.
    pub(super) scene: &'a Scene,
    /// Where that was drawn.
    pub(super) camera: &'a Camera,
}

/// What becomes of the sheet.
pub(super) enum Sheet {
    /// Nothing.
    Stays,
    /// It shows a shot, and has the keys.
    Opened,
    /// It is put away.
    Closed,
    /// There is nothing to show, and this to say.
    Empty(&'static str),
}

/// The sheet, and what is known of the shot that it shows.
pub(super) struct Looking {
    sheet: ForensicsSheet,
    /// The shot that the sheet is open at.
    shot: Option<ShotId>,
    /// What the sheet shows of its report, as a hash.
    shown: Option<u64>,
    asks: u8,
    /// When to ask again.
    again_at: Option<Micros>,
    /// Where bolts were drawn last, oldest first.
    bolts: VecDeque<(ShotId, Vec2, Micros)>,
}

impl Looking {
    /// Finds the sheet on the page.
    ///
    /// # Errors
    /// When it lacks a part.
    pub(super) fn find(root: &Element) -> Result<Self, Missing> {
        Ok(Self {
            sheet: ForensicsSheet::find(root)?,
            shot: None,
            shown: None,
            asks: 0,
            again_at: None,
            bolts: VecDeque::new(),
        })
    }

    /// Whether a shot is looked into.
    pub(super) fn is_open(&self) -> bool {
        self.shot.is_some()
    }

    /// A key or a click that concerns a shot.
    pub(super) fn act(&mut self, act: ShotAct, stage: Stage) -> Sheet {
        let now = stage.now;
        let shot = match act {
            ShotAct::Show if self.shot.is_some() => {
                self.close();
                return Sheet::Closed;
            }
            ShotAct::Show => match shots(stage.client).last() {
                Some(shot) => Some(*shot),
                None => return Sheet::Empty(NONE_YET),
            },
            ShotAct::Look { shot, preset } => {
                if let Some(preset) = preset {
                    self.sheet.act(ShotAct::Scheme(preset), now);
                }
                Some(shot)
            }
            ShotAct::At { x_px, y_px } => {
                let at_px = Vec2::new(x_px as f32, y_px as f32);
                self.drawn_near(at_px, now, stage.scene, stage.camera)
            }
            ShotAct::Older => self.neighbour(-1, stage.client),
            ShotAct::Newer => self.neighbour(1, stage.client),
            ShotAct::Play | ShotAct::Earlier | ShotAct::Later | ShotAct::Scheme(_) => {
                self.sheet.act(act, now);
                None
            }
        };
        let Some(shot) = shot else { return Sheet::Stays };
        self.look_at(shot, now, stage.client);
        Sheet::Opened
    }

    /// Puts the sheet away.
    pub(super) fn close(&mut self) {
        self.shot = None;
        self.again_at = None;
        self.sheet.close();
    }

    /// A control of the page was moved.
    pub(super) fn handle_edit(&mut self) {
        self.sheet.handle_edit();
    }

    /// A picture of the sheet is due.
    pub(super) fn frame(&mut self, now: Micros) {
        self.sheet.frame(now);
    }

    /// Asks again, and shows what has come since; runs a few times a second.
    pub(super) fn refresh(&mut self, now: Micros, client: &mut RecordedClient) {
        let Some(shot) = self.shot else { return };
        self.show_report(shot, client);
        if self.again_at.is_some_and(|at| at <= now) {
            self.ask(shot, now, client);
        }
    }

    /// Whether a notice says why there is no report; the sheet tells it then.
    pub(super) fn refused(&mut self, now: Micros, notice: &Notice) -> bool {
        let Notice::Refused { why: refusal @ Refusal::Report { shot, why } } = notice else {
            return false;
        };
        if self.shot == Some(*shot) && self.shown.is_none() {
            let flies = *why == ReportRefusal::Unknown || *why == ReportRefusal::Busy;
            if flies && self.asks < ASKS_MAX {
                self.again_at = Some(now + ASK_SOON);
            } else {
                self.again_at = None;
                self.sheet.open_with_word(*shot, &netcode_words::refusal(refusal, ""));
            }
        }
        true
    }

    /// Remembers where bolts were drawn: one that sparked can be clicked for a while.
    pub(super) fn note_bolts(&mut self, now: Micros, scene: &Scene) {
        let flying = &scene.bolts;
        self.bolts.retain(|(shot, _, at)| {
            now - *at < BOLT_STAYS && !flying.iter().any(|bolt| bolt.shot == *shot)
        });
        for bolt in flying {
            push_bounded(&mut self.bolts, (bolt.shot, bolt.pos, now), BOLTS_MAX);
        }
    }

    /// The shot that is drawn nearest to a place of the page.
    fn drawn_near(
        &self,
        at_px: Vec2,
        now: Micros,
        scene: &Scene,
        camera: &Camera,
    ) -> Option<ShotId> {
        let (mut nearest, mut nearest_px) = (None, NEAR_PX);
        let mut look_at = |shot, pos| {
            let off_px = (camera.to_page(pos) - at_px).length();
            if off_px <= nearest_px {
                (nearest, nearest_px) = (Some(shot), off_px);
            }
        };
        for ghost in &scene.ghosts {
            if let Some(shot) = ghost.shot {
                look_at(shot, ghost.pos);
            }
        }
        // Of two that are as near a bolt is meant.
        for (shot, pos, at) in &self.bolts {
            if now - *at < BOLT_STAYS {
                look_at(*shot, *pos);
            }
        }
        nearest
    }

    /// The shot that so many steps away concerns the player.
    fn neighbour(&self, by: isize, client: &Client) -> Option<ShotId> {
        let shots = shots(client);
        let at = shots.iter().position(|shot| Some(*shot) == self.shot);
        // One that is forgotten stands before the oldest.
        let next = at.map_or(Some(0), |at| at.checked_add_signed(by))?;
        shots.get(next).copied()
    }

    /// Opens the sheet at a shot, with what is known of it.
    fn look_at(&mut self, shot: ShotId, now: Micros, client: &mut RecordedClient) {
        (self.shot, self.shown) = (Some(shot), None);
        self.asks = 0;
        self.again_at = None;
        if client.report(shot).is_none() {
            self.sheet.open_with_word(shot, ASKING);
        }
        if !self.show_report(shot, client) {
            self.ask(shot, now, client);
        }
        let shots = shots(client);
        let nth = shots.iter().position(|other| *other == shot).map_or(0, |at| at + 1);
        self.sheet.set_place(Nth { nth, of: shots.len() }, ASIDE);
    }

    fn ask(&mut self, shot: ShotId, now: Micros, client: &mut RecordedClient) {
        self.asks += 1;
        self.again_at = (self.asks < ASKS_MAX).then_some(now + ASK_AGAIN);
        client.ask_report(shot);
    }

    /// Shows the report of a shot, where the sheet does not show it already; whether that is all
    /// that there is to know.
    fn show_report(&mut self, shot: ShotId, client: &Client) -> bool {
        let Some(report) = client.report(shot) else { return false };
        let hash = Some(state_hash(report));
        if self.shown == hash {
            return false;
        }
        self.shown = hash;
        let complete = match exhibit(report.clone(), client) {
            Some(exhibit) => {
                let complete = exhibit.case.report().counterfactuals.is_some();
                self.sheet.open(exhibit);
                complete
            }
            None => {
                self.sheet.open_with_word(shot, UNREADABLE);
                true
            }
        };
        if complete {
            self.again_at = None;
        }
        complete
    }
}

/// The shots that concern the player, oldest first.
fn shots(client: &Client) -> Vec<ShotId> {
    client.shots().map(|told| told.shot).collect()
}

/// A shot as the sheet shows it. The screen at hand is its viewer's: the shooter's or the target's.
fn exhibit(told: ReceivedReport, client: &Client) -> Option<Exhibit> {
    let footage = client.footage(told.shot);
    let report = told.open()?;
    let own = Some(report.viewer);
    let of = |ship: Option<ShipId>| -> Option<Footage> { footage.clone().filter(|_| ship == own) };
    let (shooter, victim) = (of(Some(report.record.shot.shooter)), of(report.principal()));
    Some(Exhibit {
        case: Case::of(report, shooter, victim),
        roster: client.roster().to_vec(),
        arena: client.arena().cloned(),
        save: Some("save-capture"),
    })
}
