//! The page's side of replays: clips of shots, the scene of the moment shown, and the marks and the
//! sentence once the shot's report is there. The match goes on underneath, and nothing here writes
//! to it.

use capture::RecordedClient;
use forensics::{Case, outlines::Outlines};
use shared::{
    base::{
        geometry::{Segment, Vec2},
        time::Micros,
    },
    client::{
        Client,
        replayed::Replayed,
        scene::{GhostKind, PlayerKind, Scene, SceneGhost, SceneTrail},
        shots::ShotSide,
    },
    report::shot_report::ShotReport,
    sim::{
        event::{ShotId, Weapon},
        rules::SHIP_RADIUS_U,
    },
};
use web_ui::{
    canvas::rect::Rect, forensics::sheet::case_of_screen, shell::dom::Shown, text::roster::name_of,
    world::Motion,
};

use words::Language;

use super::App;
use crate::{
    hud::replay::SentencePlace,
    replay::{
        Asked, Occasion, Replay, Replays, ShotClip,
        clock::{LENGTH, ReplayMoment, Stage},
        decisive::{hold_beam, shatter},
        framing::{Edge, Framed},
        sentence::{OwnPlace, Told, told},
    },
    view::ReplayMarks,
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
    /// Who fired it.
    by: PlayerKind,
    /// Whether they come from the server's report.
    is_reported: bool,
    /// What the picture shows.
    framed: Option<Framed>,
    /// Where the own ship was drawn at the decisive moment, if it was shot at.
    own: Option<OwnPlace>,
    outlines: Option<Outlines>,
    /// The shot, from the muzzle to where it met.
    path: Option<Segment>,
    told: Option<Told>,
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

    /// What the picture shows while a replay is shown; `None` to follow the own ship.
    pub(super) fn framed(&self) -> Option<Framed> {
        self.shown.as_ref()?;
        self.findings.as_ref()?.framed
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
            return self.move_words();
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
            let findings = Findings::of(self.language, client, replay, is_reported);
            let framed = before.map_or(findings.framed, |before| before.framed);
            self.replay.findings = Some(Findings { framed, ..findings });
        }
        self.replay.shown =
            client.replayed(&replay.shot_clip.clip, moment.at).map(|mut replayed| {
                if let Some(findings) = &self.replay.findings {
                    let held = (moment.stage == Stage::Holds).then(|| replay.held(now));
                    findings.mark(&mut replayed.scene, held, motion);
                }
                ShownMoment { replayed, moment }
            });
        self.move_words();
    }

    /// Puts the words of a death where they cover nothing of its replay.
    fn move_words(&mut self) {
        let framed = self.replay.framed();
        let edge = framed.map_or(Edge::Lower, |framed| self.view.words_edge(&framed));
        if self.hud.replay.set_edge(edge) {
            self.is_fitted = false;
        }
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

    /// Draws the marks of the replay shown, and shows what belongs to it beside the picture: its
    /// sentence and its buttons.
    pub(super) fn draw_replay(&mut self) {
        let context = self.shell.canvas.context();
        let shown = self.replay.shown.as_ref();
        let findings = self.replay.findings.as_ref();
        let callouts = shown.zip(findings).and_then(|(shown, findings)| {
            // Without a rule the verdict has no place, and the sentence says all.
            self.view.under_replay_rule()?;
            let callouts = findings.told.as_ref()?.callouts.as_ref()?;
            self.view.place_callouts(context, callouts, (&shown.replayed.scene, findings.path))
        });
        let is_labelled = callouts.is_some();
        if let Some(ShownMoment { replayed, moment }) = shown {
            let shot = self.replay.replays.shown().map(|replay| replay.shot_clip.shot);
            let bolt = replayed.scene.bolts.iter().find(|bolt| Some(bolt.shot) == shot);
            let holds = moment.stage == Stage::Holds;
            let marks = ReplayMarks {
                title: self.words.replay.title,
                share: moment.share,
                bolt: bolt.map(|bolt| bolt.pos),
                flown: findings.filter(|_| holds).and_then(Findings::flown),
                shooter: shot.filter(|_| holds).and_then(|shot| {
                    let ship = replayed.scene.ship(shot.shooter)?;
                    let client = &self.session.as_ref()?.client;
                    let other = ship.owner != PlayerKind::You;
                    other.then(|| {
                        (ship.pos, name_of(self.language, client.roster(), ship.id), ship.owner)
                    })
                }),
                callouts: callouts.filter(|_| holds),
            };
            self.view.draw_replay_marks(context, &marks);
        }
        self.say(if is_labelled { Labelled::Yes } else { Labelled::No });
        self.show_replay_panel();
    }

    /// Says what is known about the shot replayed.
    fn say(&mut self, labelled: Labelled) {
        let findings = self.replay.findings.as_ref().filter(|_| !self.forensics.is_open());
        let shown = findings.filter(|_| self.replay.shown.is_some());
        let Some((findings, told)) = shown.and_then(|known| Some((known, known.told.as_ref()?)))
        else {
            return self.hud.replay.be_silent();
        };
        let window = self.view.free();
        let under = self.view.under_replay_rule().filter(|_| labelled == Labelled::Yes);
        let place = match under {
            Some(at) => SentencePlace::UnderRule { at, window },
            None => {
                let marks = findings.marks_px(&self.view);
                let all = findings.framed.map_or(marks, |framed| self.view.framed_px(&framed));
                SentencePlace::BesideMarks { marks, all, window, taken: self.view.panels() }
            }
        };
        self.hud.replay.say(told, &place);
    }

    /// Shows the buttons that belong to the replay, and hides its sentence once it is over.
    fn show_replay_panel(&mut self) {
        let now = self.frame_at;
        let replay = self.replay.replays.shown();
        let flies = replay.is_some_and(|replay| replay.occasion == Occasion::AskedFlying);
        self.hud.replay.show_buttons((flies && self.replay.shown.is_some()).into());
        self.hud.vitals.set_question(self.replay.replays.next_question(now));
        let shown = self.replay.shown.as_ref().zip(self.replay.replays.shown());
        if shown.is_none() {
            self.hud.replay.be_silent();
        }
        let told = self.replay.findings.as_ref().and_then(|findings| findings.told.as_ref());
        let said = told.filter(|_| shown.is_some()).map(Told::whole);
        self.probe.set_replay(shown.map(|(shown, replay)| (replay, shown.moment)), said.as_deref());
    }
}

