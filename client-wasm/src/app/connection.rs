//! Connection lifecycle: connect, join, leave, lose the connection, and rejoin.

use shared::{
    base::time::Micros,
    client::{
        ClientConfig,
        reconnect::{AfterClose, Timeout},
    },
    netcode::values::SnapshotDelivery,
    wire::{
        close_reason::CloseReason,
        message::{AimAssist, Listing},
        name::clean_typed,
        route::{Route, room_shard},
        seat::Admission,
    },
};
use web_ui::{
    netcode::words as netcode_words,
    shell::{
        clock::random_seed,
        composed::composed,
        dom::Shown,
        request::{Answer, Request},
        socket::{Closed, Socket, SocketEvents},
    },
    text::figures::{seconds_up, whole},
};

use super::{
    App, Phase, callsign,
    choosing::RoomWish,
    connection_text::{
        MatchStart, asked_for, asked_lobby, closed_text, elsewhere, is_lobby, rejoin_text,
    },
    event::Event,
    own_room::OwnRoom,
    session::Session,
};
use crate::{
    attract::Attract,
    links::fragment::{self, Fragment, Role},
    net::unanswered::{NextStep, Unanswered},
};

/// The room joined when the player names none.
pub(super) const LOBBY: &str = "lobby";
/// Maximum clock difference across a lost connection within the same match.
const SAME_MATCH_SKEW_MAX: Micros = Micros::from_ms(1_000);
/// How often the page asks for a seat in a full room.
const SEAT_RETRY: Micros = Micros::from_ms(10_000);

impl App {
    /// Starts the page: asks for a name, or rejoins if the tab was reloaded during a game.
    pub(super) fn open(&mut self) {
        let stored = self.shell.memory.name().map(|name| clean_typed(&name));
        let known = stored.filter(|name| !name.is_empty());
        if known.is_none() {
            self.forget_seat();
        }
        self.name = known.unwrap_or_else(callsign);
        self.hud.join.set_name(&self.name);
        self.hud.offers.show(self.offers);
        self.hud.set_volumes(&self.sound.volumes());
        self.set_pins(self.shell.memory.pins());
        self.show_controls();
        self.set_device(self.usual_device());
        if let Some(link) = self.shell.memory.link() {
            self.set_link(link);
        }
        let understood = self.read_address();
        if understood && self.role == Role::Watcher {
            self.watch();
        } else if understood && self.shell.memory.was_playing() {
            self.hud.first_controls.skip();
            self.own_room = self.shell.memory.own_room();
            self.return_after_reload();
            self.connect();
        } else {
            self.show_join();
        }
    }

    /// Handles a change of the address's fragment.
    pub(super) fn follow_address(&mut self) {
        let before = self.room.clone();
        self.forget_lesson_room();
        if !self.read_address() {
            self.show_join();
        } else if self.phase == Phase::Playing && self.room == before {
            self.follow_link(self.shell.clock.now());
        } else if self.role == Role::Watcher {
            self.leave();
            self.watch();
        } else if self.phase != Phase::Join {
            self.leave();
            self.connect();
        }
    }

    /// Reads room and netcode from the address. Returns whether it was valid.
    fn read_address(&mut self) -> bool {
        let parsed = fragment::parse(&self.shell.address.fragment());
        let refusal = parsed.as_ref().err();
        let refusal = refusal.map(|it| (self.words.address.refusal)(&it.piece, &it.why));
        self.hud.join.set_refusal(refusal.as_deref());
        let understood = parsed.is_ok();
        // An error elsewhere in the link must not lead to another room.
        let Fragment { room, new_room, netcode, link, role, at } =
            parsed.unwrap_or_else(|_| Fragment {
                room: fragment::room_of(&self.shell.address.fragment()),
                ..Fragment::default()
            });
        self.hud.join.set_room(&room);
        let listing = new_room.listing;
        self.hud.join.set_listing(listing);
        self.hud.offers.say_listing(listing);
        self.choosing.wish = RoomWish::new(&room, new_room);
        self.choosing.list(&room, listing);
        self.room = room;
        self.role = role;
        self.node_of_link = at;
        self.choosing.follow(netcode);
        self.link_shared = false;
        if let Some(link) = link {
            self.set_link(link);
            self.link_shared = !link.are_perfect();
        }
        self.hud.link.set_shared(self.link_shared);
        self.show_invite();
        understood
    }

