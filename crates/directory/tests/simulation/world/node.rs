//! A process: the directory and the shell around it, which holds rooms, players and their scores.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use directory::message::Wishes;
use directory::{
    Config, Connection, Decision, Directory, Effect, Hello, Hop, Identity, Incarnation, KvResult,
    OpId, Outcome, ReplyTo, RequestId, Revision, RoomKey, Ticket, WatchEvent, WriteResult,
};

use shared::wire::route::NodeName;

use super::nats::{ToNats, Wire};
use super::page::Answer;
use super::rooms::{Player, Room, wishes_of};
use super::{Event, MS, Micros, S, World, duration, micros};

/// What is not given away by then is ended.
const DRAIN_MAX: Micros = 10 * S;

pub(crate) struct Node {
    pub(crate) slot: usize,
    pub(crate) identity: Identity,
    /// By how much its version of messages is newer than that of the first nodes.
    pub(crate) version: u8,
    pub(crate) is_alive: bool,
    pub(crate) is_stopped: bool,
    pub(crate) stopped_at: Micros,
    /// When it was last stopped, cut off or without a connection.
    pub(crate) troubled_at: Micros,
    pub(super) inbox: VecDeque<Input>,
    pub(crate) directory: Directory,
    /// This node's clock minus the world's: nodes share no clock.
    pub(super) skew: Micros,
    pub(crate) wire: Wire,
    pub(crate) rooms: BTreeMap<RoomKey, Room>,
    pub(crate) lobby: BTreeMap<usize, u64>,
    pub(super) opening: BTreeMap<RoomKey, (Micros, Wishes)>,
    pub(super) tickets: BTreeMap<Ticket, Player>,
    pub(super) ops: BTreeSet<OpId>,
    pub(super) requests: BTreeSet<RequestId>,
    pub(super) replies: BTreeMap<ReplyTo, (usize, RequestId)>,
    pub(super) n_numbers: u64,
    pub(super) next_wake_at: Micros,
    pub(super) drains_until: Option<Micros>,
}

pub(crate) enum Watched {
    Started,
    Entry(RoomKey, Revision, Option<Vec<u8>>),
    Synced,
}

pub(crate) enum Input {
    /// Came over this connection.
    Down(u64, Box<Self>),
    ConnectionLost(u64),
    Connection(Connection),
    Watch(Watched),
    Beacon(Vec<u8>),
    Request(usize, RequestId, Vec<u8>),
    Reply(RequestId, Vec<u8>),
    NoResponders(RequestId),
    RequestTimeOut(RequestId),
    Kv(OpId, KvResult),
    KvTimeOut(OpId),
    ScoresRead(RoomKey, u64, Option<(Revision, Vec<u8>)>),
    ScoresWritten(RoomKey, u64, WriteResult),
    ScoreTimeOut(RoomKey, u64),
    Wake,
    RoomOpened(RoomKey),
    Hello {
        page: usize,
        epoch: u64,
        token: u64,
        room: Option<RoomKey>,
        hop: Hop,
    },
    Gone {
        page: usize,
        epoch: u64,
    },
    Terminate,
}

impl Input {
    /// As a node reads it whose version of messages is newer by so much: what was 2 is its 1.
    fn shifted(mut self, version: u8) -> Self {
        if let Self::Watch(Watched::Entry(_, _, Some(bytes)))
        | Self::Beacon(bytes)
        | Self::Request(_, _, bytes)
        | Self::Reply(_, bytes)
        | Self::Kv(_, KvResult::Entry { value: bytes, .. }) = &mut self
        {
            bytes.iter_mut().take(1).for_each(|first| *first = first.wrapping_sub(version));
        }
        self
    }

    const fn is_timer(&self) -> bool {
        matches!(
            self,
            Self::Wake
                | Self::KvTimeOut(_)
                | Self::RequestTimeOut(_)
                | Self::ScoreTimeOut(..)
                | Self::RoomOpened(_)
        )
    }
}

