//! A process: the directory and the shell around it, which holds rooms, players and their scores.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use directory::message::Wishes;
use directory::{
    Config, Connection, Decision, Destination, Directory, Effect, Hello, Hop, Identity,
    Incarnation, KvResult, NodeName, OpId, Outcome, PlayerScore, Reason, ReplyTo, RequestId,
    Revision, RoomKey, ScoreBook, Stage, Ticket, TokenHash, WatchEvent, WriteResult,
};

use super::nats::{ToNats, Wire};
use super::page::{Answer, PageEvent};
use super::{Event, MS, Micros, S, World, duration, micros};

/// An empty room ends.
const EMPTY_FOR: Micros = 3 * S;
/// What is not given away by then is ended.
const DRAIN_MAX: Micros = 10 * S;
/// How long a move waits for the scores to be written.
const SCORES_WAIT: Micros = S;
/// How long a page's old token is looked for.
const REDEEM_FOR: Micros = 50 * S;

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
    inbox: VecDeque<Input>,
    pub(crate) directory: Directory,
    /// This node's clock minus the world's: nodes share no clock.
    skew: Micros,
    pub(crate) wire: Wire,
    pub(crate) rooms: BTreeMap<RoomKey, Room>,
    pub(crate) lobby: BTreeMap<usize, u64>,
    opening: BTreeMap<RoomKey, (Micros, Wishes)>,
    tickets: BTreeMap<Ticket, Player>,
    ops: BTreeSet<OpId>,
    requests: BTreeSet<RequestId>,
    replies: BTreeMap<ReplyTo, (usize, RequestId)>,
    n_numbers: u64,
    next_wake_at: Micros,
    drains_until: Option<Micros>,
}

pub(crate) struct Room {
    /// Different for each room that was ever opened.
    pub(crate) id: u64,
    /// Page, and which of its connections.
    pub(crate) players: BTreeMap<usize, u64>,
    occupied_until: Micros,
    empty_since: Micros,
    book: ScoreBook,
    /// Of each page that has or had a seat here.
    pub(crate) seats: BTreeMap<usize, Seat>,
    /// Old tokens that are not redeemed yet, and until when that is tried.
    to_redeem: BTreeMap<usize, (u64, Micros)>,
    /// The number of the operation on the scores under way.
    score_op: Option<u64>,
    score_is_write: bool,
    pub(crate) moving: Option<(Destination, Micros)>,
    pub(crate) wishes: Wishes,
}

#[derive(Clone, Copy)]
pub(crate) struct Seat {
    token: u64,
    /// What the player came with: it opens this seat too, since a welcome may not be heard.
    old_token: u64,
    pub(crate) kills: u32,
}

#[derive(Clone, Copy)]
struct Player {
    page: usize,
    epoch: u64,
    token: u64,
    key: RoomKey,
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
        let path = identity.node.default_path();
        let protocol = self.slots[slot].protocol;
        let config = Config { path, protocol, rooms_max: 6 };
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

    fn clock(&self, node: usize) -> std::time::Duration {
        duration(self.now + self.nodes[node].skew)
    }

