//! Applies the player's choice of netcode from presets, settings, links and buttons. The player's
//! settings take effect at once, the room's settings are requested, and the page shows what is in
//! force.

use shared::{
    base::time::Micros,
    client::{Client, GhostVisibility, status::Notice},
    netcode::{preset::Preset, values::RoomNetcode},
    report::shot_report::ReportsWanted,
    wire::message::{Access, Refusal},
};
use web_ui::{
    netcode::{chosen::Chosen, words as netcode_words},
    text::{
        figures::whole,
        roster::{first_name, name_of},
    },
    widgets::toasts::Topic,
};

use words::Language;

use super::{
    App, Phase,
    choosing::{ANSWER, PendingRules},
    connection::LOBBY,
    own_room::OwnRoom,
};
use crate::{hud::scheme::SchemeAsked, links::fragment};

/// How long the notice of what the room keeps stays on the picture.
const KEEPS_STAYS: Micros = Micros::from_ms(7000);
/// Minimum interval between writes of the address, which browsers rate-limit.
const WRITE_EVERY: Micros = Micros::from_ms(500);

impl App {
    /// Handles the welcome.
    pub(super) fn enter_room(&mut self, now: Micros) {
        let Some(session) = &mut self.session else { return };
        let rules = session.client.rules();
        self.choosing.rules = rules;
        self.hud.scheme.forget();
        let said = self.choosing.is_other();
        if said && rules != Some(self.choosing.chosen.netcode.room) {
            self.choosing.rules_notice_until = Some(now + KEEPS_STAYS);
        }
        if self.choosing.reports_wanted == ReportsWanted::Yes {
            session.client.set_reports_wanted(ReportsWanted::Yes);
        }
        // The link names no netcode: use the preset that matches the room, so that it is seen as
        // intended.
        let by_room = rules.and_then(|rules| {
            Preset::ALL.into_iter().find(|preset| preset.netcode().room == rules)
        });
        if let Some(preset) = by_room.filter(|_| !said) {
            self.choosing.chosen = preset.into();
        }
        self.set_player();
        self.sync_netcode(now);
    }

    /// Handles a link that names another netcode for the current room.
    pub(super) fn follow_link(&mut self, now: Micros) {
        let rules = self.choosing.chosen.netcode.room;
        self.ask_if_allowed(now, rules);
        self.set_player();
        self.sync_netcode(now);
    }

    /// Handles a preset's key or button.
    pub(super) fn pick(&mut self, preset: Preset) {
        if self.phase != Phase::Playing {
            return;
        }
        let now = self.shell.clock.now();
        let netcode = preset.netcode();
        self.choosing.chosen.preset = preset;
        self.choosing.chosen.netcode.player = netcode.player;
        self.ask_if_allowed(now, netcode.room);
        self.say_watch(now, preset);
        self.set_player();
        self.sync_netcode(now);
    }

    /// Shows what to watch for under a preset that the room plays by or is asked to.
    fn say_watch(&mut self, now: Micros, preset: Preset) {
        let client = self.session.as_ref().map(|session| &session.client);
        let rules = client.and_then(|client| client.rules());
        if self.choosing.pending.is_some() || rules == Some(preset.netcode().room) {
            let language = self.language;
            let text = [language.preset_title(preset), ": ", language.preset_watch(preset)];
            self.hud.toasts.say_of(Topic::Rules, now, &text);
        }
    }

    fn ask_if_allowed(&mut self, now: Micros, rules: RoomNetcode) {
        let pending = self.choosing.pending.take();
        self.choosing.rules_notice_until = Some(now + KEEPS_STAYS);
        let client = self.session.as_ref().map(|session| &*session.client);
        let Some(client) = client else { return };
        // An earlier request may be on its way: it would be granted after all.
        let asks = pending.is_some() || client.rules() != Some(rules);
        if client.access() == Some(Access::May) && asks {
            self.choosing.ask(rules, now);
        }
    }

    /// Opens a private room under the preset chosen last.
    pub(super) fn open_room(&mut self) {
        let Some(room) = self.new_room_name() else { return };
        self.forget_lesson_room();
        self.room = room;
        self.hud.join.set_room(&self.room);
        self.choosing.follow(Some(self.choosing.chosen.preset.into()));
        self.write_link();
        self.leave();
        self.own_room = OwnRoom::Opened;
        self.connect();
    }

    /// Shows a notice of the client.
    pub(super) fn show_notice(&mut self, now: Micros, notice: &Notice) {
        if Self::sheet_shows(notice) {
            return;
        }
        self.note_life(now, notice);
        let Some(session) = &self.session else { return };
        self.hud.show_notice(now, &session.client, notice);
        match notice {
            Notice::RulesChanged { by } => {
                let Some(rules) = session.client.rules() else { return };
                let before = self.choosing.rules.replace(rules).unwrap_or(rules);
                let change = Change { before, after: rules, by: by.as_deref() };
                if let Some(text) =
                    change.description(self.language, &self.choosing.chosen, &session.client)
                {
                    self.hud.toasts.say_of(Topic::Rules, now, &[&text]);
                }
            }
            Notice::AreYouThere { answer_within_ms } => {
                let within = answer_within_ms.map(|ms| Micros::from_ms(ms.into()));
                self.answer_until = within.map(|within| now + within);
            }
            Notice::Refunded { .. } => self.probe.count_refund(),
            Notice::Refused { why } => {
                if matches!(why, Refusal::Rules(_) | Refusal::Setting | Refusal::LaboratoryOnly) {
                    self.choosing.pending = None;
                }
                let text = refusal(self.language, why, &session.client);
                self.hud.toasts.say_of(Topic::Refusal, now, &[&text]);
            }
            _ => {}
        }
    }