    /// Returns to the join screen.
    pub(super) fn show_join(&mut self) {
        self.leave();
        self.enter(Phase::Join);
        let choosing = &self.choosing;
        let name =
            choosing.is_other().then(|| netcode_words::name(self.language, &choosing.chosen));
        self.hud.join.set_netcode(name.as_deref());
        self.hud.join.show();
    }

    /// Leaves the game and gives up the seat.
    pub(super) fn leave(&mut self) {
        self.forget_lesson_room();
        if let Some(mut session) = self.session.take() {
            session.leave();
        }
        self.kept = None;
        self.own_room = OwnRoom::No;
        self.forget_seat();
    }

    /// Forgets the seat, here and in the tab's memory.
    fn forget_seat(&mut self) {
        self.reconnect.leave();
        self.shell.memory.clear_playing();
    }

    /// Joins with the name and room on the join screen, which lists the room or not.
    pub(super) fn join(&mut self) {
        self.join_listed(self.hud.join.listing());
    }

    /// Joins with the name and room on the join screen.
    pub(super) fn join_listed(&mut self, listing: Listing) {
        let name = self.hud.join.name();
        self.name = if name.is_empty() { callsign() } else { name };
        self.hud.join.set_name(&self.name);
        self.shell.memory.set_name(&self.name);
        self.room = self.hud.join.room();
        self.choosing.list(&self.room, listing);
        self.role = Role::Player;
        self.hud.join.set_refusal(None);
        self.write_link();
        self.connect();
    }

    /// Connects to the room and drops any previous connection.
    pub(super) fn connect(&mut self) {
        let now = self.shell.clock.now();
        let before = self.session.take();
        self.kept = before.filter(|before| before.client.joined()).or(self.kept.take());
        self.hud.join.hide();
        if self.reconnect.node().is_none() {
            self.reconnect.prefer(self.node_of_link.clone());
        }
        let route = self.reconnect.connect(now);
        let url = self.shell.address.socket_url(&route.path(self.shard()));
        let config = ClientConfig {
            name: self.name.clone(),
            room: self.room.clone(),
            netcode: self.choosing.chosen.netcode.player,
            room_request: self.choosing.room_request(&self.room),
            delivery: SnapshotDelivery::Stream,
        };
        self.choosing.forget_room();
        self.probe.forget_effects();
        self.sound.reset();
        let posted = SocketEvents {
            opened: || Event::Opened,
            received: Event::Received,
            closed: Event::Closed,
        };
        match Socket::connect(&url, &self.shell.mailbox, posted) {
            Ok(socket) => {
                let session = Session::new(socket, config, self.role, random_seed(), now);
                self.session = Some(session);
                self.enter(Phase::Connecting);
                self.hud.closed.show(self.words.connection.connecting, "", None);
            }
            Err(missing) => {
                self.reconnect.leave();
                self.end(&missing.to_string(), AfterClose::OfferRejoin);
            }
        }
    }

    /// What the server's address has of the room's name; nothing for a lobby.
    fn shard(&self) -> Option<u32> {
        (!is_lobby(&self.room)).then(|| room_shard(&composed(&self.room)))
    }

    pub(super) fn opened(&mut self) {
        if let Some(session) = &mut self.session {
            session.handle_open(self.reconnect.handle_open());
        }
        self.pump();
    }

    pub(super) fn received(&mut self, message: Vec<u8>) {
        let now = self.shell.clock.now();
        if let Some(grant) = self.reconnect.handle_message(&message) {
            self.shell.memory.set_seat(&grant.token, grant.node.as_ref());
            self.admission = grant.admission;
            if self.is_watching() {
                self.take_turn();
            }
        } else if let Some(session) = &mut self.session {
            session.handle_message(now, message);
        }
        self.pump();
    }

    /// Delivers all messages that are due.
    pub(super) fn pump(&mut self) {
        let now = self.shell.clock.now();
        let Some(session) = &mut self.session else { return };
        if let Phase::Closed(_) = self.phase {
            return;
        }
        if let Err(error) = session.pump(now) {
            let text = (self.words.connection.unreadable)(&error.to_string());
            let next = self.reconnect.handle_closed(now, CloseReason::Malformed.code(), "");
            self.end(&text, next);
        } else if self.phase == Phase::Connecting && session.client.joined() {
            self.joined();
        }
    }

