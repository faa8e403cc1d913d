//! Publishes the state of the canvas as attributes of the page, for tests and for inspection.
//!
//! | attribute of the root | value |
//! |---|---|
//! | `data-state` | `join`, `connecting`, `playing` or `closed` |
//! | `data-own-x`, `data-own-y` | where the own ship is drawn, in u; empty if absent |
//! | `data-ships` | number of ships drawn |
//! | `data-remote` | the other ships: `name:x,y;name:x,y`, in u |
//! | `data-health`, `data-kills`, `data-deaths` | those of the own ship |
//! | `data-ghosts` | number of ghosts drawn |
//! | `data-preset` | the preset in force, by its key, or `custom` for any other netcode |
//! | `data-rule` | the room's hit rule, by its key |
//! | `data-access` | whether the player may change the room's rules: `may`, `public`, `first` |
//! | `data-counterfactuals` | the shot line: `key:word`s, `≈` where drawn elsewhere |
//! | `data-forensics` | the open shot: `shot\|verdict\|age in ms\|sentence` |
//! | `data-tentative` | number of tentative hits drawn now |
//! | `data-undone` | number of undone hits drawn so far |
//! | `data-refunds` | how often hit points were refunded so far |
//! | `data-net-graph` | `packets:n,bytes:n,lost:n,choked:n,delay:ms,warnings:n`, or empty |
//! | `data-seat` | the own seat, and how many players had it before: `seat.number` |
//! | `data-away` | players whose seats are held: `name;name` |
//! | `data-camera` | `x,y,scale`: a position p is drawn at (p − (x, y)) · scale, in CSS pixels |

use shared::{
    client::{
        Client,
        scene::{EffectKind, PlayerKind, Scene},
    },
    netcode::{choices::HitRule, preset::Preset, values::Netcode},
    sim::ship::ShipId,
    wire::message::Access,
};
use web_sys::Element;
use web_ui::{
    canvas::camera::Camera,
    shell::dom::Attribute,
    text::{
        figures::{coordinate, thousandths, whole},
        roster::name_of,
    },
};

/// The published values, in the order of [`ATTRIBUTES`].
#[derive(Clone, Copy)]
enum ProbeAttribute {
    State,
    OwnX,
    OwnY,
    Ships,
    Remote,
    Health,
    Kills,
    Deaths,
    Ghosts,
    Camera,
    Preset,
    Rule,
    Access,
    Tentative,
    Undone,
    Refunds,
    Seat,
    Away,
}

const ATTRIBUTES: [&str; 18] = [
    "data-state",
    "data-own-x",
    "data-own-y",
    "data-ships",
    "data-remote",
    "data-health",
    "data-kills",
    "data-deaths",
    "data-ghosts",
    "data-camera",
    "data-preset",
    "data-rule",
    "data-access",
    "data-tentative",
    "data-undone",
    "data-refunds",
    "data-seat",
    "data-away",
];

pub struct Probe {
    attributes: [Attribute; ATTRIBUTES.len()],
    undone: i64,
    refunds: i64,
    /// The newest effect that was counted.
    effect: u32,
}

impl Probe {
    /// The attributes of an element.
    #[must_use]
    pub fn new(root: &Element) -> Self {
        let attributes = ATTRIBUTES.map(|name| Attribute::new(root, name));
        Self { attributes, undone: 0, refunds: 0, effect: 0 }
    }

    fn publish(&mut self, said: ProbeAttribute, value: &str) {
        if let Some(attribute) = self.attributes.get_mut(said as usize) {
            attribute.set(value);
        }
    }

    fn publish_number(&mut self, said: ProbeAttribute, value: i64) {
        self.publish(said, &whole(value));
    }

    /// Publishes the phase of the page, which the style sheets use too.
    pub fn set_state(&mut self, state: &str) {
        self.publish(ProbeAttribute::State, state);
    }

    /// Counts effects of a frame that no earlier frame had.
    pub fn count(&mut self, scene: &Scene) {
        let before = self.effect;
        for effect in scene.effects.iter().filter(|effect| effect.seed > before) {
            self.effect = self.effect.max(effect.seed);
            if effect.kind == EffectKind::Undone {
                self.undone += 1;
                self.publish_number(ProbeAttribute::Undone, self.undone);
            }
        }
    }

    /// Restarts the count, since another client numbers its effects from the beginning.
    pub fn forget_effects(&mut self) {
        self.effect = 0;
    }

    /// Counts a refund of hit points.
    pub fn count_refund(&mut self) {
        self.refunds += 1;
        self.publish_number(ProbeAttribute::Refunds, self.refunds);
    }

    /// Publishes the netcode in force.
    pub fn set_netcode(&mut self, client: &Client, netcode: &Netcode) {
        self.publish(ProbeAttribute::Preset, Preset::of(netcode).map_or("custom", Preset::key));
        let rule = client.rules().map(|rules| HitRule::NAMES[rules.hit_rule as usize].0);
        self.publish(ProbeAttribute::Rule, rule.unwrap_or_default());
        let access = match client.access() {
            None => "",
            Some(Access::May) => "may",
            Some(Access::Public) => "public",
            Some(Access::FirstOnly { .. }) => "first",
        };
        self.publish(ProbeAttribute::Access, access);
    }

    /// Publishes what was drawn.
    pub fn refresh(&mut self, client: &Client, scene: &Scene, camera: &Camera) {
        let own = scene.ships.iter().find(|ship| ship.owner == PlayerKind::You);
        let at = own.map(|ship| (coordinate(ship.pos.x), coordinate(ship.pos.y)));
        let (x, y) = at.unwrap_or_default();
        self.publish(ProbeAttribute::OwnX, &x);
        self.publish(ProbeAttribute::OwnY, &y);
        self.publish_number(ProbeAttribute::Ships, scene.ships.len() as i64);
        self.publish(ProbeAttribute::Remote, &remote(client, scene));
        self.publish(ProbeAttribute::Away, &away(client));
        if let Some(ShipId { idx, generation }) = client.own_id() {
            self.publish(
                ProbeAttribute::Seat,
                &[&whole(idx.into()), ".", &whole(generation.into())].concat(),
            );
        }
        if let Some(ship) = client.own_ship() {
            self.publish_number(ProbeAttribute::Health, ship.health.into());
            self.publish_number(ProbeAttribute::Kills, ship.kills.into());
            self.publish_number(ProbeAttribute::Deaths, ship.deaths.into());
        }
        let open = scene.ships.iter().map(|ship| i64::from(ship.tentative)).sum();
        self.publish_number(ProbeAttribute::Tentative, open);
        self.publish_number(ProbeAttribute::Ghosts, scene.ghosts.len() as i64);
        let milli = |value: f32| thousandths((value * 1000.0) as i64);
        let (origin, scale) = (camera.origin(), camera.scale());
        let text = [&milli(origin.x), ",", &milli(origin.y), ",", &milli(scale)];
        self.publish(ProbeAttribute::Camera, &text.concat());
    }
}

fn away(client: &Client) -> String {
    let away = client.roster().iter().filter(|entry| client.is_away(entry.ship));
    away.map(|entry| entry.name.as_str()).collect::<Vec<&str>>().join(";")
}

fn remote(client: &Client, scene: &Scene) -> String {
    let mut text = String::new();
    for ship in scene.ships.iter().filter(|ship| ship.owner != PlayerKind::You) {
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
