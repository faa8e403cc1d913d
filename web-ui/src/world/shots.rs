//! Draws bolts and beams.

use shared::client::scene::{PlayerKind, Scene, SceneBeam, SceneBolt};

use crate::canvas::{
    palette,
    pen::{CROWD, Pen},
};

/// Length of a bolt, in u.
const BOLT_U: f32 = 22.0;

pub(super) fn draw(pen: &Pen, scene: &Scene) {
    // One stroke for each owner's bolts, the viewer's last.
    for whose in [PlayerKind::Bot, PlayerKind::Player, PlayerKind::You] {
        let bolts = scene.bolts.iter().filter(|bolt| bolt.owner == whose);
        draw_bolts(pen, bolts, whose);
    }
    pen.context.set_line_cap("round");
    for beam in &scene.beams {
        draw_beam(pen, beam);
    }
    pen.opacity(1.0);
    pen.context.set_line_cap("butt");
}

fn draw_bolts<'a>(pen: &Pen, bolts: impl Iterator<Item = &'a SceneBolt>, owner: PlayerKind) {
    pen.context.begin_path();
    let mut n = 0;
    for bolt in bolts.filter(|bolt| pen.sees(bolt.pos, BOLT_U)) {
        pen.line(bolt.pos - bolt.dir * BOLT_U, bolt.pos);
        n += 1;
    }
    if n > 0 {
        // Round caps on thin lines cost time and are invisible.
        pen.context.set_line_cap(if n > CROWD { "butt" } else { "round" });
        let width_px = if owner == PlayerKind::You { 2.5 } else { 2.0 };
        pen.stroke(palette::of(owner), pen.width(width_px, n));
    }
}

/// A thin line that stays inside a wide one that fades.
fn draw_beam(pen: &Pen, beam: &SceneBeam) {
    pen.context.begin_path();
    pen.line(beam.from, beam.to);
    pen.opacity(beam.glow * 0.3);
    pen.stroke(palette::of(beam.owner), pen.px(2.0 + 7.0 * beam.glow));
    pen.opacity(beam.glow);
    pen.stroke(palette::of(beam.owner), pen.px(1.75));
}
