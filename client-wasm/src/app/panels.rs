//! Handles the player's actions besides flying: buttons, keys and fields.

use std::cell::OnceCell;

use shared::{
    client::{GhostVisibility, reconnect::AfterClose},
    report::shot_report::ReportsWanted,
    wire::{
        conditions::{Condition, Conditions},
        message::{Access, Listing},
        round::RoundPhase,
    },
};
use web_ui::{
    shell::{
        dom::Shown,
        keyboard::Stroke,
        pointer::{Phase as Press, Pointer},
        timer::Timer,
    },
    sound::Volumes,
    widgets::toasts::Topic,
};

use super::{
    App, FAST_MS, Phase, action::Action, choosing::REST, connection_text::is_lobby, event::Event,
    own_room::OwnRoom,
};
use crate::{
    controls::PlayerControls,
    hud::{drawers::Drawer, own_room::Alone, pins::Pins},
    links::fragment,
};

impl App {
    /// Handles a button, or its key.
    pub(super) fn act(&mut self, action: Action) {
        let from_menu = self.hud.drawers.open() == Some(Drawer::Menu);
        match action {
            Action::Confirm => self.confirm(),
            Action::Dismiss => self.dismiss(),
            Action::Scores => {
                let shown = self.hud.scores.shown() == Shown::No;
                self.show_scores(shown.into());
            }
            Action::Menu => self.hud.drawers.toggle(Drawer::Menu),
            Action::Settings => self.hud.drawers.toggle(Drawer::Settings),
            Action::SettingsReset => self.reset_settings(),
            Action::Bind(control) => self.await_binding(control),
            Action::BindingsReset => self.reset_bindings(),
            Action::Figures => self.set_pins(Pins { figures: !self.pins.figures, ..self.pins }),
            Action::Ghosts => self.toggle_ghosts(),
            Action::SeeLag => self.toggle_lesson(),
            Action::SeeLagNext => self.go_on_with_lesson(),
            Action::SeeLagDismiss => self.spend_offer(),
            Action::NetGraph => {
                self.set_pins(Pins { net_graph: !self.pins.net_graph, ..self.pins });
            }
            Action::Sound => self.toggle_sound(),
            Action::FullUpdate => self.request_full_update(),
            Action::Link => self.hud.drawers.toggle(Drawer::Link),
            Action::Netcode => self.hud.drawers.toggle(Drawer::Netcode),
            Action::Preset(preset) => self.pick(preset),
            Action::OpenRoom => self.open_room(),
            Action::NewRoom => self.join_new_room(),
            Action::Lobby => self.join_lobby(),
            Action::Shot(act) => {
                self.act_on_shot(act);
            }
            Action::EachWay(_) | Action::LinkReset if self.side_link.is_some() => {
                // The player's side sets the link; the drawer says so.
                self.hud.drawers.toggle(Drawer::Link);
            }
            Action::EachWay(ms) => {
                self.leave_lesson();
                self.set_each_way(ms);
            }
            Action::LinkReset => self.reset_link(),
            Action::Help => self.hud.drawers.toggle(Drawer::Help),
            Action::Leave => self.show_join(),
            Action::CloseOwnRoom => {
                self.dismiss_own_room();
            }
            Action::AskedLobby => self.ask_for_lobby_again(),
            Action::CloseElsewhere => {
                self.hud.elsewhere.hide();
            }
            Action::CopyInvite => self.copy_invite(),
            Action::ShareInvite => self.share_invite(),
            Action::Duel => self.duel_a_bot(),
            Action::Friend => self.play_with_friend(),
            Action::Rematch => self.ask_rematch(),
            Action::RoundShot(which) => self.look_into_round(which),
            Action::Watch => self.watch(),
            Action::JoinRow(row) => self.join_row(row),
            Action::WatchRow(row) => self.watch_row(row),
            Action::ShowRooms => self.hud.room_list.bring_into_view(),
            Action::Follow(follow) => self.follow(follow),
            Action::TakeTurn => self.ask_for_turn(),
            Action::SaveCapture => self.save_capture(),
        }
        // What was picked is seen at once, also where the menu covers it.
        let stays = matches!(action, Action::Sound | Action::CopyInvite);
        if from_menu && !stays && self.hud.drawers.open() == Some(Drawer::Menu) {
            self.hud.drawers.close();
        }
        self.show_badge();
        self.is_fitted = false;
    }

    /// Shows the card while the player is alone; runs a few times a second.
    pub(super) fn sync_own_room(&mut self) {
        let alone = self.alone_in_own_room();
        if alone.is_none() && self.own_room != OwnRoom::No {
            self.own_room = OwnRoom::No;
            self.shell.memory.set_own_room(OwnRoom::No);
        }
        let alone = alone.filter(|_| self.own_room != OwnRoom::Closed);
        let url = if alone.is_some() { self.invite_url() } else { String::new() };
        let listing = self.listing_of_own_room();
        self.hud.own_room.show(alone, listing, &url);
        self.hud.invite.set_listing(listing);
    }

