//! Attract mode: the fight behind the join screen, by the game's own rules. It runs only with the
//! frames of a visible page.
//!
//! The page plays it by itself: a `bout` of pilots, watched by an `onlooker` who makes its scenes.

mod bout;
mod onlooker;

use onlooker::Onlooker;
use shared::{
    base::{geometry::Vec2, time::Micros},
    client::scene::{PlayerKind, Scene, SceneTrail},
    sim::arena::Arena,
};
use web_ui::{
    canvas::camera::{approach, share},
    world::Motion,
};

/// Pictures are at least this far apart.
const PICTURE_GAP: Micros = Micros::from_ms(33);
/// They take at most one part in this many of the page's time.
const TIME_SHARE: i64 = 4;
/// A screen's frames come a little early or late.
const FRAME_SLACK: Micros = Micros::from_ms(4);
/// If the frame after a picture comes later than this, the browser was still busy with the picture.
const NEXT_FRAME: Micros = Micros::from_ms(34);
/// No picture counts as longer than this; a hidden page has no frames at all.
const TOOK_MAX: Micros = Micros::from_ms(100);
/// The most virtual time between two pictures: after a pause the fight goes on from where it was.
const STEP_MAX: Micros = Micros::from_ms(100);
/// The virtual time that runs before the first picture: until the first shots.
const WARM_UP: Micros = Micros::from_ms(1_500);
/// How much of it runs at once.
const WARM_UP_STEP: Micros = Micros::from_ms(200);
/// A room's name is complete once nobody has typed for this long.
const TYPED: Micros = Micros::from_ms(500);
/// With reduced motion, the latest moment of the one picture.
const STILL_BY: Micros = Micros::from_ms(30_000);
/// How far from the middle of the picture something is surely seen, in u.
const NEAR_U: f32 = 260.0;
/// How far the camera looks from the followed ship towards its nearest opponent, as a share of the
/// way, and how far away that one may be, in u.
const TOWARDS: f32 = 0.4;
const OPPONENT_U: f32 = 700.0;
/// The rate of each of the two filters through which the camera follows, in 1/s.
const GAZE_PER_S: f32 = 2.5;

/// The fight behind the join screen, and when it is drawn.
#[derive(Default)]
pub struct Attract {
    fight: Option<Fight>,
    /// When the last picture was drawn.
    drawn_at: Micros,
    /// How long that took.
    took: Micros,
    /// Whether no frame has come since.
    is_fresh: bool,
    /// When the player last changed the name of the room.
    typed_at: Option<Micros>,
}

/// A bout, and the camera's way through it.
struct Fight {
    onlooker: Onlooker,
    stage: Stage,
    /// Where the camera looks, after each of two filters, in u.
    gaze: [Vec2; 2],
    /// The camera's velocity, in u/s.
    vel: Vec2,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Nothing has been drawn yet.
    WarmUp,
    Running,
    /// It stands still, where motion is reduced.
    AtRest,
}

impl Attract {
    /// Whether a picture is due at a frame of the page. Called at every frame.
    #[must_use]
    pub fn is_due(&mut self, now: Micros) -> bool {
        let since = now - self.drawn_at;
        if std::mem::take(&mut self.is_fresh) {
            self.took = self.took.max(since - NEXT_FRAME).min(TOOK_MAX);
        }
        let gap = Micros(self.took.0 * TIME_SHARE).max(PICTURE_GAP);
        since + FRAME_SLACK >= gap
    }

    /// Begins the fight of a seed, if there is none yet.
    pub fn begin(&mut self, seed: impl FnOnce() -> u64) {
        self.fight.get_or_insert_with(|| Fight::new(seed()));
    }

    /// Advances the fight to a frame of the page. Returns the time since the last picture.
    pub fn advance(&mut self, now: Micros, motion: Motion) -> Micros {
        let dt = (now - self.drawn_at).clamp(Micros::ZERO, STEP_MAX);
        self.drawn_at = now;
        if let Some(fight) = &mut self.fight {
            fight.frame(dt, motion);
        }
        dt
    }

    /// Notes when the picture of the frame was finished.
    pub fn handle_drawn(&mut self, now: Micros) {
        self.took = now - self.drawn_at;
        self.is_fresh = true;
    }

