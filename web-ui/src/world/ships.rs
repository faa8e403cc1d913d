//! Draws ships: the own one as a filled arrowhead, other players as hollow arrowheads, bots as
//! hollow diamonds.

use shared::{
    base::geometry::Vec2,
    client::scene::{PlayerKind, PoseSource, SceneShip},
    sim::{command::Thrust, rules::SHIP_RADIUS_U},
};

use super::{Motion, Picture};
use crate::canvas::{
    palette,
    pen::{ARROWHEAD, CROWD, DIAMOND, Ends, Pen, unit_at},
};

/// Minimum radius of a ship on the screen, in CSS pixels: on small screens ships are drawn larger
/// than they are.
pub const RADIUS_MIN_PX: f32 = 6.5;

/// Strokes of a flame, in radii of the ship: sideways offset, length, and additional flicker
/// length. The middle one is the longest and comes first.
const FLAME: [(f32, f32, f32); 3] = [(0.0, 0.6, 0.6), (-0.36, 0.3, 0.0), (0.36, 0.3, 0.0)];

/// Opacities of ships. An extrapolated or outdated pose is drawn fainter.
const OPACITIES: [f32; 3] = [1.0, 0.8, 0.45];

/// Draws the ships. Those that look alike share a path, so that a crowd takes few strokes.
pub(super) fn draw(pen: &Pen, picture: &Picture) {
    let ships = &picture.scene.ships;
    // The own ship last, so that nothing covers it.
    for whose in [PlayerKind::Bot, PlayerKind::Player, PlayerKind::You] {
        for opacity in OPACITIES {
            let alike = |ship: &&SceneShip| {
                let same = ship.owner == whose && opacity_of(ship.source) == opacity;
                same && pen.sees(ship.pos, SHIP_RADIUS_U * 3.0)
            };
            if ships.iter().any(|ship| alike(&ship)) {
                pen.opacity(opacity);
                draw_alike(pen, picture, whose, || ships.iter().filter(alike));
            }
        }
    }
    pen.opacity(1.0);
}

fn opacity_of(source: PoseSource) -> f32 {
    let [known, guessed, held] = OPACITIES;
    match source {
        PoseSource::Predicted | PoseSource::Interpolated | PoseSource::Newest => known,
        PoseSource::Extrapolated | PoseSource::Chasing => guessed,
        PoseSource::Held => held,
    }
}

/// The radius at which ships are drawn, in u.
#[must_use]
pub fn drawn_radius(pen: &Pen) -> f32 {
    SHIP_RADIUS_U.max(pen.px(RADIUS_MIN_PX))
}

fn draw_alike<'a, I: Iterator<Item = &'a SceneShip>>(
    pen: &Pen,
    picture: &Picture,
    owner: PlayerKind,
    ships: impl Fn() -> I,
) {
    let (radius, n) = (drawn_radius(pen), ships().count());
    let crowd = n > CROWD;
    let colour = palette::of(owner);
    let points = if owner == PlayerKind::Bot { &DIAMOND } else { &ARROWHEAD };
    let outline = |ship: &SceneShip| {
        pen.outline(ship.pos, ship.aim.unit() * radius, points, Ends::Closed);
    };
    let stroke_all = |width_px: f32, add: &dyn Fn(&SceneShip)| {
        pen.context.begin_path();
        ships().for_each(add);
        pen.stroke(colour, pen.width(width_px, n));
    };
    pen.context.set_line_cap("round");
    let strokes = if crowd { &FLAME[..1] } else { &FLAME };
    stroke_all(1.75, &|ship| add_flame(pen, picture, ship, radius, strokes));
    pen.context.set_line_cap("butt");
    pen.context.begin_path();
    ships().for_each(outline);
    pen.context.set_line_join(if crowd { "miter" } else { "round" });
    // In a crowd, ships are not filled, although what is behind them shows through.
    if !crowd {
        pen.colour(if owner == PlayerKind::You { colour } else { palette::SPACE });
        pen.context.fill();
    }
    pen.stroke(colour, pen.width(1.75, n));
    stroke_all(1.0, &|ship| {
        if ship.shielded {
            pen.circle(ship.pos, radius * 1.6);
        }
    });
    for ship in ships() {
        if ship.flash > 0.0 {
            pen.context.begin_path();
            outline(ship);
            draw_flash(pen, ship);
        }
        if ship.tentative > 0 {
            draw_tentative(pen, ship.pos, radius);
        }
    }
}

/// Draws a white outline over a ship that was hit; nothing else flashes.
fn draw_flash(pen: &Pen, ship: &SceneShip) {
    let before = pen.context.global_alpha();
    pen.opacity(ship.flash);
    pen.stroke(palette::SERVER, pen.px(1.5 + 2.0 * ship.flash));
    pen.context.set_global_alpha(before);
}

/// Draws a hatched ring while a hit on the ship is tentative: parallel strokes, as plans mark what
/// is not yet built.
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

/// Adds strokes opposite to the thrust, which is independent of the aim.
fn add_flame(
    pen: &Pen,
    picture: &Picture,
    ship: &SceneShip,
    radius: f32,
    strokes: &[(f32, f32, f32)],
) {
    if ship.thrust == Thrust::None {
        return;
    }
    let flicker = match picture.motion {
        Motion::Reduced => 0.5,
        Motion::Full => {
            let phase = picture.now.as_ms() / 40 + i64::from(ship.id.idx) * 3;
            [0.2, 0.8, 0.4, 1.0, 0.6][phase.rem_euclid(5) as usize]
        }
    };
    let back: Vec2 = -ship.thrust.unit();
    let root = radius * 1.15;
    for (aside, still, flickering) in strokes {
        let length = still + flickering * flicker;
        let from = ship.pos + back * root + back.perp() * (radius * aside);
        pen.line(from, from + back * (radius * length));
    }
}
