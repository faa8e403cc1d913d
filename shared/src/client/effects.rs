//! Short-lived effects of fixed duration, capped in number.

use alloc::{collections::VecDeque, vec::Vec};

use serde::Serialize;

use super::scene::{EffectCause, EffectKind, SceneEffect};
use crate::base::{geometry::Vec2, limits::EFFECTS_MAX, queue::push_bounded, time::Micros};

#[derive(Clone, Copy, Debug, Serialize)]
struct Effect {
    kind: EffectKind,
    pos: Vec2,
    since: Micros,
    seed: u32,
    #[serde(skip)]
    cause: EffectCause,
}

/// The effects still visible.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Effects {
    running: VecDeque<Effect>,
    begun: u32,
}

impl Effects {
    /// Adds an effect whose cause does not show.
    pub(super) fn add(&mut self, kind: EffectKind, pos: Vec2, since: Micros) {
        self.add_caused(kind, pos, since, EffectCause::default());
    }

    pub(super) fn add_caused(
        &mut self,
        kind: EffectKind,
        pos: Vec2,
        since: Micros,
        cause: EffectCause,
    ) {
        self.begun = self.begun.wrapping_add(1);
        let effect = Effect { kind, pos, since, seed: self.begun, cause };
        push_bounded(&mut self.running, effect, EFFECTS_MAX);
    }

    pub(super) fn frame(&mut self, now: Micros) {
        self.running.retain(|effect| now - effect.since < effect.kind.duration());
    }

    pub(super) fn scene(&self, now: Micros) -> Vec<SceneEffect> {
        let scene = |effect: &Effect| SceneEffect {
            kind: effect.kind,
            pos: effect.pos,
            progress: ((now - effect.since).0 as f32 / effect.kind.duration().0 as f32).max(0.0),
            seed: effect.seed,
            cause: effect.cause,
        };
        self.running.iter().map(scene).collect()
    }
}
