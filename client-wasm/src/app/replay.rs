//! The page's side of replays: clips of shots, the scene of the moment shown, and the marks and the
//! sentence once the shot's report is there. The match goes on underneath, and nothing here writes
//! to it.

use capture::RecordedClient;
use forensics::{Case, outlines::Outlines};
use shared::{
    base::{geometry::Vec2, time::Micros},
    client::{
        Client,
        replayed::Replayed,
        scene::{GhostKind, Scene, SceneGhost, SceneTrail},
        shots::ShotSide,
    },
    report::shot_report::ShotReport,
    sim::{event::ShotId, rules::SHIP_RADIUS_U},
};
use web_ui::{
    canvas::rect::Rect, forensics::sheet::case_of_screen, shell::dom::Shown, text::roster::name_of,
};

use super::App;
use crate::{
    hud::replay::MarkedPlace,
    replay::{
        Asked, Occasion, Replay, Replays, ShotClip,
        clock::{LENGTH, ReplayMoment, Stage},
        sentence::sentence,
    },
};

/// Radius of the outlines, in radii of a ship.
const OUTLINE: f32 = 1.25;

/// The replays of the page.
#[derive(Default)]
pub(super) struct ReplayState {
    replays: Replays,
    /// The moment shown, while one is.
    shown: Option<ShownMoment>,
    /// What is known about its shot.
    findings: Option<Findings>,
    /// The shot whose report was asked for last.
    asked_for: Option<ShotId>,
}

/// The moment of a replay that is shown.
struct ShownMoment {
    replayed: Replayed,
    moment: ReplayMoment,
}

/// What is known about the shot of the replay shown.
struct Findings {
    shot: ShotId,
    /// Whether they come from the server's report.
    is_reported: bool,
    /// Where the picture stands, in u, unless it stays where the ship went down.
    focus: Option<Vec2>,
    /// Where the own ship was drawn at the decisive moment, in u, if that is compared.
    own: Option<Vec2>,
    outlines: Option<Outlines>,
    sentence: Option<String>,
}

impl ReplayState {
    /// Whether a replay is shown in place of the live picture.
    pub(super) fn is_shown(&self) -> bool {
        self.shown.is_some()
    }

    /// The scene and the trails shown: those of a replay, or the live ones.
    pub(super) fn or_live<'a>(
        &'a self,
        live: (&'a Scene, &'a [SceneTrail]),
    ) -> (&'a Scene, &'a [SceneTrail]) {
        let replayed = self.shown.as_ref().map(|shown| &shown.replayed);
        replayed.map_or(live, |replayed| (&replayed.scene, &replayed.trails))
    }

    /// Where the picture stands while a replay is shown; `None` to follow the own ship.
    pub(super) fn focus(&self) -> Option<Vec2> {
        self.shown.as_ref()?;
        self.findings.as_ref()?.focus
    }
}

impl App {
    /// Shows or hides the replay as the own ship's life requires, and makes the scene of its
    /// moment. Runs every frame in play.
    pub(super) fn follow_replay(&mut self, now: Micros) {
        let motion = self.motion();
        let Some(session) = &mut self.session else { return };
        let client = &mut session.client;
        let death = |shot: ShotId| clip_of_death(client, shot);
        self.replay.replays.follow(now, client.killed_by(), motion, death);
        let Some(replay) = self.replay.replays.shown() else {
            (self.replay.shown, self.replay.findings) = (None, None);
            return;
        };
        let moment = replay.moment(now);
        let shot = replay.shot_clip.shot;
        let is_reported = client.report(shot).is_some_and(ShotReport::is_whole);
        // The report of a death comes unasked, unless the server is under load.
        let is_due = moment.stage == Stage::Holds || replay.occasion != Occasion::Death;
        if is_due && !is_reported && self.replay.asked_for.replace(shot) != Some(shot) {
            client.inspect_shot(shot);
        }
        let is_known = |known: &Findings| (known.shot, known.is_reported) == (shot, is_reported);
        if !self.replay.findings.as_ref().is_some_and(is_known) {
            let before = self.replay.findings.take().filter(|before| before.shot == shot);
            let findings = Findings::of(client, replay, is_reported);
            let focus = before.map_or(findings.focus, |before| before.focus);
            self.replay.findings = Some(Findings { focus, ..findings });
        }
        self.replay.shown =
            client.replayed(&replay.shot_clip.clip, moment.at).map(|mut replayed| {
                let outlines = self.replay.findings.as_ref().and_then(|findings| findings.outlines);
                replayed.scene.ghosts = outlines.map_or_else(Vec::new, |o| ghosts(shot, o));
                ShownMoment { replayed, moment }
            });
    }

    /// The player asks for the newest shot: for its replay, then for its sheet.
    pub(super) fn ask_for_replay(&mut self, now: Micros) -> Asked {
        let motion = self.motion();
        let Some(session) = &self.session else { return Asked::Nothing };
        let client = &session.client;
        let death = |shot: ShotId| clip_of_death(client, shot);
        let asked = self.replay.replays.ask(now, motion, newest_own_clip(client), death);
        if asked == Asked::Replay {
            self.held.release_all();
            self.hud.drawers.close();
            self.hud.scores.set_shown(Shown::No);
        }
        self.replay.findings = None;
        self.follow_replay(now);
        self.show_replay_panel();
        asked
    }

    /// A flight or fire control was pressed: a ship that flies takes the picture back.
    pub(super) fn fly_on(&mut self) {
        if self.replay.replays.fly_on() {
            self.drop_replay();
        }
    }

    /// Returns to the live picture. Returns whether a replay was shown.
    pub(super) fn dismiss_replay(&mut self) -> bool {
        let was_shown = self.replay.replays.dismiss();
        self.drop_replay();
        was_shown
    }

