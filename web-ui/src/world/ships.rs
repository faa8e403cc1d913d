//! Draws ships as bodies: flame, hull of two tones, mark, cockpit, damage and shield.

use shared::{
    base::{
        geometry::Vec2,
        rng::{mix_all, unit_from_bits},
        time::Micros,
    },
    client::scene::{PlayerKind, PoseSource, SceneShip},
    sim::{command::Thrust, rules::SHIP_RADIUS_U},
};

use super::{Motion, Picture};
use crate::canvas::{
    glow::Hue,
    hull::{Hull, Point, mark},
    palette,
    pen::{CROWD, Ends, Pen, unit_at},
};

/// Minimum radius of a ship on the screen, in CSS pixels: on small screens ships are drawn larger
/// than they are.
pub const RADIUS_MIN_PX: f32 = 6.5;

/// A flame in radii: its half width at the hull, its length, and the additional length of a
/// flicker. The core lies within.
const FLAME: (f32, f32, f32) = (0.3, 0.55, 0.55);
const CORE: f32 = 0.55;
/// Width of a flame in a dense picture, in CSS pixels.
const DENSE_FLAME_PX: f32 = 2.5;
/// Where a flame begins, in radii from the middle: just outside the hull, so that the nose is told
/// from it.
const NOZZLE: f32 = 0.7;
/// Below this many hit points a ship smokes, its flame is limp, and its pilot hears it.
pub const LOW_HEALTH: u8 = 30;
/// Radius of a cockpit's light and of a wing's, in radii.
const COCKPIT: f32 = 0.15;
const WING_LIGHT_PX: f32 = 1.2;
/// The light at the tip of a nose, which says where a ship aims.
const NOSE: Point = (0.96, 0.0);
const NOSE_LIGHT_PX: f32 = 1.7;
/// Radius of a shield, in radii.
const SHIELD: f32 = 1.55;
/// More ships than this have no glow.
const GLOWING_MAX: usize = 24;

/// Opacities of ships. An extrapolated or outdated pose is drawn fainter.
const OPACITIES: [f32; 3] = [1.0, 0.8, 0.45];

