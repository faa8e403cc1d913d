//! NATS as a node sees it: a bucket with revisions and compare-and-swap, a watch, beacons, requests
//! with instant "no responders", and connections that break.

use std::collections::BTreeMap;

use directory::{Connection, Identity, KvResult, OpId, RequestId, Revision, RoomKey, WriteResult};

use super::node::{Input, Watched};
use super::{Event, MS, Micros, S, World, micros};

/// How many writes may be undone.
const LOG_MAX: usize = 16;
const SCORES_MAX_AGE: Micros = 60 * S;

#[derive(Default)]
pub(crate) struct Nats {
    pub(crate) is_down: bool,
    pub(crate) rooms: BTreeMap<RoomKey, Entry>,
    scores: BTreeMap<RoomKey, (Revision, Vec<u8>, Micros)>,
    last_revision: u64,
    last_score_revision: u64,
    /// What each of the last writes replaced.
    log: Vec<(RoomKey, Option<Entry>)>,
    /// Without a leader nothing is read or written; core messages go on.
    pub(crate) leaderless_until: Micros,
    /// Writes are done, but some answers are lost.
    pub(crate) deaf_until: Micros,
    pub(crate) slow_until: Micros,
    n_connections: u64,
}

#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) revision: Revision,
    /// `None` for a tombstone.
    pub(crate) value: Option<Vec<u8>>,
}

/// A connection of a process, as both ends see it.
#[derive(Default)]
pub(crate) struct Wire {
    /// Its number at the server; `None` if the server has none of this process.
    pub(crate) connection: Option<u64>,
    /// Its number at the process, which may not know yet that it is gone.
    pub(crate) believed: Option<u64>,
    pub(crate) is_cut: bool,
    /// What waits on a cut wire, if it survives.
    held_up: Vec<(u64, ToNats)>,
    held_down: Vec<(u64, Input)>,
    last_up_at: Micros,
    last_down_at: Micros,
    last_watch_at: Micros,
}

#[derive(Clone, Debug)]
pub(crate) enum ToNats {
    Create(OpId, RoomKey, Vec<u8>),
    Update(OpId, RoomKey, Revision, Vec<u8>),
    Delete(OpId, RoomKey, Revision),
    Purge(OpId, RoomKey, Revision),
    Read(OpId, RoomKey),
    Beacon(Vec<u8>),
    Request(RequestId, Identity, Vec<u8>),
    Reply(usize, RequestId, Vec<u8>),
    ReadScores(RoomKey, u64),
    WriteScores(RoomKey, u64, Option<Revision>, Vec<u8>),
}

impl ToNats {
    /// As a node writes it whose version of messages is newer by so much.
    fn shift(&mut self, version: u8) {
        if let Self::Create(_, _, bytes)
        | Self::Update(_, _, _, bytes)
        | Self::Beacon(bytes)
        | Self::Request(_, _, bytes)
        | Self::Reply(_, _, bytes) = self
        {
            bytes.iter_mut().take(1).for_each(|first| *first = first.wrapping_add(version));
        }
    }
}

impl World {
    pub(crate) fn send(&mut self, node: usize, mut message: ToNats) {
        message.shift(self.nodes[node].version);
        let delay = self.network_delay();
        let now = self.now;
        let wire = &mut self.nodes[node].wire;
        let Some(connection) = wire.believed else { return };
        if wire.is_cut {
            wire.held_up.push((connection, message));
            return;
        }
        wire.last_up_at = wire.last_up_at.max(now + delay);
        let at = wire.last_up_at;
        self.at(at, Event::Nats(node, connection, message));
    }

    fn deliver(&mut self, node: usize, input: Input) {
        let is_watch = matches!(input, Input::Watch(_));
        let mut delay = self.network_delay();
        if is_watch {
            delay += if self.is_slow() {
                self.draws.between(0, 1500) * MS
            } else {
                self.draws.between(0, 20) * MS
            };
        }
        let now = self.now;
        let wire = &mut self.nodes[node].wire;
        let Some(connection) = wire.connection else { return };
        if wire.is_cut {
            wire.held_down.push((connection, input));
            return;
        }
        let last = if is_watch { &mut wire.last_watch_at } else { &mut wire.last_down_at };
        *last = (*last).max(now + delay);
        let at = *last;
        self.at(at, Event::Node(node, Input::Down(connection, Box::new(input))));
    }

    pub(crate) fn is_slow(&self) -> bool {
        self.nats.slow_until > self.now
    }

    fn network_delay(&mut self) -> Micros {
        if self.is_slow() {
            self.draws.between(1, 250) * MS
        } else {
            self.draws.between(100, 3 * MS)
        }
    }

