//! What a lesson knows of a frame: the other ships in the picture, the age of the picture, and the
//! own shots that the server has just judged.

use shared::{
    base::{
        geometry::Vec2,
        time::{Micros, ViewTime},
    },
    client::{
        Client,
        scene::{GhostKind, Scene},
    },
    netcode::values::Netcode,
    report::shot_record::ShotRecord,
    schemes::clamp::Clamp,
    sim::{event::ShotId, ship::ShipId},
};
use web_ui::netcode::picture::PictureAge;

use super::each_way::Age;

/// Whether a room is as the lesson needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// The player is the only human in play, and both play by the game's own netcode.
    Fit,
    /// Another player is in it.
    Shared,
    /// Its rules or the player’s settings are others, or a side sets the link.
    OtherNetcode,
}

impl Room {
    /// The room that a client is in, and plays by these settings in.
    #[must_use]
    pub fn of(client: &Client) -> Self {
        let own = Netcode::default();
        let humans = client.roster().iter().filter(|entry| !entry.bot);
        if humans.filter(|entry| !client.is_away(entry.ship)).count() > 1 {
            Self::Shared
        } else if client.sides().is_some() || client.rules() != Some(own.room) || !is_own(client) {
            Self::OtherNetcode
        } else {
            Self::Fit
        }
    }
}

/// Whether the player's settings are the game's own. A simulated link may add command backups.
fn is_own(client: &Client) -> bool {
    let own = Netcode::default().player;
    let backups = client.netcode().backups;
    client.netcode() == shared::netcode::values::PlayerNetcode { backups, ..own }
}

/// Another ship in the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sighting {
    pub ship: ShipId,
    /// Where it is drawn, in u.
    pub drawn: Vec2,
    /// Where the newest snapshot has it, in u.
    pub server: Vec2,
}

impl Sighting {
    /// How far the server's ship is from the drawn one, in u.
    #[must_use]
    pub fn apart_u(&self) -> f32 {
        self.drawn.distance(self.server)
    }
}

/// An own shot and the ship that it came nearest to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JudgedShot {
    pub shot: ShotId,
    pub ship: ShipId,
    /// Whether the server counts it as a hit on that ship.
    pub is_hit: bool,
    /// The direction of its flight.
    pub dir: Vec2,
    /// Where the player saw the ship, in u.
    pub saw: Vec2,
    /// Where the server judged it, in u.
    pub judged: Vec2,
    /// Where the server had it meanwhile, in u.
    pub present: Vec2,
    /// How old the picture was that the player aimed by, in ms.
    pub seen_ms: i64,
    /// How far the server rewound, in ms.
    pub rewound_ms: i64,
    /// Why it rewound less than that.
    pub clamp: Option<Clamp>,
}

impl JudgedShot {
    /// How far the ship had moved on across the line of the shot, in u.
    #[must_use]
    pub fn crossed_u(&self) -> f32 {
        self.dir.perp_dot(self.present - self.judged).abs()
    }

    /// How far from what the player saw it was judged, in u.
    #[must_use]
    pub fn apart_u(&self) -> f32 {
        self.saw.distance(self.judged)
    }
}

/// What a lesson knows of a frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Facts {
    pub now: Micros,
    pub room: Room,
    /// Whether the own ship flies, and is seen to.
    pub is_flying: bool,
    /// Whether there is any other ship in the room.
    pub any_other: bool,
    /// `None` before the first snapshots.
    pub age: Option<Age>,
    /// Those in the picture.
    pub others: Vec<Sighting>,
    /// Judged since the last frame, oldest first.
    pub shots: Vec<JudgedShot>,
}

/// Reads the facts of every frame, each shot once.
#[derive(Debug, Default)]
pub struct FactReader {
    /// The shots of the last frame's records.
    known: Vec<ShotId>,
}

impl FactReader {
    /// A reader that reports no shot judged before now.
    #[must_use]
    pub fn new(client: &Client) -> Self {
        Self { known: client.records().map(|record| record.shot).collect() }
    }

    /// The facts of a frame. `sees` tells whether a position is in the picture.
    pub fn read(
        &mut self,
        now: Micros,
        client: &Client,
        scene: &Scene,
        sees: impl Fn(Vec2) -> bool,
    ) -> Facts {
        let known = std::mem::take(&mut self.known);
        let judged = |record: &ShotRecord| judged_shot(client, scene, record);
        let mut shots = Vec::new();
        for record in client.records() {
            if !known.contains(&record.shot) {
                shots.extend(judged(record));
            }
            self.known.push(record.shot);
        }
        let picture = PictureAge::of(client).map(|age| age.said());
        Facts {
            now,
            room: Room::of(client),
            is_flying: scene.own_ship().is_some(),
            any_other: client.roster().len() > 1,
            age: picture.map(|age| Age { age_ms: age.age_ms, limit_ms: age.limit_ms }),
            others: sightings(scene, sees),
            shots,
        }
    }
}

/// The other ships in the picture whose outlines are drawn too.
fn sightings(scene: &Scene, sees: impl Fn(Vec2) -> bool) -> Vec<Sighting> {
    let outlines = scene.ghosts.iter().filter(|ghost| ghost.kind == GhostKind::Server);
    let sighting = outlines.filter_map(|ghost| {
        let ship = scene.ship(ghost.ship).filter(|ship| sees(ship.pos) && sees(ghost.pos))?;
        Some(Sighting { ship: ghost.ship, drawn: ship.pos, server: ghost.pos })
    });
    sighting.collect()
}

/// An own shot as its ghosts show it; `None` if it came near no ship.
fn judged_shot(client: &Client, scene: &Scene, record: &ShotRecord) -> Option<JudgedShot> {
    let target = record.targets.first()?;
    let is_saw = |kind| kind == GhostKind::Saw;
    let saw =
        scene.ghosts.iter().find(|ghost| ghost.shot == Some(record.shot) && is_saw(ghost.kind))?;
    let account = client.own_account(record.shot)?;
    let executed = ViewTime::from_tick(account.fired);
    let ago_ms = |view| (account.rate.micros_in_steps(executed.since(view)) + Micros(500)).as_ms();
    Some(JudgedShot {
        shot: record.shot,
        ship: target.ship,
        is_hit: record.verdict.is_hit_on(target.ship),
        dir: account.aim.unit(),
        saw: saw.pos,
        judged: target.judged.pos(),
        present: target.present.pos(),
        seen_ms: ago_ms(record.view.claimed.time),
        rewound_ms: ago_ms(record.view.used),
        clamp: record.view.clamp,
    })
}
