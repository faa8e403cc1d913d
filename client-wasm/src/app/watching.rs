//! Watches a room: whom the camera follows, and the line for a seat.

use shared::{
    base::{
        geometry::Vec2,
        time::{Micros, Tick},
    },
    client::{Controls, GhostVisibility, scene::SceneShip, status::Notice},
    sim::{command::Thrust, rules::SHIP_RADIUS_U, ship::ShipId},
    wire::{message::Listing, watch::TurnWish},
};
use web_ui::shell::pointer::{Phase as Press, Pointer};

use super::{App, Phase, action::Follow, callsign, connection_text::is_lobby};
use crate::{
    hud::watch::{Camera, WatchFacts, WatchView},
    links::fragment::{self, Role},
};

/// How long the camera stays with a ship before it goes on to another leader.
const LEADER_STAYS: Micros = Micros::from_ms(3_000);
/// Speed of the free camera, in u/s.
const FREE_U_PER_S: f32 = 900.0;
/// A press this far from a ship's rim still follows it, in u.
const NEAR_U: f32 = 24.0;
/// Longer moves of the pointer drag the free camera, in CSS pixels.
const DRAG_PX: f32 = 6.0;
/// A camera that goes further than this cuts, in u.
const CUT_U: f32 = 500.0;
/// Without a newer snapshot for this long, nobody plays.
const STILL: Micros = Micros::from_ms(2_000);

/// What a watcher looks at.
#[derive(Debug, Default)]
pub(super) struct WatchState {
    camera: Camera,
    /// Since when a ship is followed.
    since: Micros,
    /// Where the camera is, in u.
    place: Vec2,
    /// The controls of the last frame.
    held: Controls,
    /// Where the pointer was pressed and where it was last, in CSS pixels.
    dragged: Option<Drag>,
    /// The newest snapshot, and since when; before the first one, since the watching began.
    newest: (Tick, Micros),
    /// Whether to ask for a seat as soon as the room is there: it was full.
    pub(super) wants_turn: bool,
    /// Whether the next seat comes from the line.
    pub(super) took_turn: bool,
}

#[derive(Clone, Copy, Debug)]
struct Drag {
    from: Vec2,
    last: Vec2,
    is_drag: bool,
}

impl App {
    /// Whether this page watches.
    pub(super) fn is_watching(&self) -> bool {
        self.session.as_ref().is_some_and(|session| session.client.is_watching())
    }

    /// Whether the camera follows somebody.
    pub(super) fn follows_somebody(&self) -> bool {
        self.is_watching() && self.watch.camera != Camera::Free
    }

    /// Watches the room of the page, in the place of whatever the page does.
    pub(super) fn watch(&mut self) {
        self.watch_listed(self.hud.join.listing());
    }

    /// Watches the room of the page; whether to list it counts only if the watcher then opens it.
    pub(super) fn watch_listed(&mut self, listing: Listing) {
        if self.phase == Phase::Join {
            let name = self.hud.join.name();
            self.name = if name.is_empty() { callsign() } else { name };
            self.room = self.hud.join.room();
            self.choosing.list(&self.room, listing);
        }
        // The room had no seat: the watcher waits for one.
        let wants_turn = matches!(self.phase, Phase::Closed(_)) && self.role == Role::Player;
        self.leave();
        self.role = Role::Watcher;
        self.watch = WatchState { wants_turn, ..WatchState::default() };
        let watched = fragment::of_watched(&self.room);
        let watched = match &self.node_of_link {
            Some(node) if is_lobby(&self.room) => fragment::at_node(&watched, node),
            _ => watched,
        };
        self.shell.address.set_fragment(&watched);
        self.connect();
    }

    /// The room is there.
    pub(super) fn begin_watching(&mut self) {
        let now = self.shell.clock.now();
        self.watch.newest = (Tick::ZERO, now);
        if let Some(session) = &mut self.session
            && self.watch.wants_turn
        {
            session.client.request_turn(TurnWish::Yes);
        }
        self.set_side_link(None);
        self.refresh_watch(now);
    }

