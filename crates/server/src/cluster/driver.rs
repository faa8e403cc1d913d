//! Drives the [`Directory`]: feeds it what the server and NATS report, and carries out its effects.
use std::collections::HashMap;
use std::sync::{Arc, Weak};
use std::time::Duration;

use axum::body::Bytes;
use directory::limits::PEERS_MAX;
use directory::message::{Load, Wishes, encode};
use directory::{
    Connection, Decision, Directory, Effect, Identity, Incarnation, KvResult, OpId, Outcome,
    ReplyTo, RequestId, Revision, RoomKey, Ticket, WatchEvent,
};
use shared::wire::message::PROTOCOL_VERSION;
use shared::wire::route::{NodeName, Route};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Instant, sleep_until};
use tracing::{error, info, warn};

use super::lists::RoomLists;
#[cfg(feature = "cluster")]
use super::nats::{self, ReplySubject, Session};
#[cfg(not(feature = "cluster"))]
use super::no_nats::{self as nats, ReplySubject, Session};
use super::{Adopted, Cluster, Event, Member, OpenOrder, Placement, Standing};
use crate::config::{ClusterConfig, Config};
use crate::metrics::Metrics;
use crate::process::Usage;
use crate::rooms::Rooms;
use crate::scores::Scores;

/// Results of NATS on their way to the driver; what more comes waits in its connection.
const FROM_NATS_MAX: usize = 1024;
/// How long a node that is not heard any more is looked for scores of its lobbies.
const NODES_KEPT: Duration = Duration::from_secs(90);
/// How long a starting server waits for NATS before it takes players without it.
const SETTLED_AFTER: Duration = Duration::from_secs(10);
/// Requests after which one that was not answered is forgotten.
const REPLIES_KEPT: u64 = 4096;

/// What comes from NATS.
pub(super) enum FromNats {
    /// A connection, whose subscriptions stand.
    Up(Arc<Session>),
    Down,
    Beacon {
        node: NodeName,
        body: Bytes,
    },
    Request {
        reply: ReplySubject,
        body: Bytes,
    },
    RoomList {
        node: NodeName,
        body: Bytes,
    },
    WatchStarted,
    WatchEntry {
        key: String,
        revision: Revision,
        value: Option<Bytes>,
    },
    WatchSynced,
    Kv(OpId, KvResult),
    Answered(RequestId, Bytes),
    NoResponders(RequestId),
    TimedOut(RequestId),
}

/// The directory and what it is driven with.
struct State {
    directory: Directory,
    started: Instant,
    rooms: Weak<Rooms>,
    metrics: Arc<Metrics>,
    connections_max: u32,
    session: Option<Arc<Session>>,
    /// Hellos that wait.
    tickets: HashMap<Ticket, (RoomKey, oneshot::Sender<Placement>)>,
    /// Where answers to the requests of other nodes go.
    replies: HashMap<ReplyTo, ReplySubject>,
    n_requests: u64,
    adopted: Arc<Adopted>,
    /// Until when adopted rooms wait for their first player.
    adopted_until: HashMap<RoomKey, Duration>,
    draining: Vec<oneshot::Sender<()>>,
    standing: watch::Sender<Standing>,
    /// Another server of this name runs, whatever this one does until it stops.
    is_refused: bool,
    is_settled: bool,
    /// When each node was heard last; at most [`PEERS_MAX`].
    heard: HashMap<NodeName, Duration>,
    nodes: watch::Sender<Vec<NodeName>>,
    lists: RoomLists,
    events: mpsc::UnboundedSender<Event>,
    pressure: Pressure,
}

/// The processor's load, measured between two beacons.
struct Pressure {
    since: Instant,
    cpu_s: f64,
    permille: u16,
}

/// A driver that does not know its rooms yet.
pub(crate) struct Driver {
    state: State,
    events: mpsc::UnboundedReceiver<Event>,
    from_nats: mpsc::Receiver<FromNats>,
}