/// Whether the places are said at the marks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Labelled {
    Yes,
    No,
}

impl Findings {
    fn of(language: Language, client: &Client, replay: &Replay, is_reported: bool) -> Self {
        let ShotClip { shot, clip, .. } = &replay.shot_clip;
        let shot = *shot;
        let decisive = client.replayed(clip, replay.decisive()).map(|decisive| decisive.scene);
        let case = case_of_screen(shot, client);
        let outlines = case.as_ref().and_then(Case::outlines);
        let own = decisive.as_ref().and_then(Scene::own_ship).map(|ship| ship.pos);
        let shooter = decisive.as_ref().and_then(|scene| scene.ship(shot.shooter));
        let is_own_shot = client.own_id() == Some(shot.shooter);
        let shot_at = own
            .map(|pos| OwnPlace { pos, at: clip.own_predicted_last_at() })
            .filter(|_| !is_own_shot);
        // A screen on which frames are few draws little of a bolt.
        let judged = case.as_ref().and_then(Case::judged_path);
        let path = judged.or_else(|| clip.drawn_path(shot, replay.decisive()));
        let marks = outlines.into_iter().flat_map(|marks| [marks.saw, Some(marks.judged)]);
        let mut target: Vec<Vec2> = marks.flatten().chain(shot_at.map(|own| own.pos)).collect();
        if target.is_empty() {
            target.extend(path.map(|path| path.to).or(own));
        }
        let from = path.map(|path| path.from);
        let other: Vec<Vec2> = shooter.map(|ship| ship.pos).into_iter().chain(from).collect();
        let framed = Framed::of(&target, &other);
        let name = |ship| name_of(language, client.roster(), ship);
        let told =
            case.as_ref().and_then(|case| told(&language.game().replay, case, shot_at, name));
        let by = if is_own_shot { PlayerKind::You } else { PlayerKind::Player };
        let by = shooter.map_or(by, |ship| ship.owner);
        Self { shot, by, is_reported, framed, own: shot_at, outlines, path, told }
    }

    /// Marks the scene of a moment; `held` is for how long it has been the decisive one.
    fn mark(&self, scene: &mut Scene, held: Option<Micros>, motion: Motion) {
        scene.ghosts = self.outlines.map_or_else(Vec::new, |outlines| ghosts(self.shot, outlines));
        let Some(held) = held else { return };
        if let Some(path) = self.path.filter(|_| self.shot.weapon == Weapon::Beam) {
            hold_beam(scene, self.shot, self.by, path);
        }
        if self.own.is_some() {
            shatter(scene, held, motion);
        }
    }

    /// The way that a bolt flew, and whose it was.
    fn flown(&self) -> Option<(Segment, PlayerKind)> {
        Some((self.path.filter(|_| self.shot.weapon == Weapon::Laser)?, self.by))
    }

    /// The part of the page that the marks take, and the own ship if the sentence names it.
    fn marks_px(&self, view: &crate::view::View) -> Rect {
        let marks = self.outlines.into_iter().flat_map(|marks| [marks.saw, Some(marks.judged)]);
        let places = marks.flatten().chain(self.own.map(|own| own.pos));
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