impl World {
    /// Starts a process under the slot's name, which becomes the one that pages find there.
    pub(crate) fn start(&mut self, slot: usize) {
        let node = self.start_second(slot);
        self.slots[slot].node = Some(node);
    }

    /// Starts a process under a name that another one may have.
    pub(crate) fn start_second(&mut self, slot: usize) -> usize {
        let node = self.nodes.len();
        let name = NodeName::try_from(self.slots[slot].name.clone()).unwrap();
        let identity = Identity { node: name, incarnation: Incarnation(self.draws.word()) };
        let skew = self.draws.between(0, 1000) * S;
        let protocol = self.slots[slot].protocol;
        let config = Config { protocol, rooms_max: 6 };
        let born = duration(self.now + skew);
        let directory = Directory::new(born, config, identity.clone(), self.draws.word());
        self.note(|| format!("node {node} starts as {} {protocol}", identity.subject()));
        self.nodes.push(Node {
            slot,
            identity,
            version: self.slots[slot].version,
            is_alive: true,
            is_stopped: false,
            stopped_at: 0,
            troubled_at: self.now,
            inbox: VecDeque::new(),
            directory,
            skew,
            wire: Wire::default(),
            rooms: BTreeMap::new(),
            lobby: BTreeMap::new(),
            opening: BTreeMap::new(),
            tickets: BTreeMap::new(),
            ops: BTreeSet::new(),
            requests: BTreeSet::new(),
            replies: BTreeMap::new(),
            n_numbers: 0,
            next_wake_at: Micros::MAX,
            drains_until: None,
        });
        let delay = self.draws.between(1, 50) * MS;
        self.after(delay, Event::Reconnect(node));
        self.after(S, Event::Tick(node));
        self.work(node);
        node
    }

    pub(crate) fn arrive(&mut self, node: usize, input: Input) {
        let it = &mut self.nodes[node];
        if !it.is_alive {
            return;
        }
        if it.is_stopped {
            it.inbox.push_back(input);
            return;
        }
        self.input(node, input);
        self.work(node);
    }

    /// The process goes on, and finds what came meanwhile: in its sockets, and its timers late.
    pub(crate) fn wake_up(&mut self, node: usize) {
        let it = &mut self.nodes[node];
        it.is_stopped = false;
        it.troubled_at = self.now;
        self.may_be_doubled = true;
        let mut inputs: Vec<Input> = it.inbox.drain(..).collect();
        if self.draws.chance(500) {
            inputs.sort_by_key(|input| !input.is_timer());
        }
        for input in inputs {
            if self.nodes[node].is_alive {
                self.input(node, input);
                self.work(node);
            }
        }
    }

    pub(super) fn clock(&self, node: usize) -> std::time::Duration {
        duration(self.now + self.nodes[node].skew)
    }

