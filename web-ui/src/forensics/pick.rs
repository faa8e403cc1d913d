//! Which shot a click means: a place of the page goes in, the shot that is drawn nearest to it
//! comes out. Runs at a click.

use shared::{base::geometry::Vec2, client::scene::Scene, sim::event::ShotId};

use crate::canvas::camera::Camera;

/// A click this near to a shot means it, in CSS pixels.
const NEAR_PX: f32 = 24.0;
/// Where along a beam its distance to a click is measured, as parts of its length.
const BEAM_PARTS: [f32; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The shot of a scene that is drawn nearest to a place, if one is near. `ended` are bolts that are
/// drawn no more, with their last places in u; of two shots that are as near, a bolt is meant.
#[must_use]
pub fn shot_at(
    at_px: Vec2,
    scene: &Scene,
    camera: &Camera,
    ended: impl Iterator<Item = (ShotId, Vec2)>,
) -> Option<ShotId> {
    let off_px = |place: Vec2| (camera.to_page(place) - at_px).length();
    let bolts = scene.bolts.iter().map(|bolt| (bolt.shot, bolt.pos));
    let bolts = bolts.chain(ended).map(|(shot, place)| (shot, off_px(place)));
    let beams = scene.beams.iter().map(|beam| {
        let along = BEAM_PARTS.map(|part| off_px(beam.from.lerp(beam.to, part)));
        (beam.shot, along.into_iter().fold(f32::INFINITY, f32::min))
    });
    let ghosts = scene.ghosts.iter();
    let ghosts = ghosts.filter_map(|ghost| Some((ghost.shot?, off_px(ghost.pos))));
    let near = bolts.chain(beams).chain(ghosts).filter(|(_, off_px)| *off_px <= NEAR_PX);
    near.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(shot, _)| shot)
}
