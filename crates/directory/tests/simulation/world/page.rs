//! A page as a player has it: it wants a room, follows `Moved`, backs off, and comes back after a
//! reset, after ten seconds of silence, and by F5.

use directory::{Hop, Reason, RoomKey, Stage};

use super::node::Input;
use super::{Event, MS, Micros, N_WANDERERS, S, World};

/// A page that hears nothing for so long asks elsewhere.
const SILENCE: Micros = 10 * S;
const BACK_OFF_MIN: Micros = 250 * MS;
const BACK_OFF_MAX: Micros = 3 * S;

pub(crate) struct Page {
    /// `None` for the lobby.
    pub(crate) room: Option<RoomKey>,
    pub(crate) state: State,
    /// Counts its connections: what belongs to an old one is ignored.
    epoch: u64,
    hop: Hop,
    token: u64,
    back_off: Micros,
    last_node: Option<usize>,
    /// Since when it wants in and is not.
    wants_since: Option<Micros>,
    /// What it really shot down since it has had a score.
    pub(crate) kills: u32,
    /// Of these, what was lost before the present phase.
    pub(crate) lost_before: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum State {
    /// The player has gone.
    Away,
    Waiting,
    Connecting(usize),
    In {
        node: usize,
        room: Option<u64>,
    },
}

pub(crate) enum PageEvent {
    Answer(Answer),
    /// No process listens there.
    Refused,
    /// The connection was reset.
    Reset,
    /// Nothing came for ten seconds, if it still does not.
    Silence,
    /// The back-off is over.
    Retry,
}

#[derive(Clone, Debug)]
pub(crate) enum Answer {
    Seated { node: usize, room: Option<u64>, token: u64 },
    Moved(String, Hop),
    Wait(Reason),
}

impl World {
    pub(crate) fn add_page(&mut self, room: Option<RoomKey>, delay: Micros) {
        let page = self.pages.len();
        self.pages.push(Page {
            room,
            state: State::Away,
            epoch: 0,
            hop: Hop::default(),
            token: 0,
            back_off: BACK_OFF_MIN,
            last_node: None,
            wants_since: None,
            kills: 0,
            lost_before: 0,
        });
        self.after(delay, Event::Page(page, 0, PageEvent::Retry));
    }

    pub(crate) fn page_event(&mut self, page: usize, epoch: u64, event: PageEvent) {
        if self.pages[page].epoch != epoch {
            return;
        }
        match event {
            PageEvent::Answer(answer) => self.answered(page, answer),
            PageEvent::Refused => {
                self.pages[page].last_node = None;
                self.back_off(page);
            }
            PageEvent::Reset => {
                self.note(|| format!("page {page} is reset"));
                self.leave_connection(page);
                let delay = self.draws.between(0, 250) * MS;
                self.retry_after(page, delay);
            }
            PageEvent::Silence => self.silence(page),
            PageEvent::Retry => {
                if self.pages[page].wants_since.is_none() {
                    self.pages[page].wants_since = Some(self.now);
                }
                self.ask_anywhere(page);
            }
        }
    }

    fn answered(&mut self, page: usize, answer: Answer) {
        self.note(|| format!("page {page} hears {answer:?}"));
        match answer {
            Answer::Seated { node, room, token } => {
                let it = &mut self.pages[page];
                it.state = State::In { node, room };
                it.hop = Hop::default();
                it.back_off = BACK_OFF_MIN;
                it.last_node = Some(node);
                // The founder's wishes and the old token are forgotten at the welcome, not before.
                it.token = token;
                if let Some(since) = it.wants_since.take() {
                    let waited = self.now - since;
                    self.stats.waited(waited);
                }
                // The node may have been stopped meanwhile.
                let epoch = self.pages[page].epoch;
                if self.nodes[node].is_stopped {
                    self.after(SILENCE, Event::Page(page, epoch, PageEvent::Silence));
                }
            }
            Answer::Moved(name, hop) => {
                self.leave_connection(page);
                self.pages[page].hop = hop;
                let to = self.route(&name);
                let delay = self.draws.between(1, 100) * MS;
                self.connect_after(page, to, delay);
            }
            Answer::Wait(reason) => {
                self.leave_connection(page);
                self.stats.told(reason);
                self.pages[page].last_node = None;
                self.back_off(page);
            }
        }
    }

    /// Whether this connection is the page's present one, and it knows its seat.
    pub(crate) fn plays(&self, page: usize, epoch: u64, node: usize, room: u64) -> bool {
        let it = &self.pages[page];
        it.epoch == epoch && it.state == State::In { node, room: Some(room) }
    }

    /// A stop was noticed: is it over?
    fn silence(&mut self, page: usize) {
        let node = match self.pages[page].state {
            State::Connecting(node) => node,
            State::In { node, .. } => {
                let it = &self.nodes[node];
                let silent = it.is_stopped && it.stopped_at + SILENCE <= self.now;
                if !silent {
                    return;
                }
                node
            }
            State::Away | State::Waiting => return,
        };
        self.note(|| format!("page {page} hears nothing of node {node}"));
        self.leave_connection(page);
        self.pages[page].last_node = None;
        self.retry_after(page, 0);
    }

    fn back_off(&mut self, page: usize) {
        let it = &mut self.pages[page];
        it.hop = Hop::default();
        let back_off = it.back_off;
        it.back_off = (2 * back_off).min(BACK_OFF_MAX);
        let delay = self.draws.between(back_off / 2, back_off);
        self.retry_after(page, delay);
    }

