//! Holds the lesson “See the lag” in the match: applies its link and its ghosts over the player's
//! own, which stay stored as they are, and shows it. Where other people are in the room or other
//! rules are in force, it takes place in a private room, and the player is brought back.

use shared::{
    base::geometry::Vec2,
    client::{
        GhostVisibility,
        scene::{GhostKind, SceneGhost},
    },
    sim::ship::ShipId,
    wire::{
        close_reason::CloseReason,
        conditions::{Conditions, LinkConditions},
        round::MatchMode,
    },
};
use web_ui::{canvas::rect::Rect, netcode::chosen::Chosen, widgets::toasts::Topic};

use words::game::SeeLagWords;

use super::{
    App, Phase, choosing::RoomWish, connection::LOBBY, memory::LessonPlace, own_room::OwnRoom,
};
use crate::{
    lesson::{
        callout::Occupied,
        course::{End, Lesson, Target},
        facts::{FactReader, Facts, JudgedShot, Room},
        offer::{Offer, OfferFacts},
    },
    links::new_room::NewRoom,
};

/// The room that a player came from, as its link names it.
#[derive(Clone, Debug)]
struct Home {
    room: String,
    wish: RoomWish,
    chosen: Chosen,
}

impl Home {
    fn name(&self) -> &str {
        if self.room.is_empty() { LOBBY } else { &self.room }
    }
}

/// Where the player is because of a lesson.
#[derive(Clone, Debug, Default)]
enum Travel {
    /// Where they chose to be.
    #[default]
    Home,
    /// On the way to a private room.
    Going(Home),
    /// In the private room.
    Away(Home),
    /// On the way back from a private room, with what to say on arrival.
    Returning { away: String, text: String },
}

/// A lesson in progress, and what reads its facts.
struct Running {
    lesson: Lesson,
    reader: FactReader,
}

/// The lesson of a page, and its offer.
pub(super) struct SeeLag {
    offer: Offer,
    running: Option<Running>,
    travel: Travel,
    /// Why the last one was cut short, until the player is back in a match to read it.
    cut_short: Option<CutShort>,
}

/// What ends a lesson from outside the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CutShort {
    ConnectionLost,
    Reloaded,
}

impl CutShort {
    /// What the player reads: back from a private room in the one that they came from, or in the
    /// one that they never left.
    fn text(self, words: &SeeLagWords, home: Option<&str>) -> String {
        match (self, home) {
            (Self::ConnectionLost, Some(home)) => (words.back_lost)(home),
            (Self::ConnectionLost, None) => words.lost.into(),
            (Self::Reloaded, Some(home)) => (words.back_reloaded)(home),
            (Self::Reloaded, None) => words.reloaded.into(),
        }
    }
}

impl SeeLag {
    pub(super) fn new(is_spent: bool) -> Self {
        Self { offer: Offer::new(is_spent), running: None, travel: Travel::Home, cut_short: None }
    }

    /// Whether the room on screen is not the one that the player chose.
    pub(super) fn is_away(&self) -> bool {
        !matches!(self.travel, Travel::Home)
    }

    /// Latency each way that the lesson asks for, in ms; `None` where it leaves the player's link.
    pub(super) fn each_way_ms(&self) -> Option<u16> {
        self.running.as_ref()?.lesson.guidance().each_way_ms
    }
}

impl App {
    /// Begins the lesson, or leaves it.
    pub(super) fn toggle_lesson(&mut self) {
        if self.phase != Phase::Playing || self.leave_lesson() {
            return;
        }
        if self.is_watching() {
            return self.toggle_ghosts();
        }
        self.spend_offer();
        self.stop_looking();
        self.dismiss_replay();
        self.hud.drawers.close();
        let client = self.session.as_ref().map(|session| &session.client);
        match client.map(|client| Room::of(client)) {
            None => {}
            Some(Room::Fit) => self.begin_lesson(),
            Some(Room::Shared | Room::OtherNetcode) => self.go_to_lesson_room(),
        }
    }

    /// Dismisses the offer.
    pub(super) fn spend_offer(&mut self) {
        self.see_lag.offer.spend();
        self.shell.memory.set_lag_offered();
        self.hud.see_lag.offer(None);
    }