    fn joined(&mut self) {
        self.reconnect.handle_joined(self.shell.clock.now());
        self.shell.memory.clear_reload();
        self.answer_until = None;
        self.said_aim_assist = AimAssist::Off;
        self.unanswered = Unanswered::default();
        let lines = [&self.kept, &self.session]
            .map(|session| session.as_ref()?.client.own_time(self.shell.clock.now()));
        let begun = match lines {
            [Some(before), Some(now)] if now + SAME_MATCH_SKEW_MAX < before => {
                MatchStart::Restarted
            }
            _ => MatchStart::Before,
        };
        self.kept = None;
        self.attract = Attract::default();
        self.probe.set_attract(None);
        self.view.cut();
        self.hud.closed.hide();
        self.enter(Phase::Playing);
        if let Some(session) = &mut self.session {
            session.client.set_ghosts(self.ghosts);
            // The last frame may have drawn the fight behind the join screen.
            self.scene = session.client.scene();
            self.trails = session.client.trails();
        }
        self.forget_round();
        self.hud.feed.reset();
        self.probe.set_role(self.role);
        if self.role == Role::Watcher {
            return self.begin_watching();
        }
        self.shell.memory.set_playing();
        self.shell.memory.set_own_room(self.own_room);
        if std::mem::take(&mut self.watch.took_turn) {
            self.admission = Admission::New;
        }
        if let Some(text) = rejoin_text(&self.words.connection, self.admission, begun) {
            self.hud.toasts.say(self.shell.clock.now(), &[text]);
        }
        self.say_where();
        // Simulated only from here on, so that the welcome arrives without the simulated latency.
        self.set_side_link(None);
        self.enter_room(self.shell.clock.now());
        self.arrive();
    }

    /// Tells the player when they are in another lobby than they asked for.
    fn say_where(&mut self) {
        let client = self.session.as_ref().map(|session| &session.client);
        let room = client.map_or("", |client| client.room_name());
        let asked = asked_lobby(&self.room, room).filter(|_| self.admission == Admission::New);
        if let Some(asked) = asked {
            self.hud.elsewhere.show(room, asked);
        }
    }

    pub(super) fn closed(&mut self, closed: &Closed) {
        // The reason was already given when the session was closed.
        if matches!(self.phase, Phase::Join | Phase::Closed(_)) {
            return;
        }
        // The server's last messages may explain more, and may still be in the simulated link.
        self.pump();
        let words = &self.words.connection;
        let text = match CloseReason::from_code(closed.code) {
            Some(reason) => closed_text(words, reason, &closed.words),
            None if self.phase == Phase::Playing => words.lost.into(),
            None => words.unreachable.into(),
        };
        let is_other = closed.code == CloseReason::Version.code();
        if is_other && self.shell.memory.is_first_reload() {
            // The page of the server's version comes back to the seat.
            self.shell.memory.set_playing();
            return self.shell.address.reload();
        }
        let now = self.shell.clock.now();
        let next = self.reconnect.handle_closed(now, closed.code, &closed.words);
        let reason = CloseReason::from_code(closed.code);
        if self.turn_back(reason) {
            return;
        }
        self.end(&text, next);
        if reason == Some(CloseReason::RoomFull) {
            self.seat_retry = Some(self.shell.clock.now() + SEAT_RETRY);
        }
        if matches!(reason, Some(CloseReason::RoomFull | CloseReason::RoomName)) {
            self.hud.closed.set_more(&asked_for(&self.words.connection, &self.room));
            self.hud.closed.offer(Some(elsewhere(&self.room)));
            self.hud.closed.offer_watching((reason == Some(CloseReason::RoomFull)).into());
        }
    }

    /// Gives up a connection on which nothing arrives, and shows the player how long it has been
    /// silent.
    pub(super) fn check_timeouts(&mut self, now: Micros) {
        match self.reconnect.handle_time(now) {
            Some(Timeout::Connect) => {
                self.end(self.words.connection.no_answer, AfterClose::Reconnect);
            }
            Some(Timeout::Silence) => {
                let silence_s = self.reconnect.silence_max().as_ms() / 1000;
                let text = (self.words.connection.silent_for)(&whole(silence_s));
                self.end(&text, AfterClose::Reconnect);
            }
            None if self.phase != Phase::Playing => {}
            None => match self.reconnect.silent_s() {
                Some(s) => {
                    self.hud.silence.say_if(Some(&(self.words.connection.silent_for)(&whole(s))));
                }
                None => self.say_whether_asked(now),
            },
        }
    }

