//! Arrows at the edge of the picture, which point at the nearest ships outside it; where they stand
//! and how they are drawn. Placed in every frame, once the camera has moved.

use super::crown;
use shared::{
    base::{geometry::Vec2, time::Micros},
    client::scene::{PlayerKind, Scene, SceneShip},
    sim::{rules::SHIP_RADIUS_U, ship::ShipId},
    wire::message::RosterEntry,
};
use web_ui::canvas::{
    beside::beside,
    camera::Camera,
    fonts, palette,
    pen::{CASING_PX, Ends, Pen},
    rect::Rect,
    taken::Taken,
};

/// Maximum arrows.
const ARROWS_MAX: usize = 3;
/// Half the size of an arrow, the gap between its middle and the edge, and the width of its line,
/// in CSS pixels.
const HALF_PX: f32 = 5.0;
const EDGE_PX: f32 = 14.0;
const LINE_PX: f32 = 2.0;
/// An arrow nearer than this to one of a nearer ship is left out, in CSS pixels.
const APART_PX: f32 = 16.0;
/// Gap between an arrow and a name, and the height of the name, in CSS pixels.
const GAP_PX: f32 = 3.0;
const NAME_PX: f32 = 16.0;
/// Half an arrow's outline, in multiples of its half size: x towards the ship.
const CHEVRON: [(f32, f32); 3] = [(-0.6, -1.0), (0.6, 0.0), (-0.6, 1.0)];
/// Distance of the leader's crown from the middle of its arrow, in CSS pixels.
const CROWN_PX: f32 = 16.0;
/// How long an arrow takes to appear.
const FADE: Micros = Micros::from_ms(150);
/// Opacity of an arrow at a ship as near as the first distance, and as far as the second, in u.
const OPACITY: (f32, f32) = (1.0, 0.6);
const DISTANCE_U: (f32, f32) = (450.0, 1100.0);

/// An arrow of the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Arrow {
    ship: ShipId,
    owner: PlayerKind,
    since: Micros,
    /// Its middle, in CSS pixels, and the direction in which it points.
    at: Vec2,
    toward: Vec2,
    opacity: f32,
}

impl Arrow {
    fn rect(&self) -> Rect {
        let half = HALF_PX + CASING_PX;
        Rect { at: self.at - half, size: Vec2::splat(2.0 * half) }
    }
}

/// The arrows of the picture: that of the leading ship first, then by distance.
#[derive(Clone, Debug, Default)]
pub(super) struct EdgeArrows {
    arrows: Vec<Arrow>,
    /// The ship whose arrow has a crown.
    leader: Option<ShipId>,
}

impl EdgeArrows {
    /// Places the arrows of a frame, off panels; without a scene there are none.
    pub(super) fn update(
        &mut self,
        now: Micros,
        scene: Option<&Scene>,
        camera: &Camera,
        leader: Option<ShipId>,
        panels: &[Rect],
    ) {
        self.leader = leader;
        let before = std::mem::take(&mut self.arrows);
        let Some(scene) = scene else { return };
        let edge = camera.window().inset(EDGE_PX);
        for ship in unseen(scene, camera, leader) {
            let known = before.iter().find(|arrow| arrow.ship == ship.id);
            let since = known.map_or(now, |arrow| arrow.since);
            let (at, toward) = place(edge, camera.to_page(scene.focus), camera.to_page(ship.pos));
            let shown = ((now - since).as_s_f32() / FADE.as_s_f32()).clamp(0.0, 1.0);
            let opacity = shown * faintness(ship.pos.distance(scene.focus));
            let arrow = Arrow { ship: ship.id, owner: ship.owner, since, at, toward, opacity };
            let is_over = panels.iter().any(|panel| panel.meets(&arrow.rect()));
            let is_beside = self.arrows.iter().any(|other| other.at.distance(at) < APART_PX);
            if !is_over && !is_beside {
                self.arrows.push(arrow);
            }
        }
    }

    /// Whether there are any.
    pub(super) fn are_shown(&self) -> bool {
        !self.arrows.is_empty()
    }