/// Draws the ships of some players. Those that look alike share a path, so that a crowd takes few
/// strokes.
pub(super) fn draw(pen: &Pen, picture: &Picture, is_drawn: fn(PlayerKind) -> bool) {
    let ships = &picture.scene.ships;
    for whose in PlayerKind::BACK_TO_FRONT.into_iter().filter(|owner| is_drawn(*owner)) {
        for opacity in OPACITIES {
            let alike = |ship: &&SceneShip| {
                let same = ship.owner == whose && opacity_of(ship.source) == opacity;
                same && pen.sees(ship.pos, SHIP_RADIUS_U * 3.0)
            };
            let group: Vec<&SceneShip> = ships.iter().filter(alike).collect();
            if group.len() > CROWD {
                draw_crowd(pen, picture, whose, &group, opacity);
            } else if !group.is_empty() {
                let fleet = Fleet { pen, picture, owner: whose, ships: &group, opacity };
                fleet.draw();
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

/// Draws many ships as outlines with one stroke. What is behind them shows through.
fn draw_crowd(pen: &Pen, picture: &Picture, owner: PlayerKind, ships: &[&SceneShip], opacity: f32) {
    let radius = drawn_radius(pen);
    let outline = Hull::of(owner).outline;
    pen.opacity(opacity);
    pen.context.begin_path();
    flame_lines(pen, picture, ships);
    pen.stroke(palette::of(owner), pen.width(1.75, ships.len()));
    pen.context.set_line_join("miter");
    pen.context.begin_path();
    ships.iter().for_each(|ship| {
        pen.outline(ship.pos, ship.aim.unit() * radius, outline, Ends::Closed);
    });
    pen.stroke(palette::of(owner), pen.width(1.75, ships.len()));
    for ship in ships.iter().filter(|ship| ship.flash > 0.0) {
        pen.opacity(ship.flash);
        pen.shape(ship.pos, ship.aim.unit() * radius, outline, Ends::Closed);
        pen.stroke(palette::SERVER, pen.px(1.5 + 2.0 * ship.flash));
    }
}

/// Adds flames to the path as lines, which a browser draws in a fraction of a shape's time.
fn flame_lines(pen: &Pen, picture: &Picture, ships: &[&SceneShip]) {
    for ship in ships.iter().filter(|ship| ship.thrust != Thrust::None) {
        let back = -ship.thrust.unit() * drawn_radius(pen);
        let length = FLAME.1 + FLAME.2 * flicker(picture, ship);
        pen.line(ship.pos + back * 1.1, ship.pos + back * (1.1 + length));
    }
}

/// How long a flame is now, 0 to 1.
fn flicker(picture: &Picture, ship: &SceneShip) -> f32 {
    match picture.motion {
        Motion::Reduced => 0.5,
        Motion::Full => {
            let phase = picture.now.as_ms() / 40 + i64::from(ship.id.idx) * 3;
            [0.2, 0.8, 0.4, 1.0, 0.6][phase.rem_euclid(5) as usize]
        }
    }
}

/// Ships of one kind and one opacity, few enough to be drawn in full.
struct Fleet<'a> {
    pen: &'a Pen<'a>,
    picture: &'a Picture<'a>,
    owner: PlayerKind,
    ships: &'a [&'a SceneShip],
    opacity: f32,
}

impl Fleet<'_> {
    fn draw(&self) {
        if self.picture.has_debris()
            && self.picture.motion == Motion::Full
            && !self.picture.is_dense(self.pen)
        {
            self.draw_smoke();
        }
        self.draw_flames();
        self.draw_hulls();
        self.draw_flashes();
        self.draw_shields();
    }

    fn radius(&self) -> f32 {
        drawn_radius(self.pen)
    }

    /// The nose of a ship, as a vector from its middle.
    fn nose(&self, ship: &SceneShip) -> Vec2 {
        ship.aim.unit() * self.radius()
    }

    /// Fills one path with a shape of every ship.
    fn fill(&self, colour: palette::Colour, opacity: f32, add: impl Fn(&SceneShip)) {
        self.pen.context.begin_path();
        self.ships.iter().for_each(|ship| add(ship));
        self.pen.colour(colour);
        self.pen.opacity(self.opacity * opacity);
        self.pen.context.fill();
    }

    fn stroke(
        &self,
        colour: palette::Colour,
        (width_px, opacity): (f32, f32),
        add: impl Fn(&SceneShip),
    ) {
        self.pen.context.begin_path();
        self.ships.iter().for_each(|ship| add(ship));
        self.pen.opacity(self.opacity * opacity);
        self.pen.stroke(colour, self.pen.px(width_px));
    }

    /// Draws flames, opposite to the thrust, which is independent of the aim.
    fn draw_flames(&self) {
        let (pen, radius) = (self.pen, self.radius());
        if self.picture.is_dense(pen) {
            pen.context.begin_path();
            flame_lines(pen, self.picture, self.ships);
            pen.opacity(self.opacity);
            pen.stroke(palette::FLAME, pen.px(DENSE_FLAME_PX));
            return;
        }
        let flame = |ship: &SceneShip, share: f32| {
            if ship.thrust == Thrust::None {
                return;
            }
            let back = -ship.thrust.unit();
            let limp = if ship.health < LOW_HEALTH { 0.45 } else { 1.0 };
            let length = (FLAME.1 + FLAME.2 * flicker(self.picture, ship)) * limp;
            let from = ship.pos + back * (radius * NOZZLE);
            let aside = back.perp() * (radius * FLAME.0 * share);
            let tip = from + back * (radius * (0.65 + length * share));
            let belly = from + back * (radius * 0.4);
            pen.polygon(&[
                from + aside * 0.6,
                belly + aside,
                tip,
                belly - aside,
                from - aside * 0.6,
            ]);
        };
        self.fill(palette::of(self.owner), 0.75, |ship| flame(ship, 1.0));
        self.fill(palette::FLAME, 0.95, |ship| flame(ship, CORE));
        let glows = self.picture.lights().filter(|_| self.ships.len() <= GLOWING_MAX);
        let Some(glows) = glows else { return };
        pen.begin_light();
        for ship in self.ships.iter().filter(|ship| ship.thrust != Thrust::None) {
            let bright = 0.25 + 0.15 * flicker(self.picture, ship);
            pen.opacity(self.opacity * bright);
            let at = ship.pos - ship.thrust.unit() * (radius * 1.35);
            pen.glow(glows, Hue::Flame, at, radius * 1.5);
        }
        pen.end_light();
    }

    /// Draws the two tones of each hull, its lit edge, its mark and its lights.
    fn draw_hulls(&self) {
        let (pen, hull) = (self.pen, Hull::of(self.owner));
        let [lit, dark, edge] = palette::hull(self.owner);
        let is_dense = self.picture.is_dense(pen);
        pen.context.set_line_join("round");
        let lit_half = |ship: &SceneShip| {
            let is_right_lit = ship.aim.unit().perp().dot(self.picture.place.light) > 0.0;
            if is_right_lit { hull.right } else { hull.left }
        };
        let draw = |ship: &SceneShip, points: &[Point], ends: Ends| {
            pen.outline(ship.pos, self.nose(ship), points, ends);
        };
        if !is_dense {
            self.stroke(palette::CASING, (4.0, 0.8), |ship| draw(ship, hull.outline, Ends::Closed));
        }
        self.fill(dark, 1.0, |ship| draw(ship, hull.outline, Ends::Closed));
        self.fill(lit, 1.0, |ship| draw(ship, lit_half(ship), Ends::Closed));
        if is_dense {
            return;
        }
        self.stroke(lit, (1.0, 1.0), |ship| draw(ship, hull.outline, Ends::Closed));
        self.stroke(edge, (1.25, 0.9), |ship| {
            // Without the line in the middle.
            draw(ship, &lit_half(ship)[..hull.right.len() - 1], Ends::Open);
        });
        self.stroke(palette::CASING, (2.0, 0.9), |ship| {
            mark(ship.id).iter().for_each(|line| draw(ship, line, Ends::Open));
        });
        let light = |ship: &SceneShip, (x, y): Point, radius: f32| {
            let nose = self.nose(ship);
            pen.circle(ship.pos + nose * x + nose.perp() * y, radius);
        };
        self.fill(palette::COCKPIT, 0.95, |ship| {
            light(ship, hull.cockpit, self.radius() * COCKPIT);
            light(ship, NOSE, pen.px(NOSE_LIGHT_PX));
        });
        self.fill(edge, 1.0, |ship| {
            let (x, y) = hull.wing;
            light(ship, (x, y), pen.px(WING_LIGHT_PX));
            light(ship, (x, -y), pen.px(WING_LIGHT_PX));
        });
    }

    /// Draws white light over ships that were hit.
    fn draw_flashes(&self) {
        let outline = Hull::of(self.owner).outline;
        for ship in self.ships.iter().filter(|ship| ship.flash > 0.0) {
            let pen = self.pen;
            pen.shape(ship.pos, self.nose(ship), outline, Ends::Closed);
            pen.opacity(ship.flash * 0.9);
            pen.colour(palette::SERVER);
            pen.context.fill();
            pen.stroke(palette::SERVER, pen.px(1.0 + 1.5 * ship.flash));
        }
    }

    /// Draws a shield as a shimmer: arcs that drift over a faint light.
    fn draw_shields(&self) {
        let shielded = || self.ships.iter().filter(|ship| ship.shielded);
        if shielded().next().is_none() {
            return;
        }
        let (pen, radius) = (self.pen, self.radius() * SHIELD);
        if let Some(glows) = self.picture.lights() {
            let hue = Hue::of(self.owner);
            pen.begin_light();
            pen.opacity(0.4);
            shielded().for_each(|ship| pen.glow(glows, hue, ship.pos, radius * 1.5));
            pen.end_light();
        }
        let turned = match self.picture.motion {
            Motion::Reduced => 0.0,
            Motion::Full => (self.picture.now.as_ms() % 3_000) as f32 / 3_000.0,
        };
        for (from, share, opacity) in [(0.0, 0.2, 0.7), (0.36, 0.14, 0.45), (0.66, 0.22, 0.55)] {
            pen.opacity(self.opacity * opacity);
            for ship in shielded() {
                pen.context.begin_path();
                pen.arc(ship.pos, radius, from + turned, share);
                pen.stroke(palette::hull(self.owner)[2], pen.px(1.25));
            }
        }
    }

    /// Draws what rises from ships that are badly hit: puffs of smoke left behind, and sparks.
    fn draw_smoke(&self) {
        let (pen, radius) = (self.pen, self.radius());
        let hurt = || self.ships.iter().filter(|ship| ship.health < LOW_HEALTH);
        if hurt().next().is_none() {
            return;
        }
        let now = self.picture.now;
        pen.colour(palette::SMOKE);
        for ship in hurt() {
            for puff in puffs(ship, now) {
                pen.opacity(self.opacity * 0.2 * (1.0 - puff.age));
                pen.context.begin_path();
                pen.circle(puff.at, radius * (0.2 + 0.65 * puff.age));
                pen.context.fill();
            }
        }
        pen.context.begin_path();
        for ship in hurt() {
            let draw = mix_all(&[u64::from(ship.id.idx), (now.as_ms() / 70) as u64]);
            let way = unit_at(unit_from_bits(draw as u32));
            let from = ship.pos + way * (radius * 0.5);
            pen.line(
                from,
                from + way * (radius * (0.3 + 0.5 * unit_from_bits((draw >> 32) as u32))),
            );
        }
        pen.opacity(self.opacity * 0.9);
        pen.stroke(palette::FLAME, pen.px(1.25));
    }
}

/// A puff of smoke.
struct Puff {
    at: Vec2,
    /// 0 just left, 1 gone.
    age: f32,
}

/// The smoke of a ship: it stays behind where the ship was.
fn puffs(ship: &SceneShip, now: Micros) -> impl Iterator<Item = Puff> {
    const EVERY_MS: i64 = 35;
    const LIVES_S: f32 = 0.63;
    let newest = now.as_ms() / EVERY_MS;
    let (pos, vel, idx) = (ship.pos, ship.vel, u64::from(ship.id.idx));
    (0..18_i64).map(move |n| {
        let age_s = (now.as_ms() - (newest - n) * EVERY_MS) as f32 / 1000.0;
        let draw = mix_all(&[idx, (newest - n) as u64, 0x50]);
        let drift = unit_at(unit_from_bits(draw as u32)) * (26.0 * age_s);
        Puff { at: pos - vel * (age_s * 0.8) + drift, age: (age_s / LIVES_S).min(1.0) }
    })
}