/// Prepares a server's end of its cluster, and begins to connect.
pub(crate) fn start(
    config: &Config,
    cluster: &ClusterConfig,
    node: NodeName,
    metrics: Arc<Metrics>,
) -> (Member, Arc<dyn Scores>) {
    let (events, from_server) = mpsc::unbounded_channel();
    let (to_driver, from_nats) = mpsc::channel(FROM_NATS_MAX);
    let (standing, standing_shown) = watch::channel(Standing::default());
    let (nodes, nodes_shown) = watch::channel(vec![node.clone()]);
    let identity = Identity { node: node.clone(), incarnation: draw_incarnation() };
    let rooms_max = u32::try_from(config.rooms_max).unwrap_or(u32::MAX);
    let directory_config = directory::Config { protocol: PROTOCOL_VERSION.into(), rooms_max };
    let seed = identity.incarnation.0;
    let scores = nats::start(config, cluster, identity.clone(), to_driver, nodes_shown);
    let adopted = Arc::<Adopted>::default();
    let (lists, lists_shown) = RoomLists::new(node);
    let state = State {
        directory: Directory::new(Duration::ZERO, directory_config, identity, seed),
        started: Instant::now(),
        rooms: Weak::new(),
        metrics,
        connections_max: config.connections_max,
        session: None,
        tickets: HashMap::new(),
        replies: HashMap::new(),
        n_requests: 0,
        adopted: adopted.clone(),
        adopted_until: HashMap::new(),
        draining: Vec::new(),
        standing,
        is_refused: false,
        is_settled: false,
        heard: HashMap::new(),
        nodes,
        lists,
        events: events.clone(),
        pressure: Pressure { since: Instant::now(), cpu_s: Usage::now().cpu_s, permille: 0 },
    };
    let cluster = Cluster { events, adopted, standing: standing_shown, lists: lists_shown };
    let driver = Driver { state, events: from_server, from_nats };
    (Member { cluster, driver }, scores)
}

/// Drawn at random. Without the system's randomness it is always the same, and two processes of one
/// name are not told apart: the log says so.
fn draw_incarnation() -> Incarnation {
    let mut bytes = [0; 8];
    if let Err(error) = getrandom::fill(&mut bytes) {
        warn!(%error, "cannot tell servers of one name apart: no system randomness");
    }
    Incarnation(u64::from_le_bytes(bytes))
}

impl Driver {
    /// Runs until the server ends.
    pub(crate) async fn run(self, rooms: Weak<Rooms>) {
        let Self { mut state, mut events, mut from_nats } = self;
        state.rooms = rooms;
        loop {
            let wake_at = state.started + state.directory.poll_timeout();
            tokio::select! {
                event = events.recv() => match event {
                    Some(event) => state.handle(event),
                    None => return,
                },
                Some(event) = from_nats.recv() => state.handle_nats(event),
                () = sleep_until(wake_at) => state.wake(),
            }
            state.work();
            if state.rooms.strong_count() == 0 {
                return;
            }
        }
    }
}

impl State {
    fn now(&self) -> Duration {
        self.started.elapsed()
    }

    fn handle(&mut self, event: Event) {
        let now = self.now();
        match event {
            Event::Hello { hello, reply } => {
                let key = hello.key;
                let ticket = self.directory.handle_hello(now, hello);
                self.tickets.insert(ticket, (key, reply));
            }
            Event::OwnerElsewhere { key, reply } => {
                let _ = reply.send(self.directory.owner_elsewhere(key));
            }
            Event::Opened(key) => self.directory.handle_opened(now, key),
            Event::OpenFailed(key) => self.directory.handle_open_failed(now, key),
            Event::Ended(key) => self.directory.handle_ended(now, key),
            Event::Changed(key, wishes) => self.directory.change_wishes(now, key, wishes),
            Event::Drain => self.directory.begin_drain(now),
            Event::MayGo(key) => self.directory.give_away(now, key),
            Event::Drained(reply) => self.draining.push(reply),
        }
    }