    /// Forgets the replays of a match.
    pub(super) fn forget_replays(&mut self) {
        self.replay.replays.clear();
        self.drop_replay();
    }

    fn drop_replay(&mut self) {
        (self.replay.shown, self.replay.findings) = (None, None);
        self.show_replay_panel();
    }

    /// Draws the rule of the replay shown, marks its bolt, and puts its sentence at the marks.
    pub(super) fn draw_replay(&mut self) {
        if let Some(ShownMoment { replayed, moment }) = &self.replay.shown {
            let shot = self.replay.replays.shown().map(|replay| replay.shot_clip.shot);
            let bolt = replayed.scene.bolts.iter().find(|bolt| Some(bolt.shot) == shot);
            let bolt = bolt.map(|bolt| bolt.pos);
            self.view.draw_replay_marks(self.shell.canvas.context(), moment.share, bolt);
        }
        self.show_replay_panel();
    }

    /// Shows what belongs to the replay beside the picture: its sentence and its buttons.
    fn show_replay_panel(&mut self) {
        let occasion = self.replay.replays.shown().map(|replay| replay.occasion);
        let flies = self.replay.shown.is_some() && occasion == Some(Occasion::AskedFlying);
        self.hud.replay.show_buttons(flies.into());
        self.hud.vitals.set_question(self.replay.replays.next_question());
        let findings = self.replay.findings.as_ref().filter(|_| self.replay.shown.is_some());
        let said = findings.and_then(|findings| {
            Some((findings.sentence.as_deref()?, findings.marks_px(&self.view)))
        });
        match said {
            Some((sentence, marks)) if !self.forensics.is_open() => {
                let place =
                    MarkedPlace { marks, window: self.view.free(), taken: self.view.panels() };
                self.hud.replay.say(Some(sentence), &place);
            }
            _ => self.hud.replay.be_silent(),
        }
        let shown = self.replay.shown.as_ref().zip(self.replay.replays.shown());
        let sentence = findings.and_then(|findings| findings.sentence.as_deref());
        self.probe.set_replay(shown.map(|(shown, replay)| (replay, shown.moment)), sentence);
    }
}

impl Findings {
    fn of(client: &Client, replay: &Replay, is_reported: bool) -> Self {
        let ShotClip { shot, clip, .. } = &replay.shot_clip;
        let shot = *shot;
        let decisive = client.replayed(clip, replay.decisive()).map(|decisive| decisive.scene);
        let case = case_of_screen(shot, client);
        let outlines = case.as_ref().and_then(Case::outlines);
        let own = decisive.as_ref().and_then(Scene::own_ship).map(|ship| ship.pos);
        let is_own_shot = client.own_id() == Some(shot.shooter);
        let target = outlines.map(|marks| marks.judged);
        let between =
            own.zip(target.filter(|_| is_own_shot)).map(|(own, target)| (own + target) / 2.0);
        let flies = replay.occasion == Occasion::AskedFlying;
        let focus = between.or(own).or(target).filter(|_| flies);
        let compared = own.filter(|_| !is_own_shot);
        let name = |ship| name_of(client.roster(), ship);
        let said = case.as_ref().and_then(|case| sentence(case, compared, name));
        Self { shot, is_reported, focus, own: compared, outlines, sentence: said }
    }

    /// The part of the page that the marks take, and the own ship if the sentence names it.
    fn marks_px(&self, view: &crate::view::View) -> Rect {
        let marks = self.outlines.into_iter().flat_map(|marks| [marks.saw, Some(marks.judged)]);
        let places = marks.flatten().chain(self.own);
        let camera = view.camera();
        let radius = (SHIP_RADIUS_U * OUTLINE * camera.scale()).max(view.ship_px());
        let free = view.free();
        let (low, high) = places
            .map(|place| camera.to_page(place))
            .fold(None, |ends: Option<(Vec2, Vec2)>, at| {
                let (low, high) = ends.unwrap_or((at, at));
                Some((low.min(at), high.max(at)))
            })
            .unwrap_or((free.middle(), free.middle()));
        Rect { at: low - radius, size: high - low + radius * 2.0 }
    }
}

/// The outlines as ghosts, which are drawn last.
fn ghosts(shot: ShotId, outlines: Outlines) -> Vec<SceneGhost> {
    let Outlines { target, saw, judged } = outlines;
    let ghost = |kind, pos| SceneGhost::lasting(kind, target, shot, pos);
    let saw = saw.map(|saw| ghost(GhostKind::Saw, saw));
    saw.into_iter().chain([ghost(GhostKind::Judged, judged)]).collect()
}

/// The clip of the own death that just happened.
fn clip_of_death(client: &Client, shot: ShotId) -> Option<ShotClip> {
    let (clip, decisive) = client.clip_of_death(shot, LENGTH)?;
    let fired = client.tick_rate()?.micros_at(shot.tick);
    Some(ShotClip { shot, clip, fired, decisive })
}

/// The clip of the newest judged own shot, if its decisive moment was taped.
fn newest_own_clip(client: &RecordedClient) -> Option<ShotClip> {
    let own = client.shots().rev().find(|shot| shot.side == ShotSide::Own)?.shot;
    let decisive = case_of_screen(own, client)?.decided_on_shooters_screen();
    let clip = client.clip_between(own, decisive - LENGTH, decisive)?;
    let (first, last) = clip.span()?;
    let fired = client.tick_rate()?.micros_at(own.tick);
    let is_taped = first <= decisive && decisive <= last;
    is_taped.then_some(ShotClip { shot: own, clip, fired, decisive })
}
