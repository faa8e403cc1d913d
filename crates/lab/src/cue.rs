//! The cue of a loop: the moment at which a figure pauses for its reader, with the text and its
//! position. Found by a survey of the loop; the page slows down, zooms in and pauses there.

use alloc::vec::Vec;

use shared::{
    base::geometry::{Area, Vec2},
    client::scene::Scene,
    sim::rules::SHIP_RADIUS_U,
};

use super::{
    column::Column,
    outcome::ColumnOutcome,
    pane::Pane,
    scenario::{Decisive, DecisiveWhen},
};
use crate::limits::LAB_PLAYERS;

/// The moment at which a figure pauses.
#[derive(Clone, Debug, PartialEq)]
pub struct Cue {
    /// The frame of the run.
    pub frame: u32,
    /// The pane that shows it best.
    pub pane: Pane,
    /// Where it happens, for each column, indexed like [`Pane::ALL`], in u.
    pub places: Vec<[Vec2; Pane::ALL.len()]>,
    /// The area that every pane must show, in u: around the ship concerned.
    pub core: Area,
    /// That area together with the first two players' ships, in u.
    pub whole: Area,
    /// The text, for each column.
    pub outcomes: Vec<ColumnOutcome>,
    /// Positions of the ship as judged by the decisive shot, for each column; `None` without a
    /// shot.
    pub judged: Vec<Option<JudgedPlaces>>,
}

/// Positions of a ship at a judged shot's closest approach, in u.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JudgedPlaces {
    /// On the shooter's screen, if known.
    pub saw: Option<Vec2>,
    /// Where the server judged it.
    pub judged: Vec2,
}

impl Cue {
    /// Where it happens in a pane of a column, in u.
    #[must_use]
    pub fn place(&self, column: usize, pane: Pane) -> Option<Vec2> {
        let at = Pane::ALL.iter().position(|one| *one == pane)?;
        self.places.get(column).map(|places| places[at])
    }
}

/// What a cue at a given frame would show.
#[derive(Clone, Debug)]
pub(super) struct CuePicture {
    places: Vec<[Vec2; Pane::ALL.len()]>,
    core: Area,
    whole: Area,
}

impl CuePicture {
    /// From the current state of a match's columns; `None` if a pane does not show the ship.
    pub(super) fn of(columns: &[Column], decisive: Decisive) -> Option<Self> {
        let mut places_of = Vec::new();
        let (mut core, mut whole) = (Area::EMPTY, Area::EMPTY);
        for column in columns {
            let world = column.harness().room().world();
            let screens = [0, 1].map(|player| column.harness().client(player).scene());
            for player in (0..LAB_PLAYERS).filter(|n| *n < 2 || *n == decisive.player) {
                let Some(ship) = column.ship(player) else { continue };
                let server_pos = world.ship(ship).map(|ship| ship.body.pos);
                let drawn = screens.iter().map(|scene| scene.ship(ship).map(|drawn| drawn.pos));
                for at in drawn.chain([server_pos]).flatten() {
                    whole = whole.with(at);
                    if player == decisive.player {
                        core = core.with(at);
                    }
                }
            }
            let ship = column.ship(decisive.player)?;
            // If it is about a bolt that appears, it happens where the bolt is.
            let bolt = (decisive.when == DecisiveWhen::BoltAppears).then(|| &screens[1]);
            let mut bolts = bolt.into_iter().flat_map(|scene| &scene.bolts);
            let bolt = bolts.rfind(|bolt| bolt.shot.shooter == ship);
            // A ship that was shot down is on no screen for a while.
            let server_pos = world.ship(ship)?.body.pos;
            let drawn = |scene: &Scene| scene.ship(ship).map_or(server_pos, |ship| ship.pos);
            let [you, other] = screens.each_ref().map(drawn);
            let places = match bolt {
                Some(bolt) => [bolt.pos; Pane::ALL.len()],
                None => [you, server_pos, other],
            };
            for at in places {
                core = core.with(at);
                whole = whole.with(at);
            }
            places_of.push(places);
        }
        let ready = |area: Area| area.grown(SHIP_RADIUS_U);
        Some(Self { places: places_of, core: ready(core), whole: ready(whole) })
    }

    /// The cue at a frame, with this text.
    pub(super) fn at(
        self,
        frame: u32,
        pane: Pane,
        outcomes: Vec<ColumnOutcome>,
        judged: Vec<Option<JudgedPlaces>>,
    ) -> Cue {
        let Self { places, core, whole } = self;
        Cue { frame, pane, places, core, whole, outcomes, judged }
    }
}
