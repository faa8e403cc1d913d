//! What the tables leave out: the bodies, the axis that points up, the clock of the log.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::error::TableError;
use crate::geometry::point::Point;
use crate::geometry::shape::{Body, Shape};

/// The name of the body of poses that name none.
pub const DEFAULT_SHAPE: &str = "default";

/// An example of a meta file, shown where one is missing.
pub const EXAMPLE: &str =
    r#"{ "up": "z", "shapes": { "default": { "box": [16, 16, 28], "at": [0, 0, 4] } } }"#;

/// Most shapes and weapons of a meta file, each.
const NAMES_MAX: usize = 256;

/// Facts of a game that its tables do not repeat.
#[derive(Clone, Debug, PartialEq)]
pub struct Meta {
    /// The axis that points up; `None` in a planar game.
    pub up: Option<Up>,
    /// Never empty.
    pub shapes: Vec<(String, Body)>,
    pub weapons: BTreeMap<String, Weapon>,
    /// The length of a tick; `None`: the rows of poses tell.
    pub tick_ms: Option<f64>,
    pub records: Records,
    /// From a pose to the muzzle of its shots, for shots without one.
    pub eye: Point,
    /// Whether positive pitch looks down, as in Quake and Source.
    pub pitch_down: bool,
    /// Whether bodies that cannot be hit stop a shot.
    pub blocking: bool,
    /// The name of the game's unit of length, for answers.
    pub unit: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Up {
    /// As in Quake, Source and Unreal.
    Z,
    /// As in Unity and Godot.
    Y,
}

impl Up {
    pub fn axis(self) -> Point {
        match self {
            Self::Z => Point([0.0, 0.0, 1.0]),
            Self::Y => Point([0.0, 1.0, 0.0]),
        }
    }
}

/// Whether the poses of a tick are from before or after its movement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Records {
    BeforeMove,
    AfterMove,
    #[default]
    Unknown,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Weapon {
    pub is_projectile: bool,
    /// In units; `None`: nothing limits it.
    pub reach: Option<f64>,
    /// Whether a shot goes on behind whom it hits.
    pub pierce: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MetaFile {
    up: Option<UpField>,
    #[serde(default)]
    shapes: BTreeMap<String, ShapeField>,
    #[serde(default)]
    weapons: BTreeMap<String, WeaponField>,
    tick_ms: Option<f64>,
    #[serde(default)]
    records: Records,
    eye: Option<Vec<f64>>,
    #[serde(default)]
    pitch: PitchField,
    blocking: Option<bool>,
    unit: Option<String>,
    /// Of use to readers of the file alone.
    #[serde(rename = "game")]
    _game: Option<String>,
    #[serde(rename = "source")]
    _source: Option<serde_json::Value>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum UpField {
    X,
    Y,
    Z,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "lowercase")]
enum PitchField {
    #[default]
    Down,
    Up,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ShapeField {
    sphere: Option<f64>,
    capsule: Option<[f64; 2]>,
    #[serde(rename = "box")]
    cuboid: Option<Vec<f64>>,
    at: Option<Vec<f64>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WeaponField {
    #[serde(default)]
    kind: WeaponKind,
    reach: Option<f64>,
    #[serde(default)]
    pierce: bool,
}

#[derive(Deserialize, Default, PartialEq)]
#[serde(rename_all = "lowercase")]
enum WeaponKind {
    #[default]
    Hitscan,
    Projectile,
}

impl Meta {
    /// Reads a meta file.
    ///
    /// # Errors
    /// Names the field that is unknown or out of range.
    pub fn read(name: &str, bytes: &[u8]) -> Result<Self, TableError> {
        let text = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
        let file: MetaFile = serde_json::from_slice(text).map_err(|error| {
            let (name, problem) = (name.to_string(), error.to_string());
            if error.is_data() {
                let problem = format!("{problem}; an example: {EXAMPLE}");
                return TableError::MetaForm { name, problem };
            }
            TableError::MetaSyntax { name, problem }
        })?;
        file.checked().map_err(|(path, problem)| TableError::Meta {
            name: name.to_string(),
            path,
            problem,
        })
    }

    /// The number of the shape called `name`.
    pub(crate) fn shape_idx(&self, name: &str) -> Option<u8> {
        let idx = self.shapes.iter().position(|(known, _)| known == name)?;
        u8::try_from(idx).ok()
    }

    /// The body with this number.
    pub(crate) fn body(&self, idx: u8) -> &Body {
        let (_, body) = &self.shapes[usize::from(idx).min(self.shapes.len() - 1)];
        body
    }

    /// The same facts, with all bodies wider and taller by these factors.
    #[must_use]
    pub fn scaled(&self, width: f64, height: f64) -> Self {
        let up = self.up.map_or(Point::ZERO, Up::axis);
        let mut meta = self.clone();
        for (_, body) in &mut meta.shapes {
            body.shape = body.shape.scaled(width, height, up);
        }
        meta
    }
}

type Problem = (String, String);

fn problem<T>(path: &str, problem: impl Into<String>) -> Result<T, Problem> {
    Err((path.to_string(), problem.into()))
}

impl MetaFile {
    fn checked(self) -> Result<Meta, Problem> {
        let up = match self.up {
            Some(UpField::X) => return problem("up", "is \"x\"; it must be \"y\" or \"z\""),
            Some(UpField::Y) => Some(Up::Y),
            Some(UpField::Z) => Some(Up::Z),
            None => None,
        };
        if self.shapes.len() > NAMES_MAX || self.weapons.len() > NAMES_MAX {
            return problem("shapes and weapons", format!("are limited to {NAMES_MAX} each"));
        }
        let mut shapes = Vec::new();
        for (name, field) in &self.shapes {
            let path = format!("shapes.{name}");
            shapes.push((name.clone(), field.body(&path, up)?));
        }
        if shapes.is_empty() {
            return problem(
                "shapes",
                format!("is missing; say the body of a player, as in {EXAMPLE}"),
            );
        }
        if self.tick_ms.is_some_and(|tick| !(0.1..=1000.0).contains(&tick)) {
            return problem("tick_ms", "must be from 0.1 to 1000");
        }
        if self.records == Records::BeforeMove && self.tick_ms.is_none() {
            return problem("tick_ms", "is missing; records before the move need it");
        }
        let weapons = self.weapons.iter().map(|(name, field)| {
            if field.reach.is_some_and(|reach| !(reach > 0.0 && reach.is_finite())) {
                return problem(&format!("weapons.{name}.reach"), "must be a number above 0");
            }
            let is_projectile = field.kind == WeaponKind::Projectile;
            Ok((name.clone(), Weapon { is_projectile, reach: field.reach, pierce: field.pierce }))
        });
        Ok(Meta {
            up,
            shapes,
            weapons: weapons.collect::<Result<_, _>>()?,
            tick_ms: self.tick_ms,
            records: self.records,
            eye: coordinates("eye", self.eye.as_deref(), up)?,
            pitch_down: matches!(self.pitch, PitchField::Down),
            blocking: self.blocking.unwrap_or(true),
            unit: self.unit.unwrap_or_else(|| "units".to_string()),
        })
    }
}

impl ShapeField {
    fn body(&self, path: &str, up: Option<Up>) -> Result<Body, Problem> {
        let at = coordinates(&format!("{path}.at"), self.at.as_deref(), up)?;
        let size = |size: f64| {
            if size > 0.0 && size.is_finite() { Ok(size) } else { problem(path, "must be above 0") }
        };
        let shape = match (self.sphere, self.capsule, &self.cuboid) {
            (Some(radius), None, None) => Shape::Sphere { radius: size(radius)? },
            (None, Some([radius, height]), None) => {
                let (radius, height) = (size(radius)?, size(height)?);
                let Some(up) = up else {
                    return problem(path, "is a capsule, which stands upright: say \"up\"");
                };
                if height < 2.0 * radius {
                    return problem(path, "is a capsule [radius, height] lower than it is wide");
                }
                Shape::Capsule { radius, core: up.axis() * (height / 2.0 - radius) }
            }
            (None, None, Some(half)) => {
                let half = match (half.as_slice(), up) {
                    (&[x, y], None) => [size(x)?, size(y)?, 1.0],
                    (&[x, y, z], _) => [size(x)?, size(y)?, size(z)?],
                    _ => return problem(path, "is a box of half its size: [x, y, z]"),
                };
                Shape::Box { half: Point(half) }
            }
            _ => {
                let allowed = "must be one of { \"sphere\": radius }, \
                    { \"capsule\": [radius, height] } and { \"box\": [half x, half y, half z] }";
                return problem(path, allowed);
            }
        };
        Ok(Body { shape, at })
    }
}

fn coordinates(path: &str, given: Option<&[f64]>, up: Option<Up>) -> Result<Point, Problem> {
    let point = match (given, up) {
        (None, _) => return Ok(Point::ZERO),
        (Some(&[x, y]), None) => Point([x, y, 0.0]),
        (Some(&[x, y, z]), _) => Point([x, y, z]),
        _ => return problem(path, "must be [x, y, z]"),
    };
    if point.0.iter().all(|c| c.is_finite()) { Ok(point) } else { problem(path, "must be finite") }
}
