//! The match as one player knows it, after the welcome: decodes snapshots, runs the prediction,
//! chooses the views of all ships and builds the messages to send. The
//! [presentation](super::presentation) reads this state and never writes it.

use alloc::{string::String, vec::Vec};

use serde::Serialize;

use super::{
    claims::Claims,
    config::GhostVisibility,
    controls::Controls,
    inbox::{Inbox, SnapshotNews},
    interpolate,
    own_view::{OwnView, Ticks},
    packet_log::{Arrival, Outgoing},
    remote::{Moments, RemoteShips},
    remote_model::{Frame, LinkTiming, RemoteInputs},
    roster::Roster,
    scene::{EffectCause, EffectHull, PlayerKind},
    sides::ShotCounts,
    surroundings::{PredictionWorld, Rules},
    targets::Targets,
    timeline::Timeline,
    watched::{self, NOBODY, Watched},
};
use crate::{
    base::{
        geometry::Vec2,
        limits::WATCH_RATE_HZ,
        pressure::Pressure,
        time::{ClockEpoch, Micros, Tick, ViewTime},
    },
    judge::shot::HitClaim,
    netcode::{
        choices::{Curve, Piercing},
        rates::{RateBounds, RateLimits},
        values::{PlayerNetcode, RoomNetcode},
    },
    sim::{
        bolt::Bolt,
        command::Trigger,
        event::ShotId,
        ship::ShipId,
        side::{Division, Side},
        world::WorldParams,
    },
    wire::{
        message::{Access, AimAssist, Welcome},
        round::Round,
        sides::SidesState,
        snapshot::{SnapshotError, snapshot_interval},
        watch::WatchWelcome,
    },
};

#[derive(Clone, Debug, Serialize)]
pub(super) struct Game {
    pub(super) room: String,
    pub(super) access: Access,
    /// The server's load level.
    #[serde(skip_serializing_if = "Pressure::is_calm")]
    pub(super) pressure: Pressure,
    /// The level of the room's bots, if they have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) bot_level: Option<u8>,
    /// The current round, unless the match is endless.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) round: Option<Round>,
    /// The two sides, if the room has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) sides: Option<SidesState>,
    /// The shots of each ship, in a room of two sides; for display only.
    #[serde(skip)]
    pub(super) shot_counts: ShotCounts,
    pub(super) params: WorldParams,
    pub(super) rules: Rules,
    /// The server's limits on the rates players may request.
    rate_bounds: RateBounds,
    pub(super) roster: Roster,
    pub(super) inbox: Inbox,
    pub(super) timeline: Timeline,
    pub(super) own: OwnView,
    pub(super) remote: RemoteShips,
    claims: Claims,
    /// How many watch the room.
    #[serde(skip)]
    pub(super) n_watchers: u16,
    /// On a watcher's screen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) watched: Option<Watched>,
}

impl Game {
    /// Starts a match at the welcome, which arrived one `round_trip` after the hello.
    pub(super) fn new(
        welcome: Welcome,
        round_trip: Micros,
        netcode: &PlayerNetcode,
        now: Micros,
    ) -> Self {
        let interval = snapshot_interval(welcome.rate, netcode.update_rate_hz);
        let middle = welcome.arena.size() * 0.5;
        Self {
            timeline: Timeline::new(&welcome, round_trip, netcode, now),
            own: OwnView::new(welcome.ship, netcode.own_ship, middle),
            inbox: Inbox::new(welcome.codec, welcome.seats, interval),
            room: welcome.room,
            access: welcome.access,
            pressure: Pressure::Calm,
            bot_level: None,
            round: None,
            sides: None,
            shot_counts: ShotCounts::default(),
            params: WorldParams::new(welcome.rate, welcome.arena),
            rules: Rules::new(welcome.netcode),
            rate_bounds: welcome.rate_bounds,
            roster: Roster::new(welcome.roster),
            remote: RemoteShips::default(),
            claims: Claims::default(),
            n_watchers: 0,
            watched: None,
        }
    }

