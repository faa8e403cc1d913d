//! The cue of a loop: the moment at which a figure waits for whoever watches, with what is said
//! there and where. Made by a survey of the loop; a page slows down, closes in and holds there.

use alloc::vec::Vec;

use super::{
    column::Column,
    outcome::ColumnOutcome,
    pane::Pane,
    scenario::{Decisive, DecisiveWhen},
};
use crate::{
    base::{
        geometry::{Area, Vec2},
        limits::LAB_PLAYERS,
    },
    sim::rules::SHIP_RADIUS_U,
};

/// The moment at which a figure waits.
#[derive(Clone, Debug, PartialEq)]
pub struct Cue {
    /// The frame of the run.
    pub frame: u32,
    /// The pane in which it is seen best.
    pub pane: Pane,
    /// Where in that pane it happens, for each column, in u.
    pub places: Vec<Vec2>,
    /// What has to be seen of it in all panes, in u: the ship that it is about.
    pub core: Area,
    /// The same, with the ships of the first two players, in u.
    pub whole: Area,
    /// What is said there.
    pub outcomes: Vec<ColumnOutcome>,
}

/// What a cue at a frame would show.
#[derive(Clone, Debug)]
pub(super) struct CuePicture {
    places: Vec<Vec2>,
    core: Area,
    whole: Area,
}

impl CuePicture {
    /// Of the columns of a match as they stand; none where a ship is in no picture.
    pub(super) fn of(columns: &[Column], decisive: Decisive) -> Option<Self> {
        let mut places = Vec::new();
        let (mut core, mut whole) = (EMPTY, EMPTY);
        for column in columns {
            let world = column.harness().room().world();
            let screens = [0, 1].map(|player| column.harness().client(player).scene());
            for player in (0..LAB_PLAYERS).filter(|n| *n < 2 || *n == decisive.player) {
                let Some(ship) = column.ship(player) else { continue };
                let held = world.ship(ship).map(|ship| ship.body.pos);
                let drawn = screens.iter().map(|scene| scene.ship(ship).map(|drawn| drawn.pos));
                for at in drawn.chain([held]).flatten() {
                    whole = with(whole, at);
                    if player == decisive.player {
                        core = with(core, at);
                    }
                }
            }
            let ship = column.ship(decisive.player)?;
            let at = match decisive.pane {
                Pane::Server => world.ship(ship)?.body.pos,
                Pane::Player(player) => screens.get(player)?.ship(ship)?.pos,
            };
            // Where it is about a bolt that begins, that is where it happens.
            let bolt = (decisive.when == DecisiveWhen::BoltAppears).then(|| &screens[1]);
            let bolt =
                bolt.and_then(|scene| scene.bolts.iter().rfind(|bolt| bolt.shot.shooter == ship));
            let at = bolt.map_or(at, |bolt| bolt.pos);
            core = with(core, at);
            whole = with(whole, at);
            places.push(at);
        }
        let ready = |area: Area| area.grown(SHIP_RADIUS_U);
        Some(Self { places, core: ready(core), whole: ready(whole) })
    }

    /// The cue at a frame, where this is what is said.
    pub(super) fn at(self, frame: u32, pane: Pane, outcomes: Vec<ColumnOutcome>) -> Cue {
        let Self { places, core, whole } = self;
        Cue { frame, pane, places, core, whole, outcomes }
    }
}

/// An area that holds nothing.
const EMPTY: Area = Area { low: Vec2::INFINITY, high: Vec2::NEG_INFINITY };

fn with(area: Area, at: Vec2) -> Area {
    Area { low: area.low.min(at), high: area.high.max(at) }
}