    /// Dismisses the offer if it is in sight. Returns whether it was.
    pub(super) fn dismiss_offer(&mut self) -> bool {
        let was_shown = self.hud.see_lag.is_offered();
        if was_shown {
            self.spend_offer();
        }
        was_shown
    }

    /// Skips a step of the lesson, or goes on from one that is passed.
    pub(super) fn go_on_with_lesson(&mut self) {
        if let Some(running) = &mut self.see_lag.running {
            running.lesson.go_on();
            self.follow_lesson();
        }
    }

    /// Leaves the lesson. Returns whether there was one.
    pub(super) fn leave_lesson(&mut self) -> bool {
        let Some(running) = &mut self.see_lag.running else { return false };
        running.lesson.leave();
        self.follow_lesson();
        true
    }

    /// The link in force: that of the player's side, else the lesson's, else the player's own.
    pub(super) fn link_in_force(&self) -> Conditions {
        if let Some(link) = self.side_link {
            return link.conditions();
        }
        let each_way = self.see_lag.each_way_ms().map(LinkConditions::delay);
        each_way.map_or(self.link, |way| Conditions { up: way, down: way })
    }

    /// The ghosts in force: shown in the lesson, else as the player chose.
    pub(super) fn ghosts_in_force(&self) -> GhostVisibility {
        match self.see_lag.each_way_ms() {
            Some(_) => GhostVisibility::Shown,
            None => self.ghosts,
        }
    }

    /// Handles a frame in play, once its scene is known.
    pub(super) fn handle_lesson_frame(&mut self) {
        let now = self.frame_at;
        let Some(session) = &self.session else { return };
        let client = &session.client;
        let Some(Running { lesson, reader }) = &mut self.see_lag.running else {
            if client.sides().is_some() {
                // The player's side sets the link that a lesson would change.
                return self.hud.see_lag.offer(None);
            }
            let facts = OfferFacts {
                now,
                kills: client.own_ship().map_or(0, |ship| ship.kills),
                any_bot: client.roster().iter().any(|entry| entry.bot),
                is_flying: self.scene.own_ship().is_some(),
                ghosts: self.ghosts,
                any_panel: self.hud.drawers.any_open()
                    || client.round().is_some_and(|round| round.phase.is_over()),
            };
            let is_offered = self.see_lag.offer.handle_frame(facts);
            return self.hud.see_lag.offer(is_offered.then(|| Room::of(client)));
        };
        let camera = self.view.live_camera();
        let sees = |pos| camera.seen_at(pos).is_some();
        let before = lesson.guidance();
        let facts = reader.read(now, client, &self.scene, sees);
        let is_live = !self.replay.is_shown() && !self.forensics.is_open();
        lesson.handle_frame(&Facts { is_flying: facts.is_flying && is_live, ..facts });
        let guidance = lesson.guidance();
        if let Some(shot) = guidance.kept {
            keep_outlines(&mut self.scene.ghosts, &shot);
        }
        if guidance != before {
            self.follow_lesson();
        }
    }

    /// Points the sentence at its place. Runs after the picture is drawn.
    pub(super) fn point_lesson(&mut self) {
        let Some(running) = &self.see_lag.running else { return };
        if self.replay.is_shown() {
            return self.hud.see_lag.hush();
        }
        let camera = self.view.camera();
        let own = camera.to_page(self.scene.focus);
        let ship = |id: ShipId| self.scene.ship(id).map(|ship| camera.to_page(ship.pos));
        let target = match running.lesson.guidance().target {
            Target::Nowhere => None,
            Target::Own => Some(own),
            Target::Ship(id) => Some(ship(id).unwrap_or(own)),
            Target::At(pos) => Some(camera.to_page(pos)),
        };
        let occupied = Occupied {
            page: Rect { at: Vec2::ZERO, size: self.view.page_px() },
            picture: self.view.layout().world,
            own: (own, self.view.own_reach_px()),
            panels: self
                .hud
                .overlay
                .filled()
                .into_iter()
                .chain(self.view.layout().minimap)
                .collect(),
        };
        self.hud.see_lag.point(self.frame_at, target, self.view.ship_px(), &occupied);
    }