    pub(crate) fn at_nats(&mut self, node: usize, connection: u64, message: ToNats) {
        let is_open = self.nodes[node].wire.connection == Some(connection);
        if self.nats.is_down || !is_open {
            return;
        }
        match message {
            ToNats::Beacon(body) => {
                let open = |n: &usize| self.nodes[*n].wire.connection.is_some();
                let to: Vec<usize> = (0..self.nodes.len()).filter(open).collect();
                to.into_iter().for_each(|to| self.deliver(to, Input::Beacon(body.clone())));
            }
            ToNats::Request(id, to, body) => {
                let subscribes = |n: &usize| {
                    let other = &self.nodes[*n];
                    other.wire.connection.is_some() && other.identity == to
                };
                match (0..self.nodes.len()).find(subscribes) {
                    Some(to) => self.deliver(to, Input::Request(node, id, body)),
                    None => self.deliver(node, Input::NoResponders(id)),
                }
            }
            ToNats::Reply(to, id, body) => self.deliver(to, Input::Reply(id, body)),
            ToNats::ReadScores(key, n) => {
                let found =
                    self.nats.scores.get(&key).filter(|(_, _, at)| at + SCORES_MAX_AGE > self.now);
                let found = found.map(|(revision, value, _)| (*revision, value.clone()));
                if self.nats.leaderless_until <= self.now {
                    self.deliver(node, Input::ScoresRead(key, n, found));
                }
            }
            ToNats::WriteScores(key, n, over, value) => {
                self.write_scores(node, key, n, over, value);
            }
            message => self.kv(node, message),
        }
    }

    fn write_scores(
        &mut self,
        node: usize,
        key: RoomKey,
        n: u64,
        over: Option<Revision>,
        value: Vec<u8>,
    ) {
        if self.nats.leaderless_until > self.now {
            return;
        }
        let found = self.nats.scores.get(&key).filter(|(_, _, at)| at + SCORES_MAX_AGE > self.now);
        let result = if found.map(|(revision, ..)| *revision) == over {
            self.nats.last_score_revision += 1;
            let revision = Revision(self.nats.last_score_revision);
            self.nats.scores.insert(key, (revision, value, self.now));
            WriteResult::Written(revision)
        } else {
            WriteResult::WrongRevision
        };
        self.deliver(node, Input::ScoresWritten(key, n, result));
    }

    fn kv(&mut self, node: usize, message: ToNats) {
        let leaderless = self.nats.leaderless_until > self.now;
        let (op, result) = match message {
            ToNats::Create(op, ..)
            | ToNats::Update(op, ..)
            | ToNats::Delete(op, ..)
            | ToNats::Purge(op, ..)
            | ToNats::Read(op, _)
                if leaderless =>
            {
                (op, KvResult::Unavailable)
            }
            ToNats::Create(op, key, value) => {
                let is_free = self.nats.rooms.get(&key).is_none_or(|entry| entry.value.is_none());
                (op, self.write(is_free, key, Some(value)))
            }
            ToNats::Update(op, key, revision, value) => {
                let fits =
                    self.nats.rooms.get(&key).is_some_and(|entry| entry.revision == revision);
                if fits {
                    self.check_update(node, key);
                }
                (op, self.write(fits, key, Some(value)))
            }
            ToNats::Delete(op, key, revision) => {
                let fits =
                    self.nats.rooms.get(&key).is_some_and(|entry| entry.revision == revision);
                (op, self.write(fits, key, None))
            }
            ToNats::Purge(op, key, revision) => {
                let fits =
                    self.nats.rooms.get(&key).is_some_and(|entry| entry.revision == revision);
                if fits {
                    self.nats.rooms.remove(&key);
                }
                (op, if fits { KvResult::Written(revision) } else { KvResult::WrongRevision })
            }
            ToNats::Read(op, key) => {
                let value = self.nats.rooms.get(&key);
                let found = value.and_then(|entry| Some((entry.revision, entry.value.clone()?)));
                let missing = KvResult::Missing;
                (op, found.map_or(missing, |(revision, value)| KvResult::Entry { revision, value }))
            }
            _ => return,
        };
        let is_lost = self.nats.deaf_until > self.now && self.draws.chance(400);
        if !is_lost {
            self.deliver(node, Input::Kv(op, result));
        }
    }

    fn write(&mut self, fits: bool, key: RoomKey, value: Option<Vec<u8>>) -> KvResult {
        if !fits {
            return KvResult::WrongRevision;
        }
        self.nats.last_revision += 1;
        let revision = Revision(self.nats.last_revision);
        let before = self.nats.rooms.insert(key, Entry { revision, value: value.clone() });
        self.nats.log.push((key, before));
        if self.nats.log.len() > LOG_MAX {
            self.nats.log.remove(0);
        }
        for node in 0..self.nodes.len() {
            let watched = Watched::Entry(key, revision, value.clone());
            self.deliver(node, Input::Watch(watched));
        }
        KvResult::Written(revision)
    }

