//! A column of the laboratory: one room with its players, under one netcode.

use alloc::{collections::VecDeque, sync::Arc, vec::Vec};

use serde::Serialize;
use shared::{
    base::{
        encoding::{append, read},
        geometry::Vec2,
        limits::{LAB_PLAYERS, LAB_REPORTS_MAX},
        queue::push_bounded,
        rng::mix_all,
        time::Micros,
    },
    client::{Controls, GhostVisibility},
    judge::stored_past::StoredPast,
    netcode::{rates::RateBounds, values::Netcode},
    report::shot_report::{ReportsWanted, ShotReport},
    room::{ConfigError, RoomConfig, RoomKind},
    sim::{event::ShotId, ship::ShipId},
};

use super::{
    cheat_proxy::CheatProxy,
    cheaters_desk::{DeskCounts, TravelledDistance},
    harness::Harness,
    lie::Lie,
    outcome_tracker::OutcomeTracker,
    played::Played,
    script::{Flier, PilotContext},
    setup::{Controller, NAMES, PlayerSetup, Setup, Throw},
};

/// How long after they were due reports are still made that are not kept yet.
const NEWS: Micros = Micros::from_ms(2000);

/// One room with its players.
#[derive(Clone, Debug, Serialize)]
pub struct Column {
    pub(super) harness: Harness,
    pub(super) netcode: Netcode,
    pub(super) fliers: Vec<Flier>,
    pub(super) outcome_tracker: OutcomeTracker,
    pub(super) played: Played,
    /// The frame that is run next, and how many a loop has; the match counts them, so they are no
    /// part of the column's state.
    #[serde(skip)]
    frame: u32,
    #[serde(skip)]
    loop_frames: u32,
    /// The reports of the newest shots, oldest first, at most [`LAB_REPORTS_MAX`]: the room
    /// forgets them sooner. No part of the match's state.
    #[serde(skip)]
    pub(super) reports: VecDeque<Arc<KeptReport>>,
    /// The way of each player's ship since the beginning; no part of the match's state either.
    #[serde(skip)]
    ways: [TravelledDistance; LAB_PLAYERS],
    /// What each player's program had lied about before the beginning.
    #[serde(skip)]
    lies_before: [u32; LAB_PLAYERS],
}

