//! The three panes of a column: two players' screens and the server's state, with ties that connect
//! the same ship or bolt across panes. Read-only; runs when a frame is drawn.

use alloc::vec::Vec;

use shared::{
    base::{
        geometry::{Turn, Vec2},
        time::{MICROS_PER_S, Micros, Tick},
    },
    client::{
        Client,
        scene::{
            EffectCause, EffectHull, EffectKind, PlayerKind, PoseSource, Scene, SceneBeam,
            SceneBolt, SceneEffect, SceneShip,
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
use crate::limits::LAB_PLAYERS;

/// Longest effect that the server's pane may still show.
const EFFECT_MAX: Micros = EffectKind::Explosion.duration();

/// What a pane shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pane {
    /// A player's screen.
    Player(usize),
    /// The server's state.
    Server,
}

impl Pane {
    /// The first two players and the server between them, in display order.
    pub const ALL: [Self; 3] = [Self::Player(0), Self::Server, Self::Player(1)];
}

/// One ship in two panes at the same time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShipTie {
    pub ship: ShipId,
    /// Position in the first pane.
    pub from: Vec2,
    /// Position in the second pane.
    pub to: Vec2,
    /// Distance between them, in u.
    pub distance_u: f32,
    /// By how much the second pane's view time is later on the tick line.
    pub later: Micros,
}

/// One bolt in two panes at the same time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoltTie {
    pub shot: ShotId,
    /// Its tip in the first pane.
    pub from: Vec2,
    /// Its tip in the second pane.
    pub to: Vec2,
    /// Distance between them, in u.
    pub distance_u: f32,
    /// The distance as flight time; positive if the bolt is further along in the second pane.
    pub later: Micros,
}

/// What a pane shows at a given time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PaneView {
    pub scene: Scene,
    /// The ship whose screen it is.
    own: Option<ShipId>,
    /// The time at which its own ship is shown, on the tick line.
    own_at: Micros,
    /// The time at which other ships are shown.
    others_at: Micros,
}

impl PaneView {
    /// A client's screen as of its last frame.
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

    /// The time on the tick line at which a ship is shown: the predicted time for the own ship, the
    /// view time for others, the newest tick in the server's pane.
    #[must_use]
    pub fn shown_at(&self, ship: ShipId) -> Micros {
        if self.own == Some(ship) { self.own_at } else { self.others_at }
    }

    /// The times on the tick line at which the own ship and the others are shown; equal in the
    /// server's pane.
    #[must_use]
    pub fn moments(&self) -> (Micros, Micros) {
        (self.own_at, self.others_at)
    }

    /// The ship whose screen it is; `None` for the server.
    #[must_use]
    pub fn own(&self) -> Option<ShipId> {
        self.own
    }
}

impl Column {
    /// A pane's contents at a time not before the last frame, as if a frame were drawn just then.
    /// The match is not changed. The server's pane advances in whole ticks.
    #[must_use]
    pub fn view(&self, pane: Pane, at: Micros) -> PaneView {
        let room = self.harness().room();
        let rate = room.config().rate;
        let tick_at = rate.micros_at(room.tick());
        let Pane::Player(player) = pane else {
            let scene = server_scene(room, &self.ships());
            return PaneView { scene, own: None, own_at: tick_at, others_at: tick_at };
        };
        let mut sight = PaneView::of(&self.client_at(player, at));
        relabel_owners(&mut sight.scene, &self.ships());
        sight
    }

    /// A player's client at a time not before the last frame, as if a frame were drawn just then
    /// with the controls of whatever flies its ship.
    #[must_use]
    pub fn client_at(&self, player: usize, at: Micros) -> Client {
        let mut client = self.harness().client(player).clone();
        client.handle_frame(at, self.next_controls(player));
        client
    }

    /// The players' ships, where known.
    #[must_use]
    pub fn ships(&self) -> [Option<ShipId>; LAB_PLAYERS] {
        core::array::from_fn(|player| self.ship(player))
    }
}

/// Ties between ships that both panes show, by ascending id.
#[must_use]
pub fn ship_ties(from: &PaneView, to: &PaneView) -> Vec<ShipTie> {
    let tie = |there: &SceneShip| {
        let other = to.scene.ships.iter().find(|other| other.id == there.id)?;
        Some(ShipTie {
            ship: there.id,
            from: there.pos,
            to: other.pos,
            distance_u: (other.pos - there.pos).length(),
            later: to.shown_at(there.id) - from.shown_at(there.id),
        })
    };
    from.scene.ships.iter().filter_map(tie).collect()
}

/// Ties between bolts that both panes show.
#[must_use]
pub fn bolt_ties(from: &PaneView, to: &PaneView) -> Vec<BoltTie> {
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

/// A ship's owner from the first player's side, so that it looks the same in every pane.
fn owner_of(ship: ShipId, players: &[Option<ShipId>]) -> PlayerKind {
    match players.iter().position(|player| *player == Some(ship)) {
        Some(0) => PlayerKind::You,
        Some(_) => PlayerKind::Player,
        None => PlayerKind::Bot,
    }
}

/// Relabels another player's picture from the first player's side.
fn relabel_owners(scene: &mut Scene, players: &[Option<ShipId>]) {
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

/// The server's state at its tick, from the first player's side.
fn server_scene(room: &Room, players: &[Option<ShipId>]) -> Scene {
    let owner = |ship: ShipId| owner_of(ship, players);
    let now = room.tick();
    let ships = room.world().ships().filter(|ship| ship.alive());
    let ships: Vec<SceneShip> = ships
        .map(|ship| SceneShip {
            id: ship.id,
            owner: owner(ship.id),
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
                owner: owner(shot.shooter),
                pos: flight.to,
                dir: (flight.to - flight.from).normalize_or(Vec2::X),
            })
            .collect(),
        beams: beams(room, now, owner),
        effects: effects(room, now, owner),
        hurts: Vec::new(),
        ghosts: Vec::new(),
        newest_ahead: None,
    }
}

/// Recent hits and deaths, at their victims' present positions.
fn effects(room: &Room, now: Tick, owner: impl Fn(ShipId) -> PlayerKind) -> Vec<SceneEffect> {
    let rate = room.config().rate;
    let since = now.minus(rate.ticks_in_ms(EFFECT_MAX.as_ms() as u32));
    let effect = |event: &Event| {
        let (kind, victim) = match event.kind {
            EventKind::Hit { victim, .. } => (EffectKind::Spark, victim),
            EventKind::Retracted { victim, .. } => (EffectKind::Undone, victim),
            EventKind::Died { victim, .. } => (EffectKind::Explosion, victim),
            _ => return None,
        };
        let age = rate.micros_at(now) - rate.micros_at(event.tick);
        let progress = age.0 as f32 / kind.duration().0 as f32;
        let ship = room.world().ship(victim)?;
        let hull = EffectHull { ship: victim, owner: owner(victim), aim: ship.aim };
        let cause = EffectCause { vel: ship.body.vel, hull: Some(hull), ..EffectCause::default() };
        let (pos, seed) = (ship.body.pos, event.tick.0);
        (progress < 1.0).then_some(SceneEffect { kind, pos, progress, seed, cause })
    };
    room.events_after(since).filter_map(effect).collect()
}

/// Recent beams, up to the ship hit or their full reach.
fn beams(room: &Room, now: Tick, owner: impl Fn(ShipId) -> PlayerKind) -> Vec<SceneBeam> {
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
            owner: owner(shot.shooter),
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
