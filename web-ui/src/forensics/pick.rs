//! Finds the shot drawn nearest to a click.

use shared::{base::geometry::Vec2, client::scene::Scene, sim::event::ShotId};

use crate::canvas::camera::Camera;

/// Maximum distance between a click and the shot it selects, in CSS pixels.
const NEAR_PX: f32 = 24.0;
/// Sample points along a beam for its distance to a click, as fractions of its length.
const BEAM_PARTS: [f32; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The shot of a scene drawn nearest to a point, if one is near enough. `ended` holds bolts no
/// longer drawn with their last positions in u. At equal distance a bolt wins over a beam.
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
