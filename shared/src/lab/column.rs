//! A column of the laboratory: one room with its players, under one netcode.

use alloc::{collections::VecDeque, vec::Vec};

use serde::Serialize;

use super::{
    harness::Harness,
    outcome_tracker::OutcomeTracker,
    played::Played,
    script::{Around, Flier},
    setup::{Controller, NAMES, Setup, Throw},
};
use crate::{
    base::{
        geometry::Vec2,
        limits::{LAB_PLAYERS, LAB_REPORTS_MAX},
        queue::push_bounded,
        rng::mix_all,
        time::Micros,
    },
    client::{Controls, GhostVisibility},
    netcode::{rates::RateBounds, values::Netcode},
    report::shot_report::{ReportsWanted, ShotReport},
    room::{ConfigError, RoomConfig, RoomKind},
    sim::{event::ShotId, ship::ShipId},
};

/// One room with its players.
#[derive(Clone, Debug, Serialize)]
pub struct Column {
    pub(super) harness: Harness,
    pub(super) netcode: Netcode,
    pub(super) fliers: Vec<Flier>,
    pub(super) outcome_tracker: OutcomeTracker,
    pub(super) played: Played,
    /// The reports of the newest shots, oldest first, at most [`LAB_REPORTS_MAX`]: the room's
    /// history forgets them sooner. No part of the match's state.
    #[serde(skip)]
    pub(super) reports: VecDeque<ShotReport>,
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

    /// The report of a shot to the player of a ship whom it concerns, as far as it is known.
    #[must_use]
    pub fn report(&self, viewer: ShipId, shot: ShotId) -> Option<ShotReport> {
        let of = |report: &&ShotReport| report.viewer == viewer && report.record.shot == shot;
        self.reports.iter().find(of).cloned().or_else(|| self.harness.room().report(viewer, shot))
    }

    /// Whether a shot's time is over, so that its report is complete.
    #[must_use]
    pub fn knows_all_of(&self, shot: ShotId) -> bool {
        self.reports.iter().any(|report| report.record.shot == shot)
    }

    /// What happened in it since the beginning.
    #[must_use]
    pub fn outcome_tracker(&self) -> &OutcomeTracker {
        &self.outcome_tracker
    }

    /// Who flies a player's ship.
    #[must_use]
    pub fn controller(&self, player: usize) -> &Controller {
        &self.fliers[player].controller
    }

    /// What a person who flies a player's ship holds down.
    #[must_use]
    pub fn held(&self, player: usize) -> Controls {
        self.fliers[player].held
    }

    pub(super) fn new(setup: &Setup, netcode: Netcode) -> Result<Self, ConfigError> {
        let mut harness = Harness::new(RoomConfig {
            name: "lab".into(),
            seats: LAB_PLAYERS as u16 + u16::from(setup.bots),
            bots: LAB_PLAYERS as u16 + u16::from(setup.bots),
            rate: setup.rate,
            arena: setup.arena.clone(),
            netcode: netcode.room,
            kind: RoomKind::Laboratory,
            rate_bounds: RateBounds::default(),
            seed: setup.seed,
        })?;
        let mut fliers = Vec::new();
        let codecs = setup.codec.and_simpler();
        for (n, (player, name)) in setup.players.iter().zip(NAMES).enumerate() {
            harness.add_offering_player(name, netcode.player, player.conditions, codecs);
            fliers.push(Flier::new(player.controller.clone(), mix_all(&[setup.seed, n as u64, 3])));
        }
        Ok(Self {
            harness,
            netcode,
            fliers,
            outcome_tracker: OutcomeTracker::default(),
            played: Played::default(),
            reports: VecDeque::new(),
        })
    }

    pub(super) fn joined(&self) -> bool {
        (0..LAB_PLAYERS).all(|player| self.harness.client(player).joined())
    }

    /// Lets time pass with nobody touching anything.
    pub(super) fn idle(&mut self, until: Micros) {
        self.harness.run_until(until, &mut |_, _, _| Controls::default());
    }

    pub(super) fn settle(&mut self) {
        for player in 0..LAB_PLAYERS {
            let client = self.harness.client_mut(player);
            client.set_ghosts(GhostVisibility::Shown);
            client.want_reports(ReportsWanted::Yes);
        }
    }

    pub(super) fn place(&mut self, setup: &Setup) {
        for (n, player) in setup.players.iter().enumerate() {
            if let (Some(ship), Some(place)) = (self.ship(n), player.place) {
                let at = Vec2::new(place.x_u.into(), place.y_u.into());
                self.harness.room_mut().world_mut().place(ship, at);
            }
        }
    }

    pub(super) fn throw(&mut self, throw: &Throw) {
        if let Some(ship) = self.ship(throw.player.into()) {
            let vel = Vec2::new(throw.x_u_per_s.into(), throw.y_u_per_s.into());
            self.harness.room_mut().world_mut().throw(ship, vel);
        }
    }

    pub(super) fn set_netcode(&mut self, netcode: Netcode) {
        self.netcode = netcode;
        if let Some(by) = self.ship(0) {
            // What is out of range was refused with the run that said so.
            let _ = self.harness.room_mut().request_rules(netcode.room, by);
        }
        for player in 0..LAB_PLAYERS {
            self.harness.client_mut(player).set_netcode(netcode.player);
        }
    }

    pub(super) fn advance(&mut self, frame: u32, loop_frames: u32, until: Micros) {
        let ships: Vec<Option<ShipId>> = (0..LAB_PLAYERS).map(|player| self.ship(player)).collect();
        let fliers = &mut self.fliers;
        self.harness.run_until(until, &mut |room, player, client| {
            let ground = room.world().ground();
            fliers[player].controls(client, &Around { frame, loop_frames, ground, ships: &ships })
        });
        self.outcome_tracker.look(&self.harness, &ships);
        self.played.look(&self.harness);
        ships.into_iter().flatten().for_each(|ship| self.keep_reports(ship));
    }

    /// Keeps the reports that are complete by now, of the shots that concern a ship's player.
    fn keep_reports(&mut self, viewer: ShipId) {
        let room = self.harness.room();
        let now = room.config().rate.micros_at(room.tick());
        let complete = room.judged_shots(viewer).filter(|(_, due)| *due <= now);
        let is_new = |shot: &ShotId| {
            let known = |of: &ShotReport| of.viewer == viewer && of.record.shot == *shot;
            !self.reports.iter().any(known)
        };
        let new: Vec<ShotId> = complete.map(|(shot, _)| shot).filter(is_new).collect();
        for report in new.into_iter().filter_map(|shot| room.report(viewer, shot)) {
            push_bounded(&mut self.reports, report, LAB_REPORTS_MAX);
        }
    }
}
