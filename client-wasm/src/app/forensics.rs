//! Looking into a shot while the match goes on: keys and clicks say which, the client asks the
//! server for its story, and the sheet shows what is known. The ship coasts meanwhile.

use shared::{
    base::{
        geometry::Vec2,
        queue::{Gather, keep, push_bounded},
        state_hash::state_hash,
        time::Micros,
    },
    client::status::Notice,
    scheme::story::StoryRefusal,
    sim::event::ShotId,
    wire::message::Refusal,
};

use super::{App, Phase, instruments::Wanted};
use crate::{
    plain::{
        exchange::{Answer, Looked, Told},
        held::{Phase as Stage, Pointer},
        netcode_words,
        shot_act::ShotAct,
    },
    shell::keyboard::Capture,
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

/// What is known of the shot that is looked into.
#[derive(Debug, Default)]
pub(super) struct Looking {
    /// The shot that the sheet is open at.
    shot: Option<ShotId>,
    /// What the sheet shows of its story, as a hash.
    shown: Option<u64>,
    asks: u8,
    /// When to ask again.
    again_at: Option<Micros>,
    /// Where bolts were drawn last, oldest first.
    bolts: Vec<(ShotId, Vec2, Micros)>,
}

impl Looking {
    /// Whether the sheet is open.
    pub(super) fn open(&self) -> bool {
        self.shot.is_some()
    }
}

impl App {
    /// A key or a click that concerns a shot.
    pub(super) fn act_on_shot(&mut self, act: ShotAct) {
        let now = self.shell.clock.now();
        if self.phase != Phase::Playing {
            return;
        }
        match act {
            ShotAct::Show if self.looking.open() => {
                self.stop_looking();
            }
            ShotAct::Show => self.look_at_newest(now),
            ShotAct::Look { shot, preset } => {
                if let Some(preset) = preset {
                    self.instruments.tell(&Told::Act(ShotAct::Scheme(preset), now));
                }
                self.look_at(shot, now);
            }
            ShotAct::At { x_px, y_px } => {
                if let Some(shot) = self.drawn_near(Vec2::new(x_px as f32, y_px as f32), now) {
                    self.look_at(shot, now);
                }
            }
            ShotAct::Older => self.step_shots(-1, now),
            ShotAct::Newer => self.step_shots(1, now),
            ShotAct::Play | ShotAct::Earlier | ShotAct::Later | ShotAct::Scheme(_) => {
                self.instruments.tell(&Told::Act(act, now));
            }
        }
    }

    /// Puts the sheet away; whether it was open.
    pub(super) fn stop_looking(&mut self) -> bool {
        self.instruments.give_up();
        let open = self.looking.shot.take().is_some();
        if open {
            self.instruments.tell(&Told::Close);
            self.looking.again_at = None;
            self.shell.keyboard.set_capture(Capture::Game);
            self.frame_at = self.shell.clock.now();
        }
        open
    }

    /// Asks again, and shows what has come since; runs a few times a second.
    pub(super) fn look_on(&mut self, now: Micros) {
        let Some(shot) = self.looking.shot else { return };
        self.show_story(shot);
        let asks = self.looking.again_at.is_some_and(|at| at <= now);
        if asks {
            self.ask(shot, now);
        }
    }

    /// Whether a notice says why there is no story; the sheet tells it then.
    pub(super) fn refused_to_look(&mut self, now: Micros, notice: &Notice) -> bool {
        let Notice::Refused { why: refusal @ Refusal::Story { shot, why } } = notice else {
            return false;
        };
        if self.looking.shot == Some(*shot) && self.looking.shown.is_none() {
            let flies = *why == StoryRefusal::Unknown || *why == StoryRefusal::Busy;
            if flies && self.looking.asks < ASKS_MAX {
                self.looking.again_at = Some(now + ASK_SOON);
            } else {
                self.looking.again_at = None;
                let text = netcode_words::refusal(refusal, "");
                self.instruments.tell(&Told::Word(*shot, text));
            }
        }
        true
    }

    /// Whether a press on the playing field asks about a shot: only where it could not fire.
    pub(super) fn asks_about(&mut self, pointer: &Pointer) -> bool {
        let client = self.session.as_ref().map(|session| &session.client);
        let dead = client.is_some_and(|client| client.own_ship().is_none_or(|ship| !ship.alive()));
        if self.phase != Phase::Playing || pointer.phase != Stage::Down || !dead {
            return false;
        }
        let now = self.shell.clock.now();
        let shot = self.drawn_near(pointer.at, now);
        if let Some(shot) = shot {
            self.look_at(shot, now);
        }
        shot.is_some()
    }

    /// Remembers where bolts were drawn: one that sparked can be clicked for a while.
    pub(super) fn note_bolts(&mut self, now: Micros) {
        let bolts = &mut self.looking.bolts;
        let flying = &self.scene.bolts;
        keep(bolts, |(shot, _, at)| {
            now - *at < BOLT_STAYS && !flying.iter().any(|bolt| bolt.shot == *shot)
        });
        for bolt in flying {
            push_bounded(bolts, (bolt.shot, bolt.pos, now), BOLTS_MAX);
        }
    }

    /// The shot that is drawn nearest to a place of the page.
    fn drawn_near(&self, at_px: Vec2, now: Micros) -> Option<ShotId> {
        let (mut nearest, mut nearest_px) = (None, NEAR_PX);
        let mut look_at = |shot, pos| {
            let off_px = (self.view.camera().to_page(pos) - at_px).length();
            if off_px <= nearest_px {
                (nearest, nearest_px) = (Some(shot), off_px);
            }
        };
        for ghost in &self.scene.ghosts {
            if let Some(shot) = ghost.shot {
                look_at(shot, ghost.pos);
            }
        }
        // Of two that are as near a bolt is meant.
        for (shot, pos, at) in &self.looking.bolts {
            if now - *at < BOLT_STAYS {
                look_at(*shot, *pos);
            }
        }
        nearest
    }

    fn look_at_newest(&mut self, now: Micros) {
        match self.shots().last() {
            Some(shot) => self.look_at(*shot, now),
            None => {
                let text = "No shot concerns you yet: fire one, or be hit. Then press F.";
                self.hud.toasts.say(now, &[text]);
            }
        }
    }

    /// The shots that concern the player, oldest first.
    fn shots(&self) -> Vec<ShotId> {
        let Some(session) = &self.session else { return Vec::new() };
        session.client.shots().map(|told| told.shot).gather()
    }

    fn step_shots(&mut self, by: isize, now: Micros) {
        let shots = self.shots();
        let open = self.looking.shot;
        let at = shots.iter().position(|shot| Some(*shot) == open);
        // One that is forgotten stands before the oldest.
        let next = at.map_or(Some(0), |at| at.checked_add_signed(by));
        if let Some(shot) = next.and_then(|next| shots.get(next)) {
            self.look_at(*shot, now);
        }
    }

    /// Opens the sheet at a shot, with what is known of it.
    pub(super) fn look_at(&mut self, shot: ShotId, now: Micros) {
        if !self.instruments.want(Wanted::Shot(shot)) {
            return;
        }
        self.held.release_all();
        self.hud.drawers.close();
        self.hud.scores.set_shown(false);
        self.shell.keyboard.set_capture(Capture::Shot);
        (self.looking.shot, self.looking.shown) = (Some(shot), None);
        self.looking.asks = 0;
        self.looking.again_at = None;
        let known = self.session.as_ref().and_then(|session| session.client.story(shot));
        if known.is_none() {
            self.instruments.tell(&Told::Word(shot, "Asking the server …".into()));
        }
        if !self.show_story(shot) {
            self.ask(shot, now);
        }
        self.show_place(shot);
    }

    fn ask(&mut self, shot: ShotId, now: Micros) {
        let looking = &mut self.looking;
        looking.asks += 1;
        looking.again_at = (looking.asks < ASKS_MAX).then_some(now + ASK_AGAIN);
        if let Some(session) = &mut self.session {
            session.client.ask_story(shot);
        }
    }

    /// Shows the story of a shot, where the sheet does not show it already; whether that is all
    /// that there is to know.
    fn show_story(&mut self, shot: ShotId) -> bool {
        let Some(client) = self.session.as_ref().map(|session| &session.client) else {
            return false;
        };
        let Some(story) = client.story(shot) else { return false };
        let hash = Some(state_hash(story));
        if self.looking.shown == hash {
            return false;
        }
        self.looking.shown = hash;
        let answer = self.instruments.tell(&Told::Shot(Box::new(Looked {
            story: story.clone(),
            footage: client.footage(shot),
            roster: client.roster().to_vec(),
            arena: client.arena().cloned(),
        })));
        let complete = answer == Answer::Complete;
        if complete {
            self.looking.again_at = None;
        }
        complete
    }

    fn show_place(&self, shot: ShotId) {
        let shots = self.shots();
        let of = shots.len() as u32;
        let nth = shots.iter().position(|other| *other == shot).map_or(0, |at| at as u32 + 1);
        self.instruments.tell(&Told::Place(nth, of));
    }
}