    /// Whether this page opened the room as a listed one: it asked for that, and decides on the
    /// rules.
    fn listing_of_own_room(&self) -> Listing {
        let client = self.session.as_ref().map(|session| &session.client);
        let is_founder = client.is_some_and(|client| client.access() == Some(Access::May));
        if is_founder { self.choosing.new_room(&self.room).listing } else { Listing::Unlisted }
    }

    /// Why the player is alone in a private room; `None` elsewhere, and with others.
    fn alone_in_own_room(&self) -> Option<Alone> {
        let client = &self.session.as_ref().filter(|_| self.phase == Phase::Playing)?.client;
        let n_players = client.roster().iter().filter(|entry| !entry.bot).count();
        let has_bots = client.roster().len() > n_players;
        let waits = client.round().is_some_and(|round| {
            round.phase == RoundPhase::Waiting && usize::from(round.limits.players) > n_players
        });
        match self.own_room {
            _ if n_players > 1 || self.is_watching() => None,
            _ if waits && has_bots => Some(Alone::WaitsBesideBot),
            _ if waits => Some(Alone::Waits),
            OwnRoom::Opened | OwnRoom::Closed => Some(Alone::Opened),
            OwnRoom::No => None,
        }
    }

    /// Closes the card. Returns whether it was shown.
    pub(super) fn dismiss_own_room(&mut self) -> bool {
        let shown = self.own_room != OwnRoom::Closed && self.alone_in_own_room().is_some();
        if shown {
            self.own_room = OwnRoom::Closed;
            self.shell.memory.set_own_room(OwnRoom::Closed);
            self.hud.own_room.show(None, Listing::Unlisted, "");
        }
        shown
    }

    /// Fits the picture to the page and to the part of it that is free. Runs before a picture is
    /// drawn if `is_fitted` was cleared: a browser that is asked for positions between two changes
    /// of the page lays it out each time.
    pub(super) fn fit(&mut self) {
        self.is_fitted = true;
        if !self.shows_match() {
            self.view.fill_behind(self.shell.canvas.fit(), self.hud.join.card());
            return;
        }
        self.view.arrange(self.shell.canvas.fit(), &self.hud.overlay.places());
        self.view.keep_clear_of(&self.hud.overlay.panels(), self.hud.text_box(), self.device);
    }

    /// Fades panels that cover ships.
    pub(super) fn fade_panels(&mut self) {
        let camera = self.view.camera();
        let (scene, _) = self.replay.or_live((&self.scene, &[]));
        let ships = scene.ships.iter().filter_map(|ship| camera.seen_at(ship.pos));
        self.hud.overlay.fade(ships, self.view.own_reach_px());
    }

    /// Handles a resized page. A frozen picture is drawn once more for the new size.
    pub(super) fn resized(&mut self) {
        self.is_fitted = false;
        if self.forensics.is_open() {
            self.draw(self.shell.clock.now(), 0.0);
        }
    }

    /// Draws everything anew that is kept on canvases.
    pub(super) fn restored(&mut self) {
        self.glows = OnceCell::new();
        self.view.forget_sky();
        self.resized();
    }

    /// Discards the acknowledged state: the net graph then shows the cost of a full snapshot.
    fn request_full_update(&mut self) {
        if let (Phase::Playing, Some(session)) = (self.phase, &mut self.session) {
            session.client.request_full_update();
        }
    }

    fn confirm(&mut self) {
        match self.phase {
            Phase::Join => self.join(),
            Phase::Closed(AfterClose::OfferReload) => self.shell.address.reload(),
            Phase::Closed(_) => self.connect(),
            Phase::Playing if self.is_watching() => self.ask_for_turn(),
            Phase::Playing => self.go_on_with_lesson(),
            Phase::Connecting => {}
        }
    }

    /// Closes the topmost open panel. If nothing is open in play, opens the menu.
    fn dismiss(&mut self) {
        let closed = self.close_topmost();
        match self.phase {
            _ if closed => {}
            Phase::Playing => self.hud.drawers.toggle(Drawer::Menu),
            Phase::Connecting | Phase::Closed(_) => self.show_join(),
            Phase::Join => {}
        }
    }

    /// Closes the topmost open panel. Returns whether one was open.
    pub(super) fn close_topmost(&mut self) -> bool {
        self.stop_looking()
            || self.hud.drawers.close()
            || self.hide_scores()
            || self.dismiss_replay()
            || self.dismiss_keeps()
            || self.hud.elsewhere.hide()
            || self.dismiss_own_room()
            || self.dismiss_offer()
            || self.leave_lesson()
    }

