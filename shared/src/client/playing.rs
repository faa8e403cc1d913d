//! A match in progress: the [match state](Game) and the [presentation](Presentation) that shows it.
//! Each server message and each frame updates both, in this order.

use alloc::vec::Vec;

use serde::Serialize;

use super::{
    config::GhostVisibility,
    controls::Controls,
    game::Game,
    inbox::SnapshotNews,
    packet_log::{Arrival, Outgoing},
    presentation::Presentation,
    scene::Scene,
    status::Notice,
};
use crate::{
    base::time::{ClockEpoch, Micros},
    netcode::values::PlayerNetcode,
    report::shot_report::ShotReport,
    sim::{event::ShotId, ship::ShipId},
    wire::{
        message::{Announced, ServerControl, Welcome},
        snapshot::SnapshotError,
        watch::WatchWelcome,
    },
};

/// A match in progress.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Playing {
    pub(super) game: Game,
    pub(super) presentation: Presentation,
}

impl Playing {
    /// Starts a match at the welcome, which arrived one `round_trip` after the hello.
    pub(super) fn new(
        welcome: Welcome,
        round_trip: Micros,
        netcode: &PlayerNetcode,
        now: Micros,
    ) -> Self {
        let mut presentation = Presentation::default();
        presentation.notice(Notice::Joined);
        Self { game: Game::new(welcome, round_trip, netcode, now), presentation }
    }

    /// Starts a match that is watched, with the room as it was at a keyframe.
    pub(super) fn watching(welcome: WatchWelcome, netcode: &PlayerNetcode, now: Micros) -> Self {
        let game = Game::watching(welcome, netcode, now);
        Self { game, presentation: Presentation::default() }
    }

    /// Handles a snapshot. Returns how it was classified, and a message that must be sent without
    /// waiting for the next frame, if there is one.
    pub(super) fn handle_snapshot(
        &mut self,
        now: Micros,
        bytes: &[u8],
        netcode: &PlayerNetcode,
    ) -> Result<(Arrival, Option<Outgoing>), SnapshotError> {
        let Self { game, presentation } = self;
        let (arrival, news) = game.handle_snapshot(now, bytes, netcode)?;
        if let Some(news) = news {
            if game.watched.is_some() {
                self.handle_watched(now, &news, netcode);
                return Ok((arrival, None));
            }
            if news.resets {
                presentation.reset();
                for bolt in &news.state.bolts {
                    presentation.show_fired(now, *bolt, game, netcode);
                }
            }
            for event in &news.events {
                presentation.handle_event(now, event, game, netcode);
            }
            let Presentation { bolts, effects, shots, .. } = presentation;
            let executed = news.viewer.executed;
            bolts.refuse_unknown(executed, now, effects);
            shots.refuse(|tick| tick <= executed);
        }
        let alone = game.timeline.acks_alone(now);
        Ok((arrival, alone.then(|| game.packet(now, 0))))
    }

    /// On a watcher's screen: the events of a snapshot wait until the picture reaches them.
    fn handle_watched(&mut self, now: Micros, news: &SnapshotNews, netcode: &PlayerNetcode) {
        let Self { game, presentation } = self;
        if news.resets {
            presentation.reset();
            for bolt in &news.state.bolts {
                presentation.show_watched_shot(now, *bolt, game, netcode);
            }
        }
    }

    /// On a watcher's screen: follows another ship, or nobody.
    pub(super) fn follow(&mut self, now: Micros, ship: ShipId, netcode: &PlayerNetcode) {
        let Self { game, presentation } = self;
        if game.own.id() == ship {
            return;
        }
        game.own.follow(ship);
        if let Some(watched) = &mut game.watched {
            watched.forget_player();
        }
        presentation.reset();
        let Some(newest) = game.inbox.newest() else { return };
        for bolt in &newest.bolts {
            if game.has_shown(bolt) {
                presentation.show_watched_shot(now, *bolt, game, netcode);
            }
        }
    }

    /// On a watcher's screen: advances everything drawn to a frame.
    pub(super) fn handle_watched_frame(
        &mut self,
        now: Micros,
        zones: GhostVisibility,
        netcode: &PlayerNetcode,
    ) {
        let Self { game, presentation } = self;
        let dt = game.timeline.handle_frame(now, netcode, &game.rules.now);
        game.update_watched(now, dt, zones, netcode);
        let (followed, rate) = (game.own.id(), game.timeline.rate());
        let reached = game.watched.as_mut().map(|watched| watched.reached(followed, rate));
        for event in reached.unwrap_or_default() {
            presentation.handle_watched_event(now, &event, game, netcode);
        }
        // Hits on this screen are nobody's claims.
        let _ = presentation.frame(now, dt, game, netcode);
    }