    /// Starts a match that is watched, with the room as it was at a keyframe.
    pub(super) fn watching(welcome: WatchWelcome, netcode: &PlayerNetcode, now: Micros) -> Self {
        let WatchWelcome { room, tick, rate, seats, arena, netcode: rules, codec, .. } = welcome;
        let seat = Welcome {
            ship: NOBODY,
            room,
            tick,
            rate,
            seats,
            arena,
            netcode: rules,
            rate_bounds: RateBounds::default(),
            access: Access::Public,
            codec,
            roster: welcome.roster,
        };
        let mut game = Self::new(seat, Micros::ZERO, netcode, now);
        game.inbox.set_interval(snapshot_interval(rate, WATCH_RATE_HZ));
        game.roster.update_latencies(&welcome.latencies);
        welcome.away.iter().for_each(|ship| game.roster.mark_away(*ship));
        welcome.assisted.iter().for_each(|ship| game.roster.set_aim_assist(*ship, AimAssist::On));
        game.round = welcome.round;
        if let Some(sides) = welcome.sides {
            game.handle_sides(sides);
        }
        game.watched = Some(Watched::new(welcome.delay_ms));
        game
    }

    /// On a watcher's screen: chooses the moments of a frame, and draws all ships at them.
    pub(super) fn update_watched(
        &mut self,
        now: Micros,
        dt: Micros,
        zones: GhostVisibility,
        netcode: &PlayerNetcode,
    ) {
        let Some(watched) = &mut self.watched else { return };
        self.timeline.follow_snapshots(now, netcode.interpolation_delay());
        let (rate, followed) = (self.timeline.rate(), self.own.id());
        let latency = match zones {
            GhostVisibility::Shown => self.roster.latency(followed),
            GhostVisibility::Hidden => None,
        };
        let own = self.timeline.interpolated_view();
        watched.choose_moments(own, followed, latency, dt, rate);
        let (moments, states) = (watched.moments(), self.inbox.states());
        self.timeline.set_watched(moments);
        watched.held = match latency {
            Some(_) => interpolate::at(states, rate.view_at(moments.server), rate),
            None => Vec::new(),
        };
        let view = interpolate::view_at(states, moments.view);
        let mut drawn = interpolate::drawn(states, view, rate, Curve::Linear, Micros::ZERO);
        drawn.retain(|drawn| drawn.ship.id != followed);
        self.remote.set_view(moments.own, view, drawn);
        self.own.set_watched(watched::ship_at(states, followed, moments.own, rate), moments.own);
    }

    /// On a watcher's screen: whether a bolt has been fired at the moments of the picture.
    pub(super) fn has_shown(&self, bolt: &Bolt) -> bool {
        let is_own = bolt.shot.shooter == self.own.id();
        let rate = self.timeline.rate();
        self.watched.as_ref().is_some_and(|watched| watched.is_shown(bolt.fired, is_own, rate))
    }

    /// The tick at which the own ship is drawn.
    pub(super) fn own_tick(&self) -> Tick {
        match &self.watched {
            Some(watched) => self.timeline.rate().tick_at(watched.moments().own),
            None => self.own.prediction().newest_tick(),
        }
    }

    /// Handles a snapshot. Returns how it was classified, and its news if it is new.
    pub(super) fn handle_snapshot(
        &mut self,
        now: Micros,
        bytes: &[u8],
        netcode: &PlayerNetcode,
    ) -> Result<(Arrival, Option<SnapshotNews>), SnapshotError> {
        let (arrival, news) = self.inbox.receive(bytes, self.own.id(), &self.params)?;
        if let Some(SnapshotNews { state, viewer, events, resets }) = &news {
            if self.sides.is_some() {
                self.shot_counts.count(events);
            }
            self.timeline.handle_snapshot(now, state.tick, viewer);
            if let Some(watched) = &mut self.watched {
                if *resets {
                    watched.forget_events();
                }
                watched.handle_snapshot(state.tick, events);
            } else if let Some(ship) = state.ship(self.own.id()) {
                let world = world(&self.params, &self.inbox, self.own.id(), self.rules, netcode);
                let known = (&self.timeline, &self.inbox);
                self.own.reconcile(now, (viewer.executed, ship), known, &world, netcode);
            }
        }
        Ok((arrival, news))
    }

    /// A player wants the next round at once.
    pub(super) fn note_rematch(&mut self, ship: ShipId) {
        if let Some(round) = &mut self.round {
            round.want_rematch(ship);
        }
    }

    /// A ship left the room.
    pub(super) fn forget_in_round(&mut self, ship: ShipId) {
        if let Some(round) = &mut self.round {
            round.forget(ship);
        }
    }

