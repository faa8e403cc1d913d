//! A column of the laboratory: one room and its players, under one netcode.

use alloc::{collections::VecDeque, sync::Arc, vec::Vec};

use serde::Serialize;
use shared::{
    base::{
        encoding::{append, read},
        geometry::Vec2,
        queue::push_bounded,
        rng::mix_all,
        time::Micros,
    },
    client::{Controls, GhostVisibility},
    judge::stored_past::StoredPast,
    netcode::{rates::RateBounds, values::Netcode},
    report::shot_report::{ReportsWanted, ShotReport},
    room::{ConfigError, Difficulty, RoomConfig, RoomKind},
    sim::{event::ShotId, ship::ShipId},
};

use super::{
    cheat_proxy::CheatProxy,
    cheaters_desk::{DeskCounts, TravelledDistance},
    harness::Harness,
    lie::Lie,
    outcome_tracker::OutcomeTracker,
    played::Played,
    scenario::{LatencyStep, Scenario},
    script::{Flier, PilotContext},
    setup::{Controller, NAMES, PlayerSetup, Setup, Throw},
};
use crate::limits::{LAB_PLAYERS, LAB_REPORTS_MAX};

/// How long after its due time a missing report is still collected.
const REPORT_GRACE: Micros = Micros::from_ms(2000);

#[derive(Clone, Debug, Serialize)]
pub struct Column {
    pub(super) harness: Harness,
    pub(super) netcode: Netcode,
    pub(super) fliers: Vec<Flier>,
    pub(super) outcome_tracker: OutcomeTracker,
    pub(super) played: Played,
    /// The next frame, and the frames of a loop. The match counts them, so they are not part of the
    /// column's state.
    #[serde(skip)]
    frame: u32,
    #[serde(skip)]
    loop_frames: u32,
    /// The scenario that is played; part of the match's state, not of the column's.
    #[serde(skip)]
    scenario: Scenario,
    /// Reports of the newest shots, oldest first, up to [`LAB_REPORTS_MAX`]; the room drops them
    /// earlier. Not part of the match's state.
    #[serde(skip)]
    pub(super) reports: VecDeque<Arc<StoredReport>>,
    /// Distance flown by each player's ship since the beginning; not part of the match's state
    /// either.
    #[serde(skip)]
    travelled: [TravelledDistance; LAB_PLAYERS],
    /// Each player's cheat count before the beginning.
    #[serde(skip)]
    n_lies_at_start: [u32; LAB_PLAYERS],
}

/// A complete report, and what reports do not carry.
#[derive(Clone, Debug)]
pub(super) struct StoredReport {
    viewer: ShipId,
    shot: ShotId,
    /// The report as sent, a quarter of the size of the decoded value.
    bytes: Vec<u8>,
    /// The room's stored poses of the report's target.
    stored: Option<StoredPast>,
}

impl Column {
    /// Room, players and links.
    #[must_use]
    pub fn harness(&self) -> &Harness {
        &self.harness
    }

    #[must_use]
    pub fn netcode(&self) -> Netcode {
        self.netcode
    }

    /// The scenario that is played.
    #[must_use]
    pub fn scenario(&self) -> Scenario {
        self.scenario
    }

    /// A player's ship, once the player's client knows it.
    #[must_use]
    pub fn ship(&self, player: usize) -> Option<ShipId> {
        self.harness.client(player).own_id()
    }

    /// A shot's report to the player of a ship that it concerns, as far as it is known.
    #[must_use]
    pub fn report(&self, viewer: ShipId, shot: ShotId) -> Option<ShotReport> {
        let stored_report = self
            .stored_report(viewer, shot)
            .and_then(|stored_report| read(&stored_report.bytes).ok());
        stored_report.or_else(|| self.harness.room().report(viewer, shot))
    }

    /// The room's stored poses of a report's target, as of the judgement.
    #[must_use]
    pub fn stored_for_shot(&self, viewer: ShipId, shot: ShotId) -> Option<StoredPast> {
        match self.stored_report(viewer, shot) {
            Some(stored_report) => stored_report.stored.clone(),
            None => self.stored_of(&self.harness.room().report(viewer, shot)?),
        }
    }

