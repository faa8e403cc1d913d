//! The scene of the last frame, put together from what each part has to show, and what of it the
//! tape keeps.

use alloc::vec::Vec;

use super::{
    GhostVisibility,
    frame_clocks::FrameClocks,
    game::Game,
    remote_model::Drawn,
    scene::{FarShip, PoseSource, Scene, SceneShip},
    tape::{TapeFrame, TapeShip},
};
use crate::{
    base::{limits::TAPE_SHIPS_MAX, time::Micros},
    netcode::choices::{Curve, OwnShip},
    sim::ship::ShipId,
};

/// How long a hurt ship flashes.
pub(super) const FLASH: Micros = Micros(180_000);

impl Game {
    pub(super) fn scene(&self, ghosts: GhostVisibility) -> Scene {
        let now = self.frame_at;
        let mut ships: Vec<SceneShip> = self.drawn.iter().map(|d| self.remote_ship(d)).collect();
        if let Some(own) = self.own_ship() {
            let at = ships.partition_point(|ship| ship.id < own.id);
            ships.insert(at, own);
        }
        let ghosts = match ghosts {
            GhostVisibility::Hidden => Vec::new(),
            GhostVisibility::Shown => self.ghosts.scene(now, self.inbox.newest(), self.own),
        };
        Scene {
            focus: self.focus,
            ships,
            far: self.far_ships(),
            bolts: self.bolts.scene_bolts(),
            beams: self.bolts.scene_beams(now),
            effects: self.effects.scene(now),
            ghosts,
        }
    }

    /// The ships of the chart that no snapshot tells of.
    fn far_ships(&self) -> Vec<FarShip> {
        let told = |ship| self.inbox.newest().is_some_and(|state| state.ship(ship).is_some());
        let far = self.roster.entries.iter().filter(|entry| !told(entry.ship));
        let dot = |ship| {
            let pos = self.roster.charted(ship)?.place(&self.ground.arena)?;
            Some(FarShip { whose: self.whose(ship), pos })
        };
        far.filter_map(|entry| dot(entry.ship)).collect()
    }

    /// What a frame leaves on the tape.
    pub(super) fn frame_of_tape(&self, moment: FrameClocks, curve: Curve) -> TapeFrame {
        let own = self.own_ship_shown().map(|ship| TapeShip {
            ship: self.own,
            life: ship.life,
            pos: self.focus,
            aim: ship.aim,
            source: self.own_source(),
        });
        let other = |drawn: &Drawn| TapeShip {
            ship: drawn.ship.id,
            life: drawn.pose.life,
            pos: drawn.pos,
            aim: drawn.pose.aim,
            source: drawn.source,
        };
        let mut others: Vec<TapeShip> = self.drawn.iter().map(other).collect();
        if others.len() > TAPE_SHIPS_MAX {
            let away = |ship: &TapeShip| (ship.pos - self.focus).length_squared();
            others.sort_by(|a, b| away(a).total_cmp(&away(b)));
            others.truncate(TAPE_SHIPS_MAX);
        }
        TapeFrame {
            at: moment.own,
            view: self.view.time,
            curve,
            own,
            others,
            bolts: self.bolts.tape_bolts(),
            beams: self.bolts.tape_beams(),
        }
    }

    fn own_source(&self) -> PoseSource {
        match self.own_mode {
            OwnShip::Predict => PoseSource::Predicted,
            OwnShip::Wait => PoseSource::Newest,
        }
    }

    fn own_ship(&self) -> Option<SceneShip> {
        let ship = self.own_ship_shown()?;
        Some(SceneShip {
            id: self.own,
            whose: self.whose(self.own),
            pos: self.focus,
            vel: ship.body.vel,
            aim: ship.aim,
            thrust: ship.thrust,
            health: ship.health,
            shielded: ship.shielded(self.prediction.newest_key()),
            flash: self.flash(self.own),
            tentative: self.tentative(self.own),
            source: self.own_source(),
        })
    }

    fn remote_ship(&self, drawn: &Drawn) -> SceneShip {
        // Health is told as soon as it is known, not when the view reaches it.
        let newest =
            self.newest_ship(drawn.ship.id).filter(|newest| newest.life == drawn.ship.life);
        SceneShip {
            id: drawn.ship.id,
            whose: self.whose(drawn.ship.id),
            pos: drawn.pos,
            vel: drawn.ship.body.vel,
            aim: drawn.pose.aim,
            thrust: drawn.ship.thrust,
            health: newest.unwrap_or(&drawn.ship).health,
            shielded: drawn.pose.shielded,
            flash: self.flash(drawn.ship.id),
            tentative: self.tentative(drawn.ship.id),
            source: drawn.source,
        }
    }

    /// How many hits on a ship are open.
    fn tentative(&self, id: ShipId) -> u8 {
        self.tentative.iter().filter(|open| open.victim == id).count().min(255) as u8
    }

    fn flash(&self, id: ShipId) -> f32 {
        let hurt = self.hurt_at.iter().find(|(ship, _)| *ship == id);
        hurt.map_or(0.0, |(_, at)| 1.0 - (self.frame_at - *at).0 as f32 / FLASH.0 as f32)
    }
}
