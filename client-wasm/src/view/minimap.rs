//! The map of the whole arena: who is where, and what part of it the picture shows.

use shared::{
    base::geometry::Vec2,
    client::scene::{SceneShip, Whose},
    sim::arena::Arena,
};

use super::{
    Picture,
    layout::Rect,
    palette,
    pen::{ARROWHEAD, DIAMOND, Ends, Pen, scaled},
};

/// A ship of which only the chart tells: a dot, for nobody knows how it aims.
const FAR_RADIUS_PX: f32 = 1.5;

pub(super) fn draw(pen: &Pen, place: Rect, picture: &Picture, arena: &Arena) {
    let scale = place.size / arena.size();
    let on_map = |at: Vec2| place.at + at * scale;
    pen.context.save();
    pen.context.begin_path();
    pen.rect(place);
    pen.opacity(0.9);
    pen.colour(palette::BEYOND);
    pen.context.fill();
    pen.opacity(1.0);
    pen.context.clip();

    pen.context.begin_path();
    for rock in &arena.asteroids {
        pen.circle(on_map(rock.centre()), rock.radius() * scale.x);
    }
    pen.colour(palette::STARS);
    pen.context.fill();

    let (low, high) = pen.camera.seen();
    pen.context.begin_path();
    pen.rect(Rect { at: on_map(low), size: (high - low) * scale });
    pen.stroke(palette::ROCK_EDGE, 1.0);
    pen.context.restore();
    pen.context.begin_path();
    pen.rect(place);
    pen.stroke(palette::HAIRLINE, 1.0);
    for far in &picture.scene.far {
        pen.context.begin_path();
        pen.circle(on_map(far.pos), FAR_RADIUS_PX);
        pen.colour(palette::of(far.whose));
        pen.context.fill();
    }
    for ship in &picture.scene.ships {
        draw_ship(pen, ship, on_map(ship.pos));
    }
}

fn draw_ship(pen: &Pen, ship: &SceneShip, at: Vec2) {
    let (points, radius) = match ship.whose {
        Whose::You => (ARROWHEAD, 5.0),
        Whose::Player => (ARROWHEAD, 4.0),
        Whose::Bot => (DIAMOND, 3.0),
    };
    pen.shape(at, ship.aim.unit(), &scaled(&points, radius), Ends::Closed);
    if ship.whose == Whose::You {
        pen.colour(palette::YOU);
        pen.context.fill();
    } else {
        pen.stroke(palette::of(ship.whose), 1.0);
    }
}
