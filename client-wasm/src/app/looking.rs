//! Looking into a shot while the match goes on: what the player asks for goes in, the client asks
//! the server for the report of a shot, and the sheet shows what is known: at first the shot's
//! record and the player's own screen, then the report. The ship coasts meanwhile.

use std::collections::VecDeque;

use shared::{
    base::{geometry::Vec2, queue::push_bounded, time::Micros},
    client::{Client, scene::Scene, shots::ShotSide, status::Notice, tape::Footage},
    lab::{capture::RecordedClient, forensics::Case},
    report::shot_report::{ReportRefusal, ShotReport},
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
/// What stands for a shot of which only the server knows, until its report comes.
const COMING: &str = "The server's report comes when the shot's time is over, in a second or two.";
/// What is said of a shot of which only the record and the own screen are known yet.
const STILL_COMING: &str = "The match goes on; your ship coasts. This is the shot's record and \
    your own screen: the server's report is still coming.";
/// The same where there will be no report.
const NONE_COMES: &str = "The match goes on; your ship coasts. This is the shot's record and \
    your own screen: there is no report of it any more.";
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

/// What is known of a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    /// Nothing yet.
    Nothing,
    /// Its record, and what the own screen showed; a report is still to come.
    OwnAccount,
    /// The same, and there will be no report.
    OwnAccountOnly,
    /// Its report.
    Report,
    /// That there is no report.
    Refused(ReportRefusal),
}

/// The sheet, and what is known of the shot that it shows.
pub(super) struct Looking {
    sheet: ForensicsSheet,
    /// The shot that the sheet is open at.
    shot: Option<ShotId>,
    /// What of it the sheet shows.
    shown: Option<Known>,
    /// When the newest shot was told whose report was asked for beforehand.
    asked_until: Micros,
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
            asked_until: Micros::ZERO,
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
        self.look_at(shot, stage.client);
        Sheet::Opened
    }

    /// Puts the sheet away.
    pub(super) fn close(&mut self) {
        self.shot = None;
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

    /// Shows what has come since; runs a few times a second. Shots that hit the player are asked
    /// for at once: they are what is looked into most, and the server remembers them for a few
    /// seconds only.
    pub(super) fn refresh(&mut self, client: &mut RecordedClient) {
        let told = client.shots().filter(|told| told.side == ShotSide::Against);
        let new = told.filter(|told| told.at > self.asked_until);
        let new: Vec<(ShotId, Micros)> = new.map(|told| (told.shot, told.at)).collect();
        for (shot, at) in new {
            self.asked_until = self.asked_until.max(at);
            client.look_into(shot);
        }
        if let Some(shot) = self.shot {
            self.show(shot, client);
        }
    }

    /// Whether a notice says why there is no report of a shot; the sheet tells it then.
    pub(super) fn tells(notice: &Notice) -> bool {
        matches!(notice, Notice::Refused { why: Refusal::Report { .. } })
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
    fn look_at(&mut self, shot: ShotId, client: &mut RecordedClient) {
        (self.shot, self.shown) = (Some(shot), None);
        client.look_into(shot);
        self.show(shot, client);
    }

    /// Shows what is known of a shot, where the sheet does not show it already.
    fn show(&mut self, shot: ShotId, client: &Client) {
        let known = known(shot, client);
        if self.shown.replace(known) == Some(known) {
            return;
        }
        let content = match known {
            Known::Report => client.report(shot).cloned(),
            Known::OwnAccount | Known::OwnAccountOnly => client.own_account(shot),
            Known::Nothing | Known::Refused(_) => None,
        };
        match (content, known) {
            (Some(report), _) => self.sheet.open(exhibit(report, client)),
            (None, Known::Refused(why)) => {
                let word = netcode_words::refusal(&Refusal::Report { shot, why }, "");
                self.sheet.open_with_word(shot, &word);
            }
            (None, _) => self.sheet.open_with_word(shot, COMING),
        }
        let shots = shots(client);
        let nth = shots.iter().position(|other| *other == shot).map_or(0, |at| at + 1);
        let aside = match known {
            Known::OwnAccount => STILL_COMING,
            Known::OwnAccountOnly => NONE_COMES,
            Known::Nothing | Known::Report | Known::Refused(_) => ASIDE,
        };
        self.sheet.set_place(Nth { nth, of: shots.len() }, aside);
    }
}

/// What a client knows of a shot.
fn known(shot: ShotId, client: &Client) -> Known {
    if client.report(shot).is_some_and(ShotReport::is_whole) {
        return Known::Report;
    }
    match (client.own_account(shot).is_some(), client.report_refused(shot)) {
        (true, None) => Known::OwnAccount,
        (true, Some(_)) => Known::OwnAccountOnly,
        (false, None) => Known::Nothing,
        (false, Some(why)) => Known::Refused(why),
    }
}

/// The shots that concern the player, oldest first.
fn shots(client: &Client) -> Vec<ShotId> {
    client.shots().map(|told| told.shot).collect()
}

/// A shot as the sheet shows it. The screen at hand is its viewer's: the shooter's or the target's.
fn exhibit(report: ShotReport, client: &Client) -> Exhibit {
    let shot = report.record.shot;
    let footage = client.footage(shot);
    let own = Some(report.viewer);
    let of = |ship: Option<ShipId>| -> Option<Footage> { footage.clone().filter(|_| ship == own) };
    let (shooter, victim) = (of(Some(shot.shooter)), of(report.principal()));
    Exhibit {
        case: Case::of(report, shooter, victim),
        roster: client.roster().to_vec(),
        arena: client.arena().cloned(),
        save: Some("save-capture"),
    }
}