    /// Runs the ticks that are due, then advances everything drawn. Returns the messages to send.
    pub(super) fn handle_frame(
        &mut self,
        now: Micros,
        controls: Controls,
        netcode: &PlayerNetcode,
    ) -> Vec<Outgoing> {
        let Self { game, presentation } = self;
        let controls = game.allowed(controls);
        let dt = game.timeline.handle_frame(now, netcode, &game.rules.now);
        let ticks = game.run_ticks(now, controls, netcode);
        if ticks.resynchronised {
            presentation.notice(Notice::Resynchronised);
        }
        for bolt in ticks.fired {
            presentation.fire(now, bolt, dt, game, netcode);
        }
        game.update_view(now, dt, netcode);
        let hits = presentation.frame(now, dt, game, netcode);
        game.messages(now, hits, netcode)
    }

    /// Handles a control message.
    pub(super) fn handle_control(&mut self, now: Micros, control: ServerControl) {
        let Self { game, presentation } = self;
        match control {
            ServerControl::Joined(entry) => {
                // Bots fill the seats that players leave free, so only players are announced.
                if !entry.bot {
                    presentation.notice(Notice::PlayerJoined { name: entry.name.clone() });
                }
                game.roster.join(entry);
            }
            ServerControl::Left { ship, announced } => {
                game.shot_counts.forget(ship);
                game.forget_in_round(ship);
                let left = game.roster.leave(ship).filter(|_| announced == Announced::Yes);
                if let Some(entry) = left {
                    presentation.notice(Notice::PlayerLeft { name: entry.name });
                }
            }
            ServerControl::Away { ship, announced } => {
                game.roster.mark_away(ship);
                if announced == Announced::Yes {
                    presentation.notice(Notice::PlayerAway { name: game.roster.name(ship).into() });
                }
            }
            ServerControl::Back { ship, announced } => {
                game.roster.mark_back(ship);
                if announced == Announced::Yes {
                    presentation.notice(Notice::PlayerBack { name: game.roster.name(ship).into() });
                }
            }
            ServerControl::AimAssist { ship, assist } => game.roster.set_aim_assist(ship, assist),
            ServerControl::Pressure(pressure) => game.pressure = pressure,
            ServerControl::BotLevel { level } => game.bot_level = level,
            ServerControl::Round(round) => game.handle_round(round),
            ServerControl::Sides(sides) => game.handle_sides(sides),
            ServerControl::Rematch { ship } => game.note_rematch(ship),
            ServerControl::AreYouThere { answer_within_ms } => {
                presentation.notice(Notice::AreYouThere { answer_within_ms });
            }
            ServerControl::Truce { ends_within_ms } => {
                presentation.notice(Notice::Truce { ends_within_ms });
            }
            ServerControl::Latencies(latencies) => game.roster.update_latencies(&latencies),
            ServerControl::Chart(chart) => game.roster.update_chart(&chart),
            ServerControl::Watchers { n } => game.n_watchers = n,
            ServerControl::Views(views) => {
                if let Some(watched) = &mut game.watched {
                    watched.handle_views(views);
                }
            }
            ServerControl::Turn(turn) => {
                if let Some(watched) = &mut game.watched {
                    watched.set_turn(turn);
                }
            }
            ServerControl::Judged(record) => presentation.handle_record(now, &record, game),
            ServerControl::Rules { netcode, from, by } => {
                game.handle_rules(netcode, from);
                let by = by.map(|by| game.roster.name(by).into());
                presentation.notice(Notice::RulesChanged { by });
            }
            ServerControl::Access(access) => game.access = access,
            ServerControl::Refused(refusal) => presentation.handle_refusal(now, refusal),
            ServerControl::Report(report) => {
                presentation.handle_report(now, *report, game.own.id());
            }
            // Connection messages, which the client handles.
            ServerControl::Welcome(_)
            | ServerControl::Watching(_)
            | ServerControl::Pong { .. }
            | ServerControl::Probe { .. }
            | ServerControl::Epoch(_) => {}
        }
    }

    /// Applies a new clock epoch. Returns the view epoch of the commands that follow.
    pub(super) fn handle_epoch(
        &mut self,
        now: Micros,
        epoch: &ClockEpoch,
        netcode: &PlayerNetcode,
    ) -> u8 {
        self.presentation.handle_epoch(now, epoch);
        self.game.handle_epoch(now, epoch, netcode)
    }

    /// The scene of the last frame.
    pub(super) fn scene(&self, ghosts: GhostVisibility) -> Scene {
        self.presentation.scene(ghosts, &self.game)
    }

    /// The provisional report of a judged own shot.
    pub(super) fn own_account(&self, shot: ShotId, lerp: Micros) -> Option<ShotReport> {
        self.presentation.own_account(shot, lerp, &self.game)
    }
}
