//! Draws the map of the arena: positions of the ships, and the part that the picture shows.

use shared::{base::geometry::Vec2, client::scene::PlayerKind, sim::arena::Arena};
use web_ui::{
    canvas::{
        hull::Hull,
        palette,
        pen::{CROWD, Ends, Pen},
        rect::Rect,
    },
    world::{Picture, drawn_radius},
};

/// Size of a ship known only from the chart: a dot, since its aim is unknown.
const FAR_PX: Vec2 = Vec2::splat(2.5);
/// Opacity of the map while a ship is under it.
const OVER_A_SHIP: f32 = 0.2;
/// Size of a ship's dot in a crowd.
const DOT_PX: Vec2 = Vec2::splat(2.0);

pub(super) fn draw(pen: &Pen, place: Rect, picture: &Picture, arena: &Arena) {
    let scale = place.size / arena.size();
    let on_map = |at: Vec2| place.at + at * scale;
    let ship_px = drawn_radius(pen) * pen.camera.scale();
    let mut ships = picture.scene.ships.iter().filter_map(|ship| pen.camera.seen_at(ship.pos));
    let covers = ships.any(|at| place.meets_circle(at, ship_px));
    let opacity = if covers { OVER_A_SHIP } else { 1.0 };
    pen.context.save();
    pen.context.begin_path();
    pen.rect(place);
    pen.opacity(0.9 * opacity);
    pen.colour(palette::BEYOND);
    pen.fill_rect(place);
    pen.opacity(opacity);
    pen.context.clip();

    pen.context.begin_path();
    for rock in arena.asteroids.iter() {
        pen.circle(on_map(rock.centre()), rock.radius() * scale.x);
    }
    pen.colour(palette::GRID);
    pen.context.fill();

    let (low, high) = pen.camera.seen();
    pen.context.begin_path();
    pen.rect(Rect { at: on_map(low), size: (high - low) * scale });
    pen.stroke(palette::ROCK_EDGE, 1.0);
    pen.context.restore();
    pen.opacity(opacity);
    pen.context.begin_path();
    pen.rect(place);
    pen.stroke(palette::HAIRLINE, 1.0);
    // A browser draws rectangles faster than a path of as many dots.
    for whose in PlayerKind::BACK_TO_FRONT {
        let far = picture.scene.far.iter().filter(|far| far.owner == whose);
        pen.colour(palette::of(whose));
        far.for_each(|far| {
            pen.fill_rect(Rect { at: on_map(far.pos) - FAR_PX * 0.5, size: FAR_PX });
        });
    }
    // Ships that look alike share a path.
    for whose in PlayerKind::BACK_TO_FRONT {
        let radius = match whose {
            PlayerKind::Bot | PlayerKind::AllyBot => 3.0,
            PlayerKind::Player | PlayerKind::Ally => 4.0,
            PlayerKind::You => 5.0,
        };
        let outline = Hull::of(whose).outline;
        let ships = || picture.scene.ships.iter().filter(|ship| ship.owner == whose);
        let crowd = ships().count() > CROWD;
        pen.context.begin_path();
        for ship in ships() {
            let at = on_map(ship.pos);
            if crowd {
                pen.rect(Rect { at: at - DOT_PX * 0.5, size: DOT_PX });
            } else {
                pen.outline(at, ship.aim.unit() * radius, outline, Ends::Closed);
            }
        }
        if crowd || whose == PlayerKind::You {
            pen.colour(palette::of(whose));
            pen.context.fill();
        } else {
            pen.stroke(palette::of(whose), 1.0);
        }
    }
    pen.opacity(1.0);
}
