//! The game's shots for the forensics sheet: first the shot's record and what the player's own
//! screen showed, later the server's report or the reason why there is none.

use capture::RecordedClient;
use shared::{
    base::{geometry::Vec2, time::Micros},
    client::scene::Scene,
    sim::event::{ShotId, Weapon},
    wire::message::Refusal,
};
use web_ui::{
    canvas::camera::Camera,
    forensics::{
        controller::{Content, KnownShot, ShotSource},
        pick::shot_at,
        sheet::ShotView,
    },
    netcode::words as netcode_words,
};
use words::{Language, SheetNote};

use super::ended_bolts::EndedBolts;
use crate::round::memorable::Memorable;

/// The shots of an online match.
pub(super) struct GameShots<'a> {
    pub(super) language: Language,
    pub(super) client: &'a mut RecordedClient,
    /// Scene that the last frame showed.
    pub(super) scene: &'a Scene,
    /// Camera of the last frame.
    pub(super) camera: &'a Camera,
    /// Bolts that are no longer drawn, while the picture is live.
    pub(super) ended: Option<&'a EndedBolts>,
    pub(super) now: Micros,
    /// Shots of the round that this page keeps.
    pub(super) kept: &'a Memorable,
}

impl ShotSource for GameShots<'_> {
    fn shots(&self) -> Vec<ShotId> {
        let known = self.client.shots().map(|known| known.shot);
        let known: Vec<ShotId> = known.chain(self.client.shot_to_be_judged()).collect();
        let kept = self.kept.shots().filter(|shot| !known.contains(shot));
        kept.chain(known.iter().copied()).collect()
    }

    fn in_question(&self) -> Option<ShotId> {
        self.client.shot_in_question()
    }

    fn drawn_at(&mut self, at_px: Vec2) -> Option<ShotId> {
        let ended = self.ended.into_iter().flat_map(|ended| ended.places(self.now));
        let drawn = shot_at(at_px, self.scene, self.camera, ended)?;
        // There is no record of a shot between two other players.
        self.shots().contains(&drawn).then_some(drawn)
    }

    fn ask_for(&mut self, shot: ShotId) {
        if self.kept.sheet(shot).is_none_or(|kept| !kept.case.report().is_whole()) {
            self.client.inspect_shot(shot);
        }
    }

    fn known(&self, shot: ShotId) -> KnownShot {
        let refused = self.client.report_refused(shot);
        let of_screen = ShotView::of_screen(shot, self.client, Some("save-capture"));
        let is_whole = |view: &&ShotView| view.case.report().is_whole();
        let kept = self.kept.sheet(shot);
        // Client and server forget a shot sooner than this page.
        let better =
            if of_screen.as_ref().is_some_and(|view| is_whole(&view)) { None } else { kept };
        let Some(shot_view) = better.cloned().or(of_screen) else {
            let content = match refused {
                None if self.client.shot_to_be_judged() == Some(shot)
                    && shot.weapon == Weapon::Laser =>
                {
                    Content::Note(SheetNote::InFlight)
                }
                None => Content::Note(SheetNote::ReportComing),
                Some(why) => {
                    let why = Refusal::Report { shot, why };
                    Content::Word(netcode_words::refusal(self.language, &why, ""))
                }
            };
            let (aside, unknown) = (SheetNote::MatchGoesOn, SheetNote::SchemesComing);
            return KnownShot { content, aside, unknown };
        };
        let aside = match refused {
            _ if shot_view.case.report().is_whole() => SheetNote::MatchGoesOn,
            None => SheetNote::RecordUntilReport,
            Some(_) => SheetNote::RecordOnly,
        };
        let content = Content::Shot(Box::new(shot_view));
        let unknown = match refused {
            None => SheetNote::SchemesComing,
            Some(_) => SheetNote::SchemesForgotten,
        };
        KnownShot { content, aside, unknown }
    }
}
