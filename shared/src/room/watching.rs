//! What the room sends to its watchers: the same messages to all of them, each encoded once, late
//! by the room's delay. Runs after each tick while somebody watches.
//!
//! Snapshots form one chain, each encoded against the one before, with a keyframe every second. A
//! watcher begins at the newest keyframe that is due; only the first one waits for it. If it is too
//! slow for the chain, its shell sends it nothing until the next keyframe.

use alloc::{collections::VecDeque, sync::Arc, vec::Vec};

use super::{
    collected_events::CollectedEvents,
    output::{Output, SessionId},
    scratch::{Bodies, BodyKey},
    session::Session,
    state::Room,
};
use crate::{
    base::{
        limits::{WATCH_KEYFRAME_MS, WATCH_RATE_HZ, WATCHERS_MAX},
        time::{Tick, TickRate},
    },
    sim::{ship::ShipId, state::WorldState},
    wire::{
        codec::CodecId,
        message::{AimAssist, ServerControl, snapshot_message_in},
        snapshot::{SnapshotHead, ViewerHead, snapshot_interval},
        watch::{PlayerView, PlayerViews, WatchWelcome},
    },
};

/// A message for watchers, shared by all of them.
pub type WatchMessage = Arc<[u8]>;

/// The next part of what all watchers are sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WatchPart {
    /// A watcher may begin here: a new one, or one that missed a part, is sent the welcome first.
    Start {
        welcome: WatchMessage,
        /// The views and the keyframe.
        messages: Vec<WatchMessage>,
    },
    /// What follows.
    Next(WatchMessage),
}

/// What is sent to watchers, while there are any.
#[derive(Clone, Debug)]
pub(super) struct WatchFeed {
    n_watchers: u16,
    /// The number last told to players and watchers.
    told: u16,
    /// The newest snapshot in the chain, and its baseline.
    newest: Option<(Tick, Option<Tick>)>,
    keyframe_at: Option<Tick>,
    /// Parts with the tick at which they are due, in order; bounded by what a room sends within its
    /// delay.
    pending: VecDeque<(Tick, WatchPart)>,
    /// The messages from the newest due keyframe on, its welcome first.
    current: Vec<WatchMessage>,
}

impl WatchFeed {
    fn new(n_watchers: u16) -> Self {
        Self {
            n_watchers,
            told: 0,
            newest: None,
            keyframe_at: None,
            pending: VecDeque::new(),
            current: Vec::new(),
        }
    }
}

impl Room {
    /// Sets how many watch: up to [`WATCHERS_MAX`]. Nothing is made for nobody.
    pub fn handle_watchers(&mut self, n: u16) {
        let n = n.min(WATCHERS_MAX);
        match &mut self.watch_feed {
            Some(feed) => feed.n_watchers = n,
            None if n > 0 => self.watch_feed = Some(WatchFeed::new(n)),
            None => {}
        }
    }

    /// What a new watcher is sent first: the newest keyframe that is due, and all since. Empty if
    /// there is none yet; then it begins with the next [`WatchPart::Start`].
    #[must_use]
    pub fn watch_start(&self) -> &[WatchMessage] {
        self.watch_feed.as_ref().map_or(&[], |feed| &feed.current)
    }

    /// The welcome of the room as it is now. A new watcher is sent it where there is no keyframe
    /// yet: the first comes after the room's delay, or when somebody plays.
    #[must_use]
    pub fn watch_welcome(&self) -> WatchMessage {
        let ships = |which: &dyn Fn(&Session) -> bool| -> Vec<ShipId> {
            let those = self.all_sessions().filter(|session| which(session));
            those.map(|session| session.ship).collect()
        };
        let welcome = WatchWelcome {
            room: self.config.name.clone(),
            tick: self.world.tick,
            rate: self.clock.rate(),
            seats: self.config.seats,
            arena: self.config.arena.clone(),
            netcode: self.config.netcode,
            codec: Self::WATCH_CODEC,
            roster: self.roster.clone(),
            away: ships(&Session::is_lost),
            assisted: ships(&|session| session.aim_assist.sent == AimAssist::On),
            latencies: self.sessions().filter_map(|one| one.sent_latencies.own).collect(),
            round: self.round().cloned(),
            sides: self.sides,
            delay_ms: self.config.watch_delay_ms,
        };
        Arc::from(ServerControl::Watching(welcome.into()).encode())
    }

    /// How many watch.
    #[must_use]
    pub fn n_watchers(&self) -> u16 {
        self.watch_feed.as_ref().map_or(0, |feed| feed.n_watchers)
    }

    /// The codec of the snapshots for watchers.
    pub const WATCH_CODEC: CodecId = CodecId::Replay;

    /// Whether a snapshot of this tick is due for watchers; not again while the next tick waits.
    pub(super) fn is_watch_due(&self) -> bool {
        let tick = self.world.tick;
        let interval =
            self.snapshot_divisor() * snapshot_interval(self.clock.rate(), WATCH_RATE_HZ);
        let is_new = |feed: &WatchFeed| feed.newest.is_none_or(|(newest, _)| newest < tick);
        tick.0.is_multiple_of(interval)
            && self.watch_feed.as_ref().is_some_and(|feed| feed.n_watchers > 0 && is_new(feed))
    }

