//! Builds the tape's frame from the match state and the drawn shots. Runs once a frame.

use alloc::vec::Vec;

use super::{
    bolts::Bolts,
    frame_clocks::FrameClocks,
    game::Game,
    remote_model::Drawn,
    scene::PoseSource,
    tape::{TapeFrame, TapeShip},
};
use crate::{
    base::{limits::TAPE_SHIPS_MAX, time::Tick},
    history::pose::Pair,
    netcode::choices::{Curve, OwnShip},
    sim::command::View,
};

/// The frame to record on the tape.
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

/// How the own ship's drawn pose was determined.
pub(super) fn own_source(game: &Game) -> PoseSource {
    match game.own.mode() {
        OwnShip::Predict => PoseSource::Predicted,
        OwnShip::Wait => PoseSource::Newest,
    }
}
