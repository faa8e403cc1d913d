//! A match of the laboratory as it stands: one or two columns of the same match under different
//! netcodes, in step. Inputs go in before each frame; nothing else moves it.

use alloc::vec::Vec;

use serde::Serialize;

use super::{
    harness::Harness,
    outcome::Outcome,
    played::Played,
    run::Act,
    scenario::Scenario,
    script::{Around, Flier},
    setup::{Hands, NAMES, Setup, Throw},
    witness::Witness,
};
use crate::{
    base::{
        geometry::Vec2,
        limits::{LAB_COLUMNS_MAX, LAB_PLAYERS},
        rng::mix_all,
        state_hash::state_hash,
        time::{Micros, Tick, TickRate},
    },
    client::{Controls, Ghosts},
    netcode::values::Netcode,
    report::counterfactual::OpinionsWanted,
    room::{ConfigError, RoomConfig, RoomKind},
    sim::ship::ShipId,
};

/// Frames a second: the pace of inputs, and of every player's pictures.
pub const FRAMES: TickRate = TickRate::DEFAULT;

/// Frames that players have to get into the room, at most.
const JOIN_FRAMES_MAX: u32 = 900;
/// Frames in which clocks and estimates settle, before the ships are put into their places.
const SETTLE_FRAMES: u32 = 120;
/// Frames from then to the beginning: everybody's screen shows the places.
const PLACED_FRAMES: u32 = 150;

/// One room with its players.
#[derive(Clone, Debug, Serialize)]
pub struct Column {
    harness: Harness,
    netcode: Netcode,
    fliers: Vec<Flier>,
    witness: Witness,
    played: Played,
}

/// A match as it stands.
#[derive(Clone, Debug, Serialize)]
pub struct Stage {
    scenario: Scenario,
    columns: Vec<Column>,
    throws: Vec<Throw>,
    /// Frames run since the beginning.
    frame: u32,
    loop_frames: u32,
    /// The time of frame 0.
    begun: Micros,
}

impl Column {
    /// Room, players and links.
    #[must_use]
    pub fn harness(&self) -> &Harness {
        &self.harness
    }

    /// What it runs under.
    #[must_use]
    pub fn netcode(&self) -> Netcode {
        self.netcode
    }

    /// The ship of a player, once that player knows it.
    #[must_use]
    pub fn ship(&self, player: usize) -> Option<ShipId> {
        self.harness.client(player).own_id()
    }

    /// What happened in it since the beginning.
    #[must_use]
    pub fn witness(&self) -> &Witness {
        &self.witness
    }

    /// Who flies a player's ship.
    #[must_use]
    pub fn hands(&self, player: usize) -> &Hands {
        &self.fliers[player].hands
    }

    /// What a person who flies a player's ship holds down.
    #[must_use]
    pub fn held(&self, player: usize) -> Controls {
        self.fliers[player].held
    }

    fn new(setup: &Setup, netcode: Netcode) -> Result<Self, ConfigError> {
        let mut harness = Harness::new(RoomConfig {
            name: "lab".into(),
            seats: LAB_PLAYERS as u16 + u16::from(setup.bots),
            bots: LAB_PLAYERS as u16 + u16::from(setup.bots),
            rate: setup.rate,
            arena: setup.arena.clone(),
            netcode: netcode.room,
            kind: RoomKind::Laboratory,
            seed: setup.seed,
        })?;
        let mut fliers = Vec::new();
        let codecs = setup.codec.and_simpler();
        for (n, (player, name)) in setup.players.iter().zip(NAMES).enumerate() {
            harness.add_offering_player(name, netcode.player, player.conditions, codecs);
            fliers.push(Flier::new(player.hands.clone(), mix_all(&[setup.seed, n as u64, 3])));
        }
        Ok(Self {
            harness,
            netcode,
            fliers,
            witness: Witness::default(),
            played: Played::default(),
        })
    }

    fn joined(&self) -> bool {
        (0..LAB_PLAYERS).all(|player| self.harness.client(player).joined())
    }

    /// Lets time pass with nobody touching anything.
    fn idle(&mut self, until: Micros) {
        self.harness.run_until(until, &mut |_, _, _| Controls::default());
    }

    fn settle(&mut self) {
        for player in 0..LAB_PLAYERS {
            let client = self.harness.client_mut(player);
            client.set_ghosts(Ghosts::Shown);
            client.want_opinions(OpinionsWanted::Yes);
        }
    }

    fn place(&mut self, setup: &Setup) {
        for (n, player) in setup.players.iter().enumerate() {
            if let (Some(ship), Some(place)) = (self.ship(n), player.place) {
                let at = Vec2::new(place.x_u.into(), place.y_u.into());
                self.harness.room_mut().world_mut().place(ship, at);
            }
        }
    }

    fn throw(&mut self, throw: &Throw) {
        if let Some(ship) = self.ship(throw.player.into()) {
            let vel = Vec2::new(throw.x_u_per_s.into(), throw.y_u_per_s.into());
            self.harness.room_mut().world_mut().throw(ship, vel);
        }
    }

