//! Where bolts were drawn last: the scenes of the pictures go in, and for a while a bolt that has
//! sparked can still be clicked where it did. Runs once a picture.

use std::collections::VecDeque;

use shared::{
    base::{geometry::Vec2, queue::push_bounded, time::Micros},
    client::scene::Scene,
    sim::event::ShotId,
};

/// How long after its last picture a bolt is remembered.
const REMEMBERED: Micros = Micros::from_ms(2_000);
/// Bolts that are remembered, those under way included.
const BOLTS_MAX: usize = 64;

/// A bolt where it was drawn last.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Drawn {
    shot: ShotId,
    /// In u.
    place: Vec2,
    /// When, on the page's clock.
    at: Micros,
}

/// The bolts of the last pictures, those drawn longest ago first.
#[derive(Clone, Debug, Default)]
pub(super) struct EndedBolts(VecDeque<Drawn>);

impl EndedBolts {
    /// A picture was drawn.
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

    /// Bolts with their last places, in u.
    pub(super) fn places(&self, now: Micros) -> impl Iterator<Item = (ShotId, Vec2)> {
        let fresh = self.0.iter().filter(move |bolt| now - bolt.at < REMEMBERED);
        fresh.map(|bolt| (bolt.shot, bolt.place))
    }
}
