//! Draws the asteroids: facets lit from the sun's side, with a dark side and a lit rim. Their
//! corners lie on the collision circle, so that what is seen is what counts.

use core::f32::consts::TAU;

use shared::{
    base::{
        geometry::Vec2,
        rng::{mix_all, unit_from_bits},
    },
    sim::arena::{Arena, Asteroid},
};
use sky::tone::{Tint, blend, css};

use super::Place;
use crate::canvas::{
    palette::{self, Theme},
    pen::{Ends, Pen, unit_at},
};

/// Corners on the collision circle.
const CORNERS: usize = 13;
/// Corners of the plateau inside them.
const INNER: usize = 7;
/// How far the sun stands above the picture: the sine of its height.
const SUN_HEIGHT: f32 = 0.45;
/// Cosine to the sun from which on an edge has a lit rim.
const RIM_FROM: f32 = 0.1;
const RIM_PX: f32 = 1.5;
/// How far a fire lights rocks, in u, and the rim that it lights.
const FIRELIGHT_U: f32 = 260.0;
const FIRELIT_RIM_PX: f32 = 2.5;
/// Contrasts of facets against space, from the dark side to the lit one, and of the lit rim.
const CONTRASTS: [f32; 6] = [1.02, 1.08, 1.17, 1.3, 1.45, 1.59];
const RIM_CONTRAST: f32 = 3.4;
/// The same facets on a light pane, where the lit side is the lighter one, too.
const LIGHT_FACETS: [&str; CONTRASTS.len()] =
    ["#B4BFD7", "#BFC9DE", "#C9D2E4", "#D4DBEA", "#DEE4F0", "#E8ECF5"];
/// How much of the sun's tint the lit side has.
const SUNLIT: f32 = 0.7;
/// The tint of what no sun lights.
const SHADE: Tint = Tint::new(228.0, 0.19);
const CRATERS: usize = 6;
/// Craters smaller than this on the screen are left out.
const CRATER_MIN_PX: f32 = 2.5;

/// The colours of rocks: the lit side has the sun's tint, the dark side that of space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RockTones {
    sun: Tint,
}

impl Default for RockTones {
    /// Under a sun without a tint of its own.
    fn default() -> Self {
        Self { sun: SHADE }
    }
}

impl RockTones {
    #[must_use]
    pub fn under(sun: Tint) -> Self {
        Self { sun }
    }

    /// The colours of facets, from the dark side to the lit one.
    fn facets(&self, theme: Theme) -> [String; CONTRASTS.len()] {
        if theme == Theme::Light {
            return LIGHT_FACETS.map(String::from);
        }
        core::array::from_fn(|n| {
            let (contrast, lit) = (CONTRASTS[n], n as f32 / (CONTRASTS.len() - 1) as f32);
            css(blend(SHADE.at(contrast), self.sun.at(contrast), lit * SUNLIT))
        })
    }

    fn rim(&self, theme: Theme) -> String {
        if theme == Theme::Light {
            return palette::ROCK_EDGE.css(theme).into();
        }
        css(self.sun.at(RIM_CONTRAST))
    }
}

/// A kind of rock; each is a different relief on the same corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A few large, irregular facets.
    Faceted,
    /// Smooth, with craters.
    Cratered,
    /// A long crest along one axis.
    Ridged,
}

/// A rock's outline and relief; all points are offsets from its middle, in u.
struct Rock {
    at: Vec2,
    radius: f32,
    kind: Kind,
    seed: u64,
    corners: [Vec2; CORNERS],
    /// Points of the plateau and their heights.
    inner: [(Vec2, f32); INNER],
    summit: (Vec2, f32),
}

/// A triangle and how much light falls on it, as an index of the palette's tones.
struct Facet {
    corners: [Vec2; 3],
    tone: usize,
}

