//! Runs a frame: passes messages and controls to the client, and draws its scene.

use shared::{
    base::{geometry::Vec2, time::Micros},
    client::{Client, scene::Scene},
    sim::rules::{ARENA_HEIGHT_U, ARENA_WIDTH_U},
};
use web_ui::{
    canvas::{camera::Lead, glow::Glows, quality::Quality},
    shell::{clock::random_seed, pointer::Device},
    world::{Activity, Cooldowns, Motion, Picture, Place, SkyDetail, is_dense},
};

use super::{App, Phase, connection::LOBBY, session::Session};
use crate::{hud::first_controls::Inputs, sound::Heard};

/// Longest camera step, in s: it does not jump after a pause.
const STEP_MAX_S: f32 = 0.1;
/// Camera lead while aiming with a stick, as a fraction of the maximum.
const STICK_LEAD: f32 = 0.6;

impl App {
    pub(super) fn frame(&mut self) {
        let now = self.shell.clock.now();
        let dt_s = (now - self.frame_at).as_s_f32().clamp(0.0, STEP_MAX_S);
        self.frame_at = now;
        self.rate.count(now);
        self.pump();
        self.handle_gamepads(now, dt_s);
        if !self.shows_match() {
            return self.attract(now);
        }
        if self.phase == Phase::Playing {
            self.adapt_quality(now);
            let controls = self.held.controls(self.ship_px, dt_s);
            let controls = self.assisted(controls);
            if self.is_watching() {
                self.steer_watch(controls, dt_s);
            }
            if let Some(session) = &mut self.session {
                session.handle_frame(now, controls);
                self.scene = session.client.scene();
                let is_dense = is_dense(self.view.camera(), &self.scene);
                self.trails = if is_dense { Vec::new() } else { session.client.trails() };
                self.probe.count(&self.scene);
            }
            if self.is_watching() {
                self.place_camera();
            } else {
                let inputs =
                    self.scene.own_ship().map(|_| Inputs { controls, mouse: self.held.mouse() });
                self.hud.first_controls.handle_frame(now, inputs, self.device);
                self.follow_replay(now);
                self.handle_lesson_frame();
            }
            self.hear_notices();
            self.play_sounds(now);
            // This frame's commands are sent in this frame.
            self.pump();
        }
        self.ended_bolts.note(now, &self.scene);
        // The picture is frozen while the sheet is open; the match goes on.
        if self.forensics.is_open() {
            self.forensics.frame(now);
        } else {
            self.draw(now, dt_s);
            self.point_lesson();
        }
    }

    /// Whether a match of a server is drawn: that of the connection, or the last one.
    pub(super) fn shows_match(&self) -> bool {
        pictured(&self.session, &self.kept).is_some()
    }

    /// Draws the fight behind the join screen, if a picture is due. It stands still while the page
    /// says why there is no match.
    fn attract(&mut self, now: Micros) {
        if !self.attract.is_due(now) {
            return;
        }
        // The first picture of the page does not wait for the fight.
        if self.phase == Phase::Join && self.glows.get().is_some() {
            self.attract.begin(random_seed);
        }
        let began = self.attract.time().is_some();
        let is_closed = matches!(self.phase, Phase::Closed(_));
        let dt = self.attract.advance(now, if is_closed { Motion::Reduced } else { self.motion() });
        if self.attract.time().is_some() != began {
            self.view.cut();
            self.is_fitted = false;
        }
        (self.scene, self.trails) =
            self.attract.scene().unwrap_or_else(|| (idle_scene(), Vec::new()));
        self.draw(now, dt.as_s_f32());
        self.attract.handle_drawn(self.shell.clock.now());
        self.probe.set_attract(self.attract.time());
    }

    /// Draws less while pictures take too long.
    fn adapt_quality(&mut self, now: Micros) {
        let Some(quality) = self.quality.count(now) else { return };
        let plain = quality >= Quality::PlainPixels;
        self.shell.canvas.set_ratio_max(if plain { 1.0 } else { f32::INFINITY });
        self.resized();
    }

    /// Plays what this frame shows for the first time. The picture is frozen while the sheet is
    /// open, so there is nothing to hear.
    fn play_sounds(&mut self, now: Micros) {
        let heard = if self.forensics.is_open() { Heard::No } else { Heard::Yes };
        if let Some(session) = &self.session {
            let kinds = self.sound.frame(
                now,
                &self.scene,
                &session.client,
                self.round.is_match_point,
                heard,
            );
            self.probe.count_sounds(&kinds);
        }
    }