    pub(super) fn input(&mut self, node: usize, input: Input) {
        let now = self.clock(node);
        let it = &mut self.nodes[node];
        let directory = &mut it.directory;
        match input {
            Input::Down(connection, input) => {
                if it.wire.believed == Some(connection) {
                    let version = it.version;
                    self.input(node, input.shifted(version));
                }
            }
            Input::ConnectionLost(connection) => {
                if it.wire.believed == Some(connection) {
                    it.wire.believed = None;
                    directory.handle_connection(now, Connection::Lost);
                    let quick = self.quick_until > self.now;
                    let delay = self.draws.between(50, if quick { 350 } else { 1000 }) * MS;
                    self.after(delay, Event::Reconnect(node));
                }
            }
            Input::Connection(connection) => directory.handle_connection(now, connection),
            Input::Watch(Watched::Started) => directory.handle_watch(now, WatchEvent::Started),
            Input::Watch(Watched::Synced) => directory.handle_watch(now, WatchEvent::Synced),
            Input::Watch(Watched::Entry(key, revision, value)) => {
                let key = key.to_string();
                let event = WatchEvent::Entry { key: &key, revision, value: value.as_deref() };
                directory.handle_watch(now, event);
            }
            Input::Beacon(body) => directory.handle_beacon(now, &body),
            Input::Request(from, id, body) => {
                it.n_numbers += 1;
                let reply_to = ReplyTo(it.n_numbers);
                it.replies.insert(reply_to, (from, id));
                directory.handle_request(now, reply_to, &body);
            }
            Input::Reply(..) | Input::NoResponders(_) | Input::RequestTimeOut(_) => {
                self.outcome(node, &input);
            }
            Input::Kv(op, result) => self.kv_result(node, op, result),
            Input::KvTimeOut(op) => self.kv_result(node, op, KvResult::Unavailable),
            Input::Wake => {
                it.next_wake_at = Micros::MAX;
                directory.handle_time(now);
            }
            Input::RoomOpened(key) => self.room_opened(node, key),
            Input::Hello { page, epoch, token, room, hop } => match room {
                None => self.lobby_hello(node, page, epoch, hop),
                Some(key) => {
                    let hello = Hello { key, wishes: wishes_of(key, 0), hop };
                    let ticket = directory.handle_hello(now, hello);
                    it.tickets.insert(ticket, Player { page, epoch, token, key });
                }
            },
            Input::Gone { page, epoch } => self.page_gone(node, page, epoch),
            Input::Terminate => {
                it.drains_until = Some(self.now + DRAIN_MAX);
                directory.begin_drain(now);
                self.note(|| format!("node {node} drains"));
            }
            scores => self.scores_input(node, scores),
        }
    }

    pub(super) fn outcome(&mut self, node: usize, input: &Input) {
        let now = self.clock(node);
        let it = &mut self.nodes[node];
        let (id, outcome) = match input {
            Input::Reply(id, body) => (id, Outcome::Reply(body)),
            Input::NoResponders(id) => (id, Outcome::NoResponders),
            Input::RequestTimeOut(id) => (id, Outcome::TimedOut),
            _ => return,
        };
        if it.requests.remove(id) {
            it.directory.handle_outcome(now, *id, outcome);
        }
    }

    pub(super) fn kv_result(&mut self, node: usize, op: OpId, result: KvResult) {
        let now = self.clock(node);
        let it = &mut self.nodes[node];
        if it.ops.remove(&op) {
            it.directory.handle_kv_result(now, op, result);
        }
    }

    /// Carries out the directory's effects, and plans its next call.
    pub(super) fn work(&mut self, node: usize) {
        while let Some(effect) = self.nodes[node].directory.poll_effect() {
            self.effect(node, effect);
        }
        let it = &mut self.nodes[node];
        if !it.is_alive {
            return;
        }
        let wake_at = micros(it.directory.poll_timeout()).saturating_sub(it.skew);
        if wake_at < it.next_wake_at {
            it.next_wake_at = wake_at.max(self.now);
            self.at(wake_at, Event::Wake(node));
        }
    }