    /// A ship's stored poses as a beam executed now would use them: the first player's beam, or the
    /// second player's if the ship is the first player's.
    #[must_use]
    pub fn stored_now(&self, ship: ShipId) -> Option<StoredPast> {
        let shooter = (0..LAB_PLAYERS).find(|player| self.ship(*player) != Some(ship))?;
        let (client, room) = (self.harness.client(shooter), self.harness.room());
        let view = room.config().rate.micros_in_steps(client.view()?.time.0);
        let behind = client.own_time(self.harness.now())? - view;
        room.stored_for_beam(self.ship(shooter)?, ship, behind)
    }

    /// Whether a shot's history is complete, and so its report.
    #[must_use]
    pub fn has_complete_report(&self, shot: ShotId) -> bool {
        self.reports.iter().any(|stored_report| stored_report.shot == shot)
    }

    #[must_use]
    pub fn lie(&self, player: usize) -> Option<Lie> {
        self.harness.proxy(player).map(CheatProxy::lie)
    }

    /// What the room has counted for a player since the beginning, and what the player's cheat did;
    /// `None` for a player who is out.
    #[must_use]
    pub fn desk_counts(&self, player: usize) -> Option<DeskCounts> {
        let (ship, room) = (self.ship(player)?, self.harness.room());
        let lies = self.n_lies(player) - self.n_lies_at_start[player];
        Some(DeskCounts {
            lie: self.lie(player),
            lies,
            room: room.session_counts(ship)?,
            round_trip: room.measured_round_trip(ship),
            distance_u: self.travelled[player].length_u(),
        })
    }

    fn n_lies(&self, player: usize) -> u32 {
        self.harness.proxy(player).map_or(0, CheatProxy::n_lies)
    }

    #[must_use]
    pub fn outcome_tracker(&self) -> &OutcomeTracker {
        &self.outcome_tracker
    }

    #[must_use]
    pub fn controller(&self, player: usize) -> &Controller {
        &self.fliers[player].controller
    }

    /// Whether a player is controlled and connected as in a setup.
    pub(super) fn matches_setup(&self, player: usize, setup: &PlayerSetup) -> bool {
        let mut conditions = setup.conditions;
        if let Some(step) = self.scenario.latency_step().filter(|step| step.player == player)
            && self.frame.checked_sub(1).is_some_and(|last| self.is_stepped(step, last))
        {
            conditions.up.latency_ms += step.up_ms;
        }
        self.harness.conditions(player) == conditions
            && *self.controller(player) == setup.controller
    }

    /// Whether a frame is played with its scenario's step in latency.
    fn is_stepped(&self, step: LatencyStep, frame: u32) -> bool {
        frame.checked_rem(self.loop_frames).unwrap_or(frame) >= step.frame.into()
    }

    /// Applies its scenario's step in latency before the frame in which it begins or ends.
    pub(super) fn step_latency(&mut self) {
        let Some(step) = self.scenario.latency_step() else { return };
        let Some(last) = self.frame.checked_sub(1) else { return };
        let mut conditions = self.harness.conditions(step.player);
        let up_ms = conditions.up.latency_ms;
        conditions.up.latency_ms =
            match (self.is_stepped(step, last), self.is_stepped(step, self.frame)) {
                (false, true) => up_ms.saturating_add(step.up_ms),
                (true, false) => up_ms.saturating_sub(step.up_ms),
                _ => return,
            };
        self.harness.set_conditions(step.player, conditions);
    }

    /// Controls held by the person who flies a player's ship.
    #[must_use]
    pub fn controls(&self, player: usize) -> Controls {
        self.fliers[player].controls
    }

    /// The controls of a player's ship in the next frame, from whatever flies it. Works on a copy
    /// and leaves the match unchanged.
    pub(super) fn next_controls(&self, player: usize) -> Controls {
        let params = self.harness.room().world().params();
        let (frame, loop_frames, ships) = (self.frame, self.loop_frames, self.ships());
        let context = PilotContext { frame, loop_frames, params, ships: &ships };
        self.fliers[player].clone().controls(self.harness.client(player), &context)
    }