    fn input(&mut self, node: usize, input: Input) {
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

    fn outcome(&mut self, node: usize, input: &Input) {
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

    fn kv_result(&mut self, node: usize, op: OpId, result: KvResult) {
        let now = self.clock(node);
        let it = &mut self.nodes[node];
        if it.ops.remove(&op) {
            it.directory.handle_kv_result(now, op, result);
        }
    }

    /// Carries out the directory's effects, and plans its next call.
    fn work(&mut self, node: usize) {
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

    fn effect(&mut self, node: usize, effect: Effect) {
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
                self.tell_all(players, &Answer::Moved(to.node.to_string(), Hop::default()));
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
    fn is_wished(&self, key: RoomKey, wishes: &Wishes) -> bool {
        let mut rooms = self.nodes.iter().filter_map(|node| node.rooms.get(&key)).peekable();
        rooms.peek().is_none() || rooms.any(|room| room.wishes == *wishes)
    }

    fn refused(&mut self, node: usize) {
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

    fn kv_op(&mut self, node: usize, op: OpId, message: ToNats) {
        self.nodes[node].ops.insert(op);
        if self.nodes[node].wire.believed.is_some() {
            self.schedule_kv_time_out(node, op);
        } else {
            self.after(MS, Event::KvTimeOut(node, op));
        }
        self.send(node, message);
    }

    fn decided(&mut self, node: usize, ticket: Ticket, decision: Decision) {
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
                self.tell(player.page, player.epoch, Answer::Moved(to.node.to_string(), hop));
            }
            Decision::Wait(reason) => self.tell(player.page, player.epoch, Answer::Wait(reason)),
        }
    }

    fn open_soon(&mut self, node: usize, key: RoomKey, occupied_until: Micros, wishes: Wishes) {
        self.nodes[node].opening.insert(key, (occupied_until, wishes));
        let delay = self.draws.between(0, 20) * MS;
        self.after(delay, Event::RoomOpened(node, key));
    }

    fn room_opened(&mut self, node: usize, key: RoomKey) {
        let now = self.clock(node);
        let fails = self.draws.chance(10);
        let it = &mut self.nodes[node];
        let Some((occupied_until, wishes)) = it.opening.remove(&key) else { return };
        let founder: Vec<Ticket> =
            it.tickets.iter().filter(|(_, player)| player.key == key).map(|(t, _)| *t).collect();
        if fails {
            it.directory.handle_open_failed(now, key);
            self.work(node);
            // Who waits in the directory was answered; the founder waits here.
            for ticket in founder {
                if let Some(player) = self.nodes[node].tickets.remove(&ticket) {
                    self.tell(player.page, player.epoch, Answer::Wait(Reason::OpenFailed));
                }
            }
            return;
        }
        self.n_rooms += 1;
        self.may_be_doubled = true;
        let id = self.n_rooms;
        let world_now = self.now;
        let it = &mut self.nodes[node];
        let room = Room {
            id,
            players: BTreeMap::new(),
            occupied_until,
            empty_since: world_now,
            book: ScoreBook::new(now),
            seats: BTreeMap::new(),
            to_redeem: BTreeMap::new(),
            score_op: None,
            score_is_write: false,
            moving: None,
            wishes,
        };
        if it.rooms.insert(key, room).is_some() {
            self.fail(format!("node {node} opens {key} twice"));
            return;
        }
        it.directory.handle_opened(now, key);
        self.note(|| format!("node {node} opens {key} as room {id}"));
        self.work(node);
        for ticket in founder {
            if let Some(player) = self.nodes[node].tickets.remove(&ticket) {
                self.seat(node, player);
            }
        }
        self.drive_scores(node, key);
    }

    fn seat(&mut self, node: usize, player: Player) {
        let now = self.clock(node);
        let Player { page, epoch, token, key } = player;
        let until = self.now + REDEEM_FOR;
        let new_token = self.draws.word();
        let Some(room) = self.nodes[node].rooms.get_mut(&key) else {
            self.fail(format!("node {node} seats a player in {key}, which is not open"));
            return;
        };
        if let Some((to, _)) = &room.moving {
            let name = to.node.to_string();
            return self.tell(page, epoch, Answer::Moved(name, Hop { moves: 1, chosen: false }));
        }
        room.players.insert(page, epoch);
        let opens = |seat: &Seat| token != 0 && [seat.token, seat.old_token].contains(&token);
        let held = room.seats.get(&page).copied().filter(opens);
        let seat = held.unwrap_or(Seat { token: new_token, old_token: token, kills: 0 });
        if held.is_none() {
            room.to_redeem.remove(&page);
            if token != 0 {
                room.to_redeem.insert(page, (token, until));
            }
        }
        let token = seat.token;
        room.seats.insert(page, seat);
        room.set_score(page);
        room.book.write_soon(now);
        let id = room.id;
        self.note(|| format!("page {page} is seated at node {node} in room {id}"));
        self.tell(page, epoch, Answer::Seated { node, room: Some(id), token });
        self.drive_scores(node, key);
    }

    fn lobby_hello(&mut self, node: usize, page: usize, epoch: u64, hop: Hop) {
        if self.nodes[node].directory.stage() == Stage::Draining && hop.moves < 3 {
            self.tell(page, epoch, Answer::Wait(Reason::Draining));
            return;
        }
        self.nodes[node].lobby.insert(page, epoch);
        self.tell(page, epoch, Answer::Seated { node, room: None, token: 0 });
    }

    fn page_gone(&mut self, node: usize, page: usize, epoch: u64) {
        let now = self.clock(node);
        let world_now = self.now;
        let it = &mut self.nodes[node];
        let waits = |player: &Player| player.page == page && player.epoch == epoch;
        let ticket = it.tickets.iter().find(|(_, player)| waits(player)).map(|(ticket, _)| *ticket);
        if let Some(ticket) = ticket {
            it.tickets.remove(&ticket);
            it.directory.handle_gone(now, ticket);
        }
        if it.lobby.get(&page) == Some(&epoch) {
            it.lobby.remove(&page);
        }
        for room in it.rooms.values_mut() {
            if room.players.get(&page) == Some(&epoch) {
                room.players.remove(&page);
                room.empty_since = world_now;
                if let Some(seat) = room.seats.get(&page) {
                    room.book.leave(now, hash(seat.token));
                }
            }
        }
    }

    /// All of the room are sent on, once their scores are written.
    fn move_all(&mut self, node: usize, key: RoomKey, to: Destination) {
        let now = self.clock(node);
        let until = self.now + SCORES_WAIT;
        let Some(room) = self.nodes[node].rooms.get_mut(&key) else { return };
        room.moving = Some((to, until));
        room.book.write_soon(now);
        self.note(|| format!("node {node} moves all of {key}"));
        self.drive_scores(node, key);
    }

    fn finish_move(&mut self, node: usize, key: RoomKey) {
        let room = self.nodes[node].rooms.get(&key);
        if let Some((to, _)) = room.and_then(|room| room.moving.as_ref()) {
            let name = to.node.to_string();
            self.end_room(node, key, &Answer::Moved(name, Hop { moves: 1, chosen: false }));
        }
    }

    fn end_room(&mut self, node: usize, key: RoomKey, answer: &Answer) {
        let now = self.clock(node);
        let Some(room) = self.nodes[node].rooms.remove(&key) else { return };
        self.note(|| format!("node {node} ends room {} of {key}", room.id));
        self.nodes[node].directory.handle_ended(now, key);
        self.tell_all(room.players, answer);
        self.work(node);
    }

    fn tell_all(&mut self, players: BTreeMap<usize, u64>, answer: &Answer) {
        for (page, epoch) in players {
            self.tell(page, epoch, answer.clone());
        }
    }

    fn tell(&mut self, page: usize, epoch: u64, answer: Answer) {
        let delay = self.draws.between(1, 30) * MS;
        self.after(delay, Event::Page(page, epoch, PageEvent::Answer(answer)));
    }

    pub(crate) fn tick(&mut self, node: usize) {
        if !self.nodes[node].is_alive {
            return;
        }
        self.after(S, Event::Tick(node));
        if self.nodes[node].is_stopped {
            return;
        }
        let it = &mut self.nodes[node];
        let players =
            it.rooms.values().map(|room| room.players.len()).sum::<usize>() + it.lobby.len();
        let load = directory::message::Load {
            players: players as u32,
            seats: 20,
            ..directory::message::Load::default()
        };
        it.directory.handle_load(load);
        let is_draining = it.drains_until.is_some();
        let keys: Vec<RoomKey> = it.rooms.keys().copied().collect();
        for key in keys {
            self.tick_room(node, key, is_draining);
        }
        if is_draining {
            self.tick_drain(node);
        }
    }

    fn change_wishes(&mut self, node: usize, key: RoomKey) {
        let now = self.clock(node);
        let wishes = wishes_of(key, self.draws.word());
        let it = &mut self.nodes[node];
        if let Some(room) = it.rooms.get_mut(&key) {
            room.wishes = wishes.clone();
            it.directory.change_wishes(now, key, wishes);
            self.work(node);
        }
    }

    fn tick_room(&mut self, node: usize, key: RoomKey, is_draining: bool) {
        let world_now = self.now;
        let Some(room) = self.nodes[node].rooms.get_mut(&key) else { return };
        let idle = room.players.is_empty() && room.empty_since + EMPTY_FOR <= world_now;
        if idle && room.occupied_until <= world_now && room.moving.is_none() {
            return self.end_room(node, key, &Answer::Wait(Reason::Lost));
        }
        if room.moving.as_ref().is_some_and(|(_, until)| *until <= world_now) {
            return self.finish_move(node, key);
        }
        // A shot down ship between the last write and the end of a drain is not simulated.
        if room.moving.is_none() && !is_draining && self.is_busy && self.draws.chance(50) {
            self.change_wishes(node, key);
        }
        let Some(room) = self.nodes[node].rooms.get_mut(&key) else { return };
        // Who has not heard its welcome yet does not play yet.
        let (id, players) = (room.id, room.players.clone());
        if room.moving.is_none() && !is_draining {
            for (page, epoch) in players {
                if self.plays(page, epoch, node, id) && self.draws.chance(300) {
                    self.pages[page].kills += 1;
                    if let Some(room) = self.nodes[node].rooms.get_mut(&key) {
                        if let Some(seat) = room.seats.get_mut(&page) {
                            seat.kills += 1;
                        }
                        room.set_score(page);
                    }
                }
            }
        }
        self.drive_scores(node, key);
    }

    fn tick_drain(&mut self, node: usize) {
        let now = self.clock(node);
        let Some(until) = self.nodes[node].drains_until else { return };
        let keys: Vec<RoomKey> = self.nodes[node].rooms.keys().copied().collect();
        if until <= self.now + S {
            for key in &keys {
                if let Some(room) = self.nodes[node].rooms.get_mut(key) {
                    room.book.write_soon(now);
                }
                self.drive_scores(node, *key);
            }
        }
        if until <= self.now {
            for key in keys {
                self.end_room(node, key, &Answer::Wait(Reason::Draining));
            }
        }
        let it = &self.nodes[node];
        let is_refused = it.directory.stage() == Stage::Refused;
        let is_empty = it.rooms.is_empty() && (it.lobby.is_empty() || until <= self.now);
        let done = is_empty && (it.directory.is_drained() || is_refused);
        if done || until + 3 * S <= self.now {
            self.note(|| format!("node {node} exits"));
            self.end_process(node);
            self.exited(node);
        }
    }

    /// By a signal or by its own will: its connections are reset, and what it held is gone.
    pub(crate) fn end_process(&mut self, node: usize) {
        let it = &mut self.nodes[node];
        if !it.is_alive {
            return;
        }
        it.is_alive = false;
        it.rooms.clear();
        it.lobby.clear();
        it.inbox.clear();
        it.wire.believed = None;
        // Over a cut wire the server does not hear that the process is gone.
        if !it.wire.is_cut {
            it.wire.connection = None;
        }
        self.reset_pages(node);
    }

    fn scores_input(&mut self, node: usize, input: Input) {
        let now = self.clock(node);
        let (key, n) = match &input {
            Input::ScoresRead(key, n, _)
            | Input::ScoresWritten(key, n, _)
            | Input::ScoreTimeOut(key, n) => (*key, *n),
            _ => return,
        };
        let Some(room) = self.nodes[node].rooms.get_mut(&key) else { return };
        if room.score_op != Some(n) {
            return;
        }
        room.score_op = None;
        match input {
            Input::ScoresRead(_, _, found) => {
                let found = found.as_ref().map(|(revision, value)| (*revision, value.as_slice()));
                if let Err(error) = room.book.handle_entry(now, found) {
                    self.fail(error.to_string());
                    return;
                }
                room.redeem(now);
            }
            Input::ScoresWritten(_, _, result) => {
                room.book.handle_write(now, result);
                let is_written = matches!(result, WriteResult::Written(_));
                if is_written && room.moving.is_some() {
                    return self.finish_move(node, key);
                }
            }
            _ if room.score_is_write => room.book.handle_write(now, WriteResult::Unavailable),
            // The read is tried again at the next tick.
            _ => return,
        }
        self.drive_scores(node, key);
    }

    fn drive_scores(&mut self, node: usize, key: RoomKey) {
        let now = self.clock(node);
        let world_now = self.now;
        let it = &mut self.nodes[node];
        it.n_numbers += 1;
        let n = it.n_numbers;
        let Some(room) = it.rooms.get_mut(&key) else { return };
        if room.score_op.is_some() || it.wire.believed.is_none() {
            return;
        }
        room.to_redeem.retain(|_, (_, until)| world_now < *until);
        let unread = room.book.needs_read();
        let message = if !unread && let Some(write) = room.book.poll_write(now) {
            room.score_is_write = true;
            ToNats::WriteScores(key, n, write.over, write.value)
        } else if unread || !room.to_redeem.is_empty() {
            room.score_is_write = false;
            ToNats::ReadScores(key, n)
        } else {
            return;
        };
        room.score_op = Some(n);
        self.after(800 * MS, Event::ScoreTimeOut(node, key, n));
        self.send(node, message);
    }
}

impl Room {
    fn set_score(&mut self, page: usize) {
        if let Some(seat) = self.seats.get(&page) {
            let score = PlayerScore { name: format!("page {page}"), kills: seat.kills, deaths: 0 };
            self.book.set(hash(seat.token), score);
        }
    }

    fn redeem(&mut self, now: std::time::Duration) {
        let pages: Vec<(usize, u64)> =
            self.to_redeem.iter().map(|(page, (token, _))| (*page, *token)).collect();
        for (page, token) in pages {
            let Some(score) = self.book.redeem(now, hash(token)) else { continue };
            self.to_redeem.remove(&page);
            if let Some(seat) = self.seats.get_mut(&page) {
                seat.kills += score.kills;
            }
            self.set_score(page);
            self.book.write_soon(now);
        }
    }
}

fn hash(token: u64) -> TokenHash {
    TokenHash::of(&token.to_le_bytes())
}

fn wishes_of(key: RoomKey, n: u64) -> Wishes {
    Wishes::try_from(format!("{key} {n}").into_bytes()).unwrap()
}
