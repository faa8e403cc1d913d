//! The three panes of a column: what a player's screen shows, what the server holds, and threads
//! between them that tie the same ship and the same bolt together. Read only; runs when a picture
//! is drawn.

use alloc::vec::Vec;

use shared::{
    base::{
        geometry::{Turn, Vec2},
        limits::LAB_PLAYERS,
        time::{MICROS_PER_S, Micros, Tick},
    },
    client::{
        Client,
        scene::{
            EffectKind, PlayerKind, PoseSource, Scene, SceneBeam, SceneBolt, SceneEffect, SceneShip,
        },
    },
    room::Room,
    sim::{
        bolt::Bolt,
        event::{Event, EventKind, ShotId, Weapon},
        rules::BOLT_SPEED_U_PER_S,
        ship::ShipId,
    },
};

use super::column::Column;

/// How far back effects of the server's pane may have begun: the longest of them.
const EFFECTS: Micros = EffectKind::Explosion.duration();

/// Whose truth a pane shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pane {
    /// A player's screen.
    Player(usize),
    /// What the server holds.
    Server,
}

impl Pane {
    /// Those of the first two players and of the server between them, in the order of a column.
    pub const ALL: [Self; 3] = [Self::Player(0), Self::Server, Self::Player(1)];
}

/// One ship in two panes at the same instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShipTie {
    pub ship: ShipId,
    /// Where the first pane has it.
    pub from: Vec2,
    /// Where the second one has it.
    pub to: Vec2,
    /// How far apart that is, in u.
    pub distance_u: f32,
    /// How much later the moment of the second pane is on the tick line.
    pub later: Micros,
}

/// One bolt in two panes at the same instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoltTie {
    pub shot: ShotId,
    /// Where the first pane has its tip.
    pub from: Vec2,
    /// Where the second one has it.
    pub to: Vec2,
    /// How far apart that is, in u.
    pub distance_u: f32,
    /// How long a bolt flies for that; positive where the second pane has it further on.
    pub later: Micros,
}

/// What a pane shows at an instant.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sight {
    /// The picture.
    pub scene: Scene,
    /// Whose screen it is.
    own: Option<ShipId>,
    /// The moment at which it shows its own ship, on the tick line.
    own_at: Micros,
    /// The moment at which it shows the other ships.
    others_at: Micros,
}

impl Sight {
    /// What a client's screen shows as of its last frame.
    #[must_use]
    pub fn of(client: &Client) -> Self {
        let view = client.tick_rate().zip(client.view());
        let own_at = client.own_shown_at().unwrap_or_default();
        Self {
            scene: client.scene(),
            own: client.own_id(),
            own_at,
            others_at: view.map_or(own_at, |(rate, view)| rate.micros_in_steps(view.time.0)),
        }
    }

    /// The moment on the tick line at which a ship is shown: that of the own ship, and the view for
    /// the others; the newest tick in the server's pane.
    #[must_use]
    pub fn moment_of(&self, ship: ShipId) -> Micros {
        if self.own == Some(ship) { self.own_at } else { self.others_at }
    }

    /// The moments on the tick line at which it shows the own ship and the others; the same in the
    /// server's pane.
    #[must_use]
    pub fn moments(&self) -> (Micros, Micros) {
        (self.own_at, self.others_at)
    }

    /// Whose screen it is; `None` for the server.
    #[must_use]
    pub fn own(&self) -> Option<ShipId> {
        self.own
    }
}

impl Column {
    /// What a pane shows at an instant, which is not before the last frame: as if a picture of its
    /// own came just then. Nothing of it is kept. The server knows ticks only.
    #[must_use]
    pub fn look(&self, pane: Pane, at: Micros) -> Sight {
        let room = self.harness().room();
        let rate = room.config().rate;
        let tick_at = rate.micros_at(room.tick());
        let Pane::Player(player) = pane else {
            let scene = server_scene(room, &self.ships());
            return Sight { scene, own: None, own_at: tick_at, others_at: tick_at };
        };
        let mut sight = Sight::of(&self.client_at(player, at));
        name_alike(&mut sight.scene, &self.ships());
        sight
    }

    /// A player's end at an instant, which is not before the last frame: as if a picture of its own
    /// came just then, with the controls that whoever flies its ship would hold.
    #[must_use]
    pub fn client_at(&self, player: usize, at: Micros) -> Client {
        let mut client = self.harness().client(player).clone();
        client.handle_frame(at, self.next_controls(player));
        client
    }

    /// The ships of the players, where known.
    #[must_use]
    pub fn ships(&self) -> [Option<ShipId>; LAB_PLAYERS] {
        core::array::from_fn(|player| self.ship(player))
    }
}

/// The ties between ships that two panes both show, in the order of their ids.
#[must_use]
pub fn ship_ties(from: &Sight, to: &Sight) -> Vec<ShipTie> {
    let tie = |there: &SceneShip| {
        let other = to.scene.ships.iter().find(|other| other.id == there.id)?;
        Some(ShipTie {
            ship: there.id,
            from: there.pos,
            to: other.pos,
            distance_u: (other.pos - there.pos).length(),
            later: to.moment_of(there.id) - from.moment_of(there.id),
        })
    };
    from.scene.ships.iter().filter_map(tie).collect()
}

