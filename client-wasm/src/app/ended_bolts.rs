//! Remembers for a while where bolts were last drawn, so that a bolt that has hit can still be
//! clicked. Runs once per frame.

use std::collections::VecDeque;

use shared::{
    base::{geometry::Vec2, queue::push_bounded, time::Micros},
    client::scene::Scene,
    sim::event::ShotId,
};

/// How long a bolt is remembered after its last frame.
const REMEMBERED: Micros = Micros::from_ms(2_000);
/// Maximum bolts remembered, including those in flight.
const BOLTS_MAX: usize = 64;

/// The last drawn position of a bolt.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Drawn {
    shot: ShotId,
    /// Position, in u.
    place: Vec2,
    /// Time on the page's clock.
    at: Micros,
}

/// The bolts of the last frames, least recently drawn first.
#[derive(Clone, Debug, Default)]
pub(super) struct EndedBolts(VecDeque<Drawn>);

impl EndedBolts {
    /// Records the bolts of a frame.
    pub(super) fn note(&mut self, now: Micros, scene: &Scene) {
        let flying = &scene.bolts;
        self.0.retain(|bolt| {
            now - bolt.at < REMEMBERED && flying.iter().all(|other| other.shot != bolt.shot)
        });
        for bolt in flying {
            push_bounded(
                &mut self.0,
                Drawn { shot: bolt.shot, place: bolt.pos, at: now },
                BOLTS_MAX,
            );
        }
    }

    /// The bolts with their last positions, in u.
    pub(super) fn places(&self, now: Micros) -> impl Iterator<Item = (ShotId, Vec2)> {
        let fresh = self.0.iter().filter(move |bolt| now - bolt.at < REMEMBERED);
        fresh.map(|bolt| (bolt.shot, bolt.place))
    }
}
