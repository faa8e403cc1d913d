//! What a frame leaves on the tape: the match as it is known and the shots that are drawn go in, a
//! frame of the tape comes out. Runs once a frame.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::{
    bolts::Bolts, frame_clocks::FrameClocks, game::Game, remote_model::Drawn, scene::PoseSource,
};
use crate::{
    base::{
        geometry::{Segment, Turn, Vec2},
        limits::TAPE_SHIPS_MAX,
        time::{Micros, Tick, ViewTime},
    },
    history::pose::Pair,
    netcode::choices::{Curve, OwnShip},
    sim::{command::View, event::ShotId, ship::ShipId},
};

/// A ship in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TapeShip {
    pub ship: ShipId,
    /// Which of its lives.
    pub life: u16,
    /// Where, in u.
    pub pos: Vec2,
    /// Where it aims.
    pub aim: Turn,
    /// How its pose came about.
    pub source: PoseSource,
}

/// What a frame drew.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TapeFrame {
    /// Where the own clock stood, in µs of the tick line.
    pub at: Micros,
    /// The moment of the others.
    pub view: ViewTime,
    /// The snapshots that were blended for it, where some were.
    pub pair: Option<Pair>,
    /// The newest snapshot that had come: what is drawn for a later moment is a guess.
    pub newest: Tick,
    /// The curve they were drawn on.
    pub curve: Curve,
    /// The own ship, while it flies.
    pub own: Option<TapeShip>,
    /// The other ships, the nearest ones of very many.
    pub others: Vec<TapeShip>,
    /// Bolts, and where their tips were, in u.
    pub bolts: Vec<(ShotId, Vec2)>,
    /// Beams that still glowed, from where to where, in u.
    pub beams: Vec<(ShotId, Segment)>,
}

impl TapeFrame {
    /// Another ship, if it was drawn.
    #[must_use]
    pub fn other(&self, ship: ShipId) -> Option<&TapeShip> {
        self.others.iter().find(|place| place.ship == ship)
    }

    /// Every ship that was drawn, the own one first.
    pub fn ships(&self) -> impl Iterator<Item = &TapeShip> {
        self.own.iter().chain(&self.others)
    }
}

/// What a frame leaves on the tape.
pub(super) fn frame_of_tape(
    clocks: FrameClocks,
    curve: Curve,
    game: &Game,
    bolts: &Bolts,
) -> TapeFrame {
    let focus = game.own.focus();
    let own = game.own.shown(&game.inbox).map(|ship| TapeShip {
        ship: game.own.id(),
        life: ship.life,
        pos: focus,
        aim: ship.aim,
        source: own_source(game),
    });
    let other = |drawn: &Drawn| TapeShip {
        ship: drawn.ship.id,
        life: drawn.pose.life,
        pos: drawn.pos,
        aim: drawn.pose.aim,
        source: drawn.source,
    };
    let mut others: Vec<TapeShip> = game.remote.drawn().iter().map(other).collect();
    if others.len() > TAPE_SHIPS_MAX {
        let away = |ship: &TapeShip| (ship.pos - focus).length_squared();
        others.sort_by(|a, b| away(a).total_cmp(&away(b)));
        others.truncate(TAPE_SHIPS_MAX);
    }
    let View { time, older, span } = game.remote.view();
    let newer = older.plus(span.into());
    TapeFrame {
        at: clocks.own,
        view: time,
        pair: (span > 0).then_some(Pair { older, newer }),
        newest: game.inbox.newest().map_or(Tick::ZERO, |state| state.tick),
        curve,
        own,
        others,
        bolts: bolts.tape_bolts(),
        beams: bolts.tape_beams(),
    }
}

/// Where the picture of the own ship is from.
pub(super) fn own_source(game: &Game) -> PoseSource {
    match game.own.mode() {
        OwnShip::Predict => PoseSource::Predicted,
        OwnShip::Wait => PoseSource::Newest,
    }
}