    /// The connection is lost, and the lesson with it: the player is told once they are back.
    pub(super) fn lose_lesson(&mut self) {
        if let Some(Running { lesson, .. }) = &mut self.see_lag.running {
            lesson.leave();
            if lesson.end() == Some(End::Done) {
                self.shell.memory.set_lag_seen();
            } else {
                self.see_lag.cut_short = Some(CutShort::ConnectionLost);
            }
        }
        self.abandon_lesson();
    }

    /// Drops the lesson without a word.
    pub(super) fn abandon_lesson(&mut self) {
        self.see_lag.offer.handle_left();
        self.hud.see_lag.offer(None);
        if self.see_lag.running.take().is_some() {
            if !self.see_lag.is_away() {
                self.shell.memory.clear_lesson_place();
            }
            self.hud.see_lag.hide();
            self.apply_link();
            self.apply_ghosts();
        }
    }

    /// Forgets where the player would be brought back to: they choose a room themselves.
    pub(super) fn forget_lesson_room(&mut self) {
        self.abandon_lesson();
        self.see_lag.cut_short = None;
        self.shell.memory.clear_lesson_place();
        match std::mem::take(&mut self.see_lag.travel) {
            Travel::Home | Travel::Returning { .. } => {}
            Travel::Going(home) | Travel::Away(home) => self.name_home(home),
        }
    }

    /// The player is in a match: in the private room the lesson begins; back from it, the player
    /// is told.
    pub(super) fn arrive(&mut self) {
        match std::mem::take(&mut self.see_lag.travel) {
            Travel::Home => {
                if let Some(cut_short) = self.see_lag.cut_short.take() {
                    self.shell.memory.clear_lesson_place();
                    self.hud
                        .toasts
                        .say(self.shell.clock.now(), &[&cut_short.text(&self.words.see_lag, None)]);
                }
            }
            Travel::Going(home) => {
                self.say_of_room(&(self.words.see_lag.own_room)(home.name()));
                self.see_lag.travel = Travel::Away(home);
                self.begin_lesson();
            }
            // After a lost connection there is no lesson to go on with.
            Travel::Away(home) => {
                let text = self.text_back(&home);
                self.go_home(home, text);
            }
            Travel::Returning { text, .. } => {
                self.shell.memory.clear_lesson_place();
                self.say_of_room(&text);
                self.write_link();
            }
        }
    }

    /// Handles a refusal on the way to the private room or back. Returns whether the page goes
    /// elsewhere instead.
    pub(super) fn turn_back(&mut self, reason: Option<CloseReason>) -> bool {
        use CloseReason::{Busy, RoomFull, RoomName};
        if !matches!(reason, Some(RoomFull | RoomName | Busy)) {
            return false;
        }
        match std::mem::take(&mut self.see_lag.travel) {
            Travel::Going(home) => {
                let text = (self.words.see_lag.no_room)(home.name());
                self.go_home(home, text);
            }
            // The private room is gone, and the server opens no other.
            Travel::Away(home) => {
                let text = self.text_back(&home);
                self.go_home(home, text);
            }
            Travel::Returning { away, .. } if !away.is_empty() => {
                let home = std::mem::replace(&mut self.room, away);
                let home = if home.is_empty() { LOBBY } else { &home };
                let text = (self.words.see_lag.stays)(home);
                self.choosing.wish = RoomWish::default();
                self.choosing.follow(None);
                self.see_lag.travel = Travel::Returning { away: String::new(), text };
                self.hud.join.set_room(&self.room);
                self.own_room = OwnRoom::Opened;
                self.connect();
            }
            // The player chooses where to go.
            Travel::Home | Travel::Returning { .. } => {
                self.shell.memory.clear_lesson_place();
                return false;
            }
        }
        true
    }

    /// Handles a page that was reloaded in the lesson. The address of one in a private room names
    /// the room before.
    pub(super) fn return_after_reload(&mut self) {
        match self.shell.memory.lesson_place() {
            None => {}
            Some(LessonPlace::ChosenRoom) => self.see_lag.cut_short = Some(CutShort::Reloaded),
            Some(LessonPlace::PrivateRoom) => {
                self.reconnect.leave();
                let home = if self.room.is_empty() { LOBBY } else { &self.room };
                let text = CutShort::Reloaded.text(&self.words.see_lag, Some(home));
                self.see_lag.travel = Travel::Returning { away: String::new(), text };
            }
        }
    }