    /// Adds the newest snapshot to the chain. Its state becomes a baseline of the room.
    pub(super) fn encode_for_watchers(
        &mut self,
        state: &WorldState,
        bodies: &mut Bodies,
        collected: &mut CollectedEvents,
    ) {
        let (tick, rate) = (state.tick, self.clock.rate());
        let Some(feed) = &self.watch_feed else { return };
        let keyframe_ticks = i64::from(rate.ticks_in_ms(WATCH_KEYFRAME_MS));
        let is_keyframe = feed.keyframe_at.is_none_or(|at| tick.since(at) >= keyframe_ticks);
        let newest = feed.newest.filter(|_| !is_keyframe);
        let key = BodyKey {
            codec: Self::WATCH_CODEC,
            baseline: newest.map(|(newest, _)| newest),
            before: newest.and_then(|(_, before)| before),
        };
        let body = self.body_for_all(bodies, key, state, collected);
        let baseline = body.baseline;
        let viewer = ViewerHead { executed: tick, ..ViewerHead::default() };
        let head = SnapshotHead { tick, baseline, viewer };
        let snapshot = Arc::from(snapshot_message_in(Vec::new(), &head, &body.bytes));
        let views = Arc::from(ServerControl::Views(self.player_views()).encode());
        let welcome = baseline.is_none().then(|| self.watch_welcome());
        let due = self.watch_due();
        let Some(feed) = &mut self.watch_feed else { return };
        feed.newest = Some((tick, baseline));
        match welcome {
            Some(welcome) => {
                feed.keyframe_at = Some(tick);
                let messages = alloc::vec![views, snapshot];
                feed.pending.push_back((due, WatchPart::Start { welcome, messages }));
            }
            None => {
                for message in [views, snapshot] {
                    feed.pending.push_back((due, WatchPart::Next(message)));
                }
            }
        }
    }

    /// Adds a message for all players, if it is for watchers too.
    pub(super) fn tell_watchers(&mut self, control: &ServerControl) {
        let is_theirs = match control {
            ServerControl::Joined(_)
            | ServerControl::Left { .. }
            | ServerControl::Away { .. }
            | ServerControl::Back { .. }
            | ServerControl::AimAssist { .. }
            | ServerControl::Round(_)
            | ServerControl::Rematch { .. }
            | ServerControl::Sides(_)
            | ServerControl::Rules { .. }
            | ServerControl::Latencies(_)
            | ServerControl::Watchers { .. }
            | ServerControl::Pressure(_) => true,
            // About one player, or in the snapshots.
            _ => false,
        };
        let due = self.watch_due();
        // Before the first keyframe, whose welcome has it.
        if let Some(feed) = self.watch_feed.as_mut().filter(|feed| feed.newest.is_some())
            && is_theirs
        {
            feed.pending.push_back((due, WatchPart::Next(Arc::from(control.encode()))));
        }
    }

    /// Outputs what is due for watchers.
    pub(super) fn send_to_watchers(&mut self) {
        let tick = self.world.tick;
        let Some(feed) = &mut self.watch_feed else { return };
        while let Some((_, part)) = feed.pending.pop_front_if(|(due, _)| *due <= tick) {
            match &part {
                WatchPart::Start { welcome, messages } => {
                    feed.current.clear();
                    feed.current.push(welcome.clone());
                    feed.current.extend(messages.iter().cloned());
                }
                WatchPart::Next(message) => feed.current.push(message.clone()),
            }
            self.outputs.push_back(Output::Watch(part));
        }
    }

    /// Tells everyone how many watch, if that has changed; forgets what nobody watches.
    pub(super) fn send_watchers(&mut self) {
        let Some(feed) = &mut self.watch_feed else { return };
        let n = feed.n_watchers;
        if n != feed.told {
            feed.told = n;
            self.broadcast(&ServerControl::Watchers { n });
        }
        if n == 0 {
            self.watch_feed = None;
        }
    }

    /// Tells a player who enters the room how many watch, as the others know it.
    pub(super) fn send_watchers_to(&mut self, id: SessionId) {
        let told = self.watch_feed.as_ref().map_or(0, |feed| feed.told);
        if told > 0 {
            self.send_control(id, &ServerControl::Watchers { n: told });
        }
    }

    /// When what happens now is due.
    fn watch_due(&self) -> Tick {
        let rate: TickRate = self.clock.rate();
        let delay_ms = self.config.watch_delay_ms;
        let ticks = if delay_ms == 0 { 0 } else { rate.ticks_in_ms(delay_ms) };
        self.world.tick.plus(ticks)
    }

    /// What each player sees, from the view of its last shot or else from its subscription: other
    /// commands carry no view.
    fn player_views(&self) -> PlayerViews {
        let (rate, delay_ms) = (self.clock.rate(), self.config.netcode.delay_ms);
        let view = |session: &Session| {
            let lag = self.screen(session.ship, delay_ms).lag;
            let lag_steps = u32::try_from(rate.view_at(lag).0).unwrap_or(0);
            PlayerView { seat: session.ship.idx, lag_steps }
        };
        PlayerViews(self.sessions().map(view).collect())
    }
}