    pub(super) fn new(setup: &Setup, column: usize, netcode: Netcode) -> Result<Self, ConfigError> {
        let mut harness = Harness::new(RoomConfig {
            name: "lab".into(),
            seats: LAB_PLAYERS as u16 + u16::from(setup.bots),
            bots: LAB_PLAYERS as u16 + u16::from(setup.bots),
            difficulty: Difficulty::Full,
            rounds: None,
            watch_delay_ms: 0,
            sides: None,
            series: None,
            rate: setup.rate,
            arena: setup.arena.clone(),
            netcode: netcode.room,
            kind: RoomKind::Simulated,
            rate_bounds: RateBounds::default(),
            seed: setup.seed,
        })?;
        let mut fliers = Vec::new();
        let codecs = setup.codec.with_fallbacks();
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
            scenario: setup.scenario,
            reports: VecDeque::new(),
            travelled: Default::default(),
            n_lies_at_start: Default::default(),
        })
    }

    pub(super) fn joined(&self) -> bool {
        (0..LAB_PLAYERS).all(|player| self.harness.client(player).joined())
    }

    /// Advances time without input.
    pub(super) fn run_idle(&mut self, until: Micros) {
        self.harness.run_until(until, &mut |_, _, _| Controls::default());
    }

    pub(super) fn enable_reports(&mut self) {
        for player in 0..LAB_PLAYERS {
            let client = self.harness.client_mut(player);
            client.set_ghosts(GhostVisibility::Shown);
            client.set_reports_wanted(ReportsWanted::Yes);
        }
    }

    /// Starts counting from now.
    pub(super) fn begin_counts(&mut self) {
        self.harness.room_mut().begin_counts();
        self.n_lies_at_start = core::array::from_fn(|player| self.n_lies(player));
        self.outcome_tracker = OutcomeTracker::new(&self.harness, self.scenario);
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
            // An invalid netcode was rejected with its run, and lockstep can only be entered or
            // left by restarting the match.
            return;
        }
        self.netcode = netcode;
        for player in 0..LAB_PLAYERS {
            self.harness.client_mut(player).set_netcode(netcode.player);
        }
    }

    /// Runs a frame to its end.
    pub(super) fn advance(&mut self, until: Micros) {
        let ships = self.ships();
        let (fliers, frame, loop_frames) = (&mut self.fliers, self.frame, self.loop_frames);
        self.frame += 1;
        self.harness.run_until(until, &mut |room, player, client| {
            let params = room.world().params();
            fliers[player]
                .controls(client, &PilotContext { frame, loop_frames, params, ships: &ships })
        });
        self.outcome_tracker.observe(&self.harness, &ships);
        self.played.observe(&self.harness);
        for (way, ship) in self.travelled.iter_mut().zip(&ships) {
            way.note(ship.and_then(|ship| self.harness.room().world().ship(ship)));
        }
        ships.into_iter().flatten().for_each(|ship| self.keep_reports(ship));
    }

    /// Stores newly completed reports on shots that concern a ship's player.
    fn keep_reports(&mut self, viewer: ShipId) {
        let room = self.harness.room();
        let now = room.config().rate.micros_at(room.tick());
        let complete = room.judged_shots(viewer, now - REPORT_GRACE).filter(|(_, due)| *due <= now);
        let is_new = |shot: &ShotId| self.stored_report(viewer, *shot).is_none();
        let new: Vec<ShotId> = complete.map(|(shot, _)| shot).filter(is_new).collect();
        for report in new.into_iter().filter_map(|shot| room.report(viewer, shot)) {
            let stored = self.stored_of(&report);
            let (shot, mut bytes) = (report.record.shot, append(Vec::new(), &report));
            bytes.shrink_to_fit();
            let stored_report = Arc::new(StoredReport { viewer, shot, bytes, stored });
            push_bounded(&mut self.reports, stored_report, LAB_REPORTS_MAX);
        }
    }

    fn stored_report(&self, viewer: ShipId, shot: ShotId) -> Option<&StoredReport> {
        let of = |stored_report: &&StoredReport| {
            stored_report.viewer == viewer && stored_report.shot == shot
        };
        self.reports.iter().map(Arc::as_ref).find(of)
    }

    fn stored_of(&self, report: &ShotReport) -> Option<StoredPast> {
        self.harness.room().stored_for_shot(report.record.shot, report.principal()?)
    }
}