    /// Hides the scores. Returns whether they were shown.
    fn hide_scores(&mut self) -> bool {
        let shown = self.hud.scores.shown() == Shown::Yes;
        self.hud.scores.set_shown(Shown::No);
        shown
    }

    pub(super) fn toggle_ghosts(&mut self) {
        let wanted = match self.ghosts_in_force() {
            GhostVisibility::Hidden => GhostVisibility::Shown,
            GhostVisibility::Shown => GhostVisibility::Hidden,
        };
        self.leave_lesson();
        self.ghosts = wanted;
        self.apply_ghosts();
    }

    /// Shows or hides the ghosts.
    pub(super) fn apply_ghosts(&mut self) {
        let ghosts = self.ghosts_in_force();
        self.hud.drawers.set_ghosts(ghosts);
        if let Some(session) = &mut self.session {
            session.client.set_ghosts(ghosts);
        }
    }

    /// Handles a press or release of the scores key.
    pub(super) fn hold_scores(&mut self, stroke: Stroke) {
        self.show_scores((stroke == Stroke::Down).into());
    }

    fn show_scores(&mut self, shown: Shown) {
        if self.phase == Phase::Playing {
            self.hud.scores.set_shown(shown);
            self.refresh_opened();
        }
    }

    fn toggle_sound(&mut self) {
        let volumes = self.sound.volumes();
        let volumes = Volumes { muted: !volumes.muted, ..volumes };
        self.set_volumes(volumes);
        let text = if volumes.muted {
            self.words.controls.sound_off
        } else {
            self.words.controls.sound_on
        };
        self.hud.toasts.say_of(Topic::Sound, self.shell.clock.now(), &[text]);
    }

    /// The player's volumes.
    #[must_use]
    pub fn volumes(&self) -> Volumes {
        self.sound.volumes()
    }

    /// Sets the player's volumes, and stores them.
    pub fn set_volumes(&mut self, volumes: Volumes) {
        self.sound.set_volumes(volumes);
        self.shell.memory.set_volumes(&volumes);
        self.hud.set_volumes(&volumes);
    }

    /// Sets what is always on screen, and stores it.
    pub(super) fn set_pins(&mut self, pins: Pins) {
        self.pins = pins;
        self.shell.memory.set_pins(pins);
        self.hud.set_pins(pins);
        self.refresh_opened();
    }

    fn set_reports_wanted(&mut self, wanted: ReportsWanted) {
        self.choosing.reports_wanted = wanted;
        self.shell.memory.set_reports_wanted(wanted);
        self.hud.netcode.set_reports_wanted(wanted);
        if let Some(session) = &mut self.session {
            session.client.set_reports_wanted(wanted);
        }
    }

    fn reset_settings(&mut self) {
        self.set_volumes(Volumes::default());
        self.set_pins(Pins::default());
        self.set_reports_wanted(ReportsWanted::No);
        self.set_controls(PlayerControls::default());
        self.hud.toasts.say(self.shell.clock.now(), &[self.words.controls.settings_reset]);
    }

    /// Fills a panel as it opens, since the next refresh is some time away.
    fn refresh_opened(&mut self) {
        if let Some(session) = &self.session {
            let standings = &self.round.standings;
            self.hud.refresh_opened(&session.client, standings, self.rate.per_second());
        }
    }

    /// Handles a change of a form control.
    pub(super) fn edited(&mut self) {
        if self.phase == Phase::Join {
            let room = self.hud.join.room();
            let before = self.choosing.new_room(&self.room);
            let is_typed = room != self.room;
            if is_typed {
                self.attract.handle_typed(self.shell.clock.now());
                self.room = room;
            }
            let listing = self.hud.join.listing();
            self.hud.offers.say_listing(listing);
            self.choosing.list(&self.room, listing);
            if is_typed || self.choosing.new_room(&self.room) != before {
                self.write_link();
            }
            // A page in another language begins with what was typed here.
            self.shell.memory.set_name(&self.hud.join.name());
            self.offers_edited();
        } else {
            self.drawer_edited();
        }
    }

    /// Reads the controls of every drawer, since the page's event does not say which one changed.
    pub(super) fn drawer_edited(&mut self) {
        let now = self.shell.clock.now();
        self.forensics.handle_edit();
        let before = self.choosing.chosen.netcode;
        let netcode = self.hud.netcode.edited(before);
        let reports_wanted = self.hud.netcode.reports_wanted();
        let link_shared = self.hud.link.shared();
        if let Some(link) = self.hud.link.edited(&self.link) {
            self.leave_lesson();
            self.set_link(link);
        }
        if link_shared != self.link_shared {
            self.share_link(link_shared);
        }
        if reports_wanted != self.choosing.reports_wanted {
            self.set_reports_wanted(reports_wanted);
        }
        let volumes = self.hud.settings.volumes(self.sound.volumes());
        if volumes != self.sound.volumes() {
            self.set_volumes(volumes);
        }
        let sticks = self.hud.settings.sticks(self.controls.sticks);
        let aim_assist = self.hud.settings.aim_assist();
        if (sticks, aim_assist) != (self.controls.sticks, self.controls.aim_assist) {
            let controls = self.controls.clone();
            self.set_controls(PlayerControls { sticks, aim_assist, ..controls });
        }
        let pins = self.hud.settings.pins();
        if pins != self.pins {
            self.set_pins(pins);
        }
        self.choosing.chosen.netcode = netcode;
        if netcode.room != before.room {
            self.choosing.ask(netcode.room, now + REST);
        }
        if netcode.player != before.player {
            self.set_player();
        }
        self.sync_netcode(now);
    }

