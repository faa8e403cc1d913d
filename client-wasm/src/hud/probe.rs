//! Publishes the state of the canvas as attributes of the page, for tests and for inspection. Only
//! builds with the feature `probes` write them; `data-state`, which the style sheets use, all do.
//!
//! | attribute of the root | value |
//! |---|---|
//! | `data-state` | `join`, `connecting`, `playing` or `closed` |
//! | `data-role` | `player` or `watcher`; written by all builds, too |
//! | `data-own-x`, `data-own-y` | where the own ship is drawn, in u; empty if absent |
//! | `data-own-aim` | where the own ship aims, in 1/65,536 turn from +x over +y; empty if absent |
//! | `data-published` | how often all of these were published |
//! | `data-ships` | number of ships drawn |
//! | `data-remote` | the other ships: `name:x,y;name:x,y`, in u |
//! | `data-allies` | those of the viewer's side, as they are drawn: `name;name` |
//! | `data-health`, `data-kills`, `data-deaths` | those of the own ship |
//! | `data-ghosts` | number of ghosts drawn |
//! | `data-preset` | the preset in force, by its key, or `custom` for any other netcode |
//! | `data-rule` | the room's hit rule, by its key |
//! | `data-access` | whether the player may change the room's rules: `may`, `public`, `first` |
//! | `data-counterfactuals` | the shot line: `key:word`s, `≈` where drawn elsewhere |
//! | `data-forensics` | the open shot: `shot\|verdict\|age in ms\|sentence` |
//! | `data-replay` | the replay shown: `shot\|stage\|share in permille\|sentence`, or empty |
//! | `data-tentative` | number of tentative hits drawn now |
//! | `data-undone` | number of undone hits drawn so far |
//! | `data-refunds` | how often hit points were refunded so far |
//! | `data-sounds` | how often each sound was played so far: `laser:3,contact:1` |
//! | `data-net-graph` | `packets:n,bytes:n,lost:n,choked:n,delay:ms,warnings:n`, or empty |
//! | `data-seat` | the own seat, and how many players had it before: `seat.number` |
//! | `data-away` | players whose seats are held: `name;name` |
//! | `data-attract` | how long the fight behind the join screen has run, in ms; empty without one |
//! | `data-camera` | `x,y,scale`: a position p is drawn at (p − (x, y)) · scale, in CSS pixels |

use shared::{
    base::time::Micros,
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
    shell::{
        dom::Attribute,
        probe::{PROBES, ProbeAttribute},
    },
    sound::SoundKind,
    text::{
        figures::{coordinate, thousandths, whole},
        roster::name_of,
    },
};

use words::Language;

use crate::{
    links::fragment::Role,
    replay::{
        Replay,
        clock::{ReplayMoment, Stage},
    },
};

pub struct Probe {
    state: Attribute,
    role: Attribute,
    own_x: ProbeAttribute,
    own_y: ProbeAttribute,
    own_aim: ProbeAttribute,
    published: ProbeAttribute,
    ships: ProbeAttribute,
    remote: ProbeAttribute,
    allies: ProbeAttribute,
    health: ProbeAttribute,
    kills: ProbeAttribute,
    deaths: ProbeAttribute,
    ghosts: ProbeAttribute,
    attract: ProbeAttribute,
    camera: ProbeAttribute,
    preset: ProbeAttribute,
    rule: ProbeAttribute,
    access: ProbeAttribute,
    tentative: ProbeAttribute,
    undone: ProbeAttribute,
    sounds: ProbeAttribute,
    refunds: ProbeAttribute,
    seat: ProbeAttribute,
    away: ProbeAttribute,
    replay: ProbeAttribute,
    n_published: i64,
    n_undone: i64,
    n_sounds: [i64; SoundKind::ALL.len()],
    n_refunds: i64,
    /// The newest effect that was counted.
    effect: u32,
}

impl Probe {
    /// The attributes of an element.
    #[must_use]
    pub fn new(root: &Element) -> Self {
        let attribute = |name| ProbeAttribute::new(root, name);
        Self {
            state: Attribute::new(root, "data-state"),
            role: Attribute::new(root, "data-role"),
            own_x: attribute("data-own-x"),
            own_y: attribute("data-own-y"),
            own_aim: attribute("data-own-aim"),
            published: attribute("data-published"),
            ships: attribute("data-ships"),
            remote: attribute("data-remote"),
            allies: attribute("data-allies"),
            health: attribute("data-health"),
            kills: attribute("data-kills"),
            deaths: attribute("data-deaths"),
            ghosts: attribute("data-ghosts"),
            attract: attribute("data-attract"),
            camera: attribute("data-camera"),
            preset: attribute("data-preset"),
            rule: attribute("data-rule"),
            access: attribute("data-access"),
            tentative: attribute("data-tentative"),
            undone: attribute("data-undone"),
            sounds: attribute("data-sounds"),
            refunds: attribute("data-refunds"),
            seat: attribute("data-seat"),
            away: attribute("data-away"),
            replay: attribute("data-replay"),
            n_published: 0,
            n_undone: 0,
            n_sounds: [0; SoundKind::ALL.len()],
            n_refunds: 0,
            effect: 0,
        }
    }

    /// Publishes the phase of the page, which the style sheets use too.
    pub fn set_state(&mut self, state: &str) {
        self.state.set(state);
    }

    /// Publishes what the page does in a match, which the style sheets use too.
    pub fn set_role(&mut self, role: Role) {
        self.role.set(match role {
            Role::Player => "player",
            Role::Watcher => "watcher",
        });
    }

