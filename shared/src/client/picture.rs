//! Assembles the scene of the last frame from the match state and the presentation, on demand.

use alloc::vec::Vec;

use super::{
    GhostVisibility,
    game::Game,
    presentation::{FLASH, Presentation},
    remote_model::Drawn,
    scene::{FarShip, GhostKind, Scene, SceneGhost, SceneShip},
    tape_frame::own_source,
};
use crate::{
    base::time::{Micros, ViewTime},
    sim::ship::ShipId,
};

impl Presentation {
    /// The scene of the last frame.
    pub(super) fn scene(&self, ghosts: GhostVisibility, game: &Game) -> Scene {
        let now = game.timeline.frame_at();
        let drawn = game.remote.drawn().iter();
        let mut ships: Vec<SceneShip> = drawn.map(|drawn| self.remote_ship(drawn, game)).collect();
        if let Some(own) = self.own_ship(game) {
            let at = ships.partition_point(|ship| ship.id < own.id);
            ships.insert(at, own);
        }
        let ghosts = match ghosts {
            GhostVisibility::Hidden => Vec::new(),
            GhostVisibility::Shown => match &game.watched {
                Some(watched) => watched.held.iter().map(held_ghost).collect(),
                None => self.ghosts.scene(now, game.inbox.newest(), game.own.id()),
            },
        };
        Scene {
            focus: game.own.focus(),
            ships,
            far: far_ships(game),
            bolts: self.bolts.scene_bolts(),
            beams: self.bolts.scene_beams(now),
            effects: self.effects.scene(now),
            hurts: self.hurts.iter().map(|hurt| hurt.scene(now)).collect(),
            ghosts,
            newest_ahead: newest_ahead(game),
        }
    }

    fn own_ship(&self, game: &Game) -> Option<SceneShip> {
        let ship = game.own.shown(&game.inbox)?;
        let id = game.own.id();
        Some(SceneShip {
            id,
            owner: game.owner_of(id),
            pos: game.own.focus(),
            vel: ship.body.vel,
            aim: ship.aim,
            thrust: ship.thrust,
            health: ship.health,
            shielded: ship.shielded(game.own_tick()),
            flash: self.flash(id, game),
            tentative: self.tentative(id),
            source: own_source(game),
        })
    }

    fn remote_ship(&self, drawn: &Drawn, game: &Game) -> SceneShip {
        let id = drawn.ship.id;
        // Health is shown as soon as it is received, without waiting for the view.
        let newest = game.inbox.newest_ship(id).filter(|newest| newest.life == drawn.ship.life);
        SceneShip {
            id,
            owner: game.owner_of(id),
            pos: drawn.pos,
            vel: drawn.ship.body.vel,
            aim: drawn.pose.aim,
            thrust: drawn.ship.thrust,
            health: newest.unwrap_or(&drawn.ship).health,
            shielded: drawn.pose.shielded,
            flash: self.flash(id, game),
            tentative: self.tentative(id),
            source: drawn.source,
        }
    }

    /// How many hits on a ship can still be undone.
    fn tentative(&self, id: ShipId) -> u8 {
        self.tentative.iter().filter(|open| open.victim == id).count().min(255) as u8
    }

    fn flash(&self, id: ShipId, game: &Game) -> f32 {
        let hurt = self.hurt_at.iter().find(|(ship, _)| *ship == id);
        let since = |at: Micros| (game.timeline.frame_at() - at).0 as f32 / FLASH.0 as f32;
        hurt.map_or(0.0, |(_, at)| 1.0 - since(*at))
    }
}

/// What the server held of a ship, on a watcher's screen.
fn held_ghost(held: &Drawn) -> SceneGhost {
    let (kind, ship, pos) = (GhostKind::Server, held.ship.id, held.pos);
    SceneGhost { kind, ship, shot: None, pos, fade: 1.0 }
}

/// From the view time of the last frame to the newest snapshot; on a watcher's screen, to what the
/// server held.
fn newest_ahead(game: &Game) -> Option<Micros> {
    if let Some(watched) = &game.watched {
        let moments = watched.moments();
        return Some(moments.server - game.timeline.rate().micros_in_steps(moments.view.0));
    }
    let newest = ViewTime::from_tick(game.inbox.newest()?.tick);
    Some(game.timeline.rate().micros_in_steps(newest.since(game.remote.view().time)))
}

/// The ships on the chart that are in no snapshot.
fn far_ships(game: &Game) -> Vec<FarShip> {
    let is_known = |ship| game.inbox.newest_ship(ship).is_some();
    let far = game.roster.entries.iter().filter(|entry| !is_known(entry.ship));
    let dot = |ship| {
        let pos = game.roster.charted(ship)?.place(&game.params.arena)?;
        Some(FarShip { owner: game.owner_of(ship), pos })
    };
    far.filter_map(|entry| dot(entry.ship)).collect()
}
