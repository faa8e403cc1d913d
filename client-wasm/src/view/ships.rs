//! Ships: the own one a filled arrowhead, other players hollow arrowheads, bots hollow diamonds.

use shared::{
    base::geometry::Vec2,
    client::scene::{PoseSource, SceneShip, Whose},
    sim::{command::Thrust, rules::SHIP_RADIUS_U},
};

use super::{
    Motion, Picture, palette,
    pen::{ARROWHEAD, DIAMOND, Ends, Pen, scaled, unit_at},
};

/// On small screens ships are drawn larger than they are, at this radius in CSS pixels.
const RADIUS_MIN_PX: f32 = 6.5;

pub(super) fn draw(pen: &Pen, picture: &Picture) {
    // The own ship last: it is never covered.
    let own = |ship: &&SceneShip| ship.whose == Whose::You;
    let ships = &picture.scene.ships;
    for ship in ships.iter().filter(|ship| !own(ship)).chain(ships.iter().filter(own)) {
        if pen.sees(ship.pos, SHIP_RADIUS_U * 3.0) {
            draw_ship(pen, picture, ship);
        }
    }
    pen.opacity(1.0);
}

/// The radius at which ships are drawn, in u.
pub(super) fn drawn_radius(pen: &Pen) -> f32 {
    SHIP_RADIUS_U.max(pen.px(RADIUS_MIN_PX))
}

fn draw_ship(pen: &Pen, picture: &Picture, ship: &SceneShip) {
    let radius = drawn_radius(pen);
    let colour = palette::of(ship.whose);
    // Out of data: the pose is a guess or a memory, and looks like one.
    pen.opacity(match ship.source {
        PoseSource::Predicted | PoseSource::Interpolated | PoseSource::Newest => 1.0,
        PoseSource::Extrapolated | PoseSource::Chasing => 0.8,
        PoseSource::Held => 0.45,
    });
    if ship.thrust != Thrust::None {
        draw_flame(pen, picture, ship, radius);
    }
    let points = match ship.whose {
        Whose::Bot => DIAMOND,
        Whose::You | Whose::Player => ARROWHEAD,
    };
    pen.shape(ship.pos, ship.aim.unit(), &scaled(&points, radius), Ends::Closed);
    pen.context.set_line_join("round");
    pen.colour(if ship.whose == Whose::You { colour } else { palette::SPACE });
    pen.context.fill();
    pen.stroke(colour, pen.px(1.75));
    if ship.flash > 0.0 {
        draw_flash(pen, ship);
    }
    if ship.tentative > 0 {
        draw_tentative(pen, ship.pos, radius);
    }
    if ship.shielded {
        pen.context.begin_path();
        pen.circle(ship.pos, radius * 1.6);
        pen.stroke(colour, pen.px(1.0));
    }
}

/// The outline again, white: who was hurt is seen, and nothing else flashes.
fn draw_flash(pen: &Pen, ship: &SceneShip) {
    let before = pen.context.global_alpha();
    pen.opacity(ship.flash);
    pen.stroke(palette::SERVER, pen.px(1.5 + 2.0 * ship.flash));
    pen.context.set_global_alpha(before);
}

/// A hatched ring while a hit on the ship can still be undone: strokes of one direction, as on a
/// drawing of what is not yet built.
fn draw_tentative(pen: &Pen, at: Vec2, radius: f32) {
    const STROKES: u32 = 22;
    let half = unit_at(-0.125) * (radius * 0.34);
    pen.context.begin_path();
    for n in 0..STROKES {
        let on_ring = at + unit_at(n as f32 / STROKES as f32) * (radius * 1.8);
        pen.line(on_ring - half, on_ring + half);
    }
    pen.stroke(palette::TENTATIVE, pen.px(2.0));
}

/// Three strokes against the thrust, which does not depend on the aim; the middle one is longest.
fn draw_flame(pen: &Pen, picture: &Picture, ship: &SceneShip, radius: f32) {
    let flicker = match picture.motion {
        Motion::Reduced => 0.5,
        Motion::Full => {
            let phase = picture.now.as_ms() / 40 + i64::from(ship.id.idx) * 3;
            [0.2, 0.8, 0.4, 1.0, 0.6][phase.rem_euclid(5) as usize]
        }
    };
    let back: Vec2 = -ship.thrust.unit();
    let root = radius * 1.15;
    pen.context.begin_path();
    for (aside, length) in [(-0.36, 0.3), (0.0, 0.6 + 0.6 * flicker), (0.36, 0.3)] {
        let from = ship.pos + back * root + back.perp() * (radius * aside);
        pen.line(from, from + back * (radius * length));
    }
    pen.context.set_line_cap("round");
    pen.stroke(palette::of(ship.whose), pen.px(1.75));
    pen.context.set_line_cap("butt");
}
