//! What the game knows of the shots that concern its player: the client goes in; the sheet is told
//! at first a shot's record and what the player's own screen showed, then the server's report, or
//! why there is none.

use shared::{
    base::{geometry::Vec2, time::Micros},
    client::scene::Scene,
    lab::capture::RecordedClient,
    sim::event::ShotId,
    wire::message::Refusal,
};
use web_ui::{
    canvas::camera::Camera,
    forensics::{
        controller::{Content, Known, ShotSource},
        pick::shot_at,
        sheet::Exhibit,
    },
    netcode::words as netcode_words,
};

use super::ended_bolts::EndedBolts;

/// What stands for a shot of which only the server knows, until its report comes.
const COMING: &str = "The server's report comes when the shot's time is over, in a second or two.";
/// What is said of a shot of which only the record and the own screen are known yet.
const STILL_COMING: &str = "The match goes on; your ship coasts. This is the shot's record and \
    your own screen: the server's report is still coming.";
/// What is said of such a shot where there will be no report.
const NONE_COMES: &str = "The match goes on; your ship coasts. This is the shot's record and \
    your own screen: there is no report of it any more.";
/// Why it is not known yet what the schemes would have said.
const NOT_YET: &str = "Not known yet: it comes with the server's report.";
/// Why that will never be known.
const NEVER: &str = "Not known: the server works this out when a shot is looked into, and \
    remembers of each player the newest 32 shots of the last minute.";
/// What goes on while a shot is looked into.
const ASIDE: &str = "The match goes on; your ship coasts.";

/// The shots of an online match.
pub(super) struct GameShots<'a> {
    /// The player's client.
    pub(super) client: &'a mut RecordedClient,
    /// The last picture's scene.
    pub(super) scene: &'a Scene,
    /// Where that was drawn.
    pub(super) camera: &'a Camera,
    /// The bolts that it shows no more.
    pub(super) ended: &'a EndedBolts,
    pub(super) now: Micros,
}

impl ShotSource for GameShots<'_> {
    fn shots(&self) -> Vec<ShotId> {
        self.client.shots().map(|told| told.shot).collect()
    }

    fn drawn_at(&mut self, at_px: Vec2) -> Option<ShotId> {
        shot_at(at_px, self.scene, self.camera, self.ended.places(self.now))
    }

    fn ask_for(&mut self, shot: ShotId) {
        self.client.look_into(shot);
    }

    fn known(&self, shot: ShotId) -> Known {
        let refused = self.client.report_refused(shot);
        let Some(exhibit) = Exhibit::of_screen(shot, self.client, Some("save-capture")) else {
            let word = match refused {
                None => COMING.into(),
                Some(why) => netcode_words::refusal(&Refusal::Report { shot, why }, ""),
            };
            return Known { content: Content::Word(word), aside: ASIDE, unknown: NOT_YET };
        };
        let aside = match refused {
            _ if exhibit.case.report().is_whole() => ASIDE,
            None => STILL_COMING,
            Some(_) => NONE_COMES,
        };
        let content = Content::Shot(Box::new(exhibit));
        Known { content, aside, unknown: if refused.is_some() { NEVER } else { NOT_YET } }
    }
}