/// The ties between bolts that two panes both show.
#[must_use]
pub fn bolt_ties(from: &Sight, to: &Sight) -> Vec<BoltTie> {
    let tie = |there: &SceneBolt| {
        let other = to.scene.bolts.iter().find(|other| other.shot == there.shot)?;
        let way = other.pos - there.pos;
        let later_s = way.dot(there.dir) / BOLT_SPEED_U_PER_S;
        Some(BoltTie {
            shot: there.shot,
            from: there.pos,
            to: other.pos,
            distance_u: way.length(),
            later: Micros((later_s * MICROS_PER_S as f32) as i64),
        })
    };
    from.scene.bolts.iter().filter_map(tie).collect()
}

/// Whose a ship is from the first player's side, in every pane: the same ship looks alike.
fn owner_of(ship: ShipId, players: &[Option<ShipId>]) -> PlayerKind {
    match players.iter().position(|player| *player == Some(ship)) {
        Some(0) => PlayerKind::You,
        Some(_) => PlayerKind::Player,
        None => PlayerKind::Bot,
    }
}

/// Tells everything in another player's picture from the first player's side.
fn name_alike(scene: &mut Scene, players: &[Option<ShipId>]) {
    for ship in &mut scene.ships {
        ship.owner = owner_of(ship.id, players);
    }
    for bolt in &mut scene.bolts {
        bolt.owner = owner_of(bolt.shot.shooter, players);
    }
    for beam in &mut scene.beams {
        beam.owner = owner_of(beam.shot.shooter, players);
    }
}

/// What the server holds at its tick, from the first player's side.
fn server_scene(room: &Room, players: &[Option<ShipId>]) -> Scene {
    let whose = |ship: ShipId| owner_of(ship, players);
    let now = room.tick();
    let ships = room.world().ships().filter(|ship| ship.alive());
    let ships: Vec<SceneShip> = ships
        .map(|ship| SceneShip {
            id: ship.id,
            owner: whose(ship.id),
            pos: ship.body.pos,
            vel: ship.body.vel,
            aim: ship.aim,
            thrust: ship.thrust,
            health: ship.health,
            shielded: ship.shielded(now),
            tentative: room.world().n_tentative(ship.id),
            flash: 0.0,
            source: PoseSource::Newest,
        })
        .collect();
    let own = players.first().copied().flatten();
    let focus = ships.iter().find(|ship| Some(ship.id) == own).map(|ship| ship.pos);
    Scene {
        focus: focus.unwrap_or(room.config().arena.size() * 0.5),
        ships,
        far: Vec::new(),
        bolts: room
            .flying()
            .map(|(shot, flight)| SceneBolt {
                shot,
                owner: whose(shot.shooter),
                pos: flight.to,
                dir: (flight.to - flight.from).normalize_or(Vec2::X),
            })
            .collect(),
        beams: beams(room, now, whose),
        effects: effects(room, now),
        ghosts: Vec::new(),
    }
}

/// Hits and deaths of the last moments, where their victims are now.
fn effects(room: &Room, now: Tick) -> Vec<SceneEffect> {
    let rate = room.config().rate;
    let since = now.minus(rate.ticks_in_ms(EFFECTS.as_ms() as u32));
    let effect = |event: &Event| {
        let (kind, victim) = match event.kind {
            EventKind::Hit { victim, .. } => (EffectKind::Spark, victim),
            EventKind::Retracted { victim, .. } => (EffectKind::Undone, victim),
            EventKind::Died { victim, .. } => (EffectKind::Explosion, victim),
            _ => return None,
        };
        let age = rate.micros_at(now) - rate.micros_at(event.tick);
        let progress = age.0 as f32 / kind.duration().0 as f32;
        let pos = room.world().ship(victim)?.body.pos;
        (progress < 1.0).then_some(SceneEffect { kind, pos, progress, seed: event.tick.0 })
    };
    room.events_after(since).filter_map(effect).collect()
}

/// Beams of the last moments: up to whom they hit, else to the end of their reach.
fn beams(room: &Room, now: Tick, whose: impl Fn(ShipId) -> PlayerKind) -> Vec<SceneBeam> {
    let glow = room.config().rate.ticks_in_ms(SceneBeam::GLOW.as_ms() as u32);
    let since = now.minus(glow);
    let hit = |of: ShotId| {
        room.events_after(since).find_map(|event| match event.kind {
            EventKind::Hit { shot, distance_u, .. } if shot == of => Some(distance_u),
            _ => None,
        })
    };
    let beam = |fired: Tick, shot: ShotId, origin: Vec2, aim: Turn| {
        let bolt = Bolt::new(shot, fired, origin, aim, &room.config().arena);
        SceneBeam {
            shot,
            owner: whose(shot.shooter),
            from: origin,
            to: bolt.point_at(hit(shot).unwrap_or(bolt.reach_u)),
            glow: 1.0 - now.since(fired) as f32 / glow as f32,
        }
    };
    let fired = room.events_after(since).filter_map(|event| match event.kind {
        EventKind::Fired { shot, origin, aim } if shot.weapon == Weapon::Beam => {
            Some(beam(event.tick, shot, origin, aim))
        }
        _ => None,
    });
    fired.collect()
}
