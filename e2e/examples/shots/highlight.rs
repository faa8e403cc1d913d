//! Finds the stretch of the fights behind the join screen in which most happens before a camera
//! that moves least. They are played natively, bit for bit as the page plays them.

use client_wasm::{attract::Attract, view::View};
use shared::{
    base::{geometry::Vec2, time::Micros},
    client::scene::{EffectKind, PlayerKind, Scene, SceneBeam},
};
use web_ui::{
    canvas::{camera::Lead, rect::Rect},
    shell::canvas::Size,
    world::Motion,
};
use words::Language;

use crate::fight::{DRAWN, DRAWN_MS, NAME_PX, PAGE_PX, SHOWN_PX};

/// The fights searched, by their seeds, and frames of each.
const SEEDS: u64 = 64;
const FRAMES: usize = 800;
/// No kill begins in this many frames at the end: it would be cut off.
const AFTERMATH: usize = 10;
/// How far from the edge of the picture something is well seen, in CSS pixels.
const MARGIN_PX: f32 = 24.0;

/// A stretch of a fight.
pub(crate) struct Highlight {
    pub(crate) seed: u64,
    /// How long the fight has run at each frame.
    pub(crate) times: Vec<Micros>,
    /// The frame with the followed ship's first beam.
    pub(crate) first_beam: usize,
    /// What happens, for the log.
    pub(crate) count: Count,
}

/// What is well seen in a frame, or in many; beams, hits and kills only in the frame in which they
/// begin, and kills only where the name does not cover them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Count {
    pub(crate) ships: u32,
    pub(crate) beams: u32,
    /// Of the followed ship.
    pub(crate) own_beams: u32,
    pub(crate) hits: u32,
    pub(crate) kills: u32,
    /// By the followed ship.
    pub(crate) own_kills: u32,
}

/// A recorded frame of a fight.
struct Frame {
    time: Micros,
    /// The middle of the picture, in CSS pixels of the world.
    centre_px: Vec2,
    count: Count,
    /// Whether the followed ship is well seen.
    is_own_seen: bool,
}

/// The best stretch of `n` frames; `None` if every one lacks something.
pub(crate) fn find(n: usize) -> Option<Highlight> {
    let mut best: Option<(f32, Highlight)> = None;
    for seed in 0..SEEDS {
        for frames in play(seed).windows(n) {
            let Some((worth, highlight)) = rate(seed, frames) else { continue };
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, highlight));
            }
        }
    }
    best.map(|(_, highlight)| highlight)
}

/// Rates a stretch. It must have hits, and a beam and a kill of the followed ship, which is always
/// in sight.
fn rate(seed: u64, frames: &[Frame]) -> Option<(f32, Highlight)> {
    if !frames.iter().all(|frame| frame.is_own_seen) {
        return None;
    }
    let (whole, end) = frames.split_at(frames.len() - AFTERMATH);
    let count = whole.iter().fold(Count::default(), |sum, frame| sum.plus(frame.count));
    let first_beam = whole.iter().position(|frame| frame.count.own_beams > 0)?;
    let lacks = count.own_kills == 0 || count.hits == 0;
    if lacks || end.iter().any(|frame| frame.count.kills > 0) {
        return None;
    }
    let ways = frames.windows(2).map(|pair| pair[0].centre_px.distance(pair[1].centre_px));
    let [first, .., last] = frames else { return None };
    let jump_px = first.centre_px.distance(last.centre_px);
    let worth = 2.0 * count.kills as f32
        + count.own_kills as f32
        + 0.5 * count.beams.min(5) as f32
        + 0.1 * count.hits.min(20) as f32
        + count.ships as f32 / frames.len() as f32
        - ways.sum::<f32>() / 250.0
        - jump_px / 100.0;
    let times = frames.iter().map(|frame| frame.time).collect();
    Some((worth, Highlight { seed, times, first_beam, count }))
}

/// Plays the fight of a seed, frame by frame as the page does.
fn play(seed: u64) -> Vec<Frame> {
    let [width_px, height_px] = PAGE_PX.map(|px| px as f32);
    let size = Size { width_px, height_px, ratio: 1.0 };
    let (mut attract, mut view) = (Attract::default(), View::new(size, Language::default()));
    attract.begin(|| seed);
    let mut frames = Vec::new();
    let (mut now, mut drawn) = (Micros::ZERO, 0);
    while frames.len() < FRAMES {
        now += Micros::from_ms(DRAWN_MS.into());
        let dt = attract.advance(now, Motion::Full);
        let (Some(time), Some((scene, _))) = (attract.time(), attract.scene()) else { continue };
        if drawn == 0 {
            view.cut();
            view.fill_behind(size, None);
        }
        view.follow(scene.focus, Lead::default(), attract.arena(), dt.as_s_f32());
        if drawn % DRAWN == 0 {
            frames.push(Frame::of(time, &scene, &view));
        }
        drawn += 1;
    }
    frames
}

impl Frame {
    fn of(time: Micros, scene: &Scene, view: &View) -> Self {
        let camera = view.camera();
        let [shown, name] = [SHOWN_PX, NAME_PX].map(|px| Vec2::from_array(px.map(|px| px as f32)));
        let place = |at: Vec2| camera.to_page(at) - camera.window().middle() + shown / 2.0;
        let inside = Rect { at: Vec2::ZERO, size: shown }.inset(MARGIN_PX);
        let is_seen = |at: Vec2| inside.holds(place(at));
        let is_clear = |at: Vec2| is_seen(at) && place(at).cmpgt(name).any();
        let gap = Micros::from_ms(i64::from(DRAWN_MS * DRAWN));
        let is_new = |progress: f32, lasts: Micros| progress * (lasts.0 as f32) < gap.0 as f32;
        let ships = scene.ships.iter().filter(|ship| is_seen(ship.pos));
        let beams = || {
            let new = |beam: &&SceneBeam| is_new(1.0 - beam.glow, SceneBeam::GLOW);
            scene.beams.iter().filter(new).filter(|beam| is_seen(beam.from) && is_seen(beam.to))
        };
        let effects = |kind: EffectKind| {
            let new = move |progress| is_new(progress, kind.duration());
            let all = scene.effects.iter().filter(move |effect| effect.kind == kind);
            all.filter(move |effect| new(effect.progress) && is_seen(effect.pos))
        };
        let kills = || effects(EffectKind::Explosion).filter(|effect| is_clear(effect.pos));
        let own = kills().filter(|effect| effect.cause.killer == Some(PlayerKind::You));
        let count = Count {
            ships: ships.count() as u32,
            beams: beams().count() as u32,
            own_beams: beams().filter(|beam| beam.owner == PlayerKind::You).count() as u32,
            hits: effects(EffectKind::Spark).count() as u32,
            kills: kills().count() as u32,
            own_kills: own.count() as u32,
        };
        let centre_px = camera.centre() * camera.scale();
        let is_own_seen = scene.own_ship().is_some_and(|ship| is_seen(ship.pos));
        Self { time, centre_px, count, is_own_seen }
    }
}

impl Count {
    fn plus(self, other: Self) -> Self {
        Self {
            ships: self.ships + other.ships,
            beams: self.beams + other.beams,
            own_beams: self.own_beams + other.own_beams,
            hits: self.hits + other.hits,
            kills: self.kills + other.kills,
            own_kills: self.own_kills + other.own_kills,
        }
    }
}
