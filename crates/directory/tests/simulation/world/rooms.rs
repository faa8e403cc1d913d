//! The rooms of a node: seats, moves and ends, and what its shell does now and then.

use std::collections::BTreeMap;

use directory::message::Wishes;
use directory::{Hop, Reason, RoomKey, ScoreBook, Stage, Ticket};
use shared::wire::route::NodeName;

use super::kept_scores::hash;
use super::page::{Answer, PageEvent};
use super::{Event, MS, Micros, S, World};

/// An empty room ends.
const EMPTY_FOR: Micros = 3 * S;
/// How long a move waits for the scores to be written.
const SCORES_WAIT: Micros = S;
/// How long a page's old token is looked for.
const REDEEM_FOR: Micros = 50 * S;

pub(crate) struct Room {
    /// Different for each room that was ever opened.
    pub(crate) id: u64,
    /// Page, and which of its connections.
    pub(crate) players: BTreeMap<usize, u64>,
    pub(super) occupied_until: Micros,
    pub(super) empty_since: Micros,
    pub(super) book: ScoreBook,
    /// Of each page that has or had a seat here.
    pub(crate) seats: BTreeMap<usize, Seat>,
    /// Old tokens that are not redeemed yet, and until when that is tried.
    pub(super) to_redeem: BTreeMap<usize, (u64, Micros)>,
    /// The number of the operation on the scores under way.
    pub(super) score_op: Option<u64>,
    pub(super) score_is_write: bool,
    pub(crate) moving: Option<(NodeName, Micros)>,
    /// Its round is over: another node may adopt it.
    is_offered: bool,
    pub(crate) wishes: Wishes,
}

#[derive(Clone, Copy)]
pub(crate) struct Seat {
    pub(super) token: u64,
    /// What the player came with: it opens this seat too, since a welcome may not be heard.
    pub(super) old_token: u64,
    pub(crate) kills: u32,
}

#[derive(Clone, Copy)]
pub(super) struct Player {
    pub(super) page: usize,
    pub(super) epoch: u64,
    pub(super) token: u64,
    pub(super) key: RoomKey,
}

impl World {
    pub(super) fn room_opened(&mut self, node: usize, key: RoomKey) {
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
            is_offered: false,
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

    pub(super) fn seat(&mut self, node: usize, player: Player) {
        let now = self.clock(node);
        let Player { page, epoch, token, key } = player;
        let until = self.now + REDEEM_FOR;
        let new_token = self.draws.word();
        let Some(room) = self.nodes[node].rooms.get_mut(&key) else {
            self.fail(format!("node {node} seats a player in {key}, which is not open"));
            return;
        };
        if let Some((to, _)) = &room.moving {
            let name = to.to_string();
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

    pub(super) fn lobby_hello(&mut self, node: usize, page: usize, epoch: u64, hop: Hop) {
        if self.nodes[node].directory.stage() == Stage::Draining && hop.moves < 3 {
            self.tell(page, epoch, Answer::Wait(Reason::Draining));
            return;
        }
        self.nodes[node].lobby.insert(page, epoch);
        self.tell(page, epoch, Answer::Seated { node, room: None, token: 0 });
    }

    pub(super) fn page_gone(&mut self, node: usize, page: usize, epoch: u64) {
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
    pub(super) fn move_all(&mut self, node: usize, key: RoomKey, to: NodeName) {
        let now = self.clock(node);
        let until = self.now + SCORES_WAIT;
        let Some(room) = self.nodes[node].rooms.get_mut(&key) else { return };
        room.moving = Some((to, until));
        room.book.write_soon(now);
        self.note(|| format!("node {node} moves all of {key}"));
        self.drive_scores(node, key);
    }

    pub(super) fn finish_move(&mut self, node: usize, key: RoomKey) {
        let room = self.nodes[node].rooms.get(&key);
        if let Some((to, _)) = room.and_then(|room| room.moving.as_ref()) {
            let name = to.to_string();
            self.end_room(node, key, &Answer::Moved(name, Hop { moves: 1, chosen: false }));
        }
    }

    pub(super) fn end_room(&mut self, node: usize, key: RoomKey, answer: &Answer) {
        let now = self.clock(node);
        let Some(room) = self.nodes[node].rooms.remove(&key) else { return };
        self.note(|| format!("node {node} ends room {} of {key}", room.id));
        self.nodes[node].directory.handle_ended(now, key);
        self.tell_all(room.players, answer);
        self.work(node);
    }

    pub(super) fn tell_all(&mut self, players: BTreeMap<usize, u64>, answer: &Answer) {
        for (page, epoch) in players {
            self.tell(page, epoch, answer.clone());
        }
    }

    pub(super) fn tell(&mut self, page: usize, epoch: u64, answer: Answer) {
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

    pub(super) fn change_wishes(&mut self, node: usize, key: RoomKey) {
        let now = self.clock(node);
        let wishes = wishes_of(key, self.draws.word());
        let it = &mut self.nodes[node];
        if let Some(room) = it.rooms.get_mut(&key) {
            room.wishes = wishes.clone();
            it.directory.change_wishes(now, key, wishes);
            self.work(node);
        }
    }

    pub(super) fn tick_room(&mut self, node: usize, key: RoomKey, is_draining: bool) {
        let world_now = self.now;
        let Some(room) = self.nodes[node].rooms.get_mut(&key) else { return };
        let idle = room.players.is_empty() && room.empty_since + EMPTY_FOR <= world_now;
        if idle && room.occupied_until <= world_now && room.moving.is_none() {
            return self.end_room(node, key, &Answer::Wait(Reason::Lost));
        }
        if room.moving.as_ref().is_some_and(|(_, until)| *until <= world_now) {
            return self.finish_move(node, key);
        }
        // Its round ends in the next second or a later one.
        if is_draining && !room.is_offered && self.draws.chance(500) {
            room.is_offered = true;
            let now = self.clock(node);
            self.nodes[node].directory.give_away(now, key);
            self.work(node);
        }
        let Some(room) = self.nodes[node].rooms.get_mut(&key) else { return };
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

    pub(super) fn tick_drain(&mut self, node: usize) {
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
}

pub(super) fn wishes_of(key: RoomKey, n: u64) -> Wishes {
    Wishes::try_from(format!("{key} {n}").into_bytes()).unwrap()
}