    /// Draws the arrows, and a name at the first if there is room; the pen must be in CSS pixels.
    pub(super) fn draw(&self, pen: &Pen, roster: &[RosterEntry], taken: &Taken) {
        for arrow in &self.arrows {
            pen.opacity(arrow.opacity);
            pen.shape(arrow.at, arrow.toward * HALF_PX, &CHEVRON, Ends::Open);
            pen.stroke_cased_in_pixels(palette::of(arrow.owner), LINE_PX);
            if Some(arrow.ship) == self.leader {
                crown::draw(pen, arrow.at - arrow.toward * CROWN_PX);
            }
        }
        if let Some(first) = self.arrows.first() {
            pen.opacity(first.opacity);
            let entry = roster.iter().find(|entry| entry.ship == first.ship);
            entry.iter().for_each(|entry| self.draw_name(pen, first, &entry.name, taken));
        }
        pen.opacity(1.0);
    }

    fn draw_name(&self, pen: &Pen, arrow: &Arrow, name: &str, taken: &Taken) {
        pen.set_font(fonts::WORDS);
        pen.context.set_text_align("center");
        pen.context.set_text_baseline("middle");
        let size = Vec2::new(pen.width_px(name).ceil(), NAME_PX);
        let is_free = |rect: &Rect| {
            taken.is_free(rect) && !self.arrows.iter().any(|other| other.rect().meets(rect))
        };
        let within = taken.window.inset(GAP_PX);
        if let Some(rect) = beside(arrow.rect(), size, GAP_PX, within).find(is_free) {
            pen.cased_text(name, rect.middle(), palette::QUIET);
        }
    }
}

/// The ships outside the picture: the leader, then those nearest to the middle of attention.
fn unseen<'a>(scene: &'a Scene, camera: &Camera, leader: Option<ShipId>) -> Vec<&'a SceneShip> {
    let is_unseen =
        |ship: &&SceneShip| ship.owner != PlayerKind::You && !camera.sees(ship.pos, SHIP_RADIUS_U);
    let off = |ship: &SceneShip| ship.pos.distance_squared(scene.focus);
    let mut unseen: Vec<&SceneShip> = scene.ships.iter().filter(is_unseen).collect();
    let follows = |ship: &SceneShip| Some(ship.id) != leader;
    unseen.sort_by(|a, b| follows(a).cmp(&follows(b)).then(off(a).total_cmp(&off(b))));
    unseen.truncate(ARROWS_MAX);
    unseen
}

/// Where the way from a position within `edge` to one outside it meets `edge`, and its direction.
fn place(edge: Rect, from: Vec2, to: Vec2) -> (Vec2, Vec2) {
    let from = from.clamp(edge.at, edge.end());
    let way = to - from;
    let bound = Vec2::select(way.cmpgt(Vec2::ZERO), edge.end(), edge.at);
    let shares = Vec2::select(way.cmpeq(Vec2::ZERO), Vec2::ONE, (bound - from) / way);
    (from + way * shares.min_element().clamp(0.0, 1.0), way.normalize_or(Vec2::X))
}