    /// Sends due requests and shows what is in force. Runs after every change and a few times a
    /// second.
    pub(super) fn sync_netcode(&mut self, now: Micros) {
        let looks =
            self.ghosts_in_force() == GhostVisibility::Shown || !self.link_in_force().are_perfect();
        let Some(session) = &mut self.session else { return };
        let Some(rules) = session.client.rules() else { return };
        let choosing = &mut self.choosing;
        if let Some(asking) = &mut choosing.pending
            && asking.at.is_some_and(|at| at <= now)
        {
            session.client.request_rules(asking.rules);
            (asking.at, asking.until) = (None, now + ANSWER);
        }
        let open = |asking: &PendingRules| {
            asking.at.is_some() || (asking.rules != rules && now < asking.until)
        };
        choosing.pending = choosing.pending.filter(open);
        choosing.chosen.netcode.room = choosing.pending.map_or(rules, |asking| asking.rules);
        if let Some(preset) = Preset::of(&choosing.chosen.netcode) {
            choosing.chosen.preset = preset;
        }
        let notice = choosing.rules_notice_until.is_some_and(|until| now < until);
        let line = self.pins.netcode || looks;
        let asked = SchemeAsked { line: line.into(), notice: notice.into() };
        let chosen = choosing.chosen;
        self.hud.show_netcode(now, &chosen, &session.client, asked);
        let mut in_force = chosen.netcode;
        in_force.room = rules;
        self.probe.set_netcode(&session.client, &in_force);
        if self.choosing.written != Some(chosen) && now >= self.choosing.write_at {
            self.choosing.write_at = now + WRITE_EVERY;
            self.write_link();
        }
    }

    /// Hides the notice of what the room keeps. Returns whether it was shown.
    pub(super) fn dismiss_keeps(&mut self) -> bool {
        let shown = self.hud.scheme.passing();
        self.choosing.rules_notice_until = None;
        self.sync_netcode(self.shell.clock.now());
        shown
    }

    pub(super) fn set_player(&mut self) {
        if let Some(session) = &mut self.session {
            session.set_player(self.choosing.chosen.netcode.player);
        }
    }

    /// Writes the choice, in force or requested, into the address and the invitation.
    pub(super) fn write_link(&mut self) {
        self.choosing.written = Some(self.choosing.chosen);
        // In the private room of a lesson the address names the room to return to.
        if !self.see_lag.is_away() {
            self.shell.address.set_fragment(&self.fragment());
        }
        self.show_invite();
    }

    /// The room for the link: the current one, if the player was placed in another lobby.
    pub(super) fn room_of_link(&self) -> &str {
        let client = self.session.as_ref().map(|session| &session.client);
        let room = client.map_or("", |client| client.room_name());
        let elsewhere = self.room.is_empty() && !room.is_empty() && room != LOBBY;
        if elsewhere { room } else { &self.room }
    }

    /// The fragment of the link to the room.
    pub(super) fn fragment(&self) -> String {
        let link = self.link_shared.then_some(&self.link);
        let new_room = self.choosing.new_room(&self.room);
        fragment::of(self.room_of_link(), new_room, &self.choosing.chosen, link)
    }
}

/// A change of the room's rules.
struct Change<'a> {
    before: RoomNetcode,
    after: RoomNetcode,
    /// The player who made it; `None` if the room restored its own rules.
    by: Option<&'a str>,
}

impl Change<'_> {
    /// Describes the change, and suggests the preset made for the new rules if the player uses
    /// another. `None` if the rules are unchanged, or if the player changed them by picking a
    /// preset: the preset's own hint is shown instead.
    fn description(&self, language: Language, chosen: &Chosen, client: &Client) -> Option<String> {
        let changes = netcode_words::changes(language, &self.before, &self.after)?;
        let own = client.own_id().map(|id| name_of(language, client.roster(), id));
        let mine = self.by.is_some() && own == self.by && client.access() == Some(Access::May);
        if mine && chosen.preset.netcode().room == self.after {
            return None;
        }
        let words = &language.game().rules;
        let preset = Preset::ALL.iter().position(|preset| preset.netcode().room == self.after);
        let changes = preset.map_or(changes, |n| language.preset_title(Preset::ALL[n]).into());
        let mut text = match self.by {
            Some(_) if mine => (words.you_changed)(&changes),
            Some(who) => (words.changed_by)(who, &changes),
            None => (words.restored)(&changes),
        };
        let other = |n: &usize| Preset::ALL[*n].netcode().player != chosen.netcode.player;
        if let Some(n) = preset.filter(|n| !mine && other(n)) {
            text.push_str(&(words.see_the_same_way)(&whole(n as i64 + 1)));
        }
        Some(text)
    }
}

/// Why the room refused a request, in words.
fn refusal(language: Language, why: &Refusal, client: &Client) -> String {
    let first = match why {
        Refusal::Rules(access) => first_name(language, client, *access),
        Refusal::Setting
        | Refusal::LaboratoryOnly
        | Refusal::FullUpdate { .. }
        | Refusal::Claim { .. }
        | Refusal::Report { .. } => "",
    };
    netcode_words::refusal(language, why, first)
}