    fn handle_nats(&mut self, event: FromNats) {
        let now = self.now();
        match event {
            FromNats::Up(session) => {
                self.session = Some(session);
                self.directory.handle_connection(now, Connection::Connected);
            }
            FromNats::Down => {
                self.session = None;
                self.directory.handle_connection(now, Connection::Lost);
            }
            FromNats::Beacon { node, body } => {
                self.hear(now, node);
                self.directory.handle_beacon(now, &body);
            }
            FromNats::Request { reply, body } => {
                self.n_requests += 1;
                let reply_to = ReplyTo(self.n_requests);
                self.replies.insert(reply_to, reply);
                self.directory.handle_request(now, reply_to, &body);
            }
            FromNats::RoomList { node, body } => self.lists.hear(now, node, &body),
            FromNats::WatchStarted => self.directory.handle_watch(now, WatchEvent::Started),
            FromNats::WatchEntry { key, revision, value } => {
                let value = value.as_deref();
                let entry = WatchEvent::Entry { key: &key, revision, value };
                self.directory.handle_watch(now, entry);
            }
            FromNats::WatchSynced => self.directory.handle_watch(now, WatchEvent::Synced),
            FromNats::Kv(op, result) => self.directory.handle_kv_result(now, op, result),
            FromNats::Answered(id, body) => {
                self.directory.handle_outcome(now, id, Outcome::Reply(&body));
            }
            FromNats::NoResponders(id) => {
                self.directory.handle_outcome(now, id, Outcome::NoResponders);
            }
            FromNats::TimedOut(id) => self.directory.handle_outcome(now, id, Outcome::TimedOut),
        }
    }

    /// The time has come that the directory named.
    fn wake(&mut self) {
        let now = self.now();
        if let Some(rooms) = self.rooms.upgrade() {
            let permille = self.pressure.measure();
            self.directory.handle_load(Load {
                players: u32::try_from(rooms.tickets.n_valid()).unwrap_or(u32::MAX),
                seats: self.connections_max,
                pressure_permille: permille,
                ..Load::default()
            });
            if self.lists.handle_time(now)
                && let Some(session) = &self.session
            {
                session.list_rooms(encode(&rooms.list_here()));
            }
        }
        // Who asked may be gone.
        let gone = self.tickets.iter().filter(|(_, (_, reply))| reply.is_closed());
        let gone: Vec<Ticket> = gone.map(|(ticket, _)| *ticket).collect();
        for ticket in gone {
            self.tickets.remove(&ticket);
            self.directory.handle_gone(now, ticket);
        }
        self.replies.retain(|to, _| to.0 + REPLIES_KEPT > self.n_requests);
        self.is_settled |= self.directory.is_settled(now) || now >= SETTLED_AFTER;
        self.end_unclaimed(now);
        self.forget_nodes(now);
        self.directory.handle_time(now);
    }

    /// Ends adopted rooms to which nobody has come.
    fn end_unclaimed(&mut self, now: Duration) {
        let adopted = self.adopted.clone();
        let mut waiting = adopted.lock();
        self.adopted_until.retain(|key, _| waiting.contains_key(key));
        let over = self.adopted_until.iter().filter(|(_, until)| **until <= now);
        let over: Vec<RoomKey> = over.map(|(key, _)| *key).collect();
        for key in over {
            waiting.remove(&key);
            self.adopted_until.remove(&key);
            self.directory.handle_ended(now, key);
        }
    }

    fn hear(&mut self, now: Duration, node: NodeName) {
        // What is said with more names than there may be nodes is not kept.
        let is_known = self.heard.contains_key(&node);
        if is_known || self.heard.len() < PEERS_MAX {
            self.heard.insert(node, now);
        }
        if !is_known {
            self.show_nodes();
        }
    }

    fn forget_nodes(&mut self, now: Duration) {
        let n_before = self.heard.len();
        self.heard.retain(|_, heard| *heard + NODES_KEPT >= now);
        if self.heard.len() < n_before {
            self.show_nodes();
        }
    }

    fn show_nodes(&self) {
        let me = self.directory.identity().node.clone();
        let others = self.heard.keys().filter(|node| **node != me).cloned();
        self.nodes.send_replace([me.clone()].into_iter().chain(others).collect());
    }

    /// Carries out all effects, and reports what has changed.
    fn work(&mut self) {
        while let Some(effect) = self.directory.poll_effect() {
            self.carry_out(effect);
        }
        let now = self.now();
        if self.directory.is_drained() {
            for reply in self.draining.drain(..) {
                let _ = reply.send(());
            }
        }
        let standing = Standing {
            is_connected: self.directory.is_connected(),
            n_nodes: self.directory.n_nodes(now),
            is_refused: self.is_refused,
            is_settled: self.is_settled,
        };
        self.standing.send_if_modified(|shown| {
            let is_new = *shown != standing;
            *shown = standing;
            is_new
        });
        if let Some(metrics) = &self.metrics.cluster {
            metrics.show(standing, self.directory.n_claims(), self.directory.counts());
        }
    }