    /// The name of the room changed.
    pub fn handle_typed(&mut self, now: Micros) {
        self.typed_at = Some(now);
    }

    /// Whether the name of the room is being typed. A sky takes a while to paint, so the last one
    /// stays meanwhile.
    #[must_use]
    pub fn is_typed(&self, now: Micros) -> bool {
        self.typed_at.is_some_and(|at| now - at < TYPED)
    }

    /// How long the fight has run, once there is something to see.
    #[must_use]
    pub fn time(&self) -> Option<Micros> {
        self.shown().map(|fight| fight.onlooker.now())
    }

    /// The arena of the fight, once there is something to see.
    #[must_use]
    pub fn arena(&self) -> Option<&Arena> {
        self.shown().map(|fight| &fight.onlooker.world().params().arena)
    }

    /// What is drawn: the ships around the camera's focus, and their trails.
    #[must_use]
    pub fn scene(&self) -> Option<(Scene, Vec<SceneTrail>)> {
        let fight = self.shown()?;
        let scene = fight.onlooker.scene();
        let trails = fight.onlooker.trails(&scene);
        Some((Scene { focus: fight.gaze[1], ..scene }, trails))
    }

    /// The camera's velocity, in u/s.
    #[must_use]
    pub fn camera_vel(&self) -> Vec2 {
        self.shown().map_or(Vec2::ZERO, |fight| fight.vel)
    }

    /// The fight, once there is something to see.
    fn shown(&self) -> Option<&Fight> {
        self.fight.as_ref().filter(|fight| fight.stage != Stage::WarmUp)
    }
}

impl Fight {
    fn new(seed: u64) -> Self {
        let (onlooker, gaze) = (Onlooker::new(seed), [Vec2::ZERO; 2]);
        Self { onlooker, stage: Stage::WarmUp, gaze, vel: Vec2::ZERO }
    }

    /// Advances to the next frame of the page, `dt` later.
    fn frame(&mut self, dt: Micros, motion: Motion) {
        match (self.stage, motion) {
            (Stage::WarmUp, _) => self.warm_up(motion),
            (_, Motion::Reduced) => {
                self.stage = Stage::AtRest;
                self.vel = Vec2::ZERO;
            }
            (_, Motion::Full) => {
                self.stage = Stage::Running;
                self.onlooker.run(dt);
                self.look(dt.as_s_f32());
            }
        }
    }

    /// Runs until shots are seen; for a picture that stands, until it is worth it.
    fn warm_up(&mut self, motion: Motion) {
        self.onlooker.run(WARM_UP_STEP);
        self.gaze = [self.target(); 2];
        let now = self.onlooker.now();
        let is_over = match motion {
            Motion::Full => now >= WARM_UP,
            Motion::Reduced => now >= STILL_BY || (now >= WARM_UP && self.is_lively()),
        };
        if is_over {
            self.stage = Stage::Running;
        }
    }

    /// Moves the camera on.
    fn look(&mut self, dt_s: f32) {
        let (target, before) = (self.target(), self.gaze[1]);
        approach(&mut self.gaze, target, share(GAZE_PER_S, dt_s));
        self.vel = if dt_s > 0.0 { (self.gaze[1] - before) / dt_s } else { Vec2::ZERO };
    }

    /// Where the camera is to look: at the followed ship, and towards its nearest opponent.
    fn target(&self) -> Vec2 {
        let scene = self.onlooker.scene();
        let others = scene.ships.iter().filter(|ship| ship.owner != PlayerKind::You);
        let offsets = others.map(|ship| ship.pos - scene.focus);
        let near = offsets.filter(|offset| offset.length() < OPPONENT_U);
        let nearest = near.min_by(|a, b| a.length_squared().total_cmp(&b.length_squared()));
        scene.focus + nearest.unwrap_or_default() * TOWARDS
    }

    /// Whether a picture of this moment shows a fight.
    fn is_lively(&self) -> bool {
        let scene = self.onlooker.scene();
        let is_near = |at: Vec2| at.distance(self.gaze[1]) < NEAR_U;
        let ships = scene.ships.iter().filter(|ship| is_near(ship.pos)).count();
        let bolts = scene.bolts.iter().filter(|bolt| is_near(bolt.pos)).count();
        ships >= 2 && bolts + 2 * scene.beams.len() >= 4
    }
}
