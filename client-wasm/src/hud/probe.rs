//! What is on the canvas, as attributes of the page: for tests, and for whoever looks into it.
//!
//! | attribute of the root | says |
//! |---|---|
//! | `data-state` | `join`, `connecting`, `playing` or `closed` |
//! | `data-own-x`, `data-own-y` | where the own ship is drawn, in u; absent values are empty |
//! | `data-ships` | how many ships are drawn |
//! | `data-remote` | the other ones: `name:x,y;name:x,y`, in u |
//! | `data-health`, `data-kills`, `data-deaths` | the own ship's |
//! | `data-ghosts` | how many ghosts are drawn |
//! | `data-preset` | the preset that is in force exactly, by its key, or `custom` |
//! | `data-rule` | the room's hit rule, by its key |
//! | `data-access` | whether the player may change the room's rules: `may`, `public`, `first` |
//! | `data-opinions` | the last shot line: `key:word,key:≈word`, with `≈` where drawn elsewhere |
//! | `data-forensics` | the shot that is looked into: `shot\|verdict\|age in ms\|sentence` |
//! | `data-tentative` | how many hits that can still be undone are drawn now |
//! | `data-undone` | how many undone hits were drawn so far |
//! | `data-refunds` | how often hit points came back so far |
//! | `data-instruments` | `loading`, `ready` or `failed`, once they are asked for |
//! | `data-net-graph` | `packets:n,bytes:n,lost:n,choked:n,delay:ms,warnings:n`, or empty |
//! | `data-camera` | `x,y,scale`: a place p is drawn at (p − (x, y)) · scale, in CSS pixels |

use shared::{
    client::{
        Client,
        scene::{EffectKind, Scene, Whose},
    },
    scheme::{choices::HitRule, netcode::Netcode, preset::Preset},
    wire::message::Access,
};
use web_sys::Element;

use super::name_of;
use crate::{
    plain::figures::{coordinate, thousandths, whole},
    shell::dom::Attribute,
    view::camera::Camera,
};

/// The attributes.
pub struct Probe {
    state: Attribute,
    own_x: Attribute,
    own_y: Attribute,
    ships: Attribute,
    remote: Attribute,
    health: Attribute,
    kills: Attribute,
    deaths: Attribute,
    ghosts: Attribute,
    camera: Attribute,
    preset: Attribute,
    rule: Attribute,
    access: Attribute,
    tentative: Attribute,
    undone: Count,
    refunds: Count,
    /// The newest effect that was counted.
    effect: u32,
}

/// A number that only grows.
struct Count {
    attribute: Attribute,
    count: u32,
}

impl Count {
    fn add(&mut self) {
        self.count += 1;
        self.attribute.set(&whole(self.count.into()));
    }
}

impl Probe {
    /// The attributes of an element.
    #[must_use]
    pub fn new(root: &Element) -> Self {
        let attribute = |name| Attribute::new(root, name);
        let count = |name| Count { attribute: attribute(name), count: 0 };
        Self {
            state: attribute("data-state"),
            own_x: attribute("data-own-x"),
            own_y: attribute("data-own-y"),
            ships: attribute("data-ships"),
            remote: attribute("data-remote"),
            health: attribute("data-health"),
            kills: attribute("data-kills"),
            deaths: attribute("data-deaths"),
            ghosts: attribute("data-ghosts"),
            camera: attribute("data-camera"),
            preset: attribute("data-preset"),
            rule: attribute("data-rule"),
            access: attribute("data-access"),
            tentative: attribute("data-tentative"),
            undone: count("data-undone"),
            refunds: count("data-refunds"),
            effect: 0,
        }
    }

    /// Tells the state of the page; the styles hang on it too.
    pub fn set_state(&mut self, state: &str) {
        self.state.set(state);
    }

    /// Counts the effects of a picture that were in none before.
    pub fn count(&mut self, scene: &Scene) {
        let before = self.effect;
        for effect in scene.effects.iter().filter(|effect| effect.seed > before) {
            self.effect = self.effect.max(effect.seed);
            if effect.kind == EffectKind::Undone {
                self.undone.add();
            }
        }
    }

    /// Another client counts its effects from the beginning.
    pub fn forget_effects(&mut self) {
        self.effect = 0;
    }

    /// Hit points came back.
    pub fn count_refund(&mut self) {
        self.refunds.add();
    }

    /// Tells what is in force.
    pub fn set_netcode(&mut self, client: &Client, netcode: &Netcode) {
        self.preset.set(Preset::of(netcode).map_or("custom", Preset::key));
        let rule = client.rules().map(|rules| HitRule::NAMES[rules.hit_rule as usize].0);
        self.rule.set(rule.unwrap_or_default());
        self.access.set(match client.access() {
            None => "",
            Some(Access::May) => "may",
            Some(Access::Public) => "public",
            Some(Access::FirstOnly { .. }) => "first",
        });
    }

    /// Tells what was drawn.
    pub fn refresh(&mut self, client: &Client, scene: &Scene, camera: &Camera) {
        let own = scene.ships.iter().find(|ship| ship.whose == Whose::You);
        let own_pos = own.map(|ship| ship.pos);
        self.own_x.set(&own_pos.map_or_else(String::new, |pos| coordinate(pos.x)));
        self.own_y.set(&own_pos.map_or_else(String::new, |pos| coordinate(pos.y)));
        self.ships.set(&whole(scene.ships.len() as i64));
        self.remote.set(&remote(client, scene));
        if let Some(ship) = client.own_ship() {
            self.health.set(&whole(ship.health.into()));
            self.kills.set(&whole(ship.kills.into()));
            self.deaths.set(&whole(ship.deaths.into()));
        }
        let open = scene.ships.iter().map(|ship| i64::from(ship.tentative)).sum();
        self.tentative.set(&whole(open));
        self.ghosts.set(&whole(scene.ghosts.len() as i64));
        let milli = |value: f32| thousandths((value * 1000.0) as i64);
        let (origin, scale) = (camera.origin(), camera.scale());
        let text = [&milli(origin.x), ",", &milli(origin.y), ",", &milli(scale)];
        self.camera.set(&text.concat());
    }
}

fn remote(client: &Client, scene: &Scene) -> String {
    let mut text = String::new();
    for ship in scene.ships.iter().filter(|ship| ship.whose != Whose::You) {
        if !text.is_empty() {
            text.push(';');
        }
        let name = name_of(client.roster(), ship.id).chars();
        text.extend(name.map(|c| if matches!(c, ';' | ':' | ',') { '_' } else { c }));
        for piece in [":", &coordinate(ship.pos.x), ",", &coordinate(ship.pos.y)] {
            text.push_str(piece);
        }
    }
    text
}