/// Draws the visible asteroids; those of one tone share a path.
pub(super) fn draw(pen: &Pen, arena: &Arena, place: &Place) {
    let light = place.light;
    let seen = arena.asteroids.iter().enumerate();
    let seen = seen.filter(|(_, rock)| pen.sees(rock.centre(), rock.radius()));
    let rocks: Vec<Rock> = seen.map(|(idx, rock)| Rock::new(idx as u64, rock)).collect();
    if rocks.is_empty() {
        return;
    }
    let (tones, rim) = (place.rocks.facets(pen.theme()), place.rocks.rim(pen.theme()));
    pen.context.begin_path();
    for rock in &rocks {
        pen.outline(rock.at, Vec2::X, &rock.corners.map(<(f32, f32)>::from), Ends::Closed);
    }
    pen.colour(palette::ROCK);
    pen.context.fill();
    let outline = match pen.theme() {
        Theme::Dark => &tones[tones.len() - 1],
        Theme::Light => &rim,
    };
    pen.stroke_mixed(outline, pen.px(1.0));
    let facets: Vec<Facet> = rocks.iter().flat_map(|rock| rock.facets(light)).collect();
    for (tone, colour) in tones.iter().enumerate() {
        pen.context.begin_path();
        for Facet { corners: [a, b, c], .. } in facets.iter().filter(|facet| facet.tone == tone) {
            pen.line(*a, *b);
            pen.context.line_to(c.x.into(), c.y.into());
        }
        pen.mixed_colour(colour);
        pen.context.fill();
    }
    draw_craters(pen, &rocks, light, (&tones, &rim));
    pen.context.set_line_join("round");
    pen.context.begin_path();
    for rock in &rocks {
        for (from, to) in rock.lit_edges(light) {
            pen.line(from, to);
        }
    }
    pen.context.set_line_cap("round");
    pen.stroke_mixed(&rim, pen.px(RIM_PX));
    pen.context.set_line_cap("butt");
}

/// Draws the edges that fires light; the pen must be adding light. A fire is its place and its
/// brightness, 0 to 1.
pub(super) fn draw_firelight(pen: &Pen, arena: &Arena, fires: &[(Vec2, f32)]) {
    for (fire, brightness) in fires {
        for (idx, rock) in arena.asteroids.iter().enumerate() {
            let way = *fire - rock.centre();
            let gap = (way.length() - rock.radius()).max(0.0);
            if gap > FIRELIGHT_U || !pen.sees(rock.centre(), rock.radius()) {
                continue;
            }
            pen.context.begin_path();
            for (from, to) in Rock::new(idx as u64, rock).lit_edges(way.normalize_or_zero()) {
                pen.line(from, to);
            }
            pen.opacity(brightness * (1.0 - gap / FIRELIGHT_U));
            pen.stroke(palette::FIRE, pen.px(FIRELIT_RIM_PX));
        }
    }
}

/// Draws bowls on the lit side: the wall towards the sun is in the shade, the wall opposite is lit.
fn draw_craters(pen: &Pen, rocks: &[Rock], light: Vec2, (tones, rim): (&[String], &str)) {
    let craters: Vec<(Vec2, f32)> = rocks.iter().flat_map(|rock| rock.craters(light)).collect();
    let seen = || craters.iter().filter(|(_, radius)| *radius > pen.px(CRATER_MIN_PX));
    if seen().next().is_none() {
        return;
    }
    pen.context.begin_path();
    seen().for_each(|(at, radius)| pen.circle(*at, *radius));
    pen.mixed_colour(&tones[2]);
    pen.context.fill();
    let sunward = light.to_angle() / TAU;
    // The shaded wall: the bowl without a circle that is moved away from the sun.
    pen.context.begin_path();
    for (at, radius) in seen() {
        let from = *at + unit_at(sunward - 0.25) * *radius;
        pen.context.move_to(from.x.into(), from.y.into());
        pen.arc(*at, *radius, sunward - 0.25, 0.5);
        let across = unit_at(sunward + 0.25) * *radius;
        let control = *at + light * (*radius * 0.35);
        let end = *at - across;
        pen.context.quadratic_curve_to(
            control.x.into(),
            control.y.into(),
            end.x.into(),
            end.y.into(),
        );
    }
    pen.mixed_colour(&tones[0]);
    pen.context.fill();
    pen.context.begin_path();
    for (at, radius) in seen() {
        let from = *at + unit_at(sunward + 0.32) * *radius;
        pen.context.move_to(from.x.into(), from.y.into());
        pen.arc(*at, *radius, sunward + 0.32, 0.36);
    }
    pen.opacity(0.5);
    pen.stroke_mixed(rim, pen.px(1.0));
    pen.opacity(1.0);
}