    /// Acknowledged writes are gone, and their numbers are given again.
    pub(crate) fn undo_writes(&mut self, n: usize) {
        for _ in 0..n {
            let Some((key, before)) = self.nats.log.pop() else { return };
            match before {
                Some(entry) => self.nats.rooms.insert(key, entry),
                None => self.nats.rooms.remove(&key),
            };
            self.nats.last_revision -= 1;
        }
    }

    pub(crate) fn nats_goes_down(&mut self) {
        self.nats.is_down = true;
        for node in 0..self.nodes.len() {
            self.break_connection(node);
        }
    }

    pub(crate) fn nats_comes_up(&mut self, is_emptied: bool) {
        self.nats.is_down = false;
        if is_emptied {
            self.empty_buckets();
        }
    }

    pub(crate) fn empty_buckets(&mut self) {
        self.nats.rooms.clear();
        self.nats.scores.clear();
        self.nats.log.clear();
        self.nats.last_revision = 0;
    }

    /// The server drops the connection; the process hears of it soon, unless its wire is cut.
    pub(crate) fn break_connection(&mut self, node: usize) {
        let Some(connection) = self.nodes[node].wire.connection.take() else { return };
        let delay = self.draws.between(1, 40) * MS;
        if !self.nodes[node].wire.is_cut {
            self.after(delay, Event::Node(node, Input::ConnectionLost(connection)));
        }
    }

    pub(crate) fn cut(&mut self, node: usize) {
        self.nodes[node].wire.is_cut = true;
    }

    /// What was held goes on, or the connection is found broken at both ends.
    pub(crate) fn heal(&mut self, node: usize, survives: bool) {
        self.nodes[node].troubled_at = self.now;
        let wire = &mut self.nodes[node].wire;
        wire.is_cut = false;
        let up = std::mem::take(&mut wire.held_up);
        let down = std::mem::take(&mut wire.held_down);
        let stands = wire.connection.is_some() && wire.connection == wire.believed;
        if survives && stands {
            for (connection, message) in up {
                self.after(MS, Event::Nats(node, connection, message));
            }
            for (connection, input) in down {
                self.after(MS, Event::Node(node, Input::Down(connection, Box::new(input))));
            }
            let wire = &mut self.nodes[node].wire;
            let held = self.now + 2 * MS;
            (wire.last_up_at, wire.last_down_at, wire.last_watch_at) = (held, held, held);
        } else {
            wire.connection = None;
            let Some(believed) = wire.believed else { return };
            self.after(MS, Event::Node(node, Input::ConnectionLost(believed)));
        }
    }

    /// A process without a connection tries to make one.
    pub(crate) fn reconnect(&mut self, node: usize) {
        if !self.nodes[node].is_alive || self.nodes[node].wire.believed.is_some() {
            return;
        }
        let cannot =
            self.nats.is_down || self.nodes[node].wire.is_cut || self.nodes[node].is_stopped;
        if cannot {
            let delay = self.draws.between(100, 4000) * MS;
            self.after(delay, Event::Reconnect(node));
            return;
        }
        self.nats.n_connections += 1;
        let connection = self.nats.n_connections;
        let now = self.now;
        self.nodes[node].troubled_at = now;
        let wire = &mut self.nodes[node].wire;
        wire.connection = Some(connection);
        wire.believed = Some(connection);
        (wire.last_up_at, wire.last_down_at, wire.last_watch_at) = (now, now, now);
        self.note(|| format!("node {node} connects"));
        self.arrive(node, Input::Connection(Connection::Connected));
        self.watch_anew(node);
    }

    pub(crate) fn watch_anew(&mut self, node: usize) {
        self.deliver(node, Input::Watch(Watched::Started));
        let entries: Vec<(RoomKey, Entry)> =
            self.nats.rooms.iter().map(|(key, entry)| (*key, entry.clone())).collect();
        for (key, entry) in entries {
            let watched = Watched::Entry(key, entry.revision, entry.value);
            self.deliver(node, Input::Watch(watched));
        }
        self.deliver(node, Input::Watch(Watched::Synced));
    }

    pub(crate) fn schedule_kv_time_out(&mut self, node: usize, op: OpId) {
        let time_out = micros(directory::limits::KV_TIME_OUT);
        self.after(time_out, Event::KvTimeOut(node, op));
    }
}