    /// A seat is free, and this watcher's turn has come.
    pub(super) fn take_turn(&mut self) {
        let now = self.shell.clock.now();
        self.role = Role::Player;
        self.watch.took_turn = true;
        self.ghosts = GhostVisibility::Hidden;
        self.apply_ghosts();
        self.hud.toasts.say(now, &[self.words.watch.your_turn]);
        self.write_link();
        self.connect();
    }

    /// Asks for a seat, or no longer.
    pub(super) fn ask_for_turn(&mut self) {
        if let Some(session) = &mut self.session {
            let waits = session.client.turn().is_some();
            session.client.request_turn(if waits { TurnWish::No } else { TurnWish::Yes });
        }
    }

    /// Follows another ship, whoever leads, or nobody.
    pub(super) fn follow(&mut self, follow: Follow) {
        if !self.is_watching() {
            return;
        }
        match follow {
            Follow::Leader => self.look(Camera::Leader),
            Follow::Nobody => self.look(Camera::Free),
            Follow::Previous => self.follow_neighbour(-1),
            Follow::Next => self.follow_neighbour(1),
        }
    }

    fn look(&mut self, camera: Camera) {
        self.watch.camera = camera;
        let now = self.shell.clock.now();
        match camera {
            Camera::Leader => self.watch.since = now - LEADER_STAYS,
            Camera::Ship => {}
            Camera::Free => self.follow_ship(now, None),
        }
        self.refresh_watch(now);
    }

    /// Follows the ship so many seats from the one that is followed.
    fn follow_neighbour(&mut self, by: isize) {
        let Some(session) = &self.session else { return };
        let ships: Vec<ShipId> = session.client.roster().iter().map(|entry| entry.ship).collect();
        let own = session.client.own_id();
        let at = own.and_then(|own| ships.iter().position(|ship| *ship == own));
        let next = match at {
            Some(at) => (at as isize + by).rem_euclid(ships.len() as isize) as usize,
            None => 0,
        };
        if let Some(ship) = ships.get(next) {
            self.stay_with(*ship);
        }
    }

    /// Follows this ship, whoever leads.
    fn stay_with(&mut self, ship: ShipId) {
        let now = self.shell.clock.now();
        self.watch.camera = Camera::Ship;
        self.follow_ship(now, Some(ship));
        self.refresh_watch(now);
    }

    fn follow_ship(&mut self, now: Micros, ship: Option<ShipId>) {
        self.watch.since = now;
        if let Some(session) = &mut self.session {
            session.client.follow(now, ship);
        }
    }

    /// Runs a few times a second: goes on to another leader, and shows the bar.
    pub(super) fn refresh_watch(&mut self, now: Micros) {
        self.follow_leader(now);
        let Some(session) = self.session.as_ref().filter(|session| session.client.is_watching())
        else {
            return;
        };
        let client = &session.client;
        let newest = client.net_stats().server_tick;
        if newest != self.watch.newest.0 {
            self.watch.newest = (newest, now);
        }
        let delay = Micros::from_ms(client.watch_delay_ms().unwrap_or_default().into());
        let has_players = client.roster().iter().any(|entry| !entry.bot);
        let since = self.watch.newest.1;
        let view = match newest {
            Tick::ZERO if has_players && now - since < delay + STILL => {
                WatchView::ComesIn(since + delay - now)
            }
            Tick::ZERO => WatchView::Nobody,
            _ if now - since > STILL => WatchView::Nobody,
            _ => WatchView::Match,
        };
        let (camera, ghosts) = (self.watch.camera, self.ghosts);
        self.hud.watch.refresh(client, &WatchFacts { view, camera, ghosts, delay });
    }