    pub(super) fn draw(&mut self, now: Micros, dt_s: f32) {
        if !self.is_fitted {
            self.fit();
        }
        let motion = self.motion();
        let in_match = pictured(&self.session, &self.kept);
        let arena = in_match.map_or(self.attract.arena(), Client::arena);
        let led = match motion {
            Motion::Full => self.lead(),
            Motion::Reduced => Lead::default(),
        };
        // A last picture does not move.
        let is_last = in_match.is_some() && self.phase != Phase::Playing;
        let dt_s = if is_last { 0.0 } else { dt_s };
        self.view.follow(self.scene.focus, led, arena, dt_s);
        let has_arrived = self.session.as_ref().is_some_and(|session| session.has_arrived);
        if motion == Motion::Reduced || !has_arrived {
            self.view.stop_sliding();
        }
        self.ship_px = self.view.live_camera().to_page(self.scene.focus);
        self.view.stand_at(self.replay.framed(), arena, dt_s, motion);
        let live = (&self.scene, self.trails.as_slice());
        let (scene, trails) = self.replay.or_live(live);
        let flown = in_match.filter(|_| !self.replay.is_shown());
        let speed = match in_match {
            Some(_) => own_velocity(scene),
            None => self.attract.camera_vel(),
        };
        let has_sticks =
            self.device == Device::Touch && self.phase == Phase::Playing && !self.is_watching();
        let picture = Picture {
            now,
            scene,
            arena,
            roster: in_match.map_or(&[], Client::roster),
            trails,
            glows: self.glows.get().and_then(Option::as_ref),
            cooldowns: flown.map_or_else(Cooldowns::default, Cooldowns::of),
            sticks: has_sticks.then(|| self.held.sticks()),
            quality: self.quality.quality(),
            motion: if is_last { Motion::Reduced } else { motion },
            place: Place { speed, ..Place::default() },
        };
        // The lesson has a figure of its own.
        let is_measured = picture.quality < Quality::NoDebris
            && self.see_lag.each_way_ms().is_none()
            && !is_dense(self.view.camera(), scene);
        self.view.measure_lag(now, is_measured.then_some(scene));
        let is_pointed_at = flown.is_some() && !is_dense(self.view.camera(), scene);
        self.view.point_at_unseen(now, is_pointed_at.then_some(scene));
        let context = self.shell.canvas.context();
        // The player may be in another room than they asked for.
        let room = in_match.map(Client::room_name).filter(|room| !room.is_empty());
        let asked = if self.room.is_empty() { LOBBY } else { &self.room };
        if in_match.is_some() || !self.attract.is_typed(now) {
            self.view.enter(room.unwrap_or(asked));
        }
        self.view.set_sky_detail(match picture.quality {
            Quality::NoDebris => SkyDetail::Flat,
            Quality::Full | Quality::PlainPixels | Quality::NoGlow => SkyDetail::Painted,
        });
        self.view.draw(context, &picture);
        // While connecting, what is drawn once and kept waits for the match's first picture.
        if self.phase != Phase::Connecting {
            let activity = if in_match.is_some() { activity(&self.scene) } else { Activity::Calm };
            self.view.paint_sky(context, now, activity);
            self.glows.get_or_init(|| Glows::new(&self.shell.root.owner_document()?));
        }
        self.draw_replay();
        if let (Some(session), true) = (&mut self.session, self.scene.own_ship().is_some()) {
            session.has_arrived = true;
        }
    }

    /// What draws the camera ahead of the own ship.
    fn lead(&self) -> Lead {
        let vel = own_velocity(&self.scene);
        Lead {
            aimed: self.aimed(),
            vel: if self.phase == Phase::Playing { vel } else { Vec2::ZERO },
        }
    }

    /// The player's aim, as an offset from the middle of the picture.
    fn aimed(&self) -> Vec2 {
        if self.phase != Phase::Playing || self.is_watching() {
            return Vec2::ZERO;
        }
        if let Some(mouse) = self.held.mouse() {
            return self.view.camera().offset_of(mouse);
        }
        let aim = self.held.steered();
        aim.map_or(Vec2::ZERO, |aim| aim.unit() * STICK_LEAD)
    }

    pub(super) fn motion(&self) -> Motion {
        if self.reduced_motion { Motion::Reduced } else { Motion::Full }
    }
}

/// The client whose match is drawn: that of the connection, or the previous one until the new one
/// has joined.
fn pictured<'a>(session: &'a Option<Session>, kept: &'a Option<Session>) -> Option<&'a Client> {
    let in_match = session.as_ref().filter(|session| session.client.joined());
    in_match.or(kept.as_ref()).map(|session| &*session.client)
}

/// The own ship's velocity, in u/s, as which the camera moves.
fn own_velocity(scene: &Scene) -> Vec2 {
    scene.own_ship().map_or(Vec2::ZERO, |ship| ship.vel)
}

fn activity(scene: &Scene) -> Activity {
    let shots = !scene.bolts.is_empty() || !scene.beams.is_empty();
    if shots { Activity::Fight } else { Activity::Calm }
}

/// Space, until there is something to see.
fn idle_scene() -> Scene {
    Scene { focus: Vec2::new(ARENA_WIDTH_U, ARENA_HEIGHT_U) / 2.0, ..Scene::default() }
}