    pub(super) fn effect(&mut self, node: usize, effect: Effect) {
        match effect {
            Effect::Create { op, key, value } => {
                self.kv_op(node, op, ToNats::Create(op, key, value));
            }
            Effect::Update { op, key, revision, value } => {
                self.kv_op(node, op, ToNats::Update(op, key, revision, value));
            }
            Effect::Delete { op, key, revision } => {
                self.kv_op(node, op, ToNats::Delete(op, key, revision));
            }
            Effect::Purge { op, key, revision } => {
                self.kv_op(node, op, ToNats::Purge(op, key, revision));
            }
            Effect::Read { op, key } => self.kv_op(node, op, ToNats::Read(op, key)),
            Effect::Request { id, to, body } => {
                self.nodes[node].requests.insert(id);
                let time_out = micros(directory::limits::REQUEST_TIME_OUT);
                self.after(time_out, Event::RequestTimeOut(node, id));
                self.send(node, ToNats::Request(id, to, body));
            }
            Effect::Reply { to, body } => {
                if let Some((asker, id)) = self.nodes[node].replies.remove(&to) {
                    self.send(node, ToNats::Reply(asker, id, body));
                }
            }
            Effect::Beacon { body } => self.send(node, ToNats::Beacon(body)),
            Effect::Answer { ticket, decision } => self.decided(node, ticket, decision),
            Effect::Open { key, wishes, occupied_for } => {
                self.note(|| format!("node {node} adopts {key}"));
                if !self.is_wished(key, &wishes) {
                    self.fail(format!("node {node} adopts {key} without its wishes"));
                }
                let until = self.now + micros(occupied_for);
                self.open_soon(node, key, until, wishes);
            }
            Effect::MoveAll { key, to } => self.move_all(node, key, to),
            Effect::MoveLobbies { to } => {
                let players = std::mem::take(&mut self.nodes[node].lobby);
                self.tell_all(players, &Answer::Moved(to.to_string(), Hop::default()));
            }
            Effect::EndRoom { key, reason } => self.end_room(node, key, &Answer::Wait(reason)),
            Effect::Refuse { reason } => {
                self.note(|| format!("node {node} refuses: {reason}"));
                self.stats.n_refused += 1;
                self.refused(node);
            }
        }
    }

    /// Whether a room of this name, if there is one elsewhere, has these wishes.
    pub(super) fn is_wished(&self, key: RoomKey, wishes: &Wishes) -> bool {
        let mut rooms = self.nodes.iter().filter_map(|node| node.rooms.get(&key)).peekable();
        rooms.peek().is_none() || rooms.any(|room| room.wishes == *wishes)
    }

    pub(super) fn refused(&mut self, node: usize) {
        let is_elder = self.slots[self.nodes[node].slot].node == Some(node);
        if is_elder && self.namesake(node).is_none() {
            self.fail(format!("node {node} gives way to nobody"));
        }
        self.arrive(node, Input::Terminate);
    }

    /// Another process of the same name that runs.
    pub(crate) fn namesake(&self, node: usize) -> Option<usize> {
        let slot = self.nodes[node].slot;
        let runs = |n: &usize| *n != node && self.nodes[*n].is_alive && self.nodes[*n].slot == slot;
        (0..self.nodes.len()).find(runs)
    }

    pub(super) fn kv_op(&mut self, node: usize, op: OpId, message: ToNats) {
        self.nodes[node].ops.insert(op);
        if self.nodes[node].wire.believed.is_some() {
            self.schedule_kv_time_out(node, op);
        } else {
            self.after(MS, Event::KvTimeOut(node, op));
        }
        self.send(node, message);
    }

    pub(super) fn decided(&mut self, node: usize, ticket: Ticket, decision: Decision) {
        // A decision may come before the shell has noted the ticket: never here, since both are in
        // one call of `input`, and effects are polled after it.
        let Some(player) = self.nodes[node].tickets.remove(&ticket) else { return };
        match decision {
            Decision::Here => self.seat(node, player),
            Decision::Open { wishes } => {
                self.nodes[node].tickets.insert(ticket, player);
                self.open_soon(node, player.key, 0, wishes);
            }
            Decision::Moved { to, hop } => {
                self.tell(player.page, player.epoch, Answer::Moved(to.to_string(), hop));
            }
            Decision::Wait(reason) => self.tell(player.page, player.epoch, Answer::Wait(reason)),
        }
    }

    pub(super) fn open_soon(
        &mut self,
        node: usize,
        key: RoomKey,
        occupied_until: Micros,
        wishes: Wishes,
    ) {
        self.nodes[node].opening.insert(key, (occupied_until, wishes));
        let delay = self.draws.between(0, 20) * MS;
        self.after(delay, Event::RoomOpened(node, key));
    }
}