    fn set_netcode(&mut self, netcode: Netcode) {
        self.netcode = netcode;
        if let Some(by) = self.ship(0) {
            // What is out of range was refused with the run that said so.
            let _ = self.harness.room_mut().decide_by(netcode.room, by);
        }
        for player in 0..LAB_PLAYERS {
            self.harness.client_mut(player).set_netcode(netcode.player);
        }
    }

    fn advance(&mut self, frame: u32, loop_frames: u32, until: Micros) {
        let ships: Vec<Option<ShipId>> = (0..LAB_PLAYERS).map(|player| self.ship(player)).collect();
        let fliers = &mut self.fliers;
        self.harness.run_until(until, &mut |room, player, client| {
            let ground = room.world().ground();
            fliers[player].controls(client, &Around { frame, loop_frames, ground, ships: &ships })
        });
        self.witness.look(&self.harness, &ships);
        self.played.look(&self.harness);
    }
}

impl Stage {
    /// The beginning of a match: everybody is in, and in place.
    ///
    /// # Errors
    /// When a room cannot be made; not for a setup that was checked.
    pub fn new(setup: &Setup) -> Result<Self, ConfigError> {
        let columns: Result<Vec<Column>, _> =
            setup.columns.iter().map(|netcode| Column::new(setup, *netcode)).collect();
        let mut stage = Self {
            scenario: setup.scenario,
            columns: columns?,
            throws: setup.throws.clone(),
            frame: 0,
            loop_frames: setup.loop_frames.into(),
            begun: Micros::ZERO,
        };
        let mut frames = 0;
        while frames < JOIN_FRAMES_MAX && !stage.columns.iter().all(Column::joined) {
            frames += 1;
            stage.idle(frames);
        }
        stage.columns.iter_mut().for_each(Column::settle);
        stage.idle(frames + SETTLE_FRAMES);
        for column in &mut stage.columns {
            column.place(setup);
        }
        stage.idle(frames + SETTLE_FRAMES + PLACED_FRAMES);
        for column in &mut stage.columns {
            column.witness = Witness::new(&column.harness);
            column.played = Played::new(&column.harness);
        }
        stage.begun = FRAMES.micros_at(Tick(frames + SETTLE_FRAMES + PLACED_FRAMES));
        Ok(stage)
    }

    /// Something came from outside.
    pub fn act(&mut self, act: &Act) {
        match act {
            Act::Fly { player, controls } => {
                for column in &mut self.columns {
                    column.fliers[usize::from(*player)].held = *controls;
                }
            }
            Act::Hands { player, hands } => {
                for column in &mut self.columns {
                    let flier = &mut column.fliers[usize::from(*player)];
                    flier.hands = hands.clone();
                    flier.held = Controls::default();
                }
            }
            Act::Conditions { player, conditions } => {
                for column in &mut self.columns {
                    column.harness.set_conditions(usize::from(*player), *conditions);
                }
            }
            Act::Netcode { column, netcode } => {
                if let Some(column) = self.columns.get_mut(usize::from(*column)) {
                    column.set_netcode(*netcode);
                }
            }
            Act::Split { netcode } => {
                self.columns.truncate(LAB_COLUMNS_MAX - 1);
                let mut second = self.columns[0].clone();
                second.set_netcode(*netcode);
                self.columns.push(second);
            }
            Act::Merge => self.columns.truncate(1),
        }
    }

    /// Runs one frame.
    pub fn advance(&mut self) {
        let until = self.time_of(self.frame + 1);
        let frame = self.frame.checked_rem(self.loop_frames).unwrap_or(self.frame);
        let due = |throw: &&Throw| u32::from(throw.frame) == frame;
        for column in &mut self.columns {
            self.throws.iter().filter(due).for_each(|throw| column.throw(throw));
            column.advance(self.frame, self.loop_frames, until);
        }
        self.frame += 1;
    }

    /// Which scenario it is.
    #[must_use]
    pub fn scenario(&self) -> Scenario {
        self.scenario
    }

    /// What came of its scenario, once that can be said.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.scenario.reached(self)
    }

    /// Frames run since the beginning.
    #[must_use]
    pub fn frame(&self) -> u32 {
        self.frame
    }

    /// The time of a frame on the clock that all of a column share.
    #[must_use]
    pub fn time_of(&self, frame: u32) -> Micros {
        // Both are whole frames, so this is the moment of a whole frame.
        self.begun + FRAMES.micros_at(Tick(frame))
    }

    /// The columns, one or two.
    #[must_use]
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// One number for the whole state: the same in every run of one build.
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        state_hash(self)
    }

    /// One number for what was told and drawn up to this frame: the same in every build that plays
    /// the match alike. An act counts from the next frame on.
    #[must_use]
    pub fn played_hash(&self) -> u64 {
        let mut all = Played::default();
        for column in &self.columns {
            all.add(&column.played);
        }
        all.hash()
    }

    fn idle(&mut self, frame: u32) {
        for column in &mut self.columns {
            column.idle(FRAMES.micros_at(Tick(frame)));
        }
    }
}