/// The opacity of an arrow at a ship this far away, in u.
fn faintness(distance_u: f32) -> f32 {
    let far = (distance_u - DISTANCE_U.0) / (DISTANCE_U.1 - DISTANCE_U.0);
    OPACITY.0 + (OPACITY.1 - OPACITY.0) * far.clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WINDOW: Rect = Rect { at: Vec2::ZERO, size: Vec2::new(1280.0, 720.0) };

    #[test]
    fn an_arrow_stands_where_the_way_to_the_ship_leaves_the_picture() {
        let edge = Rect { at: Vec2::splat(10.0), size: Vec2::new(200.0, 100.0) };
        let from = Vec2::new(110.0, 60.0);
        let rows = [
            (Vec2::new(410.0, 60.0), Vec2::new(210.0, 60.0)),
            (Vec2::new(-90.0, 60.0), Vec2::new(10.0, 60.0)),
            (Vec2::new(110.0, 400.0), Vec2::new(110.0, 110.0)),
            (Vec2::new(110.0, -400.0), Vec2::new(110.0, 10.0)),
            (Vec2::new(310.0, 160.0), Vec2::new(210.0, 110.0)),
            (Vec2::new(310.0, 110.0), Vec2::new(210.0, 85.0)),
        ];
        for (to, at) in rows {
            let (found, toward) = place(edge, from, to);
            assert!(found.distance(at) < 1e-3, "{to}: {found}");
            assert!(toward.distance((to - from).normalize()) < 1e-3, "{to}: {toward}");
        }
        let (found, _) = place(edge, from, from);
        assert!(edge.holds(found), "{found}");
    }

    fn ship(idx: u16, x: f32, y: f32) -> SceneShip {
        testkit::scene::ship(idx, PlayerKind::Bot, Vec2::new(x, y))
    }

    /// A scene over whose middle a camera shows 1200 by 675 u.
    fn scene(ships: Vec<SceneShip>) -> (Scene, Camera) {
        let focus = Vec2::new(1600.0, 900.0);
        (Scene { focus, ships, ..Scene::default() }, Camera::fixed(WINDOW, focus, 1200.0))
    }

    fn updated(ships: Vec<SceneShip>, panels: &[Rect], at_ms: &[i64]) -> Vec<Arrow> {
        updated_with(ships, None, panels, at_ms)
    }

    fn updated_with(
        ships: Vec<SceneShip>,
        leader: Option<ShipId>,
        panels: &[Rect],
        at_ms: &[i64],
    ) -> Vec<Arrow> {
        let (scene, camera) = scene(ships);
        let mut arrows = EdgeArrows::default();
        for at in at_ms {
            arrows.update(Micros::from_ms(*at), Some(&scene), &camera, leader, panels);
        }
        arrows.arrows
    }

    #[test]
    fn the_three_nearest_ships_outside_the_picture_have_arrows() {
        let ships = vec![
            ship(1, 1700.0, 900.0),
            ship(2, 1600.0, 1700.0),
            ship(3, 2300.0, 900.0),
            ship(4, 1600.0, 400.0),
            ship(5, 800.0, 900.0),
        ];
        let of = |arrows: Vec<Arrow>| -> Vec<u16> {
            arrows.iter().map(|arrow| arrow.ship.idx).collect()
        };
        let arrows = updated(ships.clone(), &[], &[0]);
        assert_eq!(of(arrows), [4, 3, 2], "5 is as far as 2 and later");
        let leads = |idx| Some(ShipId { idx, generation: 0 });
        assert_eq!(of(updated_with(ships.clone(), leads(5), &[], &[0])), [5, 4, 3]);
        assert_eq!(of(updated_with(ships, leads(1), &[], &[0])), [4, 3, 2], "it is in the picture");
    }

    #[test]
    fn an_arrow_fades_in_and_is_fainter_at_a_ship_far_away() {
        let opacity = |x, at: &[i64]| updated(vec![ship(1, x, 900.0)], &[], at)[0].opacity;
        assert_eq!(opacity(2230.0, &[0]), 0.0);
        assert!(opacity(2230.0, &[0, 75]) > 0.3);
        assert_eq!(opacity(2230.0, &[0, 75, 150]), opacity(2230.0, &[0, 900]));
        assert!(opacity(2230.0, &[0, 150]) > opacity(2600.0, &[0, 150]));
        assert!((opacity(9000.0, &[0, 150]) - OPACITY.1).abs() < 1e-3);
    }

    #[test]
    fn no_arrow_lies_under_a_panel_or_on_another() {
        let right = Rect { at: Vec2::new(1180.0, 300.0), size: Vec2::new(100.0, 100.0) };
        let two = || vec![ship(1, 2300.0, 900.0), ship(2, 2400.0, 902.0)];
        assert_eq!(updated(two(), &[right], &[0]).len(), 0);
        let arrows = updated(two(), &[], &[0]);
        assert_eq!(arrows.iter().map(|arrow| arrow.ship.idx).collect::<Vec<_>>(), [1]);
    }
}