    /// The player's controls without the triggers while nobody may fire.
    pub(super) fn allowed(&self, controls: Controls) -> Controls {
        let may_fire = self.round.as_ref().is_none_or(|round| round.phase.may_fire());
        if may_fire { controls } else { Controls { trigger: Trigger::None, ..controls } }
    }

    /// Runs the ticks that are due at the start of a frame.
    pub(super) fn run_ticks(
        &mut self,
        now: Micros,
        controls: Controls,
        netcode: &PlayerNetcode,
    ) -> Ticks {
        let ahead = self.rules.now.lockstep();
        let newest = self.inbox.newest().map(|news| news.tick);
        self.timeline.set_lockstep(newest.zip(ahead));
        self.own.freeze(&self.timeline, netcode);
        let world = world(&self.params, &self.inbox, self.own.id(), self.rules, netcode);
        let due = self.timeline.own_tick(now);
        self.own.run_ticks(due, controls, self.remote.view(), &world)
    }

    /// Updates the view of this frame and where the remote ships and the own ship are drawn.
    pub(super) fn update_view(&mut self, now: Micros, dt: Micros, netcode: &PlayerNetcode) {
        self.timeline.follow_snapshots(now, netcode.interpolation_delay());
        let own_time = self.timeline.own_time(now);
        let d = Micros::from_ms(self.rules.now.delay_ms.into());
        let rate = self.timeline.rate();
        let predicted_world = self.own.prediction().predicted_world();
        let newest = self.inbox.newest().map_or(ViewTime(0), |news| ViewTime::from_tick(news.tick));
        let drawn_tick = ViewTime::from_tick(self.own.drawn_tick(netcode));
        let moments = Moments {
            interpolated: self.timeline.interpolated_view(),
            delayed: rate.view_at(own_time - d),
            predicted: predicted_world
                .map_or(newest, |predicted_world| predicted_world.held_to(drawn_tick)),
        };
        let acks = self.timeline.acks();
        let inputs = RemoteInputs {
            states: self.inbox.states(),
            params: &self.params,
            netcode,
            own: self.own.id(),
            own_ship: self.own.prediction().newest(),
            predicted_world,
            frame: Frame { since_newest: now - acks.newest_snapshot_at(), dt },
            link: LinkTiming {
                realtime: now,
                latency: acks.latency(),
                acked_sent: acks.acked_sent(),
            },
        };
        self.remote.update_view(own_time, moments, &inputs);
        self.timeline.note_view(self.own.prediction().newest_tick().next());
        self.own.update_view(now, &self.timeline, &self.inbox, netcode);
    }

    /// The messages due at the end of a frame: commands at the command rate, and hit claims under
    /// rules that trust the shooter.
    pub(super) fn messages(
        &mut self,
        now: Micros,
        hits: Vec<HitClaim>,
        netcode: &PlayerNetcode,
    ) -> Vec<Outgoing> {
        let mut messages = Vec::new();
        let newest = self.own.prediction().newest_tick();
        let rate_hz = netcode.command_rate_hz;
        let ahead = self.rules.now.lockstep();
        let backups = match ahead {
            Some(_) => self.timeline.repeats(now, newest, rate_hz),
            None => self.timeline.packet_due(newest, rate_hz).then_some(netcode.backups),
        };
        if let Some(backups) = backups {
            let (prediction, ack) = (self.own.prediction(), self.inbox.ack());
            let older = |ahead| self.timeline.packet_of_older(prediction, ack, ahead);
            messages.extend(ahead.and_then(older));
            messages.push(self.packet(now, backups));
        }
        for claim in hits {
            self.claims.add(claim, self.rules.at(claim.shot.tick).hit_rule);
        }
        let claims = self.claims.due(self.timeline.sent_tick());
        messages.extend(claims.into_iter().map(Outgoing::from));
        messages
    }

    /// Whether an own shot pierces the ships it hits.
    pub(super) fn piercing(&self, shot: ShotId) -> Piercing {
        self.rules.at(shot.tick).piercing
    }

    /// Builds a packet of all unsent commands and `backups` earlier ones.
    pub(super) fn packet(&mut self, now: Micros, backups: u8) -> Outgoing {
        self.timeline.packet(now, self.own.prediction(), self.inbox.ack(), backups)
    }

    /// Applies changed view settings. Earlier view times are not comparable any more, so a new view
    /// epoch begins; only the remote view and the error smoothing are reset.
    pub(super) fn handle_netcode(&mut self, new: &PlayerNetcode, old: &PlayerNetcode) {
        if new.view_differs(old) {
            self.open_view_epoch();
        }
        self.own.handle_netcode(new, old);
        self.inbox.set_interval(snapshot_interval(self.timeline.rate(), new.update_rate_hz));
    }