    fn carry_out(&mut self, effect: Effect) {
        match effect {
            Effect::Create { op, key, value } => self.kv(op, |it| it.create(op, key, value)),
            Effect::Update { op, key, revision, value } => {
                self.kv(op, |it| it.update(op, key, revision, value));
            }
            Effect::Delete { op, key, revision } => self.kv(op, |it| it.delete(op, key, revision)),
            Effect::Purge { op, revision, .. } => self.kv(op, |it| it.purge(op, revision)),
            Effect::Read { op, key } => self.kv(op, |it| it.read(op, key)),
            Effect::Request { id, to, body } => match &self.session {
                Some(session) => session.request(id, &to, body),
                None => self.directory.handle_outcome(self.now(), id, Outcome::TimedOut),
            },
            Effect::Reply { to, body } => {
                if let (Some(session), Some(reply)) = (&self.session, self.replies.remove(&to)) {
                    session.publish(reply, body);
                }
            }
            Effect::Beacon { body } => {
                if let Some(session) = &self.session {
                    session.beacon(body);
                }
            }
            Effect::Answer { ticket, decision } => self.answer(ticket, decision),
            Effect::Open { key, wishes, occupied_for } => self.adopt(key, wishes, occupied_for),
            Effect::MoveAll { key, to } => self.move_all(key, Some(to)),
            Effect::MoveLobbies { to } => {
                if let Some(rooms) = self.rooms.upgrade() {
                    rooms.set_lobby_target(to);
                }
            }
            Effect::EndRoom { key, reason } => {
                info!(%reason, "a room ends here");
                self.move_all(key, None);
            }
            Effect::Refuse { reason } => {
                self.is_refused = true;
                error!(node = %self.directory.identity().node, "{reason}");
            }
        }
    }

    /// Begins an operation on the bucket, which fails at once without a connection.
    fn kv(&mut self, op: OpId, begin: impl FnOnce(&Arc<Session>)) {
        match &self.session {
            Some(session) => begin(session),
            None => self.directory.handle_kv_result(self.now(), op, KvResult::Unavailable),
        }
    }

    fn answer(&mut self, ticket: Ticket, decision: Decision) {
        // Who has gone is out of the directory too, so this was for somebody. If nobody waits any
        // more, the dropped order reports that the room was not opened.
        let Some((key, reply)) = self.tickets.remove(&ticket) else {
            return;
        };
        let placement = match decision {
            Decision::Here => Placement::Here,
            Decision::Open { wishes } => {
                Placement::Open(OpenOrder { key, wishes, events: Some(self.events.clone()) })
            }
            Decision::Moved { to, hop } => {
                Placement::Moved(Route { node: Some(to), hops: hop.moves })
            }
            Decision::Wait(reason) => Placement::Wait(reason),
        };
        let _ = reply.send(placement);
    }

    /// Notes a room that another server gave away. It is opened when its first player comes, who
    /// knows its name.
    fn adopt(&mut self, key: RoomKey, wishes: Wishes, occupied_for: Duration) {
        let now = self.now();
        self.adopted.lock().insert(key, wishes);
        self.adopted_until.insert(key, now + occupied_for);
        self.directory.handle_opened(now, key);
    }

    /// Sends everybody in a room to another server, or by any path.
    fn move_all(&mut self, key: RoomKey, to: Option<NodeName>) {
        let was_adopted = self.adopted.lock().remove(&key).is_some();
        let order = Route { node: to, hops: 1 };
        let rooms = self.rooms.upgrade().filter(|_| !was_adopted);
        if !rooms.is_some_and(|rooms| rooms.send_away(key, order)) {
            self.directory.handle_ended(self.now(), key);
        }
    }
}

impl Pressure {
    /// How busy the processors were since the last measurement, in permille.
    fn measure(&mut self) -> u16 {
        let (elapsed, cpu_s) = (self.since.elapsed(), Usage::now().cpu_s);
        if elapsed >= Duration::from_secs(1) {
            let cores = std::thread::available_parallelism().map_or(1, usize::from) as f64;
            let share = (cpu_s - self.cpu_s) / elapsed.as_secs_f64() / cores;
            self.permille = (share * 1000.0).clamp(0.0, 1000.0) as u16;
            (self.since, self.cpu_s) = (Instant::now(), cpu_s);
        }
        self.permille
    }
}