impl Rock {
    fn new(idx: u64, rock: &Asteroid) -> Self {
        let draw = |n: usize| unit_from_bits(mix_all(&[idx, n as u64, 0xA5]) as u32);
        let radius = rock.radius();
        let kind = match (draw(60) * 3.0) as u32 {
            0 => Kind::Faceted,
            1 => Kind::Cratered,
            _ => Kind::Ridged,
        };
        let corners =
            core::array::from_fn(|n| unit_at((n as f32 + draw(n) * 0.6) / CORNERS as f32) * radius);
        let crest = unit_at(draw(61));
        let inner = core::array::from_fn(|n| {
            let dir = unit_at((n as f32 + 0.3 + draw(20 + n) * 0.5) / INNER as f32);
            let (out, height) = match kind {
                Kind::Faceted => (0.4 + 0.3 * draw(30 + n), 0.35 + 0.4 * draw(40 + n)),
                Kind::Cratered => (0.56 + 0.08 * draw(30 + n), 0.62 + 0.1 * draw(40 + n)),
                Kind::Ridged => {
                    let along = dir.dot(crest).abs();
                    (0.18 + 0.55 * along, 0.75 - 0.35 * along + 0.1 * draw(40 + n))
                }
            };
            (dir * (radius * out), radius * height)
        });
        let summit = unit_at(draw(62)) * (radius * 0.16);
        let summit = (summit, radius * if kind == Kind::Cratered { 0.85 } else { 0.72 });
        Self { at: rock.centre(), radius, kind, seed: idx, corners, inner, summit }
    }

    /// Its surface as triangles.
    fn facets(&self, light: Vec2) -> impl Iterator<Item = Facet> {
        let mut facets = Vec::with_capacity(CORNERS + 2 * INNER);
        let mut add = |triangle: [(Vec2, f32); 3]| {
            let tone = tone(triangle, light);
            facets.push(Facet { corners: triangle.map(|(off, _)| self.at + off), tone });
        };
        let corner = |n: usize| (self.corners[n % CORNERS], 0.0);
        let inner = |n: usize| self.inner[n % INNER];
        for n in 0..CORNERS {
            let (k, next) = (n * INNER / CORNERS, (n + 1) * INNER / CORNERS);
            add([corner(n), corner(n + 1), inner(k)]);
            if next != k {
                add([corner(n + 1), inner(next), inner(k)]);
            }
        }
        for k in 0..INNER {
            add([inner(k), inner(k + 1), self.summit]);
        }
        facets.into_iter()
    }

    /// The edges that face the sun.
    fn lit_edges(&self, light: Vec2) -> impl Iterator<Item = (Vec2, Vec2)> {
        let edges = (0..CORNERS).map(|n| (self.corners[n], self.corners[(n + 1) % CORNERS]));
        let lit =
            edges.filter(move |(from, to)| (*from + *to).normalize_or_zero().dot(light) > RIM_FROM);
        lit.map(|(from, to)| (self.at + from, self.at + to))
    }

    /// The craters on its lit side: middle and radius.
    fn craters(&self, light: Vec2) -> impl Iterator<Item = (Vec2, f32)> {
        let n = if self.kind == Kind::Cratered { CRATERS } else { 0 };
        let all = (0..n).map(|n| {
            let draw = |m: u64| unit_from_bits(mix_all(&[self.seed, n as u64, m, 0xC4]) as u32);
            let off = unit_at((n as f32 + draw(0) * 0.7) / CRATERS as f32);
            (off * (self.radius * (0.25 + 0.35 * draw(1))), self.radius * (0.07 + 0.15 * draw(2)))
        });
        let lit = all.filter(move |(off, _)| off.dot(light) > self.radius * -0.1);
        lit.map(|(off, radius)| (self.at + off, radius))
    }
}