    fn retry_after(&mut self, page: usize, delay: Micros) {
        let it = &mut self.pages[page];
        it.epoch += 1;
        it.state = State::Waiting;
        let epoch = it.epoch;
        self.after(delay, Event::Page(page, epoch, PageEvent::Retry));
    }

    /// Where it was last, or by the load balancer.
    fn ask_anywhere(&mut self, page: usize) {
        let last = self.pages[page].last_node.map(|node| self.nodes[node].slot);
        let to = match last {
            Some(slot) => self.slots[slot].node.filter(|node| self.nodes[*node].is_alive),
            None => self.balance(),
        };
        self.connect_after(page, to, 0);
    }

    /// Any node that says it is ready. Stopped ones still look so.
    fn balance(&mut self) -> Option<usize> {
        let ready = |node: &usize| {
            let it = &self.nodes[*node];
            it.is_alive && matches!(it.directory.stage(), Stage::Live)
        };
        let nodes: Vec<usize> =
            self.slots.iter().filter_map(|slot| slot.node).filter(ready).collect();
        self.draws.pick(&nodes)
    }

    /// The process that has this name now; a new one once it is ready.
    fn route(&self, name: &str) -> Option<usize> {
        let slot = self.slots.iter().find(|slot| slot.name == name)?;
        slot.node.filter(|node| self.nodes[*node].is_alive)
    }

    fn connect_after(&mut self, page: usize, to: Option<usize>, delay: Micros) {
        let rtt = self.draws.between(1000, 30_000);
        let it = &mut self.pages[page];
        it.epoch += 1;
        let (epoch, hop, token) = (it.epoch, it.hop, it.token);
        let room = it.room;
        let Some(node) = to else {
            it.state = State::Waiting;
            self.after(delay + rtt, Event::Page(page, epoch, PageEvent::Refused));
            return;
        };
        it.state = State::Connecting(node);
        let hello = Input::Hello { page, epoch, token, room, hop };
        self.after(delay + rtt, Event::Node(node, hello));
        self.after(delay + SILENCE, Event::Page(page, epoch, PageEvent::Silence));
        if !self.nodes[node].is_alive {
            self.after(delay + rtt, Event::Page(page, epoch, PageEvent::Refused));
        }
    }

    /// The page closes its connection, and the node hears of it.
    fn leave_connection(&mut self, page: usize) {
        let it = &mut self.pages[page];
        let epoch = it.epoch;
        let node = match it.state {
            State::Connecting(node) => node,
            State::In { node, .. } => node,
            State::Away | State::Waiting => return,
        };
        it.state = State::Waiting;
        it.wants_since.get_or_insert(self.now);
        let delay = self.draws.between(1, 30) * MS;
        self.after(delay, Event::Node(node, Input::Gone { page, epoch }));
    }

    /// The process ended: every connection to it is reset.
    pub(crate) fn reset_pages(&mut self, node: usize) {
        for page in self.pages_at(node) {
            let delay = self.draws.between(1, 5) * MS;
            let epoch = self.pages[page].epoch;
            self.after(delay, Event::Page(page, epoch, PageEvent::Reset));
        }
    }

    /// The process stopped: pages notice when they have heard nothing for long enough.
    pub(crate) fn pages_hear_nothing(&mut self, node: usize) {
        for page in self.pages_at(node) {
            let epoch = self.pages[page].epoch;
            self.after(SILENCE, Event::Page(page, epoch, PageEvent::Silence));
        }
    }

    fn pages_at(&self, node: usize) -> Vec<usize> {
        let is_at = |page: &usize| match self.pages[*page].state {
            State::Connecting(at) => at == node,
            State::In { node: at, .. } => at == node,
            State::Away | State::Waiting => false,
        };
        (0..self.pages.len()).filter(is_at).collect()
    }

    /// Somebody presses F5, leaves, or comes.
    pub(crate) fn churn(&mut self) {
        let next = self.draws.between(200, 2500) * MS;
        self.after(next, Event::Churn);
        if self.is_busy {
            self.press_f5();
        }
    }

    /// Some players open a link to a room that nobody has opened yet, all at once.
    pub(crate) fn wander(&mut self) {
        let room = RoomKey::of(&format!("room of {}", self.now));
        for page in 0..N_WANDERERS {
            if self.pages[page].state == State::Away {
                continue;
            }
            self.leave_connection(page);
            let it = &mut self.pages[page];
            it.room = Some(room);
            it.hop = Hop::default();
            (it.token, it.kills, it.lost_before) = (0, 0, 0);
            (it.last_node, it.wants_since) = (None, Some(self.now));
            self.retry_after(page, 100 * MS);
        }
    }

    pub(crate) fn press_f5(&mut self) {
        let page = self.draws.between(0, self.pages.len() as u64 - 1) as usize;
        let state = self.pages[page].state;
        if state == State::Away {
            return;
        }
        // A page that is left closes its connection.
        self.leave_connection(page);
        self.pages[page].wants_since.get_or_insert(self.now);
        self.pages[page].hop = Hop::default();
        if self.draws.chance(300) {
            // To the front door; the token is in the page's storage.
            self.pages[page].last_node = None;
        }
        if self.draws.chance(150) {
            // Another player of the same room, from the beginning.
            let it = &mut self.pages[page];
            (it.token, it.kills, it.lost_before) = (0, 0, 0);
            (it.last_node, it.wants_since) = (None, None);
            let away = self.draws.between(100, 3000) * MS;
            self.retry_after(page, away);
            return;
        }
        let delay = self.draws.between(100, 400) * MS;
        self.retry_after(page, delay);
    }
}