    /// Follows whoever leads, or the best of those who are there; also when the ship that is
    /// followed has left.
    fn follow_leader(&mut self, now: Micros) {
        let Some(session) = &self.session else { return };
        let client = &session.client;
        let is_here = |ship| client.roster().iter().any(|entry| entry.ship == ship);
        let followed = client.own_id().filter(|ship| is_here(*ship));
        let standings = &self.round.standings;
        let best = standings.leader().or_else(|| {
            let first = standings.rows().first().map(|row| row.ship);
            followed.or(first)
        });
        let is_due = match self.watch.camera {
            Camera::Leader => followed.is_none() || now - self.watch.since >= LEADER_STAYS,
            Camera::Ship => followed.is_none(),
            Camera::Free => false,
        };
        if is_due && best != followed {
            self.follow_ship(now, best);
        }
    }

    /// What keys, sticks and buttons hold: moves the free camera, or follows another ship.
    pub(super) fn steer_watch(&mut self, controls: Controls, dt_s: f32) {
        let before = std::mem::replace(&mut self.watch.held, controls);
        let laser = controls.trigger.laser() && !before.trigger.laser();
        let beam = controls.trigger.beam() && !before.trigger.beam();
        if self.watch.camera == Camera::Free {
            self.watch.place += controls.thrust.unit() * FREE_U_PER_S * dt_s;
            if laser || beam {
                self.follow(Follow::Leader);
            }
            return;
        }
        let turned = (controls.thrust != before.thrust).then_some(controls.thrust);
        match turned {
            _ if laser => self.follow(Follow::Next),
            _ if beam => self.follow(Follow::Nobody),
            Some(Thrust::Left) => self.follow(Follow::Previous),
            Some(Thrust::Right) => self.follow(Follow::Next),
            Some(Thrust::Up) => self.follow(Follow::Leader),
            Some(Thrust::Down) => self.follow(Follow::Nobody),
            _ => {}
        }
    }

    /// Where the camera of a frame is.
    pub(super) fn place_camera(&mut self) {
        let arena = self.session.as_ref().and_then(|session| session.client.arena());
        let size = arena.map_or(Vec2::ZERO, |arena| arena.size());
        let before = self.watch.place;
        self.watch.place = match self.watch.camera {
            Camera::Free => before.clamp(Vec2::ZERO, size),
            Camera::Leader | Camera::Ship => self.scene.focus,
        };
        self.scene.focus = self.watch.place;
        if before.distance(self.watch.place) > CUT_U {
            self.view.cut();
        }
    }

    /// A press on a ship follows it; a drag moves the free camera.
    pub(super) fn point_as_watcher(&mut self, pointer: &Pointer) {
        match pointer.phase {
            Press::Down => {
                let (from, last) = (pointer.at, pointer.at);
                self.watch.dragged = Some(Drag { from, last, is_drag: false });
            }
            Press::Moved => self.drag(pointer.at),
            Press::Up => {
                let drag = self.watch.dragged.take();
                if drag.is_some_and(|drag| !drag.is_drag) {
                    self.follow_at(pointer.at);
                }
            }
        }
    }

    fn drag(&mut self, at: Vec2) {
        let Some(drag) = &mut self.watch.dragged else { return };
        drag.is_drag |= drag.from.distance(at) > DRAG_PX;
        if !drag.is_drag {
            return;
        }
        let moved = (at - std::mem::replace(&mut drag.last, at)) / self.view.camera().scale();
        if self.watch.camera != Camera::Free {
            self.look(Camera::Free);
        }
        self.watch.place -= moved;
    }

    fn follow_at(&mut self, at: Vec2) {
        let camera = self.view.camera();
        let away = |ship: &&SceneShip| camera.to_page(ship.pos).distance(at) / camera.scale();
        let near = self.scene.ships.iter().min_by(|a, b| away(a).total_cmp(&away(b)));
        let near = near.filter(|ship| away(ship) < SHIP_RADIUS_U + NEAR_U).map(|ship| ship.id);
        if let Some(ship) = near {
            self.stay_with(ship);
        }
    }
}

/// Whether a notice concerns a watcher too.
pub(super) fn is_for_all(notice: &Notice) -> bool {
    matches!(
        notice,
        Notice::PlayerJoined { .. }
            | Notice::PlayerLeft { .. }
            | Notice::PlayerAway { .. }
            | Notice::PlayerBack { .. }
            | Notice::RulesChanged { .. }
    )
}