/// The tone of a triangle of points and heights, by the angle at which light falls on it.
fn tone([a, b, c]: [(Vec2, f32); 3], light: Vec2) -> usize {
    let ((u, u_height), (v, v_height)) = ((b.0 - a.0, b.1 - a.1), (c.0 - a.0, c.1 - a.1));
    // The cross product of two edges, turned towards the viewer.
    let across = Vec2::new(u.y * v_height - u_height * v.y, u_height * v.x - u.x * v_height);
    let up = u.perp_dot(v);
    let side = if up < 0.0 { -1.0 } else { 1.0 };
    let length = (across.length_squared() + up * up).sqrt().max(f32::MIN_POSITIVE);
    let sideways = (1.0 - SUN_HEIGHT * SUN_HEIGHT).sqrt();
    let lit = side * (across.dot(light) * sideways + up * SUN_HEIGHT) / length;
    let tones = CONTRASTS.len();
    ((lit.max(0.0) * tones as f32) as usize).min(tones - 1)
}

#[cfg(test)]
mod tests {
    use sky::{
        SkyPlan,
        tone::{AREA_CONTRAST_MAX, RIM_CONTRAST_MAX, contrast},
    };

    use super::*;

    fn rock(idx: u64) -> Rock {
        Rock::new(idx, &Asteroid { x_u: 500, y_u: 400, radius_u: 80 })
    }

    #[test]
    fn corners_lie_on_the_collision_circle_and_nothing_is_outside() {
        let mut kinds = [0; 3];
        for idx in 0..60 {
            let rock = rock(idx);
            kinds[rock.kind as usize] += 1;
            for corner in rock.corners {
                assert!((corner.length() - 80.0).abs() < 0.01);
            }
            for facet in rock.facets(Place::default().light) {
                let within = |at: &Vec2| at.distance(rock.at) < 80.01;
                assert!(facet.corners.iter().all(within), "rock {idx}");
            }
            for (at, radius) in rock.craters(Place::default().light) {
                assert!(at.distance(rock.at) + radius < 80.0);
            }
        }
        assert!(kinds.iter().all(|n| *n > 8), "{kinds:?}");
    }

    #[test]
    fn rocks_stay_behind_ships_under_every_sun() {
        let rgb =
            |colour: &str| [1, 3, 5].map(|n| u8::from_str_radix(&colour[n..n + 2], 16).unwrap());
        let suns = (0..200).map(|n| RockTones::under(SkyPlan::of(&n.to_string()).sunlight()));
        for tones in suns.chain([RockTones::default()]) {
            let facets = tones.facets(Theme::Dark).map(|colour| contrast(rgb(&colour)));
            assert!(facets.is_sorted() && facets[5] <= AREA_CONTRAST_MAX, "{facets:?}");
            assert!(contrast(rgb(&tones.rim(Theme::Dark))) <= RIM_CONTRAST_MAX);
        }
    }

    #[test]
    fn the_side_of_the_sun_is_lighter_and_has_the_rim() {
        for idx in 0..30 {
            let rock = rock(idx);
            for turn in [0.0, 0.3, 0.6, 0.9] {
                let light = unit_at(turn);
                let (mut near, mut far) = ((0, 0), (0, 0));
                for Facet { corners: [a, b, c], tone } in rock.facets(light) {
                    let sunward = ((a + b + c) / 3.0 - rock.at).dot(light);
                    let side = if sunward > 0.0 { &mut near } else { &mut far };
                    *side = (side.0 + tone, side.1 + 1);
                }
                assert!(near.0 * far.1 > far.0 * near.1, "rock {idx} at {turn}");
                for (from, to) in rock.lit_edges(light) {
                    assert!(((from + to) / 2.0 - rock.at).dot(light) > 0.0);
                }
            }
        }
    }
}