    pub(super) fn set_link(&mut self, conditions: Conditions) {
        self.link = conditions;
        self.shell.memory.set_link(&conditions);
        self.hud.link.show(&conditions);
        if self.link_shared {
            self.link_shared = !conditions.are_perfect();
            self.choosing.written = None;
            // In play the address is written only as often as browsers allow.
            if self.phase == Phase::Join {
                self.write_link();
            }
        }
        self.apply_link();
    }

    /// Applies the conditions in force to the connection, and shows them.
    pub(super) fn apply_link(&mut self) {
        let conditions = self.link_in_force();
        if let Some(session) = &mut self.session {
            session.set_link(&conditions);
        }
        if conditions.are_perfect() {
            // Messages still in the link are delivered with the frames.
            self.shell.fast = None;
        } else if self.shell.fast.is_none() {
            let mailbox = self.shell.mailbox.clone();
            let timer = Timer::every(&self.shell.window, FAST_MS, mailbox, || Event::Fast);
            self.shell.fast = Some(timer);
        }
        self.show_badge();
    }

    /// Switches the simulation off: a lesson's, which the player thereby leaves, else the player's.
    fn reset_link(&mut self) {
        if !self.leave_lesson() {
            self.set_link(Conditions::default());
        }
    }

    /// Sets the latency each way and keeps all other conditions.
    fn set_each_way(&mut self, ms: u16) {
        let mut link = self.link;
        for way in [&mut link.up, &mut link.down] {
            // No button exceeds the maximum of a link.
            let _ = way.set(Condition::Latency, ms.into());
        }
        self.set_link(link);
    }

    /// Includes the simulated link in the link to the room, or removes it.
    fn share_link(&mut self, shared: bool) {
        self.link_shared = shared && !self.link.are_perfect();
        self.hud.link.set_shared(self.link_shared);
        self.write_link();
    }

    /// Shows the badge while a link is simulated, unless the open panel shows the same in full; in
    /// a room of two sides, always that of the player's side.
    pub(super) fn show_badge(&mut self) {
        let is_open = self.hud.drawers.open() == Some(Drawer::Link);
        match self.side_link {
            Some(link) => {
                let words = &self.words.sides;
                let (side, hint) =
                    ((words.side)(link.round_trip_ms), (words.link_is_set)(link.round_trip_ms));
                self.hud.badge.show_side(&side, &hint);
            }
            None if is_open => self.hud.badge.show(&Conditions::default()),
            None => self.hud.badge.show(&self.link_in_force()),
        }
    }

    /// Shows the address that invites others to the room.
    pub(super) fn show_invite(&mut self) {
        self.hud.invite.set(&self.invite_url());
    }

    /// The link to the room.
    fn invite_url(&self) -> String {
        let fragment = self.fragment();
        let client = self.session.as_ref().map(|session| &session.client);
        let is_in_lobby = client.is_some_and(|client| is_lobby(client.room_name()));
        let fragment = match self.reconnect.node() {
            Some(node) if is_in_lobby => fragment::at_node(&fragment, node),
            _ => fragment,
        };
        self.shell.address.with_fragment(&fragment)
    }

    fn copy_invite(&mut self) {
        let now = self.shell.clock.now();
        let copied = self.hud.invite.copy();
        let text = if copied { self.words.play.copied } else { self.words.play.select_and_copy };
        self.hud.toasts.say(now, &[text]);
    }

    /// Opens the system's sheet with the link to the room.
    fn share_invite(&mut self) {
        if let Some(sheet) = &self.shell.share {
            sheet.open(self.words.play.shared_title, &self.invite_url());
        }
    }

    pub(super) fn point(&mut self, pointer: Pointer) {
        if self.is_watching() {
            return self.point_as_watcher(&pointer);
        }
        if self.forensics.is_open() || self.asks_about(&pointer) {
            return;
        }
        if pointer.phase == Press::Down {
            self.fly_on();
        }
        if !self.takes_over(&pointer) {
            return;
        }
        let middle_x = self.view.layout().world.middle().x;
        self.held.pointer(pointer, middle_x);
    }
}