    /// What to say back from a private room after the connection was lost there.
    fn text_back(&mut self, home: &Home) -> String {
        let cut_short = self.see_lag.cut_short.take();
        let home = home.name();
        cut_short.map_or_else(
            || (self.words.see_lag.back)(home),
            |cut_short| cut_short.text(&self.words.see_lag, Some(home)),
        )
    }

    fn begin_lesson(&mut self) {
        let Some(session) = &self.session else { return };
        let before_ms = (self.link.up.latency_ms + self.link.down.latency_ms) / 2;
        let reader = FactReader::new(&session.client);
        self.see_lag.running = Some(Running { lesson: Lesson::new(before_ms), reader });
        if !self.see_lag.is_away() {
            self.shell.memory.set_lesson_place(LessonPlace::ChosenRoom);
        }
        self.hud.see_lag.offer(None);
        self.follow_lesson();
    }

    /// Applies and shows what the lesson asks for, or ends it.
    fn follow_lesson(&mut self) {
        let Some(running) = &self.see_lag.running else { return };
        if let Some(end) = running.lesson.end() {
            return self.end_lesson(end);
        }
        let guidance = running.lesson.guidance();
        self.hud.see_lag.show(&guidance, self.device);
        self.apply_link();
        self.apply_ghosts();
    }

    fn end_lesson(&mut self, end: End) {
        self.abandon_lesson();
        let text = match end {
            End::Done => {
                self.shell.memory.set_lag_seen();
                None
            }
            End::Left => Some(self.words.see_lag.left),
            End::Alone => Some(self.words.see_lag.alone),
            End::Joined => Some(self.words.see_lag.joined),
            End::OtherNetcode => Some(self.words.see_lag.netcode),
        };
        if let Travel::Away(home) = std::mem::take(&mut self.see_lag.travel) {
            let back = (self.words.see_lag.back)(home.name());
            let text = text.map_or_else(|| back.clone(), |text| [text, " ", &back].concat());
            self.go_home(home, text);
        } else if let Some(text) = text {
            self.say_of_room(text);
        }
    }

    /// Opens a private room for the lesson. The address goes on naming the player's own room.
    fn go_to_lesson_room(&mut self) {
        let Some(room) = self.new_room_name() else { return };
        self.write_link();
        let home = Home {
            room: self.room_of_link().to_string(),
            wish: self.choosing.wish.clone(),
            chosen: self.choosing.chosen,
        };
        self.leave();
        // No round ends in the middle of it.
        let endless = NewRoom { mode: Some(MatchMode::Endless), ..NewRoom::default() };
        self.choosing.wish = RoomWish::new(&room, endless);
        self.room = room;
        self.choosing.follow(None);
        self.see_lag.travel = Travel::Going(home);
        self.shell.memory.set_lesson_place(LessonPlace::PrivateRoom);
        self.connect();
    }

    fn go_home(&mut self, home: Home, text: String) {
        self.leave();
        let away = self.room.clone();
        self.name_home(home);
        self.see_lag.travel = Travel::Returning { away, text };
        self.shell.memory.set_lesson_place(LessonPlace::PrivateRoom);
        self.connect();
    }

    /// Makes the player's own room the one to join.
    fn name_home(&mut self, home: Home) {
        self.room = home.room;
        self.choosing.wish = home.wish;
        self.choosing.follow(Some(home.chosen));
    }

    fn say_of_room(&mut self, text: &str) {
        self.hud.toasts.say_of(Topic::Room, self.shell.clock.now(), &[text]);
    }
}

/// Keeps the outlines of a shot in the picture for as long as they are spoken of.
fn keep_outlines(ghosts: &mut Vec<SceneGhost>, shot: &JudgedShot) {
    ghosts.retain(|ghost| ghost.kind == GhostKind::Server);
    let outline = |kind, pos| SceneGhost::lasting(kind, shot.ship, shot.shot, pos);
    ghosts.extend([outline(GhostKind::Saw, shot.saw), outline(GhostKind::Judged, shot.judged)]);
}