    /// Publishes how long the fight behind the join screen has run.
    pub fn set_attract(&mut self, time: Option<Micros>) {
        self.attract.set(|| time.map(|time| whole(time.as_ms())).unwrap_or_default());
    }

    /// Counts effects of a frame that no earlier frame had.
    pub fn count(&mut self, scene: &Scene) {
        if !PROBES {
            return;
        }
        let before = self.effect;
        for effect in scene.effects.iter().filter(|effect| effect.seed > before) {
            self.effect = self.effect.max(effect.seed);
            if effect.kind == EffectKind::Undone {
                self.n_undone += 1;
                self.undone.set(|| whole(self.n_undone));
            }
        }
    }

    /// Restarts the count, since another client numbers its effects from the beginning.
    pub fn forget_effects(&mut self) {
        self.effect = 0;
    }

    /// Counts a refund of hit points.
    pub fn count_refund(&mut self) {
        self.n_refunds += 1;
        self.refunds.set(|| whole(self.n_refunds));
    }

    /// Counts sounds.
    pub fn count_sounds(&mut self, kinds: &[SoundKind]) {
        if !PROBES || kinds.is_empty() {
            return;
        }
        for (kind, n) in SoundKind::ALL.iter().zip(&mut self.n_sounds) {
            *n += kinds.iter().filter(|other| *other == kind).count() as i64;
        }
        self.sounds.set(|| {
            let counts = SoundKind::ALL.iter().zip(self.n_sounds).filter(|(_, n)| *n > 0);
            let counts = counts.map(|(kind, n)| [kind.name(), ":", &whole(n)].concat());
            counts.collect::<Vec<String>>().join(",")
        });
    }

    /// Publishes the replay that is shown.
    pub fn set_replay(&mut self, shown: Option<(&Replay, ReplayMoment)>, sentence: Option<&str>) {
        self.replay.set(|| {
            let Some((replay, moment)) = shown else { return String::new() };
            let stage = match moment.stage {
                Stage::Plays => "plays",
                Stage::Holds => "holds",
            };
            let share = whole((moment.share * 1000.0) as i64);
            let shot = replay.shot_clip.shot.to_string();
            [shot.as_str(), stage, &share, sentence.unwrap_or_default()].join("|")
        });
    }

    /// Publishes the netcode in force.
    pub fn set_netcode(&mut self, client: &Client, netcode: &Netcode) {
        self.preset.set(|| Preset::of(netcode).map_or("custom", Preset::key));
        self.rule.set(|| {
            let rule = client.rules().map(|rules| HitRule::NAMES[rules.hit_rule as usize].0);
            rule.unwrap_or_default()
        });
        self.access.set(|| match client.access() {
            None => "",
            Some(Access::May) => "may",
            Some(Access::Public) => "public",
            Some(Access::FirstOnly { .. }) => "first",
        });
    }

    /// Publishes what was drawn.
    pub fn refresh(&mut self, client: &Client, scene: &Scene, camera: &Camera) {
        let own = scene.own_ship();
        self.own_x.set(|| own.map(|ship| coordinate(ship.pos.x)).unwrap_or_default());
        self.own_y.set(|| own.map(|ship| coordinate(ship.pos.y)).unwrap_or_default());
        self.own_aim.set(|| own.map(|ship| whole(ship.aim.0.into())).unwrap_or_default());
        self.ships.set(|| whole(scene.ships.len() as i64));
        self.remote.set(|| remote(client, scene));
        self.allies.set(|| allies(client, scene));
        self.away.set(|| away(client));
        if let Some(ShipId { idx, generation }) = client.own_id() {
            self.seat.set(|| [&whole(idx.into()), ".", &whole(generation.into())].concat());
        }
        if let Some(ship) = client.own_ship() {
            self.health.set(|| whole(ship.health.into()));
            self.kills.set(|| whole(ship.kills.into()));
            self.deaths.set(|| whole(ship.deaths.into()));
        }
        let tentative = scene.ships.iter().map(|ship| i64::from(ship.tentative));
        self.tentative.set(|| whole(tentative.sum()));
        self.ghosts.set(|| whole(scene.ghosts.len() as i64));
        self.camera.set(|| {
            let milli = |value: f32| thousandths((value * 1000.0) as i64);
            let (origin, scale) = (camera.origin(), camera.scale());
            [&milli(origin.x), ",", &milli(origin.y), ",", &milli(scale)].concat()
        });
        self.n_published += 1;
        self.published.set(|| whole(self.n_published));
    }
}

fn away(client: &Client) -> String {
    let away = client.roster().iter().filter(|entry| client.is_away(entry.ship));
    away.map(|entry| entry.name.as_str()).collect::<Vec<&str>>().join(";")
}

fn allies(client: &Client, scene: &Scene) -> String {
    let is_ally = |owner| matches!(owner, PlayerKind::Ally | PlayerKind::AllyBot);
    let allies = scene.ships.iter().filter(|ship| is_ally(ship.owner));
    let names = allies.map(|ship| name_of(Language::English, client.roster(), ship.id));
    names.collect::<Vec<&str>>().join(";")
}

fn remote(client: &Client, scene: &Scene) -> String {
    let mut text = String::new();
    for ship in scene.ships.iter().filter(|ship| ship.owner != PlayerKind::You) {
        if !text.is_empty() {
            text.push(';');
        }
        let name = name_of(Language::English, client.roster(), ship.id).chars();
        text.extend(name.map(|c| if matches!(c, ';' | ':' | ',') { '_' } else { c }));
        for piece in [":", &coordinate(ship.pos.x), ",", &coordinate(ship.pos.y)] {
            text.push_str(piece);
        }
    }
    text
}