    /// Warns an idle player that the seat will be given up.
    fn say_whether_asked(&mut self, now: Micros) {
        let asked = self.answer_until.filter(|until| now < *until);
        let text =
            asked.map(|until| (self.words.connection.press_to_stay)(&seconds_up(until - now)));
        self.hud.silence.say_if(text.as_deref());
    }

    /// Answers the server's idle check.
    pub(super) fn confirm_presence(&mut self) {
        if self.answer_until.take().is_some()
            && let Some(session) = &mut self.session
        {
            session.client.confirm_presence();
            self.hud.silence.say_if(None);
        }
    }

    /// Handles the HTTP response that explains why the server refuses the page.
    pub(super) fn answered(&mut self, answer: &Answer) {
        self.asking = None;
        self.unanswered.take_answer(answer.status, &answer.text);
        if let Some(at) = self.reconnect.poll_connect() {
            self.wait_to_retry(self.shell.clock.now(), at);
        }
    }

    /// Counts down to the next attempt.
    pub(super) fn wait_to_retry(&mut self, now: Micros, at: Micros) {
        let refused = self.unanswered.refusal().map(self.words.connection.refused);
        let text = refused.as_deref().unwrap_or(&self.lost_text);
        if self.shell.visibility.hidden() {
            self.hud.closed.show(text, "", Some(self.words.connection.try_now));
            return;
        }
        if now >= at {
            self.connect();
            return;
        }
        let more = (self.words.connection.trying_again)(&seconds_up(at - now));
        self.hud.closed.show(text, &more, Some(self.words.connection.try_now));
    }

    /// Waits for a seat in a full room, and asks for one again.
    pub(super) fn wait_for_seat(&mut self, now: Micros) {
        let Some(at) = self.seat_retry.filter(|_| !self.shell.visibility.hidden()) else { return };
        if now >= at {
            return self.connect();
        }
        let words = &self.words.connection;
        let more =
            [&asked_for(words, &self.room), " ", &(words.trying_again)(&seconds_up(at - now))]
                .concat();
        self.hud.closed.set_more(&more);
    }

    /// Ends the connection and shows why, and what comes next.
    fn end(&mut self, text: &str, next: AfterClose) {
        if let Some(session) = &mut self.session {
            session.close();
        }
        let act = match next {
            AfterClose::OfferReload => self.words.connection.reload,
            AfterClose::OfferRejoin => self.words.connection.join_again,
            AfterClose::OfferPlay => self.words.connection.play_again,
            AfterClose::Reconnect => self.words.connection.try_now,
        };
        let was_connecting = self.phase == Phase::Connecting;
        self.hud.closed.show(text, "", Some(act));
        self.enter(Phase::Closed(next));
        let Some(at) = self.reconnect.poll_connect() else { return self.forget_seat() };
        if was_connecting && self.unanswered.note_attempt() == NextStep::Ask {
            let path = Route::default().path(self.shard());
            self.asking = Request::post(&path, &self.shell.mailbox, Event::Answered);
        }
        self.lost_text = text.into();
        self.wait_to_retry(self.shell.clock.now(), at);
    }

    fn enter(&mut self, phase: Phase) {
        self.phase = phase;
        self.seat_retry = None;
        self.held.release_all();
        let playing = phase == Phase::Playing;
        self.stop_looking();
        self.forget_replays();
        self.cancel_binding();
        if phase != Phase::Join {
            self.open_rooms.rest();
        }
        if !playing {
            self.lose_lesson();
            // Messages about the match are obsolete.
            self.hud.toasts.clear();
            self.hud.silence.say_if(None);
            self.hud.pressure.forget();
            self.hud.drawers.close();
            self.show_badge();
            self.hud.scores.set_shown(Shown::No);
            self.hud.vitals.hide();
            self.hud.round_banner.hide();
            self.hud.round_end.hide();
            self.hud.watch.hide();
            self.hud.elsewhere.hide();
        }
        if phase == Phase::Join {
            self.hud.closed.hide();
        }
        self.probe.set_state(match phase {
            Phase::Join => "join",
            Phase::Connecting => "connecting",
            Phase::Playing => "playing",
            Phase::Closed(_) => "closed",
        });
        self.is_fitted = false;
    }
}