    /// The limits on the rates the player asks for.
    pub(super) fn rate_limits(&self) -> RateLimits {
        let (room, server) = (self.rules.now.rate_bounds(), self.rate_bounds);
        RateLimits { ticks: self.timeline.rate(), room, server }
    }

    /// Handles the state of the room's sides.
    pub(super) fn handle_sides(&mut self, sides: SidesState) {
        self.sides = Some(sides);
        self.params.division = Division::TwoSides;
    }

    /// Handles a change of the round.
    pub(super) fn handle_round(&mut self, round: Round) {
        if self.round.as_ref().is_none_or(|known| known.number != round.number) {
            self.shot_counts.clear();
        }
        self.round = Some(round);
    }

    /// Changes the room's rules from a tick on.
    pub(super) fn handle_rules(&mut self, rules: RoomNetcode, from: Tick) {
        if rules.delay_ms != self.rules.now.delay_ms {
            self.open_view_epoch();
        }
        self.rules.change(rules, from);
    }

    /// Applies a new clock epoch: commands restart after the last tick of the old epoch.
    /// Returns the view epoch of the commands that follow.
    pub(super) fn handle_epoch(
        &mut self,
        now: Micros,
        epoch: &ClockEpoch,
        netcode: &PlayerNetcode,
    ) -> u8 {
        let newest = self.timeline.postpone(now, epoch);
        let world = world(&self.params, &self.inbox, self.own.id(), self.rules, netcode);
        self.own.rewind_to(epoch.after, newest, &world);
        self.claims.forget_after(epoch.after);
        self.open_view_epoch();
        self.update_view(now, Micros::ZERO, netcode);
        self.timeline.begin_view_epoch()
    }

    pub(super) fn owner_of(&self, ship: ShipId) -> PlayerKind {
        let own = self.own.id();
        let division = self.params.division;
        // To a watcher who follows nobody, one side has the colour of the viewer's.
        let is_ally = match own {
            NOBODY => division.side_of(ship) == Some(Side::First),
            own => division.are_allies(own, ship),
        };
        match (is_ally, self.roster.is_bot(ship)) {
            _ if ship == own => PlayerKind::You,
            (false, false) => PlayerKind::Player,
            (false, true) => PlayerKind::Bot,
            (true, false) => PlayerKind::Ally,
            (true, true) => PlayerKind::AllyBot,
        }
    }

    /// Where a ship is drawn on this screen, in u.
    pub(super) fn drawn_at(&self, ship: ShipId) -> Option<Vec2> {
        if ship == self.own.id() {
            return Some(self.own.focus());
        }
        self.remote.drawn().iter().find(|drawn| drawn.ship.id == ship).map(|drawn| drawn.pos)
    }

    /// A ship as last drawn, for an effect on it.
    pub(super) fn hull(&self, ship: ShipId) -> EffectCause {
        let drawn = self.remote.drawn().iter().find(|drawn| drawn.ship.id == ship);
        let own = || self.own.prediction().newest().filter(|own| own.id == ship);
        let newest = || self.inbox.newest_ship(ship).or_else(own);
        let known = drawn.map(|drawn| (drawn.ship.body.vel, drawn.pose.aim));
        let Some((vel, aim)) = known.or_else(|| newest().map(|ship| (ship.body.vel, ship.aim)))
        else {
            return EffectCause::default();
        };
        let hull = EffectHull { ship, owner: self.owner_of(ship), aim };
        EffectCause { vel, hull: Some(hull), ..EffectCause::default() }
    }

    /// The ships that own shots may meet on this screen.
    pub(super) fn targets(&self) -> Targets<'_> {
        self.remote.targets(self.own.id(), self.params.division)
    }

    fn open_view_epoch(&mut self) {
        self.timeline.open_view_epoch();
        self.remote.reset();
    }
}

/// Everything outside the own ship that its prediction depends on.
fn world<'a>(
    params: &'a WorldParams,
    inbox: &'a Inbox,
    own: ShipId,
    rules: Rules,
    netcode: &PlayerNetcode,
) -> PredictionWorld<'a> {
    let rerun_max = netcode.rerun_max();
    PredictionWorld { params, states: inbox.states(), own, rules, rerun_max }
}