/// A report that is complete, with what no report tells.
#[derive(Clone, Debug)]
pub(super) struct KeptReport {
    viewer: ShipId,
    shot: ShotId,
    /// The report as it would be sent, which takes a quarter of what it takes as a value.
    bytes: Vec<u8>,
    /// What the room had stored of the ship that the report is about.
    stored: Option<StoredPast>,
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
        let kept = self.kept(viewer, shot).and_then(|kept| read(&kept.bytes).ok());
        kept.or_else(|| self.harness.room().report(viewer, shot))
    }

    /// What the room had stored of the ship that the report of a shot to a player is about, as it
    /// counted for the shot.
    #[must_use]
    pub fn stored_for_shot(&self, viewer: ShipId, shot: ShotId) -> Option<StoredPast> {
        match self.kept(viewer, shot) {
            Some(kept) => kept.stored.clone(),
            None => self.stored_of(&self.harness.room().report(viewer, shot)?),
        }
    }

    /// What the room stores of a ship as it would count for a beam that is executed now: one of the
    /// first player's, or of the second one's where it is the first player's ship.
    #[must_use]
    pub fn stored_now(&self, ship: ShipId) -> Option<StoredPast> {
        let shooter = (0..LAB_PLAYERS).find(|player| self.ship(*player) != Some(ship))?;
        let (client, room) = (self.harness.client(shooter), self.harness.room());
        let view = room.config().rate.micros_in_steps(client.view()?.time.0);
        let behind = client.own_time(self.harness.now())? - view;
        room.stored_for_beam(self.ship(shooter)?, ship, behind)
    }

    /// Whether a shot's time is over, so that its report is complete.
    #[must_use]
    pub fn knows_all_of(&self, shot: ShotId) -> bool {
        self.reports.iter().any(|kept| kept.shot == shot)
    }

    /// What a player's program lies about, if it does.
    #[must_use]
    pub fn lie(&self, player: usize) -> Option<Lie> {
        self.harness.proxy(player).map(CheatProxy::lie)
    }

    /// What its room has counted of a player since the beginning, and what that player's program
    /// did for it; none of one who is out.
    #[must_use]
    pub fn desk_counts(&self, player: usize) -> Option<DeskCounts> {
        let (ship, room) = (self.ship(player)?, self.harness.room());
        let lies = self.n_lies(player) - self.lies_before[player];
        Some(DeskCounts {
            lie: self.lie(player),
            lies,
            room: room.session_counts(ship)?,
            round_trip: room.measured_round_trip(ship),
            way_u: self.ways[player].length_u(),
        })
    }

    fn n_lies(&self, player: usize) -> u32 {
        self.harness.proxy(player).map_or(0, CheatProxy::n_lies)
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

    /// Whether a player flies, and over a connection, as it is set.
    pub(super) fn is_set_like(&self, player: usize, setup: &PlayerSetup) -> bool {
        self.harness.conditions(player) == setup.conditions
            && *self.controller(player) == setup.controller
    }

    /// What a person who flies a player's ship holds down.
    #[must_use]
    pub fn held(&self, player: usize) -> Controls {
        self.fliers[player].held
    }

    /// What a player's ship is commanded in the frame that is run next, by whoever flies it. A copy
    /// is asked: nothing of the match changes.
    pub(super) fn next_controls(&self, player: usize) -> Controls {
        let ground = self.harness.room().world().ground();
        let (frame, loop_frames, ships) = (self.frame, self.loop_frames, self.ships());
        let around = PilotContext { frame, loop_frames, ground, ships: &ships };
        self.fliers[player].clone().controls(self.harness.client(player), &around)
    }

    pub(super) fn new(setup: &Setup, column: usize, netcode: Netcode) -> Result<Self, ConfigError> {
        let mut harness = Harness::new(RoomConfig {
            name: "lab".into(),
            seats: LAB_PLAYERS as u16 + u16::from(setup.bots),
            bots: LAB_PLAYERS as u16 + u16::from(setup.bots),
            rate: setup.rate,
            arena: setup.arena.clone(),
            netcode: netcode.room,
            kind: RoomKind::Simulated,
            rate_bounds: RateBounds::default(),
            seed: setup.seed,
        })?;
        let mut fliers = Vec::new();
        let codecs = setup.codec.and_simpler();
        for (n, (player, name)) in setup.players.iter().zip(NAMES).enumerate() {
            harness.add_offering_player(name, netcode.player, player.conditions, codecs);
            if let Some(lie) = player.liar.and_then(|liar| liar.lie_in(column)) {
                harness.set_proxy(n, CheatProxy::new(lie, &NAMES));
            }
            fliers.push(Flier::new(player.controller.clone(), mix_all(&[setup.seed, n as u64, 3])));
        }
        Ok(Self {
            harness,
            netcode,
            fliers,
            outcome_tracker: OutcomeTracker::default(),
            played: Played::default(),
            frame: 0,
            loop_frames: setup.loop_frames.into(),
            reports: VecDeque::new(),
            ways: Default::default(),
            lies_before: Default::default(),
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
            client.set_reports_wanted(ReportsWanted::Yes);
        }
    }

    /// Everything is counted from now on.
    pub(super) fn begin_counts(&mut self) {
        self.harness.room_mut().begin_counts();
        self.lies_before = core::array::from_fn(|player| self.n_lies(player));
        self.outcome_tracker = OutcomeTracker::new(&self.harness);
        self.played = Played::new(&self.harness);
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
            self.harness.room_mut().world_mut().set_velocity(ship, vel);
        }
    }

    pub(super) fn set_netcode(&mut self, netcode: Netcode) {
        if let Some(by) = self.ship(0)
            && self.harness.room_mut().request_rules(netcode.room, by).is_err()
        {
            // What is out of range was refused with the run that said so; into lockstep, and out of
            // it, leads only a match that begins anew.
            return;
        }
        self.netcode = netcode;
        for player in 0..LAB_PLAYERS {
            self.harness.client_mut(player).set_netcode(netcode.player);
        }
    }

    /// Runs a frame, until its end.
    pub(super) fn advance(&mut self, until: Micros) {
        let ships = self.ships();
        let (fliers, frame, loop_frames) = (&mut self.fliers, self.frame, self.loop_frames);
        self.frame += 1;
        self.harness.run_until(until, &mut |room, player, client| {
            let ground = room.world().ground();
            fliers[player]
                .controls(client, &PilotContext { frame, loop_frames, ground, ships: &ships })
        });
        self.outcome_tracker.observe(&self.harness, &ships);
        self.played.observe(&self.harness);
        for (way, ship) in self.ways.iter_mut().zip(&ships) {
            way.note(ship.and_then(|ship| self.harness.room().world().ship(ship)));
        }
        ships.into_iter().flatten().for_each(|ship| self.keep_reports(ship));
    }

    /// Keeps the reports that are complete by now, of the shots that concern a ship's player.
    fn keep_reports(&mut self, viewer: ShipId) {
        let room = self.harness.room();
        let now = room.config().rate.micros_at(room.tick());
        let complete = room.judged_shots(viewer, now - NEWS).filter(|(_, due)| *due <= now);
        let is_new = |shot: &ShotId| self.kept(viewer, *shot).is_none();
        let new: Vec<ShotId> = complete.map(|(shot, _)| shot).filter(is_new).collect();
        for report in new.into_iter().filter_map(|shot| room.report(viewer, shot)) {
            let stored = self.stored_of(&report);
            let (shot, mut bytes) = (report.record.shot, append(Vec::new(), &report));
            bytes.shrink_to_fit();
            let kept = Arc::new(KeptReport { viewer, shot, bytes, stored });
            push_bounded(&mut self.reports, kept, LAB_REPORTS_MAX);
        }
    }

    fn kept(&self, viewer: ShipId, shot: ShotId) -> Option<&KeptReport> {
        let of = |kept: &&KeptReport| kept.viewer == viewer && kept.shot == shot;
        self.reports.iter().map(Arc::as_ref).find(of)
    }

    fn stored_of(&self, report: &ShotReport) -> Option<StoredPast> {
        self.harness.room().stored_for_shot(report.record.shot, report.principal()?)
    }
}
